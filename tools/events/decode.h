/* Decodes codes to names. */
#ifndef PFM_TOOL_DECODE_CODES_H
#define PFM_TOOL_DECODE_CODES_H

#include "common/language.h"

struct decoding {
	const struct given *given;
	bool registers;         /* codes are register words, as printed by check_events */
	bool all;               /* print all events that fit, not only exact ones */
};

/* Checks --format of decoded codes. GO_ON, or the status to end with. */
int check_decoded_format(const char *format);

/* Prints the events that have these codes. False: one was not understood, or no event has it. */
bool decode_codes(int count, char **operands, struct decoding *decoding);

#endif
