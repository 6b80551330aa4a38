/* The list of PMUs: pmus.c fills and searches it, and those whom that asks (pmu_devices.c) read it, too. */
#include "catalog/pmus.h"

struct pmus pmus;
