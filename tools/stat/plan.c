/*
 * Shows how metrics are counted: events with their counters and rounds, what is assumed about the machine, and events
 * for perf.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tables/clean.h"
#include "events/boxes.h"
#include "common/json.h"
#include "common/language.h"
#include "constants.h"

/* ---- events ---- */

static bool is_placed(const pfm_metric_event_t *event)
{
	/* no plan has an event that is NULL */
	return event->kind == PFM_METRIC_EVENT && /* NOLINT(clang-analyzer-core.NullDereference) */
	       !event->failed && event->round >= 0;
}

/* Returns whether it must have a round, and has none. */
static bool lacks_round(const pfm_metric_event_t *event)
{
	return event->kind == PFM_METRIC_EVENT && !event->failed && event->round < 0;
}

/* Returns whether no table and no PMU of this machine has events of the device that a name begins with. */
static bool is_named_by_machine(const pfm_metric_event_t *event)
{
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_info_t info = { .size = sizeof info };
	char name[1024], *slash;
	pfm_pmu_t pmu;

	plain_names(event->name, name, sizeof name);
	slash = strchr(name, '/');
	if (!event->failed || !slash)
		return false;
	*slash = '\0';
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.nevents &&
			(!strcasecmp(info.name, name) ||
				(!pfm_get_pmu_details(pmu, &details) && is_device_of(&info, &details, name))))
			return false;
	return true;
}

static bool is_wrong(const pfm_metric_event_t *event)
{
	return event->kind == PFM_METRIC_EVENT &&
		(event->failed ? !is_named_by_machine(event) : lacks_round(event));
}

/* Compares by round, then fixed counters first, then by counter; what needs none comes last. */
static int compare_events(const void *a, const void *b)
{
	const pfm_metric_event_t *one = a, *other = b;
	int rounds[] = { one->round < 0 ? INT32_MAX : one->round, other->round < 0 ? INT32_MAX : other->round };

	if (rounds[0] != rounds[1])
		return rounds[0] < rounds[1] ? -1 : 1;
	if (one->is_fixed != other->is_fixed)
		return other->is_fixed - one->is_fixed;
	return one->counter - other->counter;
}

/* Lists all events but other names for one, in the order in which they are shown. NULL: no memory. */
static pfm_metric_event_t *list_events(const pfm_metrics_t *metrics, int *count)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	pfm_metric_event_t *list;

	pfm_get_metrics_info(metrics, &all);
	list = calloc((size_t)all.events + 1, sizeof *list);
	*count = 0;
	if (!list) {
		is_lacking(PFM_ERR_NOMEM);
		return NULL;
	}
	for (int i = 0; i < all.events; i++) {
		list[*count].size = sizeof *list;
		pfm_get_metric_event(metrics, i, &list[*count]);
		*count += list[*count].kind != PFM_METRIC_SAME;
	}
	qsort(list, (size_t)*count, sizeof *list, compare_events);
	return list;
}

static void write_counter(const pfm_metric_event_t *event, char *text, size_t size)
{
	if (!is_placed(event) || event->counter < 0)
		snprintf(text, size, "-");
	else if (event->is_pair)
		snprintf(text, size, "%d+%d", event->counter, event->counter + 1);
	else
		snprintf(text, size, "%s%d", event->is_fixed ? "f" : "", event->counter);
}

static const char *remark_on(const pfm_metric_event_t *event)
{
	if (event->kind == PFM_METRIC_TIME)
		return "  (a time)";
	if (event->kind == PFM_METRIC_LATENCY)
		return "  (a latency)";
	if (is_named_by_machine(event))
		return "  (named by the machine alone)";
	if (event->failed)
		return "  (does not encode)";
	return lacks_round(event) ? "  (fits no round)" : "";
}

static void print_event(const pfm_metric_event_t *event)
{
	char counter[32], name[1024], round[16] = "-";

	write_counter(event, counter, sizeof counter);
	plain_names(event->name, name, sizeof name);
	if (is_placed(event))
		snprintf(round, sizeof round, "%d", event->round + 1);
	printf("%-5s  %-7s  %s%s\n", round, counter, clean(name), remark_on(event));
}

/* ---- constants ---- */

static void print_constants(const struct metric_request *request, const struct constants *constants)
{
	const char *source;
	double value;

	fputs("constants: ", stdout);
	for (int i = 0; i < constants->count; i++) {
		bool known = constant_of_metrics(request, constants->names[i], &value, &source);

		printf("%s#%s", i ? ", " : "", clean(constants->names[i]));
		if (known)
			printf(" %.15g (%s)", value, clean(source));
		else
			printf(" not known (--constant %s=N)", clean(constants->names[i]));
	}
	puts(constants->count ? "" : "none");
}

/* ---- objects ---- */

static void json_codes(bool *first, const pfm_metric_event_t *event, const struct given *given)
{
	pfm_perf_event_t encoded = { .size = sizeof encoded };
	bool is_encoded = event->string && !event->failed &&
		pfm_get_perf_event(event->string, given->plm, &encoded, 1, NULL) > 0;
	char name[1024];

	plain_names(event->name, name, sizeof name);
	json_text(first, "device", is_encoded && *encoded.device ? encoded.device : NULL);
	if (is_encoded)
		json_devices(first, name, event->string, given->plm);
	json_key(first, "codes");
	putchar('[');
	if (is_encoded) {
		printf("\"0x%llx\"", (unsigned long long)encoded.attr.config);
		if (encoded.attr.config1 || encoded.attr.config2)
			printf(",\"0x%llx\"", (unsigned long long)encoded.attr.config1);
		if (encoded.attr.config2)
			printf(",\"0x%llx\"", (unsigned long long)encoded.attr.config2);
	}
	putchar(']');
}

static void json_leaf(const pfm_metric_event_t *event, const struct given *given)
{
	char counter[32];
	bool first = true;

	write_counter(event, counter, sizeof counter);
	putchar('{');
	json_text(&first, "requested", event->name);
	json_text(&first, "event", event->string);
	json_codes(&first, event, given);
	json_key(&first, "round");
	if (is_placed(event))
		printf("%d", event->round + 1);
	else
		fputs("null", stdout);
	json_text(&first, "counter", *counter == '-' ? NULL : counter);
	json_bool(&first, "optional", event->is_optional);
	if (is_named_by_machine(event))
		json_bool(&first, "named_by_machine", true);
	else if (event->failed)
		json_error(&first, pfm_strerror(event->failed), "does not encode");
	putchar('}');
}

static void json_constants(const struct metric_request *request, const struct constants *constants)
{
	for (int i = 0; i < constants->count; i++) {
		const char *source = NULL;
		double value;
		bool first = true, known = constant_of_metrics(request, constants->names[i], &value, &source);

		fputs(i ? ",{" : "{", stdout);
		json_text(&first, "name", constants->names[i]);
		json_key(&first, "value");
		if (known)
			json_double(value);
		else
			fputs("null", stdout);
		json_text(&first, "source", known ? source : NULL);
		putchar('}');
	}
}

static void print_plan_object(const pfm_metrics_t *metrics, const pfm_metric_event_t *events, int count,
			      const struct metric_request *request, const struct given *given)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	struct constants constants;
	bool first = true;

	pfm_get_metrics_info(metrics, &all);
	constants_of(metrics, request->text, &constants);
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", request->text);
	json_number(&first, "rounds", all.rounds);
	json_bool(&first, "smt", all.smt);
	json_bool(&first, "watchdog", all.watchdog);
	json_text(&first, "message", *all.message ? all.message : NULL);
	json_text(&first, "note", *all.note ? all.note : NULL);
	fputs(",\"leaves\":[", stdout);
	for (int i = 0; i < count; i++) {
		fputs(i ? "," : "", stdout);
		json_leaf(&events[i], given);
	}
	fputs("],\"constants\":[", stdout);
	json_constants(request, &constants);
	puts("]}");
}

/* ---- check_events ---- */

static void print_plan(const pfm_metrics_t *metrics, const pfm_metric_event_t *events, int count,
		       const struct metric_request *request)
{
	pfm_metrics_info_t all = { .size = sizeof all };
	struct constants constants;
	char text[sizeof all.message];

	pfm_get_metrics_info(metrics, &all);
	puts("round  counter  event");
	for (int i = 0; i < count; i++)
		print_event(&events[i]);
	constants_of(metrics, request->text, &constants);
	print_constants(request, &constants);
	plain_names(all.message, text, sizeof text);
	if (*text)
		printf("%d rounds: %s\n", all.rounds, clean(text));
	plain_names(all.note, text, sizeof text);
	if (*text)
		printf("note: %s\n", clean(text));
}

bool check_plan(const struct metric_request *request, const struct given *given, bool quiet)
{
	pfm_metric_options_t options = options_of(request, given);
	pfm_metrics_t *metrics = prepare_metrics(request, &options);
	pfm_metric_event_t *events;
	int count;
	bool good;

	if (!metrics)
		return false;
	say_unasked_constants(metrics, request);
	events = list_events(metrics, &count);
	good = events;
	for (int i = 0; i < count; i++)
		if (is_wrong(&events[i])) {
			say_what_fails(&events[i]);
			good = false;
		}
	if (events && given->json)
		print_plan_object(metrics, events, count, request, given);
	else if (events && !quiet)
		print_plan(metrics, events, count, request);
	free(events);
	pfm_free_metrics(metrics);
	return good;
}

/* ---- words for perf ---- */

/* The argument of perf's -e, printed when it is complete. */
struct words {
	FILE *to;
	bool any, good;
	int round;              /* round of the open group; -1: no group is open */
	char device[64];        /* device of the open group */
};

static void close_group(struct words *words)
{
	if (words->round >= 0)
		fputc('}', words->to);
	words->round = -1;
}

/* Returns whether the formula names the one device. */
static bool is_named(const char *name, const char *device)
{
	static const char prefix[] = "uncore_";
	char plain[1024];
	size_t length;

	plain_names(name, plain, sizeof plain);
	if (strncasecmp(plain, prefix, sizeof prefix - 1) != 0 && !strncmp(device, prefix, sizeof prefix - 1))
		device += sizeof prefix - 1;
	length = strlen(device);
	return !strncasecmp(plain, device, length) && plain[length] == '/';
}

/* Writes an event as short as perf reads it; a bare code would be one in fields. Of boxes a metric adds all. */
static bool word_of(const pfm_metric_event_t *event, const pfm_perf_event_t *encoded, char *text, size_t size)
{
	int length = pfm_write_perf_event(encoded, 0, text, size);

	if (length > 0 && (size_t)length < size && strstr(text, "config"))
		length = pfm_write_perf_event(encoded, PFM_WRITE_FIELDS, text, size);
	if (length <= 0 || (size_t)length >= size)
		return false;
	if (!is_named(event->name, encoded->device))
		put_all_boxes(pmu_of_perfs(encoded), encoded->device, text, size);
	return true;
}

/* Writes an event; those of a round and a device count as one group, if there are several. */
static void write_event(struct words *words, const pfm_metric_event_t *event, const pfm_perf_event_t *encoded,
			bool joins_next)
{
	char text[1024];

	if (words->round >= 0 && (words->round != event->round || strcmp(words->device, encoded->device)))
		close_group(words);
	if (!word_of(event, encoded, text, sizeof text)) {
		complain("%s: perf has no way to say this event", event->name);
		words->good = false;
		return;
	}
	fputs(words->any ? "," : "", words->to);
	words->any = true;
	if (words->round < 0 && joins_next) {
		fputc('{', words->to);
		words->round = event->round;
		snprintf(words->device, sizeof words->device, "%s", encoded->device);
	}
	fputs(text, words->to);
}

static bool are_joined(const pfm_metric_event_t *event, const pfm_perf_event_t *encoded,
		       const pfm_metric_event_t *other, const pfm_perf_event_t *next)
{
	return event->round == other->round && !strcmp(encoded->device, next->device) &&
		encoded->attr.type != PERF_TYPE_SOFTWARE;
}

/* Writes events in the order of rounds, those of a device one behind the other, a leader before the others. */
static void write_round(struct words *words, const pfm_metric_event_t *events, const pfm_perf_event_t *encoded,
			int count)
{
	bool *done = calloc((size_t)count + 1, sizeof *done);

	if (!done)
		words->good = !is_lacking(PFM_ERR_NOMEM);
	for (int i = 0; i < count && done; i++) {
		int leader = i, last = -1, members = 0;

		if (done[i] || !is_placed(&events[i]))
			continue;
		for (int k = i; k < count; k++)
			if (!done[k] && is_placed(&events[k]) &&
			    are_joined(&events[i], &encoded[i], &events[k], &encoded[k])) {
				leader = events[k].is_leader ? k : leader;
				members++;
				last = k;
			}
		write_event(words, &events[leader], &encoded[leader], members > 1);
		done[leader] = true;
		for (int k = i; k <= last; k++)
			if (!done[k] && is_placed(&events[k]) && members > 1 &&
			    are_joined(&events[i], &encoded[i], &events[k], &encoded[k])) {
				write_event(words, &events[k], &encoded[k], true);
				done[k] = true;
			}
		close_group(words);
		done[i] |= members <= 1;
	}
	free(done);
}

static bool encode_all(const pfm_metric_event_t *events, pfm_perf_event_t *encoded, int count, int plm)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		encoded[i].size = sizeof *encoded;
		if (!is_placed(&events[i]))
			continue;
		if (pfm_get_perf_event(events[i].string, plm, &encoded[i], 1, NULL) <= 0) {
			complain("%s: does not encode", events[i].name);
			good = false;
		}
	}
	return good;
}

/* Writes times, and what the machine alone knows: by their names. */
static void write_names(struct words *words, const pfm_metric_event_t *events, int count)
{
	char name[1024];

	for (int i = 0; i < count; i++)
		if (events[i].kind == PFM_METRIC_TIME || is_named_by_machine(&events[i])) {
			plain_names(events[i].name, name, sizeof name);
			fprintf(words->to, "%s%s", words->any ? "," : "", name);
			words->any = true;
		} else if (events[i].kind == PFM_METRIC_LATENCY) {
			complain("%s: a latency, which no counter has; give --constant %s=N to compute", events[i].name,
				 events[i].name);
		}
}

static bool write_plan(const pfm_metrics_t *metrics, const struct given *given)
{
	int count;
	pfm_metric_event_t *events = list_events(metrics, &count);
	pfm_perf_event_t *encoded = calloc((size_t)count + 1, sizeof *encoded);
	struct words words = { .round = -1, .good = events && encoded };
	char *text = NULL;
	size_t length;

	words.to = open_memstream(&text, &length);
	if (!words.to || !words.good) {
		is_lacking(PFM_ERR_NOMEM);
		words.good = false;
	}
	words.good = words.good && encode_all(events, encoded, count, given->plm);
	for (int i = 0; i < count && words.good; i++)
		if (is_wrong(&events[i])) {
			say_what_fails(&events[i]);
			words.good = false;
		}
	if (words.good) {
		write_round(&words, events, encoded, count);
		write_names(&words, events, count);
	}
	if (words.to && !close_text(words.to, &text))
		words.good = false;
	if (words.good && !words.any) {
		complain("nothing is left to count: constants alone make the value");
		words.good = false;
	}
	if (words.good && text)
		puts(clean(text));
	free(text);
	free(encoded);
	free(events);
	return words.good;
}

bool write_metrics_for_perf(const struct metric_request *request, const struct given *given)
{
	struct given all = *given;
	pfm_metric_options_t options;
	pfm_metrics_t *metrics;
	bool good;

	if (!given->plm_given) /* perf's default is all levels */
		all.plm = 0;
	options = options_of(request, &all);
	metrics = prepare_metrics(request, &options);
	if (metrics)
		say_of_constants(metrics, request, 0);
	good = metrics && write_plan(metrics, &all);
	pfm_free_metrics(metrics);
	return good;
}
