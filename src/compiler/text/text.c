/* Lines are cut in place: words end with NULs in the bytes of the file, which are never freed. */
#define _GNU_SOURCE
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tables/clean.h"

enum { MOST_REPORTED = 20 }; /* so that one mistake, repeated in thousands of lines, does not hide the others */

static int errors;

static size_t count_lines(const char *text)
{
	size_t count = 0;

	for (; (text = strchr(text, '\n')); text++)
		count++;
	return count;
}

/* Prints a message whose values have line ends, as names of files may: none of them begins a line of the message. */
static void print_on_one_line(FILE *out, const char *text, bool ends)
{
	size_t length = strlen(text) - ends;

	for (size_t i = 0; i < length; i++)
		if (text[i] == '\n') {
			fputs("\\x0a", out);
		} else {
			char *part = copy_text(text + i, strcspn(text + i, "\n"));

			print_clean(out, part);
			i += strlen(part) - 1;
			free(part);
		}
	if (ends)
		fputc('\n', out);
}

static void print_formatted(FILE *out, const char *format, va_list arguments)
{
	va_list again;
	char *text;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = need(malloc((size_t)(length < 0 ? 0 : length) + 1));
	*text = '\0';
	vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, arguments);
	if (out == stderr && count_lines(text) > count_lines(format))
		print_on_one_line(out, text, format[strlen(format) - 1] == '\n');
	else
		print_clean(out, text);
	free(text);
}

void say(FILE *out, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_formatted(out, format, arguments);
	va_end(arguments);
}

/* ---- errors ---- */

static struct held {
	struct mistake *list;
	int count;
	bool on;
} held;

static void hold(struct place place, const char *format, va_list arguments)
{
	char text[512];

	vsnprintf(text, sizeof text, format, arguments);
	held.list = grow(held.list, held.count, sizeof *held.list);
	held.list[held.count++] = (struct mistake){ place, copy_text(text, strlen(text)) };
}

void report(struct place place, const char *format, ...)
{
	va_list arguments;

	if (errors++ >= MOST_REPORTED && !held.on)
		return;
	va_start(arguments, format);
	if (held.on) {
		hold(place, format, arguments);
	} else {
		say(stderr, "%s:%d:%d: ", place.file, place.line, place.column);
		print_formatted(stderr, format, arguments);
		fputc('\n', stderr);
	}
	va_end(arguments);
}

void hold_reports(void)
{
	held = (struct held){ .on = true };
}

int held_reports(const struct mistake **list)
{
	*list = held.list;
	return held.count;
}

void release_reports(void)
{
	held.on = false;
	for (int i = 0; i < held.count && i < MOST_REPORTED; i++)
		say(stderr, "%s:%d:%d: %s\n", held.list[i].place.file, held.list[i].place.line,
		    held.list[i].place.column, held.list[i].text);
}

void forget_reports(void)
{
	held = (struct held){ .on = false };
	errors = 0;
}

int error_count(void)
{
	return errors;
}

void *need(void *memory)
{
	if (!memory) {
		fputs("pmuc: out of memory\n", stderr);
		exit(2);
	}
	return memory;
}

/* Makes room for one more element; sizes double, so that count == power of two means full. */
void *grow(void *array, int count, size_t size)
{
	if (count & (count - 1))
		return array;
	return need(realloc(array, (count ? 2 * (size_t)count : 1) * size));
}

char *copy_text(const char *text, size_t length)
{
	char *copy = need(malloc(length + 1));

	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

char *joined(const char *a, const char *b, const char *c)
{
	size_t room = strlen(a) + strlen(b) + strlen(c) + 1;
	char *text = need(malloc(room));

	snprintf(text, room, "%s%s%s", a, b, c);
	return text;
}

bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static char *join_texts(const char *a, const char *b)
{
	size_t length = strlen(a);
	char *joined = need(malloc(length + strlen(b) + 2));

	memcpy(joined, a, length);
	joined[length] = ' ';
	strcpy(joined + length + 1, b);
	return joined;
}

bool parse_number(const char *text, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, 0);
	return !*end && !errno;
}

bool parse_range(const char *text, uint64_t *low, uint64_t *high)
{
	const char *dash = strchr(text, '-');
	char *first;
	bool good;

	if (!dash)
		return parse_number(text, low) && (*high = *low, true);
	first = copy_text(text, (size_t)(dash - text));
	good = parse_number(first, low) && parse_number(dash + 1, high) && *low <= *high;
	free(first);
	return good;
}

static void check_bytes(const char *text, struct place place)
{
	size_t clean = clean_length(text);

	if (!text[clean])
		return;
	place.column += (int)clean;
	report(place, utf8_length(text + clean) ? "control character U+%04X" : "byte %#02X is no UTF-8",
	       utf8_length(text + clean) ? utf8_character(text + clean, utf8_length(text + clean)) :
					   (unsigned int)(unsigned char)text[clean]);
}

/* Returns whether the line behind is in a block of metrics: until one that is neither indented nor a row of it. */
static bool is_of_metrics(const struct line *line, bool before)
{
	static const char *const rows[] = { "metric", "answer", "use", "drop" };
	uint64_t number;

	if (line->indented || !line->count)
		return before;
	if (!strcmp(line->words[0].text, "metrics"))
		return line->count > 1 && !parse_number(line->words[1].text, &number);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!strcmp(line->words[0].text, rows[i]))
			return before;
	return false;
}

/* Cuts "= FORMULA" or "above FORMULA". False: it is something else. */
static bool cut_formula(struct line *line, char *text, struct place place)
{
	static const char *const keys[] = { "=", "above" };
	char *at = text + strspn(text, " \t");

	for (size_t i = 0; line->indented && i < sizeof keys / sizeof keys[0]; i++) {
		size_t length = strlen(keys[i]);

		if (strncmp(at, keys[i], length) != 0 || (at[length] && at[length] != ' '))
			continue;
		place.column = (int)(at - text) + 1;
		line->words = grow(line->words, 0, sizeof *line->words);
		line->words[0] = (struct word){ keys[i], place };
		line->count = 1;
		line->formula = at + length + (at[length] == ' ');
		line->formula_place = place;
		line->formula_place.column += (int)(line->formula - at);
		check_bytes(line->formula, line->formula_place);
		return true;
	}
	return false;
}

static void cut_words(struct line *line, char *text, const char *file, int number)
{
	char *at = text;

	for (;;) {
		struct place place = { file, number, 0 };
		char *start;
		bool quoted;

		while (*at == ' ' || *at == '\t')
			at++;
		if (*at == '#')
			line->comment = at;
		if (!*at || *at == '#')
			break;
		if (*at == '\\' && !at[1 + strspn(at + 1, " \t")]) {
			line->goes_on = true;
			break;
		}
		place.column = (int)(at - text) + 1;
		if (at[0] == ':' && (at[1] == ' ' || !at[1])) {
			at += at[1] ? 2 : 1;
			place.column += 2;
			line->text = at;
			line->text_place = place;
			check_bytes(at, place);
			break;
		}
		quoted = *at == '"';
		start = at += quoted;
		while (*at && (quoted ? *at != '"' : *at != ' ' && *at != '\t'))
			at++;
		if (quoted && !*at)
			report(place, "no closing quote");
		line->words = grow(line->words, line->count, sizeof *line->words);
		line->words[line->count].text = copy_text(start, (size_t)(at - start));
		line->words[line->count++].place = place;
		at += *at && quoted;
	}
}

struct line cut_line(char *text, const char *file, int number, bool *of_metrics)
{
	struct line line = { .indented = *text == ' ' || *text == '\t', .file = file, .last = number };

	if (!*of_metrics || !cut_formula(&line, text, (struct place){ file, number, 0 }))
		cut_words(&line, text, file, number);
	*of_metrics = is_of_metrics(&line, *of_metrics);
	return line;
}

/* Opens a file unless it is too long to be text: a file of holes, an endless device. NULL: reported. */
static FILE *open_source(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct stat status;

	if (!file && errno == ENOMEM)
		need(NULL);
	if (!file) {
		report((struct place){ path, 0, 0 }, "%s", strerror(errno));
		return NULL;
	}
	if (!fstat(fileno(file), &status) && status.st_size > MOST_BYTES_OF_FILE) {
		report((struct place){ path, 0, 0 }, "%lld bytes, more than %d MiB", (long long)status.st_size,
		       MOST_BYTES_OF_FILE >> 20);
		fclose(file);
		return NULL;
	}
	return file;
}

char *read_file(const char *path, size_t *length)
{
	FILE *file = open_source(path);
	char *text = NULL;
	size_t room = 0, got;

	*length = 0;
	if (!file)
		return NULL;
	do {
		if (*length + 65536 > room) {
			room = 2 * room + 131072;
			text = need(realloc(text, room));
		}
		got = fread(text + *length, 1, 65535, file);
		*length += got;
	} while (got == 65535 && *length <= MOST_BYTES_OF_FILE);
	if (ferror(file))
		report((struct place){ path, 0, 0 }, "cannot be read");
	fclose(file);
	if (*length > MOST_BYTES_OF_FILE) {
		report((struct place){ path, 0, 0 }, "more than %d MiB", MOST_BYTES_OF_FILE >> 20);
		free(text);
		return NULL;
	}
	text[*length] = '\0';
	return text;
}

/* Appends a line with only a description to the description of the line right above. */
static bool continue_text(struct line *above, const struct line *line)
{
	if (!above || !above->count || above->last != line->last - 1)
		return false;
	if (!above->text)
		above->text_place = line->text_place;
	above->text = above->text ? join_texts(above->text, line->text) : line->text;
	above->last = line->last;
	return true;
}

/* Appends a line to the one above if that ends with a backslash. */
static bool continue_line(struct line *above, const struct line *line)
{
	if (!above || !above->goes_on || above->last != line->last - 1 || (!line->count && !line->text))
		return false;
	for (int i = 0; i < line->count; i++) {
		above->words = grow(above->words, above->count, sizeof *above->words);
		above->words[above->count++] = line->words[i];
	}
	above->text = line->text;
	above->text_place = line->text_place;
	above->comment = line->comment;
	above->goes_on = line->goes_on;
	above->last = line->last;
	return true;
}

bool add_line(struct line **lines, int *count, struct line line)
{
	if (continue_line(*count ? &(*lines)[*count - 1] : NULL, &line))
		return false;
	if (!line.count && line.text) {
		if (!continue_text(*count ? &(*lines)[*count - 1] : NULL, &line))
			report(line.text_place, "a description, but of nothing");
		return false;
	}
	*lines = grow(*lines, *count, sizeof **lines);
	(*lines)[(*count)++] = line;
	return true;
}

void check_ends(const struct line *lines, int count)
{
	for (int i = 0; i < count; i++)
		if (lines[i].goes_on)
			report((struct place){ lines[i].file, lines[i].last, 0 },
				"a backslash, and no words on the next line");
}

struct source cut_source(const char *path, char *bytes, size_t length)
{
	struct source source = { .bytes = bytes };
	char *next, *nul = memchr(bytes, '\0', length);
	int number = 0;
	bool of_metrics = false;

	if (nul) {
		report((struct place){ path, 0, 0 }, "not a text file: a NUL at byte %zu",
			(size_t)(nul - source.bytes));
		return source;
	}
	for (char *text = source.bytes; text && *text; text = next) {
		struct line line;

		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		line = cut_line(text, path, ++number, &of_metrics);
		if (line.count || line.text)
			add_line(&source.lines, &source.count, line);
	}
	check_ends(source.lines, source.count);
	return source;
}

struct source read_source(const char *path)
{
	size_t length;
	char *bytes = read_file(path, &length);

	return bytes ? cut_source(path, bytes, length) : (struct source){ 0 };
}
