/* Devices of the kernel that no table knows, for showevtinfo --pmus. */
#define _GNU_SOURCE
#include "showevtinfo.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "json.h"

/* Whether a PMU of this machine is the device's; "cpu" is that of the core PMU, which needs no name. */
static bool has_table(const char *device)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	pfm_pmu_t pmu;

	for_each_pmu(pmu) {
		if (!next_pmu(pmu, &info) || !info.is_present || pfm_get_pmu_details(pmu, &details))
			continue;
		if (is_device_of(&details, device))
			return true;
		if (!details.device && info.type == PFM_PMU_TYPE_CORE &&
		    (!strcmp(device, "cpu") || !strncmp(device, "armv8_", 6)))
			return true;
	}
	return false;
}

static char *folder_of(const char *device, const char *folder)
{
	const char *root = getenv("LIBPFM_FSROOT");
	char *path;

	return asprintf(&path, "%s/sys/bus/event_source/devices/%s/%s", root ? root : "", device, folder) < 0 ? NULL
		: path;
}

/* NAME.scale and the like say more about the event NAME. */
static int is_event(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !strchr(entry->d_name, '.');
}

/* Entries of a folder of the device; -1: it has no such folder. */
static int count_entries(const char *device, const char *folder)
{
	char *path = folder_of(device, folder);
	struct dirent **entries;
	int count = path ? scandir(path, &entries, is_event, NULL) : -1;

	free(path);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
	return count;
}

static void print_device(const char *device, int events)
{
	bool first = true;

	if (!settings.given.json) {
		printf("%s* %-24s %s%-12s %5d events  no table: events and formats are the kernel's\n", bold(),
		       clean(device), plain(), "device", events);
		return;
	}
	putchar('{');
	json_number(&first, "schema", 1);
	json_text(&first, "pmu", device);
	json_number(&first, "id", -1);
	json_text(&first, "type", "device");
	json_bool(&first, "present", true);
	json_number(&first, "events", events);
	json_text(&first, "device", device);
	puts("}");
}

static bool is_asked_for(const char *device, int words, char **word)
{
	for (int i = 0; i < words; i++)
		if (strcasestr(device, word[i]))
			return true;
	return !words;
}

/* What has neither formats nor events is nothing to count with. */
static bool use_device(const char *device, int words, char **word)
{
	int events;

	if (!is_asked_for(device, words, word) || has_table(device) || count_entries(device, "format") <= 0)
		return false;
	events = count_entries(device, "events");
	print_device(device, events > 0 ? events : 0);
	return true;
}

bool print_devices(int words, char **word)
{
	char *path = settings.given.cpu || settings.given.pmu || settings.type ? NULL : folder_of("", "");
	struct dirent **entries;
	int count = path ? scandir(path, &entries, is_event, versionsort) : -1;
	bool any = false;

	free(path);
	for (int i = 0; i < count; i++) {
		any |= use_device(entries[i]->d_name, words, word);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return any;
}
