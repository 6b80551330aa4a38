/*
 * perf's language: every string of tests/data/perf-language must give what stands behind it.
 *
 *   perf_language [ROOT STRING...]      without arguments the table; else what each string gives on a captured machine
 *
 * The table, fields separated by tabs: "@ ROOT" starts the strings of a captured machine, "@ CPU" those of a machine known by name
 * only; other lines are WHO, STRING, RESULT. WHO: p, perf itself prints this (tests/peers/perf.sh asks it); s, perf 6.1 does not, and
 * the specification of the language does.
 *
 * RESULT: events between " ; ": TYPE:CONFIG[:CONFIG1[:CONFIG2]], then what is not counted (-u -k -h, -i idle, -H host, -G guest), p1 to p3,
 * pin, excl, bp=N; then, where they matter, words beginning with + that must be true as well: +dev= +name= +unit= +scale= +flags= +n= +group=
 * +period= +freq=. An error is !NAME@OFFSET+LENGTH.
 */
#include <perfmon/pfmkit.h>

#include <inttypes.h>

#include <stdarg.h>

#include "check.h"

enum { MOST = 256 };

static const char *const errors[] = { "SUCCESS", "NOTSUPP", "INVAL", "NOINIT", "NOTFOUND", "FEATCOMB", "UMASK", "NOMEM", "ATTR", "ATTR_VAL",
				      "ATTR_SET", "TOOMANY", "TOOSMALL" };

struct text {
	char bytes[16384];
	size_t length;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, arguments);
	va_end(arguments);
}

static void add_core(struct text *text, const struct perf_event_attr *attr)
{
	add(text, attr->type == UINT32_MAX ? "?" : "%u", attr->type);
	add(text, ":0x%llx", (unsigned long long)attr->config);
	if (attr->config1 || attr->config2)
		add(text, ":0x%llx", (unsigned long long)attr->config1);
	if (attr->config2)
		add(text, ":0x%llx", (unsigned long long)attr->config2);
	add(text, "%s%s%s", attr->exclude_user ? " -u" : "", attr->exclude_kernel ? " -k" : "", attr->exclude_hv ? " -h" : "");
	add(text, "%s%s%s", attr->exclude_idle ? " -i" : "", attr->exclude_host ? " -H" : "", attr->exclude_guest ? " -G" : "");
	if (attr->precise_ip)
		add(text, " p%u", (unsigned int)attr->precise_ip);
	add(text, "%s%s", attr->pinned ? " pin" : "", attr->exclusive ? " excl" : "");
	if (attr->bp_type)
		add(text, " bp=%u", attr->bp_type);
}

static void add_more(struct text *text, const pfm_perf_event_t *event)
{
	add(text, " +dev=%s +name=%s +unit=%s +scale=%g +flags=%u +n=%d +group=%d +%s=%llu +inherit=%d +aux=%d +back=%d", event->device, event->name,
	    event->unit, event->scale, event->flags, event->number, event->group, event->attr.freq ? "freq" : "period",
	    (unsigned long long)event->attr.sample_period, (int)event->attr.inherit, (int)event->attr.aux_output,
	    (int)event->attr.write_backward);
}

/* What the library says, in the words of the table; all of them. */
static void describe(const char *string, struct text *text)
{
	static pfm_perf_event_t events[MOST];
	pfm_diagnosis_t d = { .size = sizeof d };
	int count;

	events[0].size = sizeof events[0];
	text->length = 0;
	count = pfm_get_perf_events(string, 0, events, MOST, &d);
	if (count < 0)
		add(text, "!%s@%d+%d", errors[-count], d.offset, d.length);
	for (int i = 0; i < count; i++) {
		add(text, "%s", i ? " ; " : "");
		add_core(text, &events[i].attr);
		add_more(text, &events[i]);
	}
	CHECK(count >= 0 ? !d.error : d.error == count && d.message[0]);
}

/* One event of what is expected and one of what is there: the words before the first + are the same, those with + are there. */
static bool is_event(char *expected, char *got)
{
	char *more = strstr(expected, " +"), *rest = strstr(got, " +");
	bool good;

	if (more)
		*more++ = '\0';
	*rest++ = '\0';
	good = !strcmp(expected, got);
	rest[-1] = ' ';
	for (char *word = more; word && good; word = strchr(word + 1, '+')) {
		char room[300];
		size_t length = strcspn(word, " ");

		snprintf(room, sizeof room, " %.*s ", (int)length, word);
		good = strstr(rest - 1, room) || (strlen(rest) >= length && !strncmp(rest + strlen(rest) - length, word, length));
	}
	return good;
}

static bool is_result(const char *expected, const char *got)
{
	static char left[16384], right[16384];
	char *a = left, *b = right;

	if (*expected == '!' || *got == '!')
		return !strcmp(expected, got);
	snprintf(left, sizeof left, "%s", expected);
	snprintf(right, sizeof right, "%s", got);
	while (a && b) {
		char *next = strstr(a, " ; "), *other = strstr(b, " ; ");

		if (next)
			*next = '\0';
		if (other)
			*other = '\0';
		if (!is_event(a, b))
			return false;
		a = next ? next + 3 : NULL;
		b = other ? other + 3 : NULL;
	}
	return !a && !b;
}

static void check_line(char *line, int number)
{
	static struct text got;
	char *string = strchr(line, '\t'), *expected = string ? strchr(string + 1, '\t') : NULL;

	if (!CHECK(expected))
		return;
	*string++ = *expected++ = '\0';
	describe(string, &got);
	checks++;
	if (is_result(expected, got.bytes))
		return;
	failures++;
	printf("tests/data/perf-language:%d: %s\n  expected %s\n  got      %s\n", number, string, expected, got.bytes);
}

static void start(const char *machine)
{
	char words[256];

	snprintf(words, sizeof words, strstr(machine, "cpu=") ? "LIBPFM_CPUID=%s LIBPFM_ENCODE_INACTIVE=1" : "LIBPFM_FSROOT=ROOT/%s",
		 strstr(machine, "cpu=") ? machine + 4 : machine);
	CHECK(!start_library(words, pfm_initialize, pfm_terminate));
}

static void check_table(void)
{
	FILE *file = fopen(source_file("tests/data/perf-language"), "r");
	char line[16384];

	if (!CHECK(file))
		return;
	for (int number = 1; fgets(line, sizeof line, file); number++) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '@')
			start(line + 2);
		else if (line[0] && line[0] != '#')
			check_line(line, number);
	}
	fclose(file);
}

int main(int argc, char **argv)
{
	static struct text text;

	if (argc > 1)
		start(argv[1]);
	for (int i = 2; i < argc; i++) {
		describe(argv[i], &text);
		printf("%s\t%s\n", argv[i], text.bytes);
	}
	if (argc > 1)
		return 0;
	check_table();
	return check_summary("perf_language");
}
