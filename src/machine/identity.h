/* Which CPU a machine has: read from the CPU, from files, or given by the user. */
#ifndef PFM_IDENTITY_H
#define PFM_IDENTITY_H

#include <stddef.h>

#include "machine/cpu_names.h"
#include "machine/host.h"
#include "tables/lookup.h"

/* The caller's choice of a machine; NULL: that of the environment (LIBPFM_CPUID, LIBPFM_FSROOT), else this machine. */
struct machine_choice {
	const char *cpu, *root;
};

/*
 * Reads a CPU identity into *host, of which it changes what identities say. "GenuineIntel-6-143-8" (vendor, family,
 * model and, optionally, stepping), "POWER-0x4e" (the version half of the PVR) or "POWER-0x4e-0x1202" (both halves),
 * RISC-V's "RISCV-0x489-0x8000000000000007" (mvendorid, marchid and, optionally, mimpid), s390x's "IBM-3931" (the
 * machine's type), an Arm MIDR ("0x410fd0c1"), or several with commas, what people call a CPU ("sapphirerapids",
 * cpu_names.def), or the name of a PMU or the end of one: the first CPU that has it. Numbers with 0x or a hexadecimal
 * letter are hexadecimal, others decimal. False: it is none of these, and message says why. True, and a message: what
 * is not plain about it; "" else. known: NULL for the compiled tables alone.
 */
bool identity_read(const char *text, const struct known_tables *known, struct host *host,
		   char message[IDENTITY_MESSAGE]);

/*
 * Returns whether a text is a common name of a CPU, the name of a model, or the end of a core PMU's name: as in
 * identity_read(), but without numbers. *host is then that CPU.
 */
bool identity_is_cpu(struct span name, struct host *host);

/* Returns whether a text begins as identities do that say whose numbers follow: "GenuineIntel-", "POWER-". */
bool identity_has_vendor(const char *text);

/* Does the same for a CPU that was chosen; one of Intel's has the architectural events of its model too. */
bool identity_choose(const char *text, const struct known_tables *known, struct host *host,
		   char message[IDENTITY_MESSAGE]);

/*
 * Fills in *host. Never fails: fields that cannot be found out are zero. message: that of identity_read() for the
 * identity that was given.
 */
void host_identify(struct host *host, const struct machine_choice *choice, const struct known_tables *known,
		   char message[IDENTITY_MESSAGE]);

#endif
