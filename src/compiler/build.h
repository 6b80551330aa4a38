/* The model as a body of tables in memory: the rows of every section, as rows.def describes them. */
#ifndef PMUC_BUILD_H
#define PMUC_BUILD_H

#include "model.h"

#include "tables/rows.h"

struct body {
	struct { char *rows; uint32_t count, room; } sections[SECTIONS];
};

/* Every number that does not fit its field is reported. */
void build_body(const struct model *model, struct body *body);

/* Strings of both pools that others end in become part of these. */
void share_tails(struct body *body);

/* Writes the body as C. False: an output error. */
bool write_c(const struct model *model, const struct body *body, const char *path);

/* The bytes of a file of it, which the caller frees. */
char *file_bytes(const struct body *body, size_t *size);

/* Writes it as a file of tables, beside path first. False: an output error, or more than a file may have; reported. */
bool write_file(const struct body *body, const char *path);

/* pattern with {n} and {m} replaced by the numbers of a PMU's instance; caller frees. */
char *instance_text(const struct pmu *pmu, const char *pattern, int instance);

#endif
