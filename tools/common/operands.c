/*
 * Splits lists, files and groups in braces; each event is passed on as a string of its own, with the modifiers of its
 * group.
 */
#define _GNU_SOURCE
#include "operands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "explain.h"
#include "language.h"

struct reader {
	const struct given *given;
	bool lists;             /* commas and braces are separators */
	bool (*use)(const char *event, void *data);
	void (*mark)(char brace, void *data); /* called for each brace; NULL: not needed */
	void *data;
	const char *operand;    /* operand: the current one; copy: split into parts */
	char *copy;
};

enum { MAX_STRING = 65535 }; /* longer strings are neither events nor codes, and would take long to refuse */

/*
 * Returns the event string, of --pmu's if it is given, for a name as another tool writes it; to be freed. NULL: none. A
 * period goes with it in the one layer that has periods.
 */
static char *from_other_name(const char *string, const struct given *given)
{
	bool names_boxes = strstr(string, "]::"); /* a pattern of boxes, PMU[0-11]::EVENT */
	char *event = names_boxes || is_perfs(string, given) ? NULL : qualified(string, given->pmu), name[256];
	char counted[256];
	bool counts = given->counts && given->os == PFM_OS_PERF_EVENT_EXT, has_period;
	int error = event ? pfm_get_other_name(event, given->os, 0, name, sizeof name) : PFM_ERR_NOTFOUND;

	if (error || reads_as_perfs(string, given) ||
		(given->language == PFM_LANGUAGE && try_string(name, given, &(struct perf_event_attr){ 0 }))) {
		free(event);
		return NULL;
	}
	has_period = !pfm_get_other_name(event, PFM_OS_PERF_EVENT_EXT, PFM_NAME_PERIOD, counted, sizeof counted) &&
		strcmp(name, counted) != 0;
	free(event);
	complain("%s: read as %s%s", string, counts && has_period ? counted : name,
		!counts && has_period ? ", without its period" : "");
	return strdup(counts && has_period ? counted : name);
}

static bool use_event(const char *string, const struct reader *reader)
{
	char *name = reader->lists ? from_other_name(string, reader->given) : NULL;
	bool good;

	tool_reads_name(name ? string : NULL, name);
	good = reader->use(name ? name : string, reader->data);
	tool_reads_name(NULL, NULL);
	free(name);
	return good;
}

static bool use_string(const char *string, const struct reader *reader)
{
	char beginning[44], message[64];
	size_t length = strlen(string);

	if (length <= MAX_STRING)
		return use_event(string, reader);
	snprintf(beginning, sizeof beginning, "%.40s...", string);
	snprintf(message, sizeof message, "%zu bytes; an event or a code has at most %d", length, MAX_STRING);
	return refuse(beginning, PFM_ERR_INVAL, message, reader->given);
}

/* ---- perf's modifiers of a group ---- */

/* Modifiers of a group in event strings; perf applies some to the first event of the group only. */
static const struct group_modifier { char letter; bool first_only; const char *text; } group_modifiers[] = {
	{ 'u', false, ":u" }, { 'k', false, ":k" }, { 'h', false, ":h" }, { 'G', false, ":mg" }, { 'H', false, ":mh" },
	{ 'D', true, ":pinned" }, { 'e', true, ":excl" } };

static const struct group_modifier *find_modifier(char letter)
{
	for (size_t i = 0; i < sizeof group_modifiers / sizeof group_modifiers[0]; i++)
		if (group_modifiers[i].letter == letter)
			return &group_modifiers[i];
	return NULL;
}

/* Returns whether all that stands behind a group's brace can be said in event strings. */
static bool can_be_kept(const char *modifiers)
{
	for (const char *at = modifiers; *at; at++)
		if (*at != 'p' && !find_modifier(*at))
			return false;
	return true;
}

static bool has_level(const char *event)
{
	for (const char *at = strchr(event, ':'); at; at = strchr(at + 1, ':'))
		if (at[1] && strchr("uk", at[1]) && strchr(":.=", at[2]))
			return true;
	return false;
}

/*
 * Returns whether an event with other levels counts at h too: a PMU that does not tell h apart may count there without
 * being told. One without other levels would have to count at h alone.
 */
static bool counts_h(const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	pfm_os_t os = given->os == PFM_OS_NONE ? PFM_OS_PERF_EVENT : given->os;
	char *string = has_level(event) ? qualified(event, given->pmu) : NULL;
	bool counts = string && !pfm_get_perf_encoding_anywhere(string, given->plm, os, &arg) && !attr.exclude_hv;

	free(string);
	return counts;
}

/* Returns the event with its group's modifiers; to be freed. NULL: out of memory. */
static char *with_modifiers(const char *event, const char *modifiers, bool first, const struct given *given)
{
	char *string;
	size_t size, precise = 0;
	FILE *stream = open_memstream(&string, &size);

	if (!stream)
		return NULL;
	fputs(event, stream);
	for (const char *at = modifiers; *at; at++) {
		const struct group_modifier *modifier = find_modifier(*at);

		precise += *at == 'p';
		if (modifier && *at != 'h' && (first || !modifier->first_only))
			fputs(modifier->text, stream);
	}
	if (precise)
		fprintf(stream, ":precise=%zu", precise);
	fflush(stream);
	if (strchr(modifiers, 'h') && !counts_h(string, given))
		fputs(":h", stream);
	if (close_text(stream, &string))
		return string;
	free(string);
	return NULL;
}

/* Returns whether a member, or what its group asks for, can only be said in perf's language. */
static bool needs_perfs(const char *event, const char *modifiers, const struct given *given)
{
	char *string;
	bool unknown;

	if (is_perfs(event, given))
		return true;
	if (!may_be_perfs(event, given))
		return false;
	string = qualified(event, given->pmu);
	unknown = string && pfm_find_event(string) == PFM_ERR_NOTFOUND;
	free(string);
	return unknown || !can_be_kept(modifiers);
}

/* Returns a member in perf's language, as a group of one that has the modifiers; to be freed. NULL: out of memory. */
static char *alone_in_group(const char *event, const char *modifiers, bool first)
{
	char *string, letters[64];
	size_t length = 0;

	for (; *modifiers && length < sizeof letters - 1; modifiers++) {
		const struct group_modifier *modifier = find_modifier(*modifiers);

		if (first || !modifier || !modifier->first_only)
			letters[length++] = *modifiers;
	}
	letters[length] = '\0';
	return asprintf(&string, length ? "{%s}:%s" : "%s", event, letters) < 0 ? NULL : string;
}

/* ---- lists ---- */

static const char blanks[] = " \t\r\n";

/* Cuts text; returns the rest, *end: the character at the cut, NUL at the end. */
static char *cut_at(char *text, size_t length, char *end)
{
	*end = text[length];
	text[length] = '\0';
	return text + length + (*end != '\0');
}

/* Cuts behind an event, at the next of these characters, likewise. */
static char *cut(char *text, const char *at, char *end)
{
	return cut_at(text, event_length(text, at), end);
}

/* Returns whether the PMU of an event string lacks what the group asks for, which perf's language may have. */
static bool lacks_modifier(const char *text, const char *event, const struct given *given)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *string = may_be_perfs(text, given) ? qualified(event, given->pmu) : NULL;
	int error = string ? try_string(string, given, &attr) : PFM_SUCCESS;

	free(string);
	return error == PFM_ERR_ATTR;
}

static bool use_member(const char *text, const char *modifiers, bool first, const struct reader *reader)
{
	bool perfs = needs_perfs(text, modifiers, reader->given), good;
	char *event;

	if (!perfs && !can_be_kept(modifiers))
		return refuse(modifiers, PFM_ERR_ATTR, "a modifier of a group that event strings have nothing for; "
			      "expected some of u, k, h, p, G, H, D, e", reader->given);
	event = perfs ? alone_in_group(text, modifiers, first) : with_modifiers(text, modifiers, first, reader->given);
	if (event && !perfs && lacks_modifier(text, event, reader->given)) {
		free(event);
		event = alone_in_group(text, modifiers, first);
	}
	if (!event)
		complain("%s: out of memory", text);
	good = event && use_string(event, reader);
	free(event);
	return good;
}

/* Uses the members of a group, separated by commas. */
static bool use_members(char *text, const char *modifiers, const struct reader *reader)
{
	bool good = true, first = true;

	while (*text) {
		char end, *rest = cut(text, ", \t\r\n", &end);

		if (*text) {
			good &= use_member(text, modifiers, first, reader);
			first = false;
		}
		text = rest;
	}
	return first ? refuse("{}", PFM_ERR_NOTFOUND, "a group without events", reader->given) : good;
}

/* Says what is wrong at a place of the copy. */
static bool refuse_place(const char *text, size_t length, const char *message, const struct reader *reader)
{
	const struct place place = { (int)(text - reader->copy), (int)length };

	return refuse_at(reader->operand, place, PFM_ERR_INVAL, message, reader->given);
}

/* Uses a group, from behind its opening brace on; *rest: what follows it. */
static bool use_group(char *text, char **rest, const struct reader *reader)
{
	static char none[] = "";
	char end, *modifiers = cut_at(text, strcspn(text, "{}"), &end);
	bool good;

	*rest = none;
	if (end != '}')
		return end ? refuse_place(modifiers - 1, 1, "a brace in braces", reader)
			: refuse_place(text - 1, 1, "this brace is not closed", reader);
	*rest = cut(modifiers, ", \t\r\n", &end);
	if (*modifiers && *modifiers != ':')
		return refuse_place(modifiers, strlen(modifiers),
			"expected a comma, or : and modifiers, behind a group", reader);
	modifiers += *modifiers == ':';
	if (reader->mark)
		reader->mark('{', reader->data);
	good = use_members(text, modifiers, reader);
	if (reader->mark)
		reader->mark('}', reader->data);
	return good;
}

/* Cuts at commas, blanks and perf's braces, which is where no event name goes on. */
static bool use_list(char *text, const struct reader *reader)
{
	bool good = true;

	while (*text) {
		char end, *rest = cut(text, ",{} \t\r\n", &end);

		if (*text)
			good &= use_string(text, reader);
		if (end == '{')
			good &= use_group(rest, &rest, reader);
		else if (end == '}')
			good = refuse_place(text + strlen(text), 1, "no brace is open here", reader);
		text = rest;
	}
	return good;
}

static bool use_operand(const char *operand, const struct reader *reader)
{
	struct reader cutting = *reader;
	bool good;

	/*
	 * a string that is no list, or an empty list, is passed on unchanged, so that the library reports what is wrong
	 */
	if (!reader->lists || !strpbrk(operand, ",{}") || !operand[strspn(operand, ", \t\r\n")])
		return use_string(operand, reader);
	cutting.operand = operand;
	cutting.copy = strdup(operand);
	if (!cutting.copy) {
		complain("out of memory");
		return false;
	}
	good = use_list(cutting.copy, &cutting);
	free(cutting.copy);
	return good;
}

static bool use_line(char *line, ssize_t length, const struct reader *reader)
{
	char *comment;
	ssize_t end;

	if (memchr(line, '\0', (size_t)length)) {
		complain("a NUL byte in the input: not a list of events");
		return false;
	}
	comment = strchr(line, '#');
	if (comment)
		*comment = '\0';
	line += strspn(line, blanks);
	for (end = (ssize_t)strlen(line); end > 0 && strchr(blanks, line[end - 1]); end--)
		line[end - 1] = '\0';
	return !*line || use_operand(line, reader);
}

static bool use_file(FILE *file, const char *name, const struct reader *reader)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool good = true;

	for (int number = 1; (length = getline(&line, &room, file)) > 0; number++) {
		/* skip a byte order mark, as some editors write */
		char *start = number == 1 && !strncmp(line, "\xef\xbb\xbf", 3) ? line + 3 : line;

		tool_reads((struct input_line){ name, number });
		good &= use_line(start, length - (start - line), reader);
	}
	tool_reads((struct input_line){ NULL, 0 });
	/* getline() also fails without memory, which is not an error of the file */
	if (!feof(file)) {
		complain("%s: %s", name, strerror(errno));
		good = false;
	}
	free(line);
	return good;
}

static bool read_operands(int count, char **operands, struct reader reader)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		FILE *file;

		if (!strcmp(operands[i], "-")) {
			good &= use_file(stdin, "standard input", &reader);
		} else if (operands[i][0] != '@') {
			good &= use_operand(operands[i], &reader);
		} else if ((file = fopen(operands[i] + 1, "r"))) {
			good &= use_file(file, operands[i] + 1, &reader);
			fclose(file);
		} else {
			complain("%s: %s", operands[i] + 1, strerror(errno));
			good = false;
		}
	}
	return good;
}

bool for_each_event(int count, char **operands, const struct given *given, bool (*use)(const char *event, void *data),
	void *data)
{
	return read_operands(count, operands, (struct reader){ given, true, use, NULL, data, NULL, NULL });
}

bool for_each_grouped_event(int count, char **operands, const struct given *given,
	bool (*use)(const char *event, void *data), void (*mark)(char brace, void *data), void *data)
{
	return read_operands(count, operands, (struct reader){ given, true, use, mark, data, NULL, NULL });
}

bool for_each_code(int count, char **operands, const struct given *given, bool (*use)(const char *code, void *data),
	void *data)
{
	return read_operands(count, operands, (struct reader){ given, false, use, NULL, data, NULL, NULL });
}
