/*
 * Handles CPUs that are in two collections of files: the kernel's directories of Intel's CPUs are made from Intel's own
 * files. Their tables follow the collection from which they were made, and the other one adds no second CPU.
 */
#include "update.h"
#include "vendors/rows/paths.h"

#include <stdio.h>
#include <string.h>

/* Returns whether the PMU is of the family and model. */
static bool is_of_model(const struct pmu *pmu, enum table_vendor vendor, unsigned family, unsigned model)
{
	for (int i = 0; i < pmu->condition_count; i++) {
		const struct table_condition *it = &pmu->conditions[i].data;

		if (it->kind == WHEN_CPU && it->vendor == vendor && it->family == family &&
		    it->low <= model && model <= it->high)
			return true;
	}
	return false;
}

/* Returns the source of a file, other than this one, that feeds a table of the PMU; NULL: there is none. */
static const char *other_source(const struct vendors *vendors, const struct pmu *pmu, const char *source)
{
	for (int i = 0; i < vendors->file_count; i++) {
		const struct vendors_file *file = &vendors->files[i];

		if (!file->source || !strcmp(file->source, source))
			continue;
		for (int k = 0; k < file->unit_count; k++)
			for (int n = 0; n < pmu->part_count; n++)
				if (same_text(file->units[k].table, pmu->parts[n].table.text))
					return file->source;
	}
	return NULL;
}

const char *source_of_cpu(const struct update *update, const struct import_pmu *pmu)
{
	const struct vendor_file *file =
		pmu->row_count ? vendor_file_of(&update->now, pmu->rows[0].place.file) : NULL;
	const struct model *model = &update->tree.model;
	unsigned family, first;
	const char *found = NULL;

	for (int i = 0; file && i < pmu->identities[0].cpu_count; i++) {
		if (sscanf(pmu->identities[0].cpus[i], "cpu GenuineIntel %u: %u", &family, &first) != 2)
			continue;
		for (int k = 0; k < model->pmu_count && !found; k++)
			if (is_of_model(model->pmus[k], VENDOR_INTEL, family, first))
				found = other_source(&update->vendors, model->pmus[k], file->source);
	}
	return found;
}

const struct pmu *pmu_of_part(const struct model *model, const struct import_pmu *pmu)
{
	unsigned implementer, part;

	for (int i = 0; i < pmu->identities[0].cpu_count; i++) {
		if (sscanf(pmu->identities[0].cpus[i], "cpu arm %x: %x", &implementer, &part) != 2)
			continue;
		for (int k = 0; k < model->pmu_count; k++)
			if (model->pmus[k]->part_count && is_of_model(model->pmus[k], VENDOR_ARM, implementer, part))
				return model->pmus[k];
	}
	return NULL;
}
