/*
 * A vendor's name may leave out what its event filters by (UNC_C_TOR_INSERTS.MISS_OPCODE: which opcode), since perf has
 * terms for that: filter_opc=. Where the tables have a group of unit masks for it, the first of them is put in the
 * place of the one that is missing, and its filter is taken out again.
 */
#include "language/language.h"

/* A unit mask that is a filter, and nothing else. */
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

/* Adds the first filter of a group that no unit mask is named of; its row, or -1: there is none. */
static int add_filter(struct selection *selection)
{
	uint32_t groups = named_groups(selection);

	for (int row = 0; groups && row < selection->ref.umasks->count; row++) {
		const struct table_umask *umask = ref_umask(&selection->ref, row);

		if (is_filter(&selection->ref, umask) && !(groups >> umask_group(umask) & 1))
			return selection_add(selection, (struct attribute){ .kind = ATTRIBUTE_UMASK, .index = row })
				? -1 : row;
	}
	return -1;
}

pfm_err_t perf_encode_filtered(struct selection *selection, struct encoding *encoding)
{
	int row = add_filter(selection);
	pfm_err_t error = row < 0 ? PFM_ERR_UMASK : encode(selection, ALL_PLM, encoding);

	for (int i = 0; i < MAX_WORDS && !error; i++)
		encoding->words[i] &= ~umask_rare(selection->ref.in, ref_umask(&selection->ref, row))->words[i];
	return error;
}
