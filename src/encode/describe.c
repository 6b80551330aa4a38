#include "encode/describe.h"

#include <stdlib.h>
#include <string.h>

#include "encode/os_modifiers.h"

/* ---- text ---- */

static void add_bytes(struct text *text, const char *bytes, size_t length)
{
	size_t room = EVENT_PART - 1 - text->length;

	if (length > room)
		length = room;
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

void text_add(struct text *text, const char *string)
{
	add_bytes(text, string, strlen(string));
}

/* A name of a pool, which NAME_SLACK bytes follow: eight bytes a step. */
static void add_name(struct text *text, const char *name)
{
	char *to = text->bytes + text->length, *end = text->bytes + EVENT_PART - 1;

	for (; to < end; to += 8, name += 8) {
		uint64_t word = name_word(name), zeros = (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);

		memcpy(to, name, 8);
		if (zeros) {
			to += __builtin_ctzll(zeros) / 8;
			break;
		}
	}
	text->length = (size_t)((to < end ? to : end) - text->bytes);
}

/* One byte; a loop or a call would cost more than the byte. */
static void add_byte(struct text *text, char byte)
{
	text->bytes[text->length] = byte;
	text->length += text->length < EVENT_PART - 1;
}

static void add_number(struct text *text, uint64_t value, unsigned int base)
{
	char digits[20];
	size_t at = sizeof digits;

	do
		digits[--at] = "0123456789abcdef"[value % base];
	while (value /= base);
	add_bytes(text, digits + at, sizeof digits - at);
}

static void add_value(struct text *text, uint64_t value)
{
	if (value < 10)
		add_byte(text, (char)('0' + value));
	else
		add_number(text, value, 10);
}

void text_add_value(struct text *text, const char *name, uint64_t value)
{
	add_byte(text, ':');
	text_add(text, name);
	add_byte(text, '=');
	add_value(text, value);
}

/* ---- the fully qualified string ---- */

/* Kinds are numbered in the order of the attribute list; a raw unit mask comes after everything. */
static bool comes_after(const struct attribute *a, const struct attribute *b)
{
	return a->kind != b->kind ? a->kind > b->kind : a->index > b->index;
}

static void sort_attributes(struct selection *selection)
{
	for (int i = 1; i < selection->count; i++) {
		struct attribute moving = selection->attributes[i];
		int k = i;

		for (; k > 0 && comes_after(&selection->attributes[k - 1], &moving); k--)
			selection->attributes[k] = selection->attributes[k - 1];
		selection->attributes[k] = moving;
	}
}

static uint64_t shown_value(const struct table_print *print, const struct encoding *encoding)
{
	uint64_t field = encoding->words[print->word] >> print->shift & print->mask;

	if (encoding->not_in_word >> print->modifier & 1)
		return encoding->shown[print->modifier];
	return print->flags & MODIFIER_INTEGER ? field : (field != 0) ^ ((print->flags & MODIFIER_INVERTED) != 0);
}

/*
 * A label, of which MAX_LABEL bytes are copied and some count, and a digit, which most values are. The length is passed on, not
 * kept in *text: a byte written there could be anything, as far as the compiler knows.
 */
static size_t add_modifier(const struct table_print *print, uint64_t value, struct text *text, size_t length)
{
	memcpy(text->bytes + length, print->label, MAX_LABEL);
	length += print->label_length;
	if (length < EVENT_PART - 1 && value < 10) {
		text->bytes[length] = (char)('0' + value);
		return length + 1;
	}
	text->length = length < EVENT_PART - 1 ? length : EVENT_PART - 1;
	add_value(text, value);
	return text->length;
}

static void add_modifiers(const struct event_ref *ref, const struct encoding *encoding, pfm_os_t os, struct text *text)
{
	const struct table_layout *layout = ref->layout;
	const struct table_print *print = &ref->in->prints.rows[layout->first_print], *end = print + layout->prints;
	uint32_t shown = modifiers_offered(ref, layout->rules & RULE_PRINT_HIDDEN ? PFM_OS_NONE : os);
	size_t length = text->length;

	shown &= ~layout->with_required | encoding->required;
	for (; print < end; print++)
		if (shown >> print->modifier & 1)
			length = add_modifier(print, shown_value(print, encoding), text, length);
	text->length = length;
}

static void add_event_name(const struct event_ref *ref, struct text *text)
{
	if (ref->pmu == pmus.perf_raw) {
		add_byte(text, 'r');
		add_number(text, ref->code, 16);
	} else {
		add_name(text, name_at(ref->in, ref->event->name));
	}
}

void describe_event(struct selection *selection, const struct encoding *encoding, pfm_os_t os, struct text *text)
{
	const struct event_ref *ref = &selection->ref;

	text->length = 0;
	add_event_name(ref, text);
	sort_attributes(selection);
	for (int i = 0; i < selection->count; i++) {
		const struct attribute *attribute = &selection->attributes[i];

		if (attribute->kind == ATTRIBUTE_UMASK) {
			add_byte(text, ':');
			add_name(text, name_at(ref->in, ref_umask(ref, attribute->index)->name));
		} else if (attribute->kind == ATTRIBUTE_RAW_UMASK) {
			text_add(text, ":0x");
			add_number(text, attribute->value, 16);
		}
	}
	if (!encoding->no_modifiers)
		add_modifiers(ref, encoding, os, text);
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

static bool sees(const struct event_ref *ref, const struct table_umask *umask)
{
	return ref_sees(ref, umask);
}

/* Row of the n-th unit mask that the PMU sees, from 0; -1 if there are not so many, and *n is what is left. */
static int nth_umask(const struct event_ref *ref, int *n)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);

	if (set->everywhere & ref->data->visible && *n < set->count)
		return *n;
	for (int row = 0; row < set->count; row++)
		if (sees(ref, ref_umask(ref, row)) && !(*n)--)
			return row;
	return -1;
}

static int umask_count(const struct event_ref *ref)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	int count = 0;

	if (set->everywhere & ref->data->visible)
		return set->count;
	for (int row = 0; row < set->count; row++)
		count += sees(ref, ref_umask(ref, row));
	return count;
}

int attribute_count(const struct event_ref *ref, pfm_os_t os)
{
	return umask_count(ref) + __builtin_popcount(modifiers_offered(ref, os)) + __builtin_popcount(os_modifiers_offered(ref, os));
}

static unsigned int speculation(const struct event_ref *ref)
{
	if (!(ref->data->flags & PMU_SPECULATION))
		return PFM_EVENT_INFO_SPEC_NA;
	return ref->event->flags & EVENT_SPECULATIVE ? PFM_EVENT_INFO_SPEC_TRUE : PFM_EVENT_INFO_SPEC_FALSE;
}

/* Events that can be sampled precisely can be sampled by hardware; on some PMUs all can. */
static bool supports_hw_smpl(const struct event_ref *ref, bool precise)
{
	return precise || ref->data->flags & PMU_HW_SAMPLING;
}

void describe_info(const struct event_ref *ref, pfm_os_t os, pfm_event_info_t *info)
{
	bool precise = ref->event->flags & EVENT_PRECISE;
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

/* Unit masks that only set filters report the filter, on PMUs marked so. */
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

static void describe_modifier(const struct tables *in, const struct table_modifier *modifier, pfm_event_attr_info_t *info)
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

/* The n-th set bit, from 0; -1 if there are fewer. */
static int nth_bit(uint32_t set, int n)
{
	for (; set && n > 0; n--)
		set &= set - 1;
	return set ? __builtin_ctz(set) : -1;
}

const struct table_umask *attribute_umask(const struct event_ref *ref, int number)
{
	int row = number < 0 ? -1 : nth_umask(ref, &number);

	return row < 0 ? NULL : event_umask(ref->in, ref->event, row);
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
