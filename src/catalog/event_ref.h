/* A reference to an event, independent of the table that has its row. */
#ifndef PFM_EVENT_REF_H
#define PFM_EVENT_REF_H

#include "catalog/pmus.h"

struct event_ref {
	int pmu, index;                 /* index: the low bits of the identifier */
	const struct tables *in;
	const struct table_pmu *data;
	const struct table_layout *layout;
	const struct table_event *event;
	const struct table_umask_set *umasks;
	uint64_t code;                  /* event->code, or the code in the name of a raw event */
	uint32_t modifiers;             /* bit set of the layout's modifiers */
	uint32_t flags;                 /* enum table_event_flag */
	struct instance instance;
};

/* Rows of one table that are events of a PMU, starting with index base. */
struct segment {
	const struct tables *in;
	/* for an extension: the PMU row of its file; NULL: the row of the PMU itself */
	const struct table_pmu *data;
	uint16_t table;
	uint8_t body;                   /* index of in within pmus.bodies; 0: compiled, or made by the library */
	int first, count;               /* rows of the table: the first, and their number */
	int base;
};

static inline const struct table_modifier *ref_modifiers(const struct event_ref *ref)
{
	return &ref->in->modifiers.rows[ref->layout->first_modifier];
}

static inline const struct table_event_kind *ref_kind(const struct event_ref *ref)
{
	return event_kind(ref->in, ref->event);
}

static inline const struct table_umask *ref_umask(const struct event_ref *ref, int row)
{
	return &ref->in->umasks.rows[ref->umasks->first + (uint32_t)row];
}

/* Returns whether the PMU has the unit mask. */
static inline bool ref_sees(const struct event_ref *ref, const struct table_umask *umask)
{
	return umask_is_visible(ref->in, umask, ref->data->visible);
}

/*
 * Returns the device of its PMU that counts it: that of the event string, else the only one that has the event, else
 * any.
 */
static inline struct instance ref_instance(const struct event_ref *ref)
{
	uint8_t box = event_facts(ref->in, ref->event)->box;

	return ref->instance.count || !box ? ref->instance : (struct instance){ 1, { box - 1, 0 } };
}

#endif
