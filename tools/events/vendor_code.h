/* Names for which the vendor's file has another code than libpfm4. */
#ifndef PFM_TOOL_VENDOR_CODE_H
#define PFM_TOOL_VENDOR_CODE_H

#include "common/tool.h"

/*
 * Says of an event string that has been encoded that the vendor has another code for its name, and how to get that.
 * idx: the event's identifier; below 0 no note is written.
 */
void say_vendors_code(const char *event, int idx);

/* Adds the member "makers" to a JSON object: the event in perf's language, with the vendor's code. */
void json_vendors_code(bool *first, const char *event, int idx);

/*
 * Writes the name that the vendor alone has for a code of a PMU, as a string of perf's language, in text; false: there
 * is none. The code is perf's: config, config1, config2.
 */
bool find_vendors_name(const pfm_pmu_info_t *pmu, const pfm_code_t *code, char *text, size_t size);

#endif
