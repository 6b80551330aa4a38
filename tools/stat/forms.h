/* Writes the rows of counts, for people and for programs. */
#ifndef PFM_STAT_FORMS_H
#define PFM_STAT_FORMS_H

#include "rows.h"

/* Prints lines of text, a row each, as people read them. */
void print_rows(const struct request *request, const struct rows *rows);

/* Prints how long it took, behind the last row. */
void print_times(const struct rows *rows);

/* Prints perf stat's columns. deviation: of each row, in per cent of the mean; NULL: there was one run. */
void print_columns(const struct request *request, const struct rows *rows, const double *deviations);

/* Print an object a row, and one of the run. */
void print_objects(const struct rows *rows);
void print_run_object(const struct rows *rows);

/* Prints Prometheus' text; a counter of intervals goes on where it was. False: no memory, which has been said. */
bool print_prometheus(const struct rows *rows);

/* Writes where a row belongs, as "S0-D0-C3"; "" if it is all. */
void place_text(const struct row_place *place, char *text, size_t size);

/* Writes a number for people, with the separators of the user's language. */
void number_text(double value, int digits, char *text, size_t size);

/* Finds "0.98 CPUs utilized", "31.4 K/sec": the number and its unit. False: there is nothing to relate it to. */
bool related(const struct rows *rows, const struct row *row, double *number, const char **unit);

#endif
