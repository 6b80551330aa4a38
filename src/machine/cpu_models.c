/*
 * A name is reduced to plain text (lowercase letters, no brands, frequencies or numbers of cores), which is looked up
 * in a table of patterns (cpu_models.def).
 */
#define _GNU_SOURCE
#include "machine/cpu_models.h"

#include <ctype.h>
#include <string.h>

/* Three strings a row, one behind the other: a table of pointers would be relocated in every process. */
#define ROW(patterns, identity, other) patterns "\0" identity "\0" other "\0"
#define NO_ROW(patterns, identity, other)
#define NUMBER(brand, patterns) brand "\0" patterns "\0"
#define NO_NUMBER(brand, patterns)

static const char models[] =
#define CPU_MODEL ROW
#define CPU_INSTANCE NO_ROW
#define CPU_NUMBER NO_NUMBER
#include "machine/cpu_models.def"
#undef CPU_MODEL
#undef CPU_INSTANCE
#undef CPU_NUMBER
	;

static const char instances[] =
#define CPU_MODEL NO_ROW
#define CPU_INSTANCE ROW
#define CPU_NUMBER NO_NUMBER
#include "machine/cpu_models.def"
#undef CPU_MODEL
#undef CPU_INSTANCE
#undef CPU_NUMBER
	;

static const char numbers[] =
#define CPU_MODEL NO_ROW
#define CPU_INSTANCE NO_ROW
#define CPU_NUMBER NUMBER
#include "machine/cpu_models.def"
#undef CPU_MODEL
#undef CPU_INSTANCE
#undef CPU_NUMBER
	;

#undef ROW
#undef NO_ROW
#undef NUMBER
#undef NO_NUMBER

static const char *next_string(const char *string)
{
	return string + strlen(string) + 1;
}

/* ---- what a name says ---- */

/* Vendors, clouds, and words that all names have. "core" is both a brand and the last word of "32-Core". */
static const char noise[] = "intel amd genuine cpu processor core cores platinum gold silver bronze pro gen generation "
	"fujitsu google azure microsoft aws amazon nvidia ampere hisilicon huawei apple ibm s390 sifive arm macbook "
	"cavium marvell air mac mini imac studio eight six quad dual superchip apu soc system ec2 zhaoxin kaixian "
	"kaisheng duo class cf zseries hbm";

/* Words that end the part of a name that tells the model. */
static const char ends[] = "@ w/ with altivec";

static bool is_one_of(const char *list, const char *word, size_t length)
{
	for (; *list; list += strcspn(list, " "), list += *list == ' ')
		if (strcspn(list, " ") == length && !strncmp(list, word, length))
			return true;
	return false;
}

/* Recognizes ordinal numbers: "11th". */
static bool is_ordinal(const char *word, size_t length)
{
	return length >= 3 && isdigit((unsigned char)*word) &&
		(!strncmp(word + length - 2, "th", 2) || !strncmp(word + length - 2, "nd", 2) ||
			!strncmp(word + length - 2, "rd", 2));
}

static bool counts_cores(const char *word, size_t length)
{
	const char *next = word + length + (word[length] == ' ');

	return strspn(word, "0123456789") == length && !strncmp(next, "core", 4);
}

/* Recognizes the tier of a brand, which models do not need: "Ultra 7 155H", "Ryzen 9 5950X". */
static bool is_tier(const char *kept, const char *word, size_t length)
{
	const char *last = strlen(kept) < 5 ? "" : kept + strlen(kept) - 5;

	return length == 1 && isdigit((unsigned char)*word) && word[length] == ' ' &&
		(!strcmp(last, "ultra") || !strcmp(last, "ryzen"));
}

static char plain_letter(char letter)
{
	return letter == '-' || letter == '_' || letter == ',' || letter == '.' || letter == '\'' || letter == '\t'
		? ' '
		: (char)tolower((unsigned char)letter);
}

/* Writes lowercase letters, without (R), (TM) and brackets, with blanks for all that stands between words. */
static void make_letters_plain(const char *name, char *plain, size_t size)
{
	size_t length = 0;

	while (*name && length + 1 < size) {
		if (*name == '(') {
			name += strcspn(name, ")");
			name += *name == ')';
			continue;
		}
		if (!strncasecmp(name, "IBM/S390", 8))
			name += 8;
		else
			plain[length++] = plain_letter(*name++);
	}
	plain[length] = '\0';
}

/* Recognizes QEMU's "AMD EPYC Processor", with nothing behind, the first of them; "EPYC" alone may be any. */
static bool is_whole_name(const char *kept, const char *word, size_t length)
{
	return !strcmp(kept, "epyc") && !strncmp(word, "processor", length) &&
		!word[length + strspn(word + length, " ")];
}

/* Replaces a series by its first number, and several by the first: "EPYC 7xx2", "E56xx/L56xx". */
static void take_series(char *word)
{
	char *run = strstr(word, "xx");

	if (run != word && run && isdigit((unsigned char)run[-1]))
		memset(run, '0', strspn(run, "x"));
	if (*word != '/')
		word[strcspn(word, "/")] = '\0';
}

/* Moves the letter of "i5 M 520" and "i7 X 980", as early ones report themselves, behind the number: 520M and 980X. */
static void put_letter_behind(char *kept)
{
	size_t length = strlen(kept);
	char *letter = length < 8 ? kept : kept + length - 5;
	const char *brand = letter - 3;
	char first;

	if (length < 8 || *brand != 'i' || !isdigit((unsigned char)brand[1]) || brand[2] != ' ' ||
	    !isalpha((unsigned char)*letter) || letter[1] != ' ' || strspn(letter + 2, "0123456789") != 3)
		return;
	first = *letter;
	memmove(letter, letter + 2, 3);
	letter[3] = first;
	letter[4] = '\0';
}

static void keep_word(char *kept, const char *word, size_t length)
{
	size_t before = strlen(kept);

	if (before + length + 2 > CPU_MODEL_LENGTH)
		return;
	if (before)
		kept[before++] = ' ';
	memcpy(kept + before, word, length);
	kept[before + length] = '\0';
	take_series(kept + before);
	put_letter_behind(kept);
}

void cpu_model_plain(const char *name, char kept[CPU_MODEL_LENGTH])
{
	char plain[4 * CPU_MODEL_LENGTH];

	make_letters_plain(name, plain, sizeof plain);
	*kept = '\0';
	for (const char *word = plain; *word;) {
		size_t length = strcspn(word, " ");

		if (is_one_of(ends, word, length) || *word == '@')
			return;
		if (length && (!is_one_of(noise, word, length) || is_whole_name(kept, word, length)) &&
		    !is_ordinal(word, length) && !counts_cores(word, length) && !is_tier(kept, word, length))
			keep_word(kept, word, length);
		word += length + (word[length] == ' ');
	}
}

/* ---- patterns ---- */

/* Returns whether a letter is one of a set, which *pattern is in and goes behind. */
static bool is_in_set(const char **pattern, char letter)
{
	const char *at = *pattern + 1;
	bool found = false;

	for (; *at && *at != ']'; at++) {
		if (at[1] == '-' && at[2] && at[2] != ']') {
			found |= letter >= at[0] && letter <= at[2];
			at += 2;
		} else {
			found |= *at == letter;
		}
	}
	*pattern = at + (*at == ']');
	return found;
}

/* Matches a pattern, which ends with its list or before a bar. */
static bool fits_pattern(const char *pattern, const char *text)
{
	for (; *pattern && *pattern != '|'; text++) {
		if (*pattern == '*') {
			for (const char *rest = text;; rest++) {
				if (fits_pattern(pattern + 1, rest))
					return true;
				if (!*rest)
					return false;
			}
		}
		if (!*text)
			return false;
		if (*pattern == '[') {
			if (!is_in_set(&pattern, *text))
				return false;
		} else if (*pattern == '#' ? !isdigit((unsigned char)*text) : *pattern != *text) {
			return false;
		} else {
			pattern++;
		}
	}
	return !*text;
}

static bool fits_any(const char *patterns, const char *text)
{
	while (*patterns) {
		/* fast path: the first letter rules out most patterns */
		if ((*patterns == *text || strchr("[#*", *patterns)) && fits_pattern(patterns, text))
			return true;
		while (*patterns && *patterns++ != '|')
			;
	}
	return false;
}

/* Returns whether a name of Apple's is not this CPU, but a cloud's machine of that name: "Apple M4" is no m4. */
static bool is_another_vendors(const char *name, const char *identity)
{
	return (strcasestr(name, "apple") || strcasestr(name, "macbook")) && strncmp(identity, "0x61", 4) != 0;
}

/* ---- machines that clouds rent ---- */

static const char *skip_clouds(const char *name)
{
	static const char clouds[] = "aws amazon ec2 azure microsoft google gcp gce oracle oci cloud graviton axion";

	for (;;) {
		char word[16];
		size_t length = strcspn(name, " ");

		if (!length || length >= sizeof word || !name[length])
			return name;
		for (size_t i = 0; i <= length; i++)
			word[i] = i < length ? (char)tolower((unsigned char)name[i]) : '\0';
		if (!is_one_of(clouds, word, length))
			return name;
		name += length + strspn(name + length, " ");
	}
}

/*
 * Recognizes "large", "4xlarge", "metal-48xl", "12tb.metal", "flex.large" behind "m7i."; "standard-4", "ultramem"
 * behind "n2-".
 */
static bool is_size(char mark, const char *size)
{
	static const char sizes[] = "nano|micro|small|medium|large*|metal*|xlarge*|#xlarge*|##xlarge*|###xlarge*";
	static const char shapes[] = "micro|small|medium|standard*|high*|ultramem*|megamem*|mega*|ultra*|mem-*|hyper*"
		"|node*|edge*|flex.*|#tb*|##tb*";

	return fits_any(mark == '.' ? sizes : shapes, size);
}

/* Returns whether a name is written as a cloud writes it: in one word, a family and a size, or the family alone. */
static bool is_rented(const char *name)
{
	char text[CPU_MODEL_LENGTH] = "";
	size_t length;

	name = skip_clouds(name);
	for (size_t i = 0; name[i] && i + 1 < sizeof text; i++)
		text[i] = (char)tolower((unsigned char)name[i]);
	if (fits_any("standard[_ ]*|vm.*|bm.*|vm *|bm *", text))
		return true;
	length = strcspn(text, ".- \t");
	return !text[length] || (strchr(".-", text[length]) && is_size(text[length], text + length + 1));
}

/* ---- all together ---- */

/* Finds the row of a table that has a pattern for one of the texts. */
static const char *find_model(const char *rows, const char *name, const char *const *texts, int count)
{
	for (; *rows; rows = next_string(next_string(next_string(rows))))
		for (int k = 0; k < count; k++)
			if (fits_any(rows, texts[k]) && !is_another_vendors(name, next_string(rows)))
				return rows;
	return NULL;
}

/* Drops blanks, which do not matter in names without a number: "Crystal Well". */
static void squeeze(char *text)
{
	char *to = text;

	for (; *text; text++)
		if (*text != ' ')
			*to++ = *text;
	*to = '\0';
}

const char *cpu_model_identity(const char *name, const char **other)
{
	char plain[CPU_MODEL_LENGTH], grade[CPU_MODEL_LENGTH + 5] = "xeon ";
	const char *texts[3] = { plain, plain, grade }, *row;
	bool has_grade = strcasestr(name, "platinum") || strcasestr(name, "gold");

	cpu_model_plain(name, plain);
	if (!strncmp(plain, "xeon ", 5) || !strncmp(plain, "power ", 6))
		texts[1] = strchr(plain, ' ') + 1;
	/* so that "Platinum 8380", without brand, is found as a Xeon */
	strcpy(grade + 5, plain);
	row = find_model(models, name, texts, has_grade ? 3 : 2);
	if (!row && !strpbrk(plain, "0123456789")) {
		squeeze(plain);
		row = find_model(models, name, texts, 1);
	}
	if (!row && is_rented(name)) {
		cpu_model_plain(skip_clouds(name), plain);
		row = find_model(instances, name, texts, 1);
	}
	if (!row)
		return NULL;
	*other = next_string(next_string(row));
	return next_string(row);
}

const char *cpu_model_brand(const char *number, const char *brand)
{
	char text[CPU_MODEL_LENGTH] = "";

	for (size_t i = 0; number[i] && i + 1 < sizeof text; i++)
		text[i] = (char)tolower((unsigned char)number[i]);
	for (brand = brand ? next_string(next_string(brand)) : numbers; *brand;
	     brand = next_string(next_string(brand)))
		if (fits_any(next_string(brand), text))
			return brand;
	return NULL;
}
