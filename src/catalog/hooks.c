/* Properties that the table language cannot express. A hook is the last resort: prefer a new word of the language. */
#include "catalog/hooks.h"

#include <stdlib.h>

#include "machine/conditions.h"
#include "machine/files.h"
#include "tables/body.h"

/*
 * intel-arch: returns whether there is an architectural PMU (Intel SDM volume 3, "Architectural Performance
 * Monitoring", and CPUID leaf 0xA). EAX: version in bits 0-7, counters in bits 8-15. EBX: bit n set means that event n
 * is not there. EDX: fixed counters in bits 0-4.
 */
static bool has_intel_arch(const struct host *host)
{
	return host->is_intel && host->family >= 5 && host->family != 15 && (host->arch_events & 0xff);
}

/* Returns the modifiers of a version; bits as in layout intel-core: k u e i c t ldlat intx intxcp. */
static uint32_t arch_modifiers(unsigned int version)
{
	switch (version) {
	case 3:
		return 0x3f;
	case 4:
		return 0x1bf;
	case 5:
		return 0x19f;
	default:
		return 0x1f;
	}
}

/*
 * cha-filter: sets the second filter of the Skylake-X CHA in TOR events. Without any filter it must let all pass:
 * remote, local, all opcodes (bit 3), near memory and not near memory. With an opcode in bits 9-28, bit 3 must be off.
 */
static void encode_cha_filter(uint64_t *words)
{
	if (!words[2])
		words[2] = 0x3b;
	else if (words[2] & 0x1ffffe00)
		words[2] &= ~UINT64_C(0x8);
}

/* arm-pmuv3: for cores of Armv8 or later that no PMU is made for. */
bool hook_knows_core(struct arm_core core)
{
	for (uint32_t i = 0; i < pfm_compiled.conditions.count; i++)
		if (is_arm_core(&pfm_compiled.conditions.rows[i], core))
			return true;
	return false;
}

static bool architecture_line(char *text, void *data)
{
	const char *value = host_value_of(text, "CPU architecture");

	if (value)
		*(int *)data = atoi(value);
	return !value;
}

static bool has_unknown_armv8(const struct host *host)
{
	int architecture = 8;

	for (int i = 0; i < host->arm_count; i++)
		if (!hook_knows_core(host->arm[i])) {
			host_lines(host, "/proc/cpuinfo", architecture_line, &architecture);
			return architecture >= 8;
		}
	return false;
}

bool hook_detect(int hook, const struct host *host)
{
	return hook == HOOK_ARM_PMUV3 ? has_unknown_armv8(host) : hook == HOOK_INTEL_ARCH && has_intel_arch(host);
}

/* Forced, it is version 3 with all events, and no counters known. */
bool hook_has_event(int hook, const struct host *host, bool forced, int row)
{
	return hook == HOOK_INTEL_ARCH && (forced || row > 31 || !(host->arch_unavailable >> row & 1));
}

void hook_counters(const struct host *host, bool forced, uint32_t *modifiers, int *general, int *fixed)
{
	*modifiers = arch_modifiers(forced ? 3 : host->arch_events & 0xff);
	*general = forced ? 0 : (int)(host->arch_events >> 8 & 0xff);
	*fixed = forced ? 0 : (int)(host->arch_fixed & 0x1f);
}

void hook_encode(int hook, uint64_t *words)
{
	if (hook == HOOK_CHA_FILTER)
		encode_cha_filter(words);
}
