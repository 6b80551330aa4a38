/*
 * Options with the same meaning in several tools: USER=no, cmask=1, sa=N (VTune, SEP), EDGEDETECT (likwid), c4, u0x80
 * (pmu-tools), single letters (perf). An option that names a privilege level selects only that level; VTune's =yes and
 * =no include or exclude one level and do not affect the other.
 */
#include "answers/other_options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "language/language.h"

/* Notations of an option: edge, edge=1, e1; c4 needs a digit, u0x80 needs 0x. */
enum { BARE = 1, VALUE = 2, DIGITS = 4, HEXADECIMAL = 8 };

enum { STEPS_OF_PRECISION = 3 };

enum option_kind { IS_PERIOD, IS_USER, IS_KERNEL, IS_FLAG, IS_NUMBER, IS_UMASK, IS_NOTHING };

static const struct option {
	char name[16];
	uint8_t forms, kind;
	char modifier[8];       /* for IS_FLAG and IS_NUMBER: name of the modifier in the tables */
} options[] = {
	{ "sa", VALUE, IS_PERIOD, "" },
	{ "user", BARE | VALUE, IS_USER, "" },
	{ "usr", BARE | VALUE, IS_USER, "" },
	{ "os", BARE | VALUE, IS_KERNEL, "" },
	{ "sys", BARE | VALUE, IS_KERNEL, "" },
	{ "kernel", BARE | VALUE, IS_KERNEL, "" },
	{ "kern", BARE | VALUE, IS_KERNEL, "" },
	{ "sup", BARE | VALUE, IS_KERNEL, "" },
	{ "supervisor", BARE | VALUE, IS_KERNEL, "" },
	{ "c", DIGITS, IS_NUMBER, "c" },
	{ "cmask", VALUE | DIGITS, IS_NUMBER, "c" },
	{ "threshold", VALUE, IS_NUMBER, "c" },
	{ "i", DIGITS, IS_FLAG, "i" },
	{ "inv", BARE | VALUE | DIGITS, IS_FLAG, "i" },
	{ "invert", BARE | VALUE, IS_FLAG, "i" },
	{ "e", DIGITS, IS_FLAG, "e" },
	{ "eq", BARE | VALUE | DIGITS, IS_FLAG, "e" },
	{ "edge", BARE | VALUE | DIGITS, IS_FLAG, "e" },
	{ "edgedetect", BARE | VALUE, IS_FLAG, "e" },
	{ "t", DIGITS, IS_FLAG, "t" },
	{ "amt", DIGITS, IS_FLAG, "t" },
	{ "intx", DIGITS, IS_FLAG, "intx" },
	{ "intxcp", DIGITS, IS_FLAG, "intxcp" },
	{ "u", HEXADECIMAL, IS_UMASK, "" },
	{ "umask", VALUE | HEXADECIMAL, IS_UMASK, "" },
	{ "sample", BARE, IS_NOTHING, "" },
	{ "perf_metrics", BARE, IS_NOTHING, "" },
};

static const struct option *find_option(struct span name, unsigned int form)
{
	for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
		if (options[i].forms & form && span_is(name, options[i].name))
			return &options[i];
	return NULL;
}

/* ---- what an option says ---- */

/* Reads yes, no, or a number. */
static bool read_option_value(struct span text, bool *is_word, uint64_t *value)
{
	*is_word = span_is(text, "yes") || span_is(text, "no");
	*value = span_is(text, "yes");
	return *is_word || perf_number(text, value);
}

static bool add_option(struct counting *counting, const char *modifier, uint64_t value)
{
	/* edge and threshold have these tools' meaning on x86 only */
	if (counting->count == MOST_OPTIONS || (!catalog_host()->is_intel && !catalog_host()->is_amd))
		return false;
	counting->options[counting->count++] = (struct counting_option){ modifier, value };
	return true;
}

static bool set_umask(struct counting *counting, uint64_t value)
{
	if (counting->has_umask || value > 0xff)
		return false;
	counting->has_umask = true;
	counting->umask = value;
	return true;
}

/* Returns the level wanted: VTune's USER=yes leaves the kernel in; a word alone, or our u=1, is that level only. */
static enum level_wanted level_said(bool is_word, uint64_t value)
{
	return !value ? IS_NOT : is_word ? IS_ALSO : IS_ONLY;
}

static bool take_value(const struct option *option, bool is_word, uint64_t value, struct counting *counting)
{
	switch ((enum option_kind)option->kind) {
	case IS_PERIOD:
		counting->period = value;
		return value && !is_word;
	case IS_USER:
		counting->user = level_said(is_word, value);
		return value <= 1;
	case IS_KERNEL:
		counting->kernel = level_said(is_word, value);
		return value <= 1;
	case IS_FLAG:
		return value <= 1 && add_option(counting, option->modifier, value);
	case IS_NUMBER:
		return !is_word && add_option(counting, option->modifier, value);
	case IS_UMASK:
		return !is_word && set_umask(counting, value);
	default:
		return true;
	}
}

/* Takes NAME, NAME=VALUE, or NAME and digits. */
static bool take_option_word(struct span text, struct counting *counting)
{
	struct span digits, value, name = span_cut(text, '=', &value);
	size_t letters = 0;
	const struct option *option;
	uint64_t number = 1;
	bool is_word = false;

	if (name.length < text.length) {
		option = find_option(name, VALUE);
		return option && read_option_value(value, &is_word, &number) &&
		       take_value(option, is_word, number, counting);
	}
	/* likwid counts in user mode, unless KERNEL adds the kernel */
	if (counting->names_counter && span_is(name, "KERNEL")) {
		counting->user = counting->kernel = IS_ALSO;
		return true;
	}
	option = find_option(name, BARE);
	if (option)
		return take_value(option, false, 1, counting);
	while (letters < name.length && isalpha((unsigned char)name.text[letters]))
		letters++;
	digits = (struct span){ name.text + letters, name.length - letters };
	name.length = letters;
	if (!perf_number(digits, &number))
		return false;
	option = find_option(name, span_begins(digits, "0x") ? DIGITS | HEXADECIMAL : DIGITS);
	return option && take_value(option, false, number, counting);
}

/* ---- perf's ---- */

/* Takes letters after a colon that perf would take there, with one of a level or of precision among them. */
static bool take_perf_letters(struct span text, struct counting *counting)
{
	size_t before = strlen(counting->letters), kept = before;
	bool has_small = false;

	for (size_t i = 0; i < text.length; i++) {
		if (!strchr("ukhpPGH", text.text[i]))
			return false;
		has_small |= islower((unsigned char)text.text[i]) != 0;
	}
	if (!has_small || before + text.length >= MOST_LETTERS)
		return false;
	for (size_t i = 0; i < text.length; i++)
		if (text.text[i] == 'u')
			counting->user = IS_ONLY;
		else if (text.text[i] == 'k')
			counting->kernel = IS_ONLY;
		else if (text.text[i] == 'h')
			counting->hypervisor = IS_ONLY;
		else
			counting->letters[kept++] = text.text[i];
	return true;
}

/* Takes config1=0x12, perhaps with letters that are no digits behind it, as telegraf writes EVENT/config1=0x12/k. */
static bool take_config(struct span text, struct counting *counting)
{
	struct span value, name = span_cut(text, '=', &value);
	size_t length = strlen(counting->config), letters = 0;
	uint64_t number;

	if (!span_begins(name, "config") || name.length > 7 || (name.length == 7 && !strchr("123", name.text[6])))
		return false;
	while (letters < value.length && strchr("ukhpPGH", value.text[value.length - letters - 1]))
		letters++;
	value.length -= letters;
	if (!perf_number(value, &number) ||
		(letters && !take_perf_letters((struct span){ value.text + value.length, letters }, counting)))
		return false;
	return snprintf(counting->config + length, sizeof counting->config - length, ",%.*s=0x%llx", (int)name.length,
			name.text, (unsigned long long)number) < (int)(sizeof counting->config - length);
}

bool counting_take(struct span option, struct counting *counting)
{
	return take_option_word(option, counting) || take_perf_letters(option, counting) ||
	       take_config(option, counting);
}

/* ---- writing it ---- */

bool counting_levels(const struct counting *counting, char *text, size_t size)
{
	bool is_only = counting->user == IS_ONLY || counting->kernel == IS_ONLY || counting->hypervisor == IS_ONLY;
	enum level_wanted least = is_only ? IS_ALSO : NOT_SAID;
	bool user = counting->user != IS_NOT && counting->user >= least;
	bool kernel = counting->kernel != IS_NOT && counting->kernel >= least;
	bool hypervisor = counting->hypervisor == IS_ONLY;

	*text = '\0';
	if (is_only || !user || !kernel)
		snprintf(text, size, "%s%s%s", user ? ":u" : "", kernel ? ":k" : "", hypervisor ? ":h" : "");
	return user || kernel || hypervisor;
}

bool counting_modifiers(const struct counting *counting, char *text, size_t size)
{
	size_t length = 0, precise = strspn(counting->letters, "p");

	*text = '\0';
	for (int i = 0; i < counting->count && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, ":%s=%llu", counting->options[i].modifier,
			(unsigned long long)counting->options[i].value);
	if (precise && length < size)
		length += (size_t)snprintf(text + length, size - length, ":precise=%zu", precise);
	return length < size && precise <= STEPS_OF_PRECISION && !counting->letters[precise] && !*counting->config;
}

/* Returns the kernel's name of the field of one of x86's modifiers. */
static const char *field_of(const char *modifier)
{
	static const char fields[][2][8] = { { "c", "cmask" }, { "i", "inv" }, { "e", "edge" }, { "t", "any" },
		{ "intx", "in_tx" } };

	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (!strcmp(fields[i][0], modifier))
			return fields[i][1];
	return "in_tx_cp";
}

bool counting_terms(const struct counting *counting, bool with_period, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	for (int i = 0; i < counting->count && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, ",%s=%llu",
			field_of(counting->options[i].modifier), (unsigned long long)counting->options[i].value);
	if (length < size && with_period && counting->period)
		length += (size_t)snprintf(text + length, size - length, ",period=%llu",
			(unsigned long long)counting->period);
	if (length < size)
		length += (size_t)snprintf(text + length, size - length, "%s", counting->config);
	return length < size;
}
