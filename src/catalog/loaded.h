/*
 * Tables that are not compiled into the library: files that pmuc wrote, where tables/directories.h says. Programs with
 * more rights than their user take only files that only root may write.
 */
#ifndef PFM_LOADED_H
#define PFM_LOADED_H

#include "catalog/pmus.h"

/*
 * After pmus_open(): adds the PMUs of all files. The first file that has a PMU counts; it replaces a compiled one of
 * its name, whose number it keeps. Then what files add to PMUs of
 * others is put behind their events, that of each file in the order of files. What is not loaded, and why, is told by
 * LIBPFM_VERBOSE.
 */
void loaded_open(void);
void loaded_close(void);

#endif
