/*
 * The one encoder of all PMUs. Words start from the event's code and the layout's constants; modifiers write their
 * fields; unit masks are collected beside them and OR-ed in at the end, so that no modifier can clear their bits.
 */
#include "encode/encode.h"

#include <string.h>

#include "catalog/hooks.h"

enum { NO_LIMIT = 0xff };

struct encoder {
	struct selection *selection;
	struct encoding *out;           /* out->shown has the values of the modifiers in given */
	uint64_t words[MAX_WORDS];      /* code, constants and modifiers, without unit masks */
	uint64_t umasks[MAX_WORDS];     /* the bits of the unit masks */
	uint32_t given;                 /* bit set of the modifiers that have a value */
	/* bit set of the MODIFIER_TAKEN modifiers given as 0 although their least value is higher: check_zeros() */
	uint32_t zero;
	uint32_t hardwired, taken;      /* bit sets of the modifiers that the named unit masks set, or take */
	uint32_t required;
	unsigned int groups, needed_groups, ncombo_groups;
	int event_override;
	/* limit: group that excludes those above it, or NO_LIMIT; but0: group that excludes all others but 0 */
	uint8_t limit, but0;
	uint8_t last_group;             /* group of the previous unit mask */
	uint8_t forced;                 /* bit set of the words that are returned even if 0 */
	bool any_umask;
	uint64_t levels;                /* bits in word 0 of the privilege modifiers that are given */
	bool ruled;                     /* check_rules() must run */
	bool ends_otherwise;            /* end_otherwise() must run */
};

static inline const struct event_ref *ref_of(const struct encoder *encoder)
{
	return &encoder->selection->ref;
}

static inline const struct table_layout *layout_of(const struct encoder *encoder)
{
	return encoder->selection->ref.layout;
}

static inline const struct table_modifier *modifier_of(const struct encoder *encoder, int modifier)
{
	return &ref_modifiers(ref_of(encoder))[modifier];
}

static inline const struct table_event_rare *rare_of(const struct encoder *encoder)
{
	return event_rare(ref_of(encoder)->in, ref_of(encoder)->event);
}

static bool is_given(const struct encoder *encoder, int modifier)
{
	return encoder->given >> modifier & 1;
}

/* ---- start ---- */

static NEVER_INLINE void place_segments(struct encoder *encoder)
{
	const struct table_layout *layout = layout_of(encoder);
	uint64_t code = ref_of(encoder)->code;

	for (int i = 0; i < layout->segments; i++) {
		const struct table_segment *segment = &layout->event[i];
		unsigned int rest = segment->width - 1u; /* two shifts below, as a segment may be as wide as the code */

		if (segment->word != NO_WORD)
			encoder->words[segment->word] |= (code & ((UINT64_C(2) << rest) - 1)) << segment->low;
		code = code >> rest >> 1;
	}
	if (layout->column.mask)
		encoder->words[layout->column.word] |= (uint64_t)ref_kind(ref_of(encoder))->column
						       << layout->column.shift;
}

static inline void place_event(struct encoder *encoder)
{
	const struct table_layout *layout = layout_of(encoder);

	memcpy(encoder->words, layout->set, sizeof encoder->words);
	if (layout->code_as_it_is)
		encoder->words[0] |= ref_of(encoder)->code & layout->code_as_it_is;
	else
		place_segments(encoder);
}

/* ---- unit masks ---- */

static bool goes_to_extra(const struct encoder *encoder)
{
	return ref_of(encoder)->flags & EVENT_TO_EXTRA;
}

static inline void add_code(struct encoder *encoder, uint64_t code)
{
	const struct table_place *place = &layout_of(encoder)->umask;

	if (goes_to_extra(encoder))
		encoder->umasks[1] |= code;
	else
		encoder->umasks[place->word] |= code << place->shift & place->mask;
}

static inline void add_umask_bits(struct encoder *encoder, const struct table_umask *umask)
{
	add_code(encoder, umask->code);
	if (umask->flags & UMASK_RARE)
		for (int i = 0; i < MAX_WORDS; i++)
			encoder->umasks[i] |= umask_rare(ref_of(encoder)->in, umask)->words[i];
	encoder->any_umask = true;
}

/* Checks that a unit mask goes with those before. */
static NEVER_INLINE pfm_err_t check_combination(const struct encoder *encoder, unsigned int group)
{
	if (ref_of(encoder)->flags & EVENT_ONE_GROUP && encoder->last_group != group)
		return PFM_ERR_FEATCOMB;
	if (!(encoder->groups >> group & 1))
		return PFM_SUCCESS;
	if (encoder->ncombo_groups >> group & 1)
		return PFM_ERR_FEATCOMB;
	return layout_of(encoder)->rules & RULE_ONE_A_GROUP ? PFM_ERR_UMASK : PFM_SUCCESS;
}

/* Applies the rules that few unit masks have. */
enum { UMASK_RULES = UMASK_EXCL_GT | UMASK_EXCL_BUT0 | UMASK_NEEDS_GROUP | UMASK_NO_MODS | UMASK_EVENT | UMASK_RARE };
static NEVER_INLINE pfm_err_t apply_umask_rules(struct encoder *encoder, const struct table_umask *umask)
{
	const struct table_umask_rare *rare = umask_rare(ref_of(encoder)->in, umask);

	if (umask->flags & UMASK_EXCL_GT)
		encoder->limit = (uint8_t)umask_group(umask);
	if (umask->flags & UMASK_EXCL_BUT0)
		encoder->but0 = (uint8_t)umask_group(umask);
	if (umask->flags & UMASK_NEEDS_GROUP)
		encoder->needed_groups |= 1u << rare->needs_group;
	encoder->out->no_modifiers |= (umask->flags & UMASK_NO_MODS) != 0;
	encoder->hardwired |= rare->hardwired;
	encoder->taken |= rare->takes;
	encoder->required |= rare->required;
	encoder->ruled = encoder->ends_otherwise = true;
	if (!(umask->flags & UMASK_EVENT))
		return PFM_SUCCESS;
	if (encoder->event_override >= 0 && encoder->event_override != rare->event)
		return PFM_ERR_FEATCOMB;
	encoder->event_override = rare->event;
	encoder->words[0] = (encoder->words[0] & ~UINT64_C(0xff)) | rare->event;
	return PFM_SUCCESS;
}

static inline pfm_err_t apply_umask(struct encoder *encoder, const struct attribute *attribute)
{
	const struct table_umask *umask = ref_umask(ref_of(encoder), attribute->index);
	unsigned int group = umask_group(umask), before = encoder->groups;

	encoder->ncombo_groups |= (umask->flags & UMASK_NCOMBO) << group;
	if (before) {
		pfm_err_t error = check_combination(encoder, group);

		if (error)
			return error;
	}
	if (ref_of(encoder)->flags & EVENT_ASSIGN)
		encoder->umasks[layout_of(encoder)->umask.word] = 0;
	add_umask_bits(encoder, umask);
	encoder->groups = before | 1u << group;
	encoder->last_group = (uint8_t)group;
	return umask->flags & UMASK_RULES ? apply_umask_rules(encoder, umask) : PFM_SUCCESS;
}

static NEVER_INLINE pfm_err_t apply_raw_umask(struct encoder *encoder, uint64_t value)
{
	unsigned int bits = rare_of(encoder)->raw_bits ? rare_of(encoder)->raw_bits : layout_of(encoder)->raw_bits;

	if (bits < 64 && value >> bits)
		return PFM_ERR_ATTR;
	encoder->umasks[goes_to_extra(encoder) ? 1 : layout_of(encoder)->umask.word] = 0;
	add_code(encoder, value);
	encoder->groups = ref_of(encoder)->umasks->groups;
	encoder->any_umask = true;
	return PFM_SUCCESS;
}

/* ---- modifiers ---- */

static inline void write_bits(struct encoder *encoder, const struct table_place *place, bool on)
{
	uint64_t word = encoder->words[place->word] & ~place->mask;

	encoder->words[place->word] = word | (on ? place->mask : 0);
}

static inline void write_modifier(struct encoder *encoder, const struct table_modifier *modifier, uint64_t value)
{
	uint64_t mask = modifier->target.mask;
	uint64_t *word = &encoder->words[modifier->target.word];

	if (modifier->flags & MODIFIER_INTEGER)
		*word = (*word & ~mask) | (value << modifier->target.shift & mask);
	else
		write_bits(encoder, &modifier->target, !value != !(modifier->flags & MODIFIER_INVERTED));
}

/* Sets the bits that a few modifiers set elsewhere. */
static NEVER_INLINE void set_also(struct encoder *encoder, const struct table_modifier *modifier, uint64_t value)
{
	encoder->words[modifier->sets.word] |= modifier->sets.mask;
	if (value)
		encoder->words[modifier->sets_if.word] |= modifier->sets_if.mask;
	if (modifier->forces)
		encoder->forced |= (uint8_t)(1u << modifier->forces);
}

/* Applies a modifier that is more than a bit of a word. */
static NEVER_INLINE pfm_err_t apply_other_modifier(struct encoder *encoder, const struct table_modifier *modifier,
						   const struct attribute *attribute)
{
	if (modifier->flags & MODIFIER_TAKEN && !attribute->value && modifier->min) {
		encoder->zero |= UINT32_C(1) << attribute->index;
		encoder->ruled = true;
		return PFM_SUCCESS;
	}
	if (!modifier_takes(modifier, attribute->value))
		return modifier->flags & MODIFIER_RANGE_INVAL ? PFM_ERR_INVAL : PFM_ERR_ATTR_VAL;
	encoder->given |= UINT32_C(1) << attribute->index;
	encoder->out->shown[attribute->index] = attribute->value;
	if (modifier->flags & MODIFIER_IF_REQUIRED)
		encoder->ends_otherwise = true;
	if (modifier->flags & MODIFIER_TAKEN)
		return PFM_SUCCESS;
	write_modifier(encoder, modifier, attribute->value);
	if (modifier->flags & MODIFIER_SETS)
		set_also(encoder, modifier, attribute->value);
	return PFM_SUCCESS;
}

static inline pfm_err_t apply_modifier(struct encoder *encoder, const struct attribute *attribute)
{
	const struct table_modifier *modifier = modifier_of(encoder, attribute->index);

	if (modifier->flags & MODIFIER_OTHERWISE)
		return apply_other_modifier(encoder, modifier, attribute);
	encoder->given |= UINT32_C(1) << attribute->index;
	if (modifier->privilege)
		encoder->levels |= modifier->target.mask;
	write_bits(encoder, &modifier->target, attribute->value);
	return PFM_SUCCESS;
}

static pfm_err_t apply_attributes(struct encoder *encoder)
{
	const struct attribute *attribute = encoder->selection->attributes;
	const struct attribute *end = attribute + encoder->selection->count;

	for (; attribute < end; attribute++) {
		pfm_err_t error = PFM_SUCCESS;

		if (attribute->kind == ATTRIBUTE_UMASK)
			error = apply_umask(encoder, attribute);
		else if (attribute->kind == ATTRIBUTE_MODIFIER)
			error = apply_modifier(encoder, attribute);
		else if (attribute->kind == ATTRIBUTE_RAW_UMASK)
			error = apply_raw_umask(encoder, attribute->value);
		if (error)
			return error;
	}
	return PFM_SUCCESS;
}

/*
 * Accepts a modifier as 0 if no named unit mask takes it, as it is printed so: then it counts as not given. If one
 * takes it, or none is named, 0 is out of range.
 */
static pfm_err_t check_zeros(const struct encoder *encoder)
{
	return encoder->zero & encoder->taken || (encoder->zero && !encoder->any_umask) ? PFM_ERR_ATTR_VAL
											: PFM_SUCCESS;
}

/* Checks that the user repeats a field hardwired by a unit mask at most, and does not change it. */
static pfm_err_t check_hardwired(const struct encoder *encoder)
{
	for (uint32_t left = encoder->hardwired & encoder->given; left; left &= left - 1) {
		const struct table_modifier *modifier = modifier_of(encoder, __builtin_ctz(left));
		unsigned int word = modifier->target.word;

		if (!(modifier->flags & MODIFIER_TAKEN) &&
			(encoder->umasks[word] ^ encoder->words[word]) & modifier->target.mask)
			return PFM_ERR_ATTR_SET;
	}
	return PFM_SUCCESS;
}

static NEVER_INLINE pfm_err_t check_rules(const struct encoder *encoder)
{
	pfm_err_t error = check_zeros(encoder);

	if (error)
		return error;
	return encoder->needed_groups & ~encoder->groups ? PFM_ERR_FEATCOMB : check_hardwired(encoder);
}

/* Sets the levels of the caller's mask, unless the string names one. */
static void set_privilege(struct encoder *encoder, unsigned int plm)
{
	static const unsigned int levels[] = { PFM_PLM0, PFM_PLM3, PFM_PLMH };
	const struct table_layout *layout = layout_of(encoder);
	bool is_given = encoder->given & layout->with_privilege;
	uint32_t left;

	if (is_given && layout->levels) {
		encoder->words[0] &= encoder->levels | ~layout->levels;
		return;
	}
	if (layout->privilege == PRIVILEGE_ALWAYS) {
		for (int i = 0; i < 3 && !is_given; i++)
			if (plm & levels[i])
				encoder->words[layout->plm[i].word] |= layout->plm[i].mask;
		return;
	}
	if (layout->privilege == PRIVILEGE_SUPPORTED)
		plm &= ref_of(encoder)->data->plm;
	if (layout->privilege == PRIVILEGE_NONE)
		return;
	left = layout->with_privilege & ~encoder->given;
	if (layout->privilege == PRIVILEGE_EVENT)
		left &= ref_of(encoder)->modifiers;
	for (; left; left &= left - 1) {
		const struct table_modifier *modifier = modifier_of(encoder, __builtin_ctz(left));

		write_modifier(encoder, modifier, !is_given && plm & modifier->privilege);
	}
}

/* ---- defaults and group rules ---- */

static bool has_umasks(const struct event_ref *ref, unsigned int group)
{
	for (int row = 0; row < ref->umasks->count; row++) {
		const struct table_umask *umask = ref_umask(ref, row);

		if (umask_group(umask) == group && ref_sees(ref, umask))
			return true;
	}
	return false;
}

/* Adds the defaults of one group. *added, *skipped: whether there was one, or unit masks that need not be there. */
static pfm_err_t add_group_defaults(struct encoder *encoder, unsigned int group, uint8_t *limit, bool *added,
	bool *skipped)
{
	const struct tables *in = ref_of(encoder)->in;
	const struct table_umask_set *set = ref_of(encoder)->umasks;
	uint32_t visible = ref_of(encoder)->data->visible;

	if (group > *limit || (encoder->but0 != NO_LIMIT && group && group != encoder->but0)) {
		*skipped = has_umasks(ref_of(encoder), group);
		return PFM_SUCCESS;
	}
	for (uint32_t i = 0; i < set->defaults; i++) {
		uint16_t row = in->default_rows.rows[set->first_default + i];
		const struct table_umask *umask = &in->umasks.rows[set->first + row];

		if (umask_group(umask) != group || !umask_is_visible(in, umask, visible))
			continue;
		if (umask->flags & UMASK_OPTIONAL) {
			*skipped = true;
			continue;
		}
		add_umask_bits(encoder, umask);
		if (selection_add(encoder->selection,
			    (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = row, .added = true }))
			return PFM_ERR_TOOMANY;
		*added = true;
		if (ref_of(encoder)->flags & EVENT_ONE_GROUP)
			return PFM_SUCCESS;
		if (umask->flags & UMASK_EXCL_GT) {
			if (*limit != NO_LIMIT)
				return PFM_ERR_UMASK;
			*limit = (uint8_t)group;
		}
	}
	return PFM_SUCCESS;
}

static NEVER_INLINE pfm_err_t add_defaults(struct encoder *encoder)
{
	bool one_group = ref_of(encoder)->flags & EVENT_ONE_GROUP;
	unsigned int all = ref_of(encoder)->umasks->groups;
	/* kept from before: a default limits the defaults after it, not the unit masks that the user named */
	uint8_t limit = encoder->limit;

	if (encoder->groups && one_group)
		return PFM_SUCCESS;
	for (unsigned int left = encoder->groups ^ all; left; left &= left - 1) {
		bool added = false, skipped = false;
		pfm_err_t error = add_group_defaults(encoder, (unsigned int)__builtin_ctz(left), &limit, &added,
			&skipped);

		if (error)
			return error;
		if (!added && !skipped)
			return layout_of(encoder)->rules & RULE_MISSING_IS_ATTR ? PFM_ERR_ATTR : PFM_ERR_UMASK;
		if (added && one_group)
			return PFM_SUCCESS;
	}
	return PFM_SUCCESS;
}

static pfm_err_t check_groups(const struct encoder *encoder)
{
	if (!(layout_of(encoder)->rules & RULE_STRICT_GROUPS) ||
		(encoder->but0 == NO_LIMIT && encoder->limit == NO_LIMIT))
		return PFM_SUCCESS;
	for (int i = 0; i < encoder->selection->count; i++) {
		const struct attribute *attribute = &encoder->selection->attributes[i];
		unsigned int group;

		if (attribute->kind != ATTRIBUTE_UMASK)
			continue;
		group = umask_group(ref_umask(ref_of(encoder), attribute->index));
		if (encoder->but0 != NO_LIMIT && !attribute->added && group && group != encoder->but0)
			return PFM_ERR_FEATCOMB;
		if (encoder->limit != NO_LIMIT && group > encoder->limit)
			return PFM_ERR_FEATCOMB;
	}
	return PFM_SUCCESS;
}

static pfm_err_t check_required(const struct encoder *encoder)
{
	if (layout_of(encoder)->rules & RULE_NEED_UMASK && ref_of(encoder)->umasks->count && !encoder->any_umask &&
	    !(ref_of(encoder)->flags & EVENT_BARE))
		return PFM_ERR_ATTR;
	if (encoder->given & layout_of(encoder)->with_required & ~encoder->required)
		return PFM_ERR_ATTR;
	return encoder->required && !(encoder->required & encoder->given) ? PFM_ERR_ATTR : PFM_SUCCESS;
}

/* ---- modifiers that a unit mask must take ---- */

static pfm_err_t take_modifier(struct encoder *encoder, int i)
{
	const struct table_modifier *modifier = modifier_of(encoder, i);
	uint64_t mask = modifier->target.mask, built_in, value;
	unsigned int word = modifier->target.word, low = modifier->target.shift;

	encoder->out->not_in_word |= UINT32_C(1) << i;
	value = is_given(encoder, i) ? encoder->out->shown[i] : 0;
	if (!(encoder->taken >> i & 1)) {
		encoder->out->shown[i] = value;
		return is_given(encoder, i) && modifier->flags & MODIFIER_UNTAKEN_ERROR ? PFM_ERR_ATTR : PFM_SUCCESS;
	}
	built_in = (encoder->umasks[word] & mask) >> low;
	if (built_in && is_given(encoder, i) && encoder->hardwired >> i & 1 && value != built_in)
		return PFM_ERR_ATTR_SET;
	if (built_in && !(is_given(encoder, i) && !(encoder->hardwired >> i & 1)))
		value = built_in; /* bits that are not hardwired are the default of a value that is not given */
	else if (!is_given(encoder, i))
		value = modifier->untaken_default;
	encoder->umasks[word] = (encoder->umasks[word] & ~mask) | value << low;
	encoder->forced |= (uint8_t)(1u << word);
	encoder->out->shown[i] = value;
	return PFM_SUCCESS;
}

static pfm_err_t take_modifiers(struct encoder *encoder)
{
	for (uint32_t left = ref_of(encoder)->modifiers & layout_of(encoder)->with_taken; left; left &= left - 1) {
		pfm_err_t error = take_modifier(encoder, __builtin_ctz(left));

		if (error)
			return error;
	}
	return PFM_SUCCESS;
}

/* ---- end ---- */

static inline bool is_returned(const struct encoder *encoder, int word)
{
	return encoder->out->words[word] || encoder->forced >> word & 1;
}

static pfm_err_t finish(struct encoder *encoder)
{
	const struct table_layout *layout = layout_of(encoder);
	uint64_t *words = encoder->out->words;

	for (int i = 0; i < MAX_WORDS; i++)
		words[i] = encoder->words[i] | encoder->umasks[i];
	encoder->out->count = 1;
	if (words[1] | words[2] | encoder->forced)
		encoder->out->count = is_returned(encoder, 2) ? 3 : is_returned(encoder, 1) ? 2 : 1;
	/* the edge rule does not apply to codes of the vendor */
	return words[0] & layout->edge_bits && !(words[0] & layout->edge_needs) && !encoder->selection->by_vendor
		? PFM_ERR_ATTR : PFM_SUCCESS;
}

static NEVER_INLINE void start_rare(struct encoder *encoder)
{
	if (ref_of(encoder)->flags & EVENT_RARE) {
		encoder->required = rare_of(encoder)->required;
		/* this word in addition to the first, which is always returned */
		encoder->forced = (uint8_t)(1u << rare_of(encoder)->force);
		encoder->ends_otherwise = true;
	}
	if (goes_to_extra(encoder))
		encoder->forced |= 1u << 1;
}

/* Resets the encoder, but for the words and shown values of encoding, which stay until they are written. */
static inline void start(struct encoder *encoder, struct selection *selection, struct encoding *encoding)
{
	encoder->selection = selection;
	encoder->out = encoding;
	memset(encoder->umasks, 0, sizeof encoder->umasks);
	encoder->given = encoder->zero = encoder->hardwired = encoder->taken = 0;
	encoder->groups = encoder->needed_groups = encoder->ncombo_groups = encoder->required = 0;
	encoder->event_override = -1;
	encoder->limit = encoder->but0 = NO_LIMIT;
	encoder->last_group = encoder->forced = 0;
	encoder->levels = 0;
	encoder->any_umask = encoder->ruled = false;
	encoder->ends_otherwise = layout_of(encoder)->rules & RULE_NEED_UMASK ||
				  ref_of(encoder)->modifiers & layout_of(encoder)->with_taken;
	encoding->not_in_word = 0;
	encoding->no_modifiers = false;
	if (ref_of(encoder)->flags & (EVENT_RARE | EVENT_TO_EXTRA))
		start_rare(encoder);
	place_event(encoder);
}

static void run_hook(struct encoder *encoder)
{
	for (int i = 0; i < MAX_WORDS; i++) {
		encoder->words[i] |= encoder->umasks[i];
		encoder->umasks[i] = 0;
	}
	hook_encode(rare_of(encoder)->hook, encoder->words);
}

/* Ends encoding for the few that need more: rules about all in effect, a hook, modifiers that a unit mask must take. */
static NEVER_INLINE pfm_err_t end_otherwise(struct encoder *encoder)
{
	pfm_err_t error = encoder->ruled ? check_groups(encoder) : PFM_SUCCESS;

	if (error || (error = check_required(encoder)))
		return error;
	if (ref_of(encoder)->flags & EVENT_RARE && rare_of(encoder)->hook)
		run_hook(encoder);
	return take_modifiers(encoder);
}

pfm_err_t encode(struct selection *selection, int plm, struct encoding *encoding)
{
	struct encoder encoder;
	pfm_err_t error;

	start(&encoder, selection, encoding);
	error = apply_attributes(&encoder);
	if (!error && encoder.ruled)
		error = check_rules(&encoder);
	if (error)
		return error;
	set_privilege(&encoder, (unsigned int)plm);
	if (encoder.groups != selection->ref.umasks->groups && (error = add_defaults(&encoder)))
		return error;
	encoding->required = encoder.required;
	if (encoder.ends_otherwise && (error = end_otherwise(&encoder)))
		return error;
	return finish(&encoder);
}
