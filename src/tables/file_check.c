/*
 * Checks the rows of untrusted files: every reference must be within its section, as rows.def says, and numbers must be
 * within the limits that users of the row rely on. No other code checks them.
 */
#include "tables/clean.h"
#include "tables/file.h"

#include "tables/metrics.h"

/* ---- references ---- */

#define ROW(kind) static inline bool kind##_refers(const struct tables *in, const struct table_##kind *row) \
	{ \
		bool good = true; \
		(void)in; \
		(void)row;
#define NAME(name) good &= row->name < in->names.count;
#define TEXT(name) good &= row->name < in->texts.count;
#define STRING(name) good &= row->name < in->metric_strings.count;
#define INDEX(type, name, section) good &= row->name < in->section.count;
#define FIRST(type, name, section, n) good &= row->name <= in->section.count && row->n <= in->section.count - row->name;
#define END(kind) \
		return good; \
	}
#include "tables/rows.def"

#define SECTION(kind, name) static const char *name##_refer(const struct tables *in) \
	{ \
		for (uint32_t i = 0; i < in->name.count; i++) \
			if (!kind##_refers(in, &in->name.rows[i])) \
				return "a row of " #name " refers to what is not there"; \
		return NULL; \
	}
#include "tables/rows.def"

static const char *check_references(const struct tables *in)
{
	const char *wrong = NULL;

#define SECTION(kind, name) wrong = wrong ? wrong : name##_refer(in);
#include "tables/rows.def"
	return wrong;
}

/* Checks the references that are followed before an event is asked for. */
static const char *check_first_references(const struct tables *in)
{
	const char *wrong = pmus_refer(in);

	wrong = wrong ? wrong : conditions_refer(in);
	wrong = wrong ? wrong : parts_refer(in);
	wrong = wrong ? wrong : tables_refer(in);
	wrong = wrong ? wrong : layouts_refer(in);
	wrong = wrong ? wrong : modifiers_refer(in);
	return wrong ? wrong : formats_refer(in);
}

/* ---- strings ---- */

/* Checks that string 0 is empty, that the last one ends, and that the slack behind it is empty. */
static bool is_pool(const char *pool, uint32_t size)
{
	static const char slack[NAME_SLACK];

	return size && !pool[0] && !pool[size - 1] && !memcmp(pool + size, slack, NAME_SLACK);
}

/* Returns whether its strings have no control characters. */
static bool is_for_reading(const char *pool, uint32_t size)
{
	for (const char *at = pool; at < pool + size; at += strlen(at) + 1)
		if (!is_clean(at))
			return false;
	return true;
}

/* ---- slots ---- */

/* Checks that there is an empty slot, where searches end, and that the others are of rows that exist. */
static bool are_slots(const slot_cell *cells, uint32_t mask, uint32_t rows)
{
	bool empty = false;

	for (uint32_t i = 0; i <= mask; i++) {
		empty |= !cells[i];
		if (cells[i] && (!(cells[i] & mask) || (cells[i] & mask) > rows))
			return false;
	}
	return empty;
}

static bool is_within(uint32_t first, uint32_t mask, uint32_t count)
{
	return first < count && mask < count - first;
}

/* ---- places ---- */

/* Checks for at most 64 bits, within that many words. */
static bool are_bits(const struct table_bits *bits, unsigned int count, unsigned int words)
{
	unsigned int width = 0;

	if (count > MAX_FORMAT_BITS)
		return false;
	for (unsigned int i = 0; i < count; i++) {
		if (bits[i].word >= words || bits[i].low > bits[i].high || bits[i].high > 63)
			return false;
		width += bits[i].high - bits[i].low + 1u;
	}
	return width <= 64;
}

static bool is_place(const struct table_place *place)
{
	return place->word < MAX_WORDS && place->shift == (place->mask ? __builtin_ctzll(place->mask) : 0);
}

static bool is_segment(const struct table_segment *segment)
{
	return (segment->word == NO_WORD || segment->word < MAX_WORDS) && segment->low < 64 && segment->width &&
	       segment->width <= 64;
}

static bool is_move(const struct table_move *move)
{
	return move->to < 3 && move->from <= FROM_COLUMN && (move->from != FROM_WORD || move->word < MAX_WORDS) &&
	       move->shift < 64;
}

/* ---- rows of layouts ---- */

static bool modifier_good(const struct table_modifier *row)
{
	return is_place(&row->target) && is_place(&row->sets) && is_place(&row->sets_if) && row->forces < MAX_WORDS &&
	       row->name && (!(row->flags & MODIFIER_TAKEN) || row->target.mask);
}

static bool print_good(const struct table_print *row)
{
	return row->label_length <= MAX_LABEL && row->word < MAX_WORDS && row->shift < 64 &&
	       row->modifier < MAX_LAYOUT_MODIFIERS;
}

/* Returns the bit set of the modifiers of a layout. */
static uint32_t modifiers_of(const struct table_layout *layout)
{
	return layout->modifiers >= 32 ? UINT32_MAX : (UINT32_C(1) << layout->modifiers) - 1;
}

static bool has_good_places(const struct table_layout *row)
{
	bool good = is_place(&row->umask) && is_place(&row->column);

	for (int i = 0; i < 3; i++)
		good &= is_place(&row->plm[i]);
	for (int i = 0; i < row->segments; i++)
		good &= is_segment(&row->event[i]);
	for (int i = 0; i < row->move_count; i++)
		good &= is_move(&row->moves[i]);
	return good;
}

static bool has_good_modifiers(const struct tables *in, const struct table_layout *row)
{
	uint32_t sets = row->with_privilege | row->with_taken | row->with_required | row->not_under_perf;

	for (int i = 0; i < LETTERS; i++)
		if (row->by_letter[i] > row->modifiers)
			return false;
	for (int i = 0; i < row->prints; i++)
		if (in->prints.rows[row->first_print + (uint32_t)i].modifier >= row->modifiers)
			return false;
	return !(sets & ~modifiers_of(row)) && row->edge <= row->modifiers && row->counter_mask <= row->modifiers &&
	       !row->edge == !row->counter_mask;
}

static bool layout_good(const struct tables *in, const struct table_layout *row)
{
	return row->words && row->words <= MAX_WORDS && row->segments <= MAX_CODE_SEGMENTS &&
	       row->move_count <= MAX_MOVES && row->modifiers <= MAX_LAYOUT_MODIFIERS &&
	       row->formats <= MAX_FORMATS && row->raw_bits <= 64 &&
	       row->privilege <= PRIVILEGE_ALWAYS && row->os_modifiers <= 0x3fff && has_good_places(row) &&
	       has_good_modifiers(in, row);
}

/* ---- rows of events ---- */

static bool umask_set_good(const struct tables *in, const struct table_umask_set *row)
{
	uint32_t mask = row->slot_mask;

	if (mask & (mask + 1))
		return false;
	for (uint32_t i = 0; i < row->defaults; i++)
		if (in->default_rows.rows[row->first_default + i] >= row->count)
			return false;
	return !row->count || (is_within(row->slots, mask, in->umask_slots.count) &&
			       are_slots(in->umask_slots.rows + row->slots, mask, row->count));
}

static bool table_good(const struct tables *in, const struct table_table *row)
{
	return !(row->slot_mask & (row->slot_mask + 1)) && row->slot_mask <= UINT16_MAX &&
	       row->count <= MAX_NEW_EVENTS && is_within(row->slots, row->slot_mask, in->event_slots.count) &&
	       are_slots(in->event_slots.rows + row->slots, row->slot_mask, row->count);
}

/* ---- rows of groups ---- */

static bool group_set_good(const struct tables *in, const struct table_group_set *row)
{
	if (row->counters > MAX_GROUP_COUNTERS || row->count > MAX_SETS)
		return false;
	for (uint32_t i = 0; i < row->count; i++)
		if (in->groups.rows[row->first + i].counters > row->counters)
			return false;
	return true;
}

/* Checks names of devices in sysfs, with {n}, {m}, {k} or {hex}: none is a path. */
static bool is_device_name(const char *name)
{
	for (; *name; name++) {
		if (*name == '{') {
			size_t length = strcspn(name, "}");

			if (!name[length] || length > 4)
				return false;
			name += length;
		} else if (*name == '/' || *name == '}' || *name == ' ') {
			return false;
		}
	}
	return true;
}

/* Checks a condition. Each star makes matching slower, so that it would seem never to end: there must be few. */
static bool condition_good(const struct tables *in, const struct table_condition *row)
{
	int stars = 0;

	for (const char *at = name_at(in, row->value); row->kind == WHEN_CPUINFO_GLOB && *at; at++)
		stars += *at == '*';
	return row->kind < WHEN_HOOK && row->vendor <= VENDOR_ZHAOXIN && stars <= MAX_STARS &&
	       (row->kind != WHEN_CPU || is_device_name(name_at(in, row->key))) &&
	       is_clean(name_at(in, row->key)) && is_clean(name_at(in, row->value));
}

#define EACH(section, good) \
	for (uint32_t i = 0; i < in->section.count; i++) \
		if (!(good)) \
			return "a row of " #section " has a number that means nothing";

static bool format_good(const struct table_format *row)
{
	return row->count && are_bits(row->bits, row->count, CONFIG_WORDS);
}

static const char *check_first_numbers(const struct tables *in)
{
	EACH(modifiers, modifier_good(&in->modifiers.rows[i]))
	EACH(prints, print_good(&in->prints.rows[i]))
	EACH(formats, format_good(&in->formats.rows[i]))
	EACH(layouts, layout_good(in, &in->layouts.rows[i]))
	EACH(conditions, condition_good(in, &in->conditions.rows[i]))
	return NULL;
}

static bool resource_good(const struct table_resource *row)
{
	return row->count && row->count <= MAX_RESOURCE_COUNT && row->scope <= SCOPE_NODE;
}

/* Checks that name and number of an alias are not too long. */
static bool alias_good(const struct tables *in, const struct table_alias *row)
{
	return strlen(name_at(in, row->name)) <= MAX_EVENT_NAME && strlen(name_at(in, row->scale)) <= MAX_SCALE;
}

static const char *check_numbers(const struct tables *in)
{
	EACH(resources, resource_good(&in->resources.rows[i]))
	EACH(matches, are_bits(in->matches.rows[i].bits, in->matches.rows[i].count, CONFIG_WORDS - 1))
	EACH(uses, are_bits(in->uses.rows[i].bits, in->uses.rows[i].count, CONFIG_WORDS - 1))
	EACH(alias_sets, !in->alias_sets.rows[i].conditions || in->alias_sets.rows[i].otherwise < i)
	EACH(alias_rows, in->alias_rows.rows[i] < in->aliases.count)
	EACH(aliases, in->aliases.rows[i].name && alias_good(in, &in->aliases.rows[i]))
	EACH(fact_rares, in->fact_rares.rows[i].uses <= MAX_USES)
	EACH(event_rares, in->event_rares.rows[i].force < MAX_WORDS && in->event_rares.rows[i].hook <= HOOK_INTEL_ARCH)
	EACH(umask_rares, in->umask_rares.rows[i].needs_group < MAX_UMASK_GROUPS &&
		in->umask_rares.rows[i].capitals <= 1)
	EACH(events, in->events.rows[i].name)
	EACH(umasks, in->umasks.rows[i].name)
	EACH(umask_sets, umask_set_good(in, &in->umask_sets.rows[i]))
	EACH(tables, table_good(in, &in->tables.rows[i]))
	EACH(group_events, in->group_events.rows[i] < in->group_members.count)
	EACH(group_sets, group_set_good(in, &in->group_sets.rows[i]))
	return NULL;
}

/* ---- PMUs ---- */

static bool is_pmu_name(const char *name)
{
	size_t length = 0;

	for (; name[length]; length++)
		if (!strchr("0123456789abcdefghijklmnopqrstuvwxyz_", ascii_lower((unsigned char)name[length])))
			return false;
	return length && length <= MAX_PMU_NAME;
}

/* Checks that conditions of devices name files in the device's directory. */
static bool are_conditions(const char *text)
{
	return *text != '/' && !strstr(text, "..") && !strstr(text, ",/") && !strstr(text, "!/");
}

/* ---- metrics ---- */

static bool metric_kind_good(const struct table_metric_kind *row)
{
	return row->together <= TOGETHER_NO_NMI_THRESHOLD &&
	       !(row->flags & ~(METRIC_DEFAULT | METRIC_PER_INSTANCE | METRIC_ANSWER | METRIC_DIFFERS |
			      METRIC_NONE));
}

/*
 * Checks that what a token stands for exists, and adds its length, which must not be too large. first: the first phrase
 * that it may be; phrases in a phrase have higher numbers, so this ends.
 */
static bool token_good(const struct tables *in, uint32_t token, uint32_t first, int depth, size_t *length)
{
	uint32_t words = in->formula_words.count, pieces = in->formula_pieces.count, phrase = token - words - pieces;
	const uint16_t *tokens;

	if (token < words + pieces) {
		*length += token < words ? strlen(metric_string(in, in->formula_words.rows[token].text)) + 1 :
			strlen(metric_string(in, in->formula_pieces.rows[token - words].text));
		return *length <= MAX_FORMULA_TEXT + 1;
	}
	if (phrase < first || phrase >= in->formula_phrases.count || depth == MAX_PHRASE_DEPTH)
		return false;
	tokens = in->formula_phrases.rows[phrase].tokens;
	return token_good(in, tokens[0], phrase + 1, depth + 1, length) &&
		token_good(in, tokens[1], phrase + 1, depth + 1, length);
}

static bool run_good(const struct tables *in, uint32_t run, size_t *length)
{
	const uint32_t *starts = in->formula_starts.rows;

	if (starts[run + 1] < starts[run] || starts[run + 1] > in->formula_tokens.count)
		return false;
	for (uint32_t i = starts[run]; i < starts[run + 1]; i++)
		if (!token_good(in, in->formula_tokens.rows[i], 0, 0, length))
			return false;
	return true;
}

static const char *check_formulas(const struct tables *in)
{
	size_t sum = 0;

	for (uint32_t i = 0; i + 1 < in->formula_starts.count; i++) {
		size_t length = 0;

		if (!run_good(in, i, &length))
			return "a formula is not within its words, or too long";
		sum += length;
		if (sum > MAX_FORMULAS_TEXT)
			return "more than 64 MiB of formulas";
	}
	return NULL;
}

/* Checks a metric: its formula's end follows the start. A question without an answer has a reason, but no formula. */
static bool metric_good(const struct tables *in, const struct table_metric *row)
{
	uint8_t flags = in->metric_kinds.rows[row->kind].flags;
	uint16_t remark = in->metric_notes.rows[row->note].remark;

	return *metric_string(in, row->name) && !row->formula == ((flags & METRIC_NONE) != 0) &&
	       (remark || !(flags & (METRIC_NONE | METRIC_DIFFERS))) && remark + 1u < in->formula_starts.count &&
	       row->formula + 1u < in->formula_starts.count &&
	       row->threshold + 1u < in->formula_starts.count && row->text + 1u < in->formula_starts.count;
}

/* Checks a set, which must be sorted: names are looked up by bisection. */
static bool metric_set_good(const struct tables *in, const struct table_metric_set *row)
{
	for (uint32_t i = 0; i < row->count; i++)
		if (in->metric_rows.rows[row->first + i] >= in->metrics.count ||
		    (i && compare_metrics(in, set_metric(in, row, i - 1), set_metric(in, row, i)) >= 0))
			return false;
	return are_conditions(metric_string(in, row->with));
}

static bool metric_pmu_good(const struct tables *in, const struct table_metric_pmu *row)
{
	return is_pmu_name(metric_string(in, row->name));
}

/* Checks metrics. References and the pools' ends are checked before, as names are compared here. */
static const char *check_metrics(const struct tables *in)
{
	if (!in->metric_sets.count)
		return NULL;
	if (!is_for_reading(in->metric_strings.rows, in->metric_strings.count))
		return "a string of metrics has characters that are not for reading";
	EACH(metric_kinds, metric_kind_good(&in->metric_kinds.rows[i]))
	EACH(metrics, metric_good(in, &in->metrics.rows[i]))
	EACH(metric_pmus, metric_pmu_good(in, &in->metric_pmus.rows[i]))
	EACH(metric_sets, metric_set_good(in, &in->metric_sets.rows[i]))
	return check_formulas(in);
}
#undef EACH

/* ---- events of PMUs ---- */

/* Checks the modifiers of an event, and of its unit masks. */
static bool event_fits(const struct tables *in, const struct table_event *event, uint32_t modifiers)
{
	const struct table_umask_set *set = event_umasks(in, event);

	if ((event_kind(in, event)->modifiers | event_rare(in, event)->required) & ~modifiers)
		return false;
	for (int i = 0; i < set->count; i++) {
		const struct table_umask_rare *rare = umask_rare(in, event_umask(in, event, i));

		if ((rare->hardwired | rare->required | rare->takes) & ~modifiers ||
		    !are_conditions(name_at(in, rare->with)))
			return false;
	}
	return true;
}

static bool has_good_events(const struct tables *in, const struct table_part *part, uint32_t modifiers)
{
	const struct table_table *table = &in->tables.rows[part->table];

	for (uint32_t i = 0; i < table->count; i++)
		if (!event_fits(in, &in->events.rows[table->first + i], modifiers))
			return false;
	return true;
}

static bool part_good(const struct tables *in, const struct table_part *part)
{
	const struct table_table *table = &in->tables.rows[part->table];

	return part->first <= table->count && part->count <= table->count - part->first &&
	       part->conditions != DYNAMIC_PART;
}

static bool has_good_parts(const struct tables *in, const struct table_pmu *pmu)
{
	uint32_t events = 0;

	for (int i = 0; i < pmu->parts; i++) {
		if (!part_good(in, &in->parts.rows[pmu->part + i]))
			return false;
		events += in->parts.rows[pmu->part + i].count;
	}
	return pmu->parts && events <= MAX_NEW_EVENTS &&
	       (pmu->flags & PMU_COMPOSED || (pmu->parts == 1 && pmu->events <= events));
}

enum {
	FLAGS_OF_LOADED = PMU_LOADED | PMU_EXTENSION | PMU_RAW_UMASK | PMU_DEPRECATED | PMU_ARCH_DEFAULT |
			  PMU_SPECULATION | PMU_HW_SAMPLING | PMU_NO_SAMPLING | PMU_NEEDS_SYSFS |
			  PMU_FILTER_AS_CODE | PMU_COMPOSED | PMU_INSTANCES | PMU_INSTANCES_ORDERED
};

static bool has_good_strings(const struct tables *in, const struct table_pmu *pmu)
{
	const char *sysfs = name_at(in, pmu->sysfs), *with = name_at(in, pmu->with);

	return is_pmu_name(name_at(in, pmu->name)) && is_device_name(sysfs) && is_clean(sysfs) &&
	       are_conditions(with) && is_clean(with) && is_clean(text_at(in, pmu->desc));
}

static bool pmu_good(const struct tables *in, const struct table_pmu *pmu)
{
	return has_good_strings(in, pmu) && !pmu->hook && pmu->flags & PMU_LOADED && !(pmu->flags & ~FLAGS_OF_LOADED) &&
	       pmu->type <= 3 && pmu->codes <= 4 && (pmu->policy & ~SYSFS_WORDS) <= FILE_OR_NOTFOUND &&
	       has_good_parts(in, pmu);
}

const char *tables_check_pmus(const struct tables *in)
{
	const char *wrong;

	if (!is_pool(in->names.rows, in->names.count) || !is_pool(in->texts.rows, in->texts.count) ||
	    !is_pool(in->metric_strings.rows, in->metric_strings.count))
		return "its strings do not end";
	if (!in->pmus.count && !in->metric_sets.count)
		return "it has no PMU and no metrics";
	if (in->pmus.count > MAX_PMUS)
		return "it has too many PMUs";
	wrong = check_first_references(in);
	if (!wrong)
		wrong = check_first_numbers(in);
	for (uint32_t i = 0; i < in->pmus.count && !wrong; i++)
		if (!pmu_good(in, &in->pmus.rows[i]))
			wrong = "a PMU is not as PMUs must be";
	return wrong;
}

/* Returns whether a PMU is like the last one: instances of one box stand together, and one check is enough. */
static bool is_like(const struct table_pmu *pmu, const struct table_pmu *last)
{
	return last && pmu->part == last->part && pmu->parts == last->parts && pmu->layout == last->layout;
}

/* Checks that the layouts of PMUs have the modifiers that their events ask for. */
static const char *check_events_of_pmus(const struct tables *in)
{
	for (uint32_t i = 0; i < in->pmus.count; i++) {
		const struct table_pmu *pmu = &in->pmus.rows[i];
		uint32_t modifiers = modifiers_of(&in->layouts.rows[pmu->layout]);

		if (is_like(pmu, i ? pmu - 1 : NULL))
			continue;
		for (int k = 0; k < pmu->parts; k++)
			if (!has_good_events(in, &in->parts.rows[pmu->part + k], modifiers))
				return "an event has modifiers that its PMU does not have";
	}
	return NULL;
}

const char *tables_check_events(const struct tables *in)
{
	const char *wrong = check_references(in);

	if (!wrong && !is_for_reading(in->names.rows, in->names.count))
		wrong = "a name has characters that are not for reading";
	if (!wrong && !is_for_reading(in->texts.rows, in->texts.count))
		wrong = "a text has characters that are not for reading";
	if (!wrong)
		wrong = check_numbers(in);
	if (!wrong)
		wrong = check_metrics(in);
	return wrong ? wrong : check_events_of_pmus(in);
}
