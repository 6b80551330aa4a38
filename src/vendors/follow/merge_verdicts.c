/* Decisions by people: whether the table is right, or the vendor. */
#include "merge.h"

#include <string.h>
#include <strings.h>

void add_verdict(struct verdicts *verdicts, struct verdict verdict)
{
	verdicts->list = grow(verdicts->list, verdicts->count, sizeof *verdicts->list);
	verdicts->list[verdicts->count++] = verdict;
}

void read_verdicts(struct verdicts *verdicts, const char *path)
{
	struct source source = read_source(path);

	for (int i = 0; i < source.count; i++) {
		const struct line *line = &source.lines[i];
		bool fix = line->count == 2 && !strcmp(line->words[1].text, "fix");

		if (line->count != 2 || (!fix && strcmp(line->words[1].text, "keep") != 0))
			report(line->words[0].place, "expected the vendor's name and keep or fix");
		else
			add_verdict(verdicts, (struct verdict){ .name = line->words[0].text, .fix = fix });
	}
}

bool has_verdict(const struct verdicts *verdicts, const char *table, const char *name)
{
	for (int i = 0; verdicts && i < verdicts->count; i++)
		if (!verdicts->list[i].field && same_text(verdicts->list[i].table, table) &&
		    !strcasecmp(verdicts->list[i].name, name))
			return true;
	return false;
}

bool is_word_kept(const struct verdicts *verdicts, const char *table, const char *name, const char *key,
		  const char *theirs)
{
	for (int i = 0; verdicts && i < verdicts->count; i++) {
		const struct verdict *it = &verdicts->list[i];

		if (it->field && !strcmp(it->table, table) && !strcasecmp(it->name, name) &&
		    (!strcmp(it->field, key) || !strcmp(it->field, theirs + strspn(theirs, " "))))
			return true;
	}
	return false;
}

enum judgement judge(const struct verdicts *verdicts, const char *table, const char *name, uint64_t first,
		     uint64_t second)
{
	enum judgement all = NOT_JUDGED;

	for (int i = 0; verdicts && i < verdicts->count; i++) {
		const struct verdict *it = &verdicts->list[i];
		enum judgement judgement = it->fix ? JUDGED_FIX : JUDGED_KEEP;

		if (it->field || (it->table && strcmp(it->table, table) != 0) ||
		    (it->has_code && (it->first != first || it->second != second)))
			continue;
		if (!strcasecmp(it->name, name))
			return judgement;
		if (!strcmp(it->name, "*"))
			all = judgement;
	}
	return all;
}
