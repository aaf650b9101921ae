/* The example's reader: finds the row of one PC.  The section must be of version 3, for AMD64 and sorted, and
 * its starts count from their own fields.  There is no allocation, floating point, recursion or state. */
#ifndef GENERATOR_EXAMPLES_KERNEL_SFRAME_READER_H
#define GENERATOR_EXAMPLES_KERNEL_SFRAME_READER_H

#include <linux/types.h>

/* The value is base + offset, or with deref what lies there. */
struct sframe_rule {
	enum { SFRAME_NOTHING, SFRAME_UNDEFINED, SFRAME_PLACE } kind : 8;
	enum { SFRAME_SP, SFRAME_FP, SFRAME_CFA, SFRAME_REGISTER } base : 8;
	u8 deref;
	u32 reg;
	s32 offset;
};

struct sframe_rules {
	struct sframe_rule cfa, ra, fp;
	u8 signal;
};

enum sframe_result {
	SFRAME_ROW,
	SFRAME_OUTERMOST,	/* a function without rows */
	SFRAME_NO_FUNCTION,
	SFRAME_NO_ROW,
	SFRAME_REFUSED,		/* the section breaks a rule, or is not of the reader's kind */
};

/* BYTES: the section, which is loaded at ADDRESS. */
enum sframe_result sframe_find(const u8 *bytes, u32 size, u64 address, u64 pc, struct sframe_rules *rules);

#endif
