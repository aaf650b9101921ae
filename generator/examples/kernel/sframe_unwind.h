/* The example's unwinder: one step of a trace, from a frame to its caller. */
#ifndef GENERATOR_EXAMPLES_KERNEL_SFRAME_UNWIND_H
#define GENERATOR_EXAMPLES_KERNEL_SFRAME_UNWIND_H

#include <linux/types.h>

struct sframe_loaded {
	u64 address;
	u32 size;
	const u8 *bytes;
};

/* What a trace is made of.  The functions return 0 if the word or the register is not there. */
struct sframe_machine {
	const struct sframe_loaded *sections;
	u32 section_count;
	int (*read_word)(void *context, u64 address, u64 *value);
	int (*read_register)(void *context, u32 number, u64 *value);
	void *context;
};

struct sframe_frame {
	u64 pc, sp, fp, cfa;
	u8 has_cfa, topmost, interrupted;	/* interrupted: by a signal */
};

enum sframe_step {
	SFRAME_STEPPED,		/* the caller is filled in */
	SFRAME_STOP_OUTERMOST,
	SFRAME_STOP_NO_FUNCTION,
	SFRAME_STOP_NO_ROW,
	SFRAME_STOP_MEMORY,
	SFRAME_STOP_UNSAFE,	/* needs a register that only a topmost frame has */
	SFRAME_STOP_LOOP,
	SFRAME_STOP_ERROR,
};

enum sframe_step sframe_step(const struct sframe_machine *machine, struct sframe_frame *frame,
			     struct sframe_frame *caller);

#endif
