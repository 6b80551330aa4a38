# The library, the tools and tests for another compiler or with other flags, without configure, libtool and a pmuc of
# their own: the library is one unit, the rest is linked with it, in a folder that tests take for the build's.
#
#   make -f $srcdir/tests/compact.mk -C $builddir to=FOLDER compact_CC=COMPILER compact_CFLAGS=FLAGS TARGET...
#
# FOLDER: whole path. TARGET: $(to)/check_events, $(to)/tests/lib/golden, $(to)/pfm.o, $(to)/libpfm.so.4,
# $(to)/libpmapi.a; $(to)/data: what tests look for beside programs. compact_TOOLS: what ar and objcopy begin with;
# compact_LDFLAGS: where libraries are; compact_library: pfm.o, or libpfm.so.4, which programs then look for.

include Makefile
.DEFAULT_GOAL =
srcdir = $(abs_srcdir)
top_srcdir = $(abs_top_srcdir)

compact_library = pfm.o
# Each object writes down which headers it was made from: a directory that is used again follows them.
compact_compile = $(compact_CC) -std=gnu11 $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(directory_flags) \
	$(compact_CFLAGS) -MMD -MP -MF $@.d
-include $(shell find $(to) -name '*.o.d')
objects_of = $(addprefix $(to)/,$(patsubst %.c,%.o,$(filter %.c,$(1))))

# the library with all its names, and with the public ones only
$(to)/library.c: Makefile
	@$(MKDIR_P) $(@D)
	@echo '#define _GNU_SOURCE' >$@.new
	@printf '#include "%s"\n' $(filter %.c,$(library_sources)) src/pmu/tables.c >>$@.new
	@mv $@.new $@
$(to)/library.o: $(to)/library.c Makefile $(addprefix $(srcdir)/,$(library_sources)) src/pmu/tables.c
	$(compact_compile) -c -o $@ $<
$(to)/pfm.o: $(to)/library.o
	$(compact_TOOLS)objcopy --wildcard --keep-global-symbol='pfm_*' --keep-global-symbol='__*' $< $@
$(to)/libpfm.so.4: $(to)/pfm.o
	$(compact_CC) $(compact_CFLAGS) -shared -Wl,-soname,libpfm.so.4 -o $@ $< -lpthread -lm
$(to)/libpmapi.a: $(call objects_of,$(libpmapi_la_SOURCES))
	@rm -f $@
	$(compact_TOOLS)ar cqs $@ $^

$(to)/%.o: $(srcdir)/%.c Makefile
	@$(MKDIR_P) $(@D)
	$(compact_compile) -c -o $@ $<
$(to)/%.o: %.c Makefile
	@$(MKDIR_P) $(@D)
	$(compact_compile) -c -o $@ $<

# $(call compact_program,NAME,SOURCES,LIBRARY)
define compact_program
$$(to)/$(1): $$(call objects_of,$(2)) $$(to)/$(3)
	@$$(MKDIR_P) $$(@D)
	$$(compact_CC) $$(compact_CFLAGS) $$(compact_LDFLAGS) -o $$@ $$(filter %.o %.a %.so.4,$$^) \
		-lpthread -lm -ldl $$(CAP_LIBS)
endef
$(foreach name,check_events evt2raw perf_encode pfmexport pfmstat showevtinfo pmuc,\
	$(eval $(call compact_program,$(name),$($(name)_SOURCES) $(nodist_$(name)_SOURCES),$(compact_library))))
$(eval $(call compact_program,$(build_pmuc),$(compiler_sources) $(alone),$(compact_library)))
$(call objects_of,$(pmuc_SOURCES) $(alone)): compact_CFLAGS += -DLAYOUT_DIRECTORY='"$(pkgdatadir)/layouts"'
$(to)/pmuc: CAP_LIBS = $(JANSSON_LIBS)
sources_of = $(or $(tests_lib_$(1)_SOURCES),tests/lib/$(1).c)
library_of = $(if $(findstring libpfm_la-catalog,$(tests_lib_$(1)_LDADD)),library.o,$(compact_library))
$(foreach name,$(patsubst tests/lib/%,%,$(check_PROGRAMS)),\
	$(eval $(call compact_program,tests/lib/$(name),$(call sources_of,$(name)),$(call library_of,$(name)))))
$(to)/tests/lib/pmapi $(to)/tests/lib/inject: $(to)/libpmapi.a

$(to)/data: $(to)/tests/tmp/roots/.unpacked
	@$(MKDIR_P) $(to)/src/compiler
	@[ -f $(to)/$(build_pmuc) ] || ln -s $(abs_builddir)/$(build_pmuc) $(to)/$(build_pmuc)
	@ln -sf $(abs_builddir)/Makefile $(to)
$(to)/tests/tmp/roots/.unpacked: tests/tmp/roots/.unpacked
	@rm -rf $(@D) && $(MKDIR_P) $(@D)
	@$(srcdir)/tests/data/make-roots $(@D) $(srcdir)/tests/data/roots/*.root && touch $@
