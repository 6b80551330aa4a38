/*
 * Which PMUs exist and which are active, in which order they are searched; event identifiers and iteration.
 *
 * A PMU is its index in the compiled list, which is the order of lookup. After catalog_open() nothing here changes
 * but the events of the kernel that are read when first asked for (kernel_events.h).
 */
#ifndef PFM_CATALOG_H
#define PFM_CATALOG_H

#include <perfmon/pfmlib.h>

#include "machine/files.h"
#include "tables/lookup.h"

enum { IDENTIFIER_BITS = 21, MAX_SEGMENTS = 8 };

/* An event of a PMU, wherever its row is. */
struct event_ref {
	int pmu, index;                 /* index: the low bits of the identifier */
	const struct tables *in;
	const struct table_event *event;
	uint64_t code;                  /* event->code, or what a raw event's name says */
	uint32_t modifiers;             /* bit set over the layout's modifiers */
};

/* Rows of one table that are events of a PMU, starting with index base. */
struct segment {
	const struct tables *in;
	uint16_t table;
	int first, count;               /* rows of the table */
	int base;
};

/*
 * What catalog_open() answers for from now on, before the environment (machine_choice in identity.h); inactive: events of other
 * machines' PMUs are found, too. PFM_SUCCESS, PFM_ERR_TOOSMALL (there is no room for such a text) or PFM_ERR_NOTSUPP (it is
 * open already). What was chosen stays chosen after catalog_close().
 */
pfm_err_t catalog_choose(const char *cpu, const char *root, bool inactive);

/* Reads the environment, identifies the host and activates its PMUs; once. Returns a PFM_ code. */
pfm_err_t catalog_open(void);

/* Forgets it all. */
void catalog_close(void);

/* Whether catalog_open() has succeeded. */
bool catalog_is_open(void);

/* Whether the perf_event layers are available. */
bool catalog_has_perf(void);

struct host *catalog_host(void);

static inline const struct table_pmu *pmu_data(int pmu)
{
	return &pfm_compiled.pmus.rows[pmu];
}

static inline const struct table_layout *pmu_layout(int pmu)
{
	return &pfm_compiled.layouts.rows[pfm_compiled.pmus.rows[pmu].layout];
}

static inline const struct table_modifier *pmu_modifier(int pmu, int modifier)
{
	return &pfm_compiled.modifiers.rows[pmu_layout(pmu)->first_modifier + (uint32_t)modifier];
}

const char *pmu_name(int pmu);

/* The PMU with a public number; -1 if there is none or it is disabled. */
int pmu_by_id(unsigned int id);

/* The PMU of that name, letter case aside; -1: there is none. It may be disabled. */
int pmu_by_name(struct span name);

bool pmu_is_active(int pmu);

/* PFM_PLM* bits that the PMU can tell apart. perf has those of the machine's first active core PMU. */
unsigned int pmu_plm(int pmu);

/* Counters as pfm_get_pmu_info() reports them. */
void pmu_counters(int pmu, int *general, int *fixed);

/* Event number index of a PMU; false if out of range or another model's, or there is no memory (a shortage: host.h). */
bool pmu_event(int pmu, int index, struct event_ref *ref);

/* The first valid event from index on; -1 at the end, or without memory. */
int pmu_next_event(int pmu, int index);

int pmu_event_count(int pmu);

/* An event by identifier: PFM_SUCCESS, PFM_ERR_INVAL or PFM_ERR_NOMEM. */
pfm_err_t event_by_identifier(int identifier, struct event_ref *ref);
int event_identifier(const struct event_ref *ref);

/* The event called name of one PMU: PFM_SUCCESS, PFM_ERR_NOTFOUND or PFM_ERR_NOMEM. */
pfm_err_t pmu_find_event(int pmu, struct span name, uint32_t hash, struct event_ref *ref);

/*
 * Looks an event up: in the PMU of that name if there is one (active, or any with LIBPFM_ENCODE_INACTIVE), else in the
 * active PMUs in order. PFM_ERR_NOTFOUND: *known tells whether the PMU exists and may be searched. PFM_ERR_NOMEM: it was
 * not found, but not all could be searched.
 */
pfm_err_t catalog_find_event(const struct span *pmu, struct span name, struct event_ref *ref, bool *known);

/* Whether one of the conditions holds on this machine. */
bool catalog_meets_any(const struct table_condition *conditions, int count);

/* Writes a line of diagnostics if LIBPFM_VERBOSE (or LIBPFM_DEBUG) asks for it. */
bool catalog_is_verbose(void);
void catalog_verbose(const char *format, ...) __attribute__((format(printf, 1, 2)));
void catalog_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
