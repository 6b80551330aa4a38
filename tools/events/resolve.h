/* Resolves operands, files, groups and patterns, in either language, to encoded events: the only code that does. */
#ifndef PFM_TOOL_RESOLVE_H
#define PFM_TOOL_RESOLVE_H

#include "asked.h"
#include "cores.h"

/* An event encoded for one device, or by codes only, with all values that tools print. */
struct encoded {
	const char *operand;           /* the operand, for messages */
	char *event;                   /* the string that was looked up, with its PMU */
	char *string;                  /* fully qualified string of the tables; NULL: none */
	const pfm_perf_event_t *perfs; /* the event in perf's language; NULL: it is an event string */
	const char *label;             /* value of name=; NULL: none */
	uint64_t codes[4];             /* register words, or config, config1 and config2 */
	int count;                     /* number of codes */
	struct perf_event_attr attr;   /* type UINT32_MAX: unknown, as the device is not on this machine */
	int idx, cpu;                  /* -1: none */
	unsigned int flags;            /* PFM_PERF_* */
	const char *device;            /* device that counts it, for text in perf's language; NULL: none */
	const struct core *core;       /* core type selected by --all-cores; NULL: none */
	bool is_kernels; /* the core type is in the attr's config, as no PMU of the tables has the event */
	bool is_box;                   /* it is one of all boxes of a kind */
	char own_device[64];
	const struct encoding *how; /* the form for output */
	bool is_first;              /* it is the first event of the output */
};

/* What to resolve, and callbacks for the results. */
struct resolving {
	const struct given *given;
	const struct asked *asked; /* options for boxes and cores */
	const char *group;         /* group of the tables whose events come first; NULL: none */
	bool quiet;                /* print errors only */
	bool is_of_all_cores; /* events without core type are written such that perf counts them on all core types */
	bool is_everywhere;        /* events are for counting: read them with perfs, on all PMUs that have them */
	/*
	 * Returns an allocated event string of another machine for an event that this one lacks, or NULL. May be NULL.
	 */
	char *(*elsewhere)(const char *event);
	/*
	 * Uses the events of an operand, on all its devices, boxes or core types. With is_everywhere count 0 means an
	 * error.
	 */
	bool (*use)(struct encoded **events, int count, void *data);
	void (*mark)(char brace, void *data); /* callback for for_each_grouped_event(); may be NULL */
	void *data;
};

/* Encodes all operands. False: something failed, which has been said. */
bool resolve_all(int count, char **operands, const struct resolving *how);

/* Returns the event in full: as the tables call it, if that says all, or else in perf's language. */
const char *string_of(const struct encoded *encoded, const struct given *given);

/* Returns whether the string of the tables says all that an event of perf's language asks for. */
bool is_said_by_tables(const struct encoded *encoded, const struct given *given);

#endif
