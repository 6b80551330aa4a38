/*
 * Writes a formula in another language: the texts of its steps, operands first, are inserted into each other, by a
 * pattern for each operator and language. A leaf is a count in an array, or a metric of PCP.
 */
#define _GNU_SOURCE
#include "metrics.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formula/formula.h"
#include "tables/clean.h"
#include "events/boxes.h"
#include "encoded.h"
#include "pcp_metrics.h"
#include "common/json.h"
#include "common/language.h"
#include "stat/constants.h"

/* ---- what a metric is computed from ---- */

/* An input of the formula: an event, a time, a latency, or a number of devices. */
struct input {
	char name[FORMULA_NAME_TEXT + 32]; /* spelled as in the formula, with / for @ */
	int number;             /* number of the event; -1: it is not an event */
	bool has_attr;
	pfm_perf_event_t event; /* the event on the first of its devices */
	const char *string;     /* string that stands for the event on all devices */
	int round;
	struct pcp_event pcp;   /* string "": not looked up yet */
};

enum { MOST_INPUTS = 512, MOST_SUMS = 2 * MOST_INPUTS };

struct inputs {
	const pfm_metrics_t *metrics;
	struct input *list;
	int count;
	struct pcp_sum *sums;   /* for PCP: sums of one event or more */
	int sum_count;
};

static int input_called(const struct inputs *inputs, const char *name)
{
	for (int i = 0; i < inputs->count; i++)
		if (formula_same_name(inputs->list[i].name, strlen(inputs->list[i].name), name, strlen(name)))
			return i;
	return -1;
}

/* Returns whether one of the names that an event has in formulas is this one. */
static bool has_name(const pfm_metric_event_t *event, const char *name)
{
	char plain[FORMULA_NAME_TEXT + 1];
	const char *at = event->also;

	plain_names(event->name, plain, sizeof plain);
	if (formula_same_name(plain, strlen(plain), name, strlen(name)))
		return true;
	while (at && *at) {
		size_t length = 0;

		for (bool in_terms = false; at[length] && (in_terms || at[length] != ','); length++) {
			length += at[length] == '\\' && at[length + 1];
			in_terms ^= at[length] == '@';
		}
		formula_plain_name(at, length, plain, sizeof plain);
		if (formula_same_name(plain, strlen(plain), name, strlen(name)))
			return true;
		at += length + (at[length] == ',');
	}
	return false;
}

/* Returns the event of a name among those that a metric is computed from; -1: there is none. */
static int find_event(const pfm_metrics_t *metrics, int metric, const char *name)
{
	int count, *events = list_metric_events(metrics, metric, &count), found = -1;
	pfm_metric_event_t event = { .size = sizeof event };

	for (int i = 0; i < count && found < 0; i++)
		if (!pfm_get_metric_event(metrics, events[i], &event) && has_name(&event, name))
			found = events[i];
	free(events);
	return found;
}

/* Returns the place of a name among the inputs, to which it is added if need be; -1: no room, which has been said. */
static int take_input(struct inputs *inputs, int metric, const char *name, int plm)
{
	int at = input_called(inputs, name);
	pfm_metric_event_t event = { .size = sizeof event };
	struct input *own;

	if (at >= 0)
		return at;
	if (inputs->count == MOST_INPUTS) {
		complain("more than %d events", MOST_INPUTS);
		return -1;
	}
	own = &inputs->list[inputs->count];
	*own = (struct input){ .number = find_event(inputs->metrics, metric, name), .event.size = sizeof own->event,
			       .round = -1 };
	snprintf(own->name, sizeof own->name, "%s", name);
	if (own->number >= 0 && !pfm_get_metric_event(inputs->metrics, own->number, &event)) {
		own->round = event.round;
		own->string = event.string;
		own->has_attr = event.kind == PFM_METRIC_EVENT && event.string && !event.failed &&
			pfm_get_perf_event(event.string, plm, &own->event, 1, NULL) > 0;
		if (event.kind == PFM_METRIC_EVENT && !own->has_attr) {
			say_what_fails(&event);
			return -1;
		}
	}
	return inputs->count++;
}

/* ---- events of PCP and PAPI ---- */

/* Returns the modifier for an event that is counted at one level only. */
static const char *level_of(const struct perf_event_attr *attr)
{
	return attr->exclude_kernel == attr->exclude_user ? "" : attr->exclude_kernel ? ":u" : ":k";
}

/* Finds an event of the kernel's own by its number. */
static bool perfs_own_event(const struct perf_event_attr *attr, char *text, size_t size)
{
	pfm_event_info_t info = { .size = sizeof info };
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (!next_pmu(PFM_PMU_PERF_EVENT, &pmu))
		return false;
	for (int i = pmu.first_event; i >= 0; i = pfm_get_event_next(i)) {
		struct perf_event_attr own = { .size = sizeof own };
		pfm_perf_encode_arg_t arg = { .attr = &own, .size = sizeof arg };
		char name[256];

		if (pfm_get_event_info(i, PFM_OS_PERF_EVENT, &info))
			continue;
		snprintf(name, sizeof name, "perf::%s", info.name);
		if (pfm_get_perf_encoding_anywhere(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg) ||
		    own.type != attr->type || own.config != attr->config)
			continue;
		snprintf(text, size, "%s%s", name, level_of(attr));
		return true;
	}
	return false;
}

/*
 * Writes PMU::EVENT:UMASK..., as pmdaperfevent and PAPI hand it to libpfm. False: libpfm has no such event, which has
 * been said.
 */
static bool libpfm_event(const struct input *input, char *text, size_t size)
{
	const struct perf_event_attr *attr = &input->event.attr;
	pfm_code_t code = { .size = sizeof code, .os = PFM_OS_PERF_EVENT, .count = 3,
		.words = { attr->config, attr->config1, attr->config2 } };
	pfm_decoded_t found = { .size = sizeof found };

	if (attr->type != UINT32_MAX && attr->type < PERF_TYPE_RAW && perfs_own_event(attr, text, size))
		return true;
	if (input->event.idx >= 0 && pfm_decode(pmu_of(input->event.idx), &code, &found, 1) > 0 &&
	    (size_t)snprintf(text, size, "%s%s", found.string, level_of(attr)) < size)
		return true;
	complain("%s: libpfm has no event to count it by", input->name);
	return false;
}

/* ---- languages ---- */

/*
 * Patterns for an operator, with operands %1$s, %2$s, %3$s (in PAPI's their texts follow each other); NULL: the
 * language lacks it.
 */
struct operator_texts { const char *c, *pcp, *papi; };

static const struct operator_texts operators[] = {
	[FORMULA_OR] = { "metric_or(%1$s, %2$s)", "(%1$s || %2$s)" },
	[FORMULA_XOR] = { "metric_xor(%1$s, %2$s)", NULL },
	[FORMULA_AND] = { "metric_and(%1$s, %2$s)", "(%1$s && %2$s)" },
	[FORMULA_LESS] = { "metric_less(%1$s, %2$s)", "(%1$s < %2$s)" },
	[FORMULA_MORE] = { "metric_more(%1$s, %2$s)", "(%1$s > %2$s)" },
	[FORMULA_NOT_MORE] = { "metric_not_more(%1$s, %2$s)", "(%1$s <= %2$s)" },
	[FORMULA_NOT_LESS] = { "metric_not_less(%1$s, %2$s)", "(%1$s >= %2$s)" },
	[FORMULA_PLUS] = { "(%1$s + %2$s)", "(%1$s + %2$s)", "%1$s%2$s+|" },
	[FORMULA_MINUS] = { "(%1$s - %2$s)", "(%1$s - %2$s)", "%1$s%2$s-|" },
	[FORMULA_TIMES] = { "(%1$s * %2$s)", "(%1$s * %2$s)", "%1$s%2$s*|" },
	[FORMULA_OVER] = { "metric_over(%1$s, %2$s)", "(%1$s / %2$s)", "%1$s%2$s/|" },
	[FORMULA_REST] = { "metric_rest(%1$s, %2$s)", NULL },
	[FORMULA_MIN] = { "metric_min(%1$s, %2$s)", "(%1$s < %2$s ? %1$s : %2$s)" },
	[FORMULA_MAX] = { "metric_max(%1$s, %2$s)", "(%1$s > %2$s ? %1$s : %2$s)" },
	[FORMULA_RATIO] = { "metric_ratio(%1$s, %2$s)", "(%2$s == 0 ? 0 : %1$s / %2$s)", "%1$s%2$s/|" },
	[FORMULA_NEGATIVE] = { "(-%1$s)", "(-%1$s)", "0|%1$s-|" },
	[FORMULA_IF] = { "metric_if(%1$s, %2$s, %3$s)", "(%2$s ? %1$s : %3$s)" },
};

/* Functions for operators that C does not have, as the result may be "no value": NAN. */
static const char *const helpers[] = {
	[FORMULA_OR] = "double metric_or(double a, double b)\n"
		       "{\n\tif ((!isnan(a) && a != 0) || (!isnan(b) && b != 0))\n\t\treturn 1;\n"
		       "\treturn isnan(a) || isnan(b) ? NAN : 0;\n}",
	[FORMULA_XOR] = "double metric_xor(double a, double b)\n"
			"{\n\treturn isnan(a) || isnan(b) ? NAN : (a != 0) != (b != 0);\n}",
	[FORMULA_AND] = "double metric_and(double a, double b)\n"
			"{\n\treturn a == 0 || b == 0 ? 0 : isnan(a) || isnan(b) ? NAN : 1;\n}",
	[FORMULA_LESS] = "double metric_less(double a, double b)\n"
			 "{\n\treturn isnan(a) || isnan(b) ? NAN : a < b;\n}",
	[FORMULA_MORE] = "double metric_more(double a, double b)\n"
			 "{\n\treturn isnan(a) || isnan(b) ? NAN : a > b;\n}",
	[FORMULA_NOT_MORE] = "double metric_not_more(double a, double b)\n"
			     "{\n\treturn isnan(a) || isnan(b) ? NAN : a <= b;\n}",
	[FORMULA_NOT_LESS] = "double metric_not_less(double a, double b)\n"
			     "{\n\treturn isnan(a) || isnan(b) ? NAN : a >= b;\n}",
	[FORMULA_OVER] = "double metric_over(double a, double b)\n"
			 "{\n\treturn b == 0 ? NAN : a / b;\n}",
	[FORMULA_REST] = "double metric_rest(double a, double b)\n"
			 "{\n\treturn trunc(b) == 0 ? NAN : fmod(trunc(a), trunc(b));\n}",
	[FORMULA_MIN] = "double metric_min(double a, double b)\n"
			"{\n\treturn isnan(a) || isnan(b) ? NAN : b < a ? b : a;\n}",
	[FORMULA_MAX] = "double metric_max(double a, double b)\n"
			"{\n\treturn isnan(a) || isnan(b) ? NAN : b > a ? b : a;\n}",
	[FORMULA_RATIO] = "double metric_ratio(double a, double b)\n"
			  "{\n\treturn b == 0 ? 0 : a / b;\n}",
	[FORMULA_IF] = "double metric_if(double value, double condition, double other)\n"
		       "{\n\treturn isnan(condition) ? NAN : condition != 0 ? value : other;\n}",
	[FORMULA_LEAF] = NULL,
};

/* ---- formulas ---- */

struct writing {
	struct inputs *inputs;
	int metric, plm;
	enum metric_form form;
	const char *text;       /* the formula */
	bool *used;             /* operators used in the whole output */
	bool is_rate;           /* for PCP: the formula is one event or sum, which may be divided by the time */
};

static char *no_memory(void)
{
	is_lacking(PFM_ERR_NOMEM);
	return NULL;
}

/* Returns what PCP has of a sum of events: for a second, or since counting began. */
static char *pcp_text(const struct writing *to, const struct pcp_sum *sum)
{
	char *text;

	if (asprintf(&text, "%s(perfevent.%s.%s.value)", to->is_rate ? "rate" : "avg",
		    is_pcp_sum(sum) ? "derived" : "hwcounters", sum->name) < 0)
		return no_memory();
	return text;
}

static struct pcp_sum *next_sum(const struct writing *to)
{
	if (to->inputs->sum_count < MOST_SUMS)
		return &to->inputs->sums[to->inputs->sum_count++];
	complain("more than %d sums of events", MOST_SUMS);
	return NULL;
}

static char *pcp_leaf(const struct writing *to, int input)
{
	struct input *own = &to->inputs->list[input];
	struct pcp_sum *sum = next_sum(to);
	pfm_pmu_t pmu = own->event.idx < 0 ? PFM_PMU_PERF_EVENT : pmu_of(own->event.idx);

	if (!sum || (!*own->pcp.string && (!libpfm_event(own, own->pcp.string, sizeof own->pcp.string) ||
		!find_pcp_boxes(&own->pcp, pmu))))
		return NULL;
	begin_pcp_sum(sum, &own->pcp);
	return pcp_text(to, sum);
}

/* Returns the sum that a text of PCP is, NULL: it is none. */
static const struct pcp_sum *sum_of(const struct writing *to, const char *text)
{
	for (int i = 0; i < to->inputs->sum_count; i++) {
		char *own = pcp_text(to, &to->inputs->sums[i]);
		bool is_same = own && !strcmp(own, text);

		free(own);
		if (is_same)
			return &to->inputs->sums[i];
	}
	return NULL;
}

/*
 * Returns the text of two sums of which there is a rate only together. NULL: they are none or, *good false, too long.
 */
static char *added_text(const struct writing *to, enum formula_kind kind, char **operands, bool *good)
{
	const struct pcp_sum *a, *b;
	struct pcp_sum *sum;

	if (to->form != METRIC_AS_PCP || kind != FORMULA_PLUS || !to->is_rate)
		return NULL;
	a = sum_of(to, operands[0]);
	b = sum_of(to, operands[1]);
	if (!a || !b)
		return NULL;
	sum = next_sum(to);
	*good = sum && join_pcp_sums(sum, a, b);
	return *good ? pcp_text(to, sum) : NULL;
}

/* Returns what stands for a name: a place in counts, or what PCP has of it, which is for each CPU, and for a second. */
static char *leaf_text(const struct writing *to, int input)
{
	const struct input *own = &to->inputs->list[input];
	char *text = NULL;

	if (to->form == METRIC_AS_PAPI) {
		if (!own->has_attr)
			complain("%s: PAPI has no such number", own->name);
		else if (asprintf(&text, "N%d|", input) < 0)
			return no_memory();
	} else if (to->form != METRIC_AS_PCP) {
		if (asprintf(&text, "counts[%d]", input) < 0)
			return no_memory();
	} else if (!own->has_attr) {
		bool is_time = !strcasecmp(own->name, "duration_time");

		if (is_time && to->is_rate)
			return (text = strdup("1")) ? text : no_memory();
		complain(is_time ? "%s: PCP relates one event to a time, not several" : "%s: PCP has no such number",
			 own->name);
	} else {
		return pcp_leaf(to, input);
	}
	return text;
}

/* Returns what stands for a name; "source_count(NAME)" and its like are names of numbers, too. */
static char *name_text(const struct writing *to, const struct formula_step *step)
{
	char name[FORMULA_NAME_TEXT + 1], whole[FORMULA_NAME_TEXT + 32];
	int input;

	formula_plain_name(to->text + step->offset, step->length, name, sizeof name);
	snprintf(whole, sizeof whole, step->kind == FORMULA_COUNT_OF ? "source_count(%s)"
			: step->kind == FORMULA_CONSTANT	     ? "#%s"
								     : "%s",
		 name + (step->kind == FORMULA_CONSTANT && *name == '#'));
	input = take_input(to->inputs, to->metric, whole, to->plm);
	return input < 0 ? NULL : leaf_text(to, input);
}

static char *number_text(const struct writing *to, double number)
{
	char *text = NULL;
	char plain[64];

	snprintf(plain, sizeof plain, "%.17g", number);
	if (number - number != 0) {
		complain("a number that is not finite");
		return NULL;
	}
	if (asprintf(&text, "%s%s", plain, to->form == METRIC_AS_PAPI ? "|" :
		     to->form == METRIC_AS_PCP || strpbrk(plain, ".e") ? "" : ".0") < 0)
		return no_memory();
	return text;
}

static char *operator_text(const struct writing *to, enum formula_kind kind, char **operands)
{
	const struct operator_texts *own = &operators[kind];
	const char *pattern = to->form == METRIC_AS_PCP ? own->pcp : to->form == METRIC_AS_PAPI ? own->papi : own->c;
	bool good = true;
	char *text = added_text(to, kind, operands, &good);
	int count = formula_operands(kind);

	if (text || !good)
		return text;
	to->used[kind] = true;
	if (!pattern)
		complain(to->form == METRIC_AS_PCP ? "PCP has no operator for %% and ^" :
			 "PAPI computes with + - * / alone: %s", to->text);
	else if (asprintf(&text, pattern, operands[0], count > 1 ? operands[1] : "", count > 2 ? operands[2] : "") < 0)
		return no_memory();
	return text;
}

/*
 * Returns whether a formula has one event: PCP's functions take names, and its operators values of the same instances,
 * which two events never have. There is a rate, for each CPU, of one event or of events that the agent adds up; there
 * are means of all CPUs, since their counting began, of others.
 */
static bool has_one_event(const char *text, const struct formula *formula)
{
	const struct formula_step *first = NULL;
	static const char time[] = "duration_time";

	for (size_t i = 0; i < formula->count; i++) {
		const struct formula_step *step = &formula->steps[i];

		if (step->kind != FORMULA_NAME ||
		    formula_same_name(text + step->offset, step->length, time, sizeof time - 1))
			continue;
		if (first && !formula_same_name(text + step->offset, step->length, text + first->offset, first->length))
			return false;
		first = step;
	}
	return first;
}

/* Returns whether the events of a formula are added to each other before anything else. */
static bool has_one_sum(const char *text, const struct formula *formula)
{
	enum { NO_EVENT, A_SUM, OTHER } stack[FORMULA_STACK] = { NO_EVENT };
	static const char time[] = "duration_time";
	size_t depth = 0;

	for (size_t i = 0; i < formula->count; i++) {
		const struct formula_step *step = &formula->steps[i];
		size_t operands = (size_t)formula_operands((enum formula_kind)step->kind);
		int events = 0, sums = 0;

		for (size_t k = 0; k < operands; k++) {
			events += stack[depth - 1 - k] != NO_EVENT;
			sums += stack[depth - 1 - k] == A_SUM;
		}
		depth -= operands;
		if (events > 1 && (step->kind != FORMULA_PLUS || sums != events))
			return false;
		stack[depth++] = events > 1 ? A_SUM : events ? OTHER : step->kind == FORMULA_NAME &&
			!formula_same_name(text + step->offset, step->length, time, sizeof time - 1) ? A_SUM : NO_EVENT;
	}
	return depth && stack[0] != NO_EVENT;
}

/* Returns the whole formula. To be freed; NULL: there is none, which has been said. */
static char *formula_as(struct writing *to)
{
	struct formula formula;
	struct formula_error error = { .no_memory = false };
	char *stack[FORMULA_STACK] = { NULL };
	size_t depth = 0;
	bool good = true;

	if (!formula_parse(to->text, strlen(to->text), false, &formula, &error)) {
		if (error.no_memory)
			return no_memory();
		complain("%s: %s", to->text, error.message);
		return NULL;
	}
	to->is_rate = has_one_event(to->text, &formula) || has_one_sum(to->text, &formula);
	for (size_t i = 0; i < formula.count && good; i++) {
		const struct formula_step *step = &formula.steps[i];
		enum formula_kind kind = (enum formula_kind)step->kind;
		size_t operands = (size_t)formula_operands(kind);
		char *text = kind == FORMULA_NUMBER ? number_text(to, step->number)
			: operands		    ? operator_text(to, kind, &stack[depth - operands])
						    : name_text(to, step);

		for (; operands; operands--)
			free(stack[--depth]);
		good = text;
		stack[depth++] = text;
	}
	while (depth > 1 || (depth && !good))
		free(stack[--depth]);
	formula_free(&formula);
	return good ? stack[0] : NULL;
}

/* ---- names of metrics ---- */

/* Names that a C function cannot have: keywords, and names of <math.h> for numbers of any type. */
static const char *const words_of_c[] = { "asm", "auto", "break", "case", "char", "const", "continue", "default", "do",
	"double", "else", "enum", "extern", "float", "for", "goto", "if", "inline", "int", "linux", "long", "main",
	"register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
	"typeof", "union", "unix", "unsigned", "void", "volatile", "while", "bool", "true", "false", "nullptr",
	"constexpr", "alignas", "alignof", "static_assert", "thread_local", "typeof_unqual", "signgam",
	"math_errhandling",
	/* names of <linux/perf_event.h> without a common prefix */
	"NR_NAMESPACES", "NET_NS_INDEX", "UTS_NS_INDEX", "IPC_NS_INDEX", "PID_NS_INDEX", "USER_NS_INDEX",
	"MNT_NS_INDEX", "CGROUP_NS_INDEX" };
static const char *const functions_of_c[] = { "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt",
	"ceil", "copysign", "cos", "cosh", "drem", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim",
	"finite", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "gamma", "hypot", "ilogb", "isinf", "isnan", "j0",
	"j1", "jn", "ldexp", "lgamma", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround",
	"modf", "nan", "nearbyint", "nextafter", "nexttoward", "pow", "pow10", "remainder", "remquo", "rint", "round",
	"scalb", "scalbln", "scalbn", "significand", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
	"y0", "y1", "yn", "fpclassify", "isfinite", "isgreater", "isgreaterequal", "isless", "islessequal",
	"islessgreater", "isnormal", "isunordered", "signbit", "abs", "labs", "llabs" };

/* Prefixes of names in the output, of the compiler and of the headers. */
static const char *const beginnings_of_c[] = { "_", "metric_", "float_t", "double_t", "NAN", "INFINITY", "HUGE_VAL",
	"FP_", "M_", "MATH_", "PERF_", "IOC", "lgamma" };

static bool is_among(const char *const *words, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(words[i]) == length && !strncmp(words[i], name, length))
			return true;
	return false;
}

static bool is_of_c(const char *name)
{
	size_t length = strlen(name), functions = sizeof functions_of_c / sizeof functions_of_c[0];

	for (size_t i = 0; i < sizeof beginnings_of_c / sizeof beginnings_of_c[0]; i++)
		if (!strncmp(name, beginnings_of_c[i], strlen(beginnings_of_c[i])))
			return true;
	return is_among(words_of_c, sizeof words_of_c / sizeof words_of_c[0], name, length) ||
		is_among(functions_of_c, functions, name, length) ||
		(length && strchr("fl", name[length - 1]) && is_among(functions_of_c, functions, name, length - 1));
}

/* Returns a metric's name in letters, digits and _. To be freed; NULL: no memory, which has been said. */
static char *plain_symbol(const pfm_prepared_metric_t *prepared, bool is_c)
{
	const char *pmu = is_c && prepared->pmu ? prepared->pmu : "";
	bool has_name = prepared->id >= 0 || *prepared->name != '(' || !is_c;
	char instance[16] = "", *symbol;

	if (prepared->instance >= 0)
		snprintf(instance, sizeof instance, "_%d", prepared->instance);
	if (asprintf(&symbol, "%s%s%s%s", pmu, *pmu ? "_" : "", has_name ? prepared->name : "formula", instance) < 0)
		return no_memory();
	for (char *at = symbol; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	return symbol;
}

static bool is_taken(char *const *symbols, int count, const char *symbol)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(symbols[i], symbol))
			return true;
	return false;
}

/* Returns a metric's name likewise that is no word of the language, nor the name of a metric before. */
static char *symbol_of(const pfm_prepared_metric_t *prepared, bool is_c, char *const *symbols, int count)
{
	char *plain = plain_symbol(prepared, is_c), *symbol = NULL;

	for (int number = 1; plain && (!symbol || is_taken(symbols, count, symbol)); number++) {
		bool has_number = number > 1, needs_front = is_c && (is_of_c(plain) || isdigit((unsigned char)*plain));

		free(symbol);
		if (asprintf(&symbol, "%s%s%s%.0d", needs_front ? "metric_" : "", plain, has_number ? "_" : "",
			     has_number ? number : 0) < 0) {
			symbol = no_memory();
			break;
		}
	}
	if (symbol && strcmp(symbol, plain))
		complain("%s: is called %s here, since %s has another meaning", prepared->name, symbol, plain);
	free(plain);
	return symbol;
}

static void free_symbols(char **symbols, int count)
{
	for (int i = 0; symbols && i < count; i++)
		free(symbols[i]);
	free(symbols);
}

/* Lists one for each metric. For free_symbols(); NULL: no memory, which has been said. */
static char **list_symbols(const pfm_metrics_t *metrics, int count, bool is_c)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };
	char **symbols = calloc((size_t)count + 1, sizeof *symbols);

	if (!symbols)
		is_lacking(PFM_ERR_NOMEM);
	for (int i = 0; symbols && i < count && !pfm_get_prepared_metric(metrics, i, &prepared); i++) {
		symbols[i] = symbol_of(&prepared, is_c, symbols, i);
		if (!symbols[i]) {
			free_symbols(symbols, i);
			return NULL;
		}
	}
	return symbols;
}

/* ---- C ---- */

/* Prints the devices of an event, where there are several: what they count is added. */
static void print_c_devices(const struct input *input, int plm)
{
	pfm_perf_event_t *events;
	int count = list_devices(input->name, input->string, plm, &events);

	for (int i = 0; i < count; i++) {
		printf("%s%s", i ? ", " : "\t/* on each of: ", clean(events[i].device));
		if (events[i].attr.type != UINT32_MAX)
			printf(" (type %d)", (int)events[i].attr.type);
	}
	fputs(count ? " */\n" : "", stdout);
	free(events);
}

/* Prints the table whose order counts are in; what has no attr is a number of the caller's. */
static void print_c_inputs(const struct inputs *inputs, int plm)
{
	printf("static const struct {\n\tconst char *name;\n\tint group;         /* those of one count together */\n"
	       "\tstruct perf_event_attr attr; /* size 0: no event, but a number that the caller has */\n"
	       "} metric_events[%d] = {\n", inputs->count);
	for (int i = 0; i < inputs->count; i++) {
		const struct input *own = &inputs->list[i];

		if (own->has_attr)
			print_c_devices(own, plm);
		printf("\t{ .name = ");
		json_string(own->name);
		if (!own->has_attr) {
			puts(" },");
			continue;
		}
		printf(", .group = %d, .attr = {\n", own->round < 0 ? i : own->round);
		print_c_fields(&own->event.attr, own->event.idx, own->event.device, "\t\t");
		puts("\t} },");
	}
	puts("};\n");
}

static void print_c_head(const struct inputs *inputs, int plm, const bool *used)
{
	puts("/* Needs -lm. Counts: of metric_events, in their order, scaled if they were multiplexed, added up over\n"
	     "   all devices, whose types stand beside an event of several; NAN: not counted. Times are in seconds. A\n"
	     "   result of NAN is no value. */\n"
	     "#include <linux/perf_event.h>\n#include <math.h>\n");
	print_c_inputs(inputs, plm);
	for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++)
		if (used[i] && helpers[i])
			printf("static inline %s\n\n", helpers[i]);
}

static void print_c_function(const char *symbol, const pfm_prepared_metric_t *prepared, const pfm_metric_info_t *info,
			     const char *text)
{
	bool is_used = text && strstr(text, "counts[");

	printf("/* %s = %s", clean(prepared->name), clean(prepared->expanded));
	if (info->name && (*info->unit || info->scale < 1 || info->scale > 1))
		printf("; times %.15g: %s", info->scale, clean(info->unit));
	printf(" */\nstatic inline double %s(const double counts[static 1])\n{\n\tdouble value = %s;\n\n"
	       "%s\treturn isfinite(value) ? value : NAN;\n}\n\n",
	       symbol, text, is_used ? "" : "\t(void)counts;\n");
}

/* ---- PCP ---- */

/* Returns whether one of the formulas has a sum. */
static bool is_sum_used(const struct pcp_sum *sum, char **texts, int count)
{
	char name[sizeof sum->name + 32];
	bool is_used = false;

	snprintf(name, sizeof name, "(perfevent.derived.%s.value)", sum->name);
	for (int i = 0; i < count && is_pcp_sum(sum); i++)
		is_used |= texts[i] && strstr(texts[i], name);
	return is_used;
}

static bool is_first_of_name(const struct inputs *inputs, int sum)
{
	for (int i = 0; i < sum; i++)
		if (!strcmp(inputs->sums[i].name, inputs->sums[sum].name))
			return false;
	return true;
}

static void print_pcp_events(const struct inputs *inputs, char **texts, int count)
{
	puts("# Of pmdaperfevent's perfevent.conf. Lines with #: are for PCP_DERIVED_CONFIG:\n"
	     "#   sed -n 's/^#: //p'\n"
	     "# Of one event or a sum of events, and a time: of each CPU, for the time between two values.\n"
	     "# Of others: of all CPUs, since their counting began.\n[perf]");
	for (int i = 0; i < inputs->count; i++)
		if (*inputs->list[i].pcp.string)
			print_pcp_event(&inputs->list[i].pcp);
	for (int i = 0; i < inputs->sum_count; i++)
		if (is_sum_used(&inputs->sums[i], texts, count) && is_first_of_name(inputs, i))
			print_pcp_sum(&inputs->sums[i]);
}

static void print_pcp_formula(const char *symbol, const pfm_prepared_metric_t *prepared,
			      const pfm_metric_info_t *info, const char *text)
{
	(void)prepared;
	printf("#: pfmkit.%s = ", symbol);
	if (info->name && (info->scale < 1 || info->scale > 1))
		printf("%.17g * ", info->scale);
	puts(text);
}

/* ---- objects ---- */

static void json_input(const struct input *input, int plm, bool first_of_all)
{
	const struct perf_event_attr *attr = &input->event.attr;
	bool first = true;

	fputs(first_of_all ? "{" : ",{", stdout);
	json_text(&first, "name", input->name);
	json_text(&first, "device", input->has_attr && *input->event.device ? input->event.device : NULL);
	if (input->has_attr) {
		json_devices(&first, input->name, input->string, plm);
		json_number(&first, "type", attr->type == UINT32_MAX ? -1 : (long long)attr->type);
		json_hex(&first, "config", attr->config);
		json_hex(&first, "config1", attr->config1);
		json_hex(&first, "config2", attr->config2);
		json_bool(&first, "user", !attr->exclude_user);
		json_bool(&first, "kernel", !attr->exclude_kernel);
		if (input->round >= 0)
			json_number(&first, "round", input->round + 1);
	}
	putchar('}');
}

static void print_metric_form_object(const struct inputs *inputs, int plm, const pfm_prepared_metric_t *prepared,
				     const pfm_metric_info_t *info)
{
	bool first = true;

	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "metric", prepared->name);
	json_text(&first, "pmu", prepared->pmu);
	json_text(&first, "formula", prepared->expanded);
	json_text(&first, "unit", info->name ? info->unit : "");
	json_key(&first, "scale");
	printf("%.17g", info->name ? info->scale : 1);
	json_bool(&first, "split", prepared->is_split);
	json_key(&first, "events");
	putchar('[');
	for (int i = 0; i < inputs->count; i++)
		json_input(&inputs->list[i], plm, !i);
	puts("]}");
}

/* ---- PAPI ---- */

/* Writes an event's string, of a core without PMU, as the CPU line has it. False: none, which has been said. */
static bool papi_string(const struct input *input, int plm, char *text, size_t size)
{
	pfm_perf_event_t *events;
	int count = read_perfs(input->string, &(struct given){ .plm = plm, .plm_given = true }, &events, NULL);

	free(events);
	if (count > 1)
		complain("%s: is on %d devices, and an event of PAPI is on one", input->name, count);
	return count == 1 && libpfm_event(input, text, size);
}

/* Writes the PMU of the first event not of the kernel's own, else this machine's core. False: an error, as above. */
static bool papi_cpu(const struct inputs *inputs, int plm, char *text, size_t size)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;
	int most = 0;

	for (int i = 0; i < inputs->count; i++) {
		if (!papi_string(&inputs->list[i], plm, text, size))
			return false;
		if (strncmp(text, "perf", 4) != 0) {
			*strstr(text, "::") = '\0';
			return true;
		}
	}
	for_each_pmu(pmu)
		if (next_pmu(pmu, &info) && info.is_present && info.type == PFM_PMU_TYPE_CORE && info.nevents > most) {
			most = info.nevents; /* so that it is not the architectural PMU, which has few events */
			snprintf(text, size, "%s", info.name);
		}
	if (most)
		return true;
	complain("PAPI's file names a CPU, and the core PMU of this one is not known");
	return false;
}

static bool print_papi_event(const struct inputs *inputs, int plm, const pfm_prepared_metric_t *prepared,
			     const pfm_metric_info_t *info, const char *text)
{
	char cpu[512], string[512], *symbol = plain_symbol(prepared, false);
	bool has_scale = info->name && (info->scale < 1 || info->scale > 1);
	size_t length;

	if (!symbol || !papi_cpu(inputs, plm, cpu, sizeof cpu)) {
		free(symbol);
		return false;
	}
	length = strlen(cpu);
	printf("CPU,%s\nEVENT,%s,", cpu, symbol);
	if (!strcmp(text, "N0|") && !has_scale)
		printf("NOT_DERIVED");
	else if (has_scale)
		printf("DERIVED_POSTFIX,%s%.17g|*|", text, info->scale);
	else
		printf("DERIVED_POSTFIX,%s", text);
	for (int i = 0; i < inputs->count; i++) {
		papi_string(&inputs->list[i], plm, string, sizeof string);
		printf(",%s", !strncmp(string, cpu, length) && string[length] == ':' ? string + length + 2 : string);
	}
	putchar('\n');
	free(symbol);
	return true;
}

/* ---- all ---- */

/* Returns whether the events of all metrics stand together, before them. */
static bool is_joint(enum metric_form form)
{
	return form == METRIC_AS_C || form == METRIC_AS_PCP;
}

/* Writes each metric's text, in their order, and the inputs of all; objects and PAPI's events have their own. */
static bool write_all(struct writing *to, const pfm_metrics_t *metrics, char **texts)
{
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };

	for (int i = 0; !pfm_get_prepared_metric(metrics, i, &prepared); i++) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (!is_joint(to->form))
			to->inputs->count = 0;
		if (prepared.id >= 0)
			pfm_get_metric_info(prepared.id, &info);
		to->metric = i;
		to->text = prepared.expanded;
		texts[i] = formula_as(to);
		if (!texts[i])
			return false;
		if (to->form == METRIC_AS_JSON)
			print_metric_form_object(to->inputs, to->plm, &prepared, &info);
		else if (to->form == METRIC_AS_PAPI &&
			 !print_papi_event(to->inputs, to->plm, &prepared, &info, texts[i]))
			return false;
	}
	return true;
}

static bool print_all(const struct writing *to, const pfm_metrics_t *metrics, char **texts, int count)
{
	bool is_c = to->form == METRIC_AS_C;
	pfm_prepared_metric_t prepared = { .size = sizeof prepared };
	char **symbols = list_symbols(metrics, count, is_c);

	if (!symbols)
		return false;
	if (is_c)
		print_c_head(to->inputs, to->plm, to->used);
	else
		print_pcp_events(to->inputs, texts, count);
	for (int i = 0; i < count && !pfm_get_prepared_metric(metrics, i, &prepared); i++) {
		pfm_metric_info_t info = { .size = sizeof info };

		if (prepared.id >= 0)
			pfm_get_metric_info(prepared.id, &info);
		(is_c ? print_c_function : print_pcp_formula)(symbols[i], &prepared, &info, texts[i]);
	}
	free_symbols(symbols, count);
	return true;
}

bool write_metrics_as(const struct metric_request *request, const struct given *given, enum metric_form form)
{
	pfm_metric_options_t options = options_of(request, given);
	pfm_metrics_info_t all = { .size = sizeof all };
	bool used[FORMULA_NOTHING + 1] = { false }, good, is_whole;
	struct inputs inputs = { .list = calloc(MOST_INPUTS, sizeof *inputs.list),
		.sums = form == METRIC_AS_PCP ? calloc(MOST_SUMS, sizeof *inputs.sums) : NULL };
	struct writing to = { .inputs = &inputs, .form = form, .plm = given->plm, .used = used };
	pfm_metrics_t *metrics;
	char **texts = NULL;

	options.flags &= ~PFM_METRIC_THRESHOLDS;
	metrics = prepare_metrics(request, &options);
	inputs.metrics = metrics;
	if (metrics) {
		say_of_constants(metrics, request, 0);
		pfm_get_metrics_info(metrics, &all);
		texts = calloc((size_t)all.metrics + 1, sizeof *texts);
	}
	is_whole = texts && inputs.list && (inputs.sums || form != METRIC_AS_PCP);
	if (metrics && !is_whole)
		is_lacking(PFM_ERR_NOMEM);
	good = metrics && is_whole && write_all(&to, metrics, texts);
	if (good && is_joint(form))
		good = print_all(&to, metrics, texts, all.metrics);
	for (int i = 0; texts && i < all.metrics; i++)
		free(texts[i]);
	free(texts);
	for (int i = 0; inputs.list && i < inputs.count; i++)
		free_pcp_boxes(&inputs.list[i].pcp);
	free(inputs.sums);
	free(inputs.list);
	pfm_free_metrics(metrics);
	return good;
}
