/*
 * The meaning of a device's name: a directory in sysfs; several that differ only in a number at their end, or in a
 * leading uncore_; all that match a pattern; for other machines, PMUs of the tables, by the name of their device or by
 * their own.
 */
#include "language/language.h"

#include "catalog/aliases.h"
#include "catalog/pmu_devices.h"
#include "encode/error_text.h"
#include "language/meant.h"
#include "machine/identity.h"
#include "machine/sysfs.h"

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

/* Uses a target; false: the search is over. Some of several devices may lack the event: it is an error if all do. */
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
		if (device_is_meant(name, span_from(device_name(device))) && !use_one_device(search, device))
			return;
}

/* Returns whether the PMU is the first that has the device, or none has it whole: a name with wildcards. */
static bool is_first_with(int pmu, struct span device)
{
	int first = pmu_with_device(device, -1);

	return first == pmu || first < 0;
}

static void use_pmus(struct device_search *search, struct span name)
{
	int exact = pmu_with_device(name, -1);

	if (exact >= 0) {
		use_target(search, (struct perf_target){ .pmu = exact, .name = name.text,
							 .name_length = name.length });
		return;
	}
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct span device;

		if (pmu_may_have_device(pmu) && pmu_may_be_meant(pmu, name, &device) && is_first_with(pmu, device) &&
			!use_target(search,
				(struct perf_target){ .pmu = pmu, .name = device.text, .name_length = device.length }))
			return;
	}
}

/* Uses a PMU of this machine by the name of its device without uncore_: pcu_0. */
static bool use_prefixed(struct device_search *search, struct span name)
{
	char whole[64];
	int pmu, length = snprintf(whole, sizeof whole, "uncore_%.*s", (int)name.length, name.text);

	if (length < 0 || (size_t)length >= sizeof whole)
		return search->used;
	pmu = pmu_with_device(span_from(whole), -1);
	if (pmu >= 0)
		use_target(search, (struct perf_target){ .pmu = pmu, .name = whole,
							 .name_length = (size_t)length });
	return search->used;
}

/* Uses the software PMU, which every kernel has. */
static bool use_software(struct device_search *search, struct span name)
{
	struct perf_target target = { .pmu = -1, .name = name.text, .name_length = name.length, .has_type = true,
				      .type = PERF_TYPE_SOFTWARE };

	if (perf_is_software(&target))
		use_target(search, target);
	return search->used;
}

/* Uses a box of a PMU of many devices, by the PMU's name and a number; not one that this machine is known to lack. */
static bool use_numbered_pmu(struct device_search *search, struct span name)
{
	struct instance instance;
	char device[64];
	int pmu = pmu_meant(name, &instance);
	struct perf_target target = { .pmu = pmu, .name = device, .has_type = true, .type = UINT32_MAX };

	if (pmu < 0 || !instance.count || pmu_is_the_kernels(pmu))
		return search->used;
	pmu_device_name(pmu, &instance, device, sizeof device);
	target.name_length = strlen(device);
	if (pmu_is_active(pmu))
		target.device = device_named(search->devices, search->count, target_name(&target));
	if (target.device || !search->count || !pmu_is_active(pmu))
		use_target(search, target);
	return search->used;
}

/* Uses a PMU by its own name, on any machine; its device, if this machine has it. */
static bool use_pmu_called(struct device_search *search, struct span name, bool as_device)
{
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device, here;

		if (!span_is(name, pmu_name(pmu)) || pmu_is_the_kernels(pmu) || !pmu_device_at(pmu, 0, &device) ||
		    (spans_are_same(name, device) && !pmu_is_active(pmu) != as_device))
			continue;
		if (pmu_is_active(pmu) && pmu_device_here(pmu, search->devices, search->count, &here)) {
			device = here;
			target.device = device_named(search->devices, search->count, device);
		}
		target.name = device.text;
		target.name_length = device.length;
		use_target(search, target);
		break;
	}
	return search->used;
}

static bool use_named_pmu(struct device_search *search, struct span name)
{
	return use_pmu_called(search, name, false);
}

/* Uses a PMU of another machine that is named as its device: further machines may have such a device, too. */
static bool use_foreign_pmu(struct device_search *search, struct span name)
{
	return use_pmu_called(search, name, true);
}

/* Uses, without a machine to ask, a device that any machine may have: arm_cmn_0, arm_cmn*, xe_0000_03_00.0. */
static bool use_any_machines(struct device_search *search, struct span name)
{
	for (int pmu = 0; !search->count && pmu < pmus.count && !search->good; pmu++) {
		struct span device;

		if (pmu_data(pmu)->flags & PMU_NEEDS_SYSFS && !pmu_data(pmu)->conditions &&
			pmu_may_be_meant(pmu, name, &device) &&
			!use_target(search,
				(struct perf_target){ .pmu = pmu, .name = name.text, .name_length = name.length }))
			return search->used;
	}
	return search->used;
}

/*
 * Uses this machine's core device by the kernel's name for a core of Arm's, armv8_neoverse_n1: firmware may say
 * armv8_pmuv3_0 instead, and a kernel another version of the architecture.
 */
static bool use_arm_core(struct device_search *search, struct span name)
{
	static const char front[] = "armv8_";
	struct host host = { .root = "" };
	size_t length = sizeof front - 1;
	struct span core = { name.text + length, name.length - length };

	if (name.length <= length || memcmp(name.text, "armv", 4) != 0 || name.text[4] < '6' || name.text[4] > '9' ||
		name.text[5] != '_' || !identity_is_cpu(core, &host) || !host.arm_count)
		return search->used;
	for (int pmu = 0; pmu < pmus.count && !search->used; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device;

		if (pmu_data(pmu)->type != PFM_PMU_TYPE_CORE || !pmu_may_have_device(pmu) ||
			!pmu_is_of_cpu(pmu, &host))
			continue;
		for (int n = 0; pmu_device_at(pmu, n, &device); n++)
			if (!search->count || (target.device = device_named(search->devices, search->count, device)))
				break;
		target.name = device.text;
		target.name_length = device.length;
		if (device.length)
			use_target(search, target);
	}
	return search->used;
}

/* Uses the devices of all core types by perf's name for any core, default_core (from Linux 7.2's perf on). */
static bool use_default_core(struct device_search *search, struct span name)
{
	for (int pmu = 0; span_is(name, "default_core") && pmu < pmus.count; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device;

		if (!pmu_knows_generics(pmu) || !pmu_may_have_device(pmu) ||
			!(pmu_device_here(pmu, search->devices, search->count, &device) ||
				pmu_device_at(pmu, 0, &device)) ||
			!is_first_with(pmu, device))
			continue;
		target.name = device.text;
		target.name_length = device.length;
		target.device = device_named(search->devices, search->count, device);
		if (!use_target(search, target))
			return search->used;
	}
	return search->used;
}

/* Tries what a name that is no device's may mean, in this order. Returns whether it is one of these. */
static bool use_by_name(struct device_search *search, struct span name)
{
	if (span_is_pattern(name))
		return use_any_machines(search, name);
	return use_named_pmu(search, name) || use_default_core(search, name) || use_prefixed(search, name) ||
		use_numbered_pmu(search, name) || use_arm_core(search, name) || use_software(search, name) ||
		use_any_machines(search, name) || use_foreign_pmu(search, name);
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

/* Machines whose PMUs have names with such a prefix but no condition on the CPU: the name of a CPU of each. */
static const struct { char pmus[16], cpu[16]; } machines[] = {
	{ "nvidia_", "grace" }, { "ali_drw", "yitian710" }, { "dwc_pcie", "yitian710" }, { "hisi_", "hip09" },
	{ "hns3", "kunpeng920" }, { "ampere_mcu", "ampereone" }, { "fujitsu_", "monaka" }, { "imx8", "imx8mp" },
	{ "imx9", "imx93" }, { "mrvl_", "cn10k" }, { "qcom_", "falkor" }, { "xgene_", "xgene1" },
	{ "meson_", "cortex-a53" }, { "starfive_", "jh8100" }, { "arm_ccn", "cortex-a57" },
	{ "arm_cci", "cortex-a53" }, { "arm_", "altra" }, { "hv_", "power10" }, { "vpa_", "power10" },
	{ "kvm_hv", "power10" }, { "amdgpu", "zen4" }, { "i915", "adl" }, { "", "spr" } };

/* Says which PMU of the tables the device is of, on another machine than this one. */
static void expect_other_machine(struct perf_parser *parser, struct span name)
{
	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct span device;
		size_t i = 0;

		if (!(pmu_data(pmu)->flags & PMU_NEEDS_SYSFS) || pmu_data(pmu)->conditions ||
		    !pmu_may_be_meant(pmu, name, &device))
			continue;
		while (strncmp(pmu_name(pmu), machines[i].pmus, strlen(machines[i].pmus)) != 0)
			i++;
		perf_expect(parser, "a device of this machine; %s (%s) is in the tables: --cpu %s", pmu_name(pmu),
			    text_at(pmu_body(pmu), pmu_data(pmu)->desc), machines[i].cpu);
		return;
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
	if (search->count && name.length)
		expect_other_machine(parser, name);
	perf_fail(parser, PFM_ERR_NOTFOUND, name, name.length ? "no such device: %.*s"
		  : "the name of a device is missing", printable(name), name.text);
	if (!parser->d || !name.length)
		return false;
	all = suggestions_for(name, parser->d);
	for (int i = 0; i < search->count; i++, device = device_next(device))
		consider(&all, "", device_name(device));
	for (int pmu = 0; pmu < pmus.count; pmu++)
		if (pmu_may_have_device(pmu))
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
	if (!search.used && (!name.length || !use_by_name(&search, name)))
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

/* Returns whether a PMU of the tables has an event; with an error if it has one of that name that lacks something. */
static bool has_event(struct perf_parser *parser, struct perf_target *target, struct span name)
{
	struct perf_event ignored = { .idx = -1 };
	struct device_event alias;

	if (perf_find_alias(target, name, &alias))
		return true;
	perf_note_given(parser, target);
	return perf_table_event(parser, name, target, &ignored);
}

/* The first error of several PMUs, reported if none of them has the event. */
struct first_error {
	pfm_err_t error;
	pfm_diagnosis_t d;
};

static void keep_error(struct perf_parser *parser, struct first_error *first)
{
	if (!parser->error)
		return;
	if (!first->error && parser->d)
		first->d = *parser->d;
	if (!first->error)
		first->error = parser->error;
	perf_forgive(parser);
}

static void say_again(struct perf_parser *parser, const struct first_error *first)
{
	parser->error = first->error;
	if (parser->d)
		*parser->d = first->d;
}

/* Uses a target if the tables have such an event for it. False: the search is over. */
static bool use_target_with(struct device_search *search, struct span name, struct perf_target *target,
			    struct first_error *first)
{
	if (has_event(search->parser, target, name))
		use_target(search, *target);
	if (is_hard(search->parser->error))
		return false;
	keep_error(search->parser, first);
	return true;
}

/* Uses this machine's devices that a PMU with numbers in their names stands for. False: the search is over. */
static bool use_numbered_with(struct device_search *search, struct span name, int pmu, bool *found,
			      struct first_error *first)
{
	const struct device *device = search->devices;

	for (int i = 0; i < search->count; i++, device = device_next(device)) {
		const char *own = device_name(device);
		struct perf_target target = { .device = device, .pmu = pmu, .name = own, .name_length = strlen(own) };

		if (!pmu_may_stand_for(pmu, own) || device_read(catalog_host(), device))
			continue;
		*found = true;
		if (!use_target_with(search, name, &target, first))
			return false;
	}
	return true;
}

/*
 * Uses every device that has a PMU with such an event in the tables. The P-cores of a hybrid CPU may have an event of
 * that name with other unit masks, and the E-cores the one that is meant.
 */
static void use_pmus_with(struct device_search *search, struct span name)
{
	struct first_error first = { .error = PFM_SUCCESS };

	for (int pmu = 0; pmu < pmus.count; pmu++) {
		struct perf_target target = { .pmu = pmu };
		struct span device;
		bool found = false;

		if (!pmu_may_have_device(pmu) || !pmu_device_at(pmu, 0, &device))
			continue;
		if (pmu_has_instances(pmu) && !use_numbered_with(search, name, pmu, &found, &first))
			return;
		if (found)
			continue;
		for (int n = 0; pmu_device_at(pmu, n, &device); n++)
			if (!search->count || (target.device = device_named(search->devices, search->count, device)))
				break;
		if (!device.length)
			continue;
		target.name = device.text;
		target.name_length = device.length;
		if (!use_target_with(search, name, &target, &first))
			return;
	}
	if (first.error && !search->good)
		say_again(search->parser, &first);
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
