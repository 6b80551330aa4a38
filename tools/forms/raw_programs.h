/* Writes events for async-profiler and PAPI. */
#ifndef PFM_TOOL_RAW_PROGRAMS_H
#define PFM_TOOL_RAW_PROGRAMS_H

#include "form.h"

/* Writes the argument of asprof -e, or event= for its agent, where commas separate options. */
print_form print_asprof, print_asprof_agent;

/* Writes PAPI's native name: the full event string, without modifiers that have their default value. */
print_form print_papi;

#endif
