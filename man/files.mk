# Manual pages: all that are here. Each section by itself: automake takes it from the end of a word, which a wildcard
# hides.
dist_man1_MANS = $(wildcard $(srcdir)/man/*.1)
dist_man3_MANS = $(wildcard $(srcdir)/man/*.3)
dist_man5_MANS = $(wildcard $(srcdir)/man/*.5)
dist_man7_MANS = $(wildcard $(srcdir)/man/*.7)
