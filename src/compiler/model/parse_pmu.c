/* Parses PMUs: which machines have them, and which events they have. */
#include "parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct named pmu_types[] = { { "unknown", 0 }, { "core", 1 }, { "uncore", 2 }, { "os", 3 }, { NULL, 0 } };

static const struct named policies[] = { { "cached-or-raw", CACHED_OR_RAW },
	{ "cached-or-notfound", CACHED_OR_NOTFOUND }, { "cached-or-notsupp", CACHED_OR_NOTSUPP },
	{ "file-or-notsupp", FILE_OR_NOTSUPP }, { "file-or-notfound", FILE_OR_NOTFOUND }, { NULL, 0 } };

static const struct named levels[] = { { "k", 1 }, { "u", 8 }, { "h", 16 }, { NULL, 0 } };

static const struct named pmu_flags[] = {
	{ "raw-umask", PMU_RAW_UMASK }, { "deprecated", PMU_DEPRECATED }, { "arch-default", PMU_ARCH_DEFAULT },
	{ "speculation", PMU_SPECULATION }, { "hw-sampling", PMU_HW_SAMPLING }, { "no-sampling", PMU_NO_SAMPLING },
	{ "needs-sysfs", PMU_NEEDS_SYSFS }, { "filter-as-code", PMU_FILTER_AS_CODE },
	{ "arm-pmceid", PMU_ARM_PMCEID }, { NULL, 0 } };

static const struct named vendors[] = { { "GenuineIntel", VENDOR_INTEL }, { "AuthenticAMD", VENDOR_AMD },
	{ "arm", VENDOR_ARM }, { "power", VENDOR_POWER }, { "CentaurHauls", VENDOR_ZHAOXIN }, { NULL, 0 } };

static const struct named s390_keys[] = { { "s390-cfvn", WHEN_S390_CFVN }, { "s390-csvn", WHEN_S390_CSVN },
	{ "s390-machine", WHEN_S390_MACHINE }, { NULL, 0 } };

static const struct named detections[] = { { "cpuinfo-equals", WHEN_CPUINFO_EQUALS },
	{ "cpuinfo-contains", WHEN_CPUINFO_CONTAINS }, { "cpuinfo-glob", WHEN_CPUINFO_GLOB },
	{ "directory-entry", WHEN_DIRECTORY_ENTRY }, { "readable", WHEN_READABLE }, { "any-file", WHEN_FILE },
	{ "hook", WHEN_HOOK }, { NULL, 0 } };

static void add_condition(struct condition **list, int *count, struct condition condition)
{
	*list = grow(*list, *count, sizeof **list);
	(*list)[(*count)++] = condition;
}

/* Parses a model and, after a slash, a stepping: "N", "A-B", "N/STEPPING" or "N/A-B". */
static bool parse_machine(struct word word, struct table_condition *machine)
{
	const char *slash = strchr(word.text, '/');
	char *models = copy_text(word.text, slash ? (size_t)(slash - word.text) : strlen(word.text));
	uint64_t low, high;

	if (!parse_range(models, &low, &high) || high > 0xffff) {
		report(word.place, "%s: expected a model number or a range of them", word.text);
		return false;
	}
	machine->low = (uint16_t)low;
	machine->high = (uint16_t)high;
	if (!slash)
		return true;
	if (!parse_range(slash + 1, &low, &high) || high > 255) {
		report(word.place, "%s: expected a stepping or a range of them after the slash", word.text);
		return false;
	}
	machine->stepping_low = (uint8_t)low;
	machine->stepping_high = (uint8_t)high;
	return true;
}

static bool parse_vendor(struct word word, const char *name, struct table_condition *machine)
{
	const struct named *vendor = find_named(vendors, name), *key = find_named(s390_keys, name);

	if (!vendor && !key)
		report(word.place, "unknown CPU vendor %s", name);
	else if (key)
		machine->kind = (uint8_t)key->value;
	else
		machine->vendor = (uint8_t)vendor->value;
	return vendor || key;
}

/* Parses "VENDOR FAMILY: MODEL ..." or "VENDOR: MODEL ..." from word first on. */
static void parse_cpu(const struct line *line, int first, struct condition **list, int *count)
{
	struct condition base = { .data = { .kind = WHEN_CPU, .stepping_high = 255 } };
	struct word key = line->words[first];
	char *name = copy_text(key.text, strcspn(key.text, ":"));
	uint64_t family;

	if (!parse_vendor(key, name, &base.data))
		return;
	first++;
	if (!strchr(key.text, ':')) {
		const char *text = first < line->count ? line->words[first].text : "";
		char *number = copy_text(text, strcspn(text, ":"));

		if (!strchr(text, ':') || !parse_number(number, &family) || family > 0xffff) {
			report(key.place, "expected a family and a colon after %s", name);
			return;
		}
		base.data.family = (uint16_t)family;
		first++;
	}
	if (first == line->count)
		report(key.place, "no models");
	for (; first < line->count; first++) {
		struct condition condition = base;

		if (parse_machine(line->words[first], &condition.data))
			add_condition(list, count, condition);
	}
}

/* Joins KEY PATTERN pairs, all of which must hold, to a text with single blanks, as the library reads it. */
static const char *join_pairs(const struct line *line)
{
	char text[256] = "";
	size_t length = 0;

	for (int i = 2; i < line->count; i++)
		if (strlen(line->words[i].text) > (i % 2 ? MAX_CPUINFO_PATTERN : MAX_CPUINFO_KEY))
			report(line->words[i].place, "a %s of more than %d bytes", i % 2 ? "pattern" : "key",
				i % 2 ? MAX_CPUINFO_PATTERN : MAX_CPUINFO_KEY);
	for (int i = 2; i < line->count && length < sizeof text; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 2 ? " " : "",
			line->words[i].text);
	if (length >= sizeof text)
		report(line->words[2].place, "more than %zu characters of keys and patterns", sizeof text - 1);
	return copy_text(text, strlen(text));
}

static void parse_detect(const struct line *line, struct pmu *pmu)
{
	const struct named *kind = find_named(detections, line->words[1].text);
	struct condition condition = { .data = { .kind = 0 } };

	if (!kind) {
		report(line->words[0].place,
			"expected how to detect: cpuinfo-equals, cpuinfo-contains, cpuinfo-glob, directory-entry, readable, "
			"any-file or hook");
		return;
	}
	condition.data.kind = (uint8_t)kind->value;
	if (condition.data.kind == WHEN_FILE || condition.data.kind == WHEN_READABLE) {
		for (int i = 2; i < line->count; i++) {
			condition.value = line->words[i].text;
			add_condition(&pmu->conditions, &pmu->condition_count, condition);
		}
		return;
	}
	if (condition.data.kind == WHEN_HOOK) {
		if (line->count < 3)
			report(line->words[1].place, "expected the name of a hook");
		else
			condition.data.family = parse_hook(line->words[2], line->words[2].text);
	} else if (condition.data.kind == WHEN_CPUINFO_GLOB && line->count > 3 && line->count % 2 == 0) {
		condition.value = join_pairs(line);
	} else if (line->count == 4) {
		condition.key = line->words[2].text;
		condition.value = line->words[3].text;
	} else {
		report(line->words[1].place, "expected two words after %s", line->words[1].text);
	}
	add_condition(&pmu->conditions, &pmu->condition_count, condition);
}

struct table_condition *parse_conditions(const struct line *line, int first, int *count)
{
	struct condition *conditions = NULL;
	struct table_condition *list;

	parse_cpu(line, first, &conditions, count);
	list = need(calloc((size_t)*count + 1, sizeof *list));
	for (int k = 0; conditions && k < *count; k++)
		list[k] = conditions[k].data;
	free(conditions);
	return list;
}

/* Parses "events TABLE [variant=V] [rows=A-B] [hook=H] [dynamic] [for CONDITION]". */
static void parse_part(const struct line *line, struct pmu *pmu)
{
	struct part part = { .all_rows = true };

	part.table = line->words[1];
	for (int i = 2; i < line->count; i++) {
		struct word word = line->words[i];
		const char *value;

		if ((value = value_of(word.text, "variant"))) {
			part.variant = value;
			part.variant_place = word.place;
		} else if ((value = value_of(word.text, "rows"))) {
			part.all_rows = false;
			if (!parse_range(value, &part.first, &part.last))
				report(word.place, "%s: expected a range of rows", word.text);
		} else if ((value = value_of(word.text, "hook"))) {
			pmu->data.hook = parse_hook(word, value);
		} else if (!strcmp(word.text, "dynamic")) {
			part.condition_count = DYNAMIC_PART;
		} else if (!strcmp(word.text, "for") && i + 1 < line->count) {
			part.conditional = true;
			part.conditions = parse_conditions(line, i + 1, &part.condition_count);
			break;
		} else {
			report(word.place, "unknown word %s", word.text);
		}
	}
	pmu->parts = grow(pmu->parts, pmu->part_count, sizeof *pmu->parts);
	pmu->parts[pmu->part_count++] = part;
}

/* Parses "any": numbers are the kernel's, and "ordered": they count the devices. False: it is neither. */
static bool parse_any_instances(const struct line *line, struct pmu *pmu)
{
	bool any = line->count == 2 && !strcmp(line->words[1].text, "any");
	bool ordered = line->count == 2 && !strcmp(line->words[1].text, "ordered");

	if (any || ordered)
		pmu->data.flags |= any ? PMU_INSTANCES : PMU_INSTANCES_ORDERED;
	return any || ordered;
}

static void parse_instances(const struct line *line, struct pmu *pmu)
{
	if (parse_any_instances(line, pmu))
		return;
	for (int i = 1; i < line->count; i++) {
		struct word word = line->words[i];
		const char *comma = strchr(word.text, ',');
		uint64_t low, high, second = 0;

		if (comma) {
			char *first = copy_text(word.text, (size_t)(comma - word.text));

			if (!parse_number(first, &low) || !parse_number(comma + 1, &second) || low > 9999 ||
				second > 9999) {
				report(word.place, "%s: expected two numbers and a comma", word.text);
				continue;
			}
			high = low;
			pmu->two_numbers = true;
		} else if (!parse_range(word.text, &low, &high) || high > 9999) {
			report(word.place, "%s: expected a number or a range, or any or ordered alone", word.text);
			continue;
		}
		for (; low <= high; low++) {
			pmu->instances = grow(pmu->instances, pmu->instance_count, sizeof *pmu->instances);
			pmu->instances[pmu->instance_count][0] = (int)low;
			pmu->instances[pmu->instance_count++][1] = (int)second;
		}
	}
	if (!pmu->instance_count)
		report(line->words[0].place, "no instances");
}

static const char *join_words(const struct line *line, int first)
{
	size_t length = 0;
	char *text;

	for (int i = first; i < line->count; i++)
		length += strlen(line->words[i].text) + 1;
	text = need(malloc(length + 1));
	*text = '\0';
	for (int i = first; i < line->count; i++) {
		strcat(text, line->words[i].text);
		if (i + 1 < line->count)
			strcat(text, " ");
	}
	return text;
}

static void parse_counters(const struct line *line, struct pmu *pmu)
{
	uint64_t value;

	if (line->count > 1 && number_of(line->words[1], line->words[1].text, 0xffff, &value))
		pmu->data.counters = (uint16_t)value;
	if (line->count == 4 && !strcmp(line->words[2].text, "fixed")) {
		if (number_of(line->words[3], line->words[3].text, 0xffff, &value))
			pmu->data.fixed_counters = (uint16_t)value;
	} else if (line->count != 2) {
		report(line->words[0].place, "expected a number, or \"N fixed M\"");
	}
}

/* Parses "groups NAME [for CPU]". */
static void parse_choice(const struct line *line, struct pmu *pmu)
{
	struct choice choice = { .set = line->words[1] };

	if (line->count > 3 && !strcmp(line->words[2].text, "for"))
		choice.conditions = parse_conditions(line, 3, &choice.condition_count);
	else if (line->count > 2)
		report(line->words[2].place, "%s: expected for and a CPU", line->words[2].text);
	pmu->choices = grow(pmu->choices, pmu->choice_count, sizeof *pmu->choices);
	pmu->choices[pmu->choice_count++] = choice;
}

static void parse_id(const struct line *line, struct pmu *pmu)
{
	uint64_t value;

	if (number_of(line->words[1], line->words[1].text, MAX_PMU_NUMBER, &value))
		pmu->data.id = (uint16_t)value;
	if (line->count > 2)
		pmu->id_name = line->words[2].text;
	pmu->id_place = line->words[1].place;
}

static void parse_desc(const struct line *line, struct pmu *pmu)
{
	pmu->desc = join_words(line, 1);
}

static void parse_pmu_type(const struct line *line, struct pmu *pmu)
{
	const struct named *type = find_named(pmu_types, line->words[1].text);

	if (!type)
		report(line->words[1].place, "%s: expected core, uncore, os or unknown", line->words[1].text);
	else
		pmu->data.type = (uint8_t)type->value;
}

static void parse_codes(const struct line *line, struct pmu *pmu)
{
	uint64_t value;

	if (number_of(line->words[1], line->words[1].text, 4, &value))
		pmu->data.codes = (uint8_t)value;
}

static void parse_year(const struct line *line, struct pmu *pmu)
{
	uint64_t value = 0;

	if (line->count > 2)
		report(line->words[2].place, "%s: expected one year", line->words[2].text);
	else if (number_of(line->words[1], line->words[1].text, 2100, &value) && value < 1970)
		report(line->words[1].place, "%s: expected a year from 1970 to 2100", line->words[1].text);
	else
		pmu->data.year = (uint16_t)value;
}

static void parse_plm(const struct line *line, struct pmu *pmu)
{
	for (int i = 1; i < line->count; i++) {
		const struct named *level = find_named(levels, line->words[i].text);

		if (!level)
			report(line->words[i].place, "%s: expected k, u or h", line->words[i].text);
		else
			pmu->data.plm |= (uint8_t)level->value;
	}
}

static void parse_pmu_cpu(const struct line *line, struct pmu *pmu)
{
	parse_cpu(line, 1, &pmu->conditions, &pmu->condition_count);
}

/* Parses a CPU on which the PMU's device has this name, and none of its line sysfs. */
static void parse_on_device(const struct line *line, struct pmu *pmu)
{
	const char *device = line->words[1].text;
	int first = pmu->condition_count;

	if (strpbrk(device, "/{},*"))
		report(line->words[1].place, "%s: expected the name of one device", device);
	if (line->count < 3) {
		report(line->words[0].place, "no CPU behind the device");
		return;
	}
	pmu->data.policy |= SYSFS_BY_CPU;
	parse_cpu(line, 2, &pmu->conditions, &pmu->condition_count);
	for (int i = first; i < pmu->condition_count; i++)
		if (pmu->conditions[i].data.kind == WHEN_CPU)
			pmu->conditions[i].key = device;
		else
			report(line->words[2].place, "%s: expected a CPU that is known by family and model",
			       line->words[2].text);
}

static const struct named sysfs_words[] = { { "arm-core", SYSFS_ARM_CORE }, { "names-events", SYSFS_NAMES_EVENTS },
	{ NULL, 0 } };

static void parse_sysfs(const struct line *line, struct pmu *pmu)
{
	const struct named *policy = line->count > 2 ? find_named(policies, line->words[2].text) : NULL;

	pmu->sysfs = line->words[1].text;
	if (!policy)
		report(line->words[0].place,
			"expected a name and one of cached-or-raw, cached-or-notfound, cached-or-notsupp, file-or-notsupp, file-or-notfound");
	else
		pmu->data.policy = (uint8_t)((pmu->data.policy & SYSFS_BY_CPU) | policy->value);
	for (int i = 3; i < line->count; i++) {
		const struct named *word = find_named(sysfs_words, line->words[i].text);

		if (word)
			pmu->data.policy |= (uint8_t)word->value;
		else
			report(line->words[i].place, "%s: expected arm-core, names-events, or nothing",
			       line->words[i].text);
	}
}

static void parse_with(const struct line *line, struct pmu *pmu)
{
	pmu->with = line->words[1].text;
	check_device_conditions(line->words[1], pmu->with);
	if (line->count > 2)
		report(line->words[2].place, "more than one word after with");
}

static void parse_pmu_layout(const struct line *line, struct pmu *pmu)
{
	pmu->layout_name = line->words[1];
}

static void parse_flags(const struct line *line, struct pmu *pmu)
{
	for (int i = 1; i < line->count; i++) {
		const struct named *flag = find_named(pmu_flags, line->words[i].text);

		if (!flag)
			report(line->words[i].place, "unknown PMU flag %s", line->words[i].text);
		else
			pmu->data.flags |= (uint16_t)flag->value;
	}
}

static void parse_pmu_sharing(const struct line *line, struct pmu *pmu)
{
	pmu->sharing_name = line->words[1];
}

/* Parses "aliases NAME [since=VERSION] [for CPU]". */
static void parse_pmu_aliases(const struct line *line, struct pmu *pmu)
{
	struct alias_choice choice = { .name = line->words[1] };
	int next = 2;

	if (line->count > next && (choice.since = value_of(line->words[next].text, "since")))
		check_linux(line->words[next++], choice.since);
	if (line->count > next + 1 && !strcmp(line->words[next].text, "for")) {
		choice.conditions = parse_conditions(line, next + 1, &choice.condition_count);
		pmu->alias_choices = grow(pmu->alias_choices, pmu->alias_choice_count, sizeof *pmu->alias_choices);
		pmu->alias_choices[pmu->alias_choice_count++] = choice;
	} else if (line->count > next) {
		report(line->words[next].place, "%s: expected for and a CPU", line->words[next].text);
	} else {
		pmu->aliases_name = line->words[1];
		pmu->aliases_since = choice.since;
	}
}

static const struct {
	const char *key;
	void (*parse)(const struct line *line, struct pmu *pmu);
} pmu_lines[] = { { "id", parse_id }, { "desc", parse_desc }, { "type", parse_pmu_type },
	{ "counters", parse_counters }, { "codes", parse_codes }, { "plm", parse_plm }, { "cpu", parse_pmu_cpu },
	{ "on-device", parse_on_device },
	{ "detect", parse_detect }, { "sysfs", parse_sysfs }, { "layout", parse_pmu_layout }, { "with", parse_with },
	{ "events", parse_part }, { "groups", parse_choice }, { "instances", parse_instances },
	{ "flags", parse_flags }, { "sharing", parse_pmu_sharing },
	{ "aliases", parse_pmu_aliases }, { "year", parse_year } };

static void parse_pmu_line(const struct line *line, struct pmu *pmu)
{
	struct word key = line->words[0];

	if (line->count < 2) {
		report(key.place, "%s: nothing after it", key.text);
		return;
	}
	for (size_t i = 0; i < sizeof pmu_lines / sizeof pmu_lines[0]; i++)
		if (!strcmp(key.text, pmu_lines[i].key)) {
			pmu_lines[i].parse(line, pmu);
			return;
		}
	if (!parse_sharing_line(line, &pmu->sharing))
		report(key.place, "unknown word %s", key.text);
}

void parse_pmu(struct model *model, const struct source *source, int *number)
{
	const struct line *line = &source->lines[*number];
	struct pmu *pmu = need(calloc(1, sizeof *pmu));

	pmu->name = line->words[1];
	pmu->data.codes = 1;
	for (++*number; *number < source->count && source->lines[*number].indented; ++*number)
		parse_pmu_line(&source->lines[*number], pmu);
	if (!pmu->desc || (!pmu->data.id && !model->loaded) || !pmu->layout_name.text)
		report(pmu->name.place, "PMU %s lacks its %s", pmu->name.text,
		       !pmu->desc ? "desc" : !pmu->layout_name.text ? "layout" : "id");
	model->pmus = grow(model->pmus, model->pmu_count, sizeof *model->pmus);
	model->pmus[model->pmu_count++] = pmu;
}
