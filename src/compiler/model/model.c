/* Looks up parts of the model by name. */
#include "model.h"

#include "tables/hash.h"

#include <string.h>

bool same_name(const char *a, const char *b)
{
	while (*a && ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b))
		a++, b++;
	return !*a && !*b;
}

struct layout *find_layout(const struct model *model, const char *name)
{
	for (int i = 0; i < model->layout_count; i++)
		if (!strcmp(model->layouts[i]->name, name))
			return model->layouts[i];
	return NULL;
}

struct table *find_table(const struct model *model, const char *name)
{
	for (int i = 0; i < model->table_count; i++)
		if (!strcmp(model->tables[i]->name, name))
			return model->tables[i];
	return NULL;
}

int find_modifier(const struct layout *layout, const char *id)
{
	for (int i = 0; i < layout->data.modifiers; i++)
		if (!strcmp(layout->modifiers[i].id, id))
			return i;
	return -1;
}

int find_word(const struct layout *layout, const char *name)
{
	for (int i = 0; i < layout->data.words; i++)
		if (!strcmp(layout->words[i], name))
			return i;
	return -1;
}

const struct event *find_event(const struct table *table, const char *name, size_t length)
{
	for (int i = 0; i < table->event_count; i++)
		if (strlen(table->events[i].name) == length && !strncmp(table->events[i].name, name, length))
			return &table->events[i];
	return NULL;
}

const struct umask *find_event_umask(const struct event *event, const char *name)
{
	for (int i = 0; i < event->umask_count; i++)
		if (same_name(event->umasks[i].name, name))
			return &event->umasks[i];
	return NULL;
}

struct pmu *find_pmu(const struct model *model, const char *name)
{
	for (int i = 0; i < model->pmu_count; i++)
		if (!strcmp(model->pmus[i]->name.text, name))
			return model->pmus[i];
	return NULL;
}

struct block *find_umask_block(const struct model *model, const char *name)
{
	for (int i = 0; i < model->umask_block_count; i++)
		if (!strcmp(model->umask_blocks[i]->name.text, name))
			return model->umask_blocks[i];
	return NULL;
}

struct sharing *find_sharing(const struct model *model, const char *name)
{
	for (int i = 0; i < model->sharing_count; i++)
		if (!strcmp(model->sharings[i]->name, name))
			return model->sharings[i];
	return NULL;
}

const struct format *find_format(const struct layout *layout, const char *name)
{
	for (int i = 0; i < layout->format_count; i++)
		if (!strcmp(layout->formats[i].name, name))
			return &layout->formats[i];
	return NULL;
}

struct group_set *find_group_set(const struct model *model, const char *name)
{
	for (int i = 0; i < model->group_set_count; i++)
		if (!strcmp(model->group_sets[i]->name, name))
			return model->group_sets[i];
	return NULL;
}

struct alias_block *find_alias_block(const struct model *model, const char *name)
{
	for (int i = 0; i < model->alias_block_count; i++)
		if (!strcmp(model->alias_blocks[i]->name.text, name))
			return model->alias_blocks[i];
	return NULL;
}

struct metric_block *find_metric_block(const struct model *model, const char *name)
{
	for (int i = 0; i < model->metric_block_count; i++)
		if (!strcmp(model->metric_blocks[i]->name.text, name))
			return model->metric_blocks[i];
	return NULL;
}

struct place formula_place(const struct formula_text *formula, size_t at)
{
	int piece = formula->piece_count - 1;
	struct place place;

	while (piece > 0 && formula->pieces[piece].at > at)
		piece--;
	place = formula->pieces[piece].place;
	place.column += (int)(at - formula->pieces[piece].at);
	return place;
}

int instance_count(const struct pmu *pmu)
{
	return pmu->instance_count ? pmu->instance_count : 1;
}
