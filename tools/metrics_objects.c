/* Objects that perf stat -j writes, one for each event. */
#include "metrics_objects.h"

#include <string.h>

/* A string or a number at *at, without its quotes; false: neither. */
static bool read_scalar(const char **at, char *text, size_t size)
{
	bool quoted = **at == '"';
	size_t length = 0;

	*at += quoted;
	while (**at && (quoted ? **at != '"' : !strchr(",} \t", **at))) {
		*at += quoted && **at == '\\' && (*at)[1];
		if (length + 1 >= size)
			return false;
		text[length++] = *(*at)++;
	}
	text[length] = '\0';
	if (quoted && **at != '"')
		return false;
	*at += quoted;
	return true;
}

static bool is_place(const char *key)
{
	static const char *const keys[] = { "cpu", "core", "die", "socket", "node", "thread", "cluster", "cache" };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static void take_member(struct given_values *values, struct given_value *value, const char *key, const char *text,
			char *place, size_t size)
{
	if (!strcmp(key, "counter-value")) {
		value->is_counted = read_count(text, &value->value);
	} else if (!strcmp(key, "unit")) {
		snprintf(value->unit, sizeof value->unit, "%.31s", text);
	} else if (!strcmp(key, "pcnt-running") && read_count(text, &value->share)) {
		value->share /= 100;
	} else if (!strcmp(key, "interval") && read_count(text, &value->time)) {
		values->has_times = true;
	} else if (is_place(key)) {
		snprintf(place + strlen(place), size - strlen(place), "%.60s ", text);
	}
}

bool take_object(struct given_values *values, const char *at)
{
	struct given_value value = { .share = 1, .is_of_perf = true, .time = -1 };
	char key[64], text[1024], name[1024] = "", place[256] = "";
	bool has_count = false;

	for (at++; *at; at += strspn(at, " \t,")) {
		at += strspn(at, " \t");
		if (*at == '}')
			return !has_count || !*name || add_value(values, &value, name, place);
		if (*at != '"' || !read_scalar(&at, key, sizeof key))
			return false;
		at += strspn(at, " \t");
		if (*at++ != ':')
			return false;
		at += strspn(at, " \t");
		if (!read_scalar(&at, text, sizeof text))
			return false;
		has_count |= !strcmp(key, "counter-value");
		if (!strcmp(key, "event"))
			snprintf(name, sizeof name, "%s", text);
		else
			take_member(values, &value, key, text, place, sizeof place);
		at += strspn(at, " \t");
	}
	return false;
}
