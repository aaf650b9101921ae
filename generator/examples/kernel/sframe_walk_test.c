/* Tests the unwinder with the traces of a header, and then on machines that fail in the middle of a trace: from
 * some read on nothing can be read; a word is gone, or is another one, when it is read again; or modules go.
 * Then a trace may end early, but no frame may be invented. */
#include <kunit/test.h>

#include "sframe_unwind.h"
#include SFRAME_VECTORS

enum again { THE_SAME, GONE, ANOTHER };
enum { MODULES = 32, READS = 1024, LIMIT = 128 };

/* The machine of one trace. */
static struct {
	const struct sfv_walk *walk;
	const struct sfv_frame *frame;	/* the expected ones */
	u32 frames;
	enum sfv_stop stop;
	struct sframe_loaded sections[MODULES];
	u32 section_count;
	u32 read_count, reads_left;
	u64 reads[READS];	/* their addresses */
	enum again again;	/* what a word is when it is read again */
	u32 modules_until;	/* behind this frame only the first is there */
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
	enum again again;
	u64 word = 0;
	u8 byte;

	(void)context;
	again = was_read(address) ? machine.again : THE_SAME;
	if (machine.reads_left == 0 || machine.read_count == READS || again == GONE)
		return 0;
	machine.reads[machine.read_count++] = address;
	machine.reads_left--;
	for (u32 i = 8; i-- > 0; word = word << 8 | byte)
		if (!read_byte(address + i, &byte))
			return 0;
	*value = again == ANOTHER ? ~word : word;
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
	if (machine.section_count == MODULES || !bytes || size < 5 || bytes[3] != 5)
		return 0;
	machine.sections[machine.section_count++] =
		(struct sframe_loaded){.address = address, .size = size, .bytes = bytes};
	return 1;
}

/* Whether the vector is of the reader's kind.  If so, the machine is set up without faults. */
static int set_up(const struct sfv_vector *vector)
{
	if (vector->operation != SFV_UNWIND || vector->abi != SFV_AMD64 || vector->profile != SFV_V3 ||
	    (vector->may != SFV_MAY_ANSWER && vector->reading_count == 0))
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
	machine.again = THE_SAME;
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
		[SFV_LIMIT] = SFRAME_STEPPED,	/* only our loop counts frames */
		[SFV_STOP_ERROR] = SFRAME_STOP_ERROR,
	};

	return step == steps[stop];
}

static int is_frame(const struct sframe_frame *frame, const struct sfv_frame *expected)
{
	return frame->pc == expected->pc && frame->sp == expected->sp && frame->fp == expected->fp &&
	       (!frame->has_cfa || frame->cfa == expected->cfa);
}

/* EARLY: why a trace may end before its time; SFRAME_STEPPED: it may not. */
static enum outcome trace(const struct sfv_vector *vector, enum sframe_step early)
{
	const struct sfv_walk *walk = vector->walk;
	struct sframe_frame frame = {.pc = vector->pc, .sp = walk->sp, .fp = walk->fp, .topmost = 1}, caller;
	u32 limit = walk->limit != 0 ? walk->limit : LIMIT;

	machine.read_count = 0;
	for (u32 i = 0; i < machine.frames; i++, frame = caller) {
		struct sframe_machine present = {
			.sections = machine.sections,
			.section_count = i <= machine.modules_until ? machine.section_count : 1,
			.read_word = read_word,
			.read_register = read_register,
		};
		enum sframe_step step = sframe_step(&present, &frame, &caller);

		if (!is_frame(&frame, &machine.frame[i]))
			return WRONG;
		if (i + 1 == machine.frames && is_stop(step, machine.stop) &&
		    frame.has_cfa == machine.frame[i].has_cfa && (machine.stop != SFV_LIMIT || i + 1 == limit))
			return WHOLE;
		if (step != SFRAME_STEPPED)
			return step == early ? EARLY : WRONG;
	}
	return WRONG;
}

/* Points that the specification leaves open, and how this unwinder means to decide them. */
static const struct {
	const char *point, *reading;
} decided[] = {
	{"caller-pc", "less-one"},
	{"signal-caller-pc", "no-less-one"},
	{"trace-progress", "strict"},
};

static int same_text(const char *one, const char *other)
{
	while (*one != '\0' && *one == *other)
		one++, other++;
	return *one == *other;
}

static int is_meant(const struct sfv_reading *reading)
{
	for (u32 i = 0; i < sizeof(decided) / sizeof(decided[0]); i++)
		if (same_text(decided[i].point, reading->point))
			return same_text(decided[i].reading, reading->name);
	return 1;
}

/* Whether the trace without faults is right.  On an open point, the reading that it fits is expected later. */
static int is_right(const struct sfv_vector *vector)
{
	machine.frame = vector->walk->frame;
	machine.frames = vector->walk->frames;
	machine.stop = vector->walk->stop;
	if (vector->reading_count == 0)
		return trace(vector, SFRAME_STEPPED) == WHOLE;
	for (u32 i = 0; i < vector->reading_count; i++) {
		machine.frame = vector->reading[i].frame;
		machine.frames = vector->reading[i].frames;
		machine.stop = vector->reading[i].stop;
		if (is_meant(&vector->reading[i]) && trace(vector, SFRAME_STEPPED) == WHOLE)
			return 1;
	}
	return 0;
}

/* Whether the trace on a machine with these faults is right as far as it goes. */
static int survives(const struct sfv_vector *vector, u32 reads, enum again again, u32 modules_until)
{
	machine.reads_left = reads;
	machine.again = again;
	machine.modules_until = modules_until;
	return trace(vector, modules_until == LIMIT ? SFRAME_STOP_MEMORY : SFRAME_STOP_NO_FUNCTION) != WRONG;
}

/* READS: how many reads the whole trace needs. */
static int survives_lost_memory(const struct sfv_vector *vector, u32 reads)
{
	int right = 1;

	for (u32 lost = 0; lost < reads; lost++)
		right &= survives(vector, lost, THE_SAME, LIMIT);
	return right;
}

static int survives_lost_modules(const struct sfv_vector *vector)
{
	int right = 1;

	for (u32 until = 0; until < machine.frames; until++)
		right &= survives(vector, READS, THE_SAME, until);
	return right;
}

static void sframe_walks_test(struct kunit *test)
{
	u32 asked = 0;

	for (u32 i = 0; i < SFV_COUNT; i++) {
		const struct sfv_vector *vector = sfv_vectors[i];

		if (!set_up(vector))
			continue;
		asked++;
		KUNIT_EXPECT_TRUE_MSG(test, is_right(vector), "%s\n", vector->id);
		KUNIT_EXPECT_TRUE_MSG(test, survives_lost_memory(vector, machine.read_count),
				      "%s, and memory is lost\n", vector->id);
		KUNIT_EXPECT_TRUE_MSG(test, survives(vector, READS, GONE, LIMIT) &&
					    survives(vector, READS, ANOTHER, LIMIT),
				      "%s, and a word is read again\n", vector->id);
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
