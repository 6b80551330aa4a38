/* Texts of PFM_ERR_*: libpfm4's, which programs print. */
#ifndef PFM_ERROR_TEXT_H
#define PFM_ERROR_TEXT_H

/* Returns the text for an error code, "unknown error" for any other number. */
const char *error_text(int code);

#endif
