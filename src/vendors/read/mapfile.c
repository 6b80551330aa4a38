/*
 * Reads mapfile.csv, which tells the machines that a file of events is for. Intel's has a line for each model and file;
 * the kernel's has a pattern (a regular expression for perf's identification of the CPU) and a directory. The first
 * matching line applies to a machine.
 */
#include "mapfile.h"
#include "vendors/rows/import.h"
#include "vendors/rows/paths.h"
#include "vendors/rows/rows.h"
#include "vendors/rows/seen.h"
#include "vendors/rows/text.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct map_line {
	const char *pattern, *version, *path, *role; /* role: for a core type of hybrid machines, else "" */
	regex_t regex;
};

struct mapfile {
	struct mapfile *next;
	const char *directory; /* path with trailing slash */
	struct map_line *lines;
	int count;
};

/* ---- reading ---- */

static char *next_cell(char **at)
{
	char *cell = *at, *end = cell ? strchr(cell, ',') : NULL;

	*at = end ? end + 1 : NULL;
	if (end)
		*end = '\0';
	return cell ? cell : "";
}

/* Refuses repetitions of repetitions, which take all memory: {N} at most 16, none behind another or a parenthesis. */
static bool is_harmless(const char *pattern)
{
	for (const char *at = pattern; *at; at++)
		if (strchr("*+?{", *at) && at > pattern && strchr("*+?})", at[-1]))
			return false;
		else if (*at == '{' && (strtoul(at + 1, NULL, 10) > 16 || at[1 + strspn(at + 1, "0123456789")] != '}'))
			return false;
	return strlen(pattern) <= 256;
}

/* Returns whether a line names its vendor, as only Intel's and AMD's do. */
static bool names_x86(const struct map_line *line)
{
	return !strncmp(line->pattern, "GenuineIntel-", 13) || !strncmp(line->pattern, "AuthenticAMD-", 13);
}

enum { MOST_FAMILY = 15 + 0xff, MOST_MODEL = 0xff }; /* greatest values that CPUID can report */

/* Reports a line that cannot be read; an update skips it. */
static void line_wrong(struct import *import, struct place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void line_wrong(struct import *import, struct place place, const char *format, ...)
{
	va_list arguments;
	char text[512];

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!import->by_directory) {
		report(place, "%s", text);
		return;
	}
	if (!import->is_before && !import->is_again)
		say(stderr, "%s:%d: line skipped: %s\n", place.file, place.line, text);
	add_finding(import, (struct finding){ .what = "row-skipped",
					      .place = place,
					      .why = copy_text(text, strlen(text)) });
}

/* Checks the vendor in "VENDOR-6-...". */
static bool is_vendor(struct import *import, const char *pattern, struct place place)
{
	static const char *const vendors[] = { "GenuineIntel", "AuthenticAMD" };
	size_t length = strspn(pattern, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

	if (!length || pattern[length] != '-' || !isdigit((unsigned char)pattern[length + 1]))
		return true;
	for (size_t i = 0; i < sizeof vendors / sizeof *vendors; i++)
		if (strlen(vendors[i]) == length && !strncmp(pattern, vendors[i], length))
			return true;
	line_wrong(import, place, "%.60s: a vendor of CPUs that nobody knows", pattern);
	return false;
}

/* Checks the numbers in VENDOR-FAMILY-MODEL, unless they are patterns. */
static bool is_identity(struct import *import, const char *pattern, struct place place)
{
	const char *dash = strchr(pattern, '-');
	unsigned long long family, model;
	char *end;

	if (!dash || !isdigit((unsigned char)dash[1]))
		return true;
	family = strtoull(dash + 1, &end, 10);
	if (*end == '-' && family > MOST_FAMILY) {
		line_wrong(import, place, "%.60s: expected a family of at most %d", pattern, MOST_FAMILY);
		return false;
	}
	model = *end == '-' ? strtoull(end + 1, &end, 16) : 0;
	if (!*end && model > MOST_MODEL) {
		line_wrong(import, place, "%.60s: expected a model of at most 0x%X", pattern, MOST_MODEL);
		return false;
	}
	return true;
}

/* Adds PATTERN,VERSION,PATH,TYPE[,CORE TYPE,NATIVE MODEL,ROLE]. */
static void add_map_line(struct import *import, struct mapfile *map, char *text, struct place place)
{
	struct map_line line = { .pattern = next_cell(&text) };
	int error;

	line.version = next_cell(&text);
	line.path = next_cell(&text);
	next_cell(&text);
	next_cell(&text);
	next_cell(&text);
	line.role = next_cell(&text);
	line.path += *line.path == '/';
	if (!*line.path || !*line.pattern) {
		line_wrong(import, place, "expected a pattern of CPUs, a version, a file or directory and a type");
		return;
	}
	if (!is_harmless(line.pattern)) {
		line_wrong(import, place,
			"%.60s: expected a pattern of at most 256 bytes without repeated repetitions, {N} of at most 16",
			line.pattern);
		return;
	}
	if (!is_vendor(import, line.pattern, place))
		return;
	if (names_x86(&line) && !is_identity(import, line.pattern, place))
		return;
	error = regcomp(&line.regex, line.pattern, REG_EXTENDED);
	if (error == REG_ESPACE)
		need(NULL);
	if (error) {
		line_wrong(import, place, "%.60s is no regular expression", line.pattern);
		return;
	}
	map->lines = grow(map->lines, map->count, sizeof *map->lines);
	map->lines[map->count++] = line;
}

/* Recognizes the line that names the columns, perhaps behind a byte order mark. */
static bool names_columns(const char *text)
{
	return strstr(text, "Family-model") || strstr(text, ",Version,Filename");
}

static void read_mapfile(struct import *import, struct mapfile *map, const char *path, FILE *file)
{
	char text[4096];

	for (int number = 1; fgets(text, sizeof text, file); number++) {
		size_t length = strcspn(text, "\r\n");

		if (length == sizeof text - 1) {
			report((struct place){ path, number, 0 }, "a line of more than %zu bytes", sizeof text - 2);
			return;
		}
		if (strspn(text, " \t,") < length && *text != '#' && !names_columns(text))
			add_map_line(import, map, copy_text(text, length), (struct place){ path, number, 1 });
	}
}

static bool is_file(const char *path)
{
	size_t length = strlen(path);

	return length > 5 && !strcmp(path + length - 5, ".json");
}

static const char *last_name(const char *directory)
{
	size_t end = strlen(directory), start;

	while (end && directory[end - 1] == '/')
		end--;
	for (start = end; start && directory[start - 1] != '/';)
		start--;
	return copy_text(directory + start, end - start);
}

/* Checks that the directory is named after an architecture, as codes would be taken for another one's. */
static void check_architecture(const struct mapfile *map, const char *path)
{
	static const char *const known[] = { "arm64", "nds32", "powerpc", "riscv", "s390", "x86" };
	const char *arch = last_name(map->directory);

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(arch, known[i]))
			return;
	for (int i = 0; i < map->count; i++)
		if (!is_file(map->lines[i].path) && !names_x86(&map->lines[i])) {
			report((struct place){ path, 0, 0 },
				"its directory is called %s: expected the name of an architecture:"
				" arm64, powerpc, riscv, s390 or x86", arch);
			return;
		}
}

/* Returns the mapfile.csv of the directory, read once. NULL: there is none. */
static const struct mapfile *mapfile_of(struct import *import, const char *directory)
{
	struct mapfile *map = import->maps;
	const char *path;
	FILE *file;

	while (map && strcmp(map->directory, directory))
		map = map->next;
	if (map)
		return map->count ? map : NULL;
	map = need(calloc(1, sizeof *map));
	map->directory = copy_text(directory, strlen(directory));
	map->next = import->maps;
	import->maps = map;
	path = joined(directory, "mapfile.csv", "");
	file = fopen(path, "r");
	if (file) {
		read_mapfile(import, map, path, file);
		check_architecture(map, path);
		if (ferror(file))
			report((struct place){ path, 0, 0 }, "cannot be read");
		fclose(file);
	} else if (errno != ENOENT && errno != ENOTDIR) {
		report((struct place){ path, 0, 0 }, "%s", strerror(errno));
	}
	return map->count ? map : NULL;
}

/* ---- which CPUs ---- */

static bool fits(const struct map_line *line, const char *text)
{
	regmatch_t match;
	int error;

	error = regexec(&line->regex, text, 1, &match, 0);
	if (error == REG_ESPACE)
		need(NULL);
	return !error && match.rm_so == 0 && !text[match.rm_eo];
}

/* Returns whether perf takes this line for the CPU: of lines with directories the first one that fits counts. */
static bool is_for(const struct mapfile *map, const struct map_line *line, const char *text)
{
	if (!fits(line, text))
		return false;
	for (const struct map_line *before = map->lines; before < line && !is_file(line->path); before++)
		if (fits(before, text))
			return false;
	return true;
}

static const char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *format_text(const char *format, ...)
{
	va_list arguments;
	char *text;
	int length;

	va_start(arguments, format);
	length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	text = need(malloc((size_t)length + 1));
	va_start(arguments, format);
	vsnprintf(text, (size_t)length + 1, format, arguments);
	va_end(arguments);
	return text;
}

static void add_condition(struct machine *machine, const char *condition)
{
	for (int i = 0; i < machine->cpu_count; i++)
		if (!strcmp(machine->cpus[i], condition))
			return;
	machine->cpus = grow(machine->cpus, machine->cpu_count, sizeof *machine->cpus);
	machine->cpus[machine->cpu_count++] = condition;
}

/* Appends numbers as "1 3-5". */
static void add_number(char *list, size_t room, unsigned number, bool first_of_run, bool last_of_run)
{
	size_t length = strlen(list);

	if (first_of_run)
		snprintf(list + length, room - length, "%s%u", length ? " " : "", number);
	else if (last_of_run)
		snprintf(list + length, room - length, "-%u", number);
}

/* Adds "VENDOR-FAMILY-MODEL[-STEPPING]", the model and stepping hexadecimal, perhaps a pattern. */
static void add_x86(struct machine *machine, const struct mapfile *map, const struct map_line *line)
{
	const char *dash = strchr(line->pattern, '-'), *model = dash ? strchr(dash + 1, '-') : NULL;
	char vendor[32], text[80], list[2048] = "", steppings[80];
	unsigned family;
	bool whole[258] = { false };

	if (!model || sscanf(line->pattern, "%31[A-Za-z]-%u-", vendor, &family) != 2)
		return;
	for (unsigned i = 0; i < 256; i++) {
		snprintf(text, sizeof text, "%s-%u-%X", vendor, family, i);
		whole[i + 1] = is_for(map, line, text);
	}
	for (unsigned i = 0; i < 256; i++)
		if (whole[i + 1])
			add_number(list, sizeof list, i, !whole[i], !whole[i + 2]);
	for (unsigned i = 0; i < 256 && strchr(model + 1, '-'); i++) {
		bool fit[18] = { false };

		*steppings = '\0';
		for (unsigned k = 0; k < 16; k++) {
			snprintf(text, sizeof text, "%s-%u-%X-%X", vendor, family, i, k);
			fit[k + 1] = !whole[i + 1] && is_for(map, line, text);
		}
		for (unsigned k = 0; k < 16; k++)
			if (fit[k + 1] && !fit[k]) {
				unsigned last = k;

				while (last < 15 && fit[last + 2])
					last++;
				snprintf(steppings, sizeof steppings, last > k ? "%u/%u-%u" : "%u/%u", i, k, last);
				add_condition(machine, format_text("cpu       %s %u: %s", vendor, family, steppings));
			}
	}
	if (*list)
		add_condition(machine, format_text("cpu       %s %u: %s", vendor, family, list));
}

/* Adds a model to the line of its family, ascending; *done false: it is no plain line. */
static void add_plain_model(struct machine *machine, const char *pattern, bool *done)
{
	unsigned family, model;
	char vendor[32], rest[2];
	size_t length;

	*done = sscanf(pattern, "%31[A-Za-z]-%u-%X%1s", vendor, &family, &model, rest) == 3 && model < 256;
	if (!*done)
		return;
	for (int i = 0; i < machine->cpu_count; i++) {
		const char *head = format_text("cpu       %s %u: ", vendor, family), *had = machine->cpus[i];

		length = strlen(head);
		if (strncmp(had, head, length) || strchr(had, '/'))
			continue;
		if (!strstr(format_text(" %s ", had + length), format_text(" %u ", model)))
			machine->cpus[i] = format_text("%s %u", had, model);
		return;
	}
	add_condition(machine, format_text("cpu       %s %u: %u", vendor, family, model));
}

/* Adds the CPU of an MIDR: implementer in bits 24 to 31, part in bits 4 to 15. */
static void add_arm(struct machine *machine, const struct map_line *line)
{
	unsigned long long midr = strtoull(line->pattern, NULL, 16);

	add_condition(machine, format_text("cpu       arm 0x%02llx: 0x%03llx", midr >> 24 & 0xff, midr >> 4 & 0xfff));
}

/* Adds the versions of a PVR: its upper half. */
static void add_power(struct machine *machine, const struct mapfile *map, const struct map_line *line)
{
	struct line_text list = { 0 };
	char text[32];

	for (unsigned version = 0; version < 0x200; version++) {
		snprintf(text, sizeof text, "0x%04x0000", version);
		if (is_for(map, line, text))
			add(&list, " 0x%02x", version);
	}
	if (list.text)
		add_condition(machine, format_text("cpu       power:%s", list.text));
	free(list.text);
}

/* Adds the types of s390 machines, which perf knows as "IBM,TYPE,...,V.R,AUTHORISATION". */
static void add_s390(struct machine *machine, const struct mapfile *map, const struct map_line *line)
{
	struct line_text list = { 0 };
	char text[40];

	for (unsigned type = 2000; type < 10000; type++)
		for (unsigned second = 5; second <= 6; second++) {
			snprintf(text, sizeof text, "IBM,%u,700,A00,3.%u,6f", type, second);
			if (is_for(map, line, text)) {
				add(&list, " %u", type);
				break;
			}
		}
	if (list.text)
		add_condition(machine, format_text("cpu       s390-machine:%s", list.text));
	free(list.text);
}

/* Returns the text up to the next - outside brackets as a cpuinfo-glob: any digits are *. NULL: it has more. */
static const char *riscv_glob(const char **at)
{
	static const char digits[] = "[[:xdigit:]]+";
	char *glob = need(calloc(1, strlen(*at) + 1)), *to = glob;

	for (bool set = false; **at && (set || **at != '-'); (*at)++) {
		if (!strncmp(*at, digits, sizeof digits - 1)) {
			*to++ = '*';
			*at += sizeof digits - 2;
		} else if (!isalnum((unsigned char)**at) && !strchr("[]-", **at)) {
			return NULL;
		} else {
			set = **at == '[' || (set && **at != ']');
			*to++ = **at;
		}
	}
	*at += **at == '-';
	return glob;
}

/* Adds "MVENDORID-MARCHID-MIMPID", as in /proc/cpuinfo. */
static void add_riscv(struct machine *machine, const struct map_line *line)
{
	const char *at = line->pattern;
	const char *vendor = riscv_glob(&at), *arch = vendor ? riscv_glob(&at) : NULL;
	const char *version = arch ? riscv_glob(&at) : NULL;

	if (version && *version)
		add_condition(machine, format_text("detect    cpuinfo-glob mvendorid %s marchid %s%s%s", vendor, arch,
						   strcmp(version, "0x*") ? " mimpid " : "",
						   strcmp(version, "0x*") ? version : ""));
}

static void add_machine_line(struct machine *machine, const struct mapfile *map, const struct map_line *line)
{
	const char *arch = last_name(map->directory);
	bool done = false;

	if (is_file(line->path))
		add_plain_model(machine, line->pattern, &done);
	if (done)
		return;
	if (names_x86(line))
		add_x86(machine, map, line);
	else if (!strcmp(arch, "arm64"))
		add_arm(machine, line);
	else if (!strcmp(arch, "powerpc"))
		add_power(machine, map, line);
	else if (!strcmp(arch, "s390"))
		add_s390(machine, map, line);
	else if (!strcmp(arch, "riscv"))
		add_riscv(machine, line);
}

/* ---- which file ---- */

static const struct {
	const char *role, *core, *device;
} roles[] = {
	{ "Core", "core", "cpu_core" },
	{ "Atom", "atom", "cpu_atom" },
	{ "LowPower_Atom", "lowpower", "cpu_lowpower" },
};

static bool is_below(const char *path, const char *listed)
{
	size_t length = strlen(listed);

	return is_file(listed) ? !strcmp(path, listed) : !strncmp(path, listed, length) && path[length] == '/';
}

/* Returns "arm/cmn" for "arm/cmn/sys/cmn.json": sys is the kernel's word for devices on no list of CPUs. */
static const char *directory_of(const char *path)
{
	char *directory = copy_text(path, strlen(path)), *slash = strrchr(directory, '/');

	if (!slash)
		return "";
	*slash = '\0';
	if (ends_with(directory, "/sys"))
		directory[strlen(directory) - 4] = '\0';
	return directory;
}

static bool look_up(const struct mapfile *map, const char *path, struct machine *machine)
{
	const char *found = NULL;

	*machine = (struct machine){ .arch = last_name(map->directory),
				      .below = copy_text(map->directory, strlen(map->directory)) };
	for (int i = 0; i < map->count; i++) {
		const struct map_line *line = &map->lines[i];

		if (!is_below(path, line->path))
			continue;
		found = line->path;
		machine->version = line->version;
		add_machine_line(machine, map, line);
		for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
			if (!strcmp(line->role, roles[k].role))
				machine->device = roles[k].device;
	}
	machine->directory = found ? found : directory_of(path);
	return found;
}

bool find_machine(struct import *import, const char *path, struct machine *machine)
{
	const struct mapfile *map;
	char *directory, *slash;

	path = absolute_path(path);
	directory = copy_text(path, strlen(path));
	*machine = (struct machine){ .arch = "" };
	while ((slash = strrchr(directory, '/'))) {
		slash[1] = '\0';
		map = mapfile_of(import, directory);
		if (map)
			return look_up(map, path + strlen(directory), machine);
		*slash = '\0';
	}
	return false;
}

void forget_machines(struct import *import)
{
	for (const struct mapfile *map = import->maps; map; map = map->next)
		for (int i = 0; i < map->count; i++)
			regfree(&map->lines[i].regex);
	import->maps = NULL;
}
