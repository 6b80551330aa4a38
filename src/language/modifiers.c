/*
 * Letters behind an event or a group: privilege levels, guests, precision. perf's behaviour was measured with 6.1 and
 * 6.12: the letters of a group are added to those of its members; D and e of a group apply to its leader; guests are
 * excluded without letters, and by u, p and H, but not by other letters alone.
 */
#include "language/language.h"

enum { MOST_PRECISE = 3, PERF_LEVELS = PFM_PLM0 | PFM_PLM3 | PFM_PLMH };

static bool set_once(bool *flag)
{
	bool again = *flag;

	*flag = true;
	return !again;
}

static bool set_level(struct perf_modifiers *modifiers, unsigned int level)
{
	bool again = modifiers->plm & level;

	modifiers->plm |= level;
	return !again;
}

static bool set_flag(struct perf_modifiers *modifiers, unsigned int flag)
{
	bool again = modifiers->flags & flag;

	modifiers->flags |= flag;
	return !again;
}

/* Takes a letter. False: it was there before, or once too often. */
static bool take_letter(struct perf_modifiers *modifiers, char letter)
{
	switch (letter) {
	case 'u':
		modifiers->host_only = true;
		return set_level(modifiers, PFM_PLM3);
	case 'k':
		return set_level(modifiers, PFM_PLM0);
	case 'h':
		return set_level(modifiers, PFM_PLMH);
	case 'G':
		return set_once(&modifiers->guest);
	case 'H':
		return set_once(&modifiers->host);
	case 'I':
		return set_once(&modifiers->idle);
	case 'p':
		modifiers->host_only = true;
		return ++modifiers->precise <= MOST_PRECISE;
	case 'P':
		return set_flag(modifiers, PFM_PERF_MOST_PRECISE);
	case 'D':
		return set_once(&modifiers->pinned);
	case 'e':
		return set_once(&modifiers->exclusive);
	case 'S':
		return set_flag(modifiers, PFM_PERF_LEADER_SAMPLES);
	case 'W':
		return set_flag(modifiers, PFM_PERF_WEAK);
	case 'b':
		return set_flag(modifiers, PFM_PERF_BPF_COUNTERS);
	case 'R':
		return set_flag(modifiers, PFM_PERF_RETIRE_LATENCY);
	default: /* 'X' */
		return set_flag(modifiers, PFM_PERF_NO_REGROUPING);
	}
}

static bool is_modifier_letter(char c)
{
	return c && strchr("ukhGHIpPDeSWRbX", c);
}

static bool check_letter(struct perf_parser *parser, struct span where, bool in_group)
{
	if (*where.text == ':') {
		perf_expect(parser, "the letters together, as in :upp");
		return perf_fail(parser, PFM_ERR_ATTR, where, "one colon only stands before modifiers");
	}
	if (!is_modifier_letter(*where.text)) {
		perf_expect(parser, "letters out of: u k h (levels), p pp ppp P (precision), "
			    "G H (guest, host), I D e S W R b X");
		return perf_fail(parser, PFM_ERR_ATTR, where, "no such modifier: %c", *where.text);
	}
	if (*where.text == 'W' && !in_group)
		return perf_fail(parser, PFM_ERR_ATTR, where, "W (weak) is for groups");
	return true;
}

bool perf_read_modifiers(struct perf_parser *parser, struct span letters, bool in_group,
			 struct perf_modifiers *modifiers)
{
	*modifiers = (struct perf_modifiers){ 0 };
	letters = span_trimmed(letters);
	modifiers->any = letters.length;
	for (size_t i = 0; i < letters.length; i++) {
		struct span where = { letters.text + i, 1 };

		if (!check_letter(parser, where, in_group || parser->group))
			return false;
		if (!take_letter(modifiers, *where.text))
			return perf_fail(parser, PFM_ERR_ATTR_SET, where, "the modifier %c is there %s", *where.text,
					 *where.text == 'p' ? "more than three times" : "before");
		if (strchr("RbX", *where.text))
			log_verbose("modifier %c: a matter of perf's own, nothing is encoded for it", *where.text);
	}
	return true;
}

/* Returns the levels to count. ukh says as much as no letter at all: then a group's letters choose. */
static unsigned int levels_of(const struct perf_modifiers *own, const struct perf_modifiers *group)
{
	return own->plm == PERF_LEVELS && group->plm ? group->plm : own->plm | group->plm;
}

bool perf_apply_modifiers(const struct perf_modifiers *own, const struct perf_modifiers *group, bool leads,
			  unsigned int plm,
			  struct perf_event_attr *attr)
{
	bool guest = own->guest || group->guest, host = own->host || group->host;
	unsigned int levels = levels_of(own, group), precise = own->precise + group->precise;

	if (precise > MOST_PRECISE)
		return false;
	if (!levels)
		levels = plm ? plm : PERF_LEVELS;
	attr->exclude_user = !(levels & PFM_PLM3);
	attr->exclude_kernel = !(levels & PFM_PLM0);
	attr->exclude_hv = !(levels & PFM_PLMH);
	attr->exclude_idle = own->idle || group->idle;
	if (guest || host) {
		attr->exclude_guest = !guest;
		attr->exclude_host = !host;
	} else {
		attr->exclude_guest = !own->any || own->host_only || group->host_only;
	}
	attr->precise_ip = (own->flags | group->flags) & PFM_PERF_MOST_PRECISE ? MOST_PRECISE : precise & 3;
	attr->pinned = own->pinned || (leads && group->pinned);
	attr->exclusive = own->exclusive || (leads && group->exclusive);
	return true;
}

bool perf_join_group(const struct perf_modifiers *group, bool leads, struct perf_event_attr *attr)
{
	unsigned int precise = attr->precise_ip + group->precise;

	if (precise > MOST_PRECISE)
		return false;
	if (group->plm & PFM_PLM3)
		attr->exclude_user = 0;
	if (group->plm & PFM_PLM0)
		attr->exclude_kernel = 0;
	if (group->plm & PFM_PLMH)
		attr->exclude_hv = 0;
	if (group->guest || group->host) {
		attr->exclude_guest = !group->guest;
		attr->exclude_host = !group->host;
	}
	attr->precise_ip = group->flags & PFM_PERF_MOST_PRECISE ? MOST_PRECISE : precise & 3;
	attr->exclude_idle |= group->idle;
	attr->pinned |= leads && group->pinned;
	attr->exclusive |= leads && group->exclusive;
	return true;
}
