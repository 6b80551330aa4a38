/*
 * An x86 guest is recognised by the CPU's flag only, since vendors use the same firmware texts for notebooks and
 * bare-metal instances. On other architectures the firmware, the device tree or the kernel tells. For guests, these
 * also tell the hypervisor.
 */
#include "guest.h"

#include <stdio.h>
#include <string.h>

#include "common/machine_files.h"
#include "common/tool.h"

/* ---- who writes what into the firmware ---- */

/* Prefixes of lines in the files below; the first match counts. Clouds come first, as they run KVM or Xen. */
static const struct {
	char text[34];
	unsigned int hypervisor;
} firmware_names[] = { { "Amazon EC2", UNDER_AMAZON }, { "Google Compute Engine", UNDER_GOOGLE },
	{ "Alibaba Cloud", UNDER_CLOUD }, { "Tencent Cloud", UNDER_CLOUD }, { "Huawei Cloud", UNDER_CLOUD },
	{ "HUAWEICLOUD", UNDER_CLOUD }, { "OracleCloud", UNDER_CLOUD }, { "DigitalOcean", UNDER_CLOUD },
	{ "Hetzner", UNDER_CLOUD }, { "Scaleway", UNDER_CLOUD }, { "Vultr", UNDER_CLOUD }, { "Linode", UNDER_CLOUD },
	{ "Akamai", UNDER_CLOUD }, { "UpCloud", UNDER_CLOUD }, { "Exoscale", UNDER_CLOUD },
	{ "OpenStack", UNDER_CLOUD }, { "KubeVirt", UNDER_KVM }, { "KVM", UNDER_KVM }, { "QEMU", UNDER_KVM },
	{ "Bochs", UNDER_KVM }, { "Red Hat", UNDER_KVM }, { "oVirt", UNDER_KVM }, { "RHEV", UNDER_KVM },
	{ "cloud-hypervisor", UNDER_KVM }, { "Cloud Hypervisor", UNDER_KVM }, { "CrosVM", UNDER_KVM },
	{ "crosvm", UNDER_KVM }, { "Firecracker", UNDER_FIRECRACKER }, { "VMware", UNDER_VMWARE },
	{ "VMW", UNDER_VMWARE }, { "innotek GmbH", UNDER_VIRTUALBOX }, { "VirtualBox", UNDER_VIRTUALBOX },
	{ "Xen", UNDER_XEN }, { "HVM domU", UNDER_XEN }, { "Parallels", UNDER_PARALLELS }, { "BHYVE", UNDER_BHYVE },
	{ "Hyper-V", UNDER_HYPERV }, { "Virtual Machine", UNDER_HYPERV }, { "Apple Virtualization", UNDER_APPLE },
	{ "Nutanix", UNDER_NUTANIX }, { "AHV", UNDER_NUTANIX } };

static const char *const firmware_files[] = { "product_name", "sys_vendor", "board_vendor", "bios_vendor",
	"product_version" };

static unsigned int named_by(const char *text)
{
	for (size_t i = 0; i < sizeof firmware_names / sizeof firmware_names[0]; i++)
		if (!strncmp(text, firmware_names[i].text, strlen(firmware_names[i].text)))
			return firmware_names[i].hypervisor;
	return 0;
}

/* Returns whether an instance is a machine of its own, which its product's name says: "m7g.metal". */
static bool is_bare_metal(void)
{
	return machine_line_has("/sys/class/dmi/id/product_name", "", "metal");
}

static unsigned int by_firmware(void)
{
	unsigned int best = 0;
	char path[64], line[128];

	for (size_t i = 0; i < sizeof firmware_files / sizeof firmware_files[0]; i++) {
		unsigned int found;

		snprintf(path, sizeof path, "/sys/class/dmi/id/%s", firmware_files[i]);
		found = machine_line(path, "", line, sizeof line) ? named_by(line) : 0;
		/* replaces KVM, as QEMU has "KVM Virtual Machine", but clouds have "KVM" too */
		if (found && (!best || (best == UNDER_KVM && found != UNDER_KVM)))
			best = found;
	}
	return best;
}

/* ---- other signs ---- */

/* Lines that show a hypervisor on machines without such firmware. */
static const struct sign {
	const char *path, *key, *text;
	unsigned int hypervisor;
} signs[] = { { "/proc/sysinfo", "VM00 Control Program", "KVM", UNDER_KVM_S390 },
	{ "/proc/sysinfo", "VM00 Control Program", "", UNDER_ZVM },
	{ "/proc/cpuinfo", "machine", "emulated by qemu", UNDER_POWER },
	{ "/sys/hypervisor/type", "", "xen", UNDER_XEN },
	{ "/proc/device-tree/hypervisor/compatible", "", "xen", UNDER_XEN },
	{ "/proc/device-tree/hypervisor/compatible", "", "vmware", UNDER_VMWARE },
	{ "/proc/device-tree/hypervisor/compatible", "", "linux,kvm", UNDER_KVM },
	{ "/proc/device-tree/hypervisor/compatible", "", "", UNDER_OTHER },
	{ "/proc/device-tree/compatible", "", "linux,dummy-virt", UNDER_KVM },
	{ "/proc/device-tree/compatible", "", "riscv-virtio", UNDER_KVM },
	{ "/proc/device-tree/compatible", "", "qemu,", UNDER_KVM },
	{ "/proc/sys/kernel/osrelease", "", "microsoft", UNDER_WSL },
	{ "/proc/sys/kernel/osrelease", "", "Microsoft", UNDER_WSL },
	{ "/proc/version", "", "microsoft-standard", UNDER_WSL } };

static unsigned int by_signs(void)
{
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (machine_line_has(signs[i].path, signs[i].key, signs[i].text))
			return signs[i].hypervisor;
	return 0;
}

/* ---- all ---- */

static bool is_x86(void)
{
	char vendor[64];

	return machine_line("/proc/cpuinfo", "vendor_id", vendor, sizeof vendor) && !strstr(vendor, "IBM/S390");
}

/* Returns whether the tables have devices as the kernel calls them where a CPU has two core types. */
bool is_hybrid_x86(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	bool core = false, atom = false;

	for_each_pmu(pmu)
	{
		pfm_pmu_details_t details = { .size = sizeof details };

		if (!next_pmu(pmu, &info) || !info.is_present || info.type != PFM_PMU_TYPE_CORE ||
			pfm_get_pmu_details(pmu, &details) || !details.device)
			continue;
		core |= !strncmp(details.device, "cpu_core", 8);
		atom |= !strncmp(details.device, "cpu_atom", 8);
	}
	return core && atom;
}

unsigned int find_hypervisor(void)
{
	unsigned int found;

	if (is_x86() && !machine_line_has("/proc/cpuinfo", "flags", "hypervisor"))
		return 0;
	if (!is_x86() && is_bare_metal())
		return 0;
	found = by_signs();
	if (!found || found == UNDER_XEN || found == UNDER_KVM) {
		unsigned int named = by_firmware();

		found = named ? named : found;
	}
	return !found && is_x86() ? UNDER_OTHER : found;
}

static const struct {
	unsigned int hypervisor;
	char name[24];
} hypervisors[] = { { UNDER_KVM, "KVM" }, { UNDER_FIRECRACKER, "Firecracker" }, { UNDER_VMWARE, "VMware" },
	{ UNDER_HYPERV, "Hyper-V" }, { UNDER_WSL, "WSL2" }, { UNDER_GOOGLE, "Google Compute Engine" },
	{ UNDER_AMAZON, "Amazon EC2" }, { UNDER_XEN, "Xen" }, { UNDER_VIRTUALBOX, "VirtualBox" },
	{ UNDER_PARALLELS, "Parallels" }, { UNDER_APPLE, "Apple Virtualization" }, { UNDER_BHYVE, "bhyve" },
	{ UNDER_NUTANIX, "Nutanix AHV" }, { UNDER_POWER, "KVM" }, { UNDER_ZVM, "z/VM" }, { UNDER_KVM_S390, "KVM" } };

const char *hypervisor_name(unsigned int hypervisor)
{
	for (size_t i = 0; i < sizeof hypervisors / sizeof hypervisors[0]; i++)
		if (hypervisors[i].hypervisor == hypervisor)
			return hypervisors[i].name;
	return NULL;
}
