/* The one way from what the user names - operands, files, groups, patterns, in either language - to encoded events. */
#ifndef PFM_TOOL_RESOLVE_H
#define PFM_TOOL_RESOLVE_H

#include "asked.h"
#include "cores.h"

/* An event as it is encoded for one device, or by codes alone, with all that any tool prints of it. */
struct encoded {
	const char *operand;           /* what messages begin with */
	char *event;                   /* the string that was looked up, with its PMU */
	char *string;                  /* in full, as the tables call it; NULL: no table has it */
	const pfm_perf_event_t *perfs; /* as perf's language has it; NULL: it is an event string */
	const char *label;             /* what name= says, or NULL */
	uint64_t codes[4];             /* register words, or config, config1 and config2 */
	int count;                     /* of codes */
	struct perf_event_attr attr;   /* type UINT32_MAX: the kernel's number of the device is not known */
	int idx, cpu;                  /* -1: none */
	unsigned int flags;            /* PFM_PERF_* */
	const char *device;            /* that counts it, as words for perf need it; or NULL */
	const struct core *core;       /* that it was asked for on, with --all-cores; or NULL */
	bool is_kernels;               /* the core type is in the attr, since no PMU of the tables says it */
	bool is_box;                   /* one of all boxes of its kind */
	char own_device[64];
	const struct encoding *how; /* in forms */
	bool is_first;              /* likewise: of all that are written */
};

/* What is read, and what becomes of it. */
struct resolving {
	const struct given *given;
	const struct asked *asked; /* of boxes and cores */
	const char *group;         /* of the tables, whose events come first; or NULL */
	bool quiet;                /* say nothing but what is wrong */
	bool is_of_all_cores;      /* perf counts what is written on all core types, if it names none */
	bool is_everywhere;        /* events are read for counting, as perfs: on all PMUs that have them */
	/* Returns another machine's string for an event that this one lacks, to be freed; or NULL. May be NULL. */
	char *(*elsewhere)(const char *event);
	/* Takes the events of an operand: on all its devices, boxes or core types. is_everywhere: 0 of a bad one. */
	bool (*use)(struct encoded **events, int count, void *data);
	void (*mark)(char brace, void *data); /* for_each_grouped_event()'s; may be NULL */
	void *data;
};

/* Encodes all operands. False: something failed, which has been said. */
bool resolve_all(int count, char **operands, const struct resolving *how);

/* Returns the event in full: as the tables call it, if that says all, or else in perf's language. */
const char *string_of(const struct encoded *encoded, const struct given *given);

/* Returns whether the string of the tables says all that an event of perf's language asks for. */
bool is_said_by_tables(const struct encoded *encoded, const struct given *given);

#endif
