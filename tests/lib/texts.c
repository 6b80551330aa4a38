/*
 * Descriptions, as users get them: none missing, none too long, none that only respells the name; and different unit masks
 * of an event say different things, unless the text says that they are the same. Lists what it finds.
 */
#include <perfmon/pfmlib.h>

#include <ctype.h>

#include "check.h"

enum { MAX_TEXT = 240, MAX_ATTRS = 512 };

static int texts, alike;

/* Letters and digits only, in upper case: "L2 lines in" and L2_LINES_IN become the same. */
static void squeeze(const char *text, char *out, size_t size)
{
	size_t n = 0;

	for (; *text && n + 1 < size; text++)
		if (isalnum((unsigned char)*text))
			out[n++] = (char)toupper((unsigned char)*text);
	out[n] = '\0';
}

static bool respells(const char *text, const char *name)
{
	char a[512], b[512];

	squeeze(text, a, sizeof a);
	squeeze(name, b, sizeof b);
	return !strcmp(a, b);
}

static void check_text(const char *pmu, const char *event, const char *name, const char *text)
{
	bool good = text && *text && strlen(text) <= MAX_TEXT && text[strlen(text) - 1] != ' ' && !respells(text, name) && !respells(text, event);

	for (const char *c = text; c && *c; c++)
		good &= *c >= ' ' && *c < 0x7f;
	texts++;
	if (!check(good, "a description is a description", __FILE__, __LINE__) && failures < 30)
		printf("  %s::%s %s: %s\n", pmu, event, name, text ? text : "(none)");
}

/* Two unit masks with one text, where neither stands for the other. */
static void check_alike(const char *pmu, const char *event, const pfm_event_attr_info_t *attrs, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			if (!strcmp(attrs[i].desc, attrs[k].desc) && !attrs[i].equiv && !attrs[k].equiv && !strstr(attrs[i].desc, "same as")) {
				alike++;
				if (alike < 30)
					printf("the same text: %s::%s %s and %s: %s\n", pmu, event, attrs[i].name, attrs[k].name, attrs[i].desc);
			}
}

static void check_pmu(const pfm_pmu_info_t *pmu)
{
	static pfm_event_attr_info_t attrs[MAX_ATTRS];
	pfm_event_info_t event = { .size = sizeof event };

	for (int idx = pmu->first_event; idx >= 0; idx = pfm_get_event_next(idx)) {
		int umasks = 0;

		if (!CHECK(!pfm_get_event_info(idx, PFM_OS_NONE, &event)))
			return;
		check_text(pmu->name, event.name, event.name, event.desc);
		for (int i = 0; i < event.nattrs && i < MAX_ATTRS; i++) {
			attrs[i].size = sizeof attrs[i];
			if (!CHECK(!pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attrs[i])))
				return;
			check_text(pmu->name, event.name, attrs[i].name, attrs[i].desc);
			umasks += attrs[i].type == PFM_ATTR_UMASK;
		}
		check_alike(pmu->name, event.name, attrs, umasks);
	}
}

int main(void)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_t pmu;

	CHECK(!start_library("LIBPFM_ENCODE_INACTIVE=1 LIBPFM_FSROOT=ROOT/vm", pfm_initialize, pfm_terminate));
	pfm_for_all_pmus(pmu)
		if (!pfm_get_pmu_info(pmu, &info))
			check_pmu(&info);
	pfm_terminate();
	CHECK(texts > 200000);
	CHECK(!alike);
	printf("%d descriptions, as many as users can see; %d pairs of unit masks with one text\n", texts, alike);
	return check_summary("texts");
}
