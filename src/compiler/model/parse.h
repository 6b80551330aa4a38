/* Parses the text of blocks into the model. */
#ifndef PMUC_PARSE_H
#define PMUC_PARSE_H

#include "model.h"
#include "compiler/text/words.h"

/* Reads the blocks of the text whose first lines are marked as used. */
void parse_used(struct model *model, const struct source *source);

/* Reads the text of a file, which is cut up. path is for messages. */
void parse_text(struct model *model, const char *path, char *bytes, size_t length);

/* Reads a file, or all files DIRECTORY/DIRECTORY/NAME.pmu of a directory, by name. */
void parse_path(struct model *model, const char *path);

/* Reads all files DIRECTORY/DIRECTORY/NAME of a directory, by name, whose names fit a pattern as in the shell. */
void parse_directory(struct model *model, const char *directory, const char *names, bool may_lack);

/* Reads all layouts, after all sources. */
void parse_layouts(struct model *model);
void parse_order(struct model *model, const char *path);

/* Makes PMUs, marked so, of extensions of PMUs that are not in the text, for a file that is loaded. */
void part_extensions(struct model *model);

/*
 * Returns whether a line, of the block that begins at line first, names the machines of the package's metrics: a text
 * for a file that is loaded takes the metrics only.
 */
bool is_of_lender(const struct source *source, int first, const struct line *line);
/* Removes words of borrowed rows that name tables which are not here, as none of the rows could be meant. */
void forget_other_owners(struct model *model);

/* Keeps, for a file that is loaded, PMUs in the order of their text, and only layouts that they use. */
void keep_used(struct model *model);

/* Finds the rows of all tables (expand.c) and reads them; tables that only lend rows to others are gone then. */
void parse_rows(struct model *model);

/* Parse blocks; *line is where the block begins, and, afterwards, the next one. */
void parse_layout(struct model *model, const struct source *source, int *line);
void parse_pmu(struct model *model, const struct source *source, int *line);
void parse_groups(struct model *model, const struct source *source, int *line);
void parse_lists(struct model *model, const struct source *source, int *line);
void parse_metrics(struct model *model, const struct source *source, int *line);

void parse_aliases(struct model *model, const struct source *source, int *line);

/* Adds to blocks of aliases what they take from each other, after all blocks have been read. */
void expand_aliases(struct model *model);

/* Adds to blocks of metrics what they take from each other, after all blocks have been read. */
void expand_metrics(struct model *model);

/* Returns the conditions after a word "for", at word first of line. */
struct table_condition *parse_conditions(const struct line *line, int first, int *count);

/* Checks a version of Linux: two numbers and a dot, as 5.15. */
void check_linux(struct word word, const char *version);

/* Parses a word for a fact of an event or unit mask. False: it is none. */
bool parse_fact(struct facts *facts, struct word word);

/* Reads cycles as thousandths, "6.11" as 6110; false, and 0: it is no such number. parse_latency() reports that. */
bool read_latency(const char *value, uint32_t *latency);
uint32_t parse_latency(struct word word, const char *value);

/*
 * Returns whether a word, or a row, has facts of the table or the variant NAME only: errata-of=NAME:WORD,...,
 * deprecated-of=NAME[:EVENT], period-of=NAME:N or latency-of=NAME:N. says_owned() reports a bad one.
 */
bool says_owned(struct word word);
bool has_owned(const struct line *line);

/* Returns whether the word is KEY-of=NAME..., and NAME the table or one of its variants. */
bool is_owned_by(const struct table *table, const char *word, const char *key);

/* Returns facts with those that the row's words add for the table or one of the variants. */
struct facts facts_of_variants(const struct table *table, const struct line *line, uint32_t variants,
	struct facts facts);

/* Returns whether facts are equal in all that such words can set. */
bool same_owned(const struct facts *a, const struct facts *b);

/* Gives aliases the facts of their rows. */
void inherit_facts(struct table *table);

/* Checks that every row's words of that kind name a table or a variant. */
void check_owners(const struct model *model);

/* Reads counters: N, A-B or fN (fixed), comma-separated. */
struct counters parse_counter_list(struct word word, const char *list);

/* Checks FILE, FILE=PATTERN, name=PATTERN, with ! in front or not, comma-separated: complains about files that are
 * elsewhere. */
void check_device_conditions(struct word word, const char *conditions);

uint8_t parse_hook(struct word word, const char *name);

/* The words of perf_event_attr: config, config1 and so on. */
extern const struct named config_words[];

/* Reads "config:0-7,32-35": the bits of a word of perf_event_attr, the lowest first. False: that was reported. */
bool parse_bits(struct word word, const char *text, struct table_bits *bits, uint8_t *count);

/* Parses a line of a PMU, a layout or a sharing block about what events share. False: it is something else. */
bool parse_sharing_line(const struct line *line, struct sharing *sharing);
void parse_sharing(struct model *model, const struct source *source, int *line);

/* ---- rows that are said elsewhere (expand.c) ---- */

/* A row: its line and, for an event, its unit masks. */
struct row {
	const struct line *line;
	struct rows *below;             /* the event's unit masks; NULL: none */
	bool taken;                     /* from elsewhere: rows of the table itself may replace it */
	struct place by;                /* the word that took it last; file NULL: it is the block's own */
};

struct rows {
	struct row *rows;
	int count;
	int taken_end;                  /* index of the first row that is not from elsewhere */
};

/* Returns the events of a table with all that it takes from others. */
const struct rows *expand_table(const struct model *model, struct table *table);

/* Adds the rows of an extend block to its PMU's table, which has been expanded. */
void expand_extension(const struct model *model, const struct block *block);

#endif
