/* How fast a deep stack of real code is unwound: sfr_unwind_pcs and sfr_unwind_next over the program's own
 * .sframe, beside libunwind over its .eh_frame (WITH_LIBUNWIND), glibc's backtrace() and a walk along frame
 * pointers (WITH_FRAME_POINTERS).  Each unwinds the stack on which it runs, in turns, after a first time that
 * does not count.  All must find the same return addresses. */
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

/* Writes the PCs of its own frame and its callers; gives their number. */
typedef unsigned walk(uint64_t *pcs);

#define WALK static __attribute__((noinline)) unsigned
#define NO_TAIL_CALL __asm__ volatile("" ::: "memory") /* what was called before it returns to this function */

static const struct sfr_machine machine = {read_stack, no_register, NULL, 0};
static struct sfr_remembered remembered[1024];
static struct sfr_unwind unwind;

static void begin(void)
{
    sfr_unwind_begin(&unwind, &section, 1, &machine, remembered, sizeof remembered / sizeof *remembered);
}

/* Begins a trace with the registers that are here. */
#define BEGIN_TRACE()                                                                                        \
    do {                                                                                                     \
        uint64_t pc, sp, fp;                                                                                 \
        __asm__ volatile("leaq 0f(%%rip), %0\n0: movq %%rsp, %1\n movq %%rbp, %2"                            \
                         : "=&r"(pc), "=&r"(sp), "=&r"(fp));                                                 \
        sfr_unwind_from(&unwind, pc, sp, fp, FRAMES_MOST);                                                   \
    } while (false)

WALK walk_sframe(uint64_t *pcs)
{
    BEGIN_TRACE();
    const size_t count = sfr_unwind_pcs(&unwind, pcs, FRAMES_MOST);
    NO_TAIL_CALL;
    return (unsigned)count;
}

WALK walk_sframe_by_frames(uint64_t *pcs)
{
    struct sfr_frame frame;
    unsigned count = 0;
    BEGIN_TRACE();
    while (sfr_unwind_next(&unwind, &frame))
        pcs[count++] = frame.pc;
    return count;
}

WALK walk_sframe_afresh(uint64_t *pcs)
{
    begin();
    BEGIN_TRACE();
    const size_t count = sfr_unwind_pcs(&unwind, pcs, FRAMES_MOST);
    NO_TAIL_CALL;
    return (unsigned)count;
}

typedef int backtrace_function(void **addresses, int most);
static backtrace_function *glibc_backtrace;

WALK walk_backtrace(uint64_t *pcs)
{
    const int count = glibc_backtrace((void **)pcs, FRAMES_MOST);
    NO_TAIL_CALL;
    return (unsigned)count;
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
WALK walk_libunwind(uint64_t *pcs)
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t pc;
    unsigned count = 0;
    (void)unw_getcontext(&context);
    (void)unw_init_local(&cursor, &context);
    do {
        (void)unw_get_reg(&cursor, UNW_REG_IP, &pc);
        pcs[count++] = pc;
    } while (unw_step(&cursor) > 0 && count < FRAMES_MOST);
    return count;
}

WALK walk_unw_backtrace(uint64_t *pcs)
{
    const int count = unw_backtrace((void **)pcs, FRAMES_MOST);
    NO_TAIL_CALL;
    return (unsigned)count;
}
#endif

#ifdef WITH_FRAME_POINTERS
WALK walk_frame_pointers(uint64_t *pcs)
{
    uint64_t fp = (uintptr_t)__builtin_frame_address(0);
    unsigned count = 0;
    pcs[count++] = (uintptr_t)walk_frame_pointers;
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
    {"sfr_unwind_pcs", walk_sframe},
    {"sfr_unwind_pcs, from nothing", walk_sframe_afresh},
    {"sfr_unwind_next", walk_sframe_by_frames},
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

/* The frames from the third on: the first two are of the walk and of where it is called, which differ. */
static void compare(const struct way *way)
{
    const unsigned count = way->walk(pcs);
    if (count <= depth || memcmp(pcs + 2, reference + 2, (depth - 1) * sizeof *pcs) != 0) {
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
    static double times[WAYS][RUNS],
        speeds[WAYS][RUNS]; /* speeds are relative to the first in the same run */
    begin();
    (void)walk_backtrace(reference);
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
        (void)printf("unwind %6u frames %4u functions%s  %-28s %7.1f ns  %8.2f M/s  %6.2f times %s "
                     "(%.2f to %.2f)\n",
                     depth, functions, mixed ? ", mixed" : "", ways[i].name, time * 1e9, 1e-6 / time,
                     speed.median, ways[0].name, speed.low, speed.high);
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
