/*
 * Terms between slashes. A word is looked up in this order: as perf's own (config=, name=, period=...), as a field of
 * the device's format, as an event of the device, which is a list of terms itself, as an event of the tables. Bits set
 * by several terms are OR-ed, as in perf.
 */
#include "language/language.h"

enum { DEEPEST = 4 };

/* A term, and the list that it is from. */
struct term_reader {
	struct perf_parser *parser;
	struct perf_target *target;
	struct perf_event *event;
	struct perf_terms typed; /* the user's terms */
	struct span blame;      /* the word that named the event whose terms these are; empty: they are the user's */
};

static bool read_terms(const struct term_reader *reader, struct perf_terms terms, int depth);

/* ---- lists of them ---- */

struct perf_terms perf_terms_in(struct span text)
{
	return (struct perf_terms){ .text = text, .more = span_trimmed(text).length };
}

/* Takes the next term, if there is one left. */
static bool next_term(struct perf_terms *terms, struct span *term)
{
	const char *end;

	if (terms->list) {
		if (terms->count <= 0)
			return false;
		*term = *terms->list++;
		terms->count--;
		return true;
	}
	if (!terms->more)
		return false;
	end = terms->text.text + terms->text.length;
	*term = span_cut(terms->text, ',', &terms->text);
	terms->more = term->text + term->length < end;
	*term = span_trimmed(*term);
	return true;
}

/* ---- values ---- */

static int digit_of(char c, unsigned int base)
{
	int digit = c >= '0' && c <= '9' ? c - '0' : ascii_lower((unsigned char)c) - 'a' + 10;

	return digit < 0 || digit >= (int)base ? -1 : digit;
}

bool perf_number(struct span span, uint64_t *value)
{
	unsigned int base = 10;

	*value = 0;
	if (span.length > 2 && span.text[0] == '0' && (span.text[1] == 'x' || span.text[1] == 'X')) {
		base = 16;
		span = (struct span){ span.text + 2, span.length - 2 };
	}
	for (size_t i = 0; i < span.length; i++) {
		int digit = digit_of(span.text[i], base);

		if (digit < 0 || __builtin_mul_overflow(*value, base, value) ||
		    __builtin_add_overflow(*value, (uint64_t)digit, value))
			return false;
	}
	return span.length;
}

/* Returns where to show an error: in what the user typed. */
static struct span place(const struct term_reader *reader, struct span span)
{
	return reader->blame.length ? reader->blame : span;
}

static bool read_value(const struct term_reader *reader, struct span word, struct span text, uint64_t *value)
{
	if (perf_number(text, value))
		return true;
	perf_expect(reader->parser, "a number of 64 bits at most, decimal or with 0x");
	if (!text.length)
		return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, word), "%.*s= needs a value",
				 printable(word), word.text);
	return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, text),
			 "%.*s: not a value: %.*s",
			 printable(word), word.text, printable(text), text.text);
}

/* ---- perf's own words ---- */

enum own_kind { OWN_CONFIG, OWN_NAME, OWN_PERIOD, OWN_FREQUENCY, OWN_FLAG, OWN_AUX_OUTPUT, OWN_OVERWRITE, OWN_CPU,
	OWN_RECORD };

/* Kinds of values behind "="; a missing number is 1. */
enum own_value { TAKES_NUMBER, TAKES_BIT, TAKES_32_BITS, TAKES_WORD, TAKES_ANYTHING };

struct own {
	char name[16];
	uint8_t kind;
	uint8_t takes;
	uint8_t value;          /* index of the config word, or PFM_PERF_* flag */
	uint8_t otherwise;      /* PFM_PERF_* flag for "=0" */
};

static const struct own own_terms[] = {
	{ "config", OWN_CONFIG, TAKES_NUMBER, 0, 0 }, { "config1", OWN_CONFIG, TAKES_NUMBER, 1, 0 },
	{ "config2", OWN_CONFIG, TAKES_NUMBER, 2, 0 }, { "config3", OWN_CONFIG, TAKES_NUMBER, 3, 0 },
	{ "name", OWN_NAME, TAKES_WORD, 0, 0 },
	{ "period", OWN_PERIOD, TAKES_NUMBER, 0, 0 }, { "freq", OWN_FREQUENCY, TAKES_NUMBER, 0, 0 },
	{ "percore", OWN_FLAG, TAKES_BIT, PFM_PERF_PER_CORE, 0 },
	{ "inherit", OWN_FLAG, TAKES_NUMBER, PFM_PERF_INHERIT, PFM_PERF_NO_INHERIT },
	{ "no-inherit", OWN_FLAG, TAKES_NUMBER, PFM_PERF_NO_INHERIT, PFM_PERF_INHERIT },
	{ "aux-output", OWN_AUX_OUTPUT, TAKES_NUMBER, 0, 0 },
	{ "overwrite", OWN_OVERWRITE, TAKES_NUMBER, true, false },
	{ "no-overwrite", OWN_OVERWRITE, TAKES_NUMBER, false, true },
	{ "cpu", OWN_CPU, TAKES_ANYTHING, 0, 0 },
	{ "branch_type", OWN_RECORD, TAKES_WORD, 0, 0 }, { "time", OWN_RECORD, TAKES_BIT, 0, 0 },
	{ "call-graph", OWN_RECORD, TAKES_WORD, 0, 0 }, { "stack-size", OWN_RECORD, TAKES_NUMBER, 0, 0 },
	{ "max-stack", OWN_RECORD, TAKES_NUMBER, 0, 0 }, { "nr", OWN_RECORD, TAKES_NUMBER, 0, 0 },
	{ "aux-sample-size", OWN_RECORD, TAKES_32_BITS, 0, 0 }, { "aux-action", OWN_RECORD, TAKES_WORD, 0, 0 } };

static const struct own *find_own(struct span word)
{
	static const struct own driver = { "@", OWN_RECORD, TAKES_ANYTHING, 0, 0 };

	if (word.length && *word.text == '@')
		return &driver;
	for (size_t i = 0; i < sizeof own_terms / sizeof *own_terms; i++)
		if (strlen(own_terms[i].name) == word.length && !memcmp(own_terms[i].name, word.text, word.length))
			return &own_terms[i];
	return NULL;
}

/* Returns whether perf takes it for a word, by how it begins; a second = begins nothing. */
static bool is_own_word(struct span text)
{
	return text.length && !strchr("0123456789+-@", *text.text) && !memchr(text.text, '=', text.length);
}

static uint64_t largest_of(const struct own *own)
{
	return own->takes == TAKES_BIT ? 1 : own->takes == TAKES_32_BITS ? UINT32_MAX : UINT64_MAX;
}

/* Reads the number of a term of perf's, or 1; of words, only checks that there is one. */
static bool read_own_value(const struct term_reader *reader, const struct own *own, struct span word, bool has_value,
			   struct span text, uint64_t *value)
{
	*value = 1;
	if (own->takes == TAKES_ANYTHING && (text.length || own->kind != OWN_CPU))
		return true;
	if (own->kind == OWN_CPU) {
		perf_expect(reader->parser, "cpu=NUMBER, cpu=FIRST-LAST, or the name of a device");
		return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, word), "cpu= says no CPU");
	}
	if (own->takes == TAKES_WORD) {
		if (is_own_word(text))
			return true;
		perf_expect(reader->parser, "%.*s=WORD, which does not begin with a digit", printable(word), word.text);
		return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, text.length ? text : word),
				 "%.*s= needs a %s", printable(word), word.text,
				 own->kind == OWN_NAME ? "name" : "word");
	}
	if (has_value && !read_value(reader, word, text, value))
		return false;
	if (*value <= largest_of(own))
		return true;
	perf_expect(reader->parser, "from 0 to %llu", (unsigned long long)largest_of(own));
	return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, text), "%.*s is too large for %.*s",
			 printable(text), text.text, printable(word), word.text);
}

static bool set_sampling(const struct term_reader *reader, struct span word, struct span text, uint64_t given,
			 uint64_t *value, uint64_t other)
{
	if (other)
		return perf_fail(reader->parser, PFM_ERR_ATTR_SET, word, "period and freq do not go together");
	if (!given)
		return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, text, "%.*s must be 1 or more", printable(word),
				 word.text);
	*value = given;
	return true;
}

/* Checks that there is such a config word: older kernel headers do not know config3. */
static bool check_word(const struct term_reader *reader, unsigned int number, struct span word)
{
#ifdef PERF_ATTR_SIZE_VER8
	(void)reader, (void)word;
	return number < CONFIG_WORDS;
#else
	return number < 3 || perf_fail(reader->parser, PFM_ERR_NOTSUPP, place(reader, word),
				       "%.*s needs config3, which the kernel headers that this library was built with "
				       "do not have",
				       printable(word), word.text);
#endif
}

static void set_own_flag(struct perf_event *event, const struct own *own, bool yes)
{
	event->flags &= ~(unsigned int)(own->value | own->otherwise);
	event->flags |= yes ? own->value : own->otherwise;
}

/* Sets the event's name; the first counts, as in perf. */
static void set_own_name(const struct term_reader *reader, struct span text)
{
	if (!reader->event->has_name)
		reader->event->name = text;
	reader->event->has_name = true;
}

static bool read_own(const struct term_reader *reader, const struct own *own, struct span word, bool has_value,
		     struct span text)
{
	struct perf_event *event = reader->event;
	uint64_t value;

	if (own->kind == OWN_CONFIG && !check_word(reader, own->value, word))
		return false;
	if (!read_own_value(reader, own, word, has_value, text, &value))
		return false;
	switch (own->kind) {
	case OWN_CONFIG:
		event->config[own->value] |= value;
		return true;
	case OWN_NAME:
		set_own_name(reader, text);
		return true;
	case OWN_PERIOD:
		return set_sampling(reader, word, text, value, &event->period, event->frequency);
	case OWN_FREQUENCY:
		return set_sampling(reader, word, text, value, &event->frequency, event->period);
	case OWN_FLAG:
		set_own_flag(event, own, value);
		return true;
	case OWN_AUX_OUTPUT:
		event->aux_output = value;
		return true;
	case OWN_CPU:
		event->flags |= PFM_PERF_CPUS;
		return true;
	case OWN_OVERWRITE:
		event->overwrite = value ? own->value : own->otherwise;
		return true;
	default:
		event->flags |= PFM_PERF_RECORDS;
		log_verbose("term %.*s: about records, nothing is encoded for it", printable(word), word.text);
		return true;
	}
}

/* ---- fields ---- */

static unsigned int width_of(const struct config_field *field)
{
	unsigned int width = 0;

	for (int i = 0; i < field->count; i++)
		width += field->ranges[i].width;
	return width;
}

/* Returns whether the kernel takes the value of a field. */
static bool check_value(const struct term_reader *reader, struct span word, struct span text, uint64_t value)
{
	const struct table_modifier *modifier = perf_field_values(reader->target, word);

	if (!modifier || modifier_takes(modifier, value))
		return true;
	perf_expect(reader->parser, "%.*s= from %u to %llu%s", printable(word), word.text, modifier->min,
		(unsigned long long)modifier->max, modifier->flags & MODIFIER_OR_ZERO ? ", or 0" : "");
	return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, text),
		"%.*s=%llu is out of the range that the kernel takes", printable(word), word.text,
		(unsigned long long)value);
}

static bool set_field(const struct term_reader *reader, const struct config_field *field, struct span word,
		      bool has_value, struct span text)
{
	unsigned int width = width_of(field);
	uint64_t value = 1;

	if (!field->count)
		return perf_fail(reader->parser, PFM_ERR_NOTSUPP, place(reader, word),
				 "what the kernel says of the format %.*s is not understood",
				 printable(word), word.text);
	if (!check_word(reader, field->word, word) || (has_value && !read_value(reader, word, text, &value)))
		return false;
	if (width < 64 && value >> width) {
		perf_expect(reader->parser, "%.*s has %u bit%s: from 0 to 0x%llx", printable(word), word.text, width,
			    width == 1 ? "" : "s",
			    (UINT64_C(1) << width) - 1 + 0ULL);
		return perf_fail(reader->parser, PFM_ERR_ATTR_VAL, place(reader, text), "%.*s is too large for %.*s",
				 printable(text), text.text,
				 printable(word), word.text);
	}
	if (!check_value(reader, word, text, value))
		return false;
	config_field_place(field, value, reader->event->config);
	return true;
}

/* Notes the bits of a field as given; with a wrong value, which is an error by itself, those of the whole word. */
static void note_field(const struct config_field *field, struct span text, uint64_t given[CONFIG_WORDS])
{
	unsigned int width = width_of(field);
	uint64_t value = 0;

	if (text.length && (!perf_number(text, &value) || (width < 64 && value >> width)))
		given[field->word] = UINT64_MAX;
	config_field_place(field, UINT64_MAX, given);
}

void perf_note_given(struct perf_parser *parser, const struct perf_target *target)
{
	struct perf_terms terms = parser->typed;
	struct config_field field;
	struct span term, text;

	memset(parser->given, 0, sizeof parser->given);
	while (next_term(&terms, &term)) {
		struct span word = span_trimmed(span_cut(term, '=', &text));
		const struct own *own = find_own(word);

		if (own && own->kind == OWN_CONFIG)
			parser->given[own->value] = UINT64_MAX;
		else if (!own && perf_find_field(target, word, &field) && field.count)
			note_field(&field, span_trimmed(text), parser->given);
	}
}

/* ---- events ---- */

/* Returns whether the user's terms give a word a value. */
static bool gives_value(struct perf_terms terms, struct span word)
{
	struct span term;

	while (next_term(&terms, &term)) {
		struct span value, name = span_trimmed(span_cut(term, '=', &value));

		if (name.length == word.length && !memcmp(name.text, word.text, word.length) && value.length)
			return true;
	}
	return false;
}

/* Takes the terms of an event, each as if typed, and what else its files say. */
static bool use_device_event(const struct term_reader *reader, const struct device_event *known, struct span word,
			     int depth)
{
	struct term_reader inner = *reader;
	struct perf_event *event = reader->event;

	if (!inner.blame.length)
		inner.blame = word;
	if (depth == DEEPEST)
		return perf_fail(reader->parser, PFM_ERR_NOTSUPP, inner.blame,
				 "what the kernel says of the event %s leads nowhere", known->name);
	if (!read_terms(&inner, perf_terms_in((struct span){ known->terms, strlen(known->terms) }), depth + 1))
		return false;
	event->scale *= known->scale;
	if (*known->unit)
		event->unit = known->unit;
	event->flags |= (known->per_package ? PFM_PERF_PER_PACKAGE : 0u) | (known->snapshot ? PFM_PERF_SNAPSHOT : 0u);
	return true;
}

/* ---- an unknown word ---- */

static void list_fields(const struct term_reader *reader, char *text, size_t size)
{
	struct config_field field;
	size_t length = 0;

	*text = '\0';
	for (int i = 0; perf_field(reader->target, i, &field); i++) {
		int added = snprintf(text + length, size - length, "%s%s", i ? ", " : "", field.name);

		if (added < 0 || (size_t)added + sizeof ", ..." > size - length) {
			snprintf(text + length, size - length, "%s...", i ? ", " : "");
			return;
		}
		length += (size_t)added;
	}
}

static void suggest_terms(const struct term_reader *reader, struct span word)
{
	struct suggestions all = suggestions_for(word, reader->parser->d);
	struct config_field field;

	for (int i = 0; perf_field(reader->target, i, &field); i++)
		consider(&all, "", field.name);
	for (int i = 0; reader->target->device && i < device_event_count(reader->target->device); i++)
		consider(&all, "", device_event_name(reader->target->device, i));
	/* no misspelt event means cpu=, which says where to count */
	for (size_t i = 0; i < sizeof own_terms / sizeof *own_terms; i++)
		if (own_terms[i].kind != OWN_CPU)
			consider(&all, "", own_terms[i].name);
	perf_consider_table_events(&all, reader->target);
}

static bool unknown_word(const struct term_reader *reader, struct span word)
{
	const struct perf_target *target = reader->target;
	const char *gone;
	char fields[200];

	if (reader->parser->error)
		return false;
	if (!target) {
		perf_expect(reader->parser,
			    "terms of perf itself: config=, config1=, config2=, name=, period=, freq=, percore");
		return perf_fail(reader->parser, PFM_ERR_ATTR, place(reader, word), "no such term: %.*s",
				 printable(word), word.text);
	}
	list_fields(reader, fields, sizeof fields);
	if (*fields)
		perf_expect(reader->parser, "an event of %.*s, or of its formats: %s", (int)target->name_length,
			    target->name, fields);
	else
		perf_expect(reader->parser, "config=, config1= or config2=: no formats of %.*s are known",
			    (int)target->name_length, target->name);
	gone = perf_gone_alias(target, word);
	perf_fail(reader->parser, PFM_ERR_ATTR, place(reader, word), "%.*s has no format and no event %.*s%s%s%s",
		  (int)target->name_length, target->name, printable(word), word.text,
		  *gone ? ", which it has before Linux " : "", gone, *gone ? " only" : "");
	if (reader->parser->d && !reader->blame.length)
		suggest_terms(reader, word);
	return false;
}

/* ---- terms ---- */

static bool is_one(struct span text)
{
	uint64_t value;

	return perf_number(text, &value) && value == 1;
}

/* Reads a generic event of a core PMU, as it has one where the kernel lists its own events: cpu_core/cycles/. */
static bool read_symbol_word(const struct term_reader *reader, struct span word)
{
	struct perf_core cores[MAX_CORE_PMUS];
	uint32_t type, own = reader->event->type;
	uint64_t config;
	int count;

	if (!perf_symbol(word, &type, &config))
		return false;
	if (type == PERF_TYPE_SOFTWARE) {
		reader->event->config[0] |= config;
		return perf_is_software(reader->target);
	}
	if (!perf_is_core(reader->target))
		return false;
	count = perf_cores(reader->parser, cores);
	reader->event->type = type;
	reader->event->config[0] |= config | (count > 1 && own != UINT32_MAX ? (uint64_t)own << 32 : 0);
	return count >= 0;
}

/* Reads events of the device and those that the kernel would name there, then rNNN: an event may have such a name. */
static bool read_word(const struct term_reader *reader, struct span word, int depth)
{
	const struct device_event *known;
	struct device_event alias;
	uint64_t raw;
	pfm_err_t error = PFM_ERR_NOTFOUND;

	if (reader->target->device)
		error = device_find_event(catalog_host(), reader->target->device, word, &known);
	if (error == PFM_ERR_NOMEM)
		return perf_fail(reader->parser, error, place(reader, word), "out of memory");
	if (!error)
		return use_device_event(reader, known, word, depth);
	if (perf_find_alias(reader->target, word, &alias))
		return use_device_event(reader, &alias, word, depth);
	/* an event of the kernel with this name takes precedence over the raw code, e.g. "read" of imx8_ddr */
	if (perf_raw(word, &raw) && !perf_is_event_of_box(reader->target, word)) {
		reader->event->config[0] |= raw;
		return true;
	}
	perf_note_given(reader->parser, reader->target);
	return perf_table_event(reader->parser, word, reader->target, reader->event) ||
		(!reader->parser->error && read_symbol_word(reader, word)) ||
	       unknown_word(reader, word);
}

static bool read_term(const struct term_reader *reader, struct span term, int depth)
{
	struct span text, word = span_trimmed(span_cut(term, '=', &text));
	bool has_value = memchr(term.text, '=', term.length);
	const struct own *own = find_own(word);
	struct config_field field;
	bool is_field = (!own || own->kind == OWN_CPU) && reader->target &&
		perf_find_field(reader->target, word, &field);

	text = span_trimmed(text);
	if (!word.length)
		return perf_fail(reader->parser, PFM_ERR_INVAL, place(reader, term), "a term is missing here");
	if (own && !is_field)
		return read_own(reader, own, word, has_value, text);
	if (reader->blame.length && text.length && *text.text == '?') {
		if (gives_value(reader->typed, word))
			return true;
		perf_expect(reader->parser, "%.*s=VALUE as a further term", printable(word), word.text);
		return perf_fail(reader->parser, PFM_ERR_ATTR, reader->blame, "%.*s needs a value for %.*s",
				 printable(reader->blame),
				 reader->blame.text, printable(word), word.text);
	}
	if (is_field)
		return set_field(reader, &field, word, has_value, text);
	if (!reader->target || (has_value && !is_one(text)))
		return unknown_word(reader, word);
	return read_word(reader, word, depth);
}

static bool read_terms(const struct term_reader *reader, struct perf_terms terms, int depth)
{
	struct span term;

	while (next_term(&terms, &term))
		if (!read_term(reader, term, depth))
			return false;
	return true;
}

bool perf_read_terms(struct perf_parser *parser, struct span known, struct span terms, struct perf_target *target,
		     struct perf_event *event)
{
	struct term_reader reader = { .parser = parser, .target = target, .event = event,
				      .typed = perf_terms_in(terms) };

	return read_terms(&reader, perf_terms_in(known), 0) && read_terms(&reader, reader.typed, 0);
}

bool perf_read_term_list(struct perf_parser *parser, const struct span *terms, int count, struct perf_target *target,
			 struct perf_event *event)
{
	struct perf_terms list = { .list = terms, .count = count };
	struct term_reader reader = { .parser = parser, .target = target, .event = event, .typed = list };

	parser->typed = list;
	return read_terms(&reader, list, 0);
}
