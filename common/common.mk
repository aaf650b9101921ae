# What every program shares.

FLAGS_common = $(LEAK_CFLAGS)
$(call library,common,$(wildcard common/*.c))
