/* The modifiers that belong to perf_event, not to a PMU. */
#ifndef PFM_OS_MODIFIERS_H
#define PFM_OS_MODIFIERS_H

#include "catalog/event_ref.h"

enum os_modifier_number {
	OS_U,
	OS_K,
	OS_H,
	OS_PERIOD,
	OS_FREQ,
	OS_PRECISE,
	OS_EXCL,
	OS_MG,
	OS_MH,
	OS_CPU,
	OS_PINNED,
	OS_HW_SMPL,
	OS_MODIFIERS
};

struct os_modifier {
	char name[8];
	char label[MAX_LABEL];          /* ":name=" */
	size_t label_length;
	char text[100];
	bool integer;
};

extern const struct os_modifier os_modifiers[OS_MODIFIERS];

/* Writes which values the modifier takes, in words. Returns a length as snprintf() does. */
int os_modifier_values(int number, char *text, size_t size);

/* Returns the modifiers that layer os offers for an event: bit n for number n. 0 for PFM_OS_NONE. */
uint16_t os_modifiers_of_layer(const struct event_ref *ref, pfm_os_t os);

static inline uint16_t os_modifiers_offered(const struct event_ref *ref, pfm_os_t os)
{
	return os == PFM_OS_NONE ? 0 : os_modifiers_of_layer(ref, os);
}

#endif
