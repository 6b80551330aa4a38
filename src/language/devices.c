/*
 * What a device's name means: a directory of sysfs; several that are the same but for a number at their end, or uncore_
 * before; all that fit a pattern; else, for machines that are not at hand, PMUs of the tables, by the device that they
 * have or by their own name.
 */
#include "language/language.h"

#include <fnmatch.h>
#include <stdatomic.h>

#include "catalog/aliases.h"
#include "catalog/pmu_devices.h"
#include "encode/error_text.h"
#include "encode/perf_attr.h"
#include "machine/sysfs.h"

/* ---- names ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_hexadecimal_digit(char c)
{
	return is_digit(c) || (ascii_lower((unsigned char)c) >= 'a' && ascii_lower((unsigned char)c) <= 'f');
}

/* "3" behind a name that is not a number already, "_3", or "_2b442": an address has more than two digits. */
static bool is_instance(const char *rest, size_t length)
{
	const char *end = rest + length, *at;

	if (!length || (*rest != '_' && is_digit(rest[-1])))
		return false;
	rest += *rest == '_';
	for (at = rest; at < end && is_digit(*at); at++)
		;
	if (at == end)
		return end > rest;
	for (at = rest; at < end && is_hexadecimal_digit(*at); at++)
		;
	return at == end && end - rest > 2 && rest[-1] == '_';
}

static bool device_fits_pattern(struct span pattern, struct span device)
{
	char text[2][256];

	if (pattern.length >= sizeof text[0] || device.length >= sizeof text[1])
		return false;
	memcpy(text[0], pattern.text, pattern.length);
	text[0][pattern.length] = '\0';
	memcpy(text[1], device.text, device.length);
	text[1][device.length] = '\0';
	return !fnmatch(text[0], text[1], 0);
}

/* Whether a device is one of several that name means, itself aside. */
static bool is_instance_of(struct span name, struct span device)
{
	static const char prefix[] = "uncore_";
	size_t skipped = sizeof prefix - 1;

	for (int pass = 0; pass < 2; pass++) {
		if (span_is_pattern(name) ? device_fits_pattern(name, device)
				     : device.length >= name.length && !memcmp(device.text, name.text, name.length) &&
				       (device.length == name.length ||
					is_instance(device.text + name.length, device.length - name.length)))
			return true;
		if (device.length < skipped || memcmp(device.text, prefix, skipped))
			return false;
		device = (struct span){ device.text + skipped, device.length - skipped };
	}
	return false;
}

static bool is_same(struct span a, struct span b)
{
	return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

static struct span span_from(const char *text)
{
	return (struct span){ text, strlen(text) };
}

/* ---- PMUs of the tables ---- */

static bool is_arm(int pmu)
{
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->conditions && condition->kind == WHEN_CPU && condition->vendor == VENDOR_ARM;
}

/* Core PMUs for which the tables name no device, since raw events need none, have the kernel's usual one. */
static const char *devices_of_pmu(int pmu)
{
	const char *names = pmu_sysfs(pmu);

	if (*names)
		return names;
	if (pmu_data(pmu)->type != PFM_PMU_TYPE_CORE)
		return "";
	return is_arm(pmu) ? "armv8_pmuv3_0,armv8_pmuv3" : "cpu";
}

/* Device number n of those that a PMU may have; false: no more. */
static bool device_of_pmu(int pmu, int n, struct span *device)
{
	const char *names = devices_of_pmu(pmu);

	for (; n && *names; n--) {
		names += strcspn(names, ",");
		names += *names == ',';
	}
	*device = (struct span){ names, strcspn(names, ",") };
	return device->length;
}

static bool is_the_kernels(int pmu)
{
	return pmu == pmus.perf || pmu == pmus.perf_raw;
}

/* A PMU of this machine that may have a device. */
static bool is_candidate(int pmu)
{
	return pmu_is_active(pmu) && !(pmu_data(pmu)->flags & PMU_DEPRECATED) && !is_the_kernels(pmu);
}

/* One PMU may stand for several devices, by their numbers. */
static bool has_device(int pmu, struct span name)
{
	bool instances = pmu_data(pmu)->flags & (PMU_INSTANCES | PMU_INSTANCES_ORDERED);
	struct span device;

	for (int n = 0; device_of_pmu(pmu, n, &device); n++)
		if (is_same(device, name) || (instances && is_instance_of(device, name)))
			return true;
	return false;
}

/* Any CPU of an architecture: it comes behind a PMU that a file of tables has for this one. */
static bool is_stand_in(int pmu)
{
	return pmu_data(pmu)->hook != HOOK_NONE;
}

/* The next PMU of this machine that has a device; -1: no more. */
static int next_with_device(struct span device, int pmu)
{
	for (int stand_in = pmu >= 0 && is_stand_in(pmu); stand_in <= 1; stand_in++, pmu = -1)
		while (++pmu < pmus.count)
			if (pmu_may_be_active(pmu) && is_stand_in(pmu) == stand_in && has_device(pmu, device) &&
				is_candidate(pmu))
				return pmu;
	return -1;
}

static struct span target_name(const struct perf_target *target)
{
	return (struct span){ target->name, target->name_length };
}

/* The target's PMU, which is looked for once; -1: none. */
static int first_pmu(struct perf_target *target)
{
	if (target->pmu < 0)
		target->pmu = next_with_device(target_name(target), -1);
	return target->pmu;
}

bool perf_is_core(const struct perf_target *target)
{
	int pmu = target->pmu >= 0 ? target->pmu : next_with_device(target_name(target), -1);

	return pmu >= 0 ? pmu_data(pmu)->type == PFM_PMU_TYPE_CORE : is_same(target_name(target), span_from("cpu"));
}

/* ---- for every device ---- */

struct device_search {
	struct perf_parser *parser;
	bool (*use)(struct perf_target *target, void *data);
	void *data;
	const struct device *devices;
	int count, used, good;
};

static bool is_hard(pfm_err_t error)
{
	return error == PFM_ERR_NOMEM;
}

/*
 * False: nobody need go on. Of several devices some may lack what is asked for: that is an error if it is all of them.
 */
static bool use_target(struct device_search *search, struct perf_target target)
{
	pfm_err_t error = target.device ? device_read(catalog_host(), target.device) : PFM_SUCCESS;

	if (error == PFM_ERR_NOTFOUND)
		return true;
	search->used++;
	if (error)
		return perf_fail(search->parser, error, span_from(search->parser->text), "out of memory");
	if (search->use(&target, search->data))
		search->good++;
	return !is_hard(search->parser->error);
}

static bool use_one_device(struct device_search *search, const struct device *device)
{
	const char *name = device_name(device);

	return use_target(search, (struct perf_target){ .device = device, .pmu = -1, .name = name,
						   .name_length = strlen(name) });
}

static void use_devices(struct device_search *search, struct span name)
{
	const struct device *device = device_named(search->devices, search->count, name);

	if (device) {
		use_one_device(search, device);
		return;
	}
	device = search->devices;
	for (int i = 0; i < search->count; i++, device = device_next(device))
		if (is_instance_of(name, span_from(device_name(device))) && !use_one_device(search, device))
			return;
}

/* Whether the PMU is the first of those that have the device. */
static bool is_first_with(int pmu, struct span device)
{
	return next_with_device(device, -1) == pmu;
}

static void use_pmus(struct device_search *search, struct span name)
{
	int exact = next_with_device(name, -1);

	if (exact >= 0) {
		use_target(search, (struct perf_target){ .pmu = exact, .name = name.text,
							 .name_length = name.length });
		return;
	}
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct span device;

		if (!is_candidate(pmu))
			continue;
		for (int n = 0; device_of_pmu(pmu, n, &device); n++)
			if (is_instance_of(name, device)) {
				if (is_first_with(pmu, device) &&
				    !use_target(search, (struct perf_target){ .pmu = pmu, .name = device.text,
										  .name_length = device.length }))
					return;
				break;
			}
	}
}

/* PMUs of this machine by what the device would be called with uncore_ before it: pcu_0. */
static void use_prefixed(struct device_search *search, struct span name)
{
	char whole[64];
	int pmu, length = snprintf(whole, sizeof whole, "uncore_%.*s", (int)name.length, name.text);

	if (length < 0 || (size_t)length >= sizeof whole)
		return;
	pmu = next_with_device(span_from(whole), -1);
	if (pmu >= 0)
		use_target(search, (struct perf_target){ .pmu = pmu, .name = whole,
							 .name_length = (size_t)length });
}

bool perf_is_software(const struct perf_target *target)
{
	return is_same(target_name(target), span_from("software"));
}

/* Every kernel has this one. */
static void use_software(struct device_search *search, struct span name)
{
	struct perf_target target = { .pmu = -1, .name = name.text, .name_length = name.length, .has_type = true,
				      .type = PERF_TYPE_SOFTWARE };

	if (perf_is_software(&target))
		use_target(search, target);
}

/* A box of a PMU of many devices, by the PMU's name and a number; not one that this machine is known to lack. */
static void use_numbered_pmu(struct device_search *search, struct span name)
{
	struct instance instance;
	char device[64];
	int pmu = pmu_meant(name, &instance);
	struct perf_target target = { .pmu = pmu, .name = device, .has_type = true, .type = UINT32_MAX };

	if (pmu < 0 || !instance.count || is_the_kernels(pmu))
		return;
	pmu_device_name(pmu, &instance, device, sizeof device);
	target.name_length = strlen(device);
	if (pmu_is_active(pmu))
		target.device = device_named(search->devices, search->count, target_name(&target));
	if (target.device || !search->count || !pmu_is_active(pmu))
		use_target(search, target);
}

/* A PMU's own name, wherever it is; its device, if this machine has it. */
static void use_named_pmu(struct device_search *search, struct span name)
{
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device;

		if (!span_is(name, pmu_name(pmu)) || is_the_kernels(pmu) || !device_of_pmu(pmu, 0, &device))
			continue;
		target.name = device.text;
		target.name_length = device.length;
		if (pmu_is_active(pmu))
			target.device = device_named(search->devices, search->count, device);
		use_target(search, target);
		return;
	}
}

/* A device that any machine may have (arm_cmn_0, xe_0000_03_00.0), if there is none at hand that would have it. */
static void use_any_machines(struct device_search *search, struct span name)
{
	char device[64];

	if (search->count ||
		(size_t)snprintf(device, sizeof device, "%.*s", (int)name.length, name.text) >= sizeof device)
		return;
	for (int pmu = 0; pmu < pmus.count && !search->used; pmu++)
		if (pmu_data(pmu)->flags & PMU_NEEDS_SYSFS && !pmu_data(pmu)->conditions && pmu_stands_for(pmu, device))
			use_target(search, (struct perf_target){ .pmu = pmu, .name = name.text,
								 .name_length = name.length });
}

/* What a name that is no device's and no pattern may mean, in this order. */
static void use_by_name(struct device_search *search, struct span name)
{
	static void (*const ways[])(struct device_search *, struct span) = { use_named_pmu, use_prefixed,
		use_numbered_pmu, use_software, use_any_machines };

	for (size_t i = 0; i < sizeof ways / sizeof *ways && !search->used; i++)
		ways[i](search, name);
}

static bool start_search(struct perf_parser *parser, struct span name, struct device_search *search)
{
	if (!devices_list(catalog_host(), &search->devices, &search->count))
		return true;
	return perf_fail(parser, PFM_ERR_NOMEM, name, "out of memory");
}

/* ---- names that are not there ---- */

static void list_devices(const struct device_search *search, char *text, size_t size)
{
	const struct device *device = search->devices;
	size_t length = 0;

	*text = '\0';
	for (int i = 0; i < search->count; i++, device = device_next(device)) {
		int added = snprintf(text + length, size - length, "%s%s", i ? ", " : "", device_name(device));

		if (added < 0 || (size_t)added + sizeof ", ..." > size - length) {
			snprintf(text + length, size - length, "%s...", i ? ", " : "");
			return;
		}
		length += (size_t)added;
	}
}

static bool no_device(const struct device_search *search, struct span name)
{
	struct perf_parser *parser = search->parser;
	const struct device *device = search->devices;
	struct suggestions all;
	char devices[200];

	list_devices(search, devices, sizeof devices);
	if (search->count)
		perf_expect(parser, "a device of this machine (%s), or a PMU of the tables", devices);
	else
		perf_expect(parser, "a device of the machine, or a PMU of the tables");
	perf_fail(parser, PFM_ERR_NOTFOUND, name, name.length ? "no such device: %.*s"
		  : "the name of a device is missing", printable(name), name.text);
	if (!parser->d || !name.length)
		return false;
	all = suggestions_for(name, parser->d);
	for (int i = 0; i < search->count; i++, device = device_next(device))
		consider(&all, "", device_name(device));
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (is_candidate(pmu))
			consider(&all, "", pmu_name(pmu));
	return false;
}

bool perf_for_devices(struct perf_parser *parser, struct span name, bool (*use)(struct perf_target *target, void *data),
		      void *data)
{
	struct device_search search = { .parser = parser, .use = use, .data = data };

	if (!start_search(parser, name, &search))
		return false;
	if (name.length)
		use_devices(&search, name);
	if (!search.used && name.length)
		use_pmus(&search, name);
	if (!search.used && name.length && !span_is_pattern(name))
		use_by_name(&search, name);
	if (!search.used)
		return no_device(&search, name);
	if (search.good && !is_hard(parser->error))
		perf_forgive(parser);
	return !parser->error;
}

/* ---- events without a device ---- */

static void use_devices_with(struct device_search *search, struct span name)
{
	const struct device *device = search->devices;
	const struct device_event *event;

	for (int i = 0; i < search->count; i++, device = device_next(device)) {
		pfm_err_t error = device_read(catalog_host(), device);

		if (!error)
			error = device_find_event(catalog_host(), device, name, &event);
		if (error && error != PFM_ERR_NOTFOUND) {
			perf_forgive(search->parser);
			perf_fail(search->parser, error, name, "out of memory");
			return;
		}
		if (!error && !use_one_device(search, device))
			return;
	}
}

/* Events of the tables: of every device that has a PMU with such an event. */
static void use_pmus_with(struct device_search *search, struct span name)
{
	struct perf_event ignored = { .idx = -1 };
	struct device_event alias;

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device;

		if (!is_candidate(pmu) || !device_of_pmu(pmu, 0, &device))
			continue;
		for (int n = 0; device_of_pmu(pmu, n, &device); n++)
			if (!search->count || (target.device = device_named(search->devices, search->count, device)))
				break;
		if (!device.length)
			continue;
		target.name = device.text;
		target.name_length = device.length;
		if ((perf_find_alias(&target, name, &alias) ||
		     perf_table_event(search->parser, name, &target, &ignored)) && !use_target(search, target))
			return;
		if (search->parser->error)
			return;
	}
}

static bool no_event(const struct device_search *search, struct span name)
{
	struct perf_parser *parser = search->parser;
	const struct device *device = search->devices;
	struct suggestions all;

	if (!name.length)
		return perf_fail(parser, PFM_ERR_INVAL, name, "an event is missing here");
	perf_expect(parser, "a symbol as cycles, DEVICE/TERMS/, rNNN, mem:ADDRESS, "
		    "SUBSYSTEM:TRACEPOINT, or an event of a device");
	perf_fail(parser, PFM_ERR_NOTFOUND, name, "no such event: %.*s", printable(name), name.text);
	if (!parser->d)
		return false;
	all = suggestions_for(name, parser->d);
	perf_consider_symbols(&all);
	for (int i = 0; i < search->count; i++, device = device_next(device))
		for (int n = device_read(catalog_host(), device) ? 0 : device_event_count(device); n; n--)
			consider(&all, "", device_event_name(device, n - 1));
	return false;
}

bool perf_for_devices_with(struct perf_parser *parser, struct span name,
			   bool (*use)(struct perf_target *target, void *data), void *data)
{
	struct device_search search = { .parser = parser, .use = use, .data = data };

	if (!start_search(parser, name, &search))
		return false;
	use_devices_with(&search, name);
	if (!search.used && !parser->error && name.length)
		use_pmus_with(&search, name);
	if (!search.used && !parser->error)
		return no_event(&search, name);
	if (search.good && !is_hard(parser->error))
		perf_forgive(parser);
	return !parser->error;
}

bool perf_target_type(struct perf_parser *parser, const struct perf_target *target, uint32_t *type)
{
	if (target->device || target->has_type) {
		*type = target->device ? device_type(target->device) : target->type;
		return true;
	}
	if (!pmu_type_or_unknown(target->pmu, &(struct instance){ 0 }, type))
		return true;
	return perf_fail(parser, PFM_ERR_NOMEM, target_name(target), "out of memory");
}

/* ---- kinds of cores ---- */

/* The device of a core PMU that this kernel has, or, if its files are not here, the first that it may have. */
static bool device_of_core(const struct device *devices, int count, int pmu, struct span *device)
{
	if (!count)
		return device_of_pmu(pmu, 0, device);
	if (pmu_counts_on_arm_cores(pmu)) { /* several may have one name in the tables, which the kernel numbers */
		const char *found = pmu_find_device(pmu, &(struct instance){ 0 });

		*device = span_from(found ? found : "");
		return found;
	}
	for (int n = 0; device_of_pmu(pmu, n, device); n++)
		if (device_named(devices, count, *device))
			return true;
	return false;
}

/* Of other PMUs, as those of a mainframe, a CPU may have two: one counts, one samples. */
static bool is_known_by_cpu(int pmu)
{
	const struct table_condition *condition = &pmu_body(pmu)->conditions.rows[pmu_data(pmu)->condition];

	return pmu_data(pmu)->conditions && (condition->kind == WHEN_CPU || condition->kind == WHEN_HOOK);
}

static bool is_kind_of_core(int pmu)
{
	return pmu_data(pmu)->type == PFM_PMU_TYPE_CORE && pmu_data(pmu)->sysfs && is_candidate(pmu) &&
	       is_known_by_cpu(pmu);
}

/*
 * A machine with one kind of core, as nearly all are, needs no look into sysfs. Looked at once: the answer, and of
 * which generation it is, in one word, which threads may write twice.
 */
static bool may_have_kinds(void)
{
	static atomic_ullong known;
	unsigned long long answer = atomic_load_explicit(&known, memory_order_relaxed);
	unsigned int generation = devices_generation();
	int kinds = 0;

	if (answer >> 2 == generation && answer & 2)
		return answer & 1;
	for (int pmu = 0; pmu < pmus.count; pmu++)
		kinds += is_kind_of_core(pmu);
	atomic_store_explicit(&known, (unsigned long long)generation << 2 | 2 | (kinds > 1), memory_order_relaxed);
	return kinds > 1;
}

int perf_cores(struct perf_parser *parser, struct perf_core *cores)
{
	const struct device *devices;
	int known, count = 0;

	if (!may_have_kinds())
		return 0;
	if (devices_list(catalog_host(), &devices, &known)) {
		perf_fail(parser, PFM_ERR_NOMEM, span_from(parser->text), "out of memory");
		return -1;
	}
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct span device;
		bool again = false;

		if (!is_kind_of_core(pmu) || !device_of_core(devices, known, pmu, &device))
			continue;
		for (int i = 0; i < count; i++)
			again |= is_same((struct span){ cores[i].name, cores[i].length }, device);
		if (again)
			continue;
		if (count == MAX_CORE_PMUS) {
			perf_fail(parser, PFM_ERR_TOOMANY, span_from(parser->text), "more than %d kinds of cores",
				  MAX_CORE_PMUS);
			return -1;
		}
		cores[count] = (struct perf_core){ device.text, device.length, UINT32_MAX, pmu };
		if (pmu_type_or_unknown(pmu, &(struct instance){ 0 }, &cores[count++].type)) {
			perf_fail(parser, PFM_ERR_NOMEM, span_from(parser->text), "out of memory");
			return -1;
		}
	}
	return count > 1 ? count : 0;
}

/* ---- what the tables know of a target ---- */

/* A field of a PMU's layout; false: there are less. */
static bool layout_field(int pmu, int n, struct config_field *field)
{
	const struct table_layout *layout = pmu_layout(pmu);
	const struct table_format *format;

	if (n >= layout->formats)
		return false;
	format = &pmu_body(pmu)->formats.rows[layout->first_format + (uint32_t)n];
	*field = (struct config_field){ .name = name_at(pmu_body(pmu), format->name), .word = format->bits[0].word,
				       .count = format->count };
	for (int i = 0; i < format->count; i++)
		field->ranges[i] = (struct bit_range){ format->bits[i].low,
						      (uint8_t)(format->bits[i].high - format->bits[i].low + 1) };
	return true;
}

bool perf_field(const struct perf_target *target, int n, struct config_field *field)
{
	const struct config_field *fields;
	int count;

	if (!target->device)
		return target->pmu >= 0 && layout_field(target->pmu, n, field);
	fields = device_fields(target->device, &count);
	if (n < count)
		*field = fields[n];
	return n < count;
}

static bool is_equal(const struct config_field *a, const struct config_field *b)
{
	return a->word == b->word && a->count == b->count &&
		!memcmp(a->ranges, b->ranges, a->count * sizeof *a->ranges);
}

/* What the tables say is for machines that are not at hand; here the kernel must know. */
static void compare_with_tables(const struct perf_target *target, const struct config_field *field)
{
	struct perf_target tables = *target;
	struct config_field other;

	tables.device = NULL;
	if (first_pmu(&tables) < 0)
		return;
	for (int n = 0; perf_field(&tables, n, &other); n++)
		if (!strcmp(other.name, field->name) && !is_equal(&other, field))
			log_verbose("%.*s: the kernel has the format %s in another place "
				    "than the tables have it, and is believed",
					(int)target->name_length, target->name, field->name);
}

bool perf_find_field(const struct perf_target *target, struct span name, struct config_field *field)
{
	for (int n = 0; perf_field(target, n, field); n++)
		if (!strncmp(field->name, name.text, name.length) && !field->name[name.length]) {
			if (target->device && log_is_verbose())
				compare_with_tables(target, field);
			return true;
		}
	return false;
}

static bool target_of_pmu(int pmu, const struct device *devices, int count, struct perf_target *target)
{
	struct span device;

	if (pmu < 0 || is_the_kernels(pmu) || !device_of_pmu(pmu, 0, &device))
		return false;
	*target = (struct perf_target){ .pmu = pmu, .name = device.text, .name_length = device.length };
	for (int n = 0; pmu_is_active(pmu) && device_of_pmu(pmu, n, &device); n++) {
		const struct device *found = device_named(devices, count, device);

		if (found && !device_read(catalog_host(), found)) {
			*target = (struct perf_target){ .device = found, .pmu = pmu, .name = device.text,
							.name_length = device.length };
			break;
		}
	}
	return true;
}

bool perf_target_of(int pmu, const char *names, struct perf_target *target)
{
	const struct device *devices, *found;
	struct span name = { names, strcspn(names, ",") };
	int count;

	if (devices_list(catalog_host(), &devices, &count))
		count = 0;
	if (!name.length)
		return target_of_pmu(pmu, devices, count, target);
	found = (pmu < 0 || pmu_is_active(pmu)) ? device_named(devices, count, name) : NULL;
	*target = (struct perf_target){ .pmu = pmu, .name = name.text, .name_length = name.length };
	if (found && !device_read(catalog_host(), found))
		target->device = found;
	else if (pmu < 0)
		target->pmu = next_with_device(name, -1);
	return target->device || target->pmu >= 0;
}

bool perf_is_arm(int pmu)
{
	for (int i = 0; pmu < 0 && i < pmus.count; i++)
		if (pmu_data(i)->type == PFM_PMU_TYPE_CORE && is_candidate(i))
			pmu = i;
	return pmu >= 0 && is_arm(pmu);
}

static void perf_consider_aliases(struct suggestions *all, const struct perf_target *target, int pmu)
{
	const struct table_alias *alias;
	struct device_event event;

	for (int n = 0; pmu >= 0 && (alias = pmu_alias(pmu, n)); n++)
		if (perf_find_alias(target, span_from(name_at(pmu_body(pmu), alias->name)), &event))
			consider(all, "", event.name);
}

void perf_consider_table_events(struct suggestions *all, const struct perf_target *target)
{
	struct perf_target own = *target;
	struct event_ref ref;
	int pmu = first_pmu(&own);

	for (int i = pmu < 0 ? -1 : pmu_next_event(pmu, 0, &ref); i >= 0; i = pmu_next_event(pmu, i + 1, &ref))
		consider(all, "", name_at(ref.in, ref.event->name));
	perf_consider_aliases(all, target, pmu);
}

static pfm_err_t encode_table_event(int pmu, struct span name, bool filters, struct perf_event_attr *attr, int *idx)
{
	struct selection selection;
	struct encoding encoding;
	char text[512], *behind;
	bool printed;
	pfm_err_t error;
	int cpu;

	if (strlen(pmu_name(pmu)) + name.length + sizeof "::" > sizeof text)
		return PFM_ERR_NOTFOUND;
	behind = stpcpy(stpcpy(text, pmu_name(pmu)), "::");
	memcpy(behind, name.text, name.length);
	behind[name.length] = '\0';
	error = resolve_makers(text, PFM_OS_PERF_EVENT, &selection);
	if (!error)
		error = encode(&selection, ALL_PLM, &encoding);
	if (error == PFM_ERR_UMASK && filters && !resolve(text, PFM_OS_PERF_EVENT, &selection))
		error = perf_encode_filtered(&selection, &encoding);
	if (!error)
		error = perf_attr_fill(&selection, &encoding, ALL_PLM, PFM_OS_PERF_EVENT, PERF_ANYWHERE, attr, &cpu,
				       NULL, &printed);
	*idx = error ? -1 : event_identifier(&selection.ref);
	return error;
}

/* False, with what is wrong: the event is there, but needs more, or does not go. */
static bool table_event_fails(struct perf_parser *parser, struct span name, struct span device, int pmu,
			      pfm_err_t error)
{
	if (error == PFM_ERR_UMASK)
		perf_expect(parser, "a unit mask as in the other language: EVENT:UNITMASK; showevtinfo lists them");
	if (error == PFM_ERR_NOTSUPP)
		return perf_fail(parser, error, name, "the kernel's device %.*s has no event %.*s on this machine",
				 (int)device.length, device.text, printable(name), name.text);
	return perf_fail(parser, error, name, "%.*s, an event of %s: %s", printable(name), name.text, pmu_name(pmu),
			 error_text(error));
}

bool perf_find_alias(const struct perf_target *target, struct span name, struct device_event *event)
{
	struct perf_target own = *target;
	bool named = target->pmu >= 0, kernels = true;

	if (target->device)
		kernels = !device_read(catalog_host(), target->device) && !device_event_count(target->device);
	for (int pmu = first_pmu(&own); pmu >= 0; pmu = named ? -1 : next_with_device(target_name(target), pmu)) {
		const struct table_alias *alias = pmu_find_alias(pmu, name, kernels);
		const struct tables *in = pmu_body(pmu);

		if (!alias || !strcmp(name_at(in, alias->terms), "invalid"))
			continue;
		*event = (struct device_event){ .name = name_at(in, alias->name), .terms = name_at(in, alias->terms),
						.unit = name_at(in, alias->unit), .scale = alias_scale(pmu, alias) };
		return true;
	}
	return false;
}

const char *perf_gone_alias(const struct perf_target *target, struct span name)
{
	struct perf_target own = *target;
	bool named = target->pmu >= 0;

	for (int pmu = first_pmu(&own); pmu >= 0; pmu = named ? -1 : next_with_device(target_name(target), pmu)) {
		const struct table_alias *old = pmu_old_alias(pmu, name, 0);

		if (old)
			return name_at(pmu_body(pmu), old->before);
	}
	return "";
}

bool perf_table_event(struct perf_parser *parser, struct span name, struct perf_target *target,
		      struct perf_event *event)
{
	bool named = target->pmu >= 0;

	for (int pmu = first_pmu(target); pmu >= 0; pmu = named ? -1 : next_with_device(target_name(target), pmu)) {
		struct perf_event_attr attr = { .size = sizeof attr };
		pfm_err_t error = encode_table_event(pmu, name, parser->filters, &attr, &event->idx);

		if (error == PFM_ERR_NOTFOUND)
			continue;
		if (error)
			return table_event_fails(parser, name, target_name(target), pmu, error);
		event->config[0] |= attr.config;
		event->config[1] |= attr.config1;
		event->config[2] |= attr.config2;
		return true;
	}
	return false;
}
