/* Prints the codes of one event: the short program of libpfm4's manual, whole. */
#include <perfmon/pfmlib.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	pfm_pmu_encode_t e;
	int ret;

	memset(&e, 0, sizeof e);
	ret = pfm_initialize();
	if (ret != PFMLIB_SUCCESS) {
		fprintf(stderr, "cannot initialize: %s\n", pfm_strerror(ret));
		return 1;
	}
	ret = pfm_get_os_event_encoding("RETIRED_INSTRUCTIONS", PFM_PLM3, PFM_OS_NONE, &e);
	if (ret != PFMLIB_SUCCESS) {
		fprintf(stderr, "cannot encode RETIRED_INSTRUCTIONS: %s\n", pfm_strerror(ret));
		return 1;
	}
	for (int i = 0; i < e.count; i++)
		printf("count[%d]=0x%" PRIx64 "\n", i, e.codes[i]);
	free(e.codes);
	pfm_terminate();
	return 0;
}
