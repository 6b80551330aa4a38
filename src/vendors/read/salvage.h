/* How JSON files are read, for those who read them. */
#ifndef PMUC_SALVAGE_H
#define PMUC_SALVAGE_H

#include "json.h"

#include <jansson.h>

/*
 * Reads a text that is no JSON row by row: root, rows and count are set, and where rows begin. Rows that cannot be read
 * are skipped, by row_wrong(). False: it is no list of rows.
 */
bool salvage_json(struct json_file *file);

#endif
