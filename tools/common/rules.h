/* Which options go together: a table of each tool. */
#ifndef PFM_RULES_H
#define PFM_RULES_H

/*
 * With what an option goes. Lists are of words with a blank between: an option without its dashes, or another word of
 * the command line with = in front, as "=events".
 */
struct rule {
	const char *option;     /* NULL behind the last rule; or a word with = */
	const char *needs;      /* one of these; NULL: nothing */
	const char *excludes;   /* all of these; NULL: none */
	const char *instead;    /* what does it, or why; NULL: no hint */
};

/*
 * Checks the options that next_option() has returned, and the words that hold beside them, a list. GO_ON; or the status
 * to end with, and what does not go has been said.
 */
int check_rules(const struct rule *rules, const char *words);

#endif
