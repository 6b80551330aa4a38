/*
 * pfm_pmu_validate(): finds mistakes in a PMU that the table compiler cannot see: it encodes every event as a user
 * would.
 */
#include <perfmon/pfmlib.h>

#include <stdlib.h>
#include <string.h>

#include "catalog/kernel_pmus.h"
#include "encode/encode_string.h"
#include "encode/error_text.h"

static pfm_err_t check_codes_differ(int pmu, FILE *fp)
{
	struct event_ref a, b;
	pfm_err_t result = PFM_SUCCESS;

	/* only in SPARC tables, different events may have the same code on the same counter */
	if (pmu_layout(pmu)->column.mask == 0)
		return PFM_SUCCESS;
	for (int i = pmu_next_event(pmu, 0, &a); i >= 0; i = pmu_next_event(pmu, i + 1, &a))
		for (int k = pmu_next_event(pmu, i + 1, &b); k >= 0; k = pmu_next_event(pmu, k + 1, &b))
			if (a.code == b.code &&
				event_kind(a.in, a.event)->column == event_kind(b.in, b.event)->column) {
				fprintf(fp, "%s: events %d (%s) and %d (%s) both have code 0x%llx\n", pmu_name(pmu), i,
					name_at(a.in, a.event->name), k, name_at(b.in, b.event->name),
					(unsigned long long)a.code);
				result = PFM_ERR_INVAL;
			}
	return result;
}

/* Writes the names of the event's attributes into names; NULL for one that cannot be described. */
static void attribute_names(const struct event_ref *ref, int count, const char **names)
{
	for (int i = 0; i < count; i++) {
		pfm_event_attr_info_t info = { .size = 0 };

		names[i] = describe_attribute(ref, i, PFM_OS_NONE, &info) ? info.name : NULL;
	}
}

/* Returns the first name that stands twice; NULL: none. */
static const char *name_twice(const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			if (names[i] && names[k] && !strcmp(names[i], names[k]))
				return names[i];
	return NULL;
}

static pfm_err_t check_attribute_names(const struct event_ref *ref, FILE *fp)
{
	int count = attribute_count(ref, PFM_OS_NONE);
	const char **names = calloc((size_t)count + 1, sizeof *names);
	const char *name;

	if (!names)
		return PFM_ERR_NOMEM;
	attribute_names(ref, count, names);
	name = name_twice(names, count);
	free(names);
	if (!name)
		return PFM_SUCCESS;
	fprintf(fp, "%s::%s has two attributes %s\n", pmu_name(ref->pmu), name_at(ref->in, ref->event->name), name);
	return PFM_ERR_ATTR;
}

/* Encodes an event. PFM_ERR_NOMEM says nothing of it. Needing a modifier is no error: the user has its value. */
static pfm_err_t encode_one(const struct event_ref *ref, const char *umask)
{
	const char *pmu = pmu_name(ref->pmu), *event = name_at(ref->in, ref->event->name);
	size_t size = strlen(pmu) + strlen(event) + (umask ? strlen(umask) : 0) + 4;
	struct selection selection;
	struct encoding encoding = { .required = 0 };
	char *string = malloc(size);
	pfm_err_t error;

	if (!string)
		return PFM_ERR_NOMEM;
	snprintf(string, size, "%s::%s%s%s", pmu, event, umask ? ":" : "", umask ? umask : "");
	error = encode_string(string, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &selection, &encoding);
	free(string);
	return error == PFM_ERR_ATTR && encoding.required ? PFM_SUCCESS : error;
}

/* Checks that all encode but events and unit masks marked in the text (no-autoencode); Intel's may need a unit mask. */
static pfm_err_t check_encodes(const struct event_ref *ref, FILE *fp)
{
	const struct table_umask_set *set = event_umasks(ref->in, ref->event);
	bool may_fail = ref->flags & EVENT_NO_AUTOENCODE, any = false;
	pfm_err_t result = PFM_SUCCESS, error;

	for (int row = 0; row < set->count; row++) {
		const struct table_umask *umask = ref_umask(ref, row);

		if (!ref_sees(ref, umask))
			continue;
		error = encode_one(ref, name_at(ref->in, umask->name));
		if (error == PFM_ERR_NOMEM)
			return error;
		any |= !error;
		if (error && error != PFM_ERR_NOTSUPP && !may_fail && !(umask->flags & UMASK_NO_AUTOENCODE)) {
			fprintf(fp, "%s::%s:%s does not encode: %s\n", pmu_name(ref->pmu),
				name_at(ref->in, ref->event->name), name_at(ref->in, umask->name), error_text(error));
			result = error;
		}
	}
	if (any || may_fail || set->count)
		return result;
	error = encode_one(ref, NULL);
	if (error == PFM_ERR_NOMEM)
		return error;
	if (error && error != PFM_ERR_NOTSUPP) {
		fprintf(fp, "%s::%s does not encode: %s\n", pmu_name(ref->pmu), name_at(ref->in, ref->event->name),
			error_text(error));
		return error;
	}
	return result;
}

pfm_err_t pfm_pmu_validate(pfm_pmu_t id, FILE *fp)
{
	int pmu = fp ? pmu_by_id(id) : -1;
	unsigned int shortages = host_shortages();
	struct event_ref ref;
	pfm_err_t result, error;

	if (pmu < 0)
		return PFM_ERR_INVAL;
	if (is_kernel_pmu(pmu)) {
		fprintf(fp, "%s: a device of the kernel that no table knows: there is nothing to check\n",
			pmu_name(pmu));
		return PFM_ERR_INVAL;
	}
	result = check_codes_differ(pmu, fp);
	if (result)
		return result;
	for (int i = pmu_next_listed(pmu, 0, &ref); i >= 0; i = pmu_next_listed(pmu, i + 1, &ref)) {
		error = check_attribute_names(&ref, fp);
		if (error)
			return error;
		if (ref.flags & EVENT_SHADOWED)
			continue;
		error = check_encodes(&ref, fp);
		if (error == PFM_ERR_NOMEM)
			return error;
		if (error)
			result = error;
	}
	return host_shortages() == shortages ? result : PFM_ERR_NOMEM;
}
