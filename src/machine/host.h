/* A machine, as far as its CPU tells what it is. */
#ifndef PFM_HOST_H
#define PFM_HOST_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_ARM_CORES = 64, HOST_PATH = 4096, RISCV_IDS = 3 };

/* Fields of MIDR. */
struct arm_core {
	unsigned int implementer, part;
	unsigned int version;           /* variant << 4 | revision; of cores that are alike the first one's */
};

/* Their keys in /proc/cpuinfo. */
extern const char riscv_keys[RISCV_IDS][10];

struct host {
	char root[HOST_PATH / 2];       /* "" or a directory without a trailing slash: where its files are (files.h) */
	bool replaced;                  /* the root or the CPU identity is not this machine's own */
	bool is_intel, is_amd, is_power;
	bool is_hygon;                  /* is_amd, too: a family of its own, with AMD's cores */
	bool is_zhaoxin;                /* Centaur Technology, too, which made their first cores */
	bool is_shanghai;               /* is_zhaoxin, by the newer one of its two vendors' names */
	bool is_loongson;               /* as somebody says */
	unsigned int family, model, stepping;
	unsigned int arch_events;       /* Intel, Zhaoxin: CPUID leaf 0xA, EAX, EBX and EDX; 0: no architectural PMU */
	unsigned int arch_unavailable, arch_fixed;
	struct arm_core arm[MAX_ARM_CORES];
	int arm_count;
	const char *soc;                /* as somebody says; NULL: none that is known (soc.h) */
	unsigned int pvr, revision;     /* POWER: the halves of the processor version register, version and revision */
	int riscv_count;                /* RISC-V, as somebody says: mvendorid, marchid and, perhaps, mimpid */
	uint64_t riscv[RISCV_IDS];
	unsigned int cfvn, csvn, s390_machine;
	bool s390_read, is_s390;        /* is_s390: as somebody says */
};

#endif
