/*
 * Writes events and metrics in the format of "perf list -j", for programs that read that: an array of objects, one
 * field per line, all values strings, without empty fields. Names are those that perf accepts: vendors' in lowercase
 * with a dot before the unit mask, perf's own, DEVICE/EVENT/ for names of the kernel. The order of fields, terms and
 * objects is perf's.
 */
#define _GNU_SOURCE
#include "lists.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "dotted_name.h"
#include "common/json.h"
#include "common/language.h"

/* The fields of an object: allocated texts or NULL. */
enum field { UNIT, NAME, ALIAS, SCALE_UNIT, TYPE, DEPRECATED, DESC, ENCODING, FIELDS };

struct listed {
	char *fields[FIELDS];
	bool is_core;
};

static const char *const field_names[FIELDS] = { "Unit", "EventName", "EventAlias", "ScaleUnit", "EventType",
	"Deprecated", "BriefDescription", "Encoding" };

static struct listed *list;
static int listed, room;
static bool with_deprecated;

/* ---- the terms of an encoding ---- */

/* Returns the place of a term: known ones in their order, others behind, as they were. */
static int rank_of(const char *term, size_t length)
{
	static const char *const ranks[] = { "event", "any", "ch_mask", "cmask", "edge", "fc_mask", "inv", "period",
		"umask", "type", "rdwrmask", "enallcores", "enallslices", "sliceid", "threadmask" };
	enum { RANKS = sizeof ranks / sizeof ranks[0] };

	for (int i = 0; i < RANKS; i++)
		if (strlen(ranks[i]) == length && !memcmp(ranks[i], term, length))
			return i;
	return RANKS + (length < 6 || memcmp(term, "filter", 6));
}

struct term {
	const char *text;
	int length, rank, place;
};

static int compare_terms(const void *a, const void *b)
{
	const struct term *x = a, *y = b;

	return x->rank != y->rank ? x->rank - y->rank : x->place - y->place;
}

enum { MOST_TERMS = 72 };       /* fields of a layout, and terms for bits outside of fields */

/* Returns "cpu/event=0xd1,umask=0x20/" with a period, in perf's order. To be freed; NULL: no memory. */
static char *ordered_terms(const char *text, uint64_t period)
{
	struct term terms[MOST_TERMS];
	char own[32], *ordered = NULL;
	const char *slash = strchr(text, '/'), *at = slash + 1;
	int count = 0;
	size_t size;
	FILE *out = open_memstream(&ordered, &size);

	if (!out)
		return NULL;
	for (; *at && *at != '/' && count < MOST_TERMS - 1; at += *at == ',') {
		int length = (int)strcspn(at, ",/");

		terms[count] = (struct term){ at, length, rank_of(at, strcspn(at, "=,/")), count };
		count++;
		at += length;
	}
	snprintf(own, sizeof own, "period=0x%" PRIx64, period);
	if (period) {
		terms[count] = (struct term){ own, (int)strlen(own), rank_of(own, strlen("period")), count };
		count++;
	}
	qsort(terms, (size_t)count, sizeof *terms, compare_terms);
	fprintf(out, "%.*s/", (int)(slash - text), text);
	for (int i = 0; i < count; i++)
		fprintf(out, "%s%.*s", i ? "," : "", terms[i].length, terms[i].text);
	fputc('/', out);
	if (close_text(out, &ordered))
		return ordered;
	free(ordered);
	return NULL;
}

/* ---- names ---- */

/*
 * Drops a box's number, as boxes stand for all of their kind: "uncore_imc_0/.." is uncore_imc/../, as perf lists it;
 * "arm_dmc620_10008c000/.." is arm_dmc620/../. Two letters that could be digits are none: cpum_cf.
 */
static void drop_number(char *text)
{
	char *slash = strchr(text, '/'), *number = slash;

	while (number > text && number[-1] != '_')
		number--;
	if (number > text && number < slash &&
	    (number + strspn(number, "0123456789") == slash ||
	     (slash - number > 2 && number + strspn(number, "0123456789abcdef") == slash)))
		memmove(number - 1, slash, strlen(slash) + 1);
}

static char *small_letters(char *text)
{
	for (char *at = text; at && *at; at++)
		*at = (char)tolower((unsigned char)*at);
	return text;
}

/*
 * Returns what the kernel calls an event of a device: RAPL_ENERGY_PKG of power is power/energy-pkg/, if that is the
 * same code. NULL: it has no name for it, or no memory.
 */
static char *kernels_name(const char *device, const char *event, const struct perf_event_attr *attr,
	pfm_perf_event_t *named)
{
	const char *names[] = { event, strchr(event, '_') };
	char *name = NULL;
	int count;

	for (int i = 0; i < 2 && names[i]; i++) {
		*named = (pfm_perf_event_t){ .size = sizeof *named };
		if (asprintf(&name, "%s/%s/", device, names[i] + i) < 0) {
			is_lacking(PFM_ERR_NOMEM);
			return NULL;
		}
		for (char *at = small_letters(name) + strlen(device); *at; at++)
			*at = *at == '_' ? '-' : *at;
		count = pfm_get_perf_event(name, 0, named, 1, NULL);
		if (count > 0 && named->attr.config == attr->config && named->attr.config1 == attr->config1)
			return name;
		is_lacking(count);
		free(name);
	}
	return NULL;
}

/* Returns whether a unit mask is ALL on AMD's first Zens, whose names have no word for it: all_dc_accesses. */
static bool is_whole(const char *pmu, const pfm_event_attr_info_t *umask)
{
	return !strcmp(umask->name, "ALL") && umask->is_dfl &&
	       (!strncmp(pmu, "amd64_fam17h", 12) || !strncmp(pmu, "amd64_fam19h_zen3", 17));
}

/*
 * Returns inst_retired.any_p for "INST_RETIRED" and "ANY_P". In *other the name that its vendor has beside it; NULL:
 * none. Both are to be freed; NULL: no memory.
 */
static char *vendors_name(const struct event *event, const char *pmu, const pfm_event_attr_info_t *umask, char **other)
{
	char *name, *plain;

	*other = NULL;
	if (umask && is_whole(pmu, umask))
		umask = NULL;
	if (asprintf(&name, "%s%s%s", event->info.name, umask ? "." : "", umask ? umask->name : "") < 0)
		return NULL;
	plain = strdup(small_letters(name));
	if (!plain)
		is_lacking(PFM_ERR_NOMEM);
	else if (spell_dotted_name(pmu, name))
		*other = plain;
	if (!*other)
		free(plain);
	return name;
}

/* ---- objects ---- */

static struct listed *new_listed(void)
{
	if (listed == room) {
		int more = room ? 2 * room : 1024;
		struct listed *bigger = realloc(list, (size_t)more * sizeof *bigger);

		if (!bigger) {
			is_lacking(PFM_ERR_NOMEM);
			return NULL;
		}
		list = bigger;
		room = more;
	}
	list[listed] = (struct listed){ .is_core = false };
	return &list[listed++];
}

static void keep(struct listed *object, enum field field, char *text)
{
	if (!text)
		is_lacking(PFM_ERR_NOMEM);
	object->fields[field] = text;
}

static const char *type_name(uint32_t type)
{
	return type == PERF_TYPE_HARDWARE ? "Hardware event"
	     : type == PERF_TYPE_SOFTWARE ? "Software event"
	     : type == PERF_TYPE_HW_CACHE ? "Hardware cache event"
	     : type == PERF_TYPE_TRACEPOINT ? "Tracepoint event" : "Kernel PMU event";
}

/* Adds an event of perf's own, which has names and no encoding; a second name of one goes to the first. */
static void add_symbol(const char *text, const char *name, uint32_t type)
{
	struct listed *object;

	for (int i = 0; i < listed; i++)
		if (!list[i].fields[ENCODING] && list[i].fields[NAME] && !strcmp(list[i].fields[NAME], text)) {
			if (!list[i].fields[ALIAS] && strcasecmp(text, name) && !strchr(name, '_'))
				keep(&list[i], ALIAS, small_letters(strdup(name)));
			return;
		}
	object = new_listed();
	if (!object)
		return;
	keep(object, NAME, strdup(text));
	keep(object, TYPE, strdup(type_name(type)));
	if (strcasecmp(text, name) && !strchr(name, '_'))
		keep(object, ALIAS, small_letters(strdup(name)));
}

static void keep_scale(struct listed *object, const pfm_perf_event_t *named)
{
	char *text;

	if (!named->unit[0] && named->scale == 1)
		return;
	if (asprintf(&text, "%G%s", named->scale, named->unit) < 0)
		text = NULL;
	keep(object, SCALE_UNIT, text);
}

static void keep_desc(struct listed *object, const struct event *event, const pfm_event_attr_info_t *umask)
{
	char *text;

	if (!*event->info.desc && !umask)
		return;
	if (asprintf(&text, "%s%s%s", event->info.desc, umask ? ". " : "", umask ? umask->desc : "") < 0)
		text = NULL;
	keep(object, DESC, text);
}

/* Adds the last object once more, under another name, which becomes its own. */
static void add_again(char *name)
{
	struct listed *object = new_listed();

	if (!object) {
		free(name);
		return;
	}
	object->is_core = object[-1].is_core;
	for (int i = 0; i < FIELDS; i++)
		if (i == NAME)
			keep(object, NAME, name);
		else if (object[-1].fields[i])
			keep(object, (enum field)i, strdup(object[-1].fields[i]));
}

/* Adds an event of a device, whose text is DEVICE/TERMS/. */
static void add_event(char *text, const struct event *event, const pfm_pmu_info_t *pmu,
	const pfm_event_attr_info_t *umask, const struct perf_event_attr *attr)
{
	pfm_event_facts_t facts = event->facts;
	pfm_perf_event_t named;
	struct listed *object;
	char *name = NULL, *other = NULL;

	if (umask)
		load_facts(event->info.idx, (int)umask->idx, &facts);
	if (facts.is_deprecated && !with_deprecated)
		return;
	object = new_listed();
	if (!object)
		return;
	if (pmu->type != PFM_PMU_TYPE_CORE && !settings.all_boxes && !settings.given.pmu)
		drop_number(text);
	object->is_core = pmu->type == PFM_PMU_TYPE_CORE;
	keep(object, UNIT, strndup(text, strcspn(text, "/")));
	if (!object->is_core && !umask && object->fields[UNIT])
		name = kernels_name(object->fields[UNIT], event->info.name, attr, &named);
	if (name)
		keep_scale(object, &named);
	keep(object, NAME, name ? name : vendors_name(event, pmu->name, umask, &other));
	keep(object, TYPE, strdup(type_name(UINT32_MAX)));
	if (facts.is_deprecated)
		keep(object, DEPRECATED, strdup("1"));
	keep_desc(object, event, umask);
	keep(object, ENCODING, ordered_terms(text, facts.period));
	if (other)
		add_again(other);
}

static void add_row(const struct event *event, const pfm_pmu_info_t *pmu, const pfm_event_attr_info_t *umask)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *full = NULL, string[512], device[64], text[1024] = "";
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	pfm_pmu_details_t details = { .size = sizeof details };
	struct perf_words words = { .attr = &attr, .flags = PFM_PERF_STRING, .how = PFM_WRITE_FIELDS };
	int error;

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->name, event->info.name, umask ? ":" : "",
		 umask ? umask->name : "");
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
	if (is_lacking(error) || error || pfm_get_pmu_details(pmu->pmu, &details))
		return;
	words.device = device_of_instance(&details, arg.idx, full, device, sizeof device);
	words.name = full;
	words.idx = arg.idx;
	if (attr.type == PERF_TYPE_TRACEPOINT) {
		snprintf(text, sizeof text, "%s:%s", event->info.name, umask ? umask->name : "*");
		add_symbol(text, text, attr.type);
	} else if (perf_text(&words, text, sizeof text) && strchr(text, '/')) {
		add_event(text, event, pmu, umask, &attr);
	} else if (*text && !umask) {
		add_symbol(text, event->info.name, attr.type);
	}
	free(full);
}

/* Adds an event's unit masks under another name of it, too. */
static void add_umasks_of_alias(const struct event *alias, const pfm_pmu_info_t *pmu)
{
	struct event event = { .room = 0 };
	char string[512];
	int idx;

	snprintf(string, sizeof string, "%s::%s", pmu->name, alias->info.equiv);
	idx = pfm_find_event(string);
	if (idx >= 0 && load_event(idx, &event)) {
		event.info.name = alias->info.name;
		for (int i = 0; i < event.info.nattrs; i++)
			if (umask_passes(&event, i))
				add_row(&event, pmu, &event.attrs[i]);
	}
	free_event(&event);
}

void add_to_perf_list(const struct event *event, const pfm_pmu_info_t *pmu, bool deprecated)
{
	bool any = false;

	with_deprecated = deprecated;
	/* the architecture's events have other names on each CPU; raw codes have no names */
	if ((pmu->pmu == PFM_PMU_INTEL_X86_ARCH && !settings.given.pmu) || pmu->pmu == PFM_PMU_PERF_EVENT_RAW)
		return;
	if (event->info.equiv)
		add_umasks_of_alias(event, pmu);
	for (int i = 0; i < event->info.nattrs; i++)
		if (umask_passes(event, i)) {
			add_row(event, pmu, &event->attrs[i]);
			any = true;
		}
	if (!any && event_passes(event))
		add_row(event, pmu, NULL);
}

/* ---- the array ---- */

static int compare_texts(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* Compares: what has no description first, then cores, then by device and name. */
static int compare_listed(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;
	int order = !!x->fields[DESC] - !!y->fields[DESC];

	if (!order)
		order = y->is_core - x->is_core;
	if (!order)
		order = compare_texts(x->fields[UNIT], y->fields[UNIT]);
	return order ? order : compare_texts(x->fields[NAME], y->fields[NAME]);
}

static void print_field(bool *first, const char *name, const char *text)
{
	if (!text)
		return;
	printf("%s\t\"%s\": ", *first ? "" : ",\n", name);
	json_string(text);
	*first = false;
}

/* Returns whether the object before has the same name: what the tables and the kernel call alike. */
static bool is_repeated(int i)
{
	return i && !compare_texts(list[i].fields[UNIT], list[i - 1].fields[UNIT]) &&
	       !compare_texts(list[i].fields[NAME], list[i - 1].fields[NAME]);
}

static void print_object(const struct listed *object, bool first_object)
{
	bool first = true;

	fputs(first_object ? "{\n" : ",\n{\n", stdout);
	for (int i = 0; i < FIELDS; i++)
		print_field(&first, field_names[i], object->fields[i]);
	fputs("\n}", stdout);
}

/* Returns the device of the core type that a metric is of; NULL: of no type in particular. */
static const char *device_of_metric(const pfm_metric_info_t *metric)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_t i;

	for_each_pmu(i)
		if (metric->pmu && next_pmu(i, &pmu) && !strcmp(pmu.name, metric->pmu) &&
		    !pfm_get_pmu_details(i, &details))
			return details.device;
	return NULL;
}

/* A metric as a member of a group. */
struct member {
	char *group;            /* "": no group */
	const char *name;
	int id;
};

static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->group, y->group);

	return order ? order : strcmp(x->name, y->name);
}

struct members {
	struct member *all;
	int count, room;
};

/* Adds a member for each group of a metric. False: no memory. */
static bool add_members(int id, const pfm_metric_info_t *metric, struct members *members)
{
	const char *at = metric->groups;

	do {
		size_t length = strcspn(at, ",");

		if (members->count == members->room) {
			int more = members->room ? 2 * members->room : 256;
			struct member *bigger = realloc(members->all, (size_t)more * sizeof *bigger);

			if (!bigger)
				return is_lacking(PFM_ERR_NOMEM) && false;
			members->all = bigger;
			members->room = more;
		}
		members->all[members->count] = (struct member){ strndup(at, length), metric->name, id };
		if (!members->all[members->count].group)
			return is_lacking(PFM_ERR_NOMEM) && false;
		members->count++;
		at += length;
	} while (*at++);
	return true;
}

static void print_metric(const struct member *member, const pfm_metric_info_t *metric, bool first_object)
{
	char scale[64];
	bool first = true;

	snprintf(scale, sizeof scale, "%G%s", metric->scale, metric->unit);
	fputs(first_object ? "{\n" : ",\n{\n", stdout);
	print_field(&first, "MetricGroup", *member->group ? member->group : NULL);
	print_field(&first, "MetricName", metric->name);
	print_field(&first, "MetricExpr", metric->formula);
	print_field(&first, "MetricThreshold", metric->threshold);
	print_field(&first, "ScaleUnit", *metric->unit || metric->scale != 1 ? scale : NULL);
	print_field(&first, "BriefDescription", *metric->desc ? metric->desc : NULL);
	print_field(&first, "Unit", device_of_metric(metric));
	fputs("\n}", stdout);
}

/* Prints an object for each group that a metric is in, by group and name. Returns whether there is none. */
static bool print_metrics_of_list(bool first)
{
	pfm_metric_info_t metric = { .size = sizeof metric };
	struct members members = { .count = 0 };
	bool good = true;

	for (int id = pfm_next_metric(-1); id >= 0 && good; id = pfm_next_metric(id))
		good = pfm_get_metric_info(id, &metric) || add_members(id, &metric, &members);
	if (members.count)
		qsort(members.all, (size_t)members.count, sizeof *members.all, compare_members);
	for (int i = 0; i < members.count; i++) {
		if (good && !pfm_get_metric_info(members.all[i].id, &metric)) {
			print_metric(&members.all[i], &metric, first);
			first = false;
		}
		free(members.all[i].group);
	}
	free(members.all);
	return first;
}

void print_perf_list(bool metrics)
{
	bool first = true;

	if (listed)
		qsort(list, (size_t)listed, sizeof *list, compare_listed);
	fputs("[\n", stdout);
	for (int i = 0; i < listed; i++) {
		if (!is_repeated(i))
			print_object(&list[i], first);
		first = false;
	}
	for (int i = 0; i < listed; i++)
		for (int k = 0; k < FIELDS; k++)
			free(list[i].fields[k]);
	if (metrics)
		first = print_metrics_of_list(first);
	fputs(first ? "]\n" : "\n]\n", stdout);
	free(list);
	list = NULL;
	listed = room = 0;
}
