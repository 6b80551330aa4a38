/* pfm_get_generic() and pfm_get_generic_names(): what the kernel counts for perf's generic events, and the reverse. */
#include <perfmon/pfmkit.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "answers/kernel_names.h"
#include "api/arguments.h"
#include "catalog/aliases.h"
#include "fit/generic.h"
#include "language/language.h"

enum { GENERIC_NAME = sizeof ((pfm_generic_t *)0)->name };

/* Finds the cores that are meant; PFM_ERR_NOTSUPP: the tables do not know generic events there. */
static pfm_err_t core_for_generics(pfm_pmu_t id, uint64_t config, int *core)
{
	if (id == PFM_PMU_NONE) {
		*core = generic_core(config);
		return *core < 0 ? PFM_ERR_NOTSUPP : PFM_SUCCESS;
	}
	*core = number_is_good(id) ? pmu_by_id(id) : -1;
	return *core < 0 || is_kernel_pmu(*core) || !pmu_knows_generics(*core) ? PFM_ERR_NOTSUPP : PFM_SUCCESS;
}

static pfm_err_t name_generic(int core, pfm_generic_t *generic)
{
	pfm_decoded_t best;
	pfm_err_t error = kernel_words_name(core, generic->words, &best);

	generic->idx = best.idx;
	memcpy(generic->string, best.string, sizeof generic->string);
	return error;
}

pfm_err_t pfm_get_generic(pfm_pmu_t id, uint32_t type, uint64_t config, pfm_generic_t *generic)
{
	char name[GENERIC_NAME];
	pfm_err_t error;
	int core;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!generic || !size_is_whole(generic->size, sizeof *generic) ||
	    !size_is_good(generic, generic->size, sizeof *generic))
		return PFM_ERR_INVAL;
	if ((type != PERF_TYPE_HARDWARE && type != PERF_TYPE_HW_CACHE) ||
	    !perf_symbol_name(type, config & UINT32_MAX, name, sizeof name))
		return PFM_ERR_NOTFOUND;
	error = core_for_generics(id, config, &core);
	if (error)
		return error;
	*generic = (pfm_generic_t){ .size = sizeof *generic, .pmu = pmu_data(core)->id, .idx = -1 };
	memcpy(generic->name, name, sizeof name);
	if (pmu_generic_config(core, (struct span){ name, strlen(name) }, generic->words))
		return name_generic(core, generic);
	generic->is_refused = pmu_generic_is_invalid(core, (struct span){ name, strlen(name) }) ? EINVAL : ENOENT;
	memset(generic->words, 0, sizeof generic->words);
	return PFM_SUCCESS;
}

/* Returns number n of all generic events; false: there are fewer. */
static bool generic_number(int n, uint32_t *type, uint64_t *config)
{
	enum { HARDWARE = 10, CACHES = 7, OPERATIONS = 3, RESULTS = 2 };

	*type = n < HARDWARE ? PERF_TYPE_HARDWARE : PERF_TYPE_HW_CACHE;
	*config = (uint64_t)n;
	n -= HARDWARE;
	if (n >= 0)
		*config = (unsigned int)(n / OPERATIONS / RESULTS) | (unsigned int)(n / RESULTS % OPERATIONS) << 8 |
			(unsigned int)(n % RESULTS) << 16;
	return n < CACHES * OPERATIONS * RESULTS;
}

int pfm_get_generic_names(pfm_pmu_t id, const pfm_code_t *code, char *names, size_t size)
{
	uint64_t words[3] = { 0 }, config, its[3];
	char name[GENERIC_NAME];
	pfm_err_t error;
	int core, length = 0;
	uint32_t type;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!code || !size_is_whole(code->size, sizeof *code) || code->count < 1 || code->count > 3 ||
	    (!names && size) || code->os == PFM_OS_NONE || code->os >= PFM_OS_MAX)
		return PFM_ERR_INVAL;
	error = core_for_generics(id, 0, &core);
	if (error)
		return error;
	memcpy(words, code->words, (size_t)code->count * sizeof *words);
	if (size)
		*names = '\0';
	for (int n = 0; generic_number(n, &type, &config); n++)
		if (perf_symbol_name(type, config, name, sizeof name) &&
		    pmu_generic_config(core, (struct span){ name, strlen(name) }, its) &&
		    !memcmp(its, words, sizeof its)) {
			bool room = (size_t)length < size;

			length += snprintf(room ? names + length : NULL, room ? size - (size_t)length : 0, "%s%s",
				length ? ", " : "", name);
		}
	return length;
}
