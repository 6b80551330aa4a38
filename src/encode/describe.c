/*
 * The fully qualified string is written once, from left to right: the event and its unit masks in the order of the
 * attribute list, cut where libpfm4 cuts them, then the modifiers with the values that were encoded, which may differ
 * from those that were typed.
 */
#include "encode/describe.h"

#include <stdlib.h>
#include <string.h>

#include "encode/os_modifiers.h"

/* ---- text ---- */

/* Ends the text there; what is beyond EVENT_PART is cut. */
static void end_text(struct text *text, const char *end)
{
	size_t length = (size_t)(end - text->bytes);

	text->length = length < EVENT_PART ? length : EVENT_PART - 1;
}

/* Copies a name of a pool, which NAME_SLACK bytes follow, by eight bytes. Returns its end, last if it is longer. */
static inline char *write_name(char *to, char *last, const char *name)
{
	for (; to < last; to += 8, name += 8) {
		uint64_t word = name_word(name),
			 zeros = (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);

		memcpy(to, name, 8);
		if (zeros) {
			to += __builtin_ctzll(zeros) / 8;
			return to < last ? to : last;
		}
	}
	return last;
}

static NEVER_INLINE char *write_digits(char *to, uint64_t value, unsigned int base)
{
	char digits[MAX_DIGITS];
	size_t at = sizeof digits;

	do
		digits[--at] = "0123456789abcdef"[value % base];
	while (value /= base);
	memcpy(to, digits + at, sizeof digits - at);
	return to + (sizeof digits - at);
}

/* Writes a number in that base; returns its end. Most have one digit. */
static inline char *write_number(char *to, uint64_t value, unsigned int base)
{
	if (value > 9)
		return write_digits(to, value, base);
	*to = (char)('0' + value);
	return to + 1;
}

/* Writes a label, all of whose bytes are copied and length count, and a value; returns the end. */
static inline char *write_value(char *to, const char label[MAX_LABEL], size_t length, uint64_t value)
{
	memcpy(to, label, MAX_LABEL);
	return write_number(to + length, value, 10);
}

void text_add_value(struct text *text, const char label[MAX_LABEL], size_t length, uint64_t value)
{
	end_text(text, write_value(text->bytes + text->length, label, length, value));
}

/* ---- the fully qualified string ---- */

/* Compares places in the attribute list: kinds are numbered in its order; a raw unit mask comes last. */
static bool comes_after(const struct attribute *a, const struct attribute *b)
{
	return a->kind != b->kind ? a->kind > b->kind : a->index > b->index;
}

static void sort_attributes(struct selection *selection)
{
	struct attribute *attributes = selection->attributes;

	for (int i = 1; i < selection->count; i++) {
		struct attribute moving = attributes[i];
		int k = i;

		if (!comes_after(&attributes[i - 1], &attributes[i])) /* they are usually in order already */
			continue;
		for (; k > 0 && comes_after(&attributes[k - 1], &moving); k--)
			attributes[k] = attributes[k - 1];
		attributes[k] = moving;
	}
}

/* Writes modifiers, without checking for room: there is enough for as many as a layout can have. */
static char *write_modifiers(char *to, const struct event_ref *ref, const struct encoding *encoding, pfm_os_t os)
{
	const struct table_layout *layout = ref->layout;
	const struct table_print *print = &ref->in->prints.rows[layout->first_print], *end = print + layout->prints;
	uint32_t shown = modifiers_offered(ref, layout->rules & RULE_PRINT_HIDDEN ? PFM_OS_NONE : os), in_word;

	shown &= ~layout->with_required | encoding->required;
	in_word = shown & ~encoding->not_in_word;
	for (; print < end; print++) {
		uint64_t value;

		if (in_word >> print->modifier & 1)
			value = (encoding->words[print->word] >> print->shift & print->mask) ^ print->inverted;
		else if (shown >> print->modifier & 1)
			value = encoding->shown[print->modifier];
		else
			continue;
		to = write_value(to, print->label, print->label_length, value);
	}
	return to;
}

static inline char *write_umask(char *to, char *last, const struct event_ref *ref, const struct attribute *attribute)
{
	*to = ':';
	if (attribute->kind == ATTRIBUTE_UMASK)
		return write_name(to + 1, last, name_at(ref->in, ref_umask(ref, attribute->index)->name));
	memcpy(to + 1, "0x", 2);
	return write_number(to + 3, attribute->value, 16);
}

void describe_event(struct selection *selection, const struct encoding *encoding, pfm_os_t os, struct text *text)
{
	const struct event_ref *ref = &selection->ref;
	char *to = text->bytes, *last = text->bytes + EVENT_PART - 1;

	if (ref->pmu == pmus.perf_raw) {
		*to++ = 'r';
		to = write_number(to, ref->code, 16);
	} else {
		to = write_name(to, last, name_at(ref->in, ref->event->name));
	}
	sort_attributes(selection);
	for (int i = 0; i < selection->count && to < last; i++) {
		const struct attribute *attribute = &selection->attributes[i];

		if (attribute->kind == ATTRIBUTE_UMASK || attribute->kind == ATTRIBUTE_RAW_UMASK)
			to = write_umask(to, last, ref, attribute);
	}
	if (!encoding->no_modifiers)
		to = write_modifiers(to, ref, encoding, os);
	end_text(text, to);
}

char *describe_string(const struct event_ref *ref, const struct text *text)
{
	const char *name = pmu_name(ref->pmu);
	char instance[INSTANCE_NAME];
	size_t length;
	char *string;

	if (ref->instance.count) {
		pmu_instance_name(ref->pmu, &ref->instance, instance, sizeof instance);
		name = instance;
	}
	length = strlen(name);
	string = malloc(length + 2 + text->length + 1);

	if (!string)
		return NULL;
	memcpy(string, name, length);
	memcpy(string + length, "::", 2);
	memcpy(string + length + 2, text->bytes, text->length);
	string[length + 2 + text->length] = '\0';
	return string;
}

/* ---- information calls ---- */

/* Returns the row of the n-th unit mask that the PMU sees, from 0; -1: there are fewer, and *n is what is left. */
static int nth_umask(const struct event_ref *ref, int *n)
{
	const struct table_umask_set *set = ref->umasks;
	const struct table_umask *umasks = &ref->in->umasks.rows[set->first];
	const struct table_umask_kind *kinds = ref->in->umask_kinds.rows;
	uint32_t visible = ref->data->visible;
	int left = *n, count = set->count;

	if (set->everywhere & visible && left < count)
		return left;
	for (int row = 0; row < count; row++)
		if (kinds[umasks[row].kind].visible & visible && !left--)
			return row;
	*n = left;
	return -1;
}

static int umask_count(const struct event_ref *ref)
{
	const struct table_umask_set *set = ref->umasks;
	int count = 0;

	if (set->everywhere & ref->data->visible)
		return set->count;
	for (int row = 0; row < set->count; row++)
		count += ref_sees(ref, ref_umask(ref, row));
	return count;
}

int attribute_count(const struct event_ref *ref, pfm_os_t os)
{
	return umask_count(ref) + __builtin_popcount(modifiers_offered(ref, os)) +
		__builtin_popcount(os_modifiers_offered(ref, os));
}

static unsigned int speculation(const struct event_ref *ref)
{
	if (!(ref->data->flags & PMU_SPECULATION))
		return PFM_EVENT_INFO_SPEC_NA;
	return ref->flags & EVENT_SPECULATIVE ? PFM_EVENT_INFO_SPEC_TRUE : PFM_EVENT_INFO_SPEC_FALSE;
}

/* Returns whether hardware can sample the event: any precise one; on some PMUs all events. */
static bool supports_hw_smpl(const struct event_ref *ref, bool precise)
{
	return precise || ref->data->flags & PMU_HW_SAMPLING;
}

void describe_info(const struct event_ref *ref, pfm_os_t os, pfm_event_info_t *info)
{
	bool precise = ref->flags & EVENT_PRECISE;
	size_t size = sizeof *info;

	memset(info, 0, sizeof *info);
	info->name = name_at(ref->in, ref->event->name);
	info->desc = text_at(ref->in, ref->event->text);
	info->equiv = optional_name(ref->in, event_rare(ref->in, ref->event)->alias);
	info->size = size;
	info->code = ref->code;
	info->pmu = (pfm_pmu_t)pmu_number(ref->pmu);
	info->dtype = PFM_DTYPE_UINT64;
	info->idx = event_identifier(ref);
	info->nattrs = attribute_count(ref, os);
	info->is_precise = precise;
	info->is_speculative = speculation(ref) & 3;
	info->support_hw_smpl = supports_hw_smpl(ref, precise);
}

/* Returns the code to report for a unit mask: on PMUs marked so, the filter if it sets only that. */
static uint64_t umask_code(const struct event_ref *ref, const struct table_umask *umask)
{
	uint64_t code = umask->code;

	if (umask->flags & UMASK_EVENT)
		return code << 8 | umask_rare(ref->in, umask)->event;
	if (!code && ref->data->flags & PMU_FILTER_AS_CODE)
		return umask_rare(ref->in, umask)->words[1];
	return code;
}

static void describe_umask(const struct event_ref *ref, const struct table_umask *umask, pfm_event_attr_info_t *info)
{
	bool plain = !(umask->flags & UMASK_NO_MODS), precise = umask->flags & UMASK_PRECISE && plain;

	info->name = name_at(ref->in, umask->name);
	info->desc = text_at(ref->in, umask->text);
	info->equiv = optional_name(ref->in, umask_rare(ref->in, umask)->alias);
	info->code = umask_code(ref, umask);
	info->type = PFM_ATTR_UMASK;
	info->ctrl = PFM_ATTR_CTRL_PMU;
	info->is_dfl = umask->flags & UMASK_DEFAULT && !(ref->layout->rules & RULE_HIDE_DEFAULTS);
	info->is_precise = precise;
	info->is_speculative = speculation(ref) & 3;
	info->support_hw_smpl = plain && supports_hw_smpl(ref, precise);
	info->support_no_mods = !plain;
}

static void describe_modifier(const struct tables *in, const struct table_modifier *modifier,
	pfm_event_attr_info_t *info)
{
	info->name = name_at(in, modifier->name);
	info->desc = text_at(in, modifier->text);
	info->code = modifier->number;
	info->type = modifier->flags & MODIFIER_INTEGER ? PFM_ATTR_MOD_INTEGER : PFM_ATTR_MOD_BOOL;
	info->ctrl = PFM_ATTR_CTRL_PMU;
}

static void describe_os_modifier(int number, pfm_event_attr_info_t *info)
{
	info->name = os_modifiers[number].name;
	info->desc = os_modifiers[number].text;
	info->code = (uint64_t)number;
	info->type = os_modifiers[number].integer ? PFM_ATTR_MOD_INTEGER : PFM_ATTR_MOD_BOOL;
	info->ctrl = PFM_ATTR_CTRL_PERF_EVENT;
}

/* Returns the number of the n-th set bit, from 0; -1 if there are fewer. */
static int nth_bit(uint32_t set, int n)
{
	for (; set && n > 0; n--)
		set &= set - 1;
	return set ? __builtin_ctz(set) : -1;
}

const struct table_umask *attribute_umask(const struct event_ref *ref, int number)
{
	int row = number < 0 ? -1 : nth_umask(ref, &number);

	return row < 0 ? NULL : ref_umask(ref, row);
}

bool describe_attribute(const struct event_ref *ref, int number, pfm_os_t os, pfm_event_attr_info_t *info)
{
	uint32_t modifiers = modifiers_offered(ref, os);
	size_t size = info->size;
	int left = number, bit, row = nth_umask(ref, &left);

	memset(info, 0, sizeof *info);
	info->size = size;
	info->idx = number;
	if (row >= 0) {
		describe_umask(ref, ref_umask(ref, row), info);
		return true;
	}
	if ((bit = nth_bit(modifiers, left)) >= 0) {
		describe_modifier(ref->in, &ref_modifiers(ref)[bit], info);
		return true;
	}
	if ((bit = nth_bit(os_modifiers_offered(ref, os), left - __builtin_popcount(modifiers))) >= 0) {
		describe_os_modifier(bit, info);
		return true;
	}
	return false;
}
