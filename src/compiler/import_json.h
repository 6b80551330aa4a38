/* How JSON files are read, for those who read them. */
#ifndef PMUC_IMPORT_JSON_H
#define PMUC_IMPORT_JSON_H

#include "import.h"

#include <jansson.h>

/*
 * Reads a text that is no JSON row by row: root, rows and count are set, and where rows begin. Rows that cannot be read
 * are skipped, by row_wrong(). False: it is no list of rows.
 */
bool salvage_json(struct json_file *file);
/* Adds a row to the list, which begins here in the text; end_rows_text() ends them. */
void keep_row(struct json_file *file, json_t *list, json_t *row, const char *start, int line);

#endif
