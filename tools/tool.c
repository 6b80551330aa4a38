#define _GNU_SOURCE
#include "tool.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *tool = "pfmkit";
static bool something_lacks;

void tool_start(const char *name)
{
	tool = name;
}

/* What users typed may hold anything, escape sequences of terminals included: those are shown, not sent. */
static void print_message(const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	fprintf(stderr, "%s: ", tool);
	for (const char *at = text ? text : "out of memory"; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			fprintf(stderr, "\\x%02x", (unsigned char)*at);
		else
			fputc(*at, stderr);
	fputc('\n', stderr);
	free(text);
}

void complain(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
}

static int offer_help(void)
{
	fprintf(stderr, "Try '%s --help'.\n", tool);
	return WRONG_USAGE;
}

int wrong_usage(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_message(format, arguments);
	va_end(arguments);
	return offer_help();
}

static bool has_active_pmu(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE)
			return true;
	return false;
}

void tool_open(const char *cpu)
{
	int error = setenv("LIBPFM_ENCODE_INACTIVE", "1", 1) || (cpu && setenv("LIBPFM_CPUID", cpu, 1)) ? PFM_ERR_NOMEM : pfm_initialize();

	if (error) {
		complain("cannot initialize the library: %s", pfm_strerror(error));
		exit(SOME_FAILED);
	}
	if (cpu && !has_active_pmu()) {
		complain("no PMU is known for the CPU %s", cpu);
		fputs("  expected VENDOR-FAMILY-MODEL[-STEPPING] as in GenuineIntel-6-143, an Arm MIDR as in 0x410fd0c1,\n"
		      "  POWER-PVR as in POWER-0x4e, or the name of a PMU as in spr, zen4, power9 (showevtinfo --pmus lists them)\n", stderr);
		exit(WRONG_USAGE);
	}
}

bool is_lacking(int error)
{
	if (error == PFM_ERR_NOMEM && !something_lacks) {
		something_lacks = true;
		complain("out of memory or file descriptors: not all is here");
	}
	return error == PFM_ERR_NOMEM;
}

int tool_end(int status)
{
	pfm_terminate();
	if (something_lacks && status == ALL_GOOD)
		status = SOME_FAILED;
	if (fflush(stdout) || ferror(stdout)) {
		complain("cannot write the output: %s", strerror(errno));
		return SOME_FAILED;
	}
	return status;
}

/* ---- options ---- */

static int print_help(const char *text)
{
	fputs(text, stdout);
	return tool_end(ALL_GOOD);
}

static int print_version(void)
{
	printf("%s (pfmkit) %s, library interface %d.%d\n", tool, PFMKIT_VERSION, PFM_MAJ_VERSION(pfm_get_version()), PFM_MIN_VERSION(pfm_get_version()));
	return tool_end(ALL_GOOD);
}

static int parse_layer(const char *name, pfm_os_t *os)
{
	static const struct { const char *name; pfm_os_t os; } layers[] = {
		{ "none", PFM_OS_NONE }, { "raw", PFM_OS_NONE }, { "pmu", PFM_OS_NONE }, { "perf", PFM_OS_PERF_EVENT }, { "perf_ext", PFM_OS_PERF_EVENT_EXT } };

	for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
		if (!strcmp(name, layers[i].name)) {
			*os = layers[i].os;
			return GO_ON;
		}
	return wrong_usage("unknown OS layer %s, choose from: none, raw, pmu, perf, perf_ext", name);
}

static int parse_levels(const char *text, int *plm)
{
	*plm = 0;
	for (; *text; text++) {
		if (!strchr("kuh", *text))
			return wrong_usage("unknown privilege level %c, choose from: k, u, h", *text);
		*plm |= *text == 'k' ? PFM_PLM0 : *text == 'u' ? PFM_PLM3 : PFM_PLMH;
	}
	return GO_ON;
}

int take_shared(int option, const char *help, struct given *given)
{
	switch (option) {
	case OPTION_CPU:
		given->cpu = optarg;
		return GO_ON;
	case OPTION_FORMAT:
		given->format = optarg;
		return GO_ON;
	case OPTION_HELP:
		return print_help(help);
	case OPTION_JSON:
		given->json = true;
		return GO_ON;
	case OPTION_OS:
		return parse_layer(optarg, &given->os);
	case OPTION_PLM:
		return parse_levels(optarg, &given->plm);
	case OPTION_PMU:
		given->pmu = optarg;
		return GO_ON;
	case OPTION_VERSION:
		return print_version();
	default: /* getopt_long() has said what is wrong */
		return offer_help();
	}
}

/* ---- operands ---- */

struct reader {
	bool lists;             /* commas and braces separate */
	bool (*use)(const char *event, void *data);
	void *data;
};

/* Cuts at commas and perf's braces, which is where no event name goes on. */
static bool use_list(char *text, const struct reader *reader)
{
	bool good = true, any = false;

	while (*text) {
		size_t length = strcspn(text, ",{} \t\r\n");
		char end = text[length];

		text[length] = '\0';
		if (length) {
			good &= reader->use(text, reader->data);
			any = true;
		}
		text += length + (end != '\0');
		/* perf's modifiers after a closing brace are those of the group: there is nothing to apply them to */
		if (end == '}' && *text == ':')
			text += strcspn(text, ",{} \t\r\n");
	}
	return good && any;
}

static bool use_operand(const char *operand, const struct reader *reader)
{
	char *copy;
	bool good;

	/* What is no list goes as it is, so that the library can say what is wrong with it. */
	if (!reader->lists || !strpbrk(operand, ",{}"))
		return reader->use(operand, reader->data);
	copy = strdup(operand);
	if (!copy) {
		complain("%s: out of memory", operand);
		return false;
	}
	good = use_list(copy, reader);
	if (!good && !strpbrk(operand, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
		good = reader->use(operand, reader->data);
	free(copy);
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
	line += strspn(line, " \t\r\n");
	for (end = (ssize_t)strlen(line); end > 0 && strchr(" \t\r\n", line[end - 1]); end--)
		line[end - 1] = '\0';
	return !*line || use_operand(line, reader);
}

static bool use_file(FILE *file, const char *name, const struct reader *reader)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool good = true;

	while ((length = getline(&line, &room, file)) > 0)
		good &= use_line(line, length, reader);
	/* getline() can also be short of memory, which is no error of the file */
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

bool for_each_event(int count, char **operands, bool (*use)(const char *event, void *data), void *data)
{
	return read_operands(count, operands, (struct reader){ true, use, data });
}

bool for_each_code(int count, char **operands, bool (*use)(const char *code, void *data), void *data)
{
	return read_operands(count, operands, (struct reader){ false, use, data });
}

bool next_pmu(pfm_pmu_t pmu, pfm_pmu_info_t *info)
{
	int error;

	info->size = sizeof *info;
	error = pfm_get_pmu_info(pmu, info);
	is_lacking(error);
	return !error;
}

char *qualified(const char *event, const char *pattern)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	char *string = NULL;
	pfm_pmu_t pmu;

	if (!pattern || strstr(event, "::"))
		return strdup(event);
	pfm_for_all_pmus(pmu) {
		if (!next_pmu(pmu, &info) || fnmatch(pattern, info.name, FNM_CASEFOLD))
			continue;
		if (string)
			free(string);
		if (asprintf(&string, "%s::%s", info.name, event) < 0)
			return NULL;
		if (pfm_find_event(string) != PFM_ERR_NOTFOUND)
			return string;
	}
	if (string)
		return string;
	return asprintf(&string, "%s::%s", pattern, event) < 0 ? NULL : string;
}

/* ---- names ---- */

const char *error_word(int error)
{
	static const char *const words[] = { "SUCCESS", "NOTSUPP", "INVAL", "NOINIT", "NOTFOUND", "FEATCOMB", "UMASK", "NOMEM", "ATTR", "ATTR_VAL", "ATTR_SET",
					     "TOOMANY", "TOOSMALL" };

	return error <= 0 && error >= PFM_ERR_TOOSMALL ? words[-error] : "UNKNOWN";
}

const char *pmu_type_name(pfm_pmu_type_t type)
{
	static const char *const names[] = { "unknown type", "core", "uncore", "OS generic" };

	return type < PFM_PMU_TYPE_MAX ? names[type] : names[0];
}

pfm_pmu_t pmu_of(int idx)
{
	pfm_event_info_t info = { .size = sizeof info };

	return pfm_get_event_info(idx, PFM_OS_NONE, &info) ? PFM_PMU_NONE : info.pmu;
}

/* ---- JSON ---- */

/* Bytes of the UTF-8 character at text; 0: there is none. RFC 3629: no surrogates, nothing overlong, nothing above U+10FFFF. */
static int utf8_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	int length = byte[0] < 0x80 ? 1 : byte[0] < 0xc2 ? 0 : byte[0] < 0xe0 ? 2 : byte[0] < 0xf0 ? 3 : byte[0] < 0xf5 ? 4 : 0;

	for (int i = 1; i < length; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) || (byte[0] == 0xf0 && byte[1] < 0x90) ||
	    (byte[0] == 0xf4 && byte[1] > 0x8f))
		return 0;
	return length;
}

/* JSON is UTF-8: what is not becomes U+FFFD. */
void json_string(const char *text)
{
	int length;

	putchar('"');
	for (; *text; text += length ? length : 1) {
		length = utf8_length(text);
		if (length != 1)
			printf("%.*s", length ? length : 3, length ? text : "\xef\xbf\xbd");
		else if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < ' ')
			printf("\\u%04x", (unsigned char)*text);
		else
			putchar(*text);
	}
	putchar('"');
}

static void json_key(bool *first, const char *key)
{
	if (!*first)
		putchar(',');
	*first = false;
	json_string(key);
	putchar(':');
}

void json_text(bool *first, const char *key, const char *text)
{
	json_key(first, key);
	if (text)
		json_string(text);
	else
		fputs("null", stdout);
}

void json_number(bool *first, const char *key, long long value)
{
	json_key(first, key);
	printf("%lld", value);
}

/* As a string: JSON numbers of 64 bits do not survive most readers. */
void json_hex(bool *first, const char *key, uint64_t value)
{
	json_key(first, key);
	printf("\"0x%" PRIx64 "\"", value);
}

void json_bool(bool *first, const char *key, bool value)
{
	json_key(first, key);
	fputs(value ? "true" : "false", stdout);
}

static void json_open(bool *first, const char *key)
{
	json_key(first, key);
	putchar('{');
}

void json_error(bool *first, const char *code, const char *message)
{
	bool inner = true;

	json_open(first, "error");
	json_text(&inner, "code", code);
	json_text(&inner, "message", message);
	putchar('}');
}

/* ---- what is wrong ---- */

/* The string again, and a caret under the place: not for strings that no line can show. */
static void point_at(const char *event, int offset, int length)
{
	int shown = (int)strcspn(event, ",");

	if (shown > 200 || offset > shown)
		return;
	for (int i = 0; i < shown; i++)
		if ((unsigned char)event[i] < ' ')
			return;
	fprintf(stderr, "  %.*s\n  %*s^", shown, event, offset, "");
	for (int i = 1; i < length; i++)
		fputc('~', stderr);
	fputc('\n', stderr);
}

static void list_umasks(int idx)
{
	pfm_event_info_t event = { .size = sizeof event };
	pfm_event_attr_info_t attr = { .size = sizeof attr };

	if (pfm_get_event_info(idx, PFM_OS_NONE, &event))
		return;
	for (int i = 0; i < event.nattrs; i++)
		if (!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) && attr.type == PFM_ATTR_UMASK)
			fprintf(stderr, "    %-28s %s%s\n", attr.name, attr.is_dfl ? "(default) " : "", attr.desc);
}

static void explain(const char *requested, const char *event, const pfm_diagnosis_t *d)
{
	complain("%.200s: %s", requested, d->message);
	point_at(event, d->offset, d->length);
	if (d->nsuggestions) {
		fputs("  did you mean ", stderr);
		for (int i = 0; i < d->nsuggestions; i++)
			fprintf(stderr, "%s%s", i ? ", " : "", d->suggestions[i]);
		fputs("?\n", stderr);
	}
	if (d->error == PFM_ERR_UMASK && d->idx >= 0) {
		fputs("  its unit masks:\n", stderr);
		list_umasks(d->idx);
	} else if (d->expected[0]) {
		fprintf(stderr, "  expected: %s\n", d->expected);
	} else if (d->error == PFM_ERR_NOTFOUND && !d->nsuggestions) {
		fputs("  showevtinfo lists events; showevtinfo --pmus lists PMUs\n", stderr);
	}
}

static void explain_json(const char *requested, const char *event, const pfm_diagnosis_t *d)
{
	bool first = true, inner = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "requested", requested);
	json_text(&first, "event", event);
	json_open(&first, "error");
	json_text(&inner, "code", error_word(d->error));
	json_text(&inner, "message", d->message);
	json_number(&inner, "offset", d->offset);
	json_number(&inner, "length", d->length);
	if (d->expected[0])
		json_text(&inner, "expected", d->expected);
	json_key(&inner, "suggestions");
	putchar('[');
	for (int i = 0; i < d->nsuggestions; i++) {
		if (i)
			putchar(',');
		json_string(d->suggestions[i]);
	}
	puts("]}}");
}

bool fail(const char *requested, const char *event, const struct given *given)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	/* if nothing is wrong with it now, only memory can have been missing before */
	if (pfm_diagnose(event, given->plm, given->os, &d) || !d.error) {
		d.error = PFM_ERR_NOMEM;
		snprintf(d.message, sizeof d.message, "%s", pfm_strerror(d.error));
	}
	if (given->json)
		explain_json(requested, event, &d);
	else
		explain(requested, event, &d);
	return false;
}

/* ---- formats ---- */

/* A character, or what is between braces: name, and perhaps a colon and a style. */
struct piece {
	char text;
	const char *field;      /* NULL: a character */
	int length;
};

/* Returns what follows the first piece of a format; NULL: a brace is not closed. */
static const char *next_piece(const char *format, struct piece *piece)
{
	const char *end;

	*piece = (struct piece){ .text = *format };
	if (format[0] == '\\' && format[1] && strchr("tn\\", format[1])) {
		piece->text = format[1] == 't' ? '\t' : format[1] == 'n' ? '\n' : '\\';
		return format + 2;
	}
	if (format[0] != '{')
		return format + 1;
	if (format[1] == '{')
		return format + 2;
	end = strchr(format, '}');
	piece->field = format + 1;
	piece->length = (int)((end ? end : strchr(format, '\0')) - piece->field);
	return end ? end + 1 : NULL;
}

static const struct field *find_field(const struct piece *piece, const struct field *fields, int count)
{
	size_t length = strcspn(piece->field, ":}");

	for (int i = 0; i < count; i++)
		if (strlen(fields[i].name) == length && !strncmp(fields[i].name, piece->field, length))
			return &fields[i];
	return NULL;
}

static bool has_style(const struct piece *piece, const char *style)
{
	int name = (int)strcspn(piece->field, ":}"), length = (int)strlen(style);

	return piece->length - name == length && !strncmp(piece->field + name, style, (size_t)length);
}

static int no_such_field(const struct piece *piece, const struct field *fields, int count)
{
	complain("no field {%.*s} here", piece->length, piece->field);
	fputs("  there are:", stderr);
	for (int i = 0; i < count; i++)
		fprintf(stderr, " %s", fields[i].name);
	fputc('\n', stderr);
	return offer_help();
}

static int check_piece(const struct piece *piece, const struct field *fields, int count)
{
	const struct field *field = find_field(piece, fields, count);

	if (!field)
		return no_such_field(piece, fields, count);
	if (has_style(piece, ""))
		return GO_ON;
	if (field->kind == TEXT_FIELD)
		return wrong_usage("{%.*s}: it is a text", piece->length, piece->field);
	if (!has_style(piece, ":d") && !has_style(piece, ":x") && !has_style(piece, ":#x"))
		return wrong_usage("{%.*s}: numbers are written :d, :x or :#x", piece->length, piece->field);
	return GO_ON;
}

int check_format(const char *format, const struct field *fields, int count)
{
	struct piece piece;
	int status = GO_ON;

	while (format && *format && status == GO_ON) {
		format = next_piece(format, &piece);
		if (!format)
			return wrong_usage("{%.*s: the brace is not closed; {{ is a brace", piece.length, piece.field);
		if (piece.field)
			status = check_piece(&piece, fields, count);
	}
	return status;
}

static void print_number(const struct piece *piece, bool is_negative, uint64_t number)
{
	if (is_negative) {
		putchar('-');
		number = -number;
	}
	if (has_style(piece, ":#x"))
		printf("0x%" PRIx64, number);
	else if (has_style(piece, ":x"))
		printf("%" PRIx64, number);
	else
		printf("%" PRIu64, number);
}

static void print_field(const struct piece *piece, const struct field *field, const char *value)
{
	uint64_t number;

	if (field->kind == TEXT_FIELD) {
		fputs(*(const char *const *)(const void *)value, stdout);
		return;
	}
	memcpy(&number, value, sizeof number);
	print_number(piece, field->kind == SIGNED_FIELD && number >> 63, number);
}

void print_formatted(const char *format, const struct field *fields, int count, const void *structure)
{
	struct piece piece;

	while (format && *format) {
		const struct field *field;

		format = next_piece(format, &piece);
		field = piece.field ? find_field(&piece, fields, count) : NULL;
		if (field)
			print_field(&piece, field, (const char *)structure + field->offset);
		else
			putchar(piece.text);
	}
	putchar('\n');
}
