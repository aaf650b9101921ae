#include "sframe_unwind.h"

#include "sframe_reader.h"

enum { RBP = 6, RSP = 7 };	/* DWARF's numbers */

/* Finds the rules in the section that has the PC.  A return address may already be in what follows the call, so
 * a caller is looked up one byte before it. */
static enum sframe_step find(const struct sframe_machine *machine, const struct sframe_frame *frame,
			     struct sframe_rules *rules)
{
	u64 pc = frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
	enum sframe_step step = SFRAME_STOP_NO_FUNCTION;

	for (u32 i = 0; i < machine->section_count; i++) {
		const struct sframe_loaded *loaded = &machine->sections[i];

		switch (sframe_find(loaded->bytes, loaded->size, loaded->address, pc, rules)) {
		case SFRAME_ROW:
			return rules->ra.kind == SFRAME_UNDEFINED ? SFRAME_STOP_OUTERMOST : SFRAME_STEPPED;
		case SFRAME_OUTERMOST:
			return SFRAME_STOP_OUTERMOST;
		case SFRAME_NO_ROW:
			return SFRAME_STOP_NO_ROW;
		case SFRAME_REFUSED:
			step = SFRAME_STOP_ERROR;
			break;
		case SFRAME_NO_FUNCTION:
			break;
		}
	}
	return step;
}

static enum sframe_step read_register(const struct sframe_machine *machine, const struct sframe_frame *frame,
				      u32 number, u64 *value)
{
	if (number == RSP)
		*value = frame->sp;
	else if (number == RBP)
		*value = frame->fp;
	else if (!frame->topmost)
		return SFRAME_STOP_UNSAFE;
	else if (!machine->read_register(machine->context, number, value))
		return SFRAME_STOP_ERROR;
	return SFRAME_STEPPED;
}

/* The value that a rule gives.  Memory is read only once, as it may change. */
static enum sframe_step apply(const struct sframe_machine *machine, const struct sframe_frame *frame,
			      const struct sframe_rule *rule, u64 *value)
{
	enum sframe_step step = SFRAME_STEPPED;
	u64 base = frame->cfa;

	if (rule->base == SFRAME_SP)
		base = frame->sp;
	else if (rule->base == SFRAME_FP)
		base = frame->fp;
	else if (rule->base == SFRAME_REGISTER)
		step = read_register(machine, frame, rule->reg, &base);
	if (step != SFRAME_STEPPED)
		return step;
	base += (u64)(s64)rule->offset;
	if (rule->deref && (base % 8 != 0 || !machine->read_word(machine->context, base, &base)))
		return SFRAME_STOP_MEMORY;
	*value = base;
	return SFRAME_STEPPED;
}

enum sframe_step sframe_step(const struct sframe_machine *machine, struct sframe_frame *frame,
			     struct sframe_frame *caller)
{
	struct sframe_rules rules = {.signal = 0};
	enum sframe_step step = find(machine, frame, &rules);

	*caller = (struct sframe_frame){.fp = frame->fp, .interrupted = rules.signal};
	frame->has_cfa = 0;
	if (step == SFRAME_STEPPED)
		step = apply(machine, frame, &rules.cfa, &frame->cfa);
	if (step != SFRAME_STEPPED)
		return step;
	frame->has_cfa = 1;
	if (rules.ra.kind != SFRAME_PLACE)
		return SFRAME_STOP_ERROR;
	step = apply(machine, frame, &rules.ra, &caller->pc);
	if (step == SFRAME_STEPPED && rules.fp.kind == SFRAME_PLACE)
		step = apply(machine, frame, &rules.fp, &caller->fp);
	if (step != SFRAME_STEPPED)
		return step;
	caller->sp = frame->cfa;
	if (caller->sp < frame->sp || (caller->sp == frame->sp && !frame->topmost))
		return rules.signal ? SFRAME_STEPPED : SFRAME_STOP_LOOP;
	return SFRAME_STEPPED;
}
