/*
 * pairs [EVERY [SETS]]: asks the kernel of this machine for each event of its core PMU, for every EVERY-th pair of them
 * as one group, and for SETS larger groups, always the same ones; compares what it says with pfm_fit(), and opens the
 * rounds that this makes. Prints what differs, 100 lines at most, and how many were asked. Events that the kernel
 * refuses alone, as that of a guest does with what belongs to the whole machine, or opens and never puts on a counter,
 * as Linux before 6.6 does with Arm's CHAIN, are only counted.
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST = 4096, SHOWN = 100, LARGEST = 6 };

static struct event {
	char name[160];
	struct perf_event_attr attr;
	int idx;
	int fits;       /* as the check says, alone */
} events[MOST];

static int count, asked, differ, refused;

static int open_event(const struct event *event, int leader)
{
	struct perf_event_attr attr = event->attr;

	attr.disabled = leader < 0;
	return perf_event_open(&attr, 0, -1, leader, 0);
}

/* Whether the check has one round for events; which it has is in places. */
static int fits(const int *set, int size, pfm_placement_t *places)
{
	pfm_fit_event_t list[LARGEST];
	pfm_fit_t fit = { .size = sizeof fit };

	places[0].size = sizeof places[0];
	for (int i = 0; i < size; i++) {
		const struct event *event = &events[set[i]];

		list[i] = (pfm_fit_event_t){ .size = sizeof list[i],
					     .idx = event->idx,
					     .instance = -1,
					     .group = -1,
					     .os = PFM_OS_PERF_EVENT,
					     .words = { event->attr.config, event->attr.config1, event->attr.config2 },
					     .count = 3 };
	}
	return pfm_fit(list, size, 0, &fit, places) ? -1 : !fit.reason;
}

/* Whether the kernel takes those of a round, or all if round is -1, as one group. */
static int opens(const int *set, int size, const pfm_placement_t *places, int round)
{
	int files[LARGEST], opened = 0, good = 1;

	for (int i = 0; i < size && good; i++) {
		if (round >= 0 && places[i].round != round)
			continue;
		files[opened] = open_event(&events[set[i]], opened ? files[0] : -1);
		good = files[opened] >= 0;
		opened += good;
	}
	while (opened)
		close(files[--opened]);
	return good;
}

/* Whether an event has been on a counter for some time after it was opened alone. */
static int runs(const struct event *event)
{
	struct event alone = *event;
	uint64_t values[2] = { 0, 0 };
	int file;

	alone.attr.read_format = PERF_FORMAT_TOTAL_TIME_RUNNING;
	file = open_event(&alone, -1);
	if (file < 0)
		return 0;
	ioctl(file, PERF_EVENT_IOC_ENABLE, 0);
	for (volatile int i = 0; i < 1000; i++)
		;
	if (read(file, values, sizeof values) != (ssize_t)sizeof values)
		values[1] = 0;
	close(file);
	return values[1] > 0;
}

static void compare(int kernel, int check, const int *set, int size, const char *what)
{
	asked++;
	if (kernel == check || differ++ >= SHOWN)
		return;
	printf("differs: kernel %d, check %d%s:", kernel, check, what);
	for (int i = 0; i < size; i++)
		printf(" %s", events[set[i]].name);
	putchar('\n');
}

static void add(const char *pmu, const char *name, const char *umask)
{
	struct event *event = &events[count];
	pfm_perf_encode_arg_t arg = { .attr = &event->attr, .size = sizeof arg };

	snprintf(event->name, sizeof event->name, "%s::%s%s%s", pmu, name, *umask ? ":" : "", umask);
	event->attr.size = sizeof event->attr;
	if (count == MOST - 1 || pfm_get_os_event_encoding(event->name, PFM_PLM3, PFM_OS_PERF_EVENT, &arg))
		return;
	event->idx = arg.idx;
	count++;
}

static void gather(const pfm_pmu_info_t *pmu)
{
	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		pfm_event_info_t info = { .size = sizeof info };

		if (!pfm_get_event_info(idx, PFM_OS_NONE, &info))
			add(pmu->name, info.name, "");
	}
}

/* What the kernel takes the check must take; the others are forgotten. */
static void ask_each(void)
{
	pfm_placement_t places[LARGEST];
	int good = 0;

	for (int i = 0; i < count; i++) {
		int check = fits(&i, 1, places);

		if (!runs(&events[i])) {
			refused++;
			continue;
		}
		compare(1, check, &i, 1, ", alone");
		if (check == 1)
			events[good++] = events[i];
	}
	count = good;
}

static void ask_pairs(int every)
{
	pfm_placement_t places[LARGEST];
	long number = 0;

	for (int i = 0; i < count; i++) {
		int leader = open_event(&events[i], -1);

		for (int k = i; k < count; k++) {
			int file, pair[] = { i, k };

			if (number++ % every)
				continue;
			file = open_event(&events[k], leader);
			compare(file >= 0, fits(pair, 2, places), pair, 2, "");
			if (file >= 0)
				close(file);
		}
		close(leader);
	}
}

static int random_below(int end)
{
	static uint64_t seed = 35;

	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (int)((seed >> 33) % (uint64_t)end);
}

static void ask_sets(int sets)
{
	pfm_placement_t places[LARGEST];
	int set[LARGEST];

	for (; sets > 0 && count; sets--) {
		int size = 3 + random_below(LARGEST - 2), rounds = 0;

		for (int i = 0; i < size; i++)
			set[i] = random_below(count);
		compare(opens(set, size, places, -1), fits(set, size, places), set, size, "");
		for (int i = 0; i < size; i++)
			rounds = places[i].round >= rounds ? places[i].round + 1 : rounds;
		for (int round = 0; rounds > 1 && round < rounds; round++)
			compare(opens(set, size, places, round), 1, set, size, ", one of its rounds");
	}
}

int main(int argc, char **argv)
{
	pfm_pmu_info_t pmu = { .size = sizeof pmu };

	if (pfm_initialize())
		return 1;
	for (int i = pfm_next_pmu(0); i > 0; i = pfm_next_pmu(i))
		if (!pfm_get_pmu_info((pfm_pmu_t)i, &pmu) && pmu.is_present && pmu.type == PFM_PMU_TYPE_CORE) {
			gather(&pmu);
			break;
		}
	ask_each();
	ask_pairs(argc > 1 ? atoi(argv[1]) : 1);
	ask_sets(argc > 2 ? atoi(argv[2]) : 1000);
	printf("pairs: %s: %d events, %d refused alone, %d questions, %d differ\n", pmu.name, count, refused, asked,
	       differ);
	return differ > 0;
}
