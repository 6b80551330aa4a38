/*
 * Finds the table for a row of the vendor's files: the one that the manifest names, else that of the PMU with that
 * name, else a new one.
 */
#include "update.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/seen.h"

#include "compiler/model/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <strings.h>

/* ---- names of CPUs ---- */

/* Returns "SPR" of "SPR/events/...". */
static const char *directory_of_key(const char *key)
{
	return copy_text(key, strcspn(key, "/"));
}

static bool is_of_cpu(const struct vendors_file *file, const char *name)
{
	return !strcmp(small_name(directory_of_key(file->path)), name);
}

/* Returns "spr" of "spr_unc_imc{n}"; NULL: it is no uncore PMU. */
static const char *prefix_of(const struct vendors_unit *unit)
{
	const char *at = unit->pmu ? strstr(unit->pmu, "_unc_") : NULL;

	return at ? copy_text(unit->pmu, (size_t)(at - unit->pmu)) : NULL;
}

/* Returns how the CPU's uncore PMUs begin: with its name if one does, else with the prefix of all, else its name. */
static const char *uncore_name(const struct vendors *vendors, const char *name)
{
	const char *found = NULL;
	bool agree = true;

	for (int i = 0; i < vendors->file_count; i++)
		for (int k = 0; is_of_cpu(&vendors->files[i], name) && k < vendors->files[i].unit_count; k++) {
			const char *prefix = prefix_of(&vendors->files[i].units[k]);

			if (!prefix)
				continue;
			if (!strcmp(prefix, name))
				return name;
			agree &= !found || !strcmp(found, prefix);
			found = prefix;
		}
	return found && agree ? found : name;
}

/* Returns how the tree's PMUs of this core type end: lnc for lnl_lnc of lunarlake_lioncove_core.json. */
static const char *core_name(const struct vendors *vendors, const char *core)
{
	const char *end = joined("_", core, "_core.json");

	for (int i = 0; i < vendors->file_count; i++) {
		const struct vendors_file *file = &vendors->files[i];
		const char *pmu = file->unit_count ? file->units[0].pmu : NULL;

		if (ends_with(file->path, end) && pmu && strrchr(pmu, '_'))
			return strrchr(pmu, '_') + 1;
	}
	return core;
}

/* Returns the tree's name for a PMU that is named after its directory. */
static const char *name_in_tree(const struct vendors *vendors, const char *name)
{
	const char *uncore = strstr(name, "_unc_"), *core = strchr(name, '_');

	if (uncore)
		return joined(uncore_name(vendors, copy_text(name, (size_t)(uncore - name))), uncore, "");
	if (core)
		return joined(copy_text(name, (size_t)(core - name)), "_", core_name(vendors, core + 1));
	return name;
}

/* ---- tables that are there ---- */

static const struct pmu *pmu_of_name(const struct model *model, const char *name)
{
	size_t length = strlen(name);

	for (int i = 0; i < model->pmu_count; i++) {
		const char *its = model->pmus[i]->name.text;

		if (!strncasecmp(its, name, length) && (!its[length] || its[length] == '{'))
			return model->pmus[i];
	}
	return NULL;
}

/* Returns whether the table is of a PMU of libpfm4's, by its low number: programs know their codes. */
static bool is_of_libpfm4(const struct model *model, const char *table)
{
	for (int i = 0; i < model->pmu_count; i++)
		for (int k = 0; k < model->pmus[i]->part_count; k++)
			if (model->pmus[i]->data.id < FIRST_NEW_PMU &&
			    !strcmp(model->pmus[i]->parts[k].table.text, table))
				return true;
	return false;
}

static int variant_of(const struct table *table, const char *variant)
{
	for (int i = 0; variant && i < table->variant_count; i++)
		if (!strcmp(table->variants[i], variant))
			return i;
	return table->variant_count ? -1 : 0;
}

/* ---- targets ---- */

static struct import_pmu *empty_pmu(struct import *import, const struct import_pmu *like, const struct table *table)
{
	struct import_pmu *pmu = need(calloc(1, sizeof *pmu));

	*pmu = (struct import_pmu){ .import = import,
				    .name = table->name,
				    .unit = like->unit,
				    .family = like->family,
				    .identity_count = table->variant_count ? table->variant_count : 1 };
	pmu->identities[0].name = table->name;
	for (int i = 0; i < table->variant_count; i++)
		pmu->identities[i].name = table->variants[i];
	return pmu;
}

static struct target *target_of(struct update *update, const char *table)
{
	for (int i = 0; i < update->target_count; i++)
		if (!strcmp(update->targets[i].table, table))
			return &update->targets[i];
	return NULL;
}

static struct target *add_target(struct update *update, const struct import_pmu *like, const struct table *table)
{
	bool old = is_of_libpfm4(&update->tree.model, table->name);

	update->targets = grow(update->targets, update->target_count, sizeof *update->targets);
	update->targets[update->target_count++] = (struct target){ .table = table->name,
								    .pmu = empty_pmu(&update->now, like, table),
								    .follow = !update->ask && !old,
								    .keep_precise = old };
	return &update->targets[update->target_count - 1];
}

static void add_unit(struct update *update, const struct fed_unit unit)
{
	for (int i = 0; i < update->unit_count; i++) {
		const struct fed_unit *it = &update->units[i];

		if (!strcmp(it->key, unit.key) && !strcasecmp(it->word, unit.word) && !strcmp(it->table, unit.table) &&
		    same_text(it->variant, unit.variant))
			return;
	}
	update->units = grow(update->units, update->unit_count, sizeof *update->units);
	update->units[update->unit_count++] = unit;
}

/* The destination of a row, from the manifest or a PMU's name. */
struct route {
	const char *table, *variant, *pmu;
	bool ignored, is_new_line; /* is_new_line: not in the manifest yet */
};

static bool is_free_pmu(const struct import_pmu *pmu)
{
	return ends_with(pmu->name, "_free");
}

static struct route route_of(const struct update *update, const struct import *import, const struct import_pmu *pmu,
			     const struct import_row *row)
{
	const struct vendors_file *file = find_vendors_file(&update->vendors, key_of_row(import, row));
	const struct vendors_unit *unit =
		file ? find_vendors_unit(file, row->unit ? row->unit : "cpu", row->name, is_free_pmu(pmu)) : NULL;
	const struct pmu *named;

	if (unit)
		return (struct route){ unit->table, unit->variant, unit->pmu, unit->ignore != NULL, false };
	named = pmu_of_name(&update->tree.model, name_in_tree(&update->vendors, pmu->name));
	if (!named && (!row->unit || !strcmp(row->unit, "cpu")))
		named = pmu_of_part(&update->tree.model, pmu);
	if (named && named->part_count)
		return (struct route){ named->parts[0].table.text, named->parts[0].variant, named->name.text, false,
				       true };
	return (struct route){ 0 };
}

static void set_state(struct import *import, const struct import_row *row, enum name_state state, const char *why)
{
	if (row->seen) {
		import->vendor_names[row->seen - 1].state = state;
		import->vendor_names[row->seen - 1].why = why;
	}
}

static void leave_out_row(struct import *import, const struct import_row *row, const char *table, const char *why)
{
	set_state(import, row, NAME_LEFT_OUT, why);
	add_row_finding(import, row, (struct finding){ .what = "left-out", .table = table, .why = why });
}

static void ignore_row(struct import *import, const struct import_row *row, const char *why)
{
	set_state(import, row, NAME_IGNORED, why);
	add_row_finding(import, row, (struct finding){ .what = "ignored", .why = why });
}

/* Copies the row to its table. False: there is none for it yet. */
static bool route_row(struct update *update, struct import_pmu *pmu, const struct import_row *row)
{
	struct route route = route_of(update, &update->now, pmu, row);
	const struct table *table = route.table ? find_table(&update->tree.model, route.table) : NULL;
	struct target *target;
	int variant;

	if (route.ignored) {
		set_state(&update->now, row, NAME_IGNORED, NULL);
		return true;
	}
	if (!table)
		return false;
	variant = variant_of(table, route.variant);
	if (variant < 0) {
		report((struct place){ update->vendors.text.path, 0, 0 }, "%s: expected a variant of table %s",
		       route.variant ? route.variant : "no variant", table->name);
		return true;
	}
	target = target_of(update, table->name);
	if (!target)
		target = add_target(update, pmu, table);
	add_unit(update, (struct fed_unit){ key_of_row(&update->now, row), row->unit ? row->unit : "cpu", table->name,
					    route.pmu ? route.pmu : pmu->name, route.variant, route.is_new_line });
	if (!copy_row(target->pmu, *row, UINT32_C(1) << variant))
		leave_out_row(&update->now, row, table->name, "another file of the table has another code");
	return true;
}

/* ---- tables that are new ---- */

static const struct {
	const char *vendor, *directory, *prefix;
} directories[] = {
	{ "Intel core", "intel", "intel_" }, { "Intel uncore", "intel", "intel_" },
	{ "AMD", "amd", "amd" },	     { "Arm", "arm", "arm_" },
	{ "system PMUs", "system", "" },     { "POWER", "ibm", "" },
	{ "s390", "ibm", "" },		     { "RISC-V", "riscv", "riscv_" },
};

static const char *directory_of_vendor(const char *vendor, const char **prefix)
{
	for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
		if (!strcmp(directories[i].vendor, vendor)) {
			*prefix = directories[i].prefix;
			return directories[i].directory;
		}
	*prefix = "";
	return "others";
}

/* Returns whether the CPU is known: the manifest has a file of its directory. */
static bool is_known_cpu(const struct update *update, const struct import_pmu *pmu)
{
	const char *key = key_of_row(&update->now, &pmu->rows[0]);
	bool kernels = !strncmp(key, "arch/", 5);

	for (int i = 0; i < update->vendors.file_count; i++) {
		const char *path = update->vendors.files[i].path;

		if (update->vendors.files[i].unit_count &&
		    (kernels ? !strcmp(path, key) : !strcmp(directory_of_key(path), directory_of_key(key))))
			return true;
	}
	return false;
}

static int next_id(const struct model *model)
{
	int next = FIRST_NEW_PMU;

	for (int i = 0; i < model->pmu_count; i++)
		if (model->pmus[i]->data.id + instance_count(model->pmus[i]) > next)
			next = model->pmus[i]->data.id + instance_count(model->pmus[i]);
	return next;
}

/* Returns the rows that no table takes, as a PMU of their own. */
static struct import_pmu *rest_of(struct import_pmu *pmu, const bool *taken)
{
	struct import_pmu *rest = need(malloc(sizeof *rest));

	*rest = *pmu;
	rest->rows = NULL;
	rest->names = NULL;
	rest->row_count = 0;
	for (int i = 0; i < pmu->row_count; i++)
		if (!taken[i])
			copy_row(rest, pmu->rows[i], pmu->rows[i].variants);
	return rest;
}

void add_order(struct update *update, const char *name)
{
	const char *unc = strstr(name, "_unc_"), *at = update->order.text, *last = NULL;
	size_t length = unc ? (size_t)(unc - name) : strlen(name);
	struct line_text text = { 0 };

	while (*at) {
		const char *end = strchr(at, '\n');

		end = end ? end + 1 : at + strlen(at);
		if (!strncmp(at, name, length) && (at[length] == '_' || at[length] == '\n'))
			last = end;
		at = end;
	}
	if (!last)
		last = at;
	add(&text, "%.*s%s%s\n%s", (int)(last - update->order.text), update->order.text,
	    last > update->order.text && last[-1] != '\n' ? "\n" : "", name, last);
	update->order.text = text.text;
	update->order.length = text.length;
	update->order.changed = true;
}

void drop_order(struct update *update, const char *name)
{
	struct line_text text = { 0 };
	size_t length = strlen(name), size;
	const char *at = update->order.text, *end;
	char *disk = access(update->order.path, F_OK) ? copy_text("", 0) : read_file(update->order.path, &size);

	for (; *at; at = end) {
		end = at + strcspn(at, "\n");
		end += *end == '\n';
		if (strncmp(at, name, length) != 0 || (at[length] != '\n' && at[length]))
			add(&text, "%.*s", (int)(end - at), at);
	}
	update->order.text = text.text ? text.text : copy_text("", 0);
	update->order.length = text.length;
	update->order.changed = !disk || strcmp(disk, update->order.text) != 0;
	free(disk);
}

static void add_new_pmu(struct update *update, struct import_pmu *pmu, bool is_cpu)
{
	const char *prefix, *directory = directory_of_vendor(pmu->family->vendor, &prefix);
	size_t length = strlen(prefix);
	struct line_text text = { 0 };
	const char *path;

	pmu->name = pmu->identities[0].name = name_in_tree(&update->vendors, pmu->name);
	pmu->table = joined(strncmp(pmu->name, prefix, length) ? prefix : "", pmu->name, "");
	pmu->id = update->next_id;
	update->next_id += pmu->identity_count;
	path = joined(joined(update->directory, "/", directory), "/", joined(pmu->table, ".pmu", ""));
	add_pmu_text(&update->now, pmu, &text);
	add_tree_file(&update->tree, path, text.text, text.length, false);
	update->tree.files[update->tree.file_count - 1].changed = true;
	add_order(update, pmu->name);
	update->new_pmus = grow(update->new_pmus, update->new_pmu_count, sizeof *update->new_pmus);
	update->new_pmus[update->new_pmu_count++] = (struct new_pmu){ pmu, path, is_cpu };
	add_finding(&update->now, (struct finding){ .what = is_cpu ? "new-cpu" : "new-box",
						     .place = pmu->rows[0].place,
						     .unit = pmu->rows[0].unit,
						     .table = pmu->table,
						     .name = pmu->name,
						     .now = is_cpu ? table_like(update, pmu) : NULL,
						     .count = pmu->row_count });
	for (int i = 0; i < pmu->row_count; i++) {
		const struct import_row *row = &pmu->rows[i];

		add_unit(update, (struct fed_unit){ key_of_row(&update->now, row), row->unit ? row->unit : "cpu",
						    pmu->table, pmu->name, NULL, true });
		if (!update->texts)
			add_row_finding(&update->now, row,
				(struct finding){ .what = "text-wanted", .table = pmu->table });
	}
}

static bool leave_out_refused(struct update *update, const struct import_pmu *pmu, const struct import_row *row)
{
	const char *why;

	if (!update->refused_count || !is_refused(update, row, &why))
		return false;
	leave_out_row(&update->now, row, pmu->table, why);
	return true;
}

/* Adds a PMU for rows that no table takes, of a new CPU or box, unless the CPU's tables follow other files. */
static void make_table(struct update *update, struct import_pmu *pmu, struct import_pmu *rest)
{
	bool is_cpu = !is_known_cpu(update, pmu);
	const char *source = is_cpu ? source_of_cpu(update, pmu) : NULL;

	for (int i = 0; source && i < rest->row_count; i++)
		ignore_row(&update->now, &rest->rows[i], joined("the tables of this CPU follow ", source, ""));
	for (int i = 0; is_cpu && !source && update->no_new_cpus && i < rest->row_count; i++)
		leave_out_row(&update->now, &rest->rows[i], NULL, "of a new CPU, and --new-cpus no");
	if (!source && (!is_cpu || !update->no_new_cpus))
		add_new_pmu(update, rest, is_cpu);
}

static void route_pmu(struct update *update, struct import_pmu *pmu)
{
	bool *taken = need(calloc((size_t)pmu->row_count + 1, sizeof *taken));
	int rest = 0;

	for (int i = 0; i < pmu->row_count; i++) {
		taken[i] = leave_out_refused(update, pmu, &pmu->rows[i]) || route_row(update, pmu, &pmu->rows[i]);
		rest += !taken[i];
	}
	if (rest)
		make_table(update, pmu, rest == pmu->row_count ? pmu : rest_of(pmu, taken));
	free(taken);
}

void route_rows(struct update *update)
{
	update->next_id = next_id(&update->tree.model);
	for (int i = 0; i < update->now.pmu_count; i++)
		if (update->now.pmus[i]->row_count)
			route_pmu(update, update->now.pmus[i]);
	if (update->new_pmu_count && !read_tree(&update->tree))
		return;
	for (int i = 0; i < update->new_pmu_count; i++) {
		struct import_pmu *pmu = update->new_pmus[i].pmu;
		const struct table *table = find_table(&update->tree.model, pmu->table);

		if (!table)
			continue;
		add_target(update, pmu, table)->is_new = true;
		for (int k = 0; k < pmu->row_count; k++)
			copy_row(update->targets[update->target_count - 1].pmu, pmu->rows[k], 1);
	}
}

void route_before(struct update *update)
{
	for (int i = 0; i < update->before.pmu_count; i++) {
		const struct import_pmu *pmu = update->before.pmus[i];

		for (int k = 0; k < pmu->row_count; k++) {
			struct route route = route_of(update, &update->before, pmu, &pmu->rows[k]);
			struct target *target = route.table ? target_of(update, route.table) : NULL;
			const struct table *table = target ? find_table(&update->tree.model, route.table) : NULL;
			int variant = table ? variant_of(table, route.variant) : -1;

			if (variant < 0)
				continue;
			if (!target->before) {
				struct import_pmu *empty = empty_pmu(&update->before, pmu, table);

				target->before = empty;
			}
			copy_row((struct import_pmu *)target->before, pmu->rows[k], UINT32_C(1) << variant);
		}
	}
}
