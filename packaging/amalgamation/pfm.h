/* All public headers of pfmkit; programs go on including <perfmon/pfmlib.h>. */
#ifndef PFM_H
#define PFM_H

#include "include/perfmon/perf_event.h"
#include "include/perfmon/pfmlib.h"
#include "include/perfmon/pfmlib_perf_event.h"
#include "include/perfmon/pfmkit.h"

#endif
