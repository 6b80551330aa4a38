/* Blocks, PMUs and rows. Layouts are in parse_layout.c. */
#include "model.h"

#include "tables/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool same_name(const char *a, const char *b)
{
	while (*a && ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b))
		a++, b++;
	return !*a && !*b;
}

struct layout *find_layout(const struct model *model, const char *name)
{
	for (int i = 0; i < model->layout_count; i++)
		if (!strcmp(model->layouts[i]->name, name))
			return model->layouts[i];
	return NULL;
}

struct table *find_table(const struct model *model, const char *name)
{
	for (int i = 0; i < model->table_count; i++)
		if (!strcmp(model->tables[i]->name, name))
			return model->tables[i];
	return NULL;
}

int find_modifier(const struct layout *layout, const char *id)
{
	for (int i = 0; i < layout->data.modifiers; i++)
		if (!strcmp(layout->modifiers[i].id, id))
			return i;
	return -1;
}

const char *value_of(const char *word, const char *key)
{
	size_t length = strlen(key);

	return strncmp(word, key, length) || word[length] != '=' ? NULL : word + length + 1;
}

struct item *cut_list(const char *list)
{
	struct item *first = NULL, **last = &first;

	while (*list) {
		size_t length = strcspn(list, ",");

		*last = need(calloc(1, sizeof **last));
		(*last)->text = copy_text(list, length);
		last = &(*last)->next;
		list += length + (list[length] == ',');
	}
	return first;
}

static bool number_of(struct word word, const char *text, uint64_t most, uint64_t *value)
{
	if (parse_number(text, value) && *value <= most)
		return true;
	report(word.place, "%s: expected a number from 0 to %#llx", word.text, (unsigned long long)most);
	return false;
}

/* ---- PMUs ---- */

static const struct { const char *name; uint8_t value; } pmu_types[] = { { "unknown", 0 }, { "core", 1 }, { "uncore", 2 }, { "os", 3 } },
policies[] = { { "cached-or-raw", CACHED_OR_RAW }, { "cached-or-notfound", CACHED_OR_NOTFOUND }, { "cached-or-notsupp", CACHED_OR_NOTSUPP },
	       { "file-or-notsupp", FILE_OR_NOTSUPP }, { "file-or-notfound", FILE_OR_NOTFOUND } },
levels[] = { { "k", 1 }, { "u", 8 }, { "h", 16 } },
pmu_flags[] = { { "raw-umask", PMU_RAW_UMASK }, { "deprecated", PMU_DEPRECATED }, { "arch-default", PMU_ARCH_DEFAULT },
		{ "speculation", PMU_SPECULATION }, { "hw-sampling", PMU_HW_SAMPLING }, { "no-sampling", PMU_NO_SAMPLING },
		{ "needs-sysfs", PMU_NEEDS_SYSFS }, { "filter-as-code", PMU_FILTER_AS_CODE } },
vendors[] = { { "GenuineIntel", VENDOR_INTEL }, { "AuthenticAMD", VENDOR_AMD }, { "arm", VENDOR_ARM }, { "power", VENDOR_POWER } },
s390_keys[] = { { "s390-cfvn", WHEN_S390_CFVN }, { "s390-csvn", WHEN_S390_CSVN }, { "s390-machine", WHEN_S390_MACHINE } },
detections[] = { { "cpuinfo-equals", WHEN_CPUINFO_EQUALS }, { "cpuinfo-contains", WHEN_CPUINFO_CONTAINS },
		 { "directory-entry", WHEN_DIRECTORY_ENTRY }, { "readable", WHEN_READABLE }, { "any-file", WHEN_FILE }, { "hook", WHEN_HOOK } },
hooks[] = { { "cha-filter", HOOK_CHA_FILTER }, { "intel-arch", HOOK_INTEL_ARCH } },
event_flags[] = { { "precise", EVENT_PRECISE }, { "speculative", EVENT_SPECULATIVE },
		  { "no-autoencode", EVENT_NO_AUTOENCODE }, { "one-group", EVENT_ONE_GROUP }, { "assign", EVENT_ASSIGN },
		  { "shadowed", EVENT_SHADOWED },
		  { "fixed", 0 }, { "duplicate-code", 0 } }; /* for the reader */

static const struct { const char *name; uint16_t value; } umask_flags[] = {
	{ "ncombo", UMASK_NCOMBO }, { "default", UMASK_DEFAULT }, { "precise", UMASK_PRECISE }, { "excl-gt", UMASK_EXCL_GT },
	{ "excl-but0", UMASK_EXCL_BUT0 }, { "optional", UMASK_OPTIONAL }, { "no-mods", UMASK_NO_MODS },
	{ "no-autoencode", UMASK_NO_AUTOENCODE }, { "wide", UMASK_WIDE }, { "fixed", 0 } };

#define LOOKUP(list, text) lookup_name((const char *)(list), sizeof (list)[0], sizeof (list) / sizeof (list)[0], text)
/* The index of text in a list of structures that begin with a name; -1 if it is not there. */
static int lookup_name(const char *list, size_t size, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++) {
		const char *name;

		memcpy(&name, list + i * size, sizeof name);
		if (!strcmp(name, text))
			return (int)i;
	}
	return -1;
}

static void add_condition(struct condition **list, int *count, struct condition condition)
{
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = condition;
}

/* "VENDOR [FAMILY:] MODEL ..." or "s390-...: VALUE ..."; a model is N, A-B, N/STEPPING or N/A-B. */
static void parse_cpu(const struct line *line, int first, struct condition **list, int *count)
{
	struct condition base = { .data = { .kind = WHEN_CPU, .stepping_high = 255 } };
	struct word key = line->words[first];
	char *name = copy_text(key.text, strcspn(key.text, ":"));
	int vendor = LOOKUP(vendors, name), s390 = LOOKUP(s390_keys, name);
	uint64_t low, high;

	if (vendor < 0 && s390 < 0) {
		report(key.place, "unknown CPU vendor %s", name);
		return;
	}
	first++;
	if (s390 >= 0)
		base.data.kind = s390_keys[s390].value;
	else
		base.data.vendor = vendors[vendor].value;
	if (!strchr(key.text, ':')) {
		char *family = first < line->count ? copy_text(line->words[first].text, strcspn(line->words[first].text, ":")) : copy_text("", 0);

		if (first == line->count || !strchr(line->words[first].text, ':') || !parse_number(family, &low) || low > 0xffff) {
			report(key.place, "expected a family and a colon after %s", name);
			return;
		}
		base.data.family = (uint16_t)low;
		first++;
	}
	if (first == line->count)
		report(key.place, "no models");
	for (; first < line->count; first++) {
		struct word word = line->words[first];
		const char *slash = strchr(word.text, '/');
		char *models = copy_text(word.text, slash ? (size_t)(slash - word.text) : strlen(word.text));
		struct condition condition = base;

		if (!parse_range(models, &low, &high) || high > 0xffff) {
			report(word.place, "%s: expected a model number or a range of them", word.text);
			continue;
		}
		condition.data.low = (uint16_t)low;
		condition.data.high = (uint16_t)high;
		if (slash) {
			if (!parse_range(slash + 1, &low, &high) || high > 255) {
				report(word.place, "%s: expected a stepping or a range of them after the slash", word.text);
				continue;
			}
			condition.data.stepping_low = (uint8_t)low;
			condition.data.stepping_high = (uint8_t)high;
		}
		add_condition(list, count, condition);
	}
}

static void parse_detect(const struct line *line, struct pmu *pmu)
{
	int kind = line->count > 1 ? LOOKUP(detections, line->words[1].text) : -1;
	struct condition condition = { .data = { .kind = 0 } };

	if (kind < 0) {
		report(line->words[0].place, "expected how to detect: cpuinfo-equals, cpuinfo-contains, directory-entry, readable, any-file or hook");
		return;
	}
	condition.data.kind = detections[kind].value;
	if (condition.data.kind == WHEN_FILE || condition.data.kind == WHEN_READABLE) {
		for (int i = 2; i < line->count; i++) {
			condition.value = line->words[i].text;
			add_condition(&pmu->conditions, &pmu->condition_count, condition);
		}
		return;
	}
	if (condition.data.kind == WHEN_HOOK) {
		int hook = line->count > 2 ? LOOKUP(hooks, line->words[2].text) : -1;

		if (hook < 0)
			report(line->words[1].place, "expected the name of a hook");
		else
			condition.data.family = hooks[hook].value;
	} else if (line->count == 4) {
		condition.key = line->words[2].text;
		condition.value = line->words[3].text;
	} else {
		report(line->words[1].place, "expected two words after %s", line->words[1].text);
	}
	add_condition(&pmu->conditions, &pmu->condition_count, condition);
}

struct table_condition *parse_conditions(const struct line *line, int first, int *count)
{
	struct condition *conditions = NULL;
	struct table_condition *list;

	parse_cpu(line, first, &conditions, count);
	list = calloc((size_t)*count + 1, sizeof *list);
	for (int k = 0; list && k < *count; k++)
		list[k] = conditions[k].data;
	free(conditions);
	return list;
}

/* "events TABLE [variant=V] [rows=A-B] [hook=H] [dynamic] [for CONDITION]" */
static void parse_part(const struct line *line, struct pmu *pmu)
{
	struct part part = { .all_rows = true };

	part.table = line->words[1];
	for (int i = 2; i < line->count; i++) {
		struct word word = line->words[i];
		const char *value;

		if ((value = value_of(word.text, "variant"))) {
			part.variant = value;
		} else if ((value = value_of(word.text, "rows"))) {
			part.all_rows = false;
			if (!parse_range(value, &part.first, &part.last))
				report(word.place, "%s: expected a range of rows", word.text);
		} else if ((value = value_of(word.text, "hook"))) {
			int hook = LOOKUP(hooks, value);

			if (hook < 0)
				report(word.place, "unknown hook %s", value);
			else
				pmu->data.hook = hooks[hook].value;
		} else if (!strcmp(word.text, "dynamic")) {
			part.condition_count = DYNAMIC_PART;
		} else if (!strcmp(word.text, "for") && i + 1 < line->count) {
			part.conditional = true;
			part.conditions = parse_conditions(line, i + 1, &part.condition_count);
			break;
		} else {
			report(word.place, "unknown word %s", word.text);
		}
	}
	pmu->parts = grow(pmu->parts, pmu->part_count, sizeof *pmu->parts);
	pmu->parts[pmu->part_count++] = part;
}

static void parse_instances(const struct line *line, struct pmu *pmu)
{
	for (int i = 1; i < line->count; i++) {
		struct word word = line->words[i];
		const char *comma = strchr(word.text, ',');
		uint64_t low, high, second = 0;

		if (comma) {
			char *first = copy_text(word.text, (size_t)(comma - word.text));

			if (!parse_number(first, &low) || !parse_number(comma + 1, &second) || low > 9999 || second > 9999) {
				report(word.place, "%s: expected two numbers and a comma", word.text);
				continue;
			}
			high = low;
			pmu->two_numbers = true;
		} else if (!parse_range(word.text, &low, &high) || high > 9999) {
			report(word.place, "%s: expected a number or a range", word.text);
			continue;
		}
		for (; low <= high; low++) {
			pmu->instances = grow(pmu->instances, pmu->instance_count, sizeof *pmu->instances);
			pmu->instances[pmu->instance_count][0] = (int)low;
			pmu->instances[pmu->instance_count++][1] = (int)second;
		}
	}
	if (!pmu->instance_count)
		report(line->words[0].place, "no instances");
}

static const char *join_words(const struct line *line, int first)
{
	size_t length = 0;
	char *text;

	for (int i = first; i < line->count; i++)
		length += strlen(line->words[i].text) + 1;
	text = need(malloc(length + 1));
	*text = '\0';
	for (int i = first; i < line->count; i++) {
		strcat(text, line->words[i].text);
		if (i + 1 < line->count)
			strcat(text, " ");
	}
	return text;
}

static void parse_counters(const struct line *line, struct pmu *pmu)
{
	uint64_t value;

	if (line->count > 1 && number_of(line->words[1], line->words[1].text, 0xffff, &value))
		pmu->data.counters = (uint16_t)value;
	if (line->count == 4 && !strcmp(line->words[2].text, "fixed")) {
		if (number_of(line->words[3], line->words[3].text, 0xffff, &value))
			pmu->data.fixed_counters = (uint16_t)value;
	} else if (line->count != 2) {
		report(line->words[0].place, "expected a number, or \"N fixed M\"");
	}
}

/* groups NAME [for CPU] */
static void parse_choice(const struct line *line, struct pmu *pmu)
{
	struct choice choice = { .set = line->words[1] };

	if (line->count > 3 && !strcmp(line->words[2].text, "for"))
		choice.conditions = parse_conditions(line, 3, &choice.condition_count);
	else if (line->count > 2)
		report(line->words[2].place, "%s: expected for and a CPU", line->words[2].text);
	pmu->choices = grow(pmu->choices, pmu->choice_count, sizeof *pmu->choices);
	pmu->choices[pmu->choice_count++] = choice;
}

static void parse_pmu_line(const struct line *line, struct pmu *pmu)
{
	struct word key = line->words[0];
	const char *first = line->count > 1 ? line->words[1].text : "";
	uint64_t value;
	int i;

	if (line->count < 2) {
		report(key.place, "%s: nothing after it", key.text);
	} else if (!strcmp(key.text, "id")) {
		if (number_of(line->words[1], first, MAX_PMU_NUMBER, &value))
			pmu->data.id = (uint16_t)value;
		if (line->count > 2)
			pmu->id_name = line->words[2].text;
	} else if (!strcmp(key.text, "desc")) {
		pmu->desc = join_words(line, 1);
	} else if (!strcmp(key.text, "type")) {
		if ((i = LOOKUP(pmu_types, first)) < 0)
			report(line->words[1].place, "%s: expected core, uncore, os or unknown", first);
		else
			pmu->data.type = pmu_types[i].value;
	} else if (!strcmp(key.text, "counters")) {
		parse_counters(line, pmu);
	} else if (!strcmp(key.text, "codes")) {
		if (number_of(line->words[1], first, 4, &value))
			pmu->data.codes = (uint8_t)value;
	} else if (!strcmp(key.text, "plm")) {
		for (int k = 1; k < line->count; k++)
			if ((i = LOOKUP(levels, line->words[k].text)) < 0)
				report(line->words[k].place, "%s: expected k, u or h", line->words[k].text);
			else
				pmu->data.plm |= levels[i].value;
	} else if (!strcmp(key.text, "cpu")) {
		parse_cpu(line, 1, &pmu->conditions, &pmu->condition_count);
	} else if (!strcmp(key.text, "detect")) {
		parse_detect(line, pmu);
	} else if (!strcmp(key.text, "sysfs")) {
		i = line->count == 3 ? LOOKUP(policies, line->words[2].text) : -1;
		pmu->sysfs = first;
		if (i < 0)
			report(key.place, "expected a name and one of cached-or-raw, cached-or-notfound, cached-or-notsupp, file-or-notsupp, file-or-notfound");
		else
			pmu->data.policy = policies[i].value;
	} else if (!strcmp(key.text, "layout")) {
		pmu->layout_name = line->words[1];
	} else if (!strcmp(key.text, "events")) {
		parse_part(line, pmu);
	} else if (!strcmp(key.text, "groups")) {
		parse_choice(line, pmu);
	} else if (!strcmp(key.text, "instances")) {
		parse_instances(line, pmu);
	} else if (!strcmp(key.text, "flags")) {
		for (int k = 1; k < line->count; k++)
			if ((i = LOOKUP(pmu_flags, line->words[k].text)) < 0)
				report(line->words[k].place, "unknown PMU flag %s", line->words[k].text);
			else
				pmu->data.flags |= pmu_flags[i].value;
	} else {
		report(key.place, "unknown word %s", key.text);
	}
}

void parse_pmu(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct pmu *pmu = need(calloc(1, sizeof *pmu));

	pmu->name = line->words[1];
	pmu->data.codes = 1;
	for (++*number; *number < source->count && source->lines[*number].indented; ++*number)
		parse_pmu_line(&source->lines[*number], pmu);
	if (!pmu->desc || !pmu->data.id || !pmu->layout_name.text)
		report(pmu->name.place, "PMU %s lacks its %s", pmu->name.text, !pmu->desc ? "desc" : !pmu->data.id ? "id" : "layout");
	model->pmus = grow(model->pmus, model->pmu_count, sizeof *model->pmus);
	model->pmus[model->pmu_count++] = pmu;
}

/* ---- rows ---- */

static uint32_t parse_modifiers(const struct layout *layout, struct word word, const char *list)
{
	uint32_t set = 0;

	if (!strcmp(list, "none"))
		return 0;
	for (struct item *item = cut_list(list); item; item = item->next) {
		int i = find_modifier(layout, item->text);

		if (i < 0)
			report(word.place, "layout %s has no modifier %s", layout->name, item->text);
		else
			set |= UINT32_C(1) << i;
	}
	return set;
}

static uint32_t parse_visible(const struct table *table, struct word word, const char *list)
{
	uint32_t visible = 0;

	for (struct item *item = cut_list(list); item; item = item->next) {
		int i = 0;

		while (i < table->variant_count && strcmp(table->variants[i], item->text))
			i++;
		if (i == table->variant_count)
			report(word.place, "table %s has no variant %s", table->name, item->text);
		else
			visible |= UINT32_C(1) << i;
	}
	return visible;
}

int find_word(const struct layout *layout, const char *name)
{
	for (int i = 0; i < layout->data.words; i++)
		if (!strcmp(layout->words[i], name))
			return i;
	return -1;
}

/* Which counters: N, A-B or fN (fixed), comma-separated. */
static struct counters parse_counter_list(struct word word, const char *list)
{
	struct counters counters = { 0, 0 };

	for (struct item *item = cut_list(list); item; item = item->next) {
		uint64_t low, high;
		uint32_t *set = *item->text == 'f' ? &counters.fixed : &counters.general;

		if (!parse_range(item->text + (*item->text == 'f'), &low, &high) || high > 31)
			report(word.place, "%s: expected counters as in 0-3,f0", item->text);
		else
			*set |= UINT32_MAX >> (31 - (high - low)) << low;
	}
	return counters;
}

static void parse_event_word(const struct table *table, struct event *event, struct word word)
{
	const struct layout *layout = table->layout;
	const char *value;
	uint64_t number;
	int i;

	if ((i = LOOKUP(event_flags, word.text)) >= 0) {
		event->data.flags |= event_flags[i].value;
	} else if ((value = value_of(word.text, "mods"))) {
		event->modifiers = parse_modifiers(layout, word, value);
	} else if ((value = value_of(word.text, "req"))) {
		event->rare.required = parse_modifiers(layout, word, value);
	} else if ((value = value_of(word.text, "ctr"))) {
		event->counters = parse_counter_list(word, value);
	} else if (value_of(word.text, "set")) {
		/* the counter set of an s390x counter, for the reader */
	} else if ((value = value_of(word.text, "alias"))) {
		event->alias = value;
	} else if ((value = value_of(word.text, "only"))) {
		event->visible = parse_visible(table, word, value);
	} else if ((value = value_of(word.text, "to"))) {
		if (find_word(layout, value) != 1)
			report(word.place, "%s: unit masks can go to the second word of layout %s only", word.text, layout->name);
		event->data.flags |= EVENT_TO_EXTRA;
	} else if ((value = value_of(word.text, "raw"))) {
		if (number_of(word, value, 64, &number))
			event->rare.raw_bits = (uint8_t)number;
	} else if ((value = value_of(word.text, "force"))) {
		if ((i = find_word(layout, value)) < 1)
			report(word.place, "layout %s has no second or third word %s", layout->name, value);
		else
			event->rare.force = (uint8_t)i;
	} else if ((value = value_of(word.text, "hook"))) {
		if ((i = LOOKUP(hooks, value)) < 0)
			report(word.place, "unknown hook %s", value);
		else
			event->rare.hook = hooks[i].value;
	} else if (layout->column && (value = value_of(word.text, layout->column))) {
		if (number_of(word, value, 0xffff, &number))
			event->data.column = (uint16_t)number;
	} else {
		report(word.place, "unknown word %s", word.text);
	}
}

/* "c=1" or "c|=1": the unit mask sets the modifier's field; with = the user may not give another value. */
static bool parse_umask_field(const struct layout *layout, const struct event *event, struct umask *umask, struct word word)
{
	const char *equals = strchr(word.text, '=');
	bool soft = equals && equals > word.text && equals[-1] == '|';
	char *id = copy_text(word.text, equals ? (size_t)(equals - word.text - soft) : 0);
	int i = equals ? find_modifier(layout, id) : -1;
	struct table_place to = event->data.flags & EVENT_TO_EXTRA ? (struct table_place){ .mask = UINT64_MAX, .word = 1 } : layout->data.umask;
	const struct table_modifier *modifier;
	uint64_t value, low, bits;
	int shift;

	free(id);
	if (i < 0)
		return false;
	modifier = &layout->modifiers[i].data;
	low = modifier->target.mask & -modifier->target.mask;
	if (!number_of(word, equals + 1, low ? modifier->target.mask / low : 0, &value))
		return true;
	bits = value * low;
	shift = to.mask ? __builtin_ctzll(to.mask) : 0;
	if (!to.mask || modifier->target.word != to.word || bits >> shift << shift != bits)
		report(word.place, "%s: that field is not where unit masks of this event go", word.text);
	umask->code |= bits >> shift;
	if (!soft)
		umask->rare.hardwired |= UINT32_C(1) << i;
	return true;
}

static void parse_umask_word(const struct table *table, const struct event *event, struct umask *umask, struct word word)
{
	const struct layout *layout = table->layout;
	const char *equals = strchr(word.text, '='), *value;
	uint64_t number;
	int i;

	if ((i = LOOKUP(umask_flags, word.text)) >= 0) {
		umask->data.flags |= umask_flags[i].value;
	} else if ((value = value_of(word.text, "group"))) {
		if (number_of(word, value, 7, &number))
			umask->group = (uint8_t)number;
	} else if ((value = value_of(word.text, "needs-group"))) {
		if (number_of(word, value, 7, &number))
			umask->needs_group = (uint8_t)number;
		umask->data.flags |= UMASK_NEEDS_GROUP;
	} else if ((value = value_of(word.text, "event"))) {
		if (number_of(word, value, 0xff, &number))
			umask->rare.event = (uint8_t)number;
		umask->data.flags |= UMASK_EVENT;
	} else if ((value = value_of(word.text, "alias"))) {
		umask->alias = value;
	} else if ((value = value_of(word.text, "takes"))) {
		umask->rare.takes = parse_modifiers(layout, word, value);
	} else if ((value = value_of(word.text, "req"))) {
		umask->rare.required = parse_modifiers(layout, word, value);
	} else if ((value = value_of(word.text, "only"))) {
		umask->visible = parse_visible(table, word, value);
	} else if (equals && (i = find_word(layout, copy_text(word.text, (size_t)(equals - word.text)))) >= 0) {
		if (number_of(word, equals + 1, 0xffffffff, &number))
			umask->rare.words[i] = (uint32_t)number;
	} else if (!parse_umask_field(layout, event, umask, word)) {
		report(word.place, "unknown word %s", word.text);
	}
}

/* Name and code, the same at the start of every row. */
static bool parse_row_start(const struct line *line, const char **name, struct place *place, uint64_t *code)
{
	*name = line->words[0].text;
	*place = line->words[0].place;
	if (strpbrk(*name, ":.=,"))
		report(*place, "%s: a name cannot contain : . = or ,", *name);
	if (line->count < 2) {
		report(*place, "%s has no code", *name);
		return false;
	}
	return number_of(line->words[1], line->words[1].text, UINT64_MAX, code);
}

static void parse_event(struct table *table, const struct line *line, uint32_t default_modifiers, struct counters counters)
{
	struct event *event;
	uint64_t code = 0;

	table->events = grow(table->events, table->event_count, sizeof *table->events);
	event = &table->events[table->event_count++];
	*event = (struct event){ .modifiers = default_modifiers, .counters = counters, .text = line->text, .visible = ALL_VARIANTS };
	parse_row_start(line, &event->name, &event->place, &code);
	event->data.code = code;
	for (int i = 2; i < line->count; i++)
		parse_event_word(table, event, line->words[i]);
}

static void parse_umask(struct table *table, const struct line *line)
{
	struct event *event = &table->events[table->event_count - 1];
	struct umask *umask;

	event->umasks = grow(event->umasks, event->umask_count, sizeof *event->umasks);
	umask = &event->umasks[event->umask_count++];
	*umask = (struct umask){ .text = line->text, .visible = ALL_VARIANTS };
	parse_row_start(line, &umask->name, &umask->place, &umask->code);
	for (int i = 2; i < line->count; i++)
		parse_umask_word(table, event, umask, line->words[i]);
	if (umask->group >= event->groups)
		event->groups = (uint8_t)(umask->group + 1);
}

static void parse_table_rows(struct table *table)
{
	const struct line *header = &table->source->lines[table->first_line];
	uint32_t modifiers = (uint32_t)((UINT64_C(1) << table->layout->data.modifiers) - 1);
	struct counters counters = { 0, 0 };

	for (int i = 2; i < header->count; i++) {
		struct word word = header->words[i];
		const char *value;

		if ((value = value_of(word.text, "mods")))
			modifiers = parse_modifiers(table->layout, word, value);
		else if ((value = value_of(word.text, "ctr")))
			counters = parse_counter_list(word, value);
		else if (!value_of(word.text, "variants"))
			report(word.place, "unknown word %s", word.text);
	}
	for (int i = table->first_line + 1; i < table->last_line; i++) {
		const struct line *line = &table->source->lines[i];

		if (!line->indented)
			parse_event(table, line, modifiers, counters);
		else if (table->event_count)
			parse_umask(table, line);
		else
			report(line->words[0].place, "a unit mask before the first event");
	}
}

void parse_rows(struct model *model)
{
	for (int i = 0; i < model->table_count; i++) {
		if (model->tables[i]->layout)
			parse_table_rows(model->tables[i]);
		else
			report(model->tables[i]->place, "no PMU uses table %s", model->tables[i]->name);
	}
}

/* ---- blocks ---- */

bool starts_block(const struct line *line)
{
	static const char *const blocks[] = { "pmu", "layout", "events", "groups", "lists" };
	uint64_t code;

	/* An event may be called "events": what follows its name is a number, what follows the keyword is a name. */
	if (line->indented || line->count < 2 || parse_number(line->words[1].text, &code))
		return false;
	for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
		if (!strcmp(line->words[0].text, blocks[i]))
			return true;
	return false;
}

static void parse_table(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct table *table = need(calloc(1, sizeof *table));

	table->name = line->words[1].text;
	table->place = line->words[1].place;
	table->source = source;
	table->first_line = *number;
	if (find_table(model, table->name))
		report(table->place, "another table is called %s", table->name);
	/* NOLINTBEGIN(clang-analyzer-unix.Malloc): what the text says is needed to the end */
	for (int i = 2; i < line->count; i++) {
		const char *list = value_of(line->words[i].text, "variants");

		for (struct item *item = list ? cut_list(list) : NULL; item; item = item->next) {
			if (table->variant_count < MAX_VARIANTS)
				table->variants[table->variant_count++] = item->text;
			else
				report(line->words[i].place, "more than %d variants", MAX_VARIANTS);
		}
	}
	do
		++*number;
	while (*number < source->count && !starts_block(&source->lines[*number]));
	/* NOLINTEND(clang-analyzer-unix.Malloc) */
	table->last_line = *number;
	model->tables = grow(model->tables, model->table_count, sizeof *model->tables);
	model->tables[model->table_count++] = table;
}

void parse_source(struct model *model, const struct source *source)
{
	int number = 0;

	while (number < source->count) {
		const struct line *line = &source->lines[number];

		if (!starts_block(line)) {
			report(line->words[0].place, "expected layout, pmu, events, groups or lists, and a name");
			number++;
		} else if (!strcmp(line->words[0].text, "pmu")) {
			parse_pmu(model, source, &number);
		} else if (!strcmp(line->words[0].text, "layout")) {
			parse_layout(model, source, &number);
		} else if (!strcmp(line->words[0].text, "groups")) {
			parse_groups(model, source, &number);
		} else if (!strcmp(line->words[0].text, "lists")) {
			parse_lists(model, source, &number);
		} else {
			parse_table(model, source, &number);
		}
	}
}

void parse_order(struct model *model, const char *path)
{
	struct source source = read_source(path);

	for (int i = 0; i < source.count; i++) {
		struct word word = source.lines[i].words[0];
		struct pmu *found = NULL;

		for (int k = 0; k < model->pmu_count && !found; k++)
			if (!strcmp(model->pmus[k]->name.text, word.text))
				found = model->pmus[k];
		if (!found || found->ordered) {
			report(word.place, found ? "PMU %s stands here twice" : "no PMU %s", word.text);
			continue;
		}
		found->ordered = true;
		model->order = grow(model->order, model->order_count, sizeof *model->order);
		model->order[model->order_count++] = found;
	}
	for (int k = 0; k < model->pmu_count; k++)
		if (!model->pmus[k]->ordered)
			report(model->pmus[k]->name.place, "PMU %s is not in %s", model->pmus[k]->name.text, path);
}
