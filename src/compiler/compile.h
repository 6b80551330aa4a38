/* From parsed text to a body of tables: the steps that all compiled text takes. */
#ifndef PMUC_COMPILE_H
#define PMUC_COMPILE_H

#include "compiler/rows/build.h"
#include "compiler/model/model.h"

/*
 * Compiles a model. Text for a file to be loaded (model->loaded) borrows blocks that it lacks from this package's.
 * order: the file of that name; NULL for a file that is loaded. False: mistakes, which have been reported.
 */
bool compile_model(struct model *model, const char *order, bool allow_missing, struct body *body);

/* Returns the directory of the package's text: the one that PFMKIT_LAYOUTS names or else the installed one. */
const char *package_text(void);

/*
 * Parses blocks of the package that the text names and does not have, of package_text(); their first lines are marked
 * as used. False: there are no layouts there, which has been reported.
 */
bool borrow_text(struct model *model);

/* Reads a file or a directory of tables, without an order of PMUs. False: mistakes, which have been reported. */
bool read_tables(const char *path, struct model *model);

/* Removes vendors that are not in the list, directories of the text, from a model without mistakes. */
void keep_vendors(struct model *model, const char *only);

/* Puts the text of a model into the body that was made of it. */
void keep_text(struct model *model, struct body *body);

/* Runs pmuc dump with the arguments after it; returns the exit status. */
int dump_main(int argc, char **argv);

/* Prints "3 PMUs, 3 tables, ..." on standard output. */
void print_summary(const struct model *model);

#endif
