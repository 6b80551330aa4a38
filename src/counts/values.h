/* The counts of a file: names with numbers, in the order of its lines. Depends on formula/ only. */
#ifndef PFM_COUNTS_VALUES_H
#define PFM_COUNTS_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* A set of texts, numbered in the order of their first appearance. Zero-initialised. */
struct text_set {
	char **list;
	int count, room;
	int *slots;        /* hash table of numbers + 1; 0: free */
	size_t slot_count; /* a power of two */
};

/* Returns the number of a text; -1: it is not there. */
int place_in_texts(const struct text_set *set, const char *text);

/* One count of a file. */
struct given_value {
	int name, place;     /* indexes in names and places; a place is a CPU, core, socket, thread or cgroup */
	double value, share; /* share: part of the time for which it was counted, 0 to 1 */
	double time;         /* of perf stat -I, in seconds; negative: none */
	int line;            /* number of its line, from 1 */
	int run;             /* number of the command's run, from 0 */
	bool is_counted, is_of_perf;
	bool has_fraction;
	char unit[32];
};

struct given_values {
	struct given_value *list;
	int count, room;
	struct text_set names;  /* in lowercase, with / for @, and without backslashes */
	struct text_set places; /* parts separated by blanks; "": the whole machine or process */
	char **typed;           /* by name: its first spelling in the file */
	int typed_room;
	int run, line;      /* current run and line */
	int is_system_wide; /* 1 or 0, as the heading tells; -1: unknown */
	bool has_times;
	bool (*is_event)(const char *name); /* whether a word is an event of this machine; NULL: no word is */
};

/* Reads a number that a count can be, and nothing behind it. */
bool read_count(const char *text, double *number);

/* Reads the same, where the user's language has a comma for the point: with other than three digits behind it. */
bool read_decimal(const char *text, double *number);

/* Returns whether a number is no whole one. */
bool is_fraction(double number);

/* Returns whether a text stands for a count that there is not. */
bool is_uncounted(const char *text);

/* Returns whether a folded name is that of a time that perf measures, which is of all places. There are three. */
bool is_time_name(const char *name);

/* Returns whether a word is a unit of counts, not the name of one. */
bool is_unit(const char *word);

/* Returns the seconds in a unit of time; 0: it is none. */
double seconds_of_unit(const char *unit);

/* Removes blanks around a text, in its place. */
char *trim_text(char *text);

/* Makes a name what names are compared as, in its place. */
void fold_name(char *name);

/*
 * Adds a count, but for name, place, line and run, which it fills in. A unit in parentheses behind the name is the
 * count's. False: no memory.
 */
bool keep_count(struct given_values *values, const struct given_value *value, const char *name, const char *place);

/* Adds a part to the text of a place that has room for size bytes. */
void add_to_place(char *place, size_t size, const char *part);

/* Lets counts that are added from now on be of another run, if the run so far has any. */
void begin_run(struct given_values *values);

/* Forgets all counts. */
void drop_values(struct given_values *values);

void free_values(struct given_values *values);

/* Returns whether a line has this name. */
bool has_value(const struct given_values *values, const char *name);

/* Returns the end of the lines that have the run and the time of the first one: a turn of perf stat -I. */
int end_of_turn(const struct given_values *values, int first);

#endif
