/*
 * Finds news: given the files of the last run, only changes of the vendor's since then are merged into the tables. All
 * else stays as edited.
 */
#include "merge.h"
#include "vendors/rows/facts.h"
#include "vendors/rows/import.h"
#include "vendors/rows/index.h"
#include "vendors/rows/seen.h"

#include <string.h>
#include <strings.h>

const struct import_row *row_before(const struct merge *merge, const struct import_row *row)
{
	int number = merge->before ? index_find(merge->before->names, full_name(row)) : -1;

	for (; number >= 0; number = merge->before->rows[number].next_same_name)
		if (!(row->variants & ~merge->before->rows[number].variants))
			return &merge->before->rows[number];
	return NULL;
}

const char *fact_text(const struct merge *merge, const char *key, const struct import_row *row)
{
	struct line_text words = { 0 };

	add_fact(&merge->writer, key, row, &words);
	return words.text ? words.text : joined(" no ", key, "");
}

bool is_known_row(const struct merge *merge, const struct import_row *row)
{
	return row->seen ? merge->import->vendor_names[row->seen - 1].is_known : merge->no_facts;
}

bool is_new_fact(const struct merge *merge, const char *key, const struct import_row *here,
	const struct import_row *row)
{
	const struct import_row *before = row_before(merge, row);
	struct import_row then, now;

	if (!before)
		return !is_known_row(merge, row);
	then = row_there(here, before);
	now = row_there(here, row);
	return strcasecmp(fact_text(merge, key, &then), fact_text(merge, key, &now)) != 0;
}

bool is_new_code(const struct merge *merge, const struct import_row *row)
{
	const struct import_row *before = row_before(merge, row);

	return !before || !same_encoding(merge->pmu->family, before, row);
}
