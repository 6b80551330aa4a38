/*
 * Identifies a CPU in one of three ways: by the processor itself, by /proc/cpuinfo below the root, or by a text:
 * GenuineIntel-6-94-3, power 0x4e, the name of a PMU or a common name of the CPU.
 */
#define _GNU_SOURCE
#include "machine/identity.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <perfmon/pfmlib.h>

#include "machine/conditions.h"
#include "machine/cpu_models.h"
#include "machine/cpu_names.h"
#include "machine/files.h"
#include "machine/processor.h"
#include "machine/soc.h"

/* ---- as somebody says ---- */

/* Returns whether a number has 0x in front or a letter among its digits. */
static bool is_hexadecimal(const char *digits, size_t length)
{
	if (length > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
		return true;
	for (size_t i = 0; i < length; i++)
		if (isxdigit((unsigned char)digits[i]) && !isdigit((unsigned char)digits[i]))
			return true;
	return false;
}

/* State of reading an identity. */
struct reading {
	const char *text, *at;  /* the whole text, and its unread part */
	char *message;
	const struct known_tables *known;
};

/* Says why it cannot be read; for "return". */
__attribute__((format(printf, 2, 3))) static bool refuse_identity(const struct reading *reading, const char *format,
	...)
{
	va_list arguments;
	int length = snprintf(reading->message, IDENTITY_MESSAGE, "%.100s: ", reading->text);

	va_start(arguments, format);
	vsnprintf(reading->message + length, (size_t)(IDENTITY_MESSAGE - length), format, arguments);
	va_end(arguments);
	return false;
}

/* Reads the number called name that begins here and ends before a dash, a comma or the end. */
static bool read_wide(struct reading *reading, const char *name, uint64_t most, uint64_t *value)
{
	const char *begin = reading->at;
	size_t length = strcspn(begin, "-,");
	int shown = length > 40 ? 40 : (int)length;
	int base = is_hexadecimal(begin, length) ? 16 : 10;
	unsigned long long number;
	char *end = NULL;

	if (!length)
		return refuse_identity(reading, "the %s is missing", name);
	errno = 0;
	number = isxdigit((unsigned char)*begin) ? strtoull(begin, &end, base) : 0;
	if (!isxdigit((unsigned char)*begin) || end != begin + length)
		return refuse_identity(reading,
			"%.*s is not a %s, which is a decimal number, or a hexadecimal one with 0x", shown, begin,
			name);
	if (errno || number > most)
		return refuse_identity(reading, "the %s %.*s is too large, 0x%" PRIx64 " is the largest", name, shown,
			begin, most);
	*value = number;
	reading->at = begin + length;
	return true;
}

static bool read_number(struct reading *reading, const char *name, unsigned int most, unsigned int *value)
{
	uint64_t number = 0;

	if (!read_wide(reading, name, most, &number))
		return false;
	*value = (unsigned int)number;
	return true;
}

/* Takes the dash before one more number, if there is one. */
static bool has_more(struct reading *reading)
{
	if (*reading->at != '-')
		return false;
	reading->at++;
	return true;
}

static bool read_end(const struct reading *reading)
{
	return !*reading->at || refuse_identity(reading, "%.40s is more than belongs to a CPU", reading->at);
}

/* ---- CPUs that are known ---- */

static const struct tables *const compiled_body = &pfm_compiled;
static const struct known_tables compiled_only = { &compiled_body, 1 };

/* Returns whether a PMU is a core's, or of a unit that has an identity as cores have. */
static bool is_of_processor(const struct table_pmu *pmu)
{
	return pmu->type == PFM_PMU_TYPE_CORE || pmu->type == PFM_PMU_TYPE_UNKNOWN;
}

static const char *core_pmu_in(const struct tables *in, const struct host *host)
{
	const struct table_pmu *pmu = in->pmus.rows, *end = pmu + in->pmus.count;

	for (; pmu < end; pmu++) {
		const struct table_condition *conditions = &in->conditions.rows[pmu->condition];

		for (int i = 0; is_of_processor(pmu) && !(pmu->flags & PMU_DEPRECATED) && i < pmu->conditions; i++)
			if (conditions[i].kind == WHEN_CPU && host_is_cpu(host, &conditions[i]))
				return name_at(in, pmu->name);
	}
	return NULL;
}

/* Returns the first core PMU of the tables that the CPU has, and that is found without its name; NULL: none. */
static const char *core_pmu_of(const struct known_tables *known, const struct host *host)
{
	const char *name = NULL;

	for (int i = 0; i < known->count && !name; i++)
		name = core_pmu_in(known->bodies[i], host);
	return name;
}

/*
 * Architectural events of Intel CPUs that cannot be asked, as in CPUID leaf 0xA (Intel SDM volume 3, "Architectural
 * Performance Monitoring"): version, counters, fixed counters. Models that are not listed are newer, and taken as the
 * last one.
 */
static const struct { uint8_t low, high, version, counters, fixed; } architectures[] = {
	{ 0, 13, 0, 0, 0 },     /* P6 */
	{ 14, 14, 1, 2, 0 },
	{ 15, 23, 2, 2, 3 },    /* Core 2 */
	{ 29, 29, 2, 2, 3 },
	{ 28, 28, 3, 2, 3 },    /* Atom */
	{ 38, 39, 3, 2, 3 }, { 53, 55, 3, 2, 3 }, { 74, 74, 3, 2, 3 }, { 76, 77, 3, 2, 3 },
	{ 87, 87, 3, 2, 3 }, { 90, 90, 3, 2, 3 },
	{ 93, 93, 3, 2, 3 }, { 133, 133, 3, 2, 3 },
	{ 78, 78, 4, 4, 3 },    /* Skylake and its derivatives */
	{ 85, 85, 4, 4, 3 }, { 94, 94, 4, 4, 3 }, { 102, 102, 4, 4, 3 },
	{ 142, 142, 4, 4, 3 }, { 158, 158, 4, 4, 3 }, { 165, 166, 4, 4, 3 },
	{ 92, 92, 4, 4, 3 },    /* Goldmont */
	{ 95, 95, 4, 4, 3 }, { 122, 122, 4, 4, 3 },
	{ 134, 134, 5, 4, 3 },  /* Tremont */
	{ 138, 138, 5, 4, 3 }, { 150, 150, 5, 4, 3 }, { 156, 156, 5, 4, 3 },
	{ 24, 86, 3, 4, 3 },    /* Nehalem to Broadwell, except those above */
	{ 0, 255, 5, 8, 4 },
};

/* Adds Intel's architectural events. Families 18 and 19 follow 6; Pentiums, first Xeon Phi, NetBurst have none. */
static void add_architectural(struct host *host)
{
	if (!host->is_intel || (host->family != 6 && host->family != 18 && host->family != 19))
		return;
	for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++)
		if (host->family != 6 ? i + 1 == sizeof architectures / sizeof architectures[0]
				      : host->model >= architectures[i].low && host->model <= architectures[i].high) {
			host->arch_events = architectures[i].version | (unsigned int)architectures[i].counters << 8;
			host->arch_fixed = architectures[i].fixed;
			return;
		}
}

/* ---- x86 ---- */

/* Warns of a model that is another CPU's in hexadecimal, as perf and Intel write models without a prefix. */
static void warn_of_model(const struct reading *reading, const struct host *host, const char *digits)
{
	size_t length = strspn(digits, "0123456789");
	unsigned long other = strtoul(digits, NULL, 16);
	const char *as_read, *as_other;
	struct host another = *host;

	if (length != strcspn(digits, "-") || other > 0xff || other == host->model)
		return;
	another.model = (unsigned int)other;
	as_other = core_pmu_of(reading->known, &another);
	as_read = core_pmu_of(reading->known, host);
	if (as_other && as_other != as_read)
		snprintf(reading->message, IDENTITY_MESSAGE,
			 "%.100s: model %u is read as decimal (%s); for the hexadecimal 0x%lx (%s) write %.*s0x%s",
			 reading->text, host->model, as_read ? as_read : "no CPU that is known", other, as_other,
			 (int)(digits - reading->text), reading->text, digits);
}

static bool read_x86(struct reading *reading, struct host *host)
{
	const char *model;

	if (!read_number(reading, "family", 0x10e, &host->family))
		return false;
	if (!has_more(reading))
		return refuse_identity(reading, "the model is missing");
	model = reading->at;
	if (!read_number(reading, "model", 0xff, &host->model) ||
	    (has_more(reading) && !read_number(reading, "stepping", 0xf, &host->stepping)) || !read_end(reading))
		return false;
	warn_of_model(reading, host, model);
	return true;
}

static bool read_intel(struct reading *reading, struct host *host)
{
	host->is_intel = true;
	return read_x86(reading, host);
}

static bool read_amd(struct reading *reading, struct host *host)
{
	host->is_amd = true;
	return read_x86(reading, host);
}

static bool read_hygon(struct reading *reading, struct host *host)
{
	host->is_hygon = true;
	return read_amd(reading, host);
}

static bool read_centaur(struct reading *reading, struct host *host)
{
	host->is_zhaoxin = true;
	return read_x86(reading, host);
}

static bool read_shanghai(struct reading *reading, struct host *host)
{
	host->is_shanghai = true;
	return read_centaur(reading, host);
}

/* Returns whether a text that begins with a digit is a family and a model. */
static bool lacks_vendor(const char *text)
{
	char end = text[strspn(text, "0123456789abcdefABCDEFhHxX")];

	return isdigit((unsigned char)*text) && (end == '-' || end == '_');
}

/*
 * Reads 06_8FH, as Intel's manuals write its family 6, which no other vendor has, and 06-8f-08, as its microcode's
 * files are named. 6-94 may be either number.
 */
static bool read_without_vendor(const struct reading *reading, struct host *host)
{
	char family[3], mark[2], model[3], rest[5] = "", more;
	int count = sscanf(reading->text, "%2[0-9]%1[_-]%2[0-9a-fA-F]%4s%c", family, mark, model, rest, &more);
	bool is_hexadecimal_model = *mark == '_' || *family == '0' || !strcasecmp(rest, "h");

	if (count < 3 || count > 4 || strtoul(family, NULL, 16) != 6 || !is_hexadecimal_model ||
	    (*rest && strcasecmp(rest, "h") && (*rest != '-' || strspn(rest + 1, "0123456789abcdefABCDEF") != 2)))
		return refuse_identity(reading, "the vendor is missing in front: GenuineIntel- or AuthenticAMD-");
	host->is_intel = true;
	host->family = 6;
	host->model = (unsigned int)strtoul(model, NULL, 16);
	host->stepping = *rest == '-' ? (unsigned int)strtoul(rest + 1, NULL, 16) & 0xf : 0;
	return true;
}

/* Reads the number behind a word: "family 6", "model : 0x8f", "family 17h". */
static bool number_behind(const char *text, const char *word, unsigned long *number)
{
	const char *at = strcasestr(text, word);
	size_t length;

	if (!at)
		return false;
	at += strlen(word);
	at += strspn(at, " \t:=");
	length = strspn(at, "0123456789abcdefABCDEFxX");
	*number = strtoul(at, NULL, at[length] == 'h' || at[length] == 'H' || is_hexadecimal(at, length) ? 16 : 10);
	return isdigit((unsigned char)*at);
}

/* Returns the vendor of a family, by number or text; NULL if unclear: 15 and 18 are several vendors'. */
static const char *vendor_of_family(const char *text, unsigned long family)
{
	if (strcasestr(text, "intel") || family == 6)
		return "GenuineIntel";
	if (strcasestr(text, "hygon"))
		return "HygonGenuine";
	return strcasestr(text, "amd") || family == 16 || (family >= 20 && family <= 23) || family == 25 || family == 26
		? "AuthenticAMD"
		: NULL;
}

/* Reads "cpu family 25 model 17", as /proc/cpuinfo and the kernel's messages write it, to an identity, or false. */
static bool identity_of_words(const char *text, char *identity, size_t size)
{
	unsigned long family, model, stepping;
	const char *vendor;

	if (!number_behind(text, "family", &family) || !number_behind(text, "model", &model))
		return false;
	vendor = vendor_of_family(text, family);
	if (vendor && number_behind(text, "stepping", &stepping))
		snprintf(identity, size, "%s-%lu-0x%02lx-%lu", vendor, family, model, stepping);
	else if (vendor)
		snprintf(identity, size, "%s-%lu-0x%02lx", vendor, family, model);
	return vendor;
}

/* Returns the vendor of a family and model by the numbers alone: in family 15 Intel's have few models. */
static const char *vendor_of_model(unsigned long family, unsigned long model)
{
	if (family == 15)
		return model < 0x10 ? "GenuineIntel" : "AuthenticAMD";
	return family == 24 ? "HygonGenuine" : vendor_of_family("", family);
}

/* Reads CPUID's signature, as microcode's messages and errata have it: "0x906ea", "906EAh", "sig=0x000906ea". */
static bool read_signature(const char *text, unsigned long *signature)
{
	static const char begin[] = "sig=";
	bool is_named = !strncasecmp(text, begin, sizeof begin - 1), has_prefix;
	const char *digits = text + (is_named ? sizeof begin - 1 : 0);
	size_t length;

	has_prefix = !strncasecmp(digits, "0x", 2);
	digits += has_prefix ? 2 : 0;
	length = strspn(digits, "0123456789abcdefABCDEF");
	*signature = length >= 5 && length <= 8 ? strtoul(digits, NULL, 16) : 0;
	return *signature > 0xffff && *signature < 0x1000000 &&
	       (!digits[length] ? is_named || has_prefix : !strcasecmp(digits + length, "h"));
}

/* Reads a signature, or family, model and stepping as PAPI writes them, "0x06/0xb7/0x01", to an identity, or false. */
static bool identity_of_signature(const char *text, char *identity, size_t size)
{
	unsigned long signature, family, model, stepping;
	const char *vendor;
	int length = 0;

	if (read_signature(text, &signature)) {
		family = signature >> 8 & 0xf;
		if (family != 15 && signature >> 20) /* only family 15 has an extended family */
			return false;
		model = (signature >> 4 & 0xf) | (signature >> 12 & 0xf0);
		stepping = signature & 0xf;
		family += family == 15 ? signature >> 20 & 0xff : 0;
	} else if (sscanf(text, "0x%2lx/0x%2lx/0x%2lx%n", &family, &model, &stepping, &length) < 3) {
		return false;
	}
	vendor = length && text[length] ? NULL : vendor_of_model(family, model);
	if (vendor)
		snprintf(identity, size, "%s-%lu-0x%02lx-%lu", vendor, family, model, stepping);
	return vendor;
}

/* ---- POWER, RISC-V, Arm, names ---- */

static bool read_power(struct reading *reading, struct host *host)
{
	host->is_power = true;
	return read_number(reading, "version half of the PVR", 0xffff, &host->pvr) &&
	       (!has_more(reading) || read_number(reading, "revision half of the PVR", 0xffff, &host->revision)) &&
	       read_end(reading);
}

/*
 * Machine types of s390: the first and second version numbers of the counter facility (Linux selects event files by
 * them), and the name in soc.def if there are PMUs outside the cores. Each row is for two types: that of the smaller
 * model is one higher.
 */
static const struct { uint16_t type; uint8_t first, second; char soc[4]; } s390_machines[] = {
	{ 2097, 1, 1, "" }, { 2817, 1, 2, "" }, { 2827, 1, 3, "" }, { 2964, 1, 4, "" },
	{ 3906, 3, 5, "" }, { 8561, 3, 6, "" }, { 3931, 3, 7, "z16" }, { 9175, 3, 8, "z17" },
};

static bool read_s390(struct reading *reading, struct host *host)
{
	unsigned int type = 0;

	if (!read_number(reading, "type of a machine", 0xffff, &type) || !read_end(reading))
		return false;
	for (size_t i = 0; i < sizeof s390_machines / sizeof s390_machines[0]; i++)
		if (type == s390_machines[i].type || type == s390_machines[i].type + 1U) {
			host->is_s390 = host->s390_read = true;
			host->s390_machine = type;
			host->cfvn = s390_machines[i].first;
			host->csvn = s390_machines[i].second;
			host->soc = soc_called(s390_machines[i].soc);
			return true;
		}
	return refuse_identity(reading, "no s390x machine of type %u is known", type);
}

/* Reads all that LoongArch says in /proc/cpuinfo; a model, 3A5000, is one of these, too. */
static bool read_loongson(struct reading *reading, struct host *host)
{
	host->is_loongson = !strcasecmp(reading->at, "64bit") || *reading->at == '3';
	return host->is_loongson || refuse_identity(reading, "expected Loongson-64bit");
}

static bool read_riscv(struct reading *reading, struct host *host)
{
	do
		if (!read_wide(reading, riscv_keys[host->riscv_count], UINT64_MAX, &host->riscv[host->riscv_count]))
			return false;
	while (++host->riscv_count < RISCV_IDS && has_more(reading));
	return host->riscv_count > 1 ? read_end(reading) : refuse_identity(reading, "the marchid is missing");
}

/* Returns the MIDR of Arm's own core with that part number, as kernel and compilers list it: 0xd0c; 0: none has it. */
static unsigned int midr_of_part(const struct reading *reading, unsigned int part)
{
	struct host one = { .arm_count = 0 };

	if (part > 0xfff || strlen(reading->text) != 5 || strncasecmp(reading->text, "0x", 2))
		return 0;
	processor_add_arm_core(&one, 0x41, part, 0);
	return core_pmu_of(reading->known, &one) ? 0x410f0000 | part << 4 : 0;
}

static bool read_midrs(struct reading *reading, struct host *host)
{
	for (;; reading->at++) {
		unsigned int midr = 0;

		if (!read_number(reading, "MIDR of an Arm core", UINT32_MAX, &midr))
			return false;
		if (!(midr >> 24) && midr_of_part(reading, midr))
			midr = midr_of_part(reading, midr);
		if (!(midr >> 24))
			return refuse_identity(reading,
				"0x%x is not the MIDR of an Arm core: its upper byte, who made it, is 0", midr);
		if (host->arm_count == MAX_ARM_CORES)
			return refuse_identity(reading, "more than %d core types", MAX_ARM_CORES);
		processor_add_arm_core(host, midr >> 24, midr >> 4 & 0xfff, (midr >> 20 & 0xf) << 4 | (midr & 0xf));
		if (*reading->at != ',')
			return read_end(reading);
	}
}

/* Prefixes of identities, each with the reader for what follows. */
static const struct form {
	char beginning[14];
	bool (*read)(struct reading *reading, struct host *host);
} forms[] = {
	{ "GenuineIntel-", read_intel }, { "AuthenticAMD-", read_amd }, { "HygonGenuine-", read_hygon },
	{ "CentaurHauls-", read_centaur }, { "Shanghai-", read_shanghai },
	{ "POWER-", read_power },
	{ "IBM-", read_s390 }, { "RISCV-", read_riscv }, { "Loongson-", read_loongson },
};

static const struct form *form_of(const char *text)
{
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
		if (!strncasecmp(text, forms[i].beginning, strlen(forms[i].beginning)))
			return &forms[i];
	return NULL;
}

bool identity_has_vendor(const char *text)
{
	return form_of(text);
}

/* Returns whether text may be a model's number, 7742 or 9950X: four to six letters, no 0x in front; a MIDR has more. */
static bool has_length_of_model(const char *text)
{
	size_t length = strlen(text);

	return length >= 4 && length <= 6 && strncasecmp(text, "0x", 2) != 0;
}

static bool read_exact(const char *name, const struct known_tables *known, struct host *host,
	char message[IDENTITY_MESSAGE])
{
	const char *text = form_of(name) ? name : cpu_name_identity(name);
	struct reading reading = { text, text, message, known ? known : &compiled_only };
	const struct form *form = form_of(text);

	*message = '\0';
	host->soc = soc_called(name);
	if (form) {
		reading.at = text + strlen(form->beginning);
		return form->read(&reading, host);
	}
	if (*text && (cpu_name_is_pmu(text, reading.known, host, message) || *message))
		return !*message;
	if (isalpha((unsigned char)*text) && !strchr(text, ',')) {
		snprintf(message, IDENTITY_MESSAGE, "no PMU is known for the CPU %.100s", text);
		return false;
	}
	if (lacks_vendor(text))
		return read_without_vendor(&reading, host);
	if (strchr(text, ',') || (isdigit((unsigned char)*text) && !has_length_of_model(text)))
		return read_midrs(&reading, host);
	snprintf(message, IDENTITY_MESSAGE, "no PMU is known for the CPU %.100s", text);
	return false;
}

/* Returns the identity that a short code's long name has with the line: "ARL-H" is arrowlake-h; NULL: none. */
static const char *identity_of_long_name(const char *bare, const char *line, const struct known_tables *known)
{
	char message[IDENTITY_MESSAGE], begin[64], longer[CPU_MODEL_LENGTH];
	struct host host = { .arm_count = 0 };

	if (!read_exact(bare, known, &host, message) || !host.is_intel)
		return NULL;
	snprintf(begin, sizeof begin, "GenuineIntel-%u-0x%02x", host.family, host.model);
	for (const char *name = NULL; (name = cpu_name_next(name));) {
		const char *identity = cpu_name_identity(name);

		if (strcmp(identity, begin) != 0)
			continue;
		snprintf(longer, sizeof longer, "%.64s-%s", name, line);
		identity = cpu_name_identity(longer);
		if (identity != longer)
			return identity;
	}
	return NULL;
}

/*
 * Reads Intel's name with the line of products behind it, which says package and power: "Sapphire Rapids-SP",
 * "raptorlake-hx". Lines that are other silicon (-D, -DE, -N, -EP, -EX) have names of their own or none.
 */
static bool read_product_line(const char *name, const struct known_tables *known, struct host *host,
	char message[IDENTITY_MESSAGE])
{
	static const char lines[][4] = { "sp", "ap", "x", "h", "hx", "m", "p", "r", "s", "u", "w", "ws", "y" };
	char bare[CPU_MODEL_LENGTH];
	const char *identity;
	size_t length = strlen(name), end = length;

	while (end && isalpha((unsigned char)name[end - 1]))
		end--;
	if (end < 2 || length >= sizeof bare || !strchr("-_ ", name[end - 1]))
		return false;
	snprintf(bare, sizeof bare, "%.*s", (int)end - 1, name);
	identity = identity_of_long_name(bare, name + end, known);
	if (identity)
		return read_exact(identity, known, host, message);
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (!strcasecmp(name + end, lines[i]))
			return read_exact(bare, known, host, message) && host->is_intel;
	return false;
}

static void add_choice(char *choices, size_t size, const char *brand, const char *number, const char *pmu)
{
	size_t length = strlen(choices);

	snprintf(choices + length, size - length, "%s%s %.20s (%s)", length ? ", " : "", brand, number, pmu);
}

/* Reads a number alone, 7950X, if all brands that have it mean CPUs with the same PMU. message: what else it may be. */
static bool read_number_alone(const char *name, const struct known_tables *known, struct host *host,
	char message[IDENTITY_MESSAGE])
{
	const char *found = NULL, *other = "";
	bool differs = false;
	char choices[IDENTITY_MESSAGE - 64] = "", text[CPU_MODEL_LENGTH], note[IDENTITY_MESSAGE];

	for (const char *brand = NULL; (brand = cpu_model_brand(name, brand));) {
		struct host one = *host;
		const char *identity, *pmu;

		snprintf(text, sizeof text, "%s %.64s", brand, name);
		identity = cpu_model_identity(text, &other);
		if (!identity || !read_exact(identity, known, &one, note))
			continue;
		pmu = core_pmu_of(known ? known : &compiled_only, &one);
		if (!pmu || (found && !strcmp(pmu, found)))
			continue;
		differs |= found != NULL;
		add_choice(choices, sizeof choices, brand, name, pmu);
		found = pmu;
		if (!differs)
			snprintf(message, IDENTITY_MESSAGE, "%s", identity);
	}
	if (differs)
		snprintf(message, IDENTITY_MESSAGE, "%.40s may be: %s", name, choices);
	else if (found) {
		snprintf(text, sizeof text, "%.120s", message);
		return read_exact(text, known, host, message);
	}
	return false;
}

bool identity_read(const char *name, const struct known_tables *known, struct host *host,
		   char message[IDENTITY_MESSAGE])
{
	char why[IDENTITY_MESSAGE], plain[CPU_MODEL_LENGTH], note[IDENTITY_MESSAGE] = "";
	const char *identity;
	struct host before = *host;

	if (read_exact(name, known, host, message))
		return true;
	*host = before;
	if (identity_of_words(name, plain, sizeof plain) || identity_of_signature(name, plain, sizeof plain))
		return read_exact(plain, known, host, message);
	snprintf(why, sizeof why, "%s", message);
	*host = before;
	if (isdigit((unsigned char)*name)) {
		char may_be[IDENTITY_MESSAGE] = "";

		if (read_number_alone(name, known, host, may_be)) {
			*message = '\0';
			return true;
		}
		snprintf(note, sizeof note, "%s", may_be);
	}
	identity = form_of(name) ? NULL : cpu_name_of_model(name, note);
	if (identity && read_exact(identity, known, host, message)) {
		/* without the reader's message, which is about numbers that the user did not write */
		snprintf(message, IDENTITY_MESSAGE, "%s", note);
		return true;
	}
	/* a vendor with a PMU's name, such as "amdzen4" or "Fujitsu A64FX" */
	*host = before;
	cpu_model_plain(name, plain);
	if (!identity && !form_of(name) && isalpha((unsigned char)*plain) &&
	    (read_exact(plain, known, host, message) ||
		    (!strncmp(plain, "amd", 3) && read_exact(plain + 3, known, host, message))))
		return true;
	*host = before;
	if (!identity && !form_of(name) && read_product_line(name, known, host, message))
		return true;
	*host = before;
	snprintf(message, IDENTITY_MESSAGE, "%s", *note ? note : why);
	return false;
}

/*
 * Hashes, of 64 bits, of names that are not CPUs: a string with such a name before "::" asks several times, and wrong
 * strings often come in series. 0: free slot. Entries never become invalid.
 */
static atomic_ullong no_cpus[64];

static unsigned long long long_hash(struct span name)
{
	unsigned long long hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < name.length; i++) {
		hash = (hash ^ (unsigned char)name.text[i]) * 0x100000001b3;
		hash ^= hash >> 29;
	}
	return hash;
}

bool identity_is_cpu(struct span name, struct host *host)
{
	char text[CPU_MODEL_LENGTH], message[IDENTITY_MESSAGE];
	unsigned long long hash = long_hash(name);
	atomic_ullong *slot = &no_cpus[hash >> 32 & 63];

	if (!name.length || name.length >= sizeof text || memchr(name.text, '*', name.length))
		return false;
	if (hash && atomic_load_explicit(slot, memory_order_relaxed) == hash)
		return false;
	memcpy(text, name.text, name.length);
	text[name.length] = '\0';
	if (!isdigit((unsigned char)*text) && !form_of(text) && identity_read(text, NULL, host, message))
		return true;
	atomic_store_explicit(slot, hash, memory_order_relaxed);
	return false;
}

/* ---- all together ---- */

static void take_root(struct host *host, const char *root)
{
	size_t length = root ? strlen(root) : 0;

	if (!length || length >= sizeof host->root)
		return;
	memcpy(host->root, root, length);
	while (length && host->root[length - 1] == '/')
		host->root[--length] = '\0';
	host->replaced = true;
}

/* Returns whether one of the machine's Arm cores is of a kind that no table has. */
static bool has_unknown_arm_core(const struct known_tables *known, const struct host *host)
{
	for (int i = 0; i < host->arm_count; i++) {
		struct host one = { .arm_count = 1 };

		one.arm[0] = host->arm[i];
		if (!core_pmu_of(known, &one))
			return true;
	}
	return false;
}

bool identity_choose(const char *text, const struct known_tables *known, struct host *host,
		   char message[IDENTITY_MESSAGE])
{
	if (!identity_read(text, known, host, message))
		return false;
	known = known ? known : &compiled_only;
	add_architectural(host);
	if (!*message && has_unknown_arm_core(known, host))
		snprintf(message, IDENTITY_MESSAGE, "%.100s: an Arm core that is not known: it has the architecture's"
			 " events only (PMU arm_pmuv3)", text);
	if (!*message && host->arch_events && !core_pmu_of(known, host))
		snprintf(message, IDENTITY_MESSAGE,
			"%.100s: an Intel CPU that is not known: it has the architectural events only (PMU ix86arch)",
			text);
	return true;
}

/* Takes an identity; a CPU that cannot be read is one that nothing is known of. */
static void take_identity(struct host *host, const struct machine_choice *choice, const char *identity,
			  const struct known_tables *known, char message[IDENTITY_MESSAGE])
{
	struct host named = *host;
	bool good = identity_choose(identity, known, &named, message);

	if (good)
		*host = named;
	host->replaced = true;
	if (!choice->cpu && host_environment("LIBPFM_PROC_CPUINFO"))
		processor_read_cpuinfo(host);
}

void host_identify(struct host *host, const struct machine_choice *choice, const struct known_tables *known,
		   char message[IDENTITY_MESSAGE])
{
	const char *identity = choice->cpu ? choice->cpu : host_environment("LIBPFM_CPUID");

	memset(host, 0, sizeof *host);
	*message = '\0';
	take_root(host, choice->root ? choice->root : host_environment("LIBPFM_FSROOT"));
	if (identity && *identity)
		take_identity(host, choice, identity, known, message);
	else if (host->replaced)
		processor_read_cpuinfo(host);
	else
		processor_read(host);
}
