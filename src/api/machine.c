/* pfm_set_machine(): which machine pfm_initialize() looks at. */
#include <perfmon/pfmkit.h>

#include <string.h>

#include "catalog/catalog.h"
#include "machine/identity.h"

_Static_assert(sizeof((pfm_machine_t *)0)->message == IDENTITY_MESSAGE, "messages have one size");

/* Whether the identity that will be taken can be read; what there is to say of it goes into the message. */
static bool read_cpu(pfm_machine_t *machine)
{
	struct host host = { .root = "" };
	const char *environment = host_environment("LIBPFM_CPUID");

	if (machine->cpu)
		return identity_choose(machine->cpu, &host, machine->message);
	if (environment && *environment)
		identity_read(environment, &host, machine->message);
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
