/* The list of PMUs. pmus.c fills and searches it; pmu_devices.c, which pmus.c calls, reads it as well. */
#include "catalog/pmus.h"

struct pmus pmus;
