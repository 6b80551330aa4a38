/*
 * The library reads and writes perf's language; this decides when a tool uses it, and prints messages on the results.
 */
#define _GNU_SOURCE
#include "language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_breakpoint(const char *event)
{
	return !strncmp(event, "mem:", 4);
}

bool is_perfs(const char *event, const struct given *given)
{
	if (given->language != EITHER_LANGUAGE)
		return given->language == PERF_LANGUAGE;
	return pfm_get_language(event) == PFM_LANGUAGE_PERF;
}

/* Returns whether an event of perf's language is refused: what a PMU counts in any case is not left out. */
static bool is_refused(const char *event)
{
	return pfm_read_events(event, 0, PFM_LANGUAGE_EITHER, NULL, 0, NULL) < 0 &&
	       pfm_get_perf_events(event, 0, NULL, 0, NULL) > 0;
}

bool may_be_perfs(const char *event, const struct given *given)
{
	return given->language != PFM_LANGUAGE && !given->pmu && pfm_get_language(event) != PFM_LANGUAGE_PFM &&
	       (given->language == PERF_LANGUAGE || !is_refused(event));
}

int try_string(const char *string, const struct given *given, struct perf_event_attr *attr)
{
	uint64_t codes[4];
	pfm_pmu_encode_arg_t raw = { .codes = codes, .count = 4, .size = sizeof raw };
	pfm_perf_encode_arg_t perf = { .attr = attr, .size = sizeof perf };

	return given->os == PFM_OS_NONE ? pfm_get_os_event_encoding(string, given->plm, PFM_OS_NONE, &raw)
					: pfm_get_perf_encoding_anywhere(string, given->plm, given->os, &perf);
}

bool reads_as_perfs(const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };

	if (is_perfs(event, given))
		return true;
	return may_be_perfs(event, given) && try_string(event, given, &attr) &&
	       pfm_get_perf_events(event, 0, NULL, 0, NULL) > 0;
}

int read_perfs(const char *event, const struct given *given, pfm_perf_event_t **events, pfm_diagnosis_t *d)
{
	int plm = given->plm_given ? given->plm : 0, count = pfm_get_perf_events(event, plm, NULL, 0, d), again;

	*events = NULL;
	if (count <= 0)
		return count;
	*events = calloc((size_t)count, sizeof **events);
	if (!*events)
		return PFM_ERR_NOMEM;
	(*events)->size = sizeof **events;
	again = pfm_get_perf_events(event, plm, *events, count, d);
	if (again >= 0)
		return again < count ? again : count;
	free(*events);
	*events = NULL;
	return again;
}

bool perf_text(const struct perf_words *words, char *text, size_t size)
{
	pfm_perf_event_t event = { .size = sizeof event, .idx = words->idx, .flags = words->flags,
				   .attr = *words->attr };
	int length;

	snprintf(event.device, sizeof event.device, "%s", words->device ? words->device : "");
	snprintf(event.name, sizeof event.name, "%s", words->name ? words->name : "");
	length = pfm_write_perf_event(&event, words->name ? words->how : words->how & (unsigned int)PFM_WRITE_FIELDS,
				      text, size);
	return length >= 0 && (size_t)length < size;
}

void say_which_device(const char *operand, const char *device, const char *text)
{
	const char *number = device ? strpbrk(device, "{,") : NULL;

	if (number && *number == '{')
		complain("%s: no device %.*s is here: what is written means all of them%s", operand,
			 (int)strcspn(device, ","), device,
			 strchr(text, '*') ? "; put in the numbers of one for a perf that does not know *" : "");
}

bool is_arm_pmu(pfm_pmu_t pmu)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	return !pfm_get_pmu_details(pmu, &details) && details.vendor && !strcmp(details.vendor, "arm");
}

/* Returns whether a name is written as vendors write theirs: ITLB, and not iTLB-loads. */
static bool is_in_capitals(const char *operand)
{
	size_t length = strcspn(operand, ":");

	for (size_t i = 0; i < length; i++)
		if (!isupper((unsigned char)operand[i]) && !isdigit((unsigned char)operand[i]))
			return false;
	return length;
}

void say_symbol(const char *operand, const struct given *given, const pfm_perf_event_t *event)
{
	struct perf_event_attr attr = { .size = sizeof attr, .type = event->attr.type, .config = event->attr.config,
		.exclude_guest = 1 };
	struct perf_words words = { .attr = &attr, .device = event->device, .idx = -1 };
	pfm_diagnosis_t d = { .size = sizeof d };
	bool lacks_umask;
	char text[128];

	if (given->language != EITHER_LANGUAGE || is_perfs(operand, given) ||
		(attr.type != PERF_TYPE_HARDWARE && attr.type != PERF_TYPE_HW_CACHE))
		return;
	lacks_umask = !pfm_diagnose(operand, given->plm, PFM_OS_NONE, &d) && d.error == PFM_ERR_UMASK;
	if ((lacks_umask || is_in_capitals(operand)) && perf_text(&words, text, sizeof text))
		complain("%s: read as perf's %s%s%s", operand, text, lacks_umask ? ": " : "",
			lacks_umask ? d.message : "");
}

const char *label_of(const pfm_perf_event_t *event, const char *string)
{
	bool is_typed = !strncmp(string + event->offset, event->name, (size_t)event->length) &&
		!event->name[event->length];

	return is_typed || event->attr.type == PERF_TYPE_TRACEPOINT ? NULL : event->name;
}

void say_what_is_lost(const char *operand, unsigned int flags)
{
	if (flags & PFM_PERF_RECORDS)
		complain("%s: its terms about records are not in what is printed: give them to perf record", operand);
	if (flags & PFM_PERF_CPUS)
		complain("%s: cpu= is for the program that opens the event; with perf use -C", operand);
}

void device_of_string(const char *event, char *device, size_t size)
{
	snprintf(device, size, "%.*s", (int)strcspn(event, ":"), event);
}

/* Returns whether a term follows, as in uProf's event=PMCx64,umask=0x4: an event would not begin as a term does. */
static bool is_before_term(const char *at)
{
	size_t word = *at == ',' ? strspn(at + 1, "abcdefghijklmnopqrstuvwxyz") : 0;

	return word && at[1 + word] == '=';
}

size_t event_length(const char *text, const char *stops)
{
	const char *at = text + (*text == '/');

	for (; *at && (!strchr(stops, *at) || is_before_term(at)); at++) {
		const char *closing;

		if (*at != '/' || is_breakpoint(text))
			continue;
		closing = strchr(at + 1, '/');
		if (!closing) /* the terms do not end: report that once, not for each comma */
			return strlen(text);
		at = closing;
	}
	return (size_t)(at - text);
}

/* ---- what the tables know of it ---- */

/* Returns whether an event is counted by the PMU. Raw events are the core PMU's, which needs no device. */
static bool is_its_pmu(const pfm_pmu_info_t *info, const pfm_perf_event_t *event)
{
	pfm_pmu_details_t details = { .size = sizeof details };

	if (!info->is_present || pfm_get_pmu_details(info->pmu, &details) || details.is_deprecated)
		return false;
	if (is_device_of(info, &details, event->device))
		return true;
	return !details.device && info->type == PFM_PMU_TYPE_CORE &&
		(event->attr.type == PERF_TYPE_RAW || !strcmp(event->device, "cpu"));
}

pfm_pmu_t pmu_of_perfs(const pfm_perf_event_t *event)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	if (event->idx >= 0)
		return pmu_of(event->idx);
	if (!event->device[0] && event->attr.type != PERF_TYPE_RAW)
		return PFM_PMU_NONE;
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && is_its_pmu(&info, event))
			return pmu;
	return PFM_PMU_NONE;
}

static bool is_at_all_levels(const struct perf_event_attr *attr)
{
	return !attr->exclude_user && !attr->exclude_kernel && !attr->exclude_hv;
}

/*
 * Returns whether two events count the same: at all levels if a does not choose some, and not without h if a counts
 * there; not all PMUs can leave it out.
 */
static bool count_the_same(const struct perf_event_attr *a, const struct perf_event_attr *b)
{
	return a->type == b->type && a->config == b->config && a->config1 == b->config1 && a->config2 == b->config2 &&
	       (is_at_all_levels(a) || (a->exclude_user == b->exclude_user && a->exclude_kernel == b->exclude_kernel &&
					a->exclude_hv >= b->exclude_hv)) &&
	       a->exclude_idle == b->exclude_idle && a->exclude_host == b->exclude_host &&
	       a->precise_ip == b->precise_ip && a->pinned == b->pinned && a->exclusive == b->exclusive &&
	       a->freq == b->freq && a->sample_period == b->sample_period;
}

bool says_all(const char *string, const pfm_perf_event_t *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };

	return !try_string(string, given, &attr) && count_the_same(&event->attr, &attr);
}

/* Returns the event as an event string, if it can be read in both languages; else NULL. */
static char *same_in_strings(const pfm_perf_event_t *event, const char *string, const struct given *given, int *idx)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };

	if (!pfm_get_perf_encoding_anywhere(string, given->plm, PFM_OS_PERF_EVENT_EXT, &arg) &&
	    count_the_same(&event->attr, &attr)) {
		*idx = arg.idx;
		return full;
	}
	free(full);
	return NULL;
}

/* Returns name with all that an event asks for besides its code, as in event strings. To be freed; NULL: no memory. */
static char *with_modifiers(const char *name, const struct perf_event_attr *attr)
{
	char *string;
	size_t size;
	FILE *stream = open_memstream(&string, &size);

	if (!stream)
		return NULL;
	fputs(name, stream);
	if (!is_at_all_levels(attr))
		fprintf(stream, "%s%s", attr->exclude_user ? "" : ":u=1", attr->exclude_kernel ? "" : ":k=1");
	if (attr->precise_ip)
		fprintf(stream, ":precise=%u", (unsigned int)attr->precise_ip);
	if (attr->sample_period)
		fprintf(stream, ":%s=%llu", attr->freq ? "freq" : "period", (unsigned long long)attr->sample_period);
	fprintf(stream, "%s%s%s", attr->exclude_host ? ":mg" : "", attr->pinned ? ":pinned" : "",
		attr->exclusive ? ":excl" : "");
	if (close_text(stream, &string))
		return string;
	free(string);
	return NULL;
}

/* Does the same for a name without modifiers; full: with all that a string can say. */
static char *modified_in_strings(const pfm_perf_event_t *event, const char *name, const struct given *given, bool full,
				 int *idx)
{
	char *string = with_modifiers(name, &event->attr);
	char *same = string ? same_in_strings(event, string, given, idx) : NULL;

	if (!same || full) {
		free(string);
		return same;
	}
	free(same);
	return string;
}

/* Returns what a PMU calls exactly these words; NULL: nothing. */
static char *decoded(pfm_pmu_t pmu, const pfm_perf_event_t *event, const struct given *given, int *idx)
{
	const pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3,
				  .words = { event->attr.config, event->attr.config1, event->attr.config2 } };
	pfm_decoded_t found = { .size = sizeof found };
	char *string;

	if (pfm_decode(pmu, &code, &found, 1) < 1 || !found.exact)
		return NULL;
	string = modified_in_strings(event, found.string, given, false, idx);
	*idx = found.idx;
	return string ? string : strdup(found.string);
}

pfm_pmu_t pmu_before_slash(const char *requested)
{
	size_t length = requested ? strcspn(requested, "/") : 0;
	pfm_pmu_t pmu;

	if (!length || !requested[length])
		return PFM_PMU_NONE;
	for_each_pmu(pmu) {
		const char *name = pfm_get_pmu_name(pmu);

		if (name && strlen(name) == length && !strncmp(name, requested, length))
			return pmu;
	}
	return PFM_PMU_NONE;
}

char *name_in_tables(const pfm_perf_event_t *event, const char *string, const struct given *given, int *idx)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *name = same_in_strings(event, string, given, idx), symbol[sizeof event->name];
	pfm_pmu_t pmu;

	if (!name && event->attr.type <= PERF_TYPE_HW_CACHE && event->attr.type != PERF_TYPE_TRACEPOINT) {
		const char *slash = strchr(event->name, '/'), *from = slash ? slash + 1 : event->name;

		snprintf(symbol, sizeof symbol, "%.*s", (int)strcspn(from, ":/"), from);
		name = modified_in_strings(event, symbol, given, true, idx);
	}
	if (name)
		return name;
	*idx = -1;
	if (pmu_before_slash(string) != PFM_PMU_NONE)
		name = decoded(pmu_before_slash(string), event, given, idx);
	/* several PMUs may have the device; the architectural PMU, which knows fewer events, is tried last */
	for (int last = 0; last < 2 && pmu_of_perfs(event) != PFM_PMU_NONE; last++)
		for_each_pmu(pmu)
			if (!name && (pmu == PFM_PMU_INTEL_X86_ARCH) == last && next_pmu(pmu, &info) &&
			    is_its_pmu(&info, event))
				name = decoded(pmu, event, given, idx);
	return name;
}
