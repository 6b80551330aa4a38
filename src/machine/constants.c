/*
 * Most constants are numbers of the topology. Some have an assumed value if no source has one, which the caller learns.
 */
#include "machine/constants.h"

#include <stddef.h>
#include <strings.h>

#include "machine/topology.h"

/* The value assumed if no source has one. */
enum assumption { NOT_ASSUMED, ASSUMED_0, ASSUMED_1, AS_PACKAGES, WITH_THREADS, BY_CORE };

/* For constants that depend on how is counted; 0 until counting begins. */
enum { OF_COUNTING = -1 };

static const struct { char name[16]; int number; enum assumption assumption; } constants[] = {
	{ "smt_on", TOPOLOGY_SMT, WITH_THREADS },
	{ "num_packages", TOPOLOGY_PACKAGES, ASSUMED_1 },
	{ "num_dies", TOPOLOGY_DIES, AS_PACKAGES },
	{ "num_cores", TOPOLOGY_CORES, NOT_ASSUMED },
	{ "num_cpus", TOPOLOGY_CPUS, NOT_ASSUMED },
	{ "num_cpus_online", TOPOLOGY_CPUS_ONLINE, NOT_ASSUMED },
	{ "has_pmem", TOPOLOGY_PMEM, ASSUMED_0 },
	{ "slots", TOPOLOGY_SLOTS, NOT_ASSUMED },
	{ "system_tsc_freq", TOPOLOGY_TSC, NOT_ASSUMED },
	{ "sve_bits", TOPOLOGY_SVE, BY_CORE },
	{ "core_wide", OF_COUNTING, ASSUMED_0 },
	{ "target_cpu", OF_COUNTING, ASSUMED_0 } };
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

int constant_called(const char *name)
{
	name += *name == '#';
	for (int i = 0; i < CONSTANTS; i++)
		if (!strcasecmp(constants[i].name, name))
			return i;
	return -1;
}

/* Returns whether to assume hyper-threading, which most x86 and POWER machines have. */
static bool has_threads(const struct host *host)
{
	return host->is_intel || host->is_amd || host->is_power;
}

/* Finds the bits of an SVE vector, by core if more than 128. Neon's, which all others have, have as many. */
static pfm_err_t find_vector_length(const struct host *host, struct machine_constant *found)
{
	static const struct {
		unsigned int implementer, part;
		double bits;
	} cores[] = { { 0x41, 0xd40, 256 }, /* Neoverse V1 */
		{ 0x46, 0x001, 512 }, /* A64FX */
		{ 0x46, 0x003, 256 } /* Monaka */ };

	if (!host->arm_count)
		return PFM_ERR_NOTSUPP;
	for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
		if (cores[i].implementer == host->arm[0].implementer && cores[i].part == host->arm[0].part) {
			*found = (struct machine_constant){ cores[i].bits, "table" };
			return PFM_SUCCESS;
		}
	*found = (struct machine_constant){ 128, "assumed" };
	return PFM_SUCCESS;
}

static pfm_err_t assume_constant(const struct host *host, enum assumption assumption, struct machine_constant *found)
{
	found->source = "assumed";
	switch (assumption) {
	case ASSUMED_0:
		found->value = 0;
		return PFM_SUCCESS;
	case ASSUMED_1:
		found->value = 1;
		return PFM_SUCCESS;
	case WITH_THREADS:
		found->value = has_threads(host);
		return PFM_SUCCESS;
	case BY_CORE:
		return find_vector_length(host, found);
	case AS_PACKAGES:
		return constant_of(host, constant_called("num_packages"), 0, found);
	default:
		return PFM_ERR_NOTSUPP;
	}
}

pfm_err_t constant_of(const struct host *host, int constant, double slots, struct machine_constant *found)
{
	int number = constants[constant].number;
	const struct topology_answer *answer =
		number == OF_COUNTING ? NULL : topology_of(host, (enum topology_number)number);

	if (number != OF_COUNTING && !answer)
		return PFM_ERR_NOMEM;
	if (answer && *answer->source) {
		*found = (struct machine_constant){ answer->value, answer->source };
		return PFM_SUCCESS;
	}
	if (number == TOPOLOGY_SLOTS && slots > 0) {
		*found = (struct machine_constant){ slots, "table" };
		return PFM_SUCCESS;
	}
	return assume_constant(host, constants[constant].assumption, found);
}
