/*
 * Formulas over counts: text becomes steps; steps and numbers become a value, or the reason why there is none.
 *
 * Nothing here knows an event or a machine: the caller binds the names and constants by turning steps that name
 * something (FORMULA_NAME, FORMULA_CONSTANT, FORMULA_*_OF) into FORMULA_LEAF or FORMULA_NUMBER. The table compiler uses
 * the same code, so this depends on the C library only. For the language see pfm-metrics(7).
 */
#ifndef PFM_FORMULA_H
#define PFM_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	FORMULA_TEXT = 1 << 20, /* bytes of a formula, with those of the metrics that it refers to */
	FORMULA_NESTING = 64,   /* depth of parentheses, signs and "else" */
	FORMULA_DIGITS = 127,   /* bytes of a number */
	FORMULA_NAME_TEXT = 1023, /* bytes of a name */
	/* operands at hand while computing: per level one for each precedence, and two of an "if" */
	FORMULA_STACK = (FORMULA_NESTING + 2) * 10,
};

/* Kinds of tokens and of steps. */
enum formula_kind {
	FORMULA_END,
	/* binary operators, from the lowest precedence to the highest */
	FORMULA_OR, FORMULA_XOR, FORMULA_AND,
	FORMULA_LESS, FORMULA_MORE, FORMULA_NOT_MORE, FORMULA_NOT_LESS,
	FORMULA_PLUS, FORMULA_MINUS,
	FORMULA_TIMES, FORMULA_OVER, FORMULA_REST,
	FORMULA_MIN, FORMULA_MAX, FORMULA_RATIO,
	/* unary: a sign; ternary: value, condition, other value, in the order of the text */
	FORMULA_NEGATIVE, FORMULA_IF,
	/* text that names something */
	FORMULA_NUMBER, FORMULA_CONSTANT, FORMULA_NAME,
	FORMULA_COUNT_OF, FORMULA_HAS_OF, FORMULA_CPUID_OF, /* source_count, has_event, strcmp_cpuid_str */
	/* only tokens */
	FORMULA_OPEN, FORMULA_CLOSE, FORMULA_COMMA, FORMULA_EQUALS, FORMULA_ELSE,
	/* only steps */
	FORMULA_LEAF,           /* the number at hand as values[leaf] */
	FORMULA_NOTHING,        /* no value; member why has the reason */
};

/* ---- tokens ---- */

/* What is wrong with a formula, and where: a range of bytes in its text. */
struct formula_error {
	size_t offset, length;
	char message[160];
	char expected[96];      /* what is expected there instead; "": nothing to add */
	bool no_memory;
};

struct formula_token {
	enum formula_kind kind;
	size_t offset, length;
};

/* The text being read. Intel's dialect has && and || for & and |, and NAME[0] for the first of several boxes. */
struct formula_reader {
	const char *text;
	size_t length, at;
	bool is_intel;
};

/* Reads the next token, FORMULA_END behind the last. False, and an error: characters that begin none. */
bool formula_next(struct formula_reader *reader, struct formula_token *token, struct formula_error *error);

/*
 * Writes the text with one blank between tokens, and none where people write none: behind "(" and names of functions,
 * before "," and ")"; Intel's && and || become & and |. Returns the length of the whole, as snprintf(). From what is no
 * token on the text is copied as it is.
 */
size_t formula_tidy(const char *text, size_t length, bool is_intel, char *to, size_t size);

/* Returns how many bytes at the beginning of a text are a number, and the number; 0: none. Signs are not read. */
size_t formula_number(const char *text, size_t length, double *number);

/* ---- steps ---- */

/* Steps are in the order of computation: operands before their operator. */
struct formula_step {
	uint8_t kind;           /* enum formula_kind */
	uint8_t why; /* for FORMULA_NOTHING: the reason; for FORMULA_LEAF while writing: formula_tightness() */
	uint16_t length;        /* bytes of the text that the step stands for, from offset on; 0: none */
	uint32_t offset;
	union {
		double number;  /* for FORMULA_NUMBER */
		int32_t leaf;   /* for FORMULA_LEAF: index of the leaf */
		int32_t about;  /* for operators and FORMULA_NOTHING: what the reason refers to */
	};
};

struct formula {
	struct formula_step *steps;
	size_t count;
};

/*
 * Reads a whole formula: steps are allocated. False: an error, and nothing to free. Operators are about the number of
 * their own step.
 */
bool formula_parse(const char *text, size_t length, bool is_intel, struct formula *formula,
		   struct formula_error *error);
void formula_free(struct formula *formula);

/*
 * Computes what needs no leaf, leaves out what does not matter (the other branch of an "if" whose condition is known,
 * x of 0 & x and 1 | x), and makes what divides by a 0 of the text a step without value. Returns how many steps are
 * left: one that is no leaf means that the counts do not matter.
 */
size_t formula_fold(struct formula_step *steps, size_t count);

/* ---- values ---- */

/* Why there is no value. Reasons from FORMULA_LEAF_REASONS on are those of leaves, defined by the caller. */
enum formula_reason { FORMULA_HAS_VALUE, FORMULA_DIVIDED_BY_0, FORMULA_NOT_FINITE, FORMULA_LEAF_REASONS };

struct formula_value {
	double number;          /* valid if why is FORMULA_HAS_VALUE */
	int32_t why;            /* enum formula_reason: the first reason from the left */
	int32_t about;          /* member about of the step or the leaf that has no value */
};

/* Returns how many values are at hand at most while steps are computed. */
size_t formula_depth(const struct formula_step *steps, size_t count);

/*
 * Returns the value of steps, which are leaves, numbers and operators only. stack: room for formula_depth() values;
 * nothing else is written, no lock taken, nothing allocated.
 */
struct formula_value formula_compute(const struct formula_step *steps, size_t count,
				     const struct formula_value *values, struct formula_value *stack);

/* Returns the value of one operator; operands: as many as it has, from left to right. */
struct formula_value formula_apply(const struct formula_step *step, const struct formula_value *operands);

/* Returns how many operands a step has: 0 to 3. */
static inline int formula_operands(enum formula_kind kind)
{
	if (kind == FORMULA_IF)
		return 3;
	return kind == FORMULA_NEGATIVE ? 1 : kind >= FORMULA_OR && kind <= FORMULA_RATIO ? 2 : 0;
}

/* ---- names ---- */

/* Writes a name as perf's language has it, without backslashes, with / for @. As snprintf(). */
size_t formula_plain_name(const char *name, size_t length, char *to, size_t size);

/* Returns whether two names are one: backslashes and letter case aside. */
bool formula_same_name(const char *a, size_t a_length, const char *b, size_t b_length);

/* Returns a hash that is the same for two names that are one. */
uint32_t formula_name_hash(const char *name, size_t length);

/* ---- writing ---- */

/*
 * Writes steps as text, with no more parentheses than needed, as snprintf(); SIZE_MAX: out of memory. say writes the
 * text of a step without operands, but for numbers that no text has, and returns its length, as snprintf().
 */
typedef size_t formula_say(const void *data, const struct formula_step *step, char *to, size_t size);
size_t formula_write(const struct formula_step *steps, size_t count, formula_say *say, const void *data, char *to,
		     size_t size);

/* Returns how tight the text of steps is, for a leaf written as that text: in parentheses where it needs them. */
uint8_t formula_tightness(const struct formula_step *steps, size_t count);

#endif
