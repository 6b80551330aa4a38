/* Metrics: what is known of the machine and of how it is counted. */
#include "metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_CONSTANT = 63 };

bool metric_constant_given(const struct draft *draft, const char *name, size_t length, double *value)
{
	for (int i = 0; i < draft->options->count; i++) {
		const char *given = draft->options->constants[i].name;

		given += *given == '#';
		if (formula_same_name(given, strlen(given), name, length)) {
			*value = draft->options->constants[i].value;
			return true;
		}
	}
	return false;
}

/* Constants that the counting has. */
static bool is_of_counting(const struct draft *draft, const char *name, double *value)
{
	if (!strcasecmp(name, "core_wide"))
		*value = (draft->flags & PFM_METRIC_CORE_WIDE) != 0;
	else if (!strcasecmp(name, "target_cpu"))
		*value = (draft->flags & PFM_METRIC_CPUS) != 0;
	else
		return false;
	return true;
}

/* Until the machine's own are here: what everybody assumes. */
static pfm_err_t machine_constant(const char *name, double *value, const char **source)
{
	const struct host *host = catalog_host();
	bool two = (!host->arm_count && (host->is_intel || host->is_amd)) || host->is_power;

	*source = "assumed";
	if (!strcasecmp(name, "smt_on"))
		*value = two;
	else if (!strcasecmp(name, "num_packages") || !strcasecmp(name, "num_dies"))
		*value = 1;
	else if (!strcasecmp(name, "has_pmem"))
		*value = 0;
	else if (!strcasecmp(name, "num_cores") || !strcasecmp(name, "num_cpus") ||
		!strcasecmp(name, "num_cpus_online") || !strcasecmp(name, "slots") ||
		!strcasecmp(name, "system_tsc_freq"))
		return PFM_ERR_NOTSUPP;
	else
		return PFM_ERR_NOTFOUND;
	return PFM_SUCCESS;
}

/* One package of several that are alike. */
static pfm_err_t of_package(const char *name, double *value)
{
	static const char *const shared[] = { "num_dies", "num_cores", "num_cpus", "num_cpus_online" };
	const char *source;
	double packages = 1;

	if (!strcasecmp(name, "num_packages"))
		*value = 1;
	for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
		if (!strcasecmp(name, shared[i]) && !machine_constant("num_packages", &packages, &source) &&
			packages > 0)
			*value /= packages;
	return PFM_SUCCESS;
}

pfm_err_t metric_constant(const struct draft *draft, const struct draft_source *source, const char *name,
			  size_t length, double *value)
{
	char plain[LONGEST_CONSTANT + 1];
	const char *from = NULL;
	pfm_err_t error;

	if (metric_constant_given(draft, name, length, value))
		return PFM_SUCCESS;
	if (length > LONGEST_CONSTANT)
		return PFM_ERR_NOTFOUND;
	snprintf(plain, sizeof plain, "%.*s", (int)length, name);
	if (is_of_counting(draft, plain, value))
		return PFM_SUCCESS;
	error = machine_constant(plain, value, &from);
	if ((error == PFM_ERR_NOTSUPP || (!error && !strcmp(from, "assumed"))) && !strcasecmp(plain, "slots") &&
		source->slots) {
		*value = source->slots;
		return PFM_SUCCESS;
	}
	return error || !(draft->flags & PFM_METRIC_PACKAGE) ? error : of_package(plain, value);
}

bool metric_is_cpu(const char *text, size_t length)
{
	const struct host *host = catalog_host();
	char plain[LONGEST_CONSTANT + 1], *end;
	unsigned long midr;

	if (length > LONGEST_CONSTANT || !host->arm_count)
		return false;
	formula_plain_name(text, length, plain, sizeof plain);
	midr = strtoul(plain, &end, 16);
	return !*end && host->arm[0].implementer == (midr >> 24 & 0xff) && host->arm[0].part == (midr >> 4 & 0xfff);
}
