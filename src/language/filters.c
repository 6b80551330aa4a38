/*
 * Completes names of the tables by perf's terms. A vendor's name may leave out the filter of an event
 * (UNC_C_TOR_INSERTS.MISS_OPCODE: which opcode) or what the kernel requires (lane= of a PCIe port), since perf has
 * terms for these. If the tables require a unit mask or a modifier for them, a placeholder is used and then removed
 * from the words. A filter that the tables add by default, which lets everything pass, is dropped if any term sets the
 * same config word, as the kernel's event has no such filter.
 */
#include "language/language.h"

#include "encode/device_fields.h"
#include "encode/perf_attr.h"

enum { MOST_GAPS = 4 };

/* The bits of the words that terms must set instead of each placeholder. */
struct gaps {
	uint64_t words[MOST_GAPS][MAX_WORDS];
	int count;
};

/* Recognizes a unit mask that is a filter, and nothing else. */
static bool is_filter(const struct event_ref *ref, const struct table_umask *umask)
{
	const struct table_umask_rare *rare = umask_rare(ref->in, umask);

	return ref_sees(ref, umask) && !umask->code && umask->flags & UMASK_RARE && (rare->words[1] | rare->words[2]) &&
		!rare->words[0];
}

static uint32_t named_groups(const struct selection *selection)
{
	uint32_t groups = 0;

	for (int i = 0; i < selection->count; i++)
		if (selection->attributes[i].kind == ATTRIBUTE_UMASK)
			groups |= 1u << umask_group(ref_umask(&selection->ref, selection->attributes[i].index));
	return groups;
}

/* Adds the first filter of a group that no unit mask is named of; false: there is none. */
static bool add_filter(struct selection *selection, uint64_t words[MAX_WORDS])
{
	uint32_t groups = named_groups(selection);

	for (int row = 0; groups && row < selection->ref.umasks->count; row++) {
		const struct table_umask *umask = ref_umask(&selection->ref, row);

		if (!is_filter(&selection->ref, umask) || groups >> umask_group(umask) & 1)
			continue;
		for (int i = 0; i < MAX_WORDS; i++)
			words[i] = umask_rare(selection->ref.in, umask)->words[i];
		return !selection_add(selection, (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = row });
	}
	return false;
}

/* Adds the first of the modifiers one of which the event must have. */
static bool add_required(struct selection *selection, uint32_t required, uint64_t words[MAX_WORDS])
{
	const struct table_modifier *modifiers = ref_modifiers(&selection->ref);
	int first = __builtin_ctz(required);

	for (; required; required &= required - 1) {
		const struct table_place *target = &modifiers[__builtin_ctz(required)].target;

		words[target->word] |= target->mask;
	}
	return !selection_add(selection, (struct attribute){ .kind = ATTRIBUTE_MODIFIER, .index = (uint16_t)first,
		.value = modifiers[first].min ? modifiers[first].min : 1 });
}

/* Encodes with placeholders for what is missing; *encoded has the defaults, too. */
static pfm_err_t encode_with_gaps(const struct selection *selection, struct selection *encoded,
				  struct encoding *encoding, struct gaps *gaps)
{
	struct selection named = *selection;

	for (gaps->count = 0;; gaps->count++) {
		uint64_t *words;
		pfm_err_t error;

		*encoded = named;
		encoding->required = 0;
		error = encode(encoded, ALL_PLM, encoding);
		if ((error != PFM_ERR_UMASK && error != PFM_ERR_ATTR) || gaps->count == MOST_GAPS)
			return error;
		words = gaps->words[gaps->count];
		memset(words, 0, sizeof gaps->words[0]);
		if (error == PFM_ERR_ATTR && encoding->required ? !add_required(&named, encoding->required, words)
								 : !add_filter(&named, words))
			return error;
	}
}

/* Computes the bits of the config words that bits of the register words go to. */
static void config_bits(const struct event_ref *ref, const struct encoding *encoding, const uint64_t words[MAX_WORDS],
			uint64_t bits[3])
{
	struct encoding with = *encoding, without = *encoding;
	uint64_t config[3];

	with.count = without.count = MAX_WORDS;
	for (int i = 0; i < MAX_WORDS; i++) {
		with.words[i] |= words[i];
		without.words[i] &= ~words[i];
	}
	perf_config(ref, &with, bits);
	perf_config(ref, &without, config);
	for (int i = 0; i < 3; i++)
		bits[i] ^= config[i];
}

/* Returns whether terms set something of each gap; if not, missing has the bits of the first that they leave open. */
static bool gaps_are_filled(const struct event_ref *ref, const struct encoding *encoding, const struct gaps *gaps,
			    const uint64_t given[CONFIG_WORDS], uint64_t missing[3])
{
	for (int n = 0; n < gaps->count; n++) {
		config_bits(ref, encoding, gaps->words[n], missing);
		if (!((missing[0] & given[0]) | (missing[1] & given[1]) | (missing[2] & given[2])))
			return false;
	}
	return true;
}

/* Computes the bits of the words behind the first that the selection's names set, not the tables by default. */
static void named_bits(const struct selection *selection, uint64_t words[MAX_WORDS])
{
	const struct event_ref *ref = &selection->ref;

	memset(words, 0, MAX_WORDS * sizeof *words);
	for (int i = 0; i < selection->count; i++) {
		const struct attribute *attribute = &selection->attributes[i];

		if (attribute->kind == ATTRIBUTE_MODIFIER) {
			const struct table_place *target = &ref_modifiers(ref)[attribute->index].target;

			words[target->word] |= target->mask;
		} else if (attribute->kind == ATTRIBUTE_UMASK && !attribute->added) {
			const struct table_umask *umask = ref_umask(ref, attribute->index);

			for (int n = 1; n < MAX_WORDS && umask->flags & UMASK_RARE; n++)
				words[n] |= umask_rare(ref->in, umask)->words[n];
			words[1] |= ref->flags & EVENT_TO_EXTRA ? umask->code : 0;
		}
	}
}

pfm_err_t perf_encode_completed(const struct selection *selection, const uint64_t given[CONFIG_WORDS],
				uint64_t config[3], uint64_t missing[3])
{
	struct perf_event_attr attr = { .size = sizeof attr };
	struct selection encoded;
	struct encoding encoding, bare;
	struct gaps gaps;
	struct instance instance;
	struct lacking_field lacking;
	uint64_t named[MAX_WORDS], without[3];
	bool printed;
	int cpu;
	pfm_err_t error = encode_with_gaps(selection, &encoded, &encoding, &gaps);

	if (!error)
		error = perf_attr_fill(&encoded, &encoding, ALL_PLM, PFM_OS_PERF_EVENT, PERF_ANYWHERE, &attr, &cpu,
				       NULL, &printed);
	if (error)
		return error;
	if (!gaps_are_filled(&encoded.ref, &encoding, &gaps, given, missing))
		return PFM_ERR_ATTR;
	for (int n = 0; n < gaps.count; n++)
		for (int i = 0; i < MAX_WORDS; i++)
			encoding.words[i] &= ~gaps.words[n][i];
	named_bits(&encoded, named);
	bare = encoding;
	for (int i = 1; i < MAX_WORDS; i++)
		bare.words[i] &= named[i];
	perf_config(&encoded.ref, &encoding, config);
	perf_config(&encoded.ref, &bare, without);
	for (int i = 1; i < 3; i++)
		config[i] = given[i] ? without[i] : config[i];
	instance = ref_instance(&encoded.ref);
	return words_to_device(encoded.ref.pmu, &instance, config, &lacking);
}
