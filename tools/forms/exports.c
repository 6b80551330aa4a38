/* The writers of pfmexport's forms. */
#include "exports.h"

#include "codes.h"
#include "metrics.h"
#include "programs.h"
#include "raw_programs.h"

static const struct form forms[] = {
#define PFMEXPORT_FORM(form, help, ...) { .name = form, __VA_ARGS__ },
#include "forms.def"
};

const struct form *export_form(int number)
{
	return &forms[number];
}
