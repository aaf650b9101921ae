# What every program shares.

FLAGS_common = $(LEAK_CFLAGS) -I$(BUILD) -Wno-overlength-strings
$(call library,common,$(wildcard common/*.c common/files/*.c))

# What --help prints.
$(BUILD)/help.inc: $(sort $(wildcard programs/help/*.txt)) programs/help generator/generator.mk
	$(TEXTS_IN_C)
$(BUILD)/common/help.o: $(BUILD)/help.inc
