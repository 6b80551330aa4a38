/* Rules for combinations of options: each tool has a table. */
#ifndef PFM_RULES_H
#define PFM_RULES_H

/*
 * A rule for an option. Lists are separated by blanks; an item is an option without its dashes or, with "=" in front,
 * another property of the command line, such as "=events".
 */
struct rule {
	const char *option;     /* the option, or an item with "="; NULL: end of the table */
	const char *needs;      /* it needs one of these; NULL: none */
	const char *excludes;   /* it excludes all of these; NULL: none */
	const char *instead;    /* hint at what to do instead, or why; NULL: none */
};

/*
 * Checks the options that next_option() has returned, and the words that hold beside them, a list. GO_ON; or the status
 * to end with, and what does not go has been said.
 */
int check_rules(const struct rule *rules, const char *words);

#endif
