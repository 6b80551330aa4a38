/* Error texts for PFM_ERR_ numbers: the same as libpfm4's, since programs print them. */
#ifndef PFM_ERROR_TEXT_H
#define PFM_ERROR_TEXT_H

/* Returns the text for an error code, "unknown error" for any other number. */
const char *error_text(int code);

#endif
