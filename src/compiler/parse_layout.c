/* Register layouts. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

static const char *const os_modifiers[] = { "u", "k", "h", "period", "freq", "precise", "excl", "mg", "mh", "cpu", "pinned", "hw_smpl", "precise?", "hw_smpl?" };

static const struct { const char *name; uint16_t value; } rules[] = {
	{ "strict-groups", RULE_STRICT_GROUPS }, { "need-umask", RULE_NEED_UMASK }, { "one-umask-a-group", RULE_ONE_A_GROUP },
	{ "missing-is-attr", RULE_MISSING_IS_ATTR }, { "print-hidden", RULE_PRINT_HIDDEN }, { "hide-defaults", RULE_HIDE_DEFAULTS } };

static const struct { const char *name; uint8_t value; } privileges[] = {
	{ "none", PRIVILEGE_NONE }, { "supported", PRIVILEGE_SUPPORTED }, { "event", PRIVILEGE_EVENT }, { "always", PRIVILEGE_ALWAYS } };

static const struct { const char *name; uint16_t value; } modifier_flags[] = {
	{ "os", MODIFIER_OS }, { "raw-only", MODIFIER_RAW_ONLY }, { "inverted", MODIFIER_INVERTED }, { "silent", MODIFIER_SILENT },
	{ "if-required", MODIFIER_IF_REQUIRED } };

/* "WORD:LOW-HIGH", "WORD:BIT" or "WORD:BIT,BIT"; "none" is no place. */
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
		report(word.place, "%s: expected WORD:BIT or WORD:LOW-HIGH, the word being one of layout %s", text, layout->name);
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
	return place;
}

static void parse_event_places(struct layout *layout, const struct line *line)
{
	layout->data.segments = 0;
	for (int i = 1; i < line->count; i++) {
		struct word word = line->words[i];
		struct table_segment segment = { NO_WORD, 0, 0 };
		uint64_t skip;

		if (layout->data.segments == 3) {
			report(word.place, "more than three places for the event code");
			return;
		}
		if (!strncmp(word.text, "skip:", 5) && parse_number(word.text + 5, &skip) && skip < 64) {
			segment.width = (uint8_t)skip;
		} else {
			struct table_place place = parse_place(layout, word, word.text);

			if (!place.mask)
				continue;
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
	if (strcmp(word.text, "int") || *next + 1 >= line->count || !parse_range(line->words[*next + 1].text, &low, &high) || high > UINT32_MAX) {
		report(word.place, "expected bool, or int and a range of values");
		++*next;
		return;
	}
	modifier->data.min = (uint32_t)low;
	modifier->data.max = (uint32_t)high;
	*next += 2;
}

static uint8_t parse_level(struct word word, const char *text)
{
	static const struct { const char *name; uint8_t plm; } names[] = { { "k", 1 }, { "1", 2 }, { "2", 4 }, { "u", 8 }, { "h", 16 } };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(text, names[i].name))
			return names[i].plm;
	report(word.place, "%s: expected k, 1, 2, u or h", text);
	return 0;
}

static void parse_modifier_word(struct layout *layout, struct modifier *modifier, struct word word)
{
	const char *value;
	uint64_t number;
	int index;

	for (size_t i = 0; i < sizeof modifier_flags / sizeof modifier_flags[0]; i++)
		if (!strcmp(word.text, modifier_flags[i].name)) {
			modifier->data.flags |= modifier_flags[i].value;
			return;
		}
	if (!strcmp(word.text, "overlaps")) {
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
	} else if (!strcmp(word.text, "untaken=error")) {
		modifier->data.flags |= MODIFIER_UNTAKEN_ERROR;
	} else if (!strcmp(word.text, "error=INVAL")) {
		modifier->data.flags |= MODIFIER_RANGE_INVAL;
	} else if (strcmp(word.text, "untaken=ignore")) {
		report(word.place, "unknown word %s", word.text);
	}
}

/* modifier ID NUMBER bool|int RANGE PLACE [word ...] : text */
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
		report(line->words[1].place, "another modifier of layout %s is called %s", layout->name, line->words[1].text);
	modifier = &layout->modifiers[layout->data.modifiers];
	*modifier = (struct modifier){ .id = line->words[1].text, .name = line->words[1].text, .text = line->text, .place = line->words[1].place };
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

/* perf config|config1|config2 WORD|event|COLUMN [clear=MASK] [shift=N] */
static void parse_perf(struct layout *layout, const struct line *line)
{
	struct table_move move = { .from = FROM_WORD };
	int word;

	if (layout->data.move_count == 4 || line->count < 3) {
		report(line->words[0].place, "expected: perf config|config1|config2 WORD [clear=MASK] [shift=N], four of them at most");
		return;
	}
	if (!strncmp(line->words[1].text, "config", 6) && (!line->words[1].text[6] || strchr("12", line->words[1].text[6])))
		move.to = line->words[1].text[6] ? (uint8_t)(line->words[1].text[6] - '0') : 0;
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
		report(line->words[2].place, "%s: expected a word of the layout, its column, or event", line->words[2].text);
	for (int i = 3; i < line->count; i++) {
		const char *clear = value_of(line->words[i].text, "clear"), *shift = value_of(line->words[i].text, "shift");
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

static void parse_privilege(struct layout *layout, const struct line *line)
{
	static const char *const levels[] = { "k", "u", "h" };

	for (size_t i = 0; line->count > 1 && i < sizeof privileges / sizeof privileges[0]; i++)
		if (!strcmp(line->words[1].text, privileges[i].name)) {
			layout->data.privilege = privileges[i].value;
			for (int k = 2; k < line->count; k++) {
				size_t level = 0;

				while (level < 3 && !value_of(line->words[k].text, levels[level]))
					level++;
				if (level == 3)
					report(line->words[k].place, "%s: expected k=, u= or h= and a place", line->words[k].text);
				else
					layout->data.plm[level] = parse_place(layout, line->words[k], value_of(line->words[k].text, levels[level]));
			}
			return;
		}
	report(line->words[0].place, "expected none, supported, event or always");
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

static void parse_layout_line(struct layout *layout, const struct line *line, bool *first_perf)
{
	struct word key = line->words[0];
	uint64_t value = 0;

	if (!strcmp(key.text, "words")) {
		parse_words(layout, line);
	} else if (!strcmp(key.text, "event")) {
		parse_event_places(layout, line);
	} else if (!strcmp(key.text, "umask") && line->count == 2) {
		layout->data.umask = parse_place(layout, line->words[1], line->words[1].text);
	} else if (!strcmp(key.text, "raw-umask") && line->count == 2 && parse_number(line->words[1].text, &value) && value <= 64) {
		layout->data.raw_bits = (uint8_t)value;
	} else if (!strcmp(key.text, "set")) {
		for (int i = 1; i < line->count; i++) {
			struct table_place place = parse_place(layout, line->words[i], line->words[i].text);

			layout->data.set[place.word] |= place.mask;
		}
	} else if (!strcmp(key.text, "column") && line->count >= 2) {
		layout->column = line->words[1].text;
		if (line->count > 2)
			layout->data.column = parse_place(layout, line->words[2], line->words[2].text);
	} else if (!strcmp(key.text, "privilege")) {
		parse_privilege(layout, line);
	} else if (!strcmp(key.text, "rules")) {
		for (int i = 1; i < line->count; i++) {
			size_t k = 0;

			while (k < sizeof rules / sizeof rules[0] && strcmp(rules[k].name, line->words[i].text))
				k++;
			if (k == sizeof rules / sizeof rules[0])
				report(line->words[i].place, "unknown rule %s", line->words[i].text);
			else
				layout->data.rules |= rules[k].value;
		}
	} else if (!strcmp(key.text, "modifier")) {
		parse_modifier(layout, line);
	} else if (!strcmp(key.text, "print")) {
		parse_print(layout, line);
	} else if (!strcmp(key.text, "perf")) {
		if (*first_perf)
			layout->data.move_count = 0; /* do not add to those of the layout this one is like */
		*first_perf = false;
		parse_perf(layout, line);
	} else if (!strcmp(key.text, "perf-join")) {
		parse_join(layout, line);
	} else if (!strcmp(key.text, "os")) {
		parse_os(layout, line);
	} else if (!strcmp(key.text, "edge-rule")) {
		parse_edge_rule(layout, line);
	} else {
		report(key.place, "unknown or incomplete line: %s", key.text);
	}
}

/* layout NAME [like OTHER] */
void parse_layout(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct layout *layout = need(calloc(1, sizeof *layout));
	const struct layout *other = line->count == 4 && !strcmp(line->words[2].text, "like") ? find_layout(model, line->words[3].text) : NULL;
	bool first_perf = true;

	if (line->count != 2 && !other)
		report(line->words[1].place, "expected: layout NAME, or layout NAME like a layout above it");
	if (other)
		*layout = *other;
	layout->name = line->words[1].text;
	layout->place = line->words[1].place;
	if (find_layout(model, layout->name))
		report(layout->place, "another layout is called %s", layout->name);
	for (++*number; *number < source->count && source->lines[*number].indented; ++*number)
		parse_layout_line(layout, &source->lines[*number], &first_perf);
	if (!layout->data.words || !layout->data.segments)
		report(layout->place, "layout %s lacks its words or the place of the event code", layout->name);
	model->layouts = grow(model->layouts, model->layout_count, sizeof *model->layouts);
	model->layouts[model->layout_count++] = layout;
}
