/* A body being built from a model: shared by the files build*.c. */
#ifndef PMUC_BUILDER_H
#define PMUC_BUILDER_H

#include "build.h"
#include "compiler/text/pool.h"

struct builder {
	const struct model *model;
	struct body *body;
	const struct layout *layout;    /* layout of the table being built */
	struct pool names, texts, event_rares, umask_rares, event_kinds, umask_kinds, facts;
	struct pool fact_countings, fact_rares, members, aliases;
	uint32_t *set_slots;            /* unit mask sets by hash of their rows: number of the set, 0: empty */
	uint32_t set_slot_count;
};

/* ---- storing ---- */

uint32_t built_count(const struct builder *b, enum section_number section);

/* Returns room for n more rows, zeroed; valid until the next rows of the section. */
void *built_room(struct builder *b, enum section_number number, uint32_t n);

void *built_row(const struct builder *b, enum section_number number, uint32_t row);

/* Returns the offset of a string in its pool; NULL is the empty one. */
uint32_t built_name(struct builder *b, const char *text);
uint32_t built_text(struct builder *b, const char *text);

/* Returns where the rows from first to the end are stored already, else first; they are stored once. */
uint32_t built_run(struct builder *b, enum section_number number, uint32_t first);

/* Makes room to file the names of count rows. Returns the mask of its slots. */
uint32_t built_slots(struct builder *b, enum section_number section, uint32_t count, uint32_t *first);

/* ---- parts ---- */

/* Returns the number of a set of facts; 0: there are none. */
uint32_t built_facts(struct builder *b, const struct facts *facts, struct place place);

/* Returns the number of the facts about sharing, which several PMUs may have in common; 0: there are none. */
uint32_t built_sharing(struct builder *b, struct sharing *sharing, struct place place);

void build_layout(struct builder *b, const struct layout *layout);
void build_table(struct builder *b, const struct table *table);
void build_pmus(struct builder *b);

/* Builds the lookup of PMUs by name and by number. */
void build_pmu_lookup(struct builder *b);

#endif
