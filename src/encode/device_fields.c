/*
 * Fields of config words, placed by the device's format directory on this machine. The tables have the fields of a
 * recent kernel; the driver of another kernel may have a field of the same name in other bits, or lack it. PMUs that
 * libpfm4 has are not adapted.
 */
#include "encode/device_fields.h"

#include <string.h>

#include "catalog/pmu_devices.h"
#include "machine/devices.h"

enum { WORDS = 3 };

/* The fields of a device; list is NULL if it has none, or is not on this machine. */
struct device_formats {
	const struct config_field *list;
	int count;
};

/* Describes field n of the PMU's layout; false: there are fewer, or it is in no config word. */
static bool table_field(int pmu, int n, struct config_field *field)
{
	const struct table_layout *layout = pmu_layout(pmu);
	const struct table_format *format = layout_formats(pmu_body(pmu), layout) + n;

	if (n >= layout->formats)
		return false;
	*field = (struct config_field){ .name = name_at(pmu_body(pmu), format->name), .word = format->bits[0].word,
		.count = format->count };
	for (int i = 0; i < format->count; i++)
		field->ranges[i] = (struct bit_range){ format->bits[i].low,
			(uint8_t)(format->bits[i].high - format->bits[i].low + 1) };
	return field->word < WORDS;
}

static const struct config_field *field_called(const struct device_formats *formats, const char *name)
{
	for (int i = 0; i < formats->count; i++)
		if (!strcmp(formats->list[i].name, name) && formats->list[i].word < WORDS)
			return &formats->list[i];
	return NULL;
}

/* Reads the device's formats to *formats; PFM_ERR_NOMEM: a shortage. */
static pfm_err_t read_formats(int pmu, const struct instance *instance, struct device_formats *formats)
{
	const struct device *devices, *device = NULL;
	unsigned int shortages = host_shortages();
	const char *name;
	int count;

	*formats = (struct device_formats){ .list = NULL };
	if (!pmu_is_new(pmu) || pmu_data(pmu)->type != PFM_PMU_TYPE_UNCORE || !pmu_layout(pmu)->formats)
		return PFM_SUCCESS;
	name = pmu_find_device(pmu, instance);
	if (name && !devices_list(&pmus.host, &devices, &count))
		device = device_named(devices, count, (struct span){ name, strlen(name) });
	if (device && !device_read(&pmus.host, device))
		formats->list = device_fields(device, &formats->count);
	return host_shortages() == shortages ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

/* Returns whether a field of the device has all these bits of a word. */
static bool has_bits(const struct device_formats *formats, uint8_t word, uint64_t bits)
{
	for (int i = 0; i < formats->count; i++)
		if (formats->list[i].word == word)
			bits &= ~config_field_mask(&formats->list[i]);
	return !bits;
}

/* Moves one field out of left; false: it does not go in. */
static bool move_field(const struct config_field *from, const struct config_field *to, uint64_t *left, uint64_t *words)
{
	uint64_t value = config_field_value(from, left);
	int width = __builtin_popcountll(config_field_mask(to));

	left[from->word] &= ~config_field_mask(from);
	config_field_place(to, value, words);
	return width >= 64 || !(value >> width);
}

pfm_err_t words_to_device(int pmu, const struct instance *instance, uint64_t *words, struct lacking_field *lacking)
{
	struct device_formats formats;
	const struct config_field *to;
	struct config_field field;
	uint64_t left[WORDS], moved[CONFIG_WORDS] = { 0 };
	pfm_err_t error = read_formats(pmu, instance, &formats);

	*lacking = (struct lacking_field){ .name = NULL };
	if (error || !formats.count)
		return error;
	memcpy(left, words, sizeof left);
	for (int n = 0; table_field(pmu, n, &field); n++) {
		if (!config_field_value(&field, left) || !(to = field_called(&formats, field.name)))
			continue;
		if (!move_field(&field, to, left, moved)) {
			*lacking = (struct lacking_field){ field.name, true };
			return PFM_ERR_NOTSUPP;
		}
	}
	for (int n = 0; table_field(pmu, n, &field); n++)
		if (config_field_value(&field, left) &&
			!has_bits(&formats, field.word, left[field.word] & config_field_mask(&field))) {
			*lacking = (struct lacking_field){ field.name, false };
			return PFM_ERR_NOTSUPP;
		}
	for (int i = 0; i < WORDS; i++)
		words[i] = moved[i] | left[i];
	return PFM_SUCCESS;
}

bool has_config_words(int pmu)
{
	const struct table_layout *layout = pmu_layout(pmu);

	for (int i = 0; i < layout->move_count; i++)
		if (layout->moves[i].from != FROM_WORD || layout->moves[i].word != layout->moves[i].to ||
			layout->moves[i].shift || layout->moves[i].clear)
			return false;
	return pmu_is_new(pmu);
}

void codes_to_device(const struct event_ref *ref, uint64_t *words, int count)
{
	const struct instance instance = ref_instance(ref);
	uint64_t moved[WORDS] = { 0 };
	struct lacking_field lacking;

	if (!has_config_words(ref->pmu))
		return;
	memcpy(moved, words, (size_t)count * sizeof *words);
	if (words_to_device(ref->pmu, &instance, moved, &lacking))
		return;
	for (int i = count; i < WORDS; i++)
		if (moved[i])
			return;
	memcpy(words, moved, (size_t)count * sizeof *words);
}

void words_from_device(int pmu, uint64_t *words)
{
	static const struct instance any = { 0, { 0, 0 } };
	struct device_formats formats;
	const struct config_field *from;
	struct config_field field;
	uint64_t left[WORDS], moved[CONFIG_WORDS] = { 0 };

	if (read_formats(pmu, &any, &formats) || !formats.count)
		return;
	memcpy(left, words, sizeof left);
	for (int n = 0; table_field(pmu, n, &field); n++)
		if ((from = field_called(&formats, field.name)) && config_field_value(from, left))
			move_field(from, &field, left, moved);
	for (int i = 0; i < WORDS; i++)
		words[i] = moved[i] | left[i];
}
