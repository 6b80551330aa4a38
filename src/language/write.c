/*
 * Writes the words of an attr as fields of the kernel's format. Terms are OR-ed when read, so any fields will do that
 * set no bit beyond those of the attr: event and umask first, then those that cover the rest of a word with the fewest
 * bits.
 */
#include "language/language.h"

#include <stdarg.h>
#include <stdio.h>

enum { MAX_FIELDS = 64 };

struct field_writer {
	struct perf_line *line;
	uint64_t left[CONFIG_WORDS];    /* bits that no term has set yet */
};

void perf_line_add(struct perf_line *line, const char *format, ...)
{
	size_t room = line->length < line->size ? line->size - line->length : 0;
	va_list arguments;
	int added;

	va_start(arguments, format);
	added = vsnprintf(room ? line->text + line->length : NULL, room, format, arguments);
	va_end(arguments);
	line->length += added > 0 ? (size_t)added : 0;
}

void perf_line_comma(struct perf_line *line)
{
	perf_line_add(line, "%s", line->terms++ ? "," : "");
}

static void write_term(struct field_writer *writer, const char *name, uint64_t value)
{
	perf_line_comma(writer->line);
	perf_line_add(writer->line, "%s=0x%llx", name, (unsigned long long)value);
}

/* ---- fields ---- */

/* Writes a field and removes its bits from those left. */
static void write_field(struct field_writer *writer, const struct config_field *field)
{
	uint64_t *word = &writer->left[field->word];

	write_term(writer, field->name, config_field_value(field, writer->left));
	*word &= ~config_field_mask(field);
}

/* Writes a field. event= is written even if it is 0: readers look for the event first. */
static void write_named(struct field_writer *writer, const struct config_field *fields, int count, const char *name,
			bool always)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(fields[i].name, name) &&
			(always || writer->left[fields[i].word] & config_field_mask(&fields[i])))
			write_field(writer, &fields[i]);
}

/*
 * Returns whether an Intel event means this field of config1, if bits alone do not tell: by event select (Intel SDM
 * volume 3, the extra registers of events).
 */
static bool is_meant(const struct config_field *field, uint64_t config)
{
	static const struct { char field[14]; uint8_t events[6]; } meant[] = {
		{ "offcore_rsp", { 0xb7, 0xbb, 0x2a, 0x2b } }, { "ldlat", { 0xcd, 0xd0, 0x0b } },
		{ "offmodule_rsp", { 0xb7, 0x2a, 0x2b, 0x4f, 0xd6 } }, { "frontend", { 0xc6 } } };

	for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
		if (!strcmp(field->name, meant[i].field))
			return memchr(meant[i].events, (int)(config & 0xff), sizeof meant[i].events) && config & 0xff;
	return true;
}

/* Returns the smallest field that has all that is left of a word; else the lowest that has some. NULL: none has. */
static const struct config_field *best_field(const struct field_writer *writer, const struct config_field *fields,
					     int count, int word, uint64_t config)
{
	const struct config_field *best = NULL;
	uint64_t left = writer->left[word];
	int best_score = 0;

	for (int i = 0; i < count; i++) {
		uint64_t mask = config_field_mask(&fields[i]);
		int score;

		if (fields[i].word != word || !(mask & left) || !is_meant(&fields[i], config))
			continue;
		score = left & ~mask ? 64 - __builtin_ctzll(mask) : 200 - __builtin_popcountll(mask);
		if (score > best_score) {
			best_score = score;
			best = &fields[i];
		}
	}
	return best;
}

static void write_fields(struct field_writer *writer, const struct perf_target *target, uint64_t config)
{
	struct config_field fields[MAX_FIELDS];
	const struct config_field *best;
	int count = 0;

	while (count < MAX_FIELDS && perf_field(target, count, &fields[count]))
		count++;
	write_named(writer, fields, count, "event", true);
	write_named(writer, fields, count, "umask", false);
	for (int word = 0; word < CONFIG_WORDS; word++)
		while ((best = best_field(writer, fields, count, word, config)))
			write_field(writer, best);
}

/* Writes the bits that no field has. */
static void write_rest(struct field_writer *writer)
{
	static const char names[CONFIG_WORDS][8] = { "config", "config1", "config2", "config3" };

	for (int word = 0; word < CONFIG_WORDS; word++)
		if (writer->left[word] || (!word && !writer->line->terms))
			write_term(writer, names[word], writer->left[word]);
}

void perf_write_words(const struct perf_target *target, const struct perf_event_attr *attr, struct perf_line *line)
{
	struct field_writer writer = { .line = line, .left = { attr->config, attr->config1, attr->config2 } };

#ifdef PERF_ATTR_SIZE_VER8
	writer.left[3] = attr->config3;
#endif
	if (target)
		write_fields(&writer, target, attr->config);
	write_rest(&writer);
}
