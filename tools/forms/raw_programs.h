/* Events as async-profiler and PAPI read them. */
#ifndef PFM_TOOL_RAW_PROGRAMS_H
#define PFM_TOOL_RAW_PROGRAMS_H

#include "form.h"

/* What asprof -e takes; or event= of its agent's string, in which commas part options. */
print_form print_asprof, print_asprof_agent;

/* PAPI's native name: the full event string without the modifiers that are as they are anyway. */
print_form print_papi;

#endif
