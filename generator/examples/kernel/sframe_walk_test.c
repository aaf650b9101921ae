/* Traces, as they are in a header, and on a machine that fails in the middle of one: from some read on nothing can
 * be read, no word can be read twice, or a module goes.  A trace may end early then.  No frame may be invented. */
#include <kunit/test.h>

#include "sframe_unwind.h"
#include SFRAME_VECTORS

enum { MODULES = 32, READS = 1024, LIMIT = 128 };

/* Of one trace. */
static struct {
	const struct sfv_walk *walk;
	struct sframe_loaded sections[MODULES];
	u32 section_count;
	u32 read_count, reads_left;
	u64 reads[READS];	/* where */
	u8 once;		/* a word that was read is gone */
	u32 modules_until;	/* this frame they are there */
} machine;

static u32 read_byte(u64 address, u8 *byte)
{
	for (u32 i = 0; i < machine.walk->pieces; i++) {
		const struct sfv_piece *piece = &machine.walk->memory[i];

		if (address - piece->address < piece->size) {
			*byte = piece->bytes[address - piece->address];
			return 1;
		}
	}
	return 0;
}

static int was_read(u64 address)
{
	for (u32 i = 0; i < machine.read_count; i++)
		if (machine.reads[i] == address)
			return 1;
	return 0;
}

static int read_word(void *context, u64 address, u64 *value)
{
	u64 word = 0;
	u8 byte;

	(void)context;
	if (machine.reads_left == 0 || machine.read_count == READS || (machine.once && was_read(address)))
		return 0;
	machine.reads[machine.read_count++] = address;
	machine.reads_left--;
	for (u32 i = 8; i-- > 0; word = word << 8 | byte)
		if (!read_byte(address + i, &byte))
			return 0;
	*value = word;
	return 1;
}

static int read_register(void *context, u32 number, u64 *value)
{
	(void)context;
	for (u32 i = 0; i < machine.walk->registers; i++) {
		if (machine.walk->reg[i].number == number) {
			*value = machine.walk->reg[i].value;
			return 1;
		}
	}
	return 0;
}

static int load(const u8 *bytes, u32 size, u64 address)
{
	if (machine.section_count == MODULES || size < 5 || bytes[3] != 5)
		return 0;
	machine.sections[machine.section_count++] =
		(struct sframe_loaded){.address = address, .size = size, .bytes = bytes};
	return 1;
}

static int contains(const char *text, const char *word)
{
	for (; *text != '\0'; text++) {
		u32 same = 0;

		while (word[same] != '\0' && text[same] == word[same])
			same++;
		if (word[same] == '\0')
			return 1;
	}
	return 0;
}

/* Points that the specification leaves open, and that this unwinder decides as the listed trace does. */
static int is_decided(const struct sfv_vector *vector)
{
	return contains(vector->id, "/unwinding-open-caller-pc/") ||
	       contains(vector->id, "/unwinding-open-signal-caller-pc/") ||
	       contains(vector->id, "/unwinding-open-trace-progress/");
}

/* Whether it is of the reader's kind; a machine without faults then. */
static int set_up(const struct sfv_vector *vector)
{
	if (vector->operation != SFV_UNWIND || vector->abi != SFV_AMD64 || vector->profile != SFV_V3 ||
	    (vector->may != SFV_MAY_ANSWER && !is_decided(vector)))
		return 0;
	machine.walk = vector->walk;
	machine.section_count = 0;
	if (!load(vector->bytes, vector->size, vector->address))
		return 0;
	for (u32 i = 0; i < vector->walk->modules; i++) {
		const struct sfv_piece *module = &vector->walk->module[i];

		if (!load(module->bytes, module->size, module->address))
			return 0;
	}
	machine.once = 0;
	machine.reads_left = READS;
	machine.modules_until = LIMIT;
	return 1;
}

enum outcome { WRONG, EARLY, WHOLE };

static int is_stop(enum sframe_step step, enum sfv_stop stop)
{
	static const enum sframe_step steps[] = {
		[SFV_OUTERMOST] = SFRAME_STOP_OUTERMOST,
		[SFV_STOP_NO_FUNCTION] = SFRAME_STOP_NO_FUNCTION,
		[SFV_STOP_NO_ROW] = SFRAME_STOP_NO_ROW,
		[SFV_MEMORY] = SFRAME_STOP_MEMORY,
		[SFV_UNSAFE] = SFRAME_STOP_UNSAFE,
		[SFV_LOOP] = SFRAME_STOP_LOOP,
		[SFV_LIMIT] = SFRAME_STEPPED,	/* who counts frames stops */
		[SFV_STOP_ERROR] = SFRAME_STOP_ERROR,
	};

	return step == steps[stop];
}

/* EARLY: how a trace may end before its time; SFRAME_STEPPED: in no way. */
static enum outcome trace(const struct sfv_vector *vector, enum sframe_step early)
{
	const struct sfv_walk *walk = vector->walk;
	struct sframe_frame frame = {.pc = vector->pc, .sp = walk->sp, .fp = walk->fp, .topmost = 1}, caller;
	u32 limit = walk->limit != 0 ? walk->limit : LIMIT;

	machine.read_count = 0;
	for (u32 i = 0; i < walk->frames; i++, frame = caller) {
		const struct sfv_frame *expected = &walk->frame[i];
		struct sframe_machine present = {
			.sections = machine.sections,
			.section_count = i <= machine.modules_until ? machine.section_count : 1,
			.read_word = read_word,
			.read_register = read_register,
		};
		enum sframe_step step = sframe_step(&present, &frame, &caller);

		if (frame.pc != expected->pc || frame.sp != expected->sp || frame.fp != expected->fp ||
		    (frame.has_cfa && frame.cfa != expected->cfa))
			return WRONG;
		if (i + 1 == walk->frames && is_stop(step, walk->stop) && frame.has_cfa == expected->has_cfa &&
		    (walk->stop != SFV_LIMIT || i + 1 == limit))
			return WHOLE;
		if (step != SFRAME_STEPPED)
			return step == early ? EARLY : WRONG;
	}
	return WRONG;
}

/* The trace has so many reads. */
static int survives_lost_memory(const struct sfv_vector *vector, u32 reads)
{
	for (u32 lost = 0; lost < reads; lost++) {
		machine.reads_left = lost;
		if (trace(vector, SFRAME_STOP_MEMORY) == WRONG)
			return 0;
	}
	machine.reads_left = READS;
	machine.once = 1;
	if (trace(vector, SFRAME_STOP_MEMORY) == WRONG)
		return 0;
	machine.once = 0;
	return 1;
}

static int survives_lost_modules(const struct sfv_vector *vector)
{
	for (machine.modules_until = 0; machine.modules_until < vector->walk->frames; machine.modules_until++) {
		machine.reads_left = READS;
		if (trace(vector, SFRAME_STOP_NO_FUNCTION) == WRONG)
			return 0;
	}
	return 1;
}

static void sframe_walks_test(struct kunit *test)
{
	u32 asked = 0;

	for (u32 i = 0; i < SFV_COUNT; i++) {
		const struct sfv_vector *vector = sfv_vectors[i];

		if (!set_up(vector))
			continue;
		asked++;
		KUNIT_EXPECT_TRUE_MSG(test, trace(vector, SFRAME_STEPPED) == WHOLE, "%s\n", vector->id);
		KUNIT_EXPECT_TRUE_MSG(test, survives_lost_memory(vector, machine.read_count),
				      "%s, and memory is lost\n", vector->id);
		KUNIT_EXPECT_TRUE_MSG(test, survives_lost_modules(vector), "%s, and modules are lost\n",
				      vector->id);
	}
	kunit_info(test, "%u traces\n", asked);
}

static struct kunit_case sframe_cases[] = {
	KUNIT_CASE(sframe_walks_test),
	{}
};

static struct kunit_suite sframe_suite = {
	.name = "sframe-walks",
	.test_cases = sframe_cases,
};

kunit_test_suite(sframe_suite);
