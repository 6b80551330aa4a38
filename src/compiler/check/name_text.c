/* Makes descriptions out of names, for rows that --allow-missing accepts without a description. */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Writes "l2 rqsts" for "L2_RQSTS"; parts with a digit stay unchanged. */
static void add_words(char *to, const char *name)
{
	size_t length;

	for (to += strlen(to); *name; name += length) {
		bool digit = false;

		length = strcspn(name, "_.");
		for (size_t i = 0; i < length; i++)
			digit |= isdigit((unsigned char)name[i]) != 0;
		for (size_t i = 0; i < length; i++)
			*to++ = (char)(digit ? name[i] : tolower((unsigned char)name[i]));
		if (name[length]) {
			*to++ = ' ';
			length++;
		}
	}
	*to = '\0';
}

static const char *text_of_name(const char *event, const char *umask)
{
	static const char said[] = " (by the name)";
	char *text = need(malloc(strlen(event) + (umask ? strlen(umask) : 0) + 32));

	*text = '\0';
	add_words(text, event);
	if (umask)
		strcat(text, ", ");
	if (umask)
		add_words(text, umask);
	*text = (char)toupper((unsigned char)*text);
	if (strlen(text) > MAX_DESCRIPTION - sizeof said)
		text[MAX_DESCRIPTION - sizeof said] = '\0';
	return strcat(text, said);
}

void texts_from_names(struct model *model)
{
	for (int i = 0; i < model->table_count; i++)
		for (int k = 0; k < model->tables[i]->event_count; k++) {
			struct event *event = &model->tables[i]->events[k];

			if (!event->text || !*event->text)
				event->text = text_of_name(event->name, NULL);
			for (int n = 0; n < event->umask_count; n++)
				if (!event->umasks[n].text || !*event->umasks[n].text)
					event->umasks[n].text = text_of_name(event->name, event->umasks[n].name);
		}
}
