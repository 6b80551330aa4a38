/* The rows of PMUs as they are read: splits names and finds rows by them, and makes PMUs when they are first named. */
#include "rows.h"
#include "facts.h"
#include "import.h"
#include "index.h"
#include "seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- PMUs ---- */

static struct import_pmu *find_or_make(struct import *import, const char *name, const struct family *family)
{
	struct import_pmu *pmu;

	for (int i = 0; i < import->pmu_count; i++)
		if (same_name(import->pmus[i]->name, name))
			return import->pmus[i];
	pmu = need(calloc(1, sizeof *pmu));
	*pmu = (struct import_pmu){ .import = import, .name = name, .family = family };
	import->pmus = grow(import->pmus, import->pmu_count, sizeof *import->pmus);
	import->pmus[import->pmu_count++] = pmu;
	return pmu;
}

struct import_pmu *import_pmu(struct import *import, const char *name, const struct family *family)
{
	struct import_pmu *pmu = find_or_make(import, name, family);
	const char *identity = import->variant ? import->variant : name;

	for (pmu->identity = 0; pmu->identity < pmu->identity_count; pmu->identity++)
		if (same_name(pmu->identities[pmu->identity].name, identity))
			return pmu;
	if (pmu->identity_count < MAX_VARIANTS)
		pmu->identities[pmu->identity_count++].name = identity;
	else
		report((struct place){ name, 0, 0 }, "more than %d variants", MAX_VARIANTS);
	return pmu;
}

struct identity *identity_of(struct import_pmu *pmu)
{
	return &pmu->identities[pmu->identity];
}

uint32_t all_variants(const struct import_pmu *pmu)
{
	return UINT32_MAX >> (MAX_VARIANTS - pmu->identity_count);
}

/* Returns the length of "cpu VENDOR FAMILY: " if one line can have the models of both; 0: it cannot. */
static size_t same_family(const char *a, const char *b)
{
	const char *colon = strchr(a, ':');
	size_t length = colon ? (size_t)(colon - a) + 2 : 0;

	return length && !strncmp(a, b, length) && !strchr(a, '/') && !strchr(b, '/') ? length : 0;
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

void add_cpu(struct import_pmu *pmu, const char *cpu)
{
	struct identity *identity = identity_of(pmu);

	for (int i = 0; i < identity->cpu_count; i++) {
		size_t length = same_family(identity->cpus[i], cpu);

		if (!length && strcmp(identity->cpus[i], cpu))
			continue;
		if (length && !has_word(identity->cpus[i] + length, cpu + length))
			identity->cpus[i] = joined(identity->cpus[i], " ", cpu + length);
		return;
	}
	identity->cpus = grow(identity->cpus, identity->cpu_count, sizeof *identity->cpus);
	identity->cpus[identity->cpu_count++] = cpu;
}

bool give_machine(struct import_pmu *pmu, const struct machine *machine)
{
	const char *device = identity_of(pmu)->device;

	if (device && machine->device && strcmp(device, machine->device)) {
		report((struct place){ machine->directory, 0, 0 },
		       "of %s, and PMU %s is of %s: give each a name of its own", machine->device,
		       identity_of(pmu)->name, device);
		return false;
	}
	for (int i = 0; i < machine->cpu_count; i++)
		add_cpu(pmu, machine->cpus[i]);
	if (!device)
		identity_of(pmu)->device = machine->device;
	return true;
}

/* ---- rows ---- */

/* Splits a name at its first dot; further dots become _, as unit masks have none. A dot at the end is dropped. */
bool split_name(struct import_row *row, const char **why)
{
	const char *dot = strchr(row->name, '.');
	char *umask;

	*why = NULL;
	for (const unsigned char *at = (const unsigned char *)row->name; *at && !*why; at++)
		if (*at <= ' ' || *at >= 0x7f || strchr(":=,\"#", *at)) {
			char text[128];

			snprintf(text, sizeof text,
				 "EventName: a name has byte 0x%02x; expected letters, digits and signs but blanks, "
				 "quotes, # : = and ,", *at);
			*why = copy_text(text, strlen(text));
		}
	if (!*why && (!*row->name || dot == row->name))
		*why = joined("EventName: \"", row->name, "\": no name of an event");
	if (!*why && strlen(row->name) > MAX_EVENT_NAME)
		*why = joined("EventName: ", copy_text(row->name, 60), "...: a name of more than 255 bytes");
	if (*why)
		return false;
	row->event = dot ? copy_text(row->name, (size_t)(dot - row->name)) : row->name;
	row->umask = NULL;
	if (!dot || !dot[1])
		return true;
	umask = copy_text(dot + 1, strlen(dot + 1));
	for (char *at = umask; (at = strchr(at, '.'));)
		*at = '_';
	row->umask = umask;
	return true;
}

bool same_encoding(const struct family *family, const struct import_row *a, const struct import_row *b)
{
	uint64_t mask_a = a->mask << family->mask_place, mask_b = b->mask << family->mask_place;
	bool same = family->code_is_word ? (a->code | mask_a) == (b->code | mask_b)
					 : a->code == b->code && mask_a == mask_b;

	return same && a->second == b->second && a->c == b->c && a->i == b->i && a->e == b->e && a->t == b->t;
}

const char *full_name(const struct import_row *row)
{
	size_t length = strlen(row->event) + (row->umask ? strlen(row->umask) + 1 : 0);
	char *name = need(malloc(length + 1));

	snprintf(name, length + 1, row->umask ? "%s.%s" : "%s", row->event, row->umask);
	return name;
}

/* Narrows counters to those of both files, as all machines of the table have these; if there are none, keeps them. */
static void narrow(struct counters *here, struct counters other)
{
	if ((here->general & other.general) | (here->fixed & other.fixed)) {
		here->general &= other.general;
		here->fixed &= other.fixed;
	}
}

/* Merges a row of the same or another variant. False: it is new, as its code differs and no variant has both. */
static bool merge_row(struct import_pmu *pmu, int number, const struct import_row *row)
{
	for (int i = number;; i = pmu->rows[i].next_same_name) {
		struct import_row *have = &pmu->rows[i];
		bool overlap = have->variants & row->variants;

		if (same_encoding(pmu->family, have, row)) {
			narrow(&have->counters, row->counters);
			for (const struct owned_facts *facts = &row->owned; facts; facts = facts->next)
				if (!replace_owned(&have->owned, facts))
					add_owned(&have->owned, facts);
			have->variants |= row->variants;
			if (row->seen && have->seen && row->seen != have->seen)
				pmu->import->vendor_names[row->seen - 1].same_as = have->seen - 1;
			return true;
		}
		if (overlap) {
			row_wrong(pmu->import, row->place, "EventName: %s is in %s line %d with another code",
				  row->name, have->place.file, have->place.line);
			return true;
		}
		if (have->next_same_name < 0) {
			have->next_same_name = pmu->row_count;
			return false;
		}
	}
}

void add_row(struct import_pmu *pmu, struct import_row row)
{
	const char *name, *why;
	int number;

	if (!split_name(&row, &why))
		row_wrong(pmu->import, row.place, "%s", why);
	if (why || row_is_wrong(pmu->import))
		return;
	pmu->seen++;
	if (pmu->import->current_name) {
		row.seen = pmu->import->current_name;
		row.unit = pmu->import->vendor_names[row.seen - 1].unit;
		name_is(pmu->import, NAME_TAKEN, NULL);
		hash_row(pmu->import, &row);
	}
	if (!row.variants)
		row.variants = UINT32_C(1) << pmu->identity;
	if (!row.owned.variants)
		row.owned.variants = row.variants;
	row.next_same_name = -1;
	name = full_name(&row);
	number = index_add(&pmu->names, name, pmu->row_count);
	if (number < pmu->row_count && merge_row(pmu, number, &row))
		return;
	pmu->rows = grow(pmu->rows, pmu->row_count, sizeof *pmu->rows);
	pmu->rows[pmu->row_count++] = row;
}

static bool is_another_code(const struct import_pmu *pmu, int number, const struct import_row *row)
{
	for (int i = number; i >= 0; i = pmu->rows[i].next_same_name)
		if (pmu->rows[i].variants & row->variants && !same_encoding(pmu->family, &pmu->rows[i], row))
			return true;
	return false;
}

bool copy_row(struct import_pmu *pmu, struct import_row row, uint32_t variants)
{
	struct owned_facts *owned = NULL;
	const char *name = full_name(&row);
	int number;

	row.variants = variants;
	row.next_same_name = -1;
	row.owned.variants = variants;
	for (const struct owned_facts *from = row.owned.next; from; from = from->next) {
		struct owned_facts *copy = need(malloc(sizeof *copy));

		*copy = *from;
		copy->variants = variants;
		copy->next = owned;
		owned = copy;
	}
	row.owned.next = owned;
	number = index_add(&pmu->names, name, pmu->row_count);
	if (number < pmu->row_count) {
		if (is_another_code(pmu, number, &row))
			return false;
		if (merge_row(pmu, number, &row))
			return true;
	}
	pmu->rows = grow(pmu->rows, pmu->row_count, sizeof *pmu->rows);
	pmu->rows[pmu->row_count++] = row;
	return true;
}
