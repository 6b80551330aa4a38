/* What a form is for the tool that writes it; the names of all forms are in form_names.h. */
#ifndef PFM_FORM_H
#define PFM_FORM_H

#include "events/resolve.h"

/* Which events are encoded, and how they are written. */
struct encoding {
	struct given given;
	const struct form *form;
	const char *group;
	struct asked asked;
	const char *package, *type; /* of Go; of PMUs to list */
	bool deprecated;            /* list deprecated events, too */
	double seconds;             /* of perfetto */
	bool any;                   /* whether an event was there to be written: print_encoded() sets it */
};

/* Writes an event. False: the form has no way to say it, which has been said. */
typedef bool print_form(const struct encoded *encoded);

/* What a form takes is what it has: a member that is NULL or 0 is no way to ask for it. */
struct form {
	const char *name;
	print_form *print;                 /* events, one after the other */
	void (*end)(void);                 /* behind the last of them */
	int plm;                           /* levels to count at by default, beside user and kernel */
	bool is_of_all_cores;              /* an event that names no core type counts on all of them */
	const struct code_language *codes; /* codes on every CPU */
	int metric;                        /* enum metric_form */
	bool (*list)(const struct encoding *how, int words, char **word); /* all events, or those of words */
};

#endif
