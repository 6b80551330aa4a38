/* Writes codes on every CPU as objects, one per line. */
#include "codes.h"

#include "common/json.h"

static const char *const vendor_names[] = {
	[CODES_UNKNOWN] = "", [CODES_INTEL] = "GenuineIntel", [CODES_AMD] = "AuthenticAMD", [CODES_ARM] = "arm",
	[CODES_POWER] = "power", [CODES_ZHAOXIN] = "CentaurHauls" };

static void print_object(const struct code_list *list, const struct code_row *row)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", list->requested);
	json_text(&first, "event", row->string);
	json_text(&first, "pmu", row->pmu);
	json_text(&first, "vendor", vendor_names[row->vendor]);
	json_number(&first, "family", row->family);
	json_number(&first, "model_low", row->model_low);
	json_number(&first, "model_high", row->model_high);
	json_number(&first, "stepping_low", row->stepping_low);
	json_number(&first, "stepping_high", row->stepping_high);
	json_text(&first, "device", row->device);
	json_number(&first, "type", row->device ? -1 : PERF_TYPE_RAW);
	json_hex(&first, "config", row->config[0]);
	json_hex(&first, "config1", row->config[1]);
	json_hex(&first, "config2", row->config[2]);
	puts("}");
}

static void write_codes_in_json(const struct codes *codes)
{
	for (int i = 0; i < codes->count; i++)
		for (int k = 0; k < codes->lists[i].count; k++)
			print_object(&codes->lists[i], &codes->lists[i].rows[k]);
}

const struct code_language codes_in_json = { .write = write_codes_in_json, .ending = "", .how = LOWER_CASE };
