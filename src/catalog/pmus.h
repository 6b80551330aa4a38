/*
 * The PMUs: the body of tables that has their rows, whether this machine has them, and their names in the kernel.
 *
 * A PMU is its index here: the compiled ones in lookup order, then those of loaded files. After opening nothing here
 * changes. Answers of the kernel that are read later are kept elsewhere (machine/devices.h, the types below), and
 * devices that no table knows follow behind the list (kernel_pmus.h).
 */
#ifndef PFM_PMUS_H
#define PFM_PMUS_H

#include <perfmon/pfmlib.h>

#include <stdatomic.h>

#include "catalog/sources.h"
#include "machine/files.h"
#include "tables/lookup.h"

enum { INSTANCE_NAME = 256 };

enum pmu_state {
	MAPPED = 1,     /* can be found by its number */
	ACTIVE = 2,     /* is present on this machine */
	SEARCHED = 4,   /* its events are found if the event string names it */
	LATE = 8,       /* becomes ACTIVE and SEARCHED if its device exists, which is checked on first use */
};

struct pmu {
	uint16_t number;                /* public number: pfm_pmu_t */
	uint16_t row;
	uint8_t body, state;
	uint8_t composed;               /* index of its composition in events.c; 0: none */
};

/* Events of a file that are added to another PMU, in the table of the file's PMU row. */
struct extension {
	uint16_t pmu, row;
	uint8_t body;
};
enum { MAX_EXTENSIONS = 256 };

extern struct pmus {
	const struct tables *bodies[MAX_BODIES];
	struct pmu list[MAX_PMUS];
	uint16_t order[MAX_PMUS];       /* PMUs in the order in which event names without a PMU are looked up */
	struct extension extensions[MAX_EXTENSIONS];
	int body_count, count, order_count, extension_count;
	struct { int from, to; } by_device; /* part of order: compiled PMUs for which pmu_is_by_device() is true */
	int perf, perf_raw;             /* the kernel's own PMUs, perf and perf_raw */
	unsigned int perf_plm;
	int perf_core;                  /* core PMU whose events perf's generic events are; -1: none */
	bool has_perf;                  /* whether perf_event can be used */
	bool forced;                    /* whether LIBPFM_FORCE_PMU selects the only PMU */
	atomic_int kernel_known;        /* number of PMUs of kernel_pmus.h + 1; 0: not read yet */
	struct host host;
} pmus;

/* The instance of a PMU: {n}, or {n} and {m}. */
struct instance {
	int count;                      /* how many numbers are given; 0: no instance is named */
	int numbers[2];
};

static inline const struct tables *pmu_body(int pmu)
{
	return pmus.bodies[pmus.list[pmu].body];
}

static inline const struct table_pmu *pmu_data(int pmu)
{
	return &pmu_body(pmu)->pmus.rows[pmus.list[pmu].row];
}

static inline const struct table_layout *pmu_layout(int pmu)
{
	return &pmu_body(pmu)->layouts.rows[pmu_data(pmu)->layout];
}

static inline const struct table_modifier *pmu_modifier(int pmu, int modifier)
{
	return &pmu_body(pmu)->modifiers.rows[pmu_layout(pmu)->first_modifier + (uint32_t)modifier];
}

static inline const char *pmu_name(int pmu)
{
	return name_at(pmu_body(pmu), pmu_data(pmu)->name);
}

static inline int pmu_number(int pmu)
{
	return pmus.list[pmu].number;
}

/* Returns whether two PMUs have the same events: instances of a box do. */
static inline bool pmus_are_alike(int a, int b)
{
	return pmus.list[a].body == pmus.list[b].body && pmu_data(a)->part == pmu_data(b)->part &&
		pmu_data(a)->visible == pmu_data(b)->visible;
}

/* Returns whether one PMU stands for several devices, by their numbers. */
static inline bool pmu_has_instances(int pmu)
{
	return pmu_data(pmu)->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED);
}

static inline bool pmu_is_perf(int pmu)
{
	return pmu == pmus.perf;
}

/* Returns whether libpfm4 does not have it. */
static inline bool pmu_is_new(int pmu)
{
	return pmus.list[pmu].number >= FIRST_NEW_PMU;
}

static inline struct host *catalog_host(void)
{
	return &pmus.host;
}

static inline bool catalog_has_perf(void)
{
	return pmus.has_perf;
}

/* Lists all compiled PMUs, none of them active. */
void pmus_open(void);
void pmus_close(void);

/*
 * Add a PMU of a loaded body: pmus_add() with the next free number, valid until pmus_close(), and a new name;
 * pmus_replace() in place of a compiled one of the same name. pmus_add() returns the PMU; -1: there is no room.
 */
int pmus_add(uint8_t body, uint16_t row);
void pmus_replace(int pmu, uint8_t body, uint16_t row);

/* Adds the events of an extension to a PMU that is PMU_EXTENDED; false: there is no room. */
bool pmus_extend(int pmu, uint8_t body, uint16_t row);

/* Returns how many devices without a table have been found to be PMUs; negative: not looked for yet. */
static inline int kernel_pmus_known(void)
{
	return atomic_load_explicit(&pmus.kernel_known, memory_order_acquire) - 1;
}

/*
 * Finds the PMU with a public number; -1 if there is none, it is disabled, or its tables are bad. Of devices without a
 * table it finds those that are known.
 */
int pmu_by_id(unsigned int number);

/* Returns one more than the highest number of a PMU with a table; devices without a table follow. */
unsigned int pmu_numbers(void);

/* Finds the PMU of exactly that name; -1: none. */
int pmu_by_name(struct span name);

/* Finds it fast if it is the first of its hash; -1: it is not, use pmu_by_name(). */

ALWAYS_INLINE int pmu_first_named(const struct name *name)
{
	struct filed filed = { pfm_compiled.pmu_slots.rows, pfm_compiled.pmu_slots.count - 1, 0 };
	uint32_t slot = name->hash & filed.mask, value = slot_with(filed, name->hash, false, &slot);

	if (!value || !name_is(name, pmu_name((int)slot_row(value, filed.mask))))
		return -1;
	return (int)slot_row(value, filed.mask);
}

/* Returns whether a PMU is a box of a family: PMUs whose names are that of the family and a number. */
bool pmu_is_of_family(int pmu, struct span family);

/*
 * Finds the PMU that a prefix of an event string means, and which of its devices: a whole name; else a name and the
 * number of an instance; else the name of a family of numbered PMUs, meaning the first that is present. -1: none.
 */
int pmu_meant(struct span name, struct instance *instance);

/* Returns the PFM_PLM* bits that the PMU can tell apart. perf has those of the machine's first active core PMU. */
unsigned int pmu_plm(int pmu);

/* Returns whether the machine has a device of the PMU. A shortage (files.h) looks like none. */
bool pmu_has_device(int pmu);

/* Returns whether the tables of a PMU can be used: those of a file may be found to be bad. */
static inline bool pmu_is_good(int pmu)
{
	return source_is_good(pmus.list[pmu].body);
}

static inline bool pmu_is_there(int pmu, enum pmu_state state)
{
	uint8_t known = pmus.list[pmu].state;

	return (known & state || (known & LATE && pmu_has_device(pmu))) && pmu_is_good(pmu);
}

/* Returns false if the PMU is not active whatever devices there are. Looks at none: for loops over all PMUs. */
static inline bool pmu_may_be_active(int pmu)
{
	return pmus.list[pmu].state & (ACTIVE | LATE);
}

static inline bool pmu_is_active(int pmu)
{
	return pmu_is_there(pmu, ACTIVE);
}

static inline bool pmu_is_searched(int pmu)
{
	return pmu_is_there(pmu, SEARCHED);
}

/*
 * Finds attr.type of a PMU, or of an instance of it: PERF_TYPE_RAW if it has no name in sysfs, else the kernel's type
 * of its device. A type found is remembered. Errors: PFM_ERR_NOTSUPP or PFM_ERR_NOTFOUND, as the PMU's text says;
 * PFM_ERR_NOMEM if it could not be read for want of memory or file descriptors.
 */
pfm_err_t pmu_type(int pmu, const struct instance *instance, uint32_t *type);

/* Does the same, but the type is UINT32_MAX if the kernel does not know the device. */
pfm_err_t pmu_type_or_unknown(int pmu, const struct instance *instance, uint32_t *type);

/*
 * Write the name of a PMU or of its instance, as event strings have it, and that of its device: the machine's own or,
 * if the machine does not tell, the name that it would have. device: "" for the core PMU. Both are cut at size.
 */
void pmu_instance_name(int pmu, const struct instance *instance, char *name, size_t size);
void pmu_device_name(int pmu, const struct instance *instance, char *name, size_t size);

#endif
