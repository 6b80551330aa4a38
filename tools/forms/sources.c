/*
 * Codes on every CPU as files of source, which need no library. Each language has a text, templates/NAME.txt, in which
 * $ and a letter stand for a part:
 *
 *     $v version  $C command  $p package of Go  $G a macro of this file's own
 *     $[ .. $]    for each event: $R what was requested, $N the table's name; the first event's outside
 *     ${ .. $}    for each row of its table: $V vendor, $n its number, $F family, $m $M first and last model, $s $S
 *                 stepping, $P PMU, $d device, $( .. $| .. $) one for a row with a device, one for others, $0 $1 $2 the
 *                 config words
 *     $x          all numbers in hexadecimal; else those from 10 on, as people write them: 6, 0x41
 *     $ at the end of a line: the line does not end there
 */
#include "codes.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "tables/clean.h"
#include "templates.h"

struct writing {
	const struct codes *codes;
	const struct code_list *list;
	const struct code_row *row;
	bool is_hexadecimal;
};

/* Prints a macro of the first event, with FNV-1a of all of them, so that headers of different events go together. */
static void print_guard(const struct codes *codes)
{
	uint32_t hash = 0x811c9dc5;

	for (int i = 0; i < codes->count; i++)
		for (const char *at = codes->lists[i].symbol; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 0x01000193;
	for (const char *at = codes->lists[0].symbol; *at; at++)
		putchar(toupper((unsigned char)*at));
	printf("_%08" PRIX32 "_H", hash);
}

static void print_number(const struct writing *what, uint64_t number)
{
	printf(number < 10 && !what->is_hexadecimal ? "%" PRIu64 : "0x%" PRIx64, number);
}

static void print_part(const struct writing *what, char part)
{
	static const char *const vendors[] = { [CODES_UNKNOWN] = "UNKNOWN", [CODES_INTEL] = "INTEL",
		[CODES_AMD] = "AMD", [CODES_ARM] = "ARM", [CODES_POWER] = "POWER", [CODES_ZHAOXIN] = "ZHAOXIN" };
	const struct code_row *row = what->row;

	switch (part) {
	case 'v': fputs(PFMKIT_VERSION, stdout); break;
	case 'C': fputs(what->codes->command, stdout); break;
	case 'p': fputs(what->codes->package, stdout); break;
	case 'G': print_guard(what->codes); break;
	case 'R': fputs(clean(what->list->requested), stdout); break;
	case 'N': fputs(what->list->symbol, stdout); break;
	case 'V': fputs(vendors[row->vendor], stdout); break;
	case 'n': printf("%d", (int)row->vendor); break;
	case 'F': print_number(what, row->family); break;
	case 'm': print_number(what, row->model_low); break;
	case 'M': print_number(what, row->model_high); break;
	case 's': print_number(what, row->stepping_low); break;
	case 'S': print_number(what, row->stepping_high); break;
	case 'P': fputs(row->pmu, stdout); break;
	case 'd': fputs(row->device ? row->device : "", stdout); break;
	case '0': case '1': case '2': print_number(what, row->config[part - '0']); break;
	default: break; /* the end of a line */
	}
}

/* Prints what stands before $ and an end. Returns the place behind it; no loop is empty. */
static const char *print_until(struct writing *what, const char *text, char end)
{
	while (*text) {
		const char *begin = text + 2;

		if (*text != '$') {
			putchar(*text++);
			continue;
		}
		if (text[1] == end)
			return begin;
		text = begin;
		switch (begin[-1]) {
		case '[':
			for (int i = 0; i < what->codes->count; i++) {
				what->list = &what->codes->lists[i];
				text = print_until(what, begin, ']');
			}
			what->list = what->codes->lists;
			break;
		case '{':
			for (int i = 0; i < what->list->count; i++) {
				what->row = &what->list->rows[i];
				text = print_until(what, begin, '}');
			}
			break;
		case '(':
			print_until(what, what->row->device ? begin : strstr(begin, "$|") + 2,
				what->row->device ? '|' : ')');
			text = strstr(begin, "$)") + 2;
			break;
		case 'x':
			what->is_hexadecimal = true;
			break;
		default:
			print_part(what, begin[-1]);
		}
	}
	return text;
}

void write_source(const struct codes *codes, const char *template)
{
	struct writing what = { .codes = codes, .list = codes->lists, .row = codes->lists->rows };

	print_until(&what, template, '\0');
}

bool can_be_package_of_go(const char *name)
{
	static const char *const others[] = { "_", "break", "case", "chan", "const", "continue", "default", "defer",
		"else", "fallthrough", "for", "func", "go", "goto", "if", "import", "interface", "map", "package",
		"range", "return", "select", "struct", "switch", "type", "var" };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strcmp(name, others[i]))
			return false;
	return true;
}

const struct code_language codes_in_c = { .template = c_txt, .ending = "_codes", .how = LOWER_CASE };
const struct code_language codes_in_go = { .template = go_txt,
	.ending = "",
	.taken = { "Find", "FindAll", "PerfCode", "Unknown", "Intel", "Arm", "Power" },
	.how = CAMEL_CASE,
	.has_package = true };
const struct code_language codes_in_python = { .template = python_txt,
	.ending = "",
	.taken = { "INTEL", "AMD", "ARM", "POWER" },
	.how = UPPER_CASE };
const struct code_language codes_in_rust = { .template = rust_txt,
	.ending = "",
	.taken = { "INTEL", "AMD", "ARM", "POWER" },
	.how = UPPER_CASE };
