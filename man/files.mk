# Manual pages.
dist_man_MANS = $(wildcard $(srcdir)/man/*.[1-9])
