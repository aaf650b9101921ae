/* The target for a peer: tests it on a case (agree.h), and catches all that it does wrong.  If the peer ends
 * by an assertion, a panic, a signal or a sanitizer's error, only the question is left, and the process goes
 * on.  So the first known fault does not hide later ones. */
#include "found.h"

#include "agree.h"
#include "arena.h"
#include "implementation.h"
#include "law.h"

#include <execinfo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* A function of the sanitizers' run time. */
void __asan_set_error_report_callback(void (*callback)(const char *report));
const void *__asan_region_is_poisoned(const void *begin, size_t size);
void *__real___asan_memmove(void *to, const void *from, size_t size);
void *__real___asan_memset(void *to, int byte, size_t size);
void *__wrap___asan_memcpy(void *to, const void *from, size_t size);
void *__wrap___asan_memmove(void *to, const void *from, size_t size);
void *__wrap___asan_memset(void *to, int byte, size_t size);
void *peer_malloc(size_t size);
void *peer_calloc(size_t count, size_t size);
void *peer_realloc(void *block, size_t size);
void peer_free(void *block);
void __real_free(void *block);
void __wrap_free(void *block);
const char *__real_implementation_answer(const struct implementation_request *request, size_t *size);
const char *__wrap_implementation_answer(const struct implementation_request *request, size_t *size);
void __ubsan_on_report(void);
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file,
                                     unsigned *line, unsigned *column, char **address);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void)
{
    return "halt_on_error=0:suppress_equal_pcs=0:detect_leaks=0:allocator_may_return_null=1:symbolize=0:"
           "quarantine_size_mb=16:log_path=/dev/null:"
           "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0";
}

const char *__ubsan_default_options(void)
{
    return "halt_on_error=0";
}

/* --- Causes --------------------------------------------------------------------------------------------- */

enum { MOST_CAUSES = 4096, LONGEST_CAUSE = 400 };

static struct {
    const uint8_t *data;
    size_t size;
    sigjmp_buf *out; /* how to leave the peer's call, or else the case; null: neither runs */
    bool tainted;    /* memory was written wrongly: later errors may come from that */
} now;

/* The causes that this process has reported, and the size of the smallest input of each. */
static struct {
    char cause[LONGEST_CAUSE];
    size_t size;
} reported[MOST_CAUSES];

static uint64_t hash(const char *text)
{
    uint64_t value = 14695981039346656037u; /* FNV-1a */
    for (; *text != '\0'; text++)
        value = (value ^ (unsigned char)*text) * 1099511628211u;
    return value;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    char part[4096];
    (void)snprintf(part, sizeof part, "%s.part", path);
    FILE *const file = fopen(part, "wb");
    const bool whole = file != NULL && fwrite(bytes, 1, size, file) == size;
    if (file == NULL || fclose(file) != 0 || !whole || rename(part, path) != 0) {
        perror(path);
        exit(2);
    }
}

static void keep(const char *cause)
{
    const char *const folder = getenv("PEER_FINDS");
    char path[4096];
    struct stat status;
    if (folder == NULL)
        return;
    (void)snprintf(path, sizeof path, "%s/%016llx", folder, (unsigned long long)hash(cause));
    if (stat(path, &status) == 0 && (size_t)status.st_size <= now.size)
        return;
    write_file(path, now.data, now.size);
    (void)strcat(path, ".cause");
    write_file(path, cause, strlen(cause));
}

static void report(const char *kind, const char *where)
{
    char cause[LONGEST_CAUSE];
    (void)snprintf(cause, sizeof cause, "%s: %s", kind, where);
    size_t i = 0;
    while (i < MOST_CAUSES - 1 && reported[i].cause[0] != '\0' && strcmp(reported[i].cause, cause) != 0)
        i++;
    const bool repeated = strcmp(reported[i].cause, cause) == 0;
    if (repeated && reported[i].size <= now.size && getenv("PEER_FINDS") != NULL)
        return;
    (void)strcpy(reported[i].cause, cause);
    reported[i].size = now.size;
    (void)fprintf(stderr, "cause: %s\n", cause);
    keep(cause);
}

static _Noreturn void leave(void)
{
    if (now.out == NULL)
        _exit(77);
    siglongjmp(*now.out, 1);
}

void found(const char *kind, const char *where)
{
    if (!now.tainted)
        report(kind, where);
    leave();
}

/* --- Where they come from ------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Replaces the C library's function, to catch the peer's assertions. */
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    char where[LONGEST_CAUSE];
    (void)line; /* other versions of the peer have other lines */
    (void)snprintf(where, sizeof where, "%s %s: %s", base_name(file), function, expression);
    found("assertion", where);
}

/* Removes numbers: they belong to one input, not to the cause. */
static void without_numbers(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        from += from[0] == '-' && from[1] >= '0' && from[1] <= '9';
        const size_t digits = strncmp(from, "0x", 2) == 0 ? 2 + strspn(from + 2, "0123456789abcdef")
                                                          : strspn(from, "0123456789");
        *to++ = digits == 0 ? *from : '#';
        from += digits == 0 ? 1 : digits;
    }
    *to = '\0';
}

/* Replaces that of common/law.c.  The words of agree.c begin with a vector's id, and end with the answer. */
void law_broken(const char *file, int line, const char *format, ...)
{
    char words[4 * LONGEST_CAUSE], where[2 * LONGEST_CAUSE], operation[16] = "";
    int begin = 0;
    va_list arguments;
    (void)line;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    (void)sscanf(words, "%*[^/]/%*[^/]/%15[^/]/%*[^:]: %n", operation, &begin);
    char *const end = strstr(words, "; answered "), *const more = strstr(words, " (and ");
    if (end != NULL)
        *end = '\0';
    if (more != NULL)
        *more = '\0';
    without_numbers(words + begin);
    if (operation[0] == '\0') {
        (void)snprintf(where, sizeof where, "%s: %s", base_name(file), words);
        found("law", where);
    }
    (void)snprintf(where, sizeof where, "%s: %s", operation, words + begin);
    found("disagreement", where);
}

enum { MOST_FRAMES = 24, MOST_PLACES = 512, LONGEST_PLACE = 200 };

/* Results of the symbolizer, which is slow: it is asked about each stack once. */
static struct {
    void *frames[MOST_FRAMES];
    char where[LONGEST_PLACE];
} places[MOST_PLACES];

/* Whether the path is where ci/ and cargo put the sources of others. */
static bool is_peers(const char *path)
{
    return strstr(path, "/sources/") != NULL || strstr(path, "/vendor/") != NULL;
}

/* Writes "decode_row < decode_function": the innermost two functions of the peer on the stack. */
static void symbolize(void *const *frames, int count, char *where)
{
    char command[4096] = "llvm-symbolizer --obj=", function[256], file[1024];
    size_t size = strlen(command);
    const ssize_t length = readlink("/proc/self/exe", command + size, 1024);
    size += length > 0 ? (size_t)length : 0;
    for (int i = 0; i < count; i++)
        size +=
            (size_t)snprintf(command + size, sizeof command - size, " %p", (void *)((char *)frames[i] - 1));
    (void)snprintf(where, LONGEST_PLACE, "outside the peer");
    FILE *const answer = popen(command, "r");
    unsigned named = 0;
    size = 0;
    while (answer != NULL && fgets(function, sizeof function, answer) != NULL) {
        if (function[0] == '\n' || fgets(file, sizeof file, answer) == NULL)
            continue; /* separates addresses */
        if (!is_peers(file) || named == 2)
            continue;
        size += (size_t)snprintf(where + size, LONGEST_PLACE - size, "%s%.*s", named == 0 ? "" : " < ",
                                 (int)strcspn(function, "\n"), function);
        named++;
    }
    if (answer != NULL)
        (void)pclose(answer);
}

static const char *place(void)
{
    void *frames[MOST_FRAMES] = {NULL};
    const int count = backtrace(frames, MOST_FRAMES);
    size_t i = 0;
    while (i < MOST_PLACES - 1 && places[i].frames[0] != NULL &&
           memcmp(places[i].frames, frames, sizeof frames) != 0)
        i++;
    if (memcmp(places[i].frames, frames, sizeof frames) != 0) {
        memcpy(places[i].frames, frames, sizeof frames);
        symbolize(frames, count, places[i].where);
    }
    return places[i].where;
}

static void report_place(const char *kind)
{
    if (now.out != NULL && !now.tainted)
        report(kind, place());
}

/* The compiler puts a check before each access, and that calls this if the memory is not there.  The case is
 * left before anything is accessed, and without the run time's own report, which is slow. */
static void on_access(const char *kind)
{
    report_place(kind);
    leave();
}

#define REPORTS(what, kind)                                                                                  \
    void __wrap___asan_report_##what##_noabort(void *address);                                               \
    void __wrap___asan_report_##what##_noabort(void *address)                                                \
    {                                                                                                        \
        (void)address;                                                                                       \
        on_access(kind);                                                                                     \
    }
#define REPORTS_OF_SIZES(what, kind)                                                                         \
    REPORTS(what##1, kind)                                                                                   \
    REPORTS(what##2, kind)                                                                                   \
    REPORTS(what##4, kind)                                                                                   \
    REPORTS(what##8, kind)                                                                                   \
    REPORTS(what##16, kind)                                                                                  \
    REPORTS(what##_n, kind)
REPORTS_OF_SIZES(load, "memory read")
REPORTS_OF_SIZES(store, "memory written")

static void look_at(const void *bytes, size_t size, const char *kind)
{
    if (size != 0 && now.out != NULL && __asan_region_is_poisoned(bytes, size) != NULL)
        on_access(kind);
}

void *__wrap___asan_memcpy(void *to, const void *from, size_t size)
{
    look_at(from, size, "memory read");
    look_at(to, size, "memory written");
    return __real___asan_memmove(to, from, size);
}

void *__wrap___asan_memmove(void *to, const void *from, size_t size)
{
    return __wrap___asan_memcpy(to, from, size);
}

void *__wrap___asan_memset(void *to, int byte, size_t size)
{
    look_at(to, size, "memory written");
    return __real___asan_memset(to, byte, size);
}

/* Handles other errors that the run time finds, such as freeing twice. */
static void on_memory_error(const char *report)
{
    (void)report;
    report_place("memory otherwise");
    now.tainted = true;
}

void __ubsan_on_report(void)
{
    const char *kind, *message, *file;
    unsigned line, column;
    char *address, words[80];
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    (void)snprintf(words, sizeof words, "undefined %s", kind);
    if (is_peers(file))
        report_place(words);
}

static const struct {
    int number;
    const char *kind;
} signals[] = {{SIGSEGV, "memory far"}, {SIGBUS, "memory far"}, {SIGFPE, "division"},
               {SIGABRT, "abort"},      {SIGILL, "trap"},       {SIGVTALRM, "hang"}};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static void on_signal(int number)
{
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i].number == number)
            report_place(signals[i].kind);
    leave();
}

/* Makes SIGVTALRM come after so many seconds of processor time; 0: never. */
static void set_patience(long seconds)
{
    const struct itimerval value = {.it_value = {.tv_sec = seconds}};
    (void)setitimer(ITIMER_VIRTUAL, &value, NULL);
}

/* --- The peer's memory ---------------------------------------------------------------------------------- */

void *peer_malloc(size_t size)
{
    void *const block = arena_take(size);
    if (block == NULL) {
        report_place("memory demanded"); /* by a count that the peer did not check */
        leave();
    }
    return block;
}

void *peer_calloc(size_t count, size_t size)
{
    const size_t whole = size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return __real___asan_memset(peer_malloc(whole), 0, whole);
}

void peer_free(void *block)
{
    if (block != NULL)
        arena_give_back(block);
}

void *peer_realloc(void *block, size_t size)
{
    void *const grown = peer_malloc(size);
    if (block != NULL) {
        const size_t had = arena_size_of(block);
        (void)__real___asan_memmove(grown, block, had < size ? had : size);
        arena_give_back(block);
    }
    return grown;
}

/* Copies a section into the arena for common/case.c; what it returns is freed like memory of the C library.
 */
uint8_t *fuzz_block(const uint8_t *bytes, size_t size)
{
    uint8_t *const block = peer_malloc(size);
    (void)__real___asan_memmove(block, bytes, size);
    return block;
}

void __wrap_free(void *block)
{
    if (!arena_has(block))
        __real_free(block);
}

/* --- The engine's --------------------------------------------------------------------------------------- */

/* The engine leaves signals to this file, and takes no block of memory for too large. */
static void add_options(int *argc, char ***argv)
{
    static char options[][32] = {"-handle_segv=0", "-handle_bus=0",      "-handle_fpe=0",           "-handle_abrt=0",
                                 "-handle_ill=0",  "-rss_limit_mb=4096", "-malloc_limit_mb=65536", "-timeout=60"};
    enum { OPTIONS = sizeof options / sizeof *options };
    char **const all = malloc(((size_t)*argc + OPTIONS + 1) * sizeof *all);
    if (all == NULL)
        return;
    all[0] = (*argv)[0];
    for (size_t i = 0; i < OPTIONS; i++)
        all[1 + i] = options[i];
    memcpy(&all[1 + OPTIONS], &(*argv)[1], (size_t)*argc * sizeof *all); /* also the null behind the last */
    *argc += OPTIONS;
    *argv = all;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    add_options(argc, argv);
    arena_open();
    __asan_set_error_report_callback(on_memory_error);
    for (size_t i = 0; i < SIGNALS; i++)
        (void)sigaction(signals[i].number, &action, NULL);
    return 0;
}

const char *__wrap_implementation_answer(const struct implementation_request *request, size_t *size)
{
    static const char left[] = "{\"request\":0,\"unsupported\":\"it ended\"}\n";
    enum { PATIENCE = 2 };
    sigjmp_buf out, *const outer = now.out;
    const size_t mark = arena_used();
    const char *volatile answer = left;
    *size = sizeof left - 1;
    now.out = &out;
    set_patience(PATIENCE);
    if (sigsetjmp(out, 1) == 0)
        answer = __real_implementation_answer(request, size);
    set_patience(0);
    now.out = outer;
    arena_drop(mark);
    return answer;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sigjmp_buf out;
    now.data = data;
    now.size = size;
    now.tainted = false;
    now.out = &out;
    if (sigsetjmp(out, 1) == 0)
        agree_with(data, size);
    now.out = NULL;
    arena_drop(0);
    return 0;
}
