/* Metrics: constants of the machine and of the way of counting. */
#include "metrics/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "machine/constants.h"
#include "tables/hash.h"

enum { LONGEST_CONSTANT = 63 }; /* bytes without the terminating NUL, see matches_whole() */

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

/* Finds constants that the counting determines. */
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

/* Finds what the caller assumes of the machine when it asks what fits. */
static bool is_of_fit(const struct draft *draft, const char *name, double *value)
{
	int smt = draft->options->fit_flags & (PFM_FIT_SMT | PFM_FIT_NO_SMT);

	if (!smt || strcasecmp(name, "smt_on"))
		return false;
	*value = smt == PFM_FIT_SMT;
	return true;
}

/* Reduces a constant to one package of several that are alike. */
static pfm_err_t of_package(const char *name, double *value)
{
	static const char shared[][16] = { "num_dies", "num_cores", "num_cpus", "num_cpus_online" };
	struct machine_constant packages;

	if (!strcasecmp(name, "num_packages"))
		*value = 1;
	for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++)
		if (!strcasecmp(name, shared[i]) &&
		    !constant_of(catalog_host(), constant_called("num_packages"), 0, &packages) && packages.value > 0)
			*value /= packages.value;
	return PFM_SUCCESS;
}

pfm_err_t metric_constant(const struct draft *draft, const struct draft_source *source, const char *name,
			  size_t length, double *value)
{
	char plain[LONGEST_CONSTANT + 1];
	struct machine_constant found;
	pfm_err_t error;
	int constant;

	if (metric_constant_given(draft, name, length, value))
		return PFM_SUCCESS;
	if (length > LONGEST_CONSTANT)
		return PFM_ERR_NOTFOUND;
	snprintf(plain, sizeof plain, "%.*s", (int)length, name);
	if (is_of_counting(draft, plain, value) || is_of_fit(draft, plain, value))
		return PFM_SUCCESS;
	constant = constant_called(plain);
	if (constant < 0)
		return PFM_ERR_NOTFOUND;
	error = constant_of(catalog_host(), constant, source->slots, &found);
	if (!error)
		*value = found.value;
	return error || !(draft->flags & PFM_METRIC_PACKAGE) ? error : of_package(plain, value);
}

/* ---- strcmp_cpuid_str() ---- */

/* Tests for the same core of Arm's or a licensee's, of this variant and revision or a newer one. */
static bool is_midr_of(const struct arm_core *core, const char *text)
{
	char *end;
	unsigned long midr = strtoul(text, &end, 16);

	return !*end && core->implementer == (midr >> 24 & 0xff) && core->part == (midr >> 4 & 0xfff) &&
	       core->version >= ((midr >> 20 & 0xf) << 4 | (midr & 0xf));
}

/* Writes the name of another CPU that the kernel's tools have; "" if they have none. */
static void call_cpu(const struct host *host, char *name, size_t size)
{
	if (host->is_intel || host->is_amd)
		snprintf(name, size, "%s-%u-%X-%X",
			host->is_intel ? "GenuineIntel" : host->is_hygon ? "HygonGenuine" : "AuthenticAMD",
			host->family, host->model, host->stepping);
	else if (host->is_power)
		snprintf(name, size, "0x%04x%04x", host->pvr, host->revision);
	else
		*name = '\0';
}

/*
 * Matches a regular expression as far as a name of a formula can be one: a point is any character, and a character with
 * ? behind it may be missing. Bit n of reached: the pattern so far matches the first n characters.
 */
static bool matches_whole(const char *pattern, const char *text)
{
	size_t length = strlen(text);
	uint64_t reached = 1;

	for (; *pattern; pattern++) {
		uint64_t next = 0;

		for (size_t i = 0; i < length; i++)
			if (reached >> i & 1 && (*pattern == '.' || ascii_lower((unsigned char)*pattern) ==
									 ascii_lower((unsigned char)text[i])))
				next |= UINT64_C(2) << i;
		if (pattern[1] == '?') {
			next |= reached;
			pattern++;
		}
		reached = next;
	}
	return reached >> length & 1;
}

bool metric_is_cpu(const char *text, size_t length)
{
	const struct host *host = catalog_host();
	char plain[LONGEST_CONSTANT + 1], name[LONGEST_CONSTANT + 1];

	if (length > LONGEST_CONSTANT)
		return false;
	formula_plain_name(text, length, plain, sizeof plain);
	if (host->arm_count)
		return is_midr_of(host->arm, plain);
	call_cpu(host, name, sizeof name);
	return *name && matches_whole(plain, name);
}
