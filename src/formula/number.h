/* Numbers of formulas: to text, and from text that has the syntax of a number and at most FORMULA_DIGITS bytes. */
#ifndef PFM_FORMULA_NUMBER_H
#define PFM_FORMULA_NUMBER_H

#include "formula/formula.h"

/* Returns the number, which may be infinite. */
double number_of_text(const char *text, size_t length);

/* Writes the shortest text that reads as the same number, as snprintf(). */
size_t number_to_text(double number, char *to, size_t size);

#endif
