/* Finds the CPU meant by the name of a model, as lscpu prints it, of a product, or of a cloud's machine. */
#ifndef PFM_CPU_MODELS_H
#define PFM_CPU_MODELS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the identity of a model (cpu_models.def), or a name of it for cpu_names.def and PMUs; NULL: none. *other: "",
 * or what else may have the name.
 */
const char *cpu_model_identity(const char *name, const char **other);

/* Returns the next brand after one, the first for NULL, that a number alone may be of: 7742 is an "epyc". */
const char *cpu_model_brand(const char *number, const char *brand);

enum { CPU_MODEL_LENGTH = 128 };

/* Reduces a name to lowercase letters and single blanks, without vendors and words that say nothing. */
void cpu_model_plain(const char *name, char plain[CPU_MODEL_LENGTH]);

#endif
