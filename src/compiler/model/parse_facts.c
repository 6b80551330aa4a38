/*
 * Facts about an event beyond its code: the counters that can count it, the resources that it shares, whether it is
 * deprecated and so on. Events, unit masks and demands have the same words.
 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static const struct named fact_flags[] = {
	{ "alone", FACT_ALONE }, { "pair", FACT_PAIR }, { "leader", FACT_LEADER }, { "uncounted", FACT_UNCOUNTED },
	{ "follower", FACT_FOLLOWER }, { "uncountable", FACT_UNCOUNTABLE }, { "refused", FACT_REFUSED },
	{ "deprecated", FACT_DEPRECATED }, { "speculative", FACT_SPECULATIVE }, { NULL, 0 } };

static const struct named hooks[] = { { "cha-filter", HOOK_CHA_FILTER }, { "intel-arch", HOOK_INTEL_ARCH },
	{ "arm-pmuv3", HOOK_ARM_PMUV3 }, { NULL, 0 } };

const struct named config_words[] = { { "config", 0 }, { "config1", 1 }, { "config2", 2 }, { "config3", 3 },
	{ NULL, 0 } };

void check_device_conditions(struct word word, const char *conditions)
{
	for (struct item *item = cut_list(conditions); item; item = item->next) {
		const char *file = item->text + (item->text[0] == '!');

		if (!*file || *file == '=' || *file == '/' || strstr(file, ".."))
			report(word.place, "%s: expected a file of the device, or FILE=PATTERN", item->text);
		if (strlen(item->text) > MAX_DEVICE_CONDITION)
			report(word.place, "a condition of more than %d bytes", MAX_DEVICE_CONDITION);
	}
}

uint8_t parse_hook(struct word word, const char *name)
{
	const struct named *hook = find_named(hooks, name);

	if (!hook)
		report(word.place, "unknown hook %s", name);
	return hook ? (uint8_t)hook->value : 0;
}

struct counters parse_counter_list(struct word word, const char *list)
{
	struct counters counters = { 0, 0 };

	for (struct item *item = cut_list(list); item; item = item->next) {
		uint64_t low, high;
		uint32_t *set = *item->text == 'f' ? &counters.fixed : &counters.general;

		if (!parse_range(item->text + (*item->text == 'f'), &low, &high) || high > 31)
			report(word.place, "%s: expected counters as in 0-3,f0", item->text);
		else
			*set |= UINT32_MAX >> (31 - (high - low)) << low;
	}
	return counters;
}

bool parse_bits(struct word word, const char *text, struct table_bits *bits, uint8_t *count)
{
	size_t length = strcspn(text, ":");
	const struct named *config = find_named(config_words, copy_text(text, length));

	*count = 0;
	if (!config || !text[length]) {
		report(word.place, "%s: expected bits of config, config1, config2 or config3", text);
		return false;
	}
	for (struct item *item = cut_list(text + length + 1); item; item = item->next) {
		uint64_t low, high;

		if (!parse_range(item->text, &low, &high) || high > 63) {
			report(word.place, "%s: expected bits from 0 to 63", text);
			return false;
		}
		if (*count == MAX_FORMAT_BITS) {
			report(word.place, "%s: more than %d ranges", text, MAX_FORMAT_BITS);
			return false;
		}
		bits[(*count)++] = (struct table_bits){ (uint8_t)config->value, (uint8_t)low, (uint8_t)high };
	}
	return true;
}

/* Parses "RESOURCE", "RESOURCE:FIELD" or "RESOURCE:CONFIG:LOW-HIGH", comma-separated. */
static void parse_uses(struct facts *facts, struct word word, const char *list)
{
	for (struct item *item = cut_list(list); item; item = item->next) {
		const char *colon = strchr(item->text, ':');
		struct use use = { .place = word.place };

		if (facts->use_count == MAX_USES) {
			report(word.place, "more than %d resources", MAX_USES);
			return;
		}
		use.resource = copy_text(item->text, colon ? (size_t)(colon - item->text) : strlen(item->text));
		use.field = colon ? colon + 1 : NULL;
		if (use.field && strchr(use.field, ':'))
			parse_bits(word, use.field, use.bits, &use.bit_count);
		facts->uses[facts->use_count++] = use;
	}
}

void check_linux(struct word word, const char *version)
{
	size_t major = strspn(version, "0123456789"), minor;

	minor = version[major] == '.' ? strspn(version + major + 1, "0123456789") : 0;
	if (!major || major > 2 || !minor || minor > 3 || version[major + 1 + minor])
		report(word.place, "%s: expected a version of Linux, as in 5.15", word.text);
}

bool read_latency(const char *value, uint32_t *latency)
{
	size_t whole = strspn(value, "0123456789"), digits = 0;

	if (value[whole] == '.')
		digits = strspn(value + whole + 1, "0123456789");
	*latency = 0;
	if (!whole || whole > 6 || digits > 3 || value[whole + (digits ? digits + 1 : 0)])
		return false;
	for (size_t i = 0; i < whole + 3; i++) {
		char digit = i < whole ? value[i] : i - whole < digits ? value[i + 1] : '0';

		*latency = 10 * *latency + (uint32_t)(digit - '0');
	}
	return true;
}

uint32_t parse_latency(struct word word, const char *value)
{
	uint32_t latency;

	if (!read_latency(value, &latency))
		report(word.place, "%s: expected cycles, as in 6.11, with three digits behind the dot at most",
			word.text);
	return latency;
}

bool parse_fact(struct facts *facts, struct word word)
{
	const struct named *flag = find_named(fact_flags, word.text);
	const char *value;
	uint64_t number;

	if (flag) {
		facts->flags |= (uint16_t)flag->value;
	} else if ((value = value_of(word.text, "deprecated"))) {
		facts->flags |= FACT_DEPRECATED;
		facts->deprecated_by = value;
	} else if (value_of(word.text, "withdrawn")) {
		facts->flags |= FACT_DEPRECATED;
	} else if ((value = value_of(word.text, "ctr"))) {
		facts->counters = parse_counter_list(word, value);
	} else if ((value = value_of(word.text, "ctr-nosmt"))) {
		facts->counters_nosmt = parse_counter_list(word, value);
	} else if ((value = value_of(word.text, "uses"))) {
		parse_uses(facts, word, value);
	} else if ((value = value_of(word.text, "makers"))) {
		facts->makers = value;
	} else if ((value = value_of(word.text, "errata"))) {
		facts->errata = value;
	} else if ((value = value_of(word.text, "linux"))) {
		facts->since_linux = value;
		check_linux(word, value);
	} else if ((value = value_of(word.text, "period"))) {
		if (number_of(word, value, UINT32_MAX, &number))
			facts->period = (uint32_t)number;
	} else if ((value = value_of(word.text, "latency"))) {
		facts->latency = parse_latency(word, value);
	} else {
		return false;
	}
	return true;
}
