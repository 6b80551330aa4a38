/*
 * Metrics: resolves names that are not metrics. Events are read by the same reader of perf's language as everywhere; if
 * an event is on several devices, boxes are added up, and of core types that of the metric is used, else the first.
 */
#include "metrics/metrics.h"

#include <stdio.h>
#include <string.h>

#include "language/language.h"

enum { LONGEST_STRING = FORMULA_NAME_TEXT + 160 };

/* ---- names ---- */

static bool is_word_called(const char *name, size_t length, const char *word)
{
	return formula_same_name(name, length, word, strlen(word));
}

/* Returns where the modifiers of a name begin: behind its last @ or colon; 0: it has neither. */
static size_t modifiers_at(const char *name, size_t length)
{
	size_t at = length;

	while (at && name[at - 1] != '@' && name[at - 1] != ':')
		at--;
	return at;
}

/*
 * Says whether a name ends in modifiers, R among them. Behind PMU:: and in front of a unit mask there are none, and
 * several capitals behind a colon, as RD, are a unit mask.
 */
static bool asks_for_latency(const char *name, size_t length)
{
	static const char modifiers[] = "ukhGHIpPSDWebXR";
	size_t at = modifiers_at(name, length), capitals = 0;

	if (!at || (at > 1 && name[at - 1] == ':' && name[at - 2] == ':'))
		return false;
	for (size_t i = at; i < length; i++)
		if (!strchr(modifiers, name[i]))
			return false;
		else
			capitals += name[i] <= 'Z';
	if (capitals > 1 && name[at - 1] == ':')
		return false;
	return memchr(name + at, 'R', length - at);
}

enum leaf_kind leaf_kind_of(const char *name, size_t length)
{
	if (is_word_called(name, length, "duration_time") || is_word_called(name, length, "user_time") ||
		is_word_called(name, length, "system_time"))
		return LEAF_TIME;
	return asks_for_latency(name, length) ? LEAF_LATENCY : LEAF_EVENT;
}

/* ---- which PMU counts what was read ---- */

static bool is_core_pmu(int pmu)
{
	return pmu >= 0 && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && !pmu_is_perf(pmu) && pmu != pmus.perf_raw;
}

static bool is_active_core(int pmu)
{
	return pmu_may_be_active(pmu) && is_core_pmu(pmu) && pmu_is_active(pmu) &&
		!(pmu_data(pmu)->flags & PMU_DEPRECATED);
}

/* Ranks PMUs in the order in which names are looked up; those that are no core's come last. */
static int rank_of_pmu(int pmu)
{
	return is_core_pmu(pmu) ? pmu : MAX_PMUS;
}

/* Finds the first core PMU of this machine with that device, "" for any. */
static int core_of_device(const char *device)
{
	char name[INSTANCE_NAME];

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		if (!is_active_core(pmu))
			continue;
		pmu_device_name(pmu, &(struct instance){ 0 }, name, sizeof name);
		if (!*device || !strcmp(name, device) || (!*name && !strcmp(device, "cpu")))
			return pmu;
	}
	return -1;
}

static bool is_software(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE || attr->type == PERF_TYPE_TRACEPOINT ||
	       attr->type == PERF_TYPE_BREAKPOINT;
}

static int pmu_of_result(const pfm_perf_event_t *result)
{
	struct event_ref ref;

	if (is_software(&result->attr))
		return -1;
	if (result->idx >= 0 && !event_by_identifier(result->idx, &ref) && !pmu_is_perf(ref.pmu))
		return ref.pmu;
	return core_of_device(result->device);
}

/* Finds, once, the cores and whether their devices are here. False, and an error: no memory. */
static bool look_at_cores(struct draft *draft)
{
	const struct device *devices;
	int count;

	if (draft->knows_cores)
		return true;
	if (devices_list(catalog_host(), &devices, &count))
		return draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
	draft->is_elsewhere = !count;
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		if (!is_active_core(pmu))
			continue;
		if (!draft_room(draft, &draft->cores, draft->core_count, &draft->core_room, sizeof *draft->cores))
			return false;
		draft->cores[draft->core_count++] = pmu;
	}
	draft->knows_cores = true;
	return true;
}

/* ---- leaves ---- */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

int draft_leaf(struct draft *draft, enum leaf_kind kind, const char *name, size_t length, const char *in)
{
	uint32_t hash = formula_name_hash(name, length);
	struct draft_leaf *leaf;

	for (int i = 0; i < draft->leaf_count; i++) {
		leaf = draft->leaves[i];
		if (leaf->hash == hash && leaf->kind == kind &&
			formula_same_name(leaf->name, leaf->length, name, length) &&
			(kind == LEAF_TIME || same_text(leaf->in, in)))
			return i;
	}
	leaf = draft_memory(draft, sizeof *leaf);
	if (!leaf || !draft_room(draft, &draft->leaves, draft->leaf_count, &draft->leaf_room, sizeof *draft->leaves))
		return -1;
	leaf->kind = kind;
	leaf->hash = hash;
	leaf->name = draft_copy(draft, name, length);
	leaf->length = length;
	leaf->in = in;
	leaf->of = leaf->pmu = -1;
	if (kind == LEAF_LATENCY) {
		if (!look_at_cores(draft))
			return -1;
		leaf->mean = metric_latency(draft, name, length);
	}
	leaf->same_as = draft->leaf_count;
	draft->leaves[draft->leaf_count] = leaf;
	return leaf->name ? draft->leaf_count++ : -1;
}

/* ---- generic events: what the kernel makes of them on these machines ---- */

/*
 * Replaces the kernel's generic events by the codes that it counts for them, which vendors' names have, too: so that
 * one event by two names is one.
 */
static void say_plainly(struct draft_leaf *leaf)
{
	static const uint16_t intel[] = { 0x3c, 0xc0, 0x4f2e, 0x412e, 0xc4, 0xc5, 0x13c, 0, 0, 0x300 };
	static const uint16_t arm[] = { 0x11, 0x08 }, amd[] = { 0x76, 0xc0, 0, 0, 0xc2, 0xc3 };
	const struct host *host = catalog_host();
	uint64_t number = leaf->attr.config & UINT32_MAX;
	uint16_t code = 0;

	if (leaf->attr.type != PERF_TYPE_HARDWARE || leaf->pmu < 0)
		return;
	if (host->is_intel && number < sizeof intel / sizeof intel[0])
		code = intel[number];
	else if (host->is_amd && number < sizeof amd / sizeof amd[0])
		code = amd[number];
	else if (host->arm_count && number < sizeof arm / sizeof arm[0])
		code = arm[number];
	if (!code)
		return;
	leaf->attr.type = PERF_TYPE_RAW;
	leaf->attr.config = code;
}

/* ---- counters ---- */

/* Makes the request of an event that no row has: a raw one of its core, whether or not perf is on this machine. */
static bool request_raw(struct draft_leaf *leaf)
{
	if (!is_core_pmu(leaf->pmu) || (leaf->attr.type < PERF_TYPE_MAX && leaf->attr.type != PERF_TYPE_RAW) ||
		pmu_next_event(pmus.perf_raw, 0, &leaf->request.ref) < 0)
		return false;
	leaf->request.pmu = leaf->pmu;
	leaf->request.config[0] = leaf->attr.config;
	leaf->request.config[1] = leaf->attr.config1;
	leaf->request.config[2] = leaf->attr.config2;
	return true;
}

static void make_request(struct draft_leaf *leaf, int idx)
{
	uint64_t words[3] = { leaf->attr.config, leaf->attr.config1, leaf->attr.config2 };

	leaf->request.group = leaf->request.instance = -1;
	if (leaf->pmu >= 0 && idx >= 0 && !event_by_identifier(idx, &leaf->request.ref) &&
		leaf->request.ref.pmu == leaf->pmu) {
		fit_request_code(words, 3, PFM_OS_PERF_EVENT, &leaf->request);
		leaf->has_request = true;
	} else {
		leaf->has_request = request_raw(leaf);
	}
	leaf->request.string = leaf->name;
	if (leaf->has_request)
		fit_match(&leaf->request);
}

/* ---- encoding ---- */

/* Reads a string; its events are in draft->results. Returns how many, or an error. */
static int read_string(struct draft *draft, const char *string, pfm_diagnosis_t *d)
{
	struct perf_parser parser = { .text = string, .plm = (unsigned int)draft->options->dfl_plm,
		.events = draft->results, .stride = sizeof *draft->results, .max = DRAFT_RESULTS, .d = d };

	perf_forgive(&parser);
	return perf_read(&parser, false) ? parser.count : parser.error;
}

/* Writes "PMU/NAME/MODIFIERS" for a name without a device; returns its length, 0: it has one. */
static size_t in_device(const char *device, const char *name, char *string)
{
	const char *colon = strrchr(name, ':');
	size_t length = colon ? (size_t)(colon - name) : strlen(name);
	char *at;

	if (strchr(name, '/') || strlen(device) + strlen(name) + 3 > LONGEST_STRING)
		return 0;
	at = stpcpy(string, device);
	*at++ = '/';
	memcpy(at, name, length);
	at[length] = '/';
	at = stpcpy(at + length + 1, colon ? colon + 1 : "");
	return (size_t)(at - string);
}

/* Takes the results of the wanted core type, else of the one that comes first, and says how many there are. */
static int choose_core(struct draft *draft, int count, int wanted, int *pmu, int *chosen)
{
	int stored = count < DRAFT_RESULTS ? count : DRAFT_RESULTS, best = MAX_PMUS + 1, boxes = 0;

	for (int i = 0; i < stored; i++) {
		int own = pmu_of_result(&draft->results[i]), rank = own >= 0 && own == wanted ? -1 : rank_of_pmu(own);

		if (rank < best) {
			best = rank;
			*chosen = i;
			*pmu = own;
			boxes = 0;
		}
		boxes += rank == best;
	}
	return best < MAX_PMUS ? boxes : count;
}

/* Writes an event string with colons, which is no name of perf's language, as one of its events. */
static bool in_perfs_language(const char *string, const pfm_perf_event_t *result, char *written)
{
	bool is_string = result->flags & PFM_PERF_STRING && strchr(string, ':');
	pfm_perf_event_t event = *result;
	int length;

	/* :u and :k exclude the hypervisor */
	event.attr.exclude_hv |= event.attr.exclude_user | event.attr.exclude_kernel;
	length = is_string ? perf_write_event(&event, 0, written, LONGEST_STRING) : -1;

	return length >= 0 && length < LONGEST_STRING;
}

static bool keep_result(struct draft *draft, struct draft_leaf *leaf, const char *string, int count)
{
	int wanted = leaf->in ? pmu_by_name((struct span){ leaf->in, strlen(leaf->in) }) : -1;
	int chosen = 0, boxes = choose_core(draft, count, wanted, &leaf->pmu, &chosen);
	const pfm_perf_event_t *result = &draft->results[chosen];
	char qualified[LONGEST_STRING];

	leaf->attr = result->attr;
	leaf->boxes = boxes;
	memcpy(leaf->device, result->device, sizeof leaf->device);
	if ((boxes < count && *leaf->device && in_device(leaf->device, string, qualified)) ||
	    in_perfs_language(string, result, qualified))
		string = qualified;
	leaf->string = draft_copy(draft, string, strlen(string));
	say_plainly(leaf);
	make_request(leaf, result->idx);
	return leaf->string;
}

/* Finds a PMU's event in the tables or, if there is no kernel to ask for its own, among the kernel's names. */
static bool find_in_tables(const struct draft *draft, struct perf_parser *parser, struct span name,
			   struct perf_target *target, struct perf_event *event, bool *is_alias)
{
	struct device_event alias;

	*is_alias = false;
	if (perf_table_event(parser, name, target, event))
		return true;
	*is_alias = !parser->error && draft->is_elsewhere && perf_find_alias(target, name, &alias);
	return *is_alias && perf_read_terms(parser, name, (struct span){ name.text, 0 }, target, event);
}

/*
 * Reads a name without a device as an event that the tables have for a PMU, by the parts of the reader that this takes:
 * to ask all PMUs for it takes ten times as long. How many there are, or an error; string: as which it was found.
 */
static int read_in(struct draft *draft, int pmu, const char *plain, char *string)
{
	char device[INSTANCE_NAME];
	const char *colon = strrchr(plain, ':'), *end = plain + strlen(plain);
	struct perf_parser parser = { .text = plain, .plm = (unsigned int)draft->options->dfl_plm,
		.events = draft->results, .stride = sizeof *draft->results, .max = DRAFT_RESULTS };
	struct perf_event event = { .whole = span_of(plain, end), .name = span_of(plain, end), .unit = "", .scale = 1,
		.idx = -1, .device = device };
	struct perf_target target = { .pmu = pmu, .name = device };
	bool is_alias;

	if (strchr(plain, '/'))
		return PFM_ERR_NOTFOUND;
	if (pmu_has_instances(pmu)) /* the number of the device is not known */
		return in_device(pmu_name(pmu), plain, string) ? read_string(draft, string, NULL) : PFM_ERR_NOTFOUND;
	pmu_device_name(pmu, &(struct instance){ 0 }, device, sizeof device);
	if (!*device)
		strcpy(device, perf_is_arm(pmu) ? "armv8_pmuv3_0" : "cpu");
	event.device_length = target.name_length = strlen(device);
	if ((colon && !perf_read_modifiers(&parser, span_of(colon + 1, end), false, &event.modifiers)) ||
		!find_in_tables(draft, &parser, span_of(plain, colon ? colon : end), &target, &event, &is_alias))
		return parser.error == PFM_ERR_NOMEM ? PFM_ERR_NOMEM : PFM_ERR_NOTFOUND;
	if (!perf_target_type(&parser, &target, &event.type) || !perf_emit(&parser, &event))
		return parser.error;
	if (is_alias && draft->core_count == 1) {
		strcpy(string, plain); /* fits: a formula's names are not longer */
		return parser.count;
	}
	return in_device(device, plain, string) ? parser.count : PFM_ERR_NOTFOUND;
}

static bool is_symbol_of_perf(const char *plain)
{
	struct span name = { plain, strcspn(plain, ":/") };
	uint64_t config;
	uint32_t type;

	return perf_symbol(name, &type, &config) || perf_raw(name, &config);
}

/*
 * Reads a name without a device: first on the PMU that the metric names, then on cores, in their order, then anywhere.
 * Returns how many there are, or an error; string: the event as found.
 */
static int read_name(struct draft *draft, const struct draft_leaf *leaf, const char *plain, char *string,
		     pfm_diagnosis_t *d)
{
	int count = PFM_ERR_NOTFOUND, pmu = -1;

	if (!look_at_cores(draft))
		return PFM_ERR_NOMEM;
	if (leaf->in)
		pmu = pmu_by_name((struct span){ leaf->in, strlen(leaf->in) });
	if (pmu >= 0)
		count = read_in(draft, pmu, plain, string);
	if (count <= 0 && count != PFM_ERR_NOMEM && !strchr(plain, '/') && !is_symbol_of_perf(plain))
		for (int i = 0; i < draft->core_count && count <= 0 && count != PFM_ERR_NOMEM; i++)
			count = read_in(draft, draft->cores[i], plain, string);
	if (count > 0 || count == PFM_ERR_NOMEM)
		return count;
	strcpy(string, plain); /* fits: a formula's names are not longer */
	return read_string(draft, plain, d);
}

static bool encode_name(struct draft *draft, struct draft_leaf *leaf, pfm_diagnosis_t *d)
{
	char plain[FORMULA_NAME_TEXT + 1], string[LONGEST_STRING];
	size_t length = leaf->length;
	int count;

	if (length > 3 && !memcmp(leaf->name + length - 3, "[0]", 3))
		length -= 3;
	formula_plain_name(leaf->name, length, plain, sizeof plain);
	count = read_name(draft, leaf, plain, string, d);
	if (count > 0)
		return keep_result(draft, leaf, string, count);
	leaf->error = count ? count : PFM_ERR_NOTFOUND;
	return leaf->error != PFM_ERR_NOMEM || draft_fail(draft, PFM_ERR_NOMEM, 0, 0, "out of memory");
}

static bool same_words(const struct draft_leaf *a, const struct draft_leaf *b)
{
	const struct perf_event_attr *c = &a->attr, *d = &b->attr;
	bool same_type = c->type == d->type ||
		(is_core_pmu(a->pmu) && !is_software(c) && c->type != PERF_TYPE_HARDWARE &&
			c->type != PERF_TYPE_HW_CACHE && d->type != PERF_TYPE_HARDWARE &&
			d->type != PERF_TYPE_HW_CACHE && !is_software(d));

	return a->pmu == b->pmu && same_type && (a->pmu >= 0 || !strcmp(a->device, b->device)) &&
		a->boxes == b->boxes && c->config == d->config && c->config1 == d->config1 &&
		c->config2 == d->config2 && c->exclude_user == d->exclude_user &&
		c->exclude_kernel == d->exclude_kernel && c->exclude_hv == d->exclude_hv &&
		c->exclude_guest == d->exclude_guest && c->exclude_host == d->exclude_host &&
		c->precise_ip == d->precise_ip;
}

static bool find_same(struct draft *draft, int leaf)
{
	struct draft_leaf *own = draft->leaves[leaf];

	for (int i = 0; i < draft->leaf_count; i++) {
		struct draft_leaf *other = draft->leaves[i];
		char *both;

		if (i == leaf || other->kind != LEAF_EVENT || !other->is_encoded || other->error ||
			other->same_as != i || !same_words(own, other))
			continue;
		own->same_as = i;
		both = draft_memory(draft, (other->also ? strlen(other->also) : 0) + own->length + 2);
		if (!both)
			return false;
		sprintf(both, "%s%s%s", other->also ? other->also : "", other->also ? "," : "", own->name);
		other->also = both;
		break;
	}
	return true;
}

bool leaf_encode(struct draft *draft, int leaf, pfm_diagnosis_t *d)
{
	struct draft_leaf *own = draft->leaves[leaf];

	if (own->is_encoded)
		return true;
	if (!encode_name(draft, own, d))
		return false;
	own->is_encoded = true;
	return own->error || find_same(draft, leaf);
}

bool leaf_is_there(const struct draft_leaf *leaf)
{
	const struct host *host = catalog_host();

	return !leaf->error && (leaf->attr.type != UINT32_MAX || (host->replaced && !*host->root));
}

int leaf_canonical(const struct draft *draft, int leaf)
{
	return draft->leaves[leaf]->same_as;
}
