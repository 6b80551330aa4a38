/* Whether the machine is a guest, and of which hypervisor: the hypervisor decides which counters a guest gets. */
#ifndef PFM_TOOL_GUEST_H
#define PFM_TOOL_GUEST_H

#include <stdbool.h>

/*
 * Circumstances that decide which advice is useful (findings.def), as bits: at most one hypervisor, and any number of
 * others.
 */
enum {
	ANYWHERE = 0,
	UNDER_OTHER = 1 << 0,           /* a hypervisor of unknown name */
	UNDER_KVM = 1 << 1,
	UNDER_FIRECRACKER = 1 << 2,
	UNDER_VMWARE = 1 << 3,
	UNDER_HYPERV = 1 << 4,
	UNDER_WSL = 1 << 5,
	UNDER_GOOGLE = 1 << 6,
	UNDER_AMAZON = 1 << 7,
	UNDER_CLOUD = 1 << 8,           /* a cloud other than those above */
	UNDER_XEN = 1 << 9,
	UNDER_VIRTUALBOX = 1 << 10,
	UNDER_PARALLELS = 1 << 11,
	UNDER_APPLE = 1 << 12,
	UNDER_BHYVE = 1 << 13,
	UNDER_NUTANIX = 1 << 14,
	UNDER_POWER = 1 << 15,          /* KVM on POWER */
	UNDER_ZVM = 1 << 16,            /* z/VM */
	UNDER_KVM_S390 = 1 << 17,
	HYPERVISORS = (1 << 18) - 1,
	IN_NAMESPACE = 1 << 18,         /* a user namespace other than the initial one */
	IN_CONTAINER = 1 << 19,
	ON_ANDROID = 1 << 20,
	ON_OWN_SYSTEM = 1 << 21,        /* none of the three above: the owner can set sysctls */
	ON_ARM = 1 << 22,
	ON_HYBRID = 1 << 23,            /* an x86 CPU with two core types; ON_PLAIN: any other machine */
	ON_PLAIN = 1 << 24
};

/* Returns the hypervisor that the machine is a guest of, one of UNDER_*; 0: it is a machine of its own. */
unsigned int find_hypervisor(void);

/* Returns whether it is an x86 CPU with two core types. */
bool is_hybrid_x86(void);

/* Returns what people call a hypervisor; NULL: it does not tell. */
const char *hypervisor_name(unsigned int hypervisor);

#endif
