/* pfm_get_word_kind(): what kind of thing a user's word is. */
#include <perfmon/pfmkit.h>

#include <string.h>

#include "answers/word_kind.h"
#include "catalog/catalog.h"
#include "metrics/list.h"

static const char *find_metric(const char *name, pfm_err_t *error)
{
	const struct listed_metric *list;
	int count, found;

	*error = metrics_list(&list, &count);
	found = *error ? -1 : metrics_list_find(list, count, name, strlen(name), NULL);
	return found < 0 ? NULL : list[found].info.name;
}

int pfm_get_word_kind(const char *word, pfm_os_t os, unsigned int flags, char *text, size_t size)
{
	struct word asked = { .text = word, .os = os, .flags = flags, .find_metric = find_metric };
	int kind;

	if (!catalog_is_open())
		return PFM_ERR_NOINIT;
	if (!word || (!text && size) || os >= PFM_OS_MAX || flags & ~(unsigned int)PFM_WORD_SAID)
		return PFM_ERR_INVAL;
	kind = word_kind(&asked);
	if (kind < 0 || !text)
		return kind;
	if (strlen(asked.read_as) >= size)
		return PFM_ERR_TOOSMALL;
	strcpy(text, asked.read_as);
	return kind;
}
