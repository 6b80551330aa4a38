/*
 * Tables that are not compiled into the library: files that pmuc wrote, where tables/folders.h says. Programs with more
 * rights than their user take only files that nobody but root may write.
 */
#ifndef PFM_LOADED_H
#define PFM_LOADED_H

#include "catalog/pmus.h"

/*
 * After pmus_open(): adds the PMUs of all files. The first file that has a PMU counts; it replaces a compiled one of
 * its name, whose number it keeps. What is not loaded, and why, is told by LIBPFM_VERBOSE.
 */
void loaded_open(void);
void loaded_close(void);

/* The file that a body of tables is from; NULL: it is the compiled one. */
const char *loaded_path(int body);

#endif
