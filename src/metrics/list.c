/*
 * Metrics: lists those of this machine. They are collected without a lock, as reading devices needs one of its own; if
 * several threads do it at once, the list of the first is kept.
 */
#include "metrics/list.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/pmu_devices.h"
#include "catalog/symbols.h"
#include "formula/formula.h"
#include "tables/metrics.h"

_Static_assert((int)PFM_METRIC_NEVER_TOGETHER == (int)TOGETHER_NO &&
		(int)PFM_METRIC_NOT_WITH_NMI == (int)TOGETHER_NO_NMI &&
		(int)PFM_METRIC_NOT_WITH_SMT == (int)TOGETHER_NO_SMT &&
		(int)PFM_METRIC_THRESHOLD_NOT_WITH_NMI == (int)TOGETHER_NO_NMI_THRESHOLD,
	"what vendors say has other numbers");

/* One block of memory: the metrics, followed by their texts. */
struct metric_list {
	int count;
	/* ends of parts of metrics: of this machine; of other machines; then follow questions without an answer */
	int present, here_or_elsewhere;
	struct listed_metric metrics[];
};

static _Atomic(struct metric_list *) known_list;

/* ---- collecting ---- */

struct collecting {
	struct metric_list *list;
	int room;
	char *texts;            /* formulas as shown to users; pointers are offsets + 1 until all texts are stored */
	size_t used, texts_room;
	char *joined;           /* buffer for one formula */
	int core_types;         /* number of core types of this machine */
	const char *system_pmu; /* PMU of the current set; NULL: none */
	bool is_elsewhere;      /* this machine has no device of the current set */
};

/*
 * Ranks: a vendor's metric that is also an answer is listed as both; "there is no answer" applies only if no PMU has
 * one.
 */
enum { RANK_OF_FILE, RANK_OF_ANSWER, RANK_OF_TABLES, RANK_OF_NO_ANSWER, RANK_OF_ANY };

static bool has_room_for_text(struct collecting *all, size_t length)
{
	size_t room = 2 * all->texts_room + length + 65536;
	char *more;

	if (all->texts_room - all->used > length)
		return true;
	more = realloc(all->texts, room);
	if (!more)
		return false;
	all->texts = more;
	all->texts_room = room;
	return true;
}

/* Adds the text of a formula; its offset + 1, 0: there is no memory. */
static size_t add_formula_text(struct collecting *all, const struct tables *in, uint16_t formula)
{
	size_t length = formula_text(in, formula, all->joined, MAX_FORMULA_TEXT + 1), tidy;

	length = length > MAX_FORMULA_TEXT ? MAX_FORMULA_TEXT : length;
	/* at most a blank before each byte */
	if (!has_room_for_text(all, 2 * length))
		return 0;
	tidy = formula_tidy(all->joined, length, false, all->texts + all->used, 2 * length + 1);
	all->used += tidy + 1;
	return all->used - tidy;
}

/* Adds a description likewise, which is shown as it is. */
static size_t add_description(struct collecting *all, const struct tables *in, uint16_t text)
{
	size_t length = formula_text(in, text, NULL, 0);

	if (!has_room_for_text(all, length))
		return 0;
	formula_text(in, text, all->texts + all->used, length + 1);
	all->used += length + 1;
	return all->used - length;
}

static const char *string_or_null(const struct tables *in, uint32_t offset)
{
	return offset ? metric_string(in, offset) : NULL;
}

/* Splits "1e3MB/s" into a number and a text, either of which may be missing. */
static void split_unit(const char *unit, pfm_metric_info_t *info)
{
	info->scale = 1;
	info->unit = unit + formula_number(unit, strlen(unit), &info->scale);
}

static void fill_info(const struct tables *in, const struct table_metric_set *set, const struct table_metric *metric,
		      pfm_metric_info_t *info)
{
	const struct table_metric_kind *kind = metric_kind(in, metric);
	const struct table_metric_note *note = metric_note(in, metric);

	*info = (pfm_metric_info_t){ .size = sizeof *info,
		.name = metric_string(in, metric->name),
		.groups = metric_string(in, kind->groups),
		.parent = string_or_null(in, kind->parent),
		.level = kind->level,
		.sample = string_or_null(in, note->sample),
		.related = string_or_null(in, note->related),
		.pmu = string_or_null(in, set->in),
		.together = kind->together,
		.apart = string_or_null(in, kind->apart),
		.per_instance = (kind->flags & METRIC_PER_INSTANCE) != 0 };
	if (kind->flags & METRIC_DEFAULT)
		info->default_group = metric_string(in, kind->default_group);
	split_unit(metric_string(in, kind->unit), info);
}

static int listed_rank(int body, const struct table_metric_set *set, uint8_t flags)
{
	if (source_path(body))
		return RANK_OF_FILE;
	if (!set->pmus)
		return RANK_OF_ANY;
	if (flags & METRIC_NONE)
		return RANK_OF_NO_ANSWER;
	return flags & METRIC_ANSWER ? RANK_OF_ANSWER : RANK_OF_TABLES;
}

static int kind_of_answer(uint8_t flags)
{
	if (flags & METRIC_NONE)
		return PFM_ANSWER_NONE;
	if (flags & METRIC_DIFFERS)
		return PFM_ANSWER_DIFFERS;
	return flags & METRIC_ANSWER ? PFM_ANSWER_SAME : PFM_ANSWER_UNASKED;
}

/* Adds the texts of a metric and its formulas; their offsets, counted from 1, stand for them. */
static bool add_texts(struct collecting *all, const struct tables *in, const struct table_metric *metric,
		      struct listed_metric *to)
{
	uint16_t remark = metric_note(in, metric)->remark;
	size_t description = add_description(all, in, metric->text), formula, threshold = 0, more = 0;

	formula = add_formula_text(all, in, metric->formula);
	if (metric->threshold)
		threshold = add_formula_text(all, in, metric->threshold);
	if (remark)
		more = add_description(all, in, remark);
	to->info.desc = (const char *)description;
	to->info.formula = (const char *)formula;
	to->info.threshold = (const char *)threshold;
	to->info.remark = (const char *)more;
	return description && formula && !threshold == !metric->threshold && !more == !remark;
}

static bool add_metric_of(struct collecting *all, int body, const struct table_metric_set *set,
			  const struct table_metric *metric, int core)
{
	const struct tables *in = pmus.bodies[body];
	struct listed_metric *to;
	uint8_t flags = metric_kind(in, metric)->flags;

	if (all->list->count == all->room) {
		size_t room = all->room ? 2 * (size_t)all->room : 512;
		struct metric_list *more = realloc(all->list, sizeof *more + room * sizeof more->metrics[0]);

		if (!more)
			return false;
		all->list = more;
		all->room = (int)room;
	}
	to = &all->list->metrics[all->list->count];
	*to = (struct listed_metric){ .slots = set->slots, .core = core, .system_pmu = all->system_pmu,
		.is_elsewhere = all->is_elsewhere, .rank = listed_rank(body, set, flags), .order = all->list->count };
	fill_info(in, set, metric, &to->info);
	if (all->is_elsewhere)
		to->info.pmu = all->system_pmu;
	to->info.table = source_path(body);
	to->info.answer = kind_of_answer(flags);
	if (!add_texts(all, in, metric, to))
		return false;
	all->list->count++;
	return true;
}

/* ---- which sets are for this machine ---- */

/* Returns whether a formula names one of the kernel's generic events of cores. */
static bool names_core_event(const char *formula)
{
	struct formula_reader reader = { .text = formula, .length = strlen(formula) };
	char plain[FORMULA_NAME_TEXT + 1];
	struct formula_token token;
	struct formula_error error;
	uint64_t config;
	uint32_t type;

	while (formula_next(&reader, &token, &error) && token.kind != FORMULA_END) {
		size_t length = token.kind == FORMULA_NAME
			? formula_plain_name(formula + token.offset, token.length, plain, sizeof plain)
			: 0;

		if (length && length < sizeof plain && perf_symbol((struct span){ plain, length }, &type, &config) &&
		    (type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE))
			return true;
	}
	return false;
}

/* Returns whether a PMU is of a core type: with several types each has a device of its own. */
static bool is_core_type(int pmu)
{
	char device[INSTANCE_NAME];

	if (pmu_data(pmu)->type != PFM_PMU_TYPE_CORE || pmu_is_perf(pmu) || pmu == pmus.perf_raw ||
	    pmu_data(pmu)->flags & PMU_DEPRECATED || !pmu_may_be_active(pmu) || !pmu_is_active(pmu))
		return false;
	pmu_device_name(pmu, &(struct instance){ 0 }, device, sizeof device);
	return *device;
}

/* Returns how many core types this machine has. */
static int count_core_types(void)
{
	int count = 0;

	for (int pmu = 0; pmu < pmus.count; pmu++)
		count += is_core_type(pmu);
	return count;
}

/* Makes the last metric one of each core type, if it is of generic events. False: no memory. */
static bool divide_among_cores(struct collecting *all, int body, const struct table_metric_set *set,
			       const struct table_metric *metric)
{
	int last = all->list->count - 1;
	bool is_first = true;

	if (!names_core_event(all->texts + (size_t)all->list->metrics[last].info.formula - 1))
		return true;
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct listed_metric *own;

		if (!is_core_type(pmu))
			continue;
		if (!is_first && !add_metric_of(all, body, set, metric, pmu))
			return false;
		own = &all->list->metrics[is_first ? last : all->list->count - 1];
		own->core = pmu;
		own->info.pmu = pmu_name(pmu);
		is_first = false;
	}
	return true;
}

static bool has_pmu_of(const struct tables *in, const struct table_metric_set *set)
{
	const char *with = metric_string(in, set->with);

	for (int i = 0; i < set->pmus; i++) {
		const char *name = metric_string(in, in->metric_pmus.rows[set->first_pmu + i].name);
		int pmu = pmu_by_name((struct span){ name, strlen(name) });

		if (pmu >= 0 && pmu_is_active(pmu) && (!*with || pmu_device_meets(pmu, &(struct instance){ 0 }, with)))
			return true;
	}
	return !set->pmus;
}

static bool is_for_us(const struct tables *in, const struct table_metric_set *set)
{
	return has_pmu_of(in, set) && (!set->conditions || catalog_meets_any(in, &in->conditions.rows[set->condition],
							       set->conditions));
}

/* Returns the first PMU of a set for devices that meet a condition: a system PMU, of any machine. -1: none. */
static int system_pmu_of(const struct tables *in, const struct table_metric_set *set)
{
	int pmu = -1;

	for (int i = 0; i < set->pmus && *metric_string(in, set->with) && pmu < 0; i++) {
		const char *name = metric_string(in, in->metric_pmus.rows[set->first_pmu + i].name);

		pmu = pmu_by_name((struct span){ name, strlen(name) });
	}
	return pmu;
}

static bool collect_set(struct collecting *all, int body, const struct table_metric_set *set)
{
	const struct tables *in = pmus.bodies[body];
	const char *core = metric_string(in, set->in);
	int pmu = *core ? pmu_by_name((struct span){ core, strlen(core) }) : -1, system_pmu = system_pmu_of(in, set);

	all->is_elsewhere = !is_for_us(in, set);
	if ((*core && (pmu < 0 || !pmu_is_active(pmu))) || (all->is_elsewhere && system_pmu < 0))
		return true;
	all->system_pmu = system_pmu < 0 ? NULL : pmu_name(system_pmu);
	pmu = all->is_elsewhere ? system_pmu : pmu;
	for (uint32_t i = 0; i < set->count; i++)
		if (!add_metric_of(all, body, set, set_metric(in, set, i), pmu) ||
		    (!set->pmus && !*core && all->core_types > 1 &&
			    !divide_among_cores(all, body, set, set_metric(in, set, i))))
			return false;
	return true;
}

static bool collect_all(struct collecting *all)
{
	for (int body = 0; body < pmus.body_count; body++) {
		const struct tables *in = pmus.bodies[body];

		if (!in || sources[body].copy_of || !source_is_good(body))
			continue;
		for (uint32_t i = 0; i < in->metric_sets.count; i++)
			if (!collect_set(all, body, &in->metric_sets.rows[i]))
				return false;
	}
	return true;
}

/* ---- the list ---- */

static int compare_without_case(const char *a, const char *b)
{
	while (*a && ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b)) {
		a++;
		b++;
	}
	return ascii_lower((unsigned char)*a) - ascii_lower((unsigned char)*b);
}

static int compare_listed(const void *a, const void *b)
{
	const struct listed_metric *first = a, *second = b;
	int order = first->is_elsewhere - second->is_elsewhere;

	order = order ? order : compare_without_case(first->info.name, second->info.name);
	order = order ? order : first->core - second->core;
	order = order ? order : first->rank - second->rank;
	return order ? order : first->order - second->order;
}

enum list_part { PART_HERE, PART_ELSEWHERE, PART_UNANSWERED };

static enum list_part list_part_of(const struct listed_metric *metric)
{
	return metric->info.answer == PFM_ANSWER_NONE ? PART_UNANSWERED
		: metric->is_elsewhere                ? PART_ELSEWHERE
						      : PART_HERE;
}

static int compare_parts(const void *a, const void *b)
{
	int order = (int)list_part_of(a) - (int)list_part_of(b);

	return order ? order : compare_listed(a, b);
}

/* Returns whether a metric for any PMU is an answer that another block has for the same cores. */
static bool is_answered(const struct metric_list *list, int number)
{
	const struct listed_metric *own = &list->metrics[number];
	int first = number;

	if (!own->info.answer || own->rank != RANK_OF_ANY)
		return false;
	while (first && !compare_without_case(list->metrics[first - 1].info.name, own->info.name))
		first--;
	for (int i = first; i < list->count; i++) {
		const struct listed_metric *other = &list->metrics[i];

		if (compare_without_case(other->info.name, own->info.name) != 0)
			return false;
		if (other->info.answer && other->rank != RANK_OF_ANY &&
		    (own->core < 0 || other->core < 0 || own->core == other->core))
			return true;
	}
	return false;
}

static void drop_answered(struct metric_list *list)
{
	int kept = 0;

	for (int i = 0; i < list->count; i++)
		list->metrics[i].is_dropped = is_answered(list, i);
	for (int i = 0; i < list->count; i++)
		if (!list->metrics[i].is_dropped)
			list->metrics[kept++] = list->metrics[i];
	list->count = kept;
}

/* Keeps one of several metrics with the same name and core type. */
static void drop_same(struct metric_list *list)
{
	int kept = 0;

	drop_answered(list);
	for (int i = 0; i < list->count; i++) {
		struct listed_metric *last = kept ? &list->metrics[kept - 1] : NULL, *own = &list->metrics[i];

		if (last && last->core == own->core && !compare_without_case(last->info.name, own->info.name)) {
			if (last->info.table && !own->info.table)
				log_verbose("%s: its metric %s is used, not that of the library", last->info.table,
					last->info.name);
			continue;
		}
		list->metrics[kept++] = *own;
	}
	list->count = kept;
}

/* Moves questions without an answer behind the other metrics. Each of the three parts keeps its order. */
static void divide_list(struct metric_list *list)
{
	qsort(list->metrics, (size_t)list->count, sizeof list->metrics[0], compare_parts);
	for (int i = 0; i < list->count; i++) {
		list->present += list_part_of(&list->metrics[i]) == PART_HERE;
		list->here_or_elsewhere += list_part_of(&list->metrics[i]) != PART_UNANSWERED;
	}
}

/* Gives answers the slots that the vendor's metrics of the same cores have. */
static void give_slots(struct metric_list *list)
{
	for (int i = 0; i < list->count; i++) {
		struct listed_metric *own = &list->metrics[i];

		for (int k = 0; k < list->count && own->info.answer && !own->slots; k++)
			if (list->metrics[k].core == own->core)
				own->slots = list->metrics[k].slots;
	}
}

/* Makes one block of all; NULL: no memory. */
static struct metric_list *finish_list(struct collecting *all)
{
	size_t size = sizeof *all->list + (size_t)all->list->count * sizeof all->list->metrics[0];
	struct metric_list *list = malloc(size + all->used);
	char *texts;

	if (!list)
		return NULL;
	texts = (char *)list + size;
	memcpy(list, all->list, size);
	if (all->used)
		memcpy(texts, all->texts, all->used);
	for (int i = 0; i < list->count; i++) {
		pfm_metric_info_t *info = &list->metrics[i].info;

		info->desc = texts + (size_t)info->desc - 1;
		info->formula = texts + (size_t)info->formula - 1;
		info->threshold = info->threshold ? texts + (size_t)info->threshold - 1 : NULL;
		info->remark = info->remark ? texts + (size_t)info->remark - 1 : NULL;
	}
	give_slots(list);
	qsort(list->metrics, (size_t)list->count, sizeof list->metrics[0], compare_listed);
	drop_same(list);
	list->present = list->here_or_elsewhere = 0;
	divide_list(list);
	return list;
}

/* Makes the list; NULL: no memory, or no file descriptors to look for devices. */
static struct metric_list *make_list(void)
{
	struct collecting all = { .list = calloc(1, sizeof *all.list), .joined = malloc(MAX_FORMULA_TEXT + 1),
				  .core_types = count_core_types() };
	unsigned int shortages = host_shortages();
	struct metric_list *list = NULL;

	if (all.list && all.joined && collect_all(&all) && host_shortages() == shortages)
		list = finish_list(&all);
	free(all.list);
	free(all.joined);
	free(all.texts);
	return list;
}

pfm_err_t metrics_list(const struct listed_metric **list, int *count)
{
	struct metric_list *known = atomic_load_explicit(&known_list, memory_order_acquire), *others = NULL;

	if (!known) {
		known = make_list();
		if (!known)
			return PFM_ERR_NOMEM;
		if (!atomic_compare_exchange_strong(&known_list, &others, known)) {
			free(known);
			known = others;
		}
	}
	*list = known->metrics;
	*count = known->present;
	return PFM_SUCCESS;
}

int metrics_total(void)
{
	return atomic_load_explicit(&known_list, memory_order_acquire)->here_or_elsewhere;
}

int metrics_id(int place)
{
	int present = atomic_load_explicit(&known_list, memory_order_acquire)->present;

	return place < present ? place : place - present + PFM_METRIC_ELSEWHERE + 1;
}

int metrics_place(int id)
{
	const struct metric_list *known = atomic_load_explicit(&known_list, memory_order_acquire);
	int place = id > PFM_METRIC_ELSEWHERE ? id - PFM_METRIC_ELSEWHERE - 1 + known->present : id;

	return place < 0 || place >= (place == id ? known->present : known->count) ? -1 : place;
}

void metrics_list_forget(void)
{
	free(atomic_exchange(&known_list, NULL));
}

/* ---- looking ---- */

bool metric_list_has(const char *words, const char *word, size_t length)
{
	for (const char *at = words; *at;) {
		size_t own = strcspn(at, ",");

		if (own == length && formula_same_name(at, own, word, length))
			return true;
		at += own + (at[own] == ',');
	}
	return false;
}

/* Returns the name behind "PMU::", if that is there. */
static const char *without_pmu(const char *name, size_t length)
{
	for (size_t i = 0; i + 1 < length; i++)
		if (name[i] == ':' && name[i + 1] == ':')
			return name + i + 2;
	return name;
}

/* Finds the first of a name between two places; end if there is none. */
static int first_called(const struct listed_metric *list, int begin, int end, const char *name)
{
	int low = begin, high = end;

	while (low < high) {
		int middle = (low + high) / 2;

		if (compare_without_case(list[middle].info.name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < end && !compare_without_case(list[low].info.name, name) ? low : end;
}

/* Searches one part of the list. prefix: the PMU that the name has in front; empty: none. */
static int find_between(const struct listed_metric *list, int begin, int end, const char *plain, struct span prefix,
			const char *pmu)
{
	int general = -1;

	for (int i = first_called(list, begin, end, plain); i < end; i++) {
		const char *kind = list[i].info.pmu, *own = kind || !prefix.length ? kind : list[i].system_pmu;

		if (compare_without_case(list[i].info.name, plain) != 0)
			break;
		if (prefix.length ? own && formula_same_name(own, strlen(own), prefix.text, prefix.length)
				  : own && pmu && !strcmp(own, pmu))
			return i;
		if (!prefix.length && general < 0 && (!own || !pmu))
			general = i;
	}
	return general;
}

int metrics_with_unanswered(void)
{
	return atomic_load_explicit(&known_list, memory_order_acquire)->count;
}

int metrics_list_find(const struct listed_metric *list, int count, const char *name, size_t length, const char *pmu)
{
	const char *behind = without_pmu(name, length);
	size_t prefix = behind == name ? 0 : (size_t)(behind - name) - 2;
	char plain[FORMULA_NAME_TEXT + 1];
	struct span first = { name, prefix };
	int found;

	if (length >= sizeof plain)
		return -1;
	formula_plain_name(behind, length - (size_t)(behind - name), plain, sizeof plain);
	found = find_between(list, 0, count, plain, first, pmu);
	if (found < 0)
		found = find_between(list, metrics_total(), metrics_with_unanswered(), plain, first, pmu);
	return found < 0 ? find_between(list, count, metrics_total(), plain, first, pmu) : found;
}
