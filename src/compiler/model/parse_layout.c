/* Parses register layouts. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static const char *const os_modifiers[] = { "u", "k", "h", "period", "freq", "precise", "excl", "mg", "mh", "cpu",
	"pinned", "hw_smpl", "precise?", "hw_smpl?" };

static const struct named rules[] = { { "strict-groups", RULE_STRICT_GROUPS }, { "need-umask", RULE_NEED_UMASK },
	{ "one-umask-a-group", RULE_ONE_A_GROUP }, { "missing-is-attr", RULE_MISSING_IS_ATTR },
	{ "print-hidden", RULE_PRINT_HIDDEN }, { "hide-defaults", RULE_HIDE_DEFAULTS },
	{ "count-guests", RULE_COUNT_GUESTS }, { NULL, 0 } };

static const struct named privileges[] = { { "none", PRIVILEGE_NONE }, { "supported", PRIVILEGE_SUPPORTED },
	{ "event", PRIVILEGE_EVENT }, { "always", PRIVILEGE_ALWAYS }, { NULL, 0 } };

static const struct named privilege_levels[] = { { "k", 1 }, { "1", 2 }, { "2", 4 }, { "u", 8 }, { "h", 16 },
	{ NULL, 0 } };

static const struct named modifier_flags[] = { { "os", MODIFIER_OS }, { "raw-only", MODIFIER_RAW_ONLY },
	{ "inverted", MODIFIER_INVERTED }, { "silent", MODIFIER_SILENT }, { "if-required", MODIFIER_IF_REQUIRED },
	{ "untaken=error", MODIFIER_UNTAKEN_ERROR }, { "untaken=ignore", 0 }, { "error=INVAL", MODIFIER_RANGE_INVAL },
	{ "or-zero", MODIFIER_OR_ZERO }, { "field", MODIFIER_FIELD }, { NULL, 0 } };

/* The words of perf_event_attr. */

/* Parses "WORD:LOW-HIGH", "WORD:BIT" or "WORD:BIT,BIT"; "none" is no place. */
static struct table_place parse_place(const struct layout *layout, struct word word, const char *text)
{
	struct table_place place = { .mask = 0 };
	const char *colon = strchr(text, ':');
	uint64_t low, high;
	int index;

	if (!strcmp(text, "none"))
		return place;
	index = colon ? find_word(layout, copy_text(text, (size_t)(colon - text))) : -1;
	if (index < 0) {
		report(word.place, "%s: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout %s", text,
			layout->name);
		return place;
	}
	place.word = (uint8_t)index;
	for (struct item *item = cut_list(colon + 1); item; item = item->next) {
		if (!parse_range(item->text, &low, &high) || high > 63) {
			report(word.place, "%s: expected bits from 0 to 63", text);
			return place;
		}
		place.mask |= (high - low == 63 ? UINT64_MAX : (UINT64_C(1) << (high - low + 1)) - 1) << low;
	}
	place.shift = (uint8_t)(place.mask ? __builtin_ctzll(place.mask) : 0);
	return place;
}

static bool is_run(uint64_t mask)
{
	return !(mask & (mask + (mask & -mask)));
}

static void parse_event_places(struct layout *layout, const struct line *line)
{
	layout->data.segments = 0;
	for (int i = 1; i < line->count; i++) {
		struct word word = line->words[i];
		struct table_segment segment = { NO_WORD, 0, 0 };
		uint64_t skip;

		if (layout->data.segments == MAX_CODE_SEGMENTS) {
			report(word.place, "more than %d places for the event code", MAX_CODE_SEGMENTS);
			return;
		}
		if (!strncmp(word.text, "skip:", 5) && parse_number(word.text + 5, &skip) && skip < 64) {
			segment.width = (uint8_t)skip;
		} else {
			struct table_place place = parse_place(layout, word, word.text);

			if (!place.mask)
				continue;
			if (!is_run(place.mask)) {
				report(word.place,
					"%s: expected consecutive bits; those that are not are several places",
					word.text);
				continue;
			}
			segment.word = place.word;
			segment.low = (uint8_t)__builtin_ctzll(place.mask);
			segment.width = (uint8_t)__builtin_popcountll(place.mask);
		}
		layout->data.event[layout->data.segments++] = segment;
	}
}

static void parse_type(struct modifier *modifier, const struct line *line, int *next)
{
	struct word word = line->words[*next];
	uint64_t low, high;

	if (!strcmp(word.text, "bool")) {
		modifier->data.max = 1;
		++*next;
		return;
	}
	modifier->data.flags |= MODIFIER_INTEGER;
	if (strcmp(word.text, "int") || *next + 1 >= line->count ||
		!parse_range(line->words[*next + 1].text, &low, &high) || low > UINT32_MAX) {
		report(word.place, "expected bool, or int and a range of values");
		++*next;
		return;
	}
	modifier->data.min = (uint32_t)low;
	modifier->data.max = high;
	*next += 2;
}

static uint8_t parse_level(struct word word, const char *text)
{
	const struct named *level = find_named(privilege_levels, text);

	if (!level)
		report(word.place, "%s: expected k, 1, 2, u or h", text);
	return level ? (uint8_t)level->value : 0;
}

static void parse_modifier_word(struct layout *layout, struct modifier *modifier, struct word word)
{
	const struct named *flag = find_named(modifier_flags, word.text);
	const char *value;
	uint64_t number;
	int index;

	if (flag) {
		modifier->data.flags |= (uint16_t)flag->value;
	} else if (!strcmp(word.text, "overlaps")) {
		modifier->overlaps = true;
	} else if ((value = value_of(word.text, "name"))) {
		modifier->name = value;
	} else if ((value = value_of(word.text, "plm"))) {
		modifier->data.privilege = parse_level(word, value);
	} else if ((value = value_of(word.text, "shows"))) {
		modifier->shows = parse_place(layout, word, value);
	} else if ((value = value_of(word.text, "sets"))) {
		modifier->data.sets = parse_place(layout, word, value);
	} else if ((value = value_of(word.text, "sets-if"))) {
		modifier->data.sets_if = parse_place(layout, word, value);
	} else if ((value = value_of(word.text, "forces"))) {
		if ((index = find_word(layout, value)) < 1)
			report(word.place, "layout %s has no second or third word %s", layout->name, value);
		else
			modifier->data.forces = (uint8_t)index;
	} else if ((value = value_of(word.text, "taken"))) {
		modifier->data.flags |= MODIFIER_TAKEN;
		if (!parse_number(value, &number) || number > UINT32_MAX)
			report(word.place, "%s: expected the value to take if none is given", word.text);
		else
			modifier->data.untaken_default = (uint32_t)number;
	} else {
		report(word.place, "unknown word %s", word.text);
	}
}

/* Parses "modifier ID NUMBER bool|int RANGE PLACE [word ...] : text". */
static void parse_modifier(struct layout *layout, const struct line *line)
{
	struct modifier *modifier;
	uint64_t number;
	int next = 3;

	if (layout->data.modifiers == MAX_LAYOUT_MODIFIERS) {
		report(line->words[0].place, "more than %d modifiers", MAX_LAYOUT_MODIFIERS);
		return;
	}
	if (line->count < 5 || !parse_number(line->words[2].text, &number) || number > 255) {
		report(line->words[0].place, "expected: modifier ID NUMBER bool|int MIN-MAX PLACE");
		return;
	}
	if (find_modifier(layout, line->words[1].text) >= 0)
		report(line->words[1].place, "another modifier of layout %s is called %s", layout->name,
			line->words[1].text);
	modifier = &layout->modifiers[layout->data.modifiers];
	*modifier = (struct modifier){ .id = line->words[1].text,
		.name = line->words[1].text,
		.text = line->text,
		.place = line->words[1].place };
	modifier->data.number = (uint8_t)number;
	parse_type(modifier, line, &next);
	if (next < line->count)
		modifier->data.target = parse_place(layout, line->words[next], line->words[next].text);
	for (next++; next < line->count; next++)
		parse_modifier_word(layout, modifier, line->words[next]);
	if (strlen(modifier->name) > MAX_LABEL - 3)
		report(modifier->place, "the name %s has more than %d letters", modifier->name, MAX_LABEL - 3);
	if (!modifier->shows.mask)
		modifier->shows = modifier->data.target;
	layout->print[layout->data.modifiers] = layout->data.modifiers;
	layout->data.modifiers++;
}

static void parse_print(struct layout *layout, const struct line *line)
{
	uint32_t seen = 0;

	if (line->count - 1 != layout->data.modifiers)
		report(line->words[0].place, "expected all modifiers of the layout, in the order of printing");
	for (int i = 1; i < line->count && i <= layout->data.modifiers; i++) {
		int index = find_modifier(layout, line->words[i].text);

		if (index < 0 || seen >> index & 1)
			report(line->words[i].place, "%s: expected each modifier once", line->words[i].text);
		else
			layout->print[i - 1] = (uint8_t)index;
		seen |= index < 0 ? 0 : UINT32_C(1) << index;
	}
}

/* Parses "perf config|config1|config2 WORD|event|COLUMN [clear=MASK] [shift=N]". */
static void parse_perf(struct layout *layout, const struct line *line)
{
	struct table_move move = { .from = FROM_WORD };
	const struct named *to;
	int word;

	if (layout->data.move_count == 4 || line->count < 3) {
		report(line->words[0].place,
			"expected: perf config|config1|config2 WORD [clear=MASK] [shift=N], four of them at most");
		return;
	}
	to = find_named(config_words, line->words[1].text);
	if (to && to->value <= 2)
		move.to = (uint8_t)to->value;
	else
		report(line->words[1].place, "%s: expected config, config1 or config2", line->words[1].text);
	word = find_word(layout, line->words[2].text);
	if (word >= 0)
		move.word = (uint8_t)word;
	else if (!strcmp(line->words[2].text, "event"))
		move.from = FROM_EVENT;
	else if (layout->column && !strcmp(line->words[2].text, layout->column))
		move.from = FROM_COLUMN;
	else
		report(line->words[2].place, "%s: expected a word of the layout, its column, or event",
			line->words[2].text);
	for (int i = 3; i < line->count; i++) {
		const char *clear = value_of(line->words[i].text, "clear"),
			   *shift = value_of(line->words[i].text, "shift");
		uint64_t value = 0;

		if ((!clear && !shift) || !parse_number(clear ? clear : shift, &value) || (shift && value > 63))
			report(line->words[i].place, "%s: expected clear=MASK or shift=N", line->words[i].text);
		else if (clear)
			move.clear = value;
		else
			move.shift = (uint8_t)value;
	}
	layout->data.moves[layout->data.move_count++] = move;
}

static void parse_os(struct layout *layout, const struct line *line)
{
	layout->data.os_modifiers = 0;
	for (int i = 1; i < line->count; i++) {
		size_t k = 0;

		if (!strcmp(line->words[i].text, "none"))
			continue;
		while (k < sizeof os_modifiers / sizeof os_modifiers[0] && strcmp(os_modifiers[k], line->words[i].text))
			k++;
		if (k == sizeof os_modifiers / sizeof os_modifiers[0])
			report(line->words[i].place, "%s is not a modifier of perf_event", line->words[i].text);
		else
			layout->data.os_modifiers |= (uint16_t)(1 << k);
	}
}

/* Parses "k=PLACE", "u=PLACE" or "h=PLACE". */
static void parse_level_place(struct layout *layout, struct word word)
{
	static const char *const levels[] = { "k", "u", "h" };

	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
		const char *value = value_of(word.text, levels[i]);

		if (value) {
			layout->data.plm[i] = parse_place(layout, word, value);
			return;
		}
	}
	report(word.place, "%s: expected k=, u= or h= and a place", word.text);
}

static void parse_privilege(struct layout *layout, const struct line *line)
{
	const struct named *privilege = line->count > 1 ? find_named(privileges, line->words[1].text) : NULL;

	if (!privilege) {
		report(line->words[0].place, "expected none, supported, event or always");
		return;
	}
	layout->data.privilege = (uint8_t)privilege->value;
	for (int i = 2; i < line->count; i++)
		parse_level_place(layout, line->words[i]);
}

static void parse_edge_rule(struct layout *layout, const struct line *line)
{
	int edge = line->count == 3 ? find_modifier(layout, line->words[1].text) : -1;
	int mask = line->count == 3 ? find_modifier(layout, line->words[2].text) : -1;

	if (edge < 0 || mask < 0) {
		report(line->words[0].place, "expected the edge and the counter mask modifier");
		return;
	}
	layout->data.edge = (uint8_t)(edge + 1);
	layout->data.counter_mask = (uint8_t)(mask + 1);
}

static void parse_join(struct layout *layout, const struct line *line)
{
	uint64_t value = 0;

	if (line->count != 5)
		report(line->words[0].place, "expected a mask and three values");
	for (int i = 1; i < line->count && i < 5; i++) {
		if (!parse_number(line->words[i].text, &value) || value > UINT32_MAX)
			report(line->words[i].place, "%s: expected a number of 32 bits", line->words[i].text);
		if (i == 1)
			layout->data.join_mask = (uint32_t)value;
		else
			layout->data.join_values[i - 2] = (uint32_t)value;
	}
}

static void parse_words(struct layout *layout, const struct line *line)
{
	if (line->count < 2 || line->count > 1 + MAX_WORDS)
		report(line->words[0].place, "expected one to three register words");
	layout->data.words = 0;
	for (int i = 1; i < line->count && i <= MAX_WORDS; i++)
		layout->words[layout->data.words++] = line->words[i].text;
}

static void parse_umask_place(struct layout *layout, const struct line *line)
{
	layout->data.umask = parse_place(layout, line->words[1], line->words[1].text);
}

static void parse_raw_umask(struct layout *layout, const struct line *line)
{
	uint64_t value;

	if (number_of(line->words[1], line->words[1].text, 64, &value))
		layout->data.raw_bits = (uint8_t)value;
}

static void parse_set(struct layout *layout, const struct line *line)
{
	for (int i = 1; i < line->count; i++) {
		struct table_place place = parse_place(layout, line->words[i], line->words[i].text);

		layout->data.set[place.word] |= place.mask;
	}
}

static void parse_column(struct layout *layout, const struct line *line)
{
	layout->column = line->words[1].text;
	if (line->count > 2)
		layout->data.column = parse_place(layout, line->words[2], line->words[2].text);
}

static void parse_rules(struct layout *layout, const struct line *line)
{
	for (int i = 1; i < line->count; i++) {
		const struct named *rule = find_named(rules, line->words[i].text);

		if (!rule)
			report(line->words[i].place, "unknown rule %s", line->words[i].text);
		else
			layout->data.rules |= (uint16_t)rule->value;
	}
}

static void remove_format(struct layout *layout, const char *name)
{
	for (int i = 0; i < layout->format_count; i++)
		if (!strcmp(layout->formats[i].name, name)) {
			layout->format_count--;
			memmove(layout->formats + i, layout->formats + i + 1,
				(size_t)(layout->format_count - i) * sizeof *layout->formats);
			return;
		}
}

static void parse_field(struct layout *layout, struct word name, struct word word)
{
	struct format format = { .name = name.text, .place = name.place };

	remove_format(layout, name.text);
	if (!strcmp(word.text, "none") || !parse_bits(word, word.text, format.bits, &format.count))
		return;
	if (layout->format_count == MAX_FORMATS)
		report(name.place, "more than %d fields", MAX_FORMATS);
	else
		layout->formats[layout->format_count++] = format;
}

/* Parses "format FIELD PLACE [FIELD PLACE ...]"; "none" removes a field that comes from another layout. */
static void parse_format(struct layout *layout, const struct line *line)
{
	if (line->count % 2 == 0)
		report(line->words[0].place, "expected fields, and the bits of each after it");
	for (int i = 1; i + 1 < line->count; i += 2)
		parse_field(layout, line->words[i], line->words[i + 1]);
}

static const struct {
	const char *key;
	int words;              /* least number of words behind the key */
	void (*parse)(struct layout *layout, const struct line *line);
} layout_lines[] = { { "words", 1, parse_words }, { "event", 2, parse_event_places }, { "umask", 2, parse_umask_place },
	{ "raw-umask", 2, parse_raw_umask }, { "set", 2, parse_set }, { "column", 2, parse_column },
	{ "privilege", 1, parse_privilege }, { "rules", 2, parse_rules }, { "modifier", 1, parse_modifier },
	{ "print", 1, parse_print }, { "perf", 1, parse_perf }, { "perf-join", 1, parse_join }, { "os", 2, parse_os },
	{ "edge-rule", 1, parse_edge_rule }, { "format", 3, parse_format } };

static void parse_layout_line(struct layout *layout, const struct line *line)
{
	struct word key = line->words[0];

	for (size_t i = 0; i < sizeof layout_lines / sizeof layout_lines[0]; i++)
		if (!strcmp(key.text, layout_lines[i].key) && line->count >= layout_lines[i].words) {
			layout_lines[i].parse(layout, line);
			return;
		}
	if (!strcmp(key.text, "sharing") && line->count == 2)
		layout->sharing_name = line->words[1];
	else if (!parse_sharing_line(line, &layout->sharing))
		report(key.place, "unknown or incomplete line: %s", key.text);
}

/* Forgets all perf lines of the layout that this one is like, at the first perf line of its own. */
static void forget_moves(struct layout *layout, const struct line *line, bool *kept)
{
	if (*kept && !strcmp(line->words[0].text, "perf")) {
		layout->data.move_count = 0;
		*kept = false;
	}
}

/* Keeps the lines of "layout NAME [like OTHER]"; they are read when all are known, as the other may come later. */
void parse_layout(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct layout *layout = need(calloc(1, sizeof *layout));

	layout->name = line->words[1].text;
	layout->place = line->words[1].place;
	if (find_layout(model, layout->name))
		report(layout->place, "another layout is called %s", layout->name);
	layout->lines = line;
	while (++*number < source->count && source->lines[*number].indented)
		layout->line_count++;
	model->layouts = grow(model->layouts, model->layout_count, sizeof *model->layouts);
	model->layouts[model->layout_count++] = layout;
}

static void read_layout(const struct model *model, struct layout *layout);

/* Begins a layout with all that the other one has. */
static void take_layout(const struct model *model, struct layout *layout)
{
	const struct line *line = layout->lines;
	struct layout own = *layout,
		      *other = line->count == 4 && !strcmp(line->words[2].text, "like")
		? find_layout(model, line->words[3].text)
		: NULL;

	if (line->count == 2)
		return;
	if (!other || other->state == LAYOUT_OPEN) {
		report(layout->place,
			other ? "layout %s would be like itself"
			      : "expected: layout NAME, or layout NAME like another layout",
			layout->name);
		return;
	}
	read_layout(model, other);
	*layout = *other;
	layout->name = own.name;
	layout->place = own.place;
	layout->lines = own.lines;
	layout->line_count = own.line_count;
}

static void read_layout(const struct model *model, struct layout *layout)
{
	bool kept_moves = true;

	if (layout->state == LAYOUT_READ)
		return;
	layout->state = LAYOUT_OPEN;
	take_layout(model, layout);
	for (int i = 1; i <= layout->line_count; i++) {
		forget_moves(layout, &layout->lines[i], &kept_moves);
		parse_layout_line(layout, &layout->lines[i]);
	}
	if (!layout->data.words || !layout->data.segments)
		report(layout->place, "layout %s lacks its words or the place of the event code", layout->name);
	layout->state = LAYOUT_READ;
}

void parse_layouts(struct model *model)
{
	for (int i = 0; i < model->layout_count; i++)
		read_layout(model, model->layouts[i]);
}
