/*
 * Events that the kernel has on every machine, by perf's names for them; see perf-list(1). Names of cache events
 * consist of the cache, the operation and the result, the last two in either order or missing: the defaults are load
 * and access.
 */
#include "catalog/symbols.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

struct symbol {
	char name[24];
	uint8_t config;
};

/* If an event has several names, the first one is written. */
static const struct symbol hardware[] = {
	{ "branch-instructions", 4 }, { "branch-misses", 5 }, { "branches", 4 }, { "bus-cycles", 6 },
	{ "cache-misses", 3 },
	{ "cache-references", 2 }, { "cpu-cycles", 0 }, { "cycles", 0 },
	{ "instructions", 1 }, { "ref-cycles", 9 }, { "stalled-cycles-backend", 8 }, { "stalled-cycles-frontend", 7 },
	{ "idle-cycles-backend", 8 }, { "idle-cycles-frontend", 7 } };

static const struct symbol software[] = {
	{ "alignment-faults", 7 }, { "bpf-output", 10 }, { "cgroup-switches", 11 }, { "context-switches", 3 },
	{ "cpu-clock", 0 },
	{ "cpu-migrations", 4 }, { "cs", 3 }, { "dummy", 9 }, { "emulation-faults", 8 },
	{ "major-faults", 6 },
	{ "migrations", 4 }, { "minor-faults", 5 }, { "page-faults", 2 }, { "faults", 2 }, { "task-clock", 1 } };

static const struct symbol caches[] = {
	{ "L1-dcache", 0 }, { "l1-d", 0 }, { "l1d", 0 }, { "L1-data", 0 }, { "L1-icache", 1 }, { "l1-i", 1 },
	{ "l1i", 1 },
	{ "L1-instruction", 1 }, { "LLC", 2 }, { "L2", 2 }, { "dTLB", 3 }, { "d-tlb", 3 }, { "Data-TLB", 3 },
	{ "iTLB", 4 }, { "i-tlb", 4 },
	{ "Instruction-TLB", 4 }, { "branch", 5 }, { "branches", 5 }, { "bpu", 5 }, { "btb", 5 }, { "bpc", 5 },
	{ "node", 6 } };

static const struct symbol operations[] = {
	{ "load", 0 }, { "loads", 0 }, { "read", 0 }, { "store", 1 }, { "stores", 1 }, { "write", 1 },
	{ "prefetch", 2 }, { "prefetches", 2 },
	{ "speculative-read", 2 }, { "speculative-load", 2 } };

static const struct symbol results[] = {
	{ "refs", 0 }, { "Reference", 0 }, { "ops", 0 }, { "access", 0 }, { "misses", 1 }, { "miss", 1 } };

/* Operations that each cache has: bit n for operation n. */
static const uint8_t has_operations[] = { 7, 5, 7, 7, 1, 1, 7 };

#define COUNT(array) (sizeof (array) / sizeof *(array))

static const struct symbol *find(const struct symbol *symbols, size_t count, struct span name)
{
	for (size_t i = 0; i < count; i++)
		if (span_is(name, symbols[i].name))
			return &symbols[i];
	return NULL;
}

/* Takes the longest of the words that name begins with, followed by "-" or its end; *name goes on behind it. */
static const struct symbol *take_word(const struct symbol *words, size_t count, struct span *name)
{
	const struct symbol *best = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(words[i].name);

		if (length > longest && length <= name->length &&
		    span_is((struct span){ name->text, length }, words[i].name) &&
		    (length == name->length || name->text[length] == '-')) {
			best = &words[i];
			longest = length;
		}
	}
	if (best) {
		longest += longest < name->length;
		*name = (struct span){ name->text + longest, name->length - longest };
	}
	return best;
}

static bool cache_symbol(struct span name, uint64_t *config)
{
	const struct symbol *cache = take_word(caches, COUNT(caches), &name), *operation, *result;

	if (!cache)
		return false;
	operation = take_word(operations, COUNT(operations), &name);
	result = take_word(results, COUNT(results), &name);
	if (!operation)
		operation = take_word(operations, COUNT(operations), &name);
	if (name.length || !(has_operations[cache->config] >> (operation ? operation->config : 0) & 1))
		return false;
	*config = cache->config;
	*config |= (uint64_t)(operation ? operation->config : 0) << 8;
	*config |= (uint64_t)(result ? result->config : 0) << 16;
	return true;
}

bool perf_symbol(struct span name, uint32_t *type, uint64_t *config)
{
	const struct symbol *symbol = find(hardware, COUNT(hardware), name);

	*type = PERF_TYPE_HARDWARE;
	if (!symbol) {
		symbol = find(software, COUNT(software), name);
		*type = PERF_TYPE_SOFTWARE;
	}
	if (symbol) {
		*config = symbol->config;
		return true;
	}
	*type = PERF_TYPE_HW_CACHE;
	return name.length && cache_symbol(name, config);
}

/* ---- the other way ---- */

/* Names by operation and result. */
static const char shapes[][20] = { "%s-loads", "%s-load-misses", "%s-stores", "%s-store-misses", "%s-prefetches",
				   "%s-prefetch-misses" };

static const char *name_in(const struct symbol *symbols, size_t count, uint64_t number)
{
	for (size_t i = 0; i < count; i++)
		if (symbols[i].config == number)
			return symbols[i].name;
	return NULL;
}

bool perf_symbol_name(uint32_t type, uint64_t config, char *text, size_t size)
{
	unsigned int operation = config >> 8 & 0xff, result = config >> 16 & 0xff;
	const char *name = NULL;

	if (type == PERF_TYPE_HARDWARE)
		name = name_in(hardware, COUNT(hardware), config & UINT32_MAX);
	else if (type == PERF_TYPE_SOFTWARE)
		name = name_in(software, COUNT(software), config);
	else if (type == PERF_TYPE_HW_CACHE && operation <= 2 && result <= 1)
		name = name_in(caches, COUNT(caches), config & 0xff);
	if (name)
		snprintf(text, size, type == PERF_TYPE_HW_CACHE ? shapes[2 * operation + result] : "%s", name);
	return name;
}

/* Names of the caches in lists of events. */
static const char listed_caches[][12] = { "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node" };

static bool cache_symbol_at(size_t n, char *text, size_t size)
{
	size_t cache = n / COUNT(shapes), shape = n % COUNT(shapes);

	if (cache >= COUNT(listed_caches))
		return false;
	if (has_operations[cache] >> shape / 2 & 1)
		snprintf(text, size, shapes[shape], listed_caches[cache]);
	else
		*text = '\0';
	return true;
}

bool perf_symbol_at(int n, char *text, size_t size)
{
	size_t number = (size_t)n;

	if (number < COUNT(hardware)) {
		snprintf(text, size, "%s", hardware[number].name);
		return true;
	}
	number -= COUNT(hardware);
	if (number < COUNT(software)) {
		snprintf(text, size, "%s", software[number].name);
		return true;
	}
	return cache_symbol_at(number - COUNT(software), text, size);
}
