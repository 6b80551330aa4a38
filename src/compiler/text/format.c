/*
 * Standard format of table text: in blocks of rows one blank between words, codes in one column, two blanks before a
 * unit mask; no line of more than 120 columns: descriptions go to lines of their own, words to the next line, behind a
 * backslash. All else is unchanged.
 */
#define _GNU_SOURCE
#include "format.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 120, MOST_NAME_COLUMNS = 33, TEXT_INDENT = 4 };

struct text {
	char *bytes;
	size_t length, room;
	size_t column;          /* column of the next character, from 0 */
};

static void add_bytes(struct text *text, const char *bytes, size_t length)
{
	while (text->length + length + 1 > text->room) {
		text->room = text->room ? 2 * text->room : 65536;
		text->bytes = need(realloc(text->bytes, text->room));
	}
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
	for (size_t i = 0; i < length; i++)
		if (bytes[i] == '\n')
			text->column = 0;
		/* count characters, not bytes: skip continuation bytes of UTF-8 */
		else if (((unsigned char)bytes[i] & 0xc0) != 0x80)
			text->column++;
}

static void add_text(struct text *text, const char *string)
{
	add_bytes(text, string, strlen(string));
}

static void add_blanks(struct text *text, size_t column)
{
	while (text->column < column)
		add_text(text, " ");
}

static size_t columns_of(const char *string)
{
	size_t columns = 0;

	for (; *string; string++)
		columns += ((unsigned char)*string & 0xc0) != 0x80;
	return columns;
}

static bool is_quoted(const char *word)
{
	return !*word || strpbrk(word, " \t") || *word == '#' || !strcmp(word, ":") || !strcmp(word, "\\");
}

static void add_word(struct text *text, const char *word)
{
	const char *quote = is_quoted(word) ? "\"" : "";

	add_text(text, quote);
	add_text(text, word);
	add_text(text, quote);
}

/*
 * Adds a word behind another one, on the next line if this one has no room for it, and for a backslash unless it is the
 * last.
 */
static void add_next_word(struct text *text, const char *word, bool last, size_t indent)
{
	size_t needed = 1 + columns_of(word) + (is_quoted(word) ? 2 : 0) + (last ? 0 : strlen(" \\"));

	if (text->column + needed > MOST_COLUMNS) {
		add_text(text, " \\\n");
		add_blanks(text, indent);
	} else {
		add_text(text, " ");
	}
	add_word(text, word);
}

/* Adds the description on lines of its own, cut at blanks. */
static void add_description_below(struct text *text, const char *description, size_t indent)
{
	while (*description) {
		size_t length = strlen(description), end;

		add_text(text, "\n");
		add_blanks(text, indent);
		add_text(text, ": ");
		for (end = 0; end < length; ) {
			size_t next = end + 1 + strcspn(description + end + 1, " ");

			if (end && text->column + next > MOST_COLUMNS)
				break;
			end = next;
		}
		add_bytes(text, description, end);
		description += end + (description[end] == ' ');
	}
}

static void add_description(struct text *text, const char *description, size_t indent)
{
	if (text->column + 3 + columns_of(description) <= MOST_COLUMNS || !*description) {
		add_text(text, *description ? " : " : " :");
		add_text(text, description);
	} else {
		add_description_below(text, description, indent);
	}
}

static bool is_row(const struct line *line)
{
	return line->count > 1 && !is_statement(line, "use") && !is_statement(line, "drop");
}

/* Returns the column of codes in a block: behind its longest name, except names that are much longer than others. */
static size_t code_column(const struct line *lines, int first, int last)
{
	size_t widest = 0;

	for (int i = first; i < last; i++) {
		size_t columns = lines[i].count ? columns_of(lines[i].words[0].text) + 2 * lines[i].indented : 0;

		if (is_row(&lines[i]) && columns > widest && columns < MOST_NAME_COLUMNS)
			widest = columns;
	}
	return widest + 1;
}

static void format_row(struct text *text, const struct line *line, size_t column)
{
	size_t indent = line->indented ? 2 + TEXT_INDENT : TEXT_INDENT;

	add_blanks(text, line->indented ? 2 : 0);
	for (int i = 0; i < line->count; i++) {
		if (i == 1 && is_row(line))
			add_blanks(text, column - 1);
		if (i)
			add_next_word(text, line->words[i].text, i + 1 == line->count, indent);
		else
			add_word(text, line->words[i].text);
	}
	if (line->comment) {
		add_text(text, line->count ? "  " : "");
		add_text(text, line->comment);
	}
	if (line->text && line->comment)
		add_description_below(text, line->text, indent);
	else if (line->text)
		add_description(text, line->text, indent);
	add_text(text, "\n");
}

/* Returns how much of raw are words, or words and a comment. */
static size_t words_length(const struct line *line, const char *raw)
{
	bool below = line->text && line->text_place.line != line->words[0].place.line;
	size_t length = below || !line->text ? strlen(raw) : (size_t)line->text_place.column - 1 - strlen(": ");

	while (length && raw[length - 1] == ' ')
		length--;
	return length;
}

/* Adds the first word and the blanks behind it unchanged, then the others, wrapped. */
static void wrap_words(struct text *text, const struct line *line, size_t indent)
{
	for (int i = 0; i < line->count; i++)
		if (i < 2 && line->words[i].place.line == line->words[0].place.line) {
			size_t column = (size_t)line->words[i].place.column - 1;

			add_blanks(text, column);
			add_word(text, line->words[i].text);
		} else {
			add_next_word(text, line->words[i].text, i + 1 == line->count, indent);
		}
	if (line->comment) {
		add_text(text, "  ");
		add_text(text, line->comment);
	}
}

/* Formats any other line: unchanged, but for words and a description that make it too long or stand below. */
static void format_other(struct text *text, const struct line *line, const char *raw)
{
	size_t indent = strspn(raw, " ") + TEXT_INDENT, length;

	if (!line->count || (line->last == line->words[0].place.line && columns_of(raw) <= MOST_COLUMNS)) {
		add_text(text, raw);
	} else {
		length = words_length(line, raw);
		if (length > MOST_COLUMNS || line->words[line->count - 1].place.line != line->words[0].place.line)
			wrap_words(text, line, indent);
		else
			add_bytes(text, raw, length);
		if (line->text)
			add_description(text, line->text, indent);
	}
	add_text(text, "\n");
}

static bool has_rows(const struct line *line)
{
	return is_statement(line, "events") || is_statement(line, "umasks") || is_statement(line, "extend");
}

/* The lines of a file, including empty ones; raw: their original text. */
struct file {
	struct line *lines;
	const char **raw;
	int count;
};

static struct file cut_file(const char *path, char *bytes)
{
	struct file file = { 0 };
	int number = 0;
	bool of_metrics = false;

	for (char *at = bytes, *next; at && *at; at = next) {
		const char *raw;

		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		raw = copy_text(at, strlen(at));
		if (add_line(&file.lines, &file.count, cut_line(at, path, ++number, &of_metrics))) {
			file.raw = grow(file.raw, file.count - 1, sizeof *file.raw);
			file.raw[file.count - 1] = raw;
		}
	}
	check_ends(file.lines, file.count);
	return file;
}

/* ---- formulas ---- */

/* Returns how much of a formula fits into a line: up to a blank, which the next line leaves out. */
static size_t formula_length(const char *formula, size_t room)
{
	size_t length = strlen(formula), end = 0;

	if (length <= room)
		return length;
	for (size_t at = 1; at + 1 < length && (at <= room || !end); at++)
		if (formula[at] == ' ' && formula[at - 1] != ' ' && formula[at + 1] != ' ')
			end = at;
	return end ? end : length;
}

/* Joins the lines of one formula from number first on and cuts them anew. Returns the number of the last one. */
static int format_formula(struct text *text, const struct line *lines, int first, int count)
{
	const char *key = lines[first].words[0].text;
	struct text whole = { 0 };
	int last = first;
	char *at;

	add_text(&whole, lines[first].formula);
	while (last + 1 < count && lines[last + 1].formula && !strcmp(lines[last + 1].words[0].text, key)) {
		add_text(&whole, " ");
		add_text(&whole, lines[++last].formula);
	}
	for (at = whole.bytes; at; ) {
		size_t length = formula_length(at, MOST_COLUMNS - strlen(key) - 3);

		add_text(text, "  ");
		add_text(text, key);
		add_text(text, " ");
		add_bytes(text, at, length);
		add_text(text, "\n");
		at = at[length] ? at + length + 1 : NULL;
	}
	free(whole.bytes);
	return last;
}

static void format_file(struct text *text, const struct file *file)
{
	bool rows = false;
	size_t column = 0;

	for (int i = 0; i < file->count; i++) {
		const struct line *line = &file->lines[i];

		if (starts_block(line)) {
			int last = i + 1;

			while (last < file->count && !starts_block(&file->lines[last]))
				last++;
			rows = has_rows(line);
			column = code_column(file->lines, i + 1, last);
			format_other(text, line, file->raw[i]);
		} else if (line->formula) {
			i = format_formula(text, file->lines, i, file->count);
		} else if (rows && line->count) {
			format_row(text, line, column);
		} else {
			format_other(text, line, file->raw[i]);
		}
	}
}

/* ---- what is no table text ---- */

/* Returns whether all lines of the block are indented. */
static bool has_indented_lines(const struct line *line)
{
	static const char *const keys[] = { "pmu", "layout", "sharing", "aliases" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (is_statement(line, keys[i]))
			return true;
	return false;
}

/* Checks that the language knows each line where it stands; the compiler reports all other mistakes. */
static void check_lines(const struct file *file)
{
	const struct line *block = NULL;

	for (int i = 0; i < file->count; i++) {
		const struct line *line = &file->lines[i];
		uint64_t code;

		if (!line->count)
			continue;
		if (starts_block(line))
			block = line;
		else if (!block || (has_indented_lines(block) && !line->indented))
			report_no_block(line);
		else if (has_rows(block) && is_row(line))
			number_of(line->words[1], line->words[1].text, UINT64_MAX, &code);
	}
}

char *formatted(const char *path, char *bytes, size_t *length, bool of_tables)
{
	struct text text = { 0 };
	struct file file = cut_file(path, bytes);

	if (of_tables)
		check_lines(&file);
	add_text(&text, "");
	format_file(&text, &file);
	*length = text.length;
	return text.bytes;
}
