/* pfm_set_machine(): which machine pfm_initialize() looks at. */
#include <perfmon/pfmkit.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "encode/spelling.h"
#include "catalog/catalog.h"
#include "machine/identity.h"

_Static_assert(sizeof((pfm_machine_t *)0)->message == IDENTITY_MESSAGE, "messages have one size");

/* Adds suggestions to the message about a name; none is a machine's number, which is no misspelt name. */
static void add_suggestions(pfm_machine_t *machine)
{
	pfm_diagnosis_t diagnosis = { .size = sizeof diagnosis };
	struct suggestions all = suggestions_for((struct span){ machine->cpu, strlen(machine->cpu) }, &diagnosis);
	size_t length = strlen(machine->message);

	for (const char *name = NULL; (name = cpu_name_next(name));)
		if (!isdigit((unsigned char)*name))
			consider(&all, "", name);
	for (int i = 0; i < diagnosis.nsuggestions && length < sizeof machine->message; i++)
		length += (size_t)snprintf(machine->message + length, sizeof machine->message - length, "%s%s",
					   i ? ", " : "; did you mean ", diagnosis.suggestions[i]);
	if (diagnosis.nsuggestions && length + 1 < sizeof machine->message)
		strcpy(machine->message + length, "?");
}

/* Recognizes names; any other text has an error of its own, which says what is missing. */
static bool is_name(const char *text)
{
	return isalpha((unsigned char)*text) && !strchr(text, ',') && !identity_has_vendor(text);
}

/* Returns whether the identity that will be taken can be read; if not, the message says what is wrong with it. */
static bool read_cpu(pfm_machine_t *machine)
{
	struct host host = { .root = "" };
	const char *environment = host_environment("LIBPFM_CPUID");

	if (machine->cpu && !catalog_reads_cpu(machine->cpu, machine->message)) {
		if (is_name(machine->cpu))
			add_suggestions(machine);
		return false;
	}
	if (machine->cpu)
		return true;
	if (environment && *environment && !identity_read(environment, NULL, &host, machine->message))
		catalog_reads_cpu(environment, machine->message);
	return true;
}

pfm_err_t pfm_set_machine(pfm_machine_t *machine)
{
	pfm_err_t error;

	if (!machine)
		return catalog_choose(NULL, NULL, false);
	if (machine->size != sizeof *machine)
		return PFM_ERR_INVAL;
	*machine->message = '\0';
	error = catalog_choose(machine->cpu, machine->root, machine->encode_inactive);
	if (!error && !read_cpu(machine))
		error = PFM_ERR_INVAL;
	if (error && error != PFM_ERR_NOTSUPP)
		catalog_choose(NULL, NULL, false);
	return error;
}
