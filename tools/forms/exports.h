/* The forms of pfmexport. */
#ifndef PFM_FORM_EXPORTS_H
#define PFM_FORM_EXPORTS_H

#include "form.h"

/* Returns the form of the number that find_form() gives. */
const struct form *export_form(int number);

/* Write the lists and the page: members list of some forms. */
bool write_perf_list(const struct encoding *how, int words, char **word);
bool write_data(const struct encoding *how, int words, char **word);
bool write_page(const struct encoding *how, int words, char **word);

#endif
