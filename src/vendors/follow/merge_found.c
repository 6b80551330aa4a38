/* Records the result for a row being merged, and reports it. */
#include "merge.h"
#include "vendors/rows/import.h"
#include "vendors/rows/left_out.h"
#include "vendors/rows/seen.h"

#include <string.h>

void set_result(struct merge *merge, enum merge_result result)
{
	if (merge->results[merge->row] < result)
		merge->results[merge->row] = (uint8_t)result;
}

void name_found(struct merge *merge, const struct import_row *row, const char *what, const char *of)
{
	add_row_finding(merge->import, row, (struct finding){ .what = what, .table = merge->table->name, .now = of });
	if (!merge->import->texts && strcmp(what, "withdrawn-back") != 0)
		add_row_finding(merge->import, row,
			(struct finding){ .what = "text-wanted", .table = merge->table->name });
}

bool is_absent_still(struct merge *merge, const struct import_row *row)
{
	if (!merge->no_names && is_new_code(merge, row) && !is_known_row(merge, row))
		return false;
	set_result(merge, RESULT_KEPT);
	if (merge->pass == MERGE_ADD)
		add_row_finding(merge->import, row,
			(struct finding){ .what = "absent",
				.table = merge->table->name,
				.why = "the files of last time have it, the table has not" });
	return true;
}

void leave_out_name(struct merge *merge, const struct import_row *row, const char *why)
{
	if (merge->pass != MERGE_ADD)
		return;
	leave_out(merge->import, row->place, row->name, why);
	add_row_finding(merge->import, row,
		(struct finding){ .what = "left-out", .table = merge->table->name, .why = why });
	if (row->seen) {
		merge->import->vendor_names[row->seen - 1].state = NAME_LEFT_OUT;
		merge->import->vendor_names[row->seen - 1].why = why;
	}
}
