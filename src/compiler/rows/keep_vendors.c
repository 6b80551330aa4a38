/*
 * pmuc --only VENDOR,...: keeps the tables of some vendors. All text is read and checked, since the text that stays may
 * name text that is removed (the order of PMUs, errata of another core); then PMUs, tables, groups and metrics of other
 * vendors are removed. The vendor of a PMU is the directory of its text; common and linux belong to all.
 */
#include "compiler/compile.h"
#include "compiler/text/words.h"

#include <stdlib.h>
#include <string.h>

/* Returns the directory of a file, without those above it; the caller frees it. */
static char *vendor_of(struct place place)
{
	const char *end = strrchr(place.file, '/'), *start = end;
	size_t length = 0;
	char *vendor;

	while (start && start > place.file && start[-1] != '/')
		start--;
	if (start)
		length = (size_t)(end - start);
	vendor = need(calloc(length + 1, 1));
	memcpy(vendor, place.file + (start ? start - place.file : 0), length);
	return vendor;
}

static bool is_listed(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == length && !strncmp(list, word, length))
			return true;
	return false;
}

static bool is_everybodys(const char *vendor)
{
	return !strcmp(vendor, "common") || !strcmp(vendor, "linux");
}

/* Adds a vendor to those that are left out, if it is not there. */
static void say_left_out(struct model *model, const char *vendor)
{
	size_t length = model->left_out ? strlen(model->left_out) : 0;
	char *list;

	if (model->left_out && is_listed(model->left_out, vendor))
		return;
	list = need(malloc(length + strlen(vendor) + 2));
	sprintf(list, "%s%s%s", length ? model->left_out : "", length ? "," : "", vendor);
	free(model->left_out);
	model->left_out = list;
	if (strlen(list) >= LEFT_OUT_SIZE)
		report((struct place){ "--only", 1, 1 }, "the names of what is left out are longer than %d bytes",
			LEFT_OUT_SIZE - 1);
}

static bool stays(struct model *model, const char *only, struct place place)
{
	char *vendor = vendor_of(place);
	bool is_in = is_everybodys(vendor) || is_listed(only, vendor);

	if (!is_in)
		say_left_out(model, vendor);
	free(vendor);
	return is_in;
}

static int keep_pmus(struct model *model, const char *only, struct pmu **pmus, int count)
{
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (stays(model, only, pmus[i]->name.place))
			pmus[kept++] = pmus[i];
	return kept;
}

static bool has_table(const struct model *model, const char *name)
{
	for (int i = 0; i < model->pmu_count; i++)
		for (int k = 0; k < model->pmus[i]->part_count; k++)
			if (!strcmp(model->pmus[i]->parts[k].table.text, name))
				return true;
	return false;
}

static bool has_groups(const struct model *model, const char *name)
{
	for (int i = 0; i < model->pmu_count; i++)
		for (int k = 0; k < model->pmus[i]->choice_count; k++)
			if (!strcmp(model->pmus[i]->choices[k].set.text, name))
				return true;
	return false;
}

/* Keeps the PMUs of a block of all vendors that are there. Returns whether there are any, or the block names none. */
static bool keep_pmus_of_block(const struct model *model, struct metric_block *block)
{
	int kept = 0, count = block->pmu_count;

	for (int i = 0; i < count; i++)
		if (find_pmu(model, block->pmus[i].text)) {
			block->found[kept] = block->found[i];
			block->pmus[kept++] = block->pmus[i];
		}
	block->pmu_count = kept;
	return kept || !count;
}

static void keep_tables(struct model *model, const char *only)
{
	int kept = 0;

	for (int i = 0; i < model->table_count; i++)
		if (has_table(model, model->tables[i]->name))
			model->tables[kept++] = model->tables[i];
	model->table_count = kept;
	kept = 0;
	for (int i = 0; i < model->group_set_count; i++)
		if (has_groups(model, model->group_sets[i]->name))
			model->group_sets[kept++] = model->group_sets[i];
	model->group_set_count = kept;
	kept = 0;
	for (int i = 0; i < model->metric_block_count; i++)
		if (stays(model, only, model->metric_blocks[i]->name.place) &&
		    keep_pmus_of_block(model, model->metric_blocks[i]))
			model->metric_blocks[kept++] = model->metric_blocks[i];
	model->metric_block_count = kept;
}

static bool has_vendor(const struct model *model, const char *name)
{
	bool found = false;

	for (int i = 0; i < model->pmu_count && !found; i++) {
		char *vendor = vendor_of(model->pmus[i]->name.place);

		found = !strcmp(vendor, name);
		free(vendor);
	}
	return found;
}

void keep_vendors(struct model *model, const char *only)
{
	for (const struct item *item = cut_list(only); item; item = item->next)
		if (!has_vendor(model, item->text))
			report((struct place){ "--only", 1, 1 }, "no PMU is in a directory of the name \"%s\"",
				item->text);
	model->order_count = keep_pmus(model, only, model->order, model->order_count);
	model->pmu_count = keep_pmus(model, only, model->pmus, model->pmu_count);
	keep_tables(model, only);
}
