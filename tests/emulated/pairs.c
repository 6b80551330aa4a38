/*
 * pairs [EVERY]: asks the kernel of this machine for each event of its core PMU, and for every EVERY-th pair of them as one group, and
 * compares what it says with pfm_fit(). Prints what differs, 100 lines at most, and how many were asked.
 */
#include <perfmon/pfmkit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096, SHOWN = 100 };

static struct event {
	char name[160];
	struct perf_event_attr attr;
	int idx;
	int fits;       /* as the check says, alone */
} events[MOST];

static int count, asked, differ, unsure;

static int open_event(const struct event *event, int leader)
{
	struct perf_event_attr attr = event->attr;

	attr.disabled = leader < 0;
	return perf_event_open(&attr, 0, -1, leader, 0);
}

/* Whether the check has one round for events a and b, or for a alone if b is -1. */
static int fits(int a, int b)
{
	pfm_fit_event_t list[2];
	pfm_placement_t places[2] = { { .size = sizeof places[0] } };
	pfm_fit_t fit = { .size = sizeof fit };
	int numbers[2] = { a, b };

	for (int i = 0; i < 2 && numbers[i] >= 0; i++) {
		const struct event *event = &events[numbers[i]];

		list[i] = (pfm_fit_event_t){ .size = sizeof list[i], .idx = event->idx, .instance = -1, .group = -1, .os = PFM_OS_PERF_EVENT,
					     .words = { event->attr.config, event->attr.config1, event->attr.config2 }, .count = 3 };
	}
	if (pfm_fit(list, b < 0 ? 1 : 2, 0, &fit, places))
		return -1;
	return !fit.reason;
}

static void compare(int kernel, int check, const char *a, const char *b)
{
	asked++;
	if (kernel == check)
		return;
	if (differ++ < SHOWN)
		printf("differs: kernel %d, check %d: %s %s\n", kernel, check, a, b);
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

/* Events that the kernel takes, alone, to the front; the others are what the check must refuse. */
static void ask_each(void)
{
	int good = 0;

	for (int i = 0; i < count; i++) {
		int file = open_event(&events[i], -1), check = fits(i, -1);

		compare(file >= 0, check, events[i].name, "");
		if (file < 0)
			continue;
		close(file);
		if (check == 1)
			events[good++] = events[i];
	}
	count = good;
}

static void ask_pairs(int every)
{
	long number = 0;

	for (int i = 0; i < count; i++) {
		int leader = open_event(&events[i], -1);

		for (int k = i; k < count && leader >= 0; k++) {
			int file;

			if (number++ % every)
				continue;
			file = open_event(&events[k], leader);
			compare(file >= 0, fits(i, k), events[i].name, events[k].name);
			if (file >= 0)
				close(file);
		}
		unsure += leader < 0;
		if (leader >= 0)
			close(leader);
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
	printf("pairs: %s: %d events, %d questions, %d differ\n", pmu.name, count, asked, differ);
	return differ || unsure;
}
