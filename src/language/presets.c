/* A preset has a list of formulas; on a PMU the first one applies whose events the PMU has. */
#include "language/presets.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "encode/encode_string.h"

enum { LONGEST_PRESET = 12 };

/*
 * Three texts per preset, concatenated because a table of pointers would be relocated in every process: name, formulas,
 * and the PMUs that have the events but not the preset.
 */
static const char preset_texts[] =
#define PRESET(name, formulas, not_on) name "\0" formulas "\0" not_on "\0"
#include "language/presets.def"
	;

static const char preset_pmus[] =
#define PRESET_PMUS(names) names
#include "language/presets.def"
	;

/* ---- reading texts ---- */

/* Reads up to a mark, which is skipped, or the end; returns which it was. Too much for the room is cut. */
static char read_part(const char **at, const char *marks, char *part, size_t size)
{
	size_t length = strcspn(*at, marks);
	char mark = (*at)[length];

	snprintf(part, size, "%.*s", (int)length, *at);
	*at += length + (mark != '\0');
	return mark;
}

static bool is_pmu_among(const char *names, const char *pmu)
{
	char name[64], mark;

	do {
		mark = read_part(&names, ",", name, sizeof name);
		if (!strcmp(name, pmu))
			return true;
	} while (mark);
	return false;
}

/* ---- formulas ---- */

static const char operators[] = "+-*/()";

static bool is_number_of_preset(const char *text, size_t length)
{
	return length && strspn(text, "0123456789.") >= length;
}

static bool has_event_of_preset(int pmu, const char *event, size_t length)
{
	struct selection selection;
	struct encoding encoding;
	char text[512];

	return snprintf(text, sizeof text, "%s::%.*s", pmu_name(pmu), (int)length, event) < (int)sizeof text &&
	       !encode_string(text, PFM_PLM3, PFM_OS_NONE, &selection, &encoding);
}

/* Returns whether the PMU has all events; first: the first of them. */
static bool has_events_of_preset(int pmu, const char *formula, struct preset *preset)
{
	int count = 0;

	for (size_t length; *formula; formula += length + !length) {
		length = strcspn(formula, operators);
		if (!length || is_number_of_preset(formula, length))
			continue;
		if (!has_event_of_preset(pmu, formula, length))
			return false;
		if (!count++)
			snprintf(preset->first, sizeof preset->first, "%.*s", (int)length, formula);
	}
	return count;
}

/* Writes a formula as formulas have it: blanks around signs, dots for colons. */
static void write_formula(const char *text, const char *prefix, struct preset *preset)
{
	size_t used = 0, length;

	for (const char *at = text; *at && used < sizeof preset->formula; at += length) {
		char *to = preset->formula + used;
		size_t room = sizeof preset->formula - used;
		bool is_name;

		length = strcspn(at, operators);
		if (!length) {
			length = 1;
			used += (size_t)snprintf(to, room, strchr("()", *at) ? "%c" : " %c ", *at);
			continue;
		}
		is_name = !is_number_of_preset(at, length);
		used += (size_t)snprintf(to, room, "%s%.*s", is_name ? prefix : "", (int)length, at);
		for (to += is_name ? strlen(prefix) : 0; *to; to++)
			*to = *to == ':' ? '.' : *to;
	}
	preset->is_event = !strpbrk(text, operators) && strchr(text, ':') == strrchr(text, ':');
}

/* Finds the first formula that fits; one with a condition only if it holds, unless these are not to be heeded. */
static bool find_formula(const char *formulas, int pmu, bool heeds_conditions, char *formula, struct preset *preset)
{
	char mark;

	do {
		bool is_for = true;

		mark = read_part(&formulas, "|@", formula, PRESET_FORMULA);
		if (mark == '@') { /* the text before "@" is the condition of the formula */
			is_for = false;
			do {
				mark = read_part(&formulas, ",@", formula, PRESET_FORMULA);
				is_for |= !strcmp(formula, pmu_name(pmu)) || !heeds_conditions;
			} while (mark == ',');
			mark = read_part(&formulas, "|", formula, PRESET_FORMULA);
		}
		if (is_for && has_events_of_preset(pmu, formula, preset))
			return true;
	} while (mark);
	return false;
}

/* ---- presets ---- */

static bool take_preset(const char *name, size_t length, const char *prefix, int pmu, struct preset *preset)
{
	char formula[PRESET_FORMULA];
	const char *formulas, *not_on;

	if (length <= 5 || length > 5 + LONGEST_PRESET || strncasecmp(name, "PAPI_", 5))
		return false;
	for (const char *at = preset_texts; *at; at = not_on + strlen(not_on) + 1) {
		bool is_known, is_papis;

		formulas = at + strlen(at) + 1;
		not_on = formulas + strlen(formulas) + 1;
		if (strlen(at) != length - 5 || strncasecmp(at, name + 5, length - 5))
			continue;
		is_known = is_pmu_among(preset_pmus, pmu_name(pmu));
		is_papis = is_known && find_formula(formulas, pmu, true, formula, preset);
		if (!is_papis && !find_formula(formulas, pmu, false, formula, preset))
			return false;
		preset->is_papis = is_papis && !is_pmu_among(not_on, pmu_name(pmu));
		write_formula(formula, prefix, preset);
		return true;
	}
	return false;
}

bool preset_here(const char *name, size_t length, struct preset *preset)
{
	const char *colons = memchr(name, ':', length);
	char prefix[64];

	if (colons) {
		size_t before = (size_t)(colons - name) + 2;
		int pmu = pmu_by_name((struct span){ name, before - 2 });

		snprintf(prefix, sizeof prefix, "%.*s", (int)before, name);
		return pmu >= 0 && before < sizeof prefix && before < length && colons[1] == ':' &&
		       take_preset(name + before, length - before, prefix, pmu, preset);
	}
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu_may_be_active(pmu) && pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_is_active(pmu) &&
			take_preset(name, length, "", pmu, preset))
			return true;
	return false;
}
