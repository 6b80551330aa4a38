/* What PFM_ERR_* are in words: libpfm4's, which programs print. */
#ifndef PFM_ERROR_TEXT_H
#define PFM_ERROR_TEXT_H

/* A code that is none is an unknown error. */
const char *error_text(int code);

#endif
