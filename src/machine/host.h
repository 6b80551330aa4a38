/* Describes a machine, as far as its CPU tells. */
#ifndef PFM_HOST_H
#define PFM_HOST_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_ARM_CORES = 64, HOST_PATH = 4096, RISCV_IDS = 3 };

/* Fields of MIDR. */
struct arm_core {
	unsigned int implementer, part;
	unsigned int version;           /* variant << 4 | revision; for equal cores, that of the first */
};

/* Keys of the numbers in riscv, as in /proc/cpuinfo. */
extern const char riscv_keys[RISCV_IDS][10];

struct host {
	/* prefix of the machine's files (files.h): "", or a directory without trailing slash */
	char root[HOST_PATH / 2];
	bool replaced;                  /* root or CPU identity are not those of this machine */
	bool is_intel, is_amd, is_power;
	bool is_hygon;                  /* in addition to is_amd: a family of its own, with AMD's cores */
	bool is_zhaoxin;                /* includes Centaur Technology, whose cores the first ones were */
	bool is_shanghai;               /* in addition to is_zhaoxin: it has the newer of the two vendor names */
	bool is_loongson;               /* set by a given identity only */
	unsigned int family, model, stepping;
	unsigned int arch_events; /* Intel, Zhaoxin: EAX, EBX and EDX of CPUID leaf 0xA; 0: no architectural PMU */
	unsigned int arch_unavailable, arch_fixed;
	struct arm_core arm[MAX_ARM_CORES];
	int arm_count;
	const char *soc;                /* set by a given identity only; NULL: unknown SoC (soc.h) */
	unsigned int pvr, revision;     /* POWER: the upper and the lower half of the processor version register */
	int riscv_count;                /* RISC-V, set by a given identity only: 2 or 3 of mvendorid, marchid, mimpid */
	uint64_t riscv[RISCV_IDS];
	unsigned int cfvn, csvn, s390_machine;
	bool s390_read, is_s390;        /* is_s390: set by a given identity only */
};

#endif
