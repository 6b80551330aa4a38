/*
 * Formulas: from tokens to steps. Operands are written before their operator, so formulas are computed, folded and
 * written without a tree. The parser descends from operators of low precedence to those of higher precedence.
 */
#include "formula/formula.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/number.h"

struct formula_parser {
	struct formula_reader reader;
	struct formula_token token;     /* the next token, not yet used */
	struct formula_step *steps;
	size_t count;
	int nesting;
	struct formula_error *error;
};

static bool read_choice(struct formula_parser *parser);

/* ---- errors ---- */

static bool fail_here(struct formula_parser *parser, const char *expected, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static bool fail_here(struct formula_parser *parser, const char *expected, const char *format, ...)
{
	va_list arguments;

	*parser->error = (struct formula_error){ .offset = parser->token.offset, .length = parser->token.length };
	va_start(arguments, format);
	vsnprintf(parser->error->message, sizeof parser->error->message, format, arguments);
	va_end(arguments);
	snprintf(parser->error->expected, sizeof parser->error->expected, "%s", expected);
	return false;
}

static bool fail_unexpected(struct formula_parser *parser, const char *expected)
{
	const struct formula_token *token = &parser->token;
	int length = token->length > 60 ? 60 : (int)token->length;

	if (token->kind == FORMULA_END)
		return fail_here(parser, expected, "the formula ends too early");
	return fail_here(parser, expected, "'%.*s' cannot stand here", length, parser->reader.text + token->offset);
}

/* ---- tokens and steps ---- */

static bool next_token(struct formula_parser *parser)
{
	return formula_next(&parser->reader, &parser->token, parser->error);
}

static bool expect_token(struct formula_parser *parser, enum formula_kind kind, const char *expected)
{
	return parser->token.kind == kind ? next_token(parser) : fail_unexpected(parser, expected);
}

static void add_step(struct formula_parser *parser, enum formula_kind kind, const struct formula_token *token)
{
	struct formula_step *step = &parser->steps[parser->count];

	*step = (struct formula_step){ .kind = (uint8_t)kind, .offset = (uint32_t)token->offset,
		.length = (uint16_t)token->length, .about = (int32_t)parser->count };
	parser->count++;
}

static void add_number_step(struct formula_parser *parser)
{
	const struct formula_token *token = &parser->token;
	double number = number_of_text(parser->reader.text + token->offset, token->length);
	struct formula_step *step = &parser->steps[parser->count];

	add_step(parser, FORMULA_NUMBER, token);
	if (number <= DBL_MAX) {
		step->number = number;
	} else {
		step->kind = FORMULA_NOTHING;
		step->why = FORMULA_NOT_FINITE;
	}
}

/* Counts one more level of nesting, which leave_nesting() leaves. False: too many. */
static bool enter_nesting(struct formula_parser *parser)
{
	if (parser->nesting == FORMULA_NESTING)
		return fail_here(parser, "", "more than %d parentheses, signs and \"else\" in each other",
			FORMULA_NESTING);
	parser->nesting++;
	return true;
}

static bool leave_nesting(struct formula_parser *parser)
{
	parser->nesting--;
	return true;
}

/* ---- the grammar, from tight to weak ---- */

static bool read_in_parentheses(struct formula_parser *parser)
{
	return enter_nesting(parser) && next_token(parser) && read_choice(parser) && leave_nesting(parser) &&
	       expect_token(parser, FORMULA_CLOSE, "an operator or )");
}

/* Reads min, max or d_ratio. */
static bool read_function(struct formula_parser *parser)
{
	struct formula_token function = parser->token;

	if (!next_token(parser) || !enter_nesting(parser) || !expect_token(parser, FORMULA_OPEN, "(") ||
		!read_choice(parser) ||
		!expect_token(parser, FORMULA_COMMA, "an operator or the comma before the second value") ||
		!read_choice(parser) || !leave_nesting(parser))
		return false;
	add_step(parser, function.kind, &function);
	return expect_token(parser, FORMULA_CLOSE, "an operator or )");
}

/* Reads source_count, has_event or strcmp_cpuid_str: the step says the name. */
static bool read_question(struct formula_parser *parser)
{
	enum formula_kind kind = parser->token.kind;
	struct formula_token name;

	if (!next_token(parser) || !expect_token(parser, FORMULA_OPEN, "("))
		return false;
	name = parser->token;
	if (!expect_token(parser, FORMULA_NAME, "a name"))
		return false;
	add_step(parser, kind, &name);
	return expect_token(parser, FORMULA_CLOSE, ")");
}

static bool read_sign(struct formula_parser *parser);

static bool read_one(struct formula_parser *parser)
{
	switch (parser->token.kind) {
	case FORMULA_NUMBER:
		if (parser->token.length > FORMULA_DIGITS)
			return fail_here(parser, "", "a number of more than %d bytes", FORMULA_DIGITS);
		add_number_step(parser);
		return next_token(parser);
	case FORMULA_CONSTANT:
	case FORMULA_NAME:
		add_step(parser, parser->token.kind, &parser->token);
		return next_token(parser);
	case FORMULA_MINUS:
		return read_sign(parser);
	case FORMULA_OPEN:
		return read_in_parentheses(parser);
	case FORMULA_MIN:
	case FORMULA_MAX:
	case FORMULA_RATIO:
		return read_function(parser);
	case FORMULA_COUNT_OF:
	case FORMULA_HAS_OF:
	case FORMULA_CPUID_OF:
		return read_question(parser);
	default:
		return fail_unexpected(parser, "a name, a number, a constant, a sign or (");
	}
}

static bool read_sign(struct formula_parser *parser)
{
	struct formula_token sign = parser->token;

	if (!enter_nesting(parser) || !next_token(parser) || !read_one(parser))
		return false;
	add_step(parser, FORMULA_NEGATIVE, &sign);
	return leave_nesting(parser);
}

/* Returns an operator's strength: 1 is the weakest; 0: no operator of two operands. */
static int strength_of(enum formula_kind kind)
{
	static const uint8_t strengths[] = { [FORMULA_OR] = 1, [FORMULA_XOR] = 2, [FORMULA_AND] = 3,
		[FORMULA_LESS] = 4, [FORMULA_MORE] = 4, [FORMULA_NOT_MORE] = 4, [FORMULA_NOT_LESS] = 4,
		[FORMULA_PLUS] = 5, [FORMULA_MINUS] = 5, [FORMULA_TIMES] = 6, [FORMULA_OVER] = 6,
		[FORMULA_REST] = 6 };

	return kind < sizeof strengths ? strengths[kind] : 0;
}

/* Reads operators of at least that strength, from left to right. */
static bool read_binary(struct formula_parser *parser, int weakest)
{
	int strength;

	if (!read_one(parser))
		return false;
	while ((strength = strength_of(parser->token.kind)) && strength >= weakest) {
		struct formula_token sign = parser->token;

		if (!next_token(parser) || !read_binary(parser, strength + 1))
			return false;
		add_step(parser, sign.kind, &sign);
	}
	return true;
}

static bool read_choice(struct formula_parser *parser)
{
	struct formula_token word;

	if (!read_binary(parser, 1))
		return false;
	word = parser->token;
	if (word.kind != FORMULA_IF)
		return true;
	if (!next_token(parser) || !read_binary(parser, 1) || !enter_nesting(parser) ||
		!expect_token(parser, FORMULA_ELSE, "an operator or \"else\"") || !read_choice(parser))
		return false;
	add_step(parser, FORMULA_IF, &word);
	return leave_nesting(parser);
}

static bool read_whole(struct formula_parser *parser)
{
	return next_token(parser) && read_choice(parser) &&
	       (parser->token.kind == FORMULA_END || fail_unexpected(parser, "an operator or the end"));
}

bool formula_parse(const char *text, size_t length, bool is_intel, struct formula *formula,
		   struct formula_error *error)
{
	struct formula_parser parser = { .reader = { .text = text, .length = length, .is_intel = is_intel },
		.error = error };

	*formula = (struct formula){ 0 };
	if (length > FORMULA_TEXT)
		return fail_here(&parser, "", "a formula of more than %d bytes", FORMULA_TEXT);
	/* every step stands for at least one byte of text */
	parser.steps = malloc((length + 1) * sizeof *parser.steps);
	if (!parser.steps) {
		fail_here(&parser, "", "out of memory");
		error->no_memory = true;
		return false;
	}
	if (!read_whole(&parser)) {
		free(parser.steps);
		return false;
	}
	formula->steps = parser.steps;
	formula->count = parser.count;
	return true;
}

void formula_free(struct formula *formula)
{
	free(formula->steps);
	*formula = (struct formula){ 0 };
}
