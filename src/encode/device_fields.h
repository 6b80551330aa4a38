/* Moves fields of config words to the bits where this machine's driver has them. */
#ifndef PFM_DEVICE_FIELDS_H
#define PFM_DEVICE_FIELDS_H

#include "catalog/event_ref.h"

/* A field that does not fit the device's format. */
struct lacking_field {
	const char *name;       /* its name in the tables; NULL: every field fits */
	bool is_narrow;         /* the device has the field, but with fewer bits than the value needs */
};

/*
 * Moves the fields of words[3], config to config2, to where the device of the PMU, or of its instance, has them. What
 * has neither format nor device here stays. PFM_ERR_NOTSUPP: the device lacks a field that is not 0, which is
 * *lacking; PFM_ERR_NOMEM.
 */
pfm_err_t words_to_device(int pmu, const struct instance *instance, uint64_t *words, struct lacking_field *lacking);

/* Does the same for register words that are config words, if all fields fit; else changes nothing. */
void codes_to_device(const struct event_ref *ref, uint64_t *words, int count);

/* Returns whether the register words of a PMU's codes are config to config2 one by one. */
bool has_config_words(int pmu);

/* Moves them back, from where the PMU's first device has them to where the tables have them. */
void words_from_device(int pmu, uint64_t *words);

#endif
