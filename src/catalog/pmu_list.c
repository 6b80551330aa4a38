/* The list of PMUs: pmus.c fills and searches it; pmu_devices.c, which pmus.c calls, reads it, too. */
#include "catalog/pmus.h"

struct pmus pmus;
