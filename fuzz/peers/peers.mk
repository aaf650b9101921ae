# Other implementations' libraries as targets: part of the Makefile.  fuzz/peers/compile-targets fetches and instruments
# them, and links each by this rule, in a build that is not instrumented: feedback is of the peer's code.
#
#   PEER_OBJECTS   the peer's
#   PEER_ENGINE    flags of what is instrumented

PEER_OBJECTS ?=
PEER_ENGINE ?=
PEER_WRAPS := \
	$(foreach access,load store,$(foreach size,1 2 4 8 16 _n,__asan_report_$(access)$(size)_noabort)) \
	__asan_memcpy __asan_memmove __asan_memset free implementation_answer

FLAGS_fuzz/peers := $(FUZZ_INCLUDES)
$(BUILD)/fuzz/peer: $(BUILD)/fuzz/peers/found.o $(BUILD)/fuzz/peers/arena.o \
		$(addprefix $(BUILD)/fuzz/common/,case.o check.o values.o) $(MUTATOR_OBJECTS) \
		$(FUZZ_PART_agree) $(call libraries_of,common ref) $(PEER_OBJECTS)
	$(call QUIET,LD)$(CC) -no-pie $(PEER_WRAPS:%=-Wl,--wrap=%) -o $@ $^ \
		$(PEER_ENGINE) $(FUZZ_LIBS_agree) $(MUTATOR_LIBS)

.PHONY: fuzz-peers
fuzz-peers: ## other implementations' libraries as fuzz targets; says which, and what is missing and why
	@fuzz/peers/compile-targets $(BUILD)

.PHONY: fuzz-peers-tests
fuzz-peers-tests: fuzz-peers ## tests of fuzz/peers: the targets stop where pages of findings say that something is wrong
	BUILD=$(BUILD) $(PYTEST) fuzz/peers/tests
