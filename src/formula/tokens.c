/* Formulas: cuts text into tokens, and names tokens in messages. */
#include "formula/formula.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formula/number.h"

/* Tokens with one spelling only. Words are lowercase, and must not be part of a longer name. */
static const struct fixed_token {
	char text[17];
	uint8_t kind;
} fixed_tokens[] = {
	/* if one begins with another, the longer one comes first */
	{ "<=", FORMULA_NOT_MORE }, { ">=", FORMULA_NOT_LESS }, { "|", FORMULA_OR }, { "^", FORMULA_XOR },
	{ "&", FORMULA_AND }, { "<", FORMULA_LESS }, { ">", FORMULA_MORE }, { "+", FORMULA_PLUS },
	{ "-", FORMULA_MINUS }, { "*", FORMULA_TIMES }, { "/", FORMULA_OVER }, { "%", FORMULA_REST },
	{ "(", FORMULA_OPEN }, { ")", FORMULA_CLOSE }, { ",", FORMULA_COMMA }, { "=", FORMULA_EQUALS },
	{ "if", FORMULA_IF }, { "else", FORMULA_ELSE }, { "min", FORMULA_MIN }, { "max", FORMULA_MAX },
	{ "d_ratio", FORMULA_RATIO }, { "source_count", FORMULA_COUNT_OF }, { "has_event", FORMULA_HAS_OF },
	{ "strcmp_cpuid_str", FORMULA_CPUID_OF },
};
enum { FIXED_TOKENS = sizeof fixed_tokens / sizeof fixed_tokens[0] };

/* ---- characters: what a language's letters are is no matter of the user's locale ---- */

static bool is_blank_in_formula(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_decimal(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns whether c is a letter, a digit or _: a bit each, of the codes from 0x40 on and of those before. */
static bool is_word_character(char c)
{
	static const uint64_t letters = UINT64_C(0x07fffffe87fffffe), digits = UINT64_C(0x03ff000000000000);
	unsigned char code = (unsigned char)c;

	return code < 0x80 && (code < 0x40 ? digits : letters) >> (code & 0x3f) & 1;
}

static char character_at(const struct formula_reader *reader, size_t at)
{
	return at < reader->length ? reader->text[at] : '\0';
}

static size_t decimals_from(const struct formula_reader *reader, size_t at)
{
	size_t end = at;

	while (is_decimal(character_at(reader, end)))
		end++;
	return end - at;
}

/* ---- how long a token is ---- */

/* Returns the length of a number; 0: none begins here. */
static size_t number_length(const struct formula_reader *reader)
{
	size_t at = reader->at, digits = decimals_from(reader, at), exponent;

	at += digits;
	if (character_at(reader, at) == '.') {
		size_t more = decimals_from(reader, at + 1);

		if (!digits && !more)
			return 0;
		at += 1 + more;
	} else if (!digits) {
		return 0;
	}
	if (character_at(reader, at) != 'e' && character_at(reader, at) != 'E')
		return at - reader->at;
	exponent = at + 1;
	if (character_at(reader, exponent) == '+' || character_at(reader, exponent) == '-')
		exponent++;
	digits = decimals_from(reader, exponent);
	return (digits ? exponent + digits : at) - reader->at;
}

/* Returns the length of a name; 0: none begins here. *open: an @ that has no partner, else NULL. */
static size_t name_length(const struct formula_reader *reader, const char **open)
{
	size_t at = reader->at;

	for (*open = NULL;; at++) {
		char c, next;

		while (at < reader->length && (is_word_character(reader->text[at]) || reader->text[at] == '.'))
			at++;
		c = character_at(reader, at);
		next = character_at(reader, at + 1);
		if (c == '@')
			*open = *open ? NULL : reader->text + at;
		else if (c == '\\' && (next == ',' || next == '=' || next == '-'))
			at++;
		else if (c != ':' && c != '?' && !(*open && (c == ',' || c == '=')))
			break;
	}
	if (reader->is_intel && at > reader->at && at + 2 < reader->length && !memcmp(reader->text + at, "[0]", 3))
		at += 3;
	return at - reader->at;
}

static size_t constant_length(const struct formula_reader *reader)
{
	size_t at = reader->at;

	if (character_at(reader, at) != '#')
		return 0;
	while (is_word_character(character_at(reader, at + 1)))
		at++;
	return at == reader->at ? 0 : at + 1 - reader->at;
}

static void skip_blanks(struct formula_reader *reader)
{
	while (reader->at < reader->length && is_blank_in_formula(reader->text[reader->at]))
		reader->at++;
}

/* ---- tokens ---- */

static bool fail_token(struct formula_error *error, size_t offset, size_t length, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
static bool fail_token(struct formula_error *error, size_t offset, size_t length, const char *format, ...)
{
	va_list arguments;

	*error = (struct formula_error){ .offset = offset, .length = length };
	va_start(arguments, format);
	vsnprintf(error->message, sizeof error->message, format, arguments);
	va_end(arguments);
	return false;
}

static bool fail_character(const struct formula_reader *reader, struct formula_error *error)
{
	unsigned char c = (unsigned char)reader->text[reader->at];

	if (c == '#')
		return fail_token(error, reader->at, 1, "# without the name of a constant");
	if (c > ' ' && c < 0x7f)
		return fail_token(error, reader->at, 1, "'%c' is no part of a formula", c);
	return fail_token(error, reader->at, 1, "byte 0x%02x is no part of a formula", c);
}

/* Returns the kind of a word of the grammar, FORMULA_NAME for any other. */
static enum formula_kind kind_of_word(const char *text, size_t length)
{
	/* fast path: most names begin otherwise or are longer */
	if (length > sizeof "strcmp_cpuid_str" - 1 || !strchr("iemdsh", *text))
		return FORMULA_NAME;
	for (int i = 0; i < FIXED_TOKENS; i++)
		if (strlen(fixed_tokens[i].text) == length && !memcmp(fixed_tokens[i].text, text, length))
			return fixed_tokens[i].kind;
	return FORMULA_NAME;
}

static bool next_word_token(struct formula_reader *reader, struct formula_token *token, struct formula_error *error)
{
	const char *open;
	size_t number = number_length(reader), name = name_length(reader, &open);

	token->kind = FORMULA_NUMBER;
	token->length = number;
	if (name > number) {
		if (open)
			return fail_token(error, (size_t)(open - reader->text), 1,
				"@ without the @ that ends its terms");
		token->length = name;
		token->kind = kind_of_word(reader->text + reader->at, name);
	} else if (!number) {
		token->kind = FORMULA_CONSTANT;
		token->length = constant_length(reader);
	}
	if (token->length > FORMULA_NAME_TEXT)
		return fail_token(error, reader->at, token->length, "more than %d bytes of a name", FORMULA_NAME_TEXT);
	return token->length || fail_character(reader, error);
}

/* Reads an operator. One of two characters may have blanks between them: "> =". */
static bool next_sign(struct formula_reader *reader, struct formula_token *token)
{
	char first = reader->text[reader->at];

	if (is_word_character(first))
		return false;
	for (int i = 0; i < FIXED_TOKENS; i++) {
		const struct fixed_token *fixed = &fixed_tokens[i];
		struct formula_reader copy;

		if (fixed->text[0] != first)
			continue;
		copy = *reader;
		copy.at++;
		if (fixed->text[1]) {
			skip_blanks(&copy);
			if (character_at(&copy, copy.at++) != fixed->text[1])
				continue;
		} else if (reader->is_intel && (fixed->text[0] == '&' || fixed->text[0] == '|') &&
			   character_at(&copy, copy.at) == fixed->text[0]) {
			copy.at++;
		}
		token->kind = fixed->kind;
		token->length = copy.at - reader->at;
		return true;
	}
	return false;
}

bool formula_next(struct formula_reader *reader, struct formula_token *token, struct formula_error *error)
{
	skip_blanks(reader);
	*token = (struct formula_token){ .kind = FORMULA_END, .offset = reader->at };
	if (reader->at == reader->length)
		return true;
	if (!next_sign(reader, token) && !next_word_token(reader, token, error))
		return false;
	reader->at += token->length;
	return true;
}

size_t formula_number(const char *text, size_t length, double *number)
{
	struct formula_reader reader = { .text = text, .length = length };
	size_t own = number_length(&reader);

	if (own > FORMULA_DIGITS)
		return 0;
	if (own)
		*number = number_of_text(text, own);
	return own;
}

/* ---- text as people write it ---- */

static bool is_function(enum formula_kind kind)
{
	return kind == FORMULA_MIN || kind == FORMULA_MAX || kind == FORMULA_RATIO || kind == FORMULA_COUNT_OF ||
	       kind == FORMULA_HAS_OF || kind == FORMULA_CPUID_OF;
}

/* Returns whether an operand ends with it. */
static bool ends_operand(enum formula_kind kind)
{
	return kind == FORMULA_CLOSE || (kind >= FORMULA_NUMBER && kind <= FORMULA_NAME);
}

static bool needs_blank(enum formula_kind before, bool before_is_sign, enum formula_kind after)
{
	return before != FORMULA_END && before != FORMULA_OPEN && !before_is_sign && after != FORMULA_CLOSE &&
	       after != FORMULA_COMMA && !(is_function(before) && after == FORMULA_OPEN);
}

struct tidy_text {
	char *to;
	size_t size, length;
};

static void add_tidy(struct tidy_text *text, const char *from, size_t length)
{
	for (size_t i = 0; i < length; i++, text->length++)
		if (text->length + 1 < text->size)
			text->to[text->length] = from[i];
}

static void add_token(struct tidy_text *tidy, const char *text, const struct formula_token *token)
{
	for (int i = 0; i < FIXED_TOKENS; i++)
		if (fixed_tokens[i].kind == token->kind) {
			add_tidy(tidy, fixed_tokens[i].text, strlen(fixed_tokens[i].text));
			return;
		}
	add_tidy(tidy, text + token->offset, token->length);
}

size_t formula_tidy(const char *text, size_t length, bool is_intel, char *to, size_t size)
{
	struct formula_reader reader = { .text = text, .length = length, .is_intel = is_intel };
	struct tidy_text tidy = { .to = to, .size = size };
	struct formula_token token;
	struct formula_error error;
	enum formula_kind before = FORMULA_END;
	bool is_sign = false;
	bool good;

	while ((good = formula_next(&reader, &token, &error)) && token.kind != FORMULA_END) {
		if (needs_blank(before, is_sign, token.kind))
			add_tidy(&tidy, " ", 1);
		add_token(&tidy, text, &token);
		is_sign = token.kind == FORMULA_MINUS && !ends_operand(before);
		before = token.kind;
	}
	if (!good) {
		if (before != FORMULA_END)
			add_tidy(&tidy, " ", 1);
		add_tidy(&tidy, text + reader.at, length - reader.at);
	}
	if (size)
		to[tidy.length < size ? tidy.length : size - 1] = '\0';
	return tidy.length;
}
