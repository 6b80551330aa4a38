# Manual pages: all that are here.
dist_man_MANS = $(wildcard $(srcdir)/man/*.1 $(srcdir)/man/*.3 $(srcdir)/man/*.5 $(srcdir)/man/*.7)
