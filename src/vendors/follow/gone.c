/* Names that the vendor's files of last time have, and the new ones have not. */
#include "vendors/rows/import.h"

#include <string.h>

/* A row of the same code whose name the earlier files have not: the new name. NULL: there is none. */
static const struct import_row *renamed(const struct import_pmu *now, const struct import_pmu *before,
					const struct import_row *row)
{
	for (int i = 0; i < now->row_count; i++)
		if (same_encoding(now->family, &now->rows[i], row) && now->rows[i].variants & row->variants &&
		    index_find(before->names, full_name(&now->rows[i])) < 0)
			return &now->rows[i];
	return NULL;
}

void say_gone(const struct import_pmu *now, const struct import_pmu *before, struct import *import)
{
	for (int i = 0; i < before->row_count; i++) {
		const struct import_row *row = &before->rows[i], *other = renamed(now, before, row);

		if (index_find(now->names, full_name(row)) < 0)
			note(import, row->place,
			     other ? joined("called ", other->name, " now; the table keeps")
				   : "gone from the vendor's files; the table keeps", row->name);
	}
}
