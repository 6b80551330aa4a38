/*
 * The rules of combination, in the order in which libpfm4 applies them: which error a caller sees depends on it.
 *
 * An event is found first; then its attributes are read from left to right, each a unit mask of the event, a modifier
 * of its PMU or one of perf_event, and what a unit mask is an alias of is read in its place; then what goes together
 * is looked at. A string that fails is read once more with attributes joined, as vendors' names may have separators in
 * them, and then with the PMUs that come after the first one that has the event. What is plain, as most strings are,
 * takes a shorter way to the same selection (resolve_plain()).
 */
#include "encode/resolve.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/pmu_devices.h"
#include "encode/os_modifiers.h"

/* State of reading one list of attributes, the user's or that of an alias. */
struct reader {
	struct selection *selection;
	uint32_t modifiers;
	uint16_t os;
	bool seen_raw, seen_umask;
	const struct term *blame;       /* inside an alias: the word of the user's string that is the alias */
};

static pfm_err_t read_attributes(struct reader *reader, const struct term *terms, int count);

static NEVER_INLINE pfm_err_t refuse(const struct reader *reader, pfm_err_t error, enum problem problem,
	const struct term *term)
{
	reader->selection->problem = problem;
	reader->selection->where = reader->blame                   ? term_whole(reader->blame)
				 : problem == PROBLEM_VALUE        ? term_value(term)
				 : problem == PROBLEM_NO_ATTRIBUTE ? term->name.span
								   : term_whole(term);
	return error;
}

static inline pfm_err_t add_attribute(struct reader *reader, struct attribute attribute, const struct term *term)
{
	if (selection_add(reader->selection, attribute))
		return refuse(reader, PFM_ERR_TOOMANY, PROBLEM_TOO_MANY, term);
	return PFM_SUCCESS;
}

static inline bool is_raw(struct span name)
{
	return name.text[0] == '0' && name.length >= 2 && ascii_lower((unsigned char)name.text[1]) == 'x';
}

static NEVER_INLINE pfm_err_t read_raw_umask(struct reader *reader, const struct term *term)
{
	struct attribute attribute = { .kind = ATTRIBUTE_RAW_UMASK };
	bool overflow;

	if (reader->seen_raw || reader->seen_umask)
		return refuse(reader, PFM_ERR_ATTR, PROBLEM_RAW_WITH_NAMED, term);
	if (!(reader->selection->ref.data->flags & PMU_RAW_UMASK))
		return refuse(reader, PFM_ERR_ATTR, PROBLEM_RAW_NOT_ALLOWED, term);
	if (term->name.span.length < 3 || !span_number(term->name.span, 16, &attribute.value, &overflow))
		return refuse(reader, PFM_ERR_ATTR, PROBLEM_RAW_NUMBER, term);
	reader->seen_raw = true;
	if (term_has_value(term))
		return refuse(reader, PFM_ERR_ATTR_VAL, PROBLEM_VALUE_FOR_UMASK, term);
	return add_attribute(reader, attribute, term);
}

/* Reads the attributes that a unit mask stands for, as if they were alone. */
static NEVER_INLINE pfm_err_t read_umask_alias(const struct reader *reader, const struct term *term, const char *alias)
{
	struct reader inner = *reader;
	struct event_string string;

	event_string_split(alias, &string);
	inner.seen_raw = inner.seen_umask = false;
	if (!inner.blame)
		inner.blame = term;
	return read_attributes(&inner, string.terms, event_string_count(&string));
}

/* Returns what the vendor means by a row's name, as the tables write it; 0: the row itself. */
static inline uint32_t vendor_code_of(const struct tables *in, const struct table_facts *facts)
{
	return facts_rare(in, facts)->makers;
}

/* Reads what the vendor means by a unit mask: terms, with event=CODE: in front if the event select is another. */
static NEVER_INLINE pfm_err_t read_vendors_umask(const struct reader *reader, const struct term *term,
						const char *code)
{
	static const char event_select[] = "event=";
	char *end;

	if (!strncmp(code, event_select, sizeof event_select - 1)) {
		reader->selection->ref.code = strtoull(code + sizeof event_select - 1, &end, 0);
		code = end + (*end == ':');
	}
	return read_umask_alias(reader, term, code);
}

static inline pfm_err_t read_umask(struct reader *reader, const struct term *term, int row)
{
	const struct event_ref *ref = &reader->selection->ref;
	const struct table_umask *umask = ref_umask(ref, row);

	reader->seen_umask = true;
	if (reader->seen_raw)
		return refuse(reader, PFM_ERR_ATTR, PROBLEM_RAW_WITH_NAMED, term);
	if (reader->selection->by_vendor && !reader->blame && vendor_code_of(ref->in, umask_facts(ref->in, umask)))
		return read_vendors_umask(reader, term,
			name_at(ref->in, vendor_code_of(ref->in, umask_facts(ref->in, umask))));
	if (umask->flags & UMASK_RARE && umask_rare(ref->in, umask)->alias)
		return read_umask_alias(reader, term, name_at(ref->in, umask_rare(ref->in, umask)->alias));
	return add_attribute(reader, (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = row }, term);
}

static bool read_bool(struct span span, uint64_t *value)
{
	char c = span.length == 1 ? (char)ascii_lower((unsigned char)*span.text) : 0;

	*value = c == 'y' || c == 't' || c == '1';
	return *value || c == 'n' || c == 'f' || c == '0';
}

/* Reads the value that is written; an empty one is an error. */
static NEVER_INLINE pfm_err_t read_written_value(struct reader *reader, const struct term *term, bool integer,
						 struct attribute attribute)
{
	bool overflow;

	if (!term_value(term).length)
		return refuse(reader, PFM_ERR_ATTR_VAL, PROBLEM_VALUE_MISSING, term);
	if (reader->selection->count == MAX_ATTRIBUTES)
		return refuse(reader, PFM_ERR_TOOMANY, PROBLEM_TOO_MANY, term);
	if (integer ? !span_number(term_value(term), 0, &attribute.value, &overflow) :
		      !read_bool(term_value(term), &attribute.value))
		return refuse(reader, PFM_ERR_ATTR_VAL, PROBLEM_VALUE, term);
	return add_attribute(reader, attribute, term);
}

static inline pfm_err_t read_modifier(struct reader *reader, const struct term *term, bool integer, uint8_t kind,
	int index)
{
	if (term_has_value(term))
		return read_written_value(reader, term, integer, (struct attribute){ .kind = kind, .index = index });
	if (integer)
		return refuse(reader, PFM_ERR_ATTR_VAL, PROBLEM_VALUE_MISSING, term);
	return add_attribute(reader, (struct attribute){ .kind = kind, .index = index, .value = 1 }, term);
}

static inline int find_umask(const struct event_ref *ref, const struct name *name)
{
	return table_find_umask(ref->in, ref->umasks, name, ref->data->visible);
}

static NEVER_INLINE pfm_err_t fail_unknown(struct reader *reader, const struct term *term)
{
	if (term_has_value(term) && find_umask(&reader->selection->ref, &term->name) >= 0)
		return refuse(reader, PFM_ERR_ATTR, PROBLEM_VALUE_FOR_UMASK, term);
	return refuse(reader, PFM_ERR_ATTR, PROBLEM_NO_ATTRIBUTE, term);
}

/* Returns whether a modifier has that name: most have one letter, and most differ in their first. */
static inline bool is_called(struct span name, const char *modifier)
{
	if ((*name.text ^ *modifier) & ~('a' ^ 'A'))
		return false;
	return name.length == 1 ? !modifier[1] : span_is(name, modifier);
}

/* Finds the modifier of that name among those of the PMU that are offered; -1: none. */
static int find_modifier(const struct event_ref *ref, uint32_t offered, struct span name)
{
	const struct table_modifier *modifiers = ref_modifiers(ref);
	unsigned int first = ref->layout->by_letter[first_letter(*name.text)];

	for (uint64_t left = (uint64_t)offered >> first << first; left; left &= left - 1) {
		int i = __builtin_ctzll(left);

		if (is_called(name, name_at(ref->in, modifiers[i].name)))
			return i;
	}
	return -1;
}

/* Finds one of perf_event's likewise. */
static int find_os_modifier(unsigned int offered, struct span name)
{
	for (; offered; offered &= offered - 1) {
		int i = __builtin_ctz(offered);

		if (is_called(name, os_modifiers[i].name))
			return i;
	}
	return -1;
}

static inline bool is_capital(const struct term *term)
{
	return *term->name.span.text >= 'A' && *term->name.span.text <= 'Z';
}

/*
 * Recognizes EVENT.E where other unit masks of the event have one letter, too, or one is called E_STATE: a vendor's
 * name of a unit mask that this PMU lacks. Terms that an alias stands for are never a vendor's.
 */
static NEVER_INLINE bool is_vendors_letter(const struct reader *reader, const struct term *term)
{
	const struct event_ref *ref = &reader->selection->ref;

	if (term->length != 1 || !is_capital(term) || reader->blame || term->name.span.text[-1] != '.')
		return false;
	for (int row = 0; row < ref->umasks->count; row++) {
		const char *name = name_at(ref->in, ref_umask(ref, row)->name);

		if (ref_sees(ref, ref_umask(ref, row)) &&
			(!name[1] || (*name == *term->name.span.text && !strcmp(name + 1, "_STATE"))))
			return true;
	}
	return false;
}

/* Reads a modifier: the PMU's come first. */
static pfm_err_t read_other(struct reader *reader, const struct term *term)
{
	const struct event_ref *ref = &reader->selection->ref;
	int i = find_modifier(ref, reader->modifiers, term->name.span);

	if (is_vendors_letter(reader, term))
		return fail_unknown(reader, term);
	if (i >= 0)
		return read_modifier(reader, term, ref_modifiers(ref)[i].flags & MODIFIER_INTEGER, ATTRIBUTE_MODIFIER,
				     i);
	i = find_os_modifier(reader->os, term->name.span);
	if (i >= 0)
		return read_modifier(reader, term, os_modifiers[i].integer, ATTRIBUTE_OS, i);
	return fail_unknown(reader, term);
}

/* Reads an attribute. Names are looked up in the list's order: unit masks, then modifiers. */
static pfm_err_t read_attribute(struct reader *reader, const struct term *term)
{
	const struct event_ref *ref = &reader->selection->ref;
	int row;

	if (is_raw(term->name.span))
		return read_raw_umask(reader, term);
	if (!term_has_value(term) && (row = find_umask(ref, &term->name)) >= 0 &&
		(is_capital(term) || !umask_rare(ref->in, ref_umask(ref, row))->capitals))
		return read_umask(reader, term, row);
	return read_other(reader, term);
}

static NEVER_INLINE pfm_err_t read_attributes(struct reader *reader, const struct term *terms, int count)
{
	for (int i = 0; i < count; i++) {
		pfm_err_t error = read_attribute(reader, &terms[i]);

		if (error)
			return error;
	}
	return PFM_SUCCESS;
}

/* Finds the first attribute that is the same as this one, or this one. */
static inline const struct attribute *first_like(const struct attribute *attributes, const struct attribute *one)
{
	while (attributes < one && (attributes->index != one->index || attributes->kind != one->kind ||
				    one->kind == ATTRIBUTE_RAW_UMASK))
		attributes++;
	return attributes;
}

/* Drops duplicate attributes; conflicting values are an error. */
static inline pfm_err_t remove_duplicates(struct selection *selection)
{
	struct attribute *end = selection->attributes + selection->count;

	for (struct attribute *one = selection->attributes + 1; one < end; one++) {
		const struct attribute *first = first_like(selection->attributes, one);

		if (first == one)
			continue;
		if (first->value != one->value) {
			selection->problem = PROBLEM_TWO_VALUES;
			return PFM_ERR_ATTR_SET;
		}
		end--;
		memmove(one, one + 1, (size_t)(end - one) * sizeof *one);
		one--;
		selection->count--;
	}
	return PFM_SUCCESS;
}

/* ---- names as vendors write them ---- */

enum { LONGEST_JOINED = 255 };

/* Returns A or B of a term of OFFCORE_RESPONSE:request=A:response=B.C, any other term whole. */
static struct span vendor_item(const struct term *term, bool offcore)
{
	bool has_key = offcore && (span_is(term->name.span, "request") || span_is(term->name.span, "response"));

	return has_key && term_value(term).length ? term_value(term) : term_whole(term);
}

/* Joins count items by "_"; false: one of them has a "=", or they are too long for a name. */
static bool join_items(const struct term *terms, int count, bool offcore, char *joined, size_t *length)
{
	*length = 0;
	for (int i = 0; i < count; i++) {
		struct span item = vendor_item(&terms[i], offcore);

		if (memchr(item.text, '=', item.length) || *length + 1 + item.length > LONGEST_JOINED)
			return false;
		if (i)
			joined[(*length)++] = '_';
		memcpy(joined + *length, item.text, item.length);
		*length += item.length;
	}
	return true;
}

/*
 * Finds the longest run of two or more items, from the first on, that is a unit mask when joined: returns its row, and
 * how many items it has in *used; -1: none.
 */
static NEVER_INLINE int find_joined(const struct event_ref *ref, const struct term *terms, int count, bool offcore,
				    int *used)
{
	char joined[LONGEST_JOINED];
	size_t length;

	for (*used = count; *used > 1; --*used)
		if (join_items(terms, *used, offcore, joined, &length)) {
			struct name name = span_name((struct span){ joined, length });
			int row = find_umask(ref, &name);

			if (row >= 0)
				return row;
		}
	return -1;
}

/* Reads the attributes again, as the second pass, with runs of items that make one name taken as that. */
static pfm_err_t read_joined(struct reader *reader, const struct term *terms, int count, bool offcore)
{
	/* accept a dot at the end: Intel's file of SKX has "UNC_H_SNOOPS_SENT." */
	if (!terms[count - 1].length && reader->selection->ref.flags & EVENT_BARE)
		count--;
	for (int i = 0, used = 1; i < count; i += used) {
		int row = find_joined(&reader->selection->ref, &terms[i], count - i, offcore, &used);
		struct span item = vendor_item(&terms[i], offcore);
		struct term plain = item.text == term_whole(&terms[i]).text ? terms[i]
			: (struct term){ span_name(item), item.length };
		pfm_err_t error = row >= 0 ? read_umask(reader, &terms[i], row) : read_attributes(reader, &plain, 1);

		if (error)
			return error;
		used = row >= 0 ? used : 1;
	}
	return PFM_SUCCESS;
}

/* ---- what follows the event ---- */

static inline void start_reader(struct reader *reader, struct selection *selection, pfm_os_t os,
				const struct term *blame)
{
	reader->selection = selection;
	reader->modifiers = modifiers_offered(&selection->ref, os);
	reader->os = os_modifiers_offered(&selection->ref, os);
	reader->seen_raw = reader->seen_umask = false;
	reader->blame = blame;
}

/* Replaces an alias by the event it stands for, with what it implies. One step only: codes depend on it. */
static NEVER_INLINE pfm_err_t follow_alias(struct selection *selection, const char *alias, pfm_os_t os,
					   const struct term *blame)
{
	struct event_string string;
	struct reader reader;
	struct instance instance = selection->ref.instance;
	pfm_err_t error;

	event_string_split(alias, &string);
	error = pmu_find_event(selection->ref.pmu, &string.terms[0].name, &selection->ref);
	selection->ref.instance = instance;
	if (error) {
		selection->problem = PROBLEM_ALIAS;
		selection->where = term_whole(blame);
		return error;
	}
	if (event_string_count(&string) == 1)
		return PFM_SUCCESS;
	start_reader(&reader, selection, os, blame);
	return read_attributes(&reader, string.terms + 1, event_string_count(&string) - 1);
}

/*
 * Takes the code that the vendor has for the event, whose row says makers=: a number, or an event without attributes.
 */
static pfm_err_t follow_vendor_code(struct selection *selection, const char *code, bool alone, pfm_os_t os,
			       const struct term *blame)
{
	if (isdigit((unsigned char)*code)) {
		selection->ref.code = strtoull(code, NULL, 0);
		return PFM_SUCCESS;
	}
	return alone ? follow_alias(selection, code, os, blame) : PFM_SUCCESS;
}

static bool names_umask(const struct selection *selection)
{
	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK ||
			selection->attributes[i].kind == ATTRIBUTE_RAW_UMASK)
			return true;
	return false;
}

/* Adds, if none is named, the unit mask for the model of the machine's device: others may have another code. */
static NEVER_INLINE pfm_err_t take_umask_of_device(struct selection *selection)
{
	const struct event_ref *ref = &selection->ref;
	unsigned int shortages = host_shortages();
	struct instance instance = ref_instance(ref);

	for (int row = 0; !names_umask(selection) && row < ref->umasks->count; row++) {
		uint32_t with = umask_rare(ref->in, ref_umask(ref, row))->with;

		if (with && ref_sees(ref, ref_umask(ref, row)) &&
			pmu_device_meets(ref->pmu, &instance, name_at(ref->in, with)) &&
			selection_add(selection, (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = row }))
			return PFM_ERR_TOOMANY;
	}
	return host_shortages() == shortages ? PFM_SUCCESS : PFM_ERR_NOMEM;
}

/* Resolves the attributes of the event that has been found. joined: the second pass. */
static pfm_err_t resolve_attributes(const struct event_string *string, bool joined, pfm_os_t os,
				    struct selection *selection)
{
	const struct tables *in = selection->ref.in;
	const struct table_event *found = selection->ref.event;
	const struct term *event = &string->terms[0];
	int count = event_string_count(string) - 1;
	pfm_err_t error = PFM_SUCCESS;

	if (selection->by_vendor && vendor_code_of(in, event_facts(in, found)))
		error = follow_vendor_code(selection, name_at(in, vendor_code_of(in, event_facts(in, found))), !count,
			os, event);
	else if (selection->ref.flags & EVENT_RARE && event_rare(in, found)->alias)
		error = follow_alias(selection, name_at(in, event_rare(in, found)->alias), os, event);
	if (!error && count) {
		struct reader reader;

		start_reader(&reader, selection, os, NULL);
		error = !joined ? read_attributes(&reader, event + 1, count) :
		       read_joined(&reader, event + 1, count, span_is(event->name.span, "OFFCORE_RESPONSE"));
	}
	if (!error && selection->count > 1) {
		error = remove_duplicates(selection);
		if (error)
			selection->where = event_string_attributes(string);
	}
	if (!error && selection->ref.flags & EVENT_BY_DEVICE)
		error = take_umask_of_device(selection);
	return error;
}

/* ---- what is plain ---- */

/* Finds a unit mask that stands for itself at first sight. Returns its row; -1: there is none; -2: maybe there is. */
enum { NO_UMASK = -1, UMASK_UNCLEAR = -2 };
ALWAYS_INLINE int plain_umask(const struct event_ref *ref, const struct name *name)
{
	const struct table_umask_set *set = ref->umasks;
	const struct table_umask *umask;
	uint32_t value;

	if (!set->count)
		return NO_UMASK;
	umask = first_umask(ref->in, set, name, ref->data->visible, &value);
	if (!value)
		return NO_UMASK;
	return umask && !(umask->flags & UMASK_RARE) ? (int)slot_row(value, set->slot_mask) : UMASK_UNCLEAR;
}

/* Finds a one-letter modifier that needs no value, the first with that letter; -1: there is none. */
ALWAYS_INLINE int plain_modifier(const struct event_ref *ref, char letter, uint32_t offered)
{
	unsigned int first = ref->layout->by_letter[first_letter(letter)];
	const struct table_modifier *modifier = &ref_modifiers(ref)[first];
	struct span name = { &letter, 1 };

	return (uint64_t)offered >> first & 1 && !(modifier->flags & MODIFIER_INTEGER) &&
	       is_called(name, name_at(ref->in, modifier->name)) ? (int)first : -1;
}

/* Finds one of perf_event's likewise; the PMU's come first. */
static NEVER_INLINE int plain_os_modifier(const struct event_ref *ref, char letter, pfm_os_t os)
{
	struct span name = { &letter, 1 };
	int i = find_os_modifier(os_modifiers_offered(ref, os), name);

	return i >= 0 && !os_modifiers[i].integer && find_modifier(ref, modifiers_offered(ref, os), name) < 0 ? i : -1;
}

/*
 * Does the same as resolve_attributes() in fewer steps for common strings: an event that is no alias, unit masks and
 * modifiers of one letter without a value, none of them twice. False: it is another string, and nothing has been done.
 */
ALWAYS_INLINE bool resolve_plain(const struct event_string *string, pfm_os_t os, struct selection *selection)
{
	const struct event_ref *ref = &selection->ref;
	struct attribute *attribute = selection->attributes;
	uint64_t seen = 0;

	if (ref->flags & (EVENT_RARE | EVENT_BY_DEVICE) || string->end > string->terms + 1 + MAX_ATTRIBUTES)
		return false;
	for (const struct term *term = string->terms + 1; term < string->end; term++, attribute++) {
		char letter = *term->name.span.text;
		int index, bit; /* bit: one of 64 for the row, for a quick check for duplicates in seen */

		if (term_has_value(term) || letter == '0')
			return false;
		index = plain_umask(ref, &term->name);
		if (index >= 0) {
			*attribute = (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = index };
			bit = index % 32;
		} else if (index == UMASK_UNCLEAR || term->length != 1 || is_capital(term)) {
			return false;
		} else if ((index = plain_modifier(ref, letter, modifiers_offered(ref, os))) >= 0) {
			*attribute = (struct attribute){ .kind = ATTRIBUTE_MODIFIER, .index = index, .value = 1 };
			bit = 32 + index;
		} else if ((index = plain_os_modifier(ref, letter, os)) >= 0) {
			*attribute = (struct attribute){ .kind = ATTRIBUTE_OS, .index = index, .value = 1 };
			bit = 48 + index;
		} else {
			return false;
		}
		if (seen >> bit & 1)
			return false;
		seen |= UINT64_C(1) << bit;
	}
	selection->count = (int)(attribute - selection->attributes);
	return true;
}

/* ---- all of a string ---- */

static inline pfm_err_t find_string_event(const struct event_string *string, int *place, struct event_ref *ref)
{
	const struct name *name = &string->terms[0].name;

	return string->has_pmu ? find_event_of(&string->pmu, name, ref) : find_event(name, place, ref);
}

/* Tries the second pass after error of the first, which is returned if this fails too. */
static pfm_err_t resolve_joined(const struct event_string *string, int place, pfm_os_t os, struct selection *selection,
				pfm_err_t error)
{
	struct selection first = *selection;

	/* an alias may have replaced the event string, and with it the number of terms */
	place -= !string->has_pmu;
	selection->count = 0;
	selection->problem = NO_PROBLEM;
	if (find_string_event(string, &place, &selection->ref) || resolve_attributes(string, true, os, selection)) {
		*selection = first;
		return error;
	}
	return PFM_SUCCESS;
}

/* Resolves attributes as written, then joined, with the event that has been found; place: from find_event(). */
static pfm_err_t resolve_both(const struct event_string *string, int place, pfm_os_t os, struct selection *selection)
{
	pfm_err_t error = resolve_attributes(string, false, os, selection);

	return error ? resolve_joined(string, place, os, selection, error) : PFM_SUCCESS;
}

/*
 * Resolves an event without PMU that lacks a unit mask or modifier on the first PMU after it that has all of them. On a
 * hybrid CPU the P-core's events often have fewer unit masks than the E-core's of the same name.
 */
static pfm_err_t resolve_elsewhere(const struct event_string *string, int place, pfm_os_t os,
				   struct selection *selection, pfm_err_t error)
{
	struct selection first = *selection;

	while (!find_event(&string->terms[0].name, &place, &selection->ref)) {
		selection->count = 0;
		selection->problem = NO_PROBLEM;
		if (!resolve_both(string, place, os, selection))
			return PFM_SUCCESS;
	}
	*selection = first;
	return error;
}

/* Tries the other ways to read the string, after an error of the attributes as written. */
static NEVER_INLINE pfm_err_t resolve_otherwise(const struct event_string *string, int place, pfm_os_t os,
						struct selection *selection, pfm_err_t error)
{
	error = resolve_joined(string, place, os, selection, error);
	if (error == PFM_ERR_ATTR && selection->problem == PROBLEM_NO_ATTRIBUTE && !string->has_pmu)
		return resolve_elsewhere(string, place, os, selection, error);
	return error;
}

/* Returns whether a name is a PMU's; not if it has no events and its device is here: then the kernel names them. */
static bool is_pmu_of_events(struct span name)
{
	struct instance instance;
	int pmu = pmu_meant(name, &instance);

	return is_known_pmu(name) && (pmu < 0 || pmu_data(pmu)->events || pmu_data(pmu)->flags & PMU_COMPOSED ||
					!pmu_has_device(pmu));
}

/* Notes why there is no such event. */
static NEVER_INLINE pfm_err_t fail_event(const struct event_string *string, struct selection *selection,
	pfm_err_t error)
{
	bool known = !string->has_pmu || is_pmu_of_events(string->pmu.span);

	selection->problem = error == PFM_ERR_NOMEM   ? PROBLEM_NO_MEMORY :
			     error == PFM_ERR_NOTSUPP ? PROBLEM_EVENT_LACKING :
			     known                    ? PROBLEM_NO_EVENT :
							PROBLEM_NO_PMU;
	selection->where = known ? string->terms[0].name.span : string->pmu.span;
	return error;
}

ALWAYS_INLINE pfm_err_t resolve_text(const char *text, pfm_os_t os, bool by_vendor, struct selection *selection)
{
	struct event_string string;
	pfm_err_t error;
	int place = 0;

	selection->count = 0;
	selection->by_vendor = by_vendor;
	selection->problem = NO_PROBLEM;
	if (!event_string_split(text, &string)) {
		selection->problem = PROBLEM_WHITE_SPACE;
		selection->where = (struct span){ text + string.bad, 1 };
		return PFM_ERR_INVAL;
	}
	error = find_string_event(&string, &place, &selection->ref);
	if (error)
		return fail_event(&string, selection, error);
	if (!by_vendor && resolve_plain(&string, os, selection))
		return PFM_SUCCESS;
	error = resolve_attributes(&string, false, os, selection);
	return error ? resolve_otherwise(&string, place, os, selection, error) : PFM_SUCCESS;
}

pfm_err_t resolve(const char *text, pfm_os_t os, struct selection *selection)
{
	return resolve_text(text, os, false, selection);
}

pfm_err_t resolve_vendors_text(const char *text, pfm_os_t os, struct selection *selection)
{
	return resolve_text(text, os, true, selection);
}
