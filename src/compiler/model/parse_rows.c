/* Parses rows: events and unit masks. */
#include "parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct named event_flags[] = { { "no-autoencode", EVENT_NO_AUTOENCODE }, { "one-group", EVENT_ONE_GROUP },
	{ "assign", EVENT_ASSIGN }, { "shadowed", EVENT_SHADOWED }, { "second-name", EVENT_SECOND_NAME },
	{ "bare", EVENT_BARE }, { "precise", EVENT_PRECISE }, { "speculative", EVENT_SPECULATIVE }, { "fixed", 0 },
	{ "duplicate-code", 0 }, { NULL, 0 } }; /* the last two have no effect: they inform readers */

static const struct named umask_flags[] = { { "ncombo", UMASK_NCOMBO }, { "default", UMASK_DEFAULT },
	{ "precise", UMASK_PRECISE }, { "excl-gt", UMASK_EXCL_GT }, { "excl-but0", UMASK_EXCL_BUT0 },
	{ "optional", UMASK_OPTIONAL }, { "no-mods", UMASK_NO_MODS }, { "no-autoencode", UMASK_NO_AUTOENCODE },
	{ "wide", UMASK_WIDE },
	{ "duplicate-code", UMASK_SECOND_NAME }, { "fixed", 0 }, { NULL, 0 } };

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

/* Reports a variant that a table lacks; for rows from another file once, at the table that takes them. */
static void report_variant(struct table *table, struct word word, const char *variant)
{
	if (!strcmp(word.place.file, table->place.file))
		report(word.place, "table %s has no variant %s", table->name, variant);
	else if (!table->lacks_variants)
		report(table->place,
			"table %s has no variant %s, which rows that it takes are of (%s:%d): "
			"expected the variants= of their table", table->name, variant, word.place.file,
			word.place.line);
	table->lacks_variants = true;
}

static uint32_t parse_visible(struct table *table, struct word word, const char *list)
{
	uint32_t visible = 0;

	for (struct item *item = cut_list(list); item; item = item->next) {
		int i = 0;

		while (i < table->variant_count && strcmp(table->variants[i], item->text))
			i++;
		if (i == table->variant_count)
			report_variant(table, word, item->text);
		else
			visible |= UINT32_C(1) << i;
	}
	return visible;
}

static void parse_event_word(struct table *table, struct event *event, struct word word)
{
	const struct layout *layout = table->layout;
	const struct named *flag = find_named(event_flags, word.text);
	const char *value;
	uint64_t number;
	int i;

	if (flag) {
		event->flags |= (uint16_t)flag->value;
	} else if ((value = value_of(word.text, "box"))) {
		if (number_of(word, value, UINT8_MAX - 1, &number))
			event->facts.box = (uint8_t)(number + 1);
	} else if (parse_fact(&event->facts, word) || says_owned(word)) {
		/* taken; facts_of_variants() reads says_owned() words */
	} else if ((value = value_of(word.text, "mods"))) {
		event->modifiers = parse_modifiers(layout, word, value);
	} else if ((value = value_of(word.text, "req"))) {
		event->rare.required = parse_modifiers(layout, word, value);
	} else if (value_of(word.text, "set")) {
		/* the counter set of an s390x counter, which informs readers only */
	} else if ((value = value_of(word.text, "alias"))) {
		event->alias = value;
	} else if ((value = value_of(word.text, "only"))) {
		event->visible = parse_visible(table, word, value);
	} else if ((value = value_of(word.text, "to"))) {
		if (find_word(layout, value) != 1)
			report(word.place, "%s: unit masks can go to the second word of layout %s only", word.text,
				layout->name);
		event->flags |= EVENT_TO_EXTRA;
	} else if ((value = value_of(word.text, "raw"))) {
		if (number_of(word, value, 64, &number))
			event->rare.raw_bits = (uint8_t)number;
	} else if ((value = value_of(word.text, "force"))) {
		if ((i = find_word(layout, value)) < 1)
			report(word.place, "layout %s has no second or third word %s", layout->name, value);
		else
			event->rare.force = (uint8_t)i;
	} else if ((value = value_of(word.text, "hook"))) {
		event->rare.hook = parse_hook(word, value);
	} else if (layout->column && (value = value_of(word.text, layout->column))) {
		if (number_of(word, value, 0xffff, &number))
			event->column = (uint16_t)number;
	} else {
		report(word.place, "unknown word %s", word.text);
	}
}

/* Parses "c=1" or "c|=1": the unit mask sets the modifier's field; with = the user may not give another value. */
static bool parse_umask_field(const struct layout *layout, const struct event *event, struct umask *umask,
	struct word word)
{
	const char *equals = strchr(word.text, '=');
	bool soft = equals && equals > word.text && equals[-1] == '|';
	char *id = copy_text(word.text, equals ? (size_t)(equals - word.text - soft) : 0);
	int i = equals ? find_modifier(layout, id) : -1;
	struct table_place to = event->flags & EVENT_TO_EXTRA
		? (struct table_place){ .mask = UINT64_MAX, .word = 1 }
		: layout->data.umask;
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

static void parse_umask_word(struct table *table, const struct event *event, struct umask *umask,
	struct word word)
{
	const struct layout *layout = table->layout;
	const struct named *flag = find_named(umask_flags, word.text);
	const char *equals = strchr(word.text, '='), *value;
	uint64_t number;
	int i;

	if (flag) {
		umask->data.flags |= (uint16_t)flag->value;
	} else if (parse_fact(&umask->facts, word) || says_owned(word)) {
		/* taken; facts_of_variants() reads says_owned() words */
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
	} else if (!strcmp(word.text, "capitals")) {
		umask->rare.capitals = 1;
	} else if ((value = value_of(word.text, "with"))) {
		umask->with = value;
		check_device_conditions(word, value);
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

/* Parses name and code, the start of every row. */
static bool parse_row_start(const struct line *line, const char **name, struct place *place, uint64_t *code)
{
	*name = line->words[0].text;
	*place = line->words[0].place;
	if (strpbrk(*name, ":.=,"))
		report(*place, "%s: a name cannot contain : . = or ,", *name);
	if (strlen(*name) > MAX_EVENT_NAME)
		report(*place, "%.60s...: a name of more than %d bytes", *name, MAX_EVENT_NAME);
	if (line->count < 2) {
		report(*place, "%s has no code", *name);
		return false;
	}
	return number_of(line->words[1], line->words[1].text, UINT64_MAX, code);
}

/* Defaults of events, from the header of their table. */
struct defaults {
	uint32_t modifiers;
	struct counters counters, counters_nosmt;
};

static bool any_counter(struct counters counters)
{
	return counters.general || counters.fixed;
}

/* Takes the table's counters if the event has none of its own. */
static void take_defaults(struct facts *facts, const struct defaults *defaults)
{
	if (any_counter(facts->counters))
		return;
	facts->counters = defaults->counters;
	if (!any_counter(facts->counters_nosmt))
		facts->counters_nosmt = defaults->counters_nosmt;
}

/* Takes facts of the variants that see the event: all must have the same, as it stays one row. */
static void take_owned(const struct table *table, struct event *event, const struct line *line)
{
	struct facts own = event->facts, other;

	event->facts = facts_of_variants(table, line, event->visible & -event->visible, own);
	for (uint32_t bit = 1; bit; bit <<= 1) {
		other = facts_of_variants(table, line, bit, own);
		if (event->visible & bit && !same_owned(&other, &event->facts)) {
			report(event->place,
				"%s: facts of some variants can be said of unit masks, or of a row with only=",
				event->name);
			return;
		}
	}
}

/* Makes the alias of a deprecated name its replacement, unless another is named. */
static void replace_by_alias(struct facts *facts, const char *event, const char *alias)
{
	char *string;

	if (!alias || facts->deprecated_by || !(facts->flags & FACT_DEPRECATED))
		return;
	string = need(malloc(strlen(event) + 1 + strlen(alias) + 1));
	sprintf(string, "%s%s%s", event, *event ? ":" : "", alias);
	facts->deprecated_by = string;
}

static void parse_event(struct table *table, const struct line *line, const struct defaults *defaults)
{
	struct event *event;
	uint64_t code = 0;

	table->events = grow(table->events, table->event_count, sizeof *table->events);
	event = &table->events[table->event_count++];
	*event = (struct event){ .modifiers = defaults->modifiers, .text = line->text, .visible = ALL_VARIANTS };
	parse_row_start(line, &event->name, &event->place, &code);
	event->data.code = code;
	for (int i = 2; i < line->count; i++)
		parse_event_word(table, event, line->words[i]);
	if (has_owned(line))
		take_owned(table, event, line);
	replace_by_alias(&event->facts, "", event->alias);
}

static struct umask *add_umask(struct event *event)
{
	event->umasks = grow(event->umasks, event->umask_count, sizeof *event->umasks);
	return &event->umasks[event->umask_count++];
}

/* Splits the last unit mask of the event into one for each set of facts that its variants have. */
static void part_by_owned(const struct table *table, struct event *event, const struct line *line)
{
	struct umask all = event->umasks[event->umask_count - 1];
	uint32_t left = all.visible;

	event->umask_count--;
	while (left) {
		uint32_t first = left & -left;
		struct umask *umask = add_umask(event);

		*umask = all;
		umask->visible = 0;
		umask->facts = facts_of_variants(table, line, first, all.facts);
		for (uint32_t bit = first; bit; bit <<= 1) {
			struct facts facts = facts_of_variants(table, line, bit, all.facts);

			umask->visible |= left & bit && same_owned(&facts, &umask->facts) ? bit : 0;
		}
		left &= ~umask->visible;
	}
}

static void parse_umask(struct table *table, const struct line *line)
{
	struct event *event = &table->events[table->event_count - 1];
	int first = event->umask_count;
	struct umask *umask = add_umask(event);

	*umask = (struct umask){ .text = line->text, .visible = ALL_VARIANTS };
	parse_row_start(line, &umask->name, &umask->place, &umask->code);
	for (int i = 2; i < line->count; i++)
		parse_umask_word(table, event, umask, line->words[i]);
	if (umask->group >= event->groups)
		event->groups = (uint8_t)(umask->group + 1);
	if (has_owned(line))
		part_by_owned(table, event, line);
	for (int i = first; i < event->umask_count; i++)
		replace_by_alias(&event->umasks[i].facts, event->name, event->umasks[i].alias);
}

/* Returns the word KEY=... of a table's header, or of that of the table that it is like; NULL: none. */
static const struct word *header_word(const struct table *table, const char *key)
{
	const struct line *header = &table->block.source->lines[table->block.first_line];

	for (int i = 2; i < header->count; i++)
		if (value_of(header->words[i].text, key))
			return &header->words[i];
	return table->base ? header_word(table->base, key) : NULL;
}

static void check_header(const struct table *table)
{
	static const char *const keys[] = { "mods", "ctr", "ctr-nosmt", "variants" };
	const struct line *header = &table->block.source->lines[table->block.first_line];

	for (int i = table->like.text || is_statement(header, "extend") ? 4 : 2; i < header->count; i++) {
		size_t k = 0;

		while (k < sizeof keys / sizeof keys[0] && !value_of(header->words[i].text, keys[k]))
			k++;
		if (k == sizeof keys / sizeof keys[0])
			report(header->words[i].place, "unknown word %s", header->words[i].text);
	}
}

static struct defaults defaults_of(const struct table *table)
{
	const struct word *mods = header_word(table, "mods"), *ctr = header_word(table, "ctr"),
			  *nosmt = header_word(table, "ctr-nosmt");
	struct defaults defaults = { .modifiers = (uint32_t)((UINT64_C(1) << table->layout->data.modifiers) - 1) };

	check_header(table);
	if (mods)
		defaults.modifiers = parse_modifiers(table->layout, *mods, value_of(mods->text, "mods"));
	if (ctr)
		defaults.counters = parse_counter_list(*ctr, value_of(ctr->text, "ctr"));
	if (nosmt)
		defaults.counters_nosmt = parse_counter_list(*nosmt, value_of(nosmt->text, "ctr-nosmt"));
	return defaults;
}

static void parse_table_rows(struct table *table)
{
	struct defaults defaults = defaults_of(table);
	const struct rows *rows = table->block.rows;

	for (int i = 0; i < rows->count; i++) {
		const struct rows *umasks = rows->rows[i].below;

		parse_event(table, rows->rows[i].line, &defaults);
		for (int k = 0; umasks && k < umasks->count; k++)
			parse_umask(table, umasks->rows[k].line);
	}
	inherit_facts(table);
	for (int i = 0; i < table->event_count; i++)
		take_defaults(&table->events[i].facts, &defaults);
}

/* Removes tables that no PMU has: they lent rows to others, or are a mistake. */
static void forget_unused_tables(struct model *model)
{
	int count = 0;

	for (int i = 0; i < model->table_count; i++) {
		struct table *table = model->tables[i];

		if (table->layout)
			model->tables[count++] = table;
		else if (!table->block.used)
			report(table->place, "no PMU uses table %s", table->name);
	}
	model->table_count = count;
}

void parse_rows(struct model *model)
{
	for (int i = 0; i < model->table_count; i++)
		expand_table(model, model->tables[i]);
	for (int i = 0; i < model->extension_count; i++)
		expand_extension(model, model->extensions[i]);
	check_owners(model);
	for (int i = 0; i < model->umask_block_count; i++)
		if (!model->umask_blocks[i]->used)
			report(model->umask_blocks[i]->name.place, "no event uses umasks %s",
				model->umask_blocks[i]->name.text);
	forget_unused_tables(model);
	for (int i = 0; i < model->table_count; i++)
		parse_table_rows(model->tables[i]);
}
