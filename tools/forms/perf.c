/* Writes an event in perf's language, for tools that write one event after the other. */
#include "perf.h"

#include <string.h>

#include "common/language.h"
#include "events/boxes.h"

/* Writes "skl::INST_RETIRED:ANY_P:u=1:k=1" as vendors do, "INST_RETIRED.ANY_P". */
static void short_name(const char *string, char *name, size_t size)
{
	const char *colons = strstr(string, "::"), *at = colons ? colons + 2 : string;
	size_t length = 0;

	*name = '\0';
	while (*at && length < size) {
		int piece = (int)strcspn(at, ":");

		if (memchr(at, '=', (size_t)piece))
			break;
		length += (size_t)snprintf(name + length, size - length, "%s%.*s", length ? "." : "", piece, at);
		at += piece + (at[piece] == ':');
	}
}

static void say_what_is_for_the_program(const struct encoded *encoded)
{
	say_what_is_lost(encoded->operand, encoded->flags);
	if (encoded->cpu >= 0)
		complain("%s: cpu=%d is for the program that opens the event; with perf use -C %d", encoded->operand,
			encoded->cpu, encoded->cpu);
}

bool write_for_perf(const struct encoded *encoded, struct perf_style style, char *text, size_t size)
{
	const pfm_perf_event_t *perfs = encoded->perfs;
	char name[256] = "";
	struct perf_words words = { .attr = &encoded->attr,
		.device = perfs ? perfs->device : encoded->device,
		.idx = perfs ? perfs->idx : encoded->idx,
		.name = encoded->label,
		.flags = perfs ? encoded->flags : (unsigned int)PFM_PERF_STRING,
		.how = PFM_WRITE_NAME };

	if (encoded->attr.type == PERF_TYPE_TRACEPOINT) {
		words.name = perfs && !encoded->string && !*perfs->device ? perfs->name : encoded->string;
		words.how = encoded->label ? PFM_WRITE_NAME : 0;
	} else if (!encoded->label && encoded->string && (style.named || style.fields)) {
		short_name(encoded->string, name, sizeof name);
		words.name = *name ? name : NULL;
		words.how = PFM_WRITE_CODE_NAME;
	}
	words.how |= style.fields ? PFM_WRITE_FIELDS : 0;
	say_what_is_for_the_program(encoded);
	if (encoded->flags & PFM_PERF_WEAK && !style.in_group) {
		complain("%s: W (weak) is a modifier of whole groups, and events are written one by one",
			encoded->operand);
		return false;
	}
	if (!perf_text(&words, text, size)) {
		complain("%s: perf has no way to say this event", encoded->operand);
		return false;
	}
	if (!style.is_on_all_boxes || perfs)
		say_which_device(encoded->operand, words.device, text);
	else if (is_on_all_boxes(encoded->idx))
		put_all_boxes(pmu_of(encoded->idx), words.device, text, size);
	return true;
}
