/*
 * Tables that are not compiled into the library: files written by pmuc, in the places listed in tables/directories.h.
 * Programs with more rights than their user load only files that only root can write.
 */
#ifndef PFM_LOADED_H
#define PFM_LOADED_H

#include "catalog/pmus.h"

/*
 * Adds, after pmus_open(), the PMUs of all files. The first file that has a PMU counts; it replaces a compiled one of
 * its name, whose number it keeps. Then the events that files add to PMUs of others go behind those PMUs' own, in the
 * order of files. LIBPFM_VERBOSE tells what is not loaded, and why.
 */
void loaded_open(void);
void loaded_close(void);

#endif
