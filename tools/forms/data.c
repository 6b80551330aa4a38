/*
 * Writes all data on events as one object, for programs in any language that do not use the library: layouts, with the
 * places of fields and modifiers in perf_event's config words; tables of events with their words; PMUs, and the CPUs
 * that have them. PMUs with the same events, such as boxes of one kind, share a table. The format is documented in
 * pfm-events(5).
 */
#include "lists.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "common/json.h"

/* A PMU, with the indexes of the first PMUs with the same layout and with the same events, or its own. */
struct listed_pmu {
	pfm_pmu_info_t info;
	pfm_pmu_details_t details;
	struct event_ref ref;           /* its first event */
	int layout, table;
};

static struct listed_pmu *shown;
static int pmu_count;

static const char *kind_name(const pfm_pmu_info_t *info)
{
	return info->type == PFM_PMU_TYPE_CORE ? "core" : info->type == PFM_PMU_TYPE_UNCORE ? "uncore" : "os";
}

/* Writes what stands between the elements of a list. */
static void begin_element(bool *first, const char *before)
{
	if (!*first)
		putchar(',');
	*first = false;
	fputs(before, stdout);
}

/* ---- which PMUs are alike ---- */

/* Returns whether the events are the same on each machine. */
static bool is_plain(const struct event_ref *ref)
{
	if (ref->data->policy & SYSFS_NAMES_EVENTS || ref->data->hook == HOOK_INTEL_ARCH)
		return false;
	for (int i = 0; i < ref->data->parts; i++)
		if (ref->in->parts.rows[ref->data->part + i].conditions)
			return false;
	return true;
}

static bool has_same_events(const struct event_ref *a, const struct event_ref *b)
{
	if (a->in != b->in || a->layout != b->layout || a->data->parts != b->data->parts ||
	    a->data->visible != b->data->visible || a->data->flags != b->data->flags || !is_plain(a) || !is_plain(b))
		return false;
	for (int i = 0; i < a->data->parts; i++) {
		const struct table_part *x = &a->in->parts.rows[a->data->part + i];
		const struct table_part *y = &b->in->parts.rows[b->data->part + i];

		if (x->first != y->first || x->count != y->count || x->table != y->table)
			return false;
	}
	return true;
}

static bool has_same_layout(const struct event_ref *a, const struct event_ref *b)
{
	return a->in == b->in && a->layout == b->layout;
}

/* Finds the first that is alike; of a layout one that is there on every machine, so that it has one name. */
static void find_alike(struct listed_pmu *pmu)
{
	pmu->layout = pmu->table = -1;
	for (int i = 0; i < pmu_count; i++) {
		if (has_same_layout(&shown[i].ref, &pmu->ref) &&
		    (pmu->layout < 0 || (is_plain(&shown[i].ref) && !is_plain(&shown[pmu->layout].ref))))
			pmu->layout = i;
		if (pmu->table < 0 && (&shown[i] == pmu || has_same_events(&shown[i].ref, &pmu->ref)))
			pmu->table = i;
	}
}

/* Finds the PMUs of tables: what only a machine's kernel knows is no part of the file. */
static bool find_pmus(void)
{
	pfm_pmu_t number;

	for_each_pmu(number) {
		struct listed_pmu next = { .info.size = sizeof next.info, .details.size = sizeof next.details };
		struct listed_pmu *bigger;

		if (!next_pmu(number, &next.info) || !pmu_wanted(&next.info) || next.info.first_event < 0 ||
		    pfm_get_pmu_details(number, &next.details) || next.details.is_kernel_only)
			continue;
		if (pfm_private_event(next.info.first_event, PFMKIT_VERSION, &next.ref))
			continue;
		bigger = realloc(shown, ((size_t)pmu_count + 1) * sizeof *bigger);
		if (!bigger)
			return is_lacking(PFM_ERR_NOMEM) && false;
		shown = bigger;
		shown[pmu_count++] = next;
	}
	for (int i = 0; i < pmu_count; i++)
		find_alike(&shown[i]);
	return true;
}

/* ---- layouts ---- */

/* Prints "config1:0-15" for each run of bits. */
static void print_bits(int word, uint64_t mask, bool *first)
{
	char text[40], number[4] = "";

	if (word)
		snprintf(number, sizeof number, "%d", word);
	for (int low = 0, high; low < 64; low = high + 1) {
		high = low;
		if (!(mask >> low & 1))
			continue;
		while (high < 63 && mask >> (high + 1) & 1)
			high++;
		if (high > low)
			snprintf(text, sizeof text, "config%s:%d-%d", number, low, high);
		else
			snprintf(text, sizeof text, "config%s:%d", number, low);
		begin_element(first, "");
		json_string(text);
	}
}

/*
 * Prints where the bits of a register word are in perf_event's: the member "bits", unless they are nowhere, or the
 * event says where.
 */
static void print_place(const struct table_layout *layout, const struct table_place *place, bool *first)
{
	bool first_bits = true, any = false;

	for (int i = 0; i < layout->move_count; i++) {
		const struct table_move *move = &layout->moves[i];
		uint64_t bits = (place->mask & ~move->clear) << move->shift;

		if (move->from != FROM_WORD || move->word != place->word || !bits ||
		    (layout->join_mask && move->to == 2))
			continue;
		if (!any) {
			json_key(first, "bits");
			putchar('[');
		}
		any = true;
		print_bits(move->to, bits, &first_bits);
	}
	if (any)
		putchar(']');
}

static void print_fields(const struct event_ref *ref)
{
	bool first = true;

	for (int i = 0; i < ref->layout->formats; i++) {
		const struct table_format *format = &ref->in->formats.rows[ref->layout->first_format + (uint32_t)i];
		bool first_bits = true;

		json_key(&first, name_at(ref->in, format->name));
		putchar('[');
		for (int k = 0; k < format->count; k++) {
			const struct table_bits *bits = &format->bits[k];

			print_bits(bits->word, UINT64_MAX << bits->low & UINT64_MAX >> (63 - bits->high), &first_bits);
		}
		putchar(']');
	}
}

/* Prints a modifier. One that is more than the value of a field has no bits. */
static void print_modifier(const struct event_ref *ref, const struct table_modifier *modifier)
{
	bool first = true;

	json_text(&first, "name", name_at(ref->in, modifier->name));
	json_text(&first, "type", modifier->flags & MODIFIER_INTEGER ? "int" : "bool");
	if (modifier->flags & MODIFIER_INTEGER) {
		json_hex(&first, "min", modifier->min);
		json_hex(&first, "max", modifier->max);
	}
	if (modifier->flags & MODIFIER_INVERTED)
		json_bool(&first, "inverted", true);
	if (!(modifier->flags & MODIFIER_OTHERWISE & ~(MODIFIER_INTEGER | MODIFIER_INVERTED)))
		print_place(ref->layout, &modifier->target, &first);
	json_text(&first, "desc", text_at(ref->in, modifier->text));
}

static void print_layout(const struct event_ref *ref)
{
	bool first = true;

	fputs("{\"fields\":{", stdout);
	print_fields(ref);
	fputs("},\"modifiers\":[", stdout);
	for (int i = 0; i < ref->layout->modifiers; i++) {
		begin_element(&first, "{");
		print_modifier(ref, &ref_modifiers(ref)[i]);
		putchar('}');
	}
	fputs("]}", stdout);
}

static void print_layouts(void)
{
	bool first = true;

	fputs("\"layouts\":{\n", stdout);
	for (int i = 0; i < pmu_count; i++) {
		if (shown[i].layout != i)
			continue;
		if (!first)
			putchar('\n');
		json_key(&first, shown[i].info.name);
		print_layout(&shown[i].ref);
	}
	fputs("\n},\n", stdout);
}

/* ---- PMUs ---- */

static void print_range(bool *first, const char *key, unsigned int low, unsigned int high)
{
	json_key(first, key);
	printf("[%u,%u]", low, high);
}

/* Prints the CPUs as the rows of pfmexport json have them. */
static void print_cpus(const struct event_ref *ref)
{
	static const char *const vendors[] = { [VENDOR_INTEL] = "GenuineIntel", [VENDOR_AMD] = "AuthenticAMD",
		[VENDOR_ARM] = "arm", [VENDOR_POWER] = "power", [VENDOR_ZHAOXIN] = "CentaurHauls" };
	bool first = true;

	for (int i = 0; i < ref->data->conditions; i++) {
		const struct table_condition *cpu = &ref->in->conditions.rows[ref->data->condition + i];
		bool power = cpu->vendor == VENDOR_POWER, first_member = true;

		if (cpu->kind != WHEN_CPU)
			continue;
		begin_element(&first, "{");
		json_text(&first_member, "vendor", vendors[cpu->vendor]);
		json_number(&first_member, "family", cpu->family);
		print_range(&first_member, "model", cpu->low, cpu->high);
		print_range(&first_member, "stepping", (unsigned int)cpu->stepping_low << (power ? 8 : 0),
			(unsigned int)cpu->stepping_high << (power ? 8 : 0) | (power ? 0xff : 0));
		putchar('}');
	}
}

static void print_pmu(const struct listed_pmu *pmu)
{
	bool first = true, first_counter = true;

	json_text(&first, "name", pmu->info.name);
	json_number(&first, "number", pmu->info.pmu);
	json_text(&first, "desc", pmu->info.desc);
	json_text(&first, "kind", kind_name(&pmu->info));
	json_text(&first, "layout", shown[pmu->layout].info.name);
	json_text(&first, "table", shown[pmu->table].info.name);
	json_text(&first, "device", pmu->details.device);
	json_open(&first, "counters");
	json_number(&first_counter, "general", pmu->info.num_cntrs);
	json_number(&first_counter, "fixed", pmu->info.num_fixed_cntrs);
	putchar('}');
	if (!is_plain(&pmu->ref))
		json_bool(&first, "of_machine", true);
	if (pmu->details.is_deprecated)
		json_bool(&first, "deprecated", true);
	json_key(&first, "cpus");
	putchar('[');
	print_cpus(&pmu->ref);
	putchar(']');
}

static void print_pmus_of_file(void)
{
	bool first = true;

	fputs("\"pmus\":[\n", stdout);
	for (int i = 0; i < pmu_count; i++) {
		begin_element(&first, first ? "{" : "\n{");
		print_pmu(&shown[i]);
		putchar('}');
	}
	fputs("\n],\n", stdout);
}

/* ---- tables ---- */

/* Prints "words", up to the last that is not 0, and perf's own "type"; neither if it does not encode alone. */
static void print_words(const struct listed_pmu *pmu, const char *event, const char *umask, bool *first)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof arg };
	char string[512];
	int error;

	snprintf(string, sizeof string, "%s::%s%s%s", pmu->info.name, event, *umask ? ":" : "", umask);
	error = pfm_get_perf_encoding_anywhere(string, PFM_PLM0 | PFM_PLM3 | PFM_PLMH, PFM_OS_PERF_EVENT_EXT, &arg);
	is_lacking(error);
	if (error)
		return;
	json_key(first, "words");
	printf("[\"%#" PRIx64 "\"", (uint64_t)attr.config);
	if (attr.config1 || attr.config2)
		printf(",\"%#" PRIx64 "\"", (uint64_t)attr.config1);
	if (attr.config2)
		printf(",\"%#" PRIx64 "\"", (uint64_t)attr.config2);
	putchar(']');
	if (!pmu->details.device && attr.type != PERF_TYPE_RAW)
		json_number(first, "type", attr.type);
}

static const struct table_umask *umask_row(const struct event_ref *ref, const char *name)
{
	for (int i = 0; ref->umasks && i < ref->umasks->count; i++) {
		const struct table_umask *umask = ref_umask(ref, i);

		if (ref_sees(ref, umask) && !strcmp(name_at(ref->in, umask->name), name))
			return umask;
	}
	return NULL;
}

static void print_umask(const struct listed_pmu *pmu, const struct event *event, const struct event_ref *ref,
	const pfm_event_attr_info_t *attr)
{
	const struct table_umask *row = umask_row(ref, attr->name);
	pfm_event_facts_t facts;
	bool first = true;

	json_text(&first, "name", attr->name);
	json_text(&first, "desc", attr->desc);
	json_hex(&first, "code", attr->code);
	print_words(pmu, event->info.name, attr->name, &first);
	if (row && umask_group(row))
		json_number(&first, "group", umask_group(row));
	if (attr->is_dfl)
		json_bool(&first, "default", true);
	if (row && row->flags & UMASK_NCOMBO)
		json_bool(&first, "ncombo", true);
	if (attr->is_precise)
		json_bool(&first, "precise", true);
	if (attr->equiv)
		json_text(&first, "alias", attr->equiv);
	if (load_facts(event->info.idx, (int)attr->idx, &facts) && !same_facts(&facts, &event->facts))
		print_json_facts(&facts);
}

static void print_event_of_table(const struct listed_pmu *pmu, const struct event *event)
{
	struct event_ref ref = { .umasks = NULL };
	bool first = true, first_umask = true;

	if (pfm_private_event(event->info.idx, PFMKIT_VERSION, &ref))
		return;
	json_text(&first, "name", event->info.name);
	json_text(&first, "desc", event->info.desc);
	json_hex(&first, "code", event->info.code);
	print_words(pmu, event->info.name, "", &first);
	json_hex(&first, "modifiers", ref.modifiers & ~ref.layout->not_under_perf);
	if (event->info.is_precise)
		json_bool(&first, "precise", true);
	if (event->info.equiv)
		json_text(&first, "alias", event->info.equiv);
	print_json_facts(&event->facts);
	if (!event->umasks)
		return;
	json_key(&first, "umasks");
	putchar('[');
	for (int i = 0; i < event->info.nattrs; i++) {
		if (event->attrs[i].type != PFM_ATTR_UMASK)
			continue;
		begin_element(&first_umask, "{");
		print_umask(pmu, event, &ref, &event->attrs[i]);
		putchar('}');
	}
	putchar(']');
}

static void print_table(const struct listed_pmu *pmu)
{
	struct event event = { .room = 0 };
	bool first = true;

	puts("[");
	for (int idx = pmu->info.first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		if (!load_event(idx, &event))
			continue;
		begin_element(&first, first ? "{" : "\n{");
		print_event_of_table(pmu, &event);
		putchar('}');
	}
	fputs("\n]", stdout);
	free_event(&event);
}

static void print_tables(void)
{
	bool first = true;

	fputs("\"tables\":{\n", stdout);
	for (int i = 0; i < pmu_count; i++) {
		if (shown[i].table != i)
			continue;
		json_key(&first, shown[i].info.name);
		print_table(&shown[i]);
	}
	fputs("\n}}\n", stdout);
}

bool print_data(void)
{
	bool good = find_pmus();

	if (good) {
		printf("{\"schema\":\"pfm-events\",\"version\":1,\"pfmkit\":\"%s\",\n", PFMKIT_VERSION);
		print_layouts();
		print_pmus_of_file();
		print_tables();
	}
	free(shown);
	return good;
}
