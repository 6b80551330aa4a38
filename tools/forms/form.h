/* A form as the tool sees that writes it; for the names of all forms see form_names.h. */
#ifndef PFM_FORM_H
#define PFM_FORM_H

#include "events/resolve.h"

/* Which events to encode, and how to write them. */
struct encoding {
	struct given given;
	const struct form *form;
	const char *group;
	struct asked asked;
	const char *package, *type; /* package: Go's; type: of PMUs to list; NULL: not given */
	bool deprecated;            /* also list deprecated events */
	double seconds;             /* duration of a perfetto trace */
	bool any;                   /* set by print_encoded() if there was an event to write */
};

/* Writes an event. False: the form has no way to say it, which has been said. */
typedef bool print_form(const struct encoded *encoded);

/* A form. It supports whatever its members are set for: NULL or 0 means that it does not. */
struct form {
	const char *name;
	print_form *print;                 /* prints one event after the other */
	void (*end)(void);                 /* called after the last event */
	int plm;                           /* default privilege levels in addition to user and kernel */
	bool is_of_all_cores;              /* events without core type count on all of them */
	const struct code_language *codes; /* codes on every CPU */
	int metric;                        /* enum metric_form */
	/* lists all events, or those that words select */
	bool (*list)(const struct encoding *how, int words, char **word);
};

#endif
