/* How fast a deep stack of real code is unwound: sfr_unwind over the program's own .sframe, beside libunwind
 * over its .eh_frame (WITH_LIBUNWIND), glibc's backtrace() and a walk along frame pointers
 * (WITH_FRAME_POINTERS), and the floor of its interface.  Each unwinds the stack on which it runs, in turns,
 * after a first time that does not count.  All must find the same return addresses. */
#include "sframe-ref.h"
#include "timing.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef WITH_LIBUNWIND
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#endif

enum { DEPTH_MOST = 10000, RUNS = 11, FRAMES_A_RUN = 100000, FRAMES_MOST = DEPTH_MOST + 64 };

static void fail(const char *what)
{
    (void)fprintf(stderr, "unwind: %s\n", what);
    exit(1);
}

/* --- The program's section and stack ------------------------------------------------------------------- */

static struct sfr_section section;
static uint64_t stack_low, stack_high;

static int open_own_section(struct dl_phdr_info *info, size_t size, void *context)
{
    enum { GNU_SFRAME = 0x6474e554 };
    (void)size;
    (void)context;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type != GNU_SFRAME)
            continue;
        const uint8_t *const bytes = (const uint8_t *)(info->dlpi_addr + segment->p_vaddr);
        if (sfr_open(&section, bytes, segment->p_memsz, (uintptr_t)bytes, SFR_PROFILE_BY_VERSION, NULL) ==
            SFR_MALFORMED)
            fail("the program's own section is malformed");
        sfr_survey(&section);
    }
    return 1; /* the program itself comes first; the others are not asked */
}

static void find_stack(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0 ||
        pthread_attr_getstack(&attributes, &low, &size) != 0)
        fail("cannot find out where the stack is");
    stack_low = (uintptr_t)low;
    stack_high = stack_low + size;
    (void)pthread_attr_destroy(&attributes);
}

static bool read_stack(void *context, uint64_t address, uint64_t *value)
{
    (void)context;
    if (address < stack_low || address > stack_high - sizeof *value)
        return false;
    *value = *(const uint64_t *)address;
    return true;
}

static bool no_register(void *context, uint32_t regnum, uint64_t *value)
{
    (void)context;
    (void)regnum;
    *value = 0;
    return false;
}

/* --- Ways to walk -------------------------------------------------------------------------------------- */

/* Writes the PCs of the callers, outwards from the function that called the walk; gives their number. */
typedef unsigned walk(uint64_t *pcs);

static const struct sfr_machine machine = {read_stack, no_register, NULL, 0};
static struct sfr_remembered remembered[1024];
static struct sfr_unwind unwind;

static unsigned walk_from(uint64_t *pcs, uint64_t pc, uint64_t sp, uint64_t fp)
{
    struct sfr_frame frame;
    unsigned count = 0;
    sfr_unwind_from(&unwind, pc, sp, fp, FRAMES_MOST);
    (void)sfr_unwind_next(&unwind, &frame);
    while (sfr_unwind_next(&unwind, &frame))
        pcs[count++] = frame.pc;
    return count;
}

/* The registers here are the topmost frame's. */
#define REGISTERS(pc, sp, fp)                                                                                \
    __asm__ volatile("leaq 0f(%%rip), %0\n0: movq %%rsp, %1\n movq %%rbp, %2"                                \
                     : "=&r"(pc), "=&r"(sp), "=&r"(fp))

static __attribute__((noinline)) unsigned walk_sframe(uint64_t *pcs)
{
    uint64_t pc, sp, fp;
    REGISTERS(pc, sp, fp);
    const unsigned count = walk_from(pcs, pc, sp, fp);
    __asm__ volatile("" ::: "memory");
    return count;
}

static __attribute__((noinline)) unsigned walk_sframe_afresh(uint64_t *pcs)
{
    uint64_t pc, sp, fp;
    sfr_unwind_begin(&unwind, &section, 1, &machine, remembered, sizeof remembered / sizeof *remembered);
    REGISTERS(pc, sp, fp);
    const unsigned count = walk_from(pcs, pc, sp, fp);
    __asm__ volatile("" ::: "memory");
    return count;
}

/* What a frame costs if its row is known for nothing: a call that copies a frame, reads words by the machine's
 * callback and goes on to the caller.  No reader with the interface of sfr_unwind_next() does less. */
static struct known_row {
    uint64_t size;  /* from SP to the CFA */
    int64_t ra, fp; /* from the CFA */
    bool saves_fp;
} known_rows[FRAMES_MOST];
static struct sfr_frame first_known;
static unsigned known_count;

/* Notes the rows of the frames from the second on, which stay while ways are measured. */
static __attribute__((noinline)) void learn_rows(void)
{
    struct sfr_frame frame;
    struct sfr_answer answer;
    uint64_t pc, sp, fp;
    REGISTERS(pc, sp, fp);
    sfr_unwind_from(&unwind, pc, sp, fp, FRAMES_MOST);
    (void)sfr_unwind_next(&unwind, &frame);
    for (known_count = 0; sfr_unwind_next(&unwind, &frame) && unwind.stop == SFR_STEPPED; known_count++) {
        if (sfr_lookup(&section, frame.pc - 1, &answer) != SFR_FOUND)
            fail("a frame that was unwound has no row");
        if (known_count == 0)
            first_known = frame;
        known_rows[known_count] =
            (struct known_row){frame.cfa - frame.sp, answer.rules.ra.offset, answer.rules.fp.offset,
                               answer.rules.fp.kind == SFR_AT};
    }
}

/* Frames are copied member by member: a wider access would wait for those that wrote the members. */
static __attribute__((noinline)) bool next_known(struct sfr_unwind *trace, struct sfr_frame *frame)
{
    const struct known_row *const row = &known_rows[trace->recent++];
    const struct sfr_machine *const callbacks = trace->machine;
    if (trace->stop != SFR_STEPPED)
        return false;
    uint64_t pc, fp = trace->frame.fp;
    const uint64_t sp = trace->frame.sp, cfa = sp + row->size;
    frame->pc = trace->frame.pc;
    frame->fp = fp;
    frame->sp = sp;
    frame->cfa = cfa;
    frame->cfa_known = true;
    frame->topmost = trace->frame.topmost;
    frame->interrupted = trace->frame.interrupted;
    if (!callbacks->memory(callbacks->context, cfa + (uint64_t)row->ra, &pc) ||
        (row->saves_fp && !callbacks->memory(callbacks->context, cfa + (uint64_t)row->fp, &fp)))
        trace->stop = SFR_STOP_MEMORY;
    trace->frame.pc = pc;
    trace->frame.sp = cfa;
    trace->frame.fp = fp;
    trace->frame.topmost = false;
    trace->frame.interrupted = false;
    if (--trace->left == 0)
        trace->stop = SFR_STOP_LIMIT;
    return true;
}

static __attribute__((noinline)) unsigned walk_known(uint64_t *pcs)
{
    struct sfr_unwind trace = {.machine = &machine, .frame = first_known, .left = known_count};
    struct sfr_frame frame;
    unsigned count = 0;
    for (trace.stop = SFR_STEPPED; next_known(&trace, &frame);)
        pcs[count++] = frame.pc;
    __asm__ volatile("" ::: "memory");
    return count;
}

typedef int backtrace_function(void **addresses, int most);
static backtrace_function *glibc_backtrace;
static void *addresses[FRAMES_MOST];

/* A list of addresses begins with the walk's own frame. */
static unsigned copy_callers(int count, uint64_t *pcs)
{
    for (int i = 1; i < count; i++)
        pcs[i - 1] = (uintptr_t)addresses[i];
    return count > 0 ? (unsigned)count - 1 : 0;
}

static __attribute__((noinline)) unsigned walk_backtrace(uint64_t *pcs)
{
    return copy_callers(glibc_backtrace(addresses, FRAMES_MOST), pcs);
}

/* libunwind has a function of this name too. */
static void find_glibc_backtrace(void)
{
    void *const libc = dlopen("libc.so.6", RTLD_LAZY);
    void *const found = libc != NULL ? dlsym(libc, "backtrace") : NULL;
    if (found == NULL)
        fail("the C library has no backtrace()");
    memcpy(&glibc_backtrace, &found, sizeof found);
}

#ifdef WITH_LIBUNWIND
static __attribute__((noinline)) unsigned walk_libunwind(uint64_t *pcs)
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t pc;
    unsigned count = 0;
    (void)unw_getcontext(&context);
    (void)unw_init_local(&cursor, &context);
    while (unw_step(&cursor) > 0 && count < FRAMES_MOST) {
        (void)unw_get_reg(&cursor, UNW_REG_IP, &pc);
        pcs[count++] = pc;
    }
    return count;
}

static __attribute__((noinline)) unsigned walk_unw_backtrace(uint64_t *pcs)
{
    return copy_callers(unw_backtrace(addresses, FRAMES_MOST), pcs);
}
#endif

#ifdef WITH_FRAME_POINTERS
static __attribute__((noinline)) unsigned walk_frame_pointers(uint64_t *pcs)
{
    uint64_t fp = (uintptr_t)__builtin_frame_address(0);
    unsigned count = 0;
    while (fp >= stack_low && fp <= stack_high - 16 && fp % 8 == 0 && count < FRAMES_MOST) {
        const uint64_t *const frame = (const uint64_t *)fp;
        pcs[count++] = frame[1];
        if (frame[0] <= fp)
            break;
        fp = frame[0];
    }
    return count;
}
#endif

static const struct way {
    const char *name;
    walk *walk;
} ways[] = {
    {"sfr_unwind", walk_sframe},
    {"sfr_unwind, nothing remembered", walk_sframe_afresh},
    {"its interface, rows known", walk_known},
    {"glibc backtrace", walk_backtrace},
#ifdef WITH_LIBUNWIND
    {"libunwind unw_step", walk_libunwind},
    {"libunwind unw_backtrace", walk_unw_backtrace},
#endif
#ifdef WITH_FRAME_POINTERS
    {"frame pointers", walk_frame_pointers},
#endif
};
enum { WAYS = sizeof ways / sizeof *ways };

/* --- Measuring ----------------------------------------------------------------------------------------- */

static unsigned depth, functions;
static bool mixed; /* each function has many callers; else one */

static uint64_t pcs[FRAMES_MOST], reference[FRAMES_MOST];

/* The callers from the second on: the first is the place of the call, which differs from way to way. */
static void compare(const struct way *way)
{
    const unsigned count = way->walk(pcs);
    if (count < depth || memcmp(pcs + 1, reference + 1, (depth - 1) * sizeof *pcs) != 0) {
        (void)fprintf(stderr, "unwind: %s finds other frames (%u)\n", way->name, count);
        exit(1);
    }
}

static double time_of(const struct way *way)
{
    const unsigned repeats = FRAMES_A_RUN / depth;
    uint64_t frames = 0;
    const double begun = seconds_now();
    for (unsigned i = 0; i < repeats; i++)
        frames += way->walk(pcs);
    return (seconds_now() - begun) / (double)frames;
}

static __attribute__((noinline)) void measure(void)
{
    static double times[WAYS][RUNS], speeds[WAYS][RUNS]; /* speeds are relative to sfr_unwind in the same run */
    sfr_unwind_begin(&unwind, &section, 1, &machine, remembered, sizeof remembered / sizeof *remembered);
    (void)walk_backtrace(reference);
    learn_rows();
    for (unsigned i = 0; i < WAYS; i++)
        compare(&ways[i]);
    for (unsigned run = 0; run < RUNS; run++)
        for (unsigned i = 0; i < WAYS; i++) {
            times[i][run] = time_of(&ways[i]);
            speeds[i][run] = times[0][run] / times[i][run];
        }
    for (unsigned i = 0; i < WAYS; i++) {
        const double time = middle_of(times[i], RUNS).median;
        const struct middle speed = middle_of(speeds[i], RUNS);
        (void)printf("unwind %6u frames %4u functions%s  %-31s %7.1f ns  %8.2f M/s  %6.2f times sfr_unwind "
                     "(%.2f to %.2f)\n",
                     depth, functions, mixed ? ", mixed" : "", ways[i].name, time * 1e9, 1e-6 / time,
                     speed.median, speed.low, speed.high);
    }
}

/* --- A deep stack -------------------------------------------------------------------------------------- */

typedef uint64_t link_function(unsigned left, uint64_t value);
static link_function *const links[];

static uint64_t next_link(unsigned left, uint64_t value)
{
    return mixed ? ((left * 0x9e3779b1U >> 7) * 0x85ebca6bU) >> 11 : value * 167 + 13;
}

static uint64_t go_on(unsigned left, uint64_t value)
{
    if (left == 0) {
        measure();
        return value;
    }
    return links[next_link(left, value) % functions](left - 1, value + 1);
}

/* Functions that differ in their frames: room, and registers that are kept across the call. */
#define FUNCTION(n)                                                                                          \
    static __attribute__((noinline)) uint64_t link_##n(unsigned left, uint64_t value)                        \
    {                                                                                                        \
        volatile uint64_t room[1 + 0##n % 11];                                                               \
        const uint64_t first = value * 3 + 0##n, second = value ^ (uint64_t)left << (0##n % 7);              \
        room[0] = first;                                                                                     \
        const uint64_t back = go_on(left, value);                                                            \
        return back + room[0] + (0##n % 3 != 0 ? first : 0) + (0##n % 2 != 0 ? second : 0);                  \
    }
#define NAME(n)        link_##n,
#define EIGHT(each, n) each(n##0) each(n##1) each(n##2) each(n##3) each(n##4) each(n##5) each(n##6) each(n##7)
#define SIXTY_FOUR(each, n)                                                                                  \
    EIGHT(each, n##0)                                                                                        \
    EIGHT(each, n##1)                                                                                        \
    EIGHT(each, n##2)                                                                                        \
    EIGHT(each, n##3)                                                                                        \
    EIGHT(each, n##4)                                                                                        \
    EIGHT(each, n##5)                                                                                        \
    EIGHT(each, n##6)                                                                                        \
    EIGHT(each, n##7)
#define ALL(each)                                                                                            \
    SIXTY_FOUR(each, 1)                                                                                      \
    SIXTY_FOUR(each, 2)                                                                                      \
    SIXTY_FOUR(each, 3)                                                                                      \
    SIXTY_FOUR(each, 4)                                                                                      \
    SIXTY_FOUR(each, 5)                                                                                      \
    SIXTY_FOUR(each, 6)                                                                                      \
    SIXTY_FOUR(each, 7)

ALL(FUNCTION)
static link_function *const links[] = {ALL(NAME)};

int main(int argc, char **argv)
{
    mixed = argc == 4 && strcmp(argv[3], "mixed") == 0;
    depth = argc == 3 || mixed ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    functions = argc == 3 || mixed ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (depth < 2 || depth > DEPTH_MOST || functions < 1 || functions > sizeof links / sizeof *links) {
        (void)fputs("usage: unwind DEPTH FUNCTIONS [mixed]\n", stderr);
        return 2;
    }
    (void)dl_iterate_phdr(open_own_section, NULL);
    if (section.function_count == 0)
        fail("the program has no section of its own");
    find_stack();
    find_glibc_backtrace();
#ifdef WITH_LIBUNWIND
    (void)unw_set_caching_policy(unw_local_addr_space, UNW_CACHE_PER_THREAD);
#endif
    return go_on(depth, 0) == 0;
}
