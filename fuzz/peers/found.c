/* The engine's function of a peer's target: runs the target's own, which is called peer_case here, and catches
 * all ways in which a peer ends: assertions and broken laws by a jump, sanitizers by their call-backs, signals.
 * Nothing ends the process that need not, as the first known fault would otherwise end every campaign. */
#include "found.h"

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
#include <unistd.h>

int peer_case(const uint8_t *data, size_t size);

/* Of the sanitizers' run time. */
void __asan_set_error_report_callback(void (*callback)(const char *report));
const void *__asan_region_is_poisoned(const void *begin, size_t size);
void *__real___asan_memmove(void *to, const void *from, size_t size);
void *__real___asan_memset(void *to, int byte, size_t size);
void *__wrap___asan_memcpy(void *to, const void *from, size_t size);
void *__wrap___asan_memmove(void *to, const void *from, size_t size);
void *__wrap___asan_memset(void *to, int byte, size_t size);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __ubsan_on_report(void);
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file,
                                     unsigned *line, unsigned *column, char **address);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void)
{
    return "halt_on_error=0:suppress_equal_pcs=0:detect_leaks=0:allocator_may_return_null=1:symbolize=0:quarantine_size_mb=16:"
           "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0";
}

const char *__ubsan_default_options(void)
{
    return "halt_on_error=0";
}

/* --- Causes --------------------------------------------------------------------------------------------------
 */

enum { MOST_CAUSES = 512, LONGEST_CAUSE = 300 };

static struct {
    const uint8_t *data;
    size_t size;
    bool tainted; /* memory was touched: what follows may come of it */
    bool running;
    sigjmp_buf out;
} now;

/* What this process has told, and of how small an input. */
static struct {
    char cause[LONGEST_CAUSE];
    size_t size;
} told[MOST_CAUSES];

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

static void tell(const char *kind, const char *where)
{
    char cause[LONGEST_CAUSE];
    (void)snprintf(cause, sizeof cause, "%s: %s", kind, where);
    size_t i = 0;
    while (i < MOST_CAUSES - 1 && told[i].cause[0] != '\0' && strcmp(told[i].cause, cause) != 0)
        i++;
    const bool repeated = strcmp(told[i].cause, cause) == 0;
    if (repeated && told[i].size <= now.size && getenv("PEER_FINDS") != NULL)
        return;
    (void)strcpy(told[i].cause, cause);
    told[i].size = now.size;
    (void)fprintf(stderr, "cause: %s\n", cause);
    keep(cause);
}

/* Outside a case nothing of a peer runs. */
static _Noreturn void leave(void)
{
    if (!now.running)
        _exit(77);
    now.running = false;
    siglongjmp(now.out, 1);
}

void found(const char *kind, const char *where)
{
    if (!now.tainted)
        tell(kind, where);
    leave();
}

/* --- Where they come from ------------------------------------------------------------------------------------
 */

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* The C library's, for assertions of the peer. */
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    char where[LONGEST_CAUSE];
    (void)line; /* other versions have it elsewhere */
    (void)snprintf(where, sizeof where, "%s %s: %s", base_name(file), function, expression);
    found("assertion", where);
}

/* Instead of common/law.c's. */
void law_broken(const char *file, int line, const char *format, ...)
{
    char where[LONGEST_CAUSE];
    va_list words;
    (void)file, (void)line;
    va_start(words, format);
    (void)vsnprintf(where, sizeof where, format, words);
    va_end(words);
    found("law", where);
}

uint8_t *fuzz_block(const uint8_t *bytes, size_t size)
{
    uint8_t *const block = malloc(size);
    if (size != 0 && block != NULL)
        memcpy(block, bytes, size);
    return block;
}

enum { MOST_FRAMES = 24, MOST_PLACES = 512, LONGEST_PLACE = 200 };

/* Asking the symbolizer takes long, so each stack is asked about once. */
static struct {
    void *frames[MOST_FRAMES];
    char where[LONGEST_PLACE];
} places[MOST_PLACES];

/* "decode_row < decode_function": the innermost two functions of the stack that are the peer's. */
static void symbolize(void *const *frames, int count, char *where)
{
    char command[4096] = "llvm-symbolizer --obj=", function[256], file[1024];
    size_t size = strlen(command);
    const ssize_t length = readlink("/proc/self/exe", command + size, 1024);
    size += length > 0 ? (size_t)length : 0;
    for (int i = 0; i < count; i++)
        size += (size_t)snprintf(command + size, sizeof command - size, " %p", (void *)((char *)frames[i] - 1));
    (void)snprintf(where, LONGEST_PLACE, "outside the peer");
    FILE *const answer = popen(command, "r");
    unsigned named = 0;
    size = 0;
    while (answer != NULL && fgets(function, sizeof function, answer) != NULL) {
        if (function[0] == '\n' || fgets(file, sizeof file, answer) == NULL)
            continue; /* between addresses */
        if (strstr(file, PEER_SOURCES) == NULL || named == 2)
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

static void tell_place(const char *kind)
{
    if (now.running && !now.tainted)
        tell(kind, place());
}

/* What the compiler has put before an access calls these where the memory is not there: the case is left
 * before anything is touched, and without the run time's own report, which takes long. */
static void on_access(const char *kind)
{
    tell_place(kind);
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
    if (size != 0 && now.running && __asan_region_is_poisoned(bytes, size) != NULL)
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

/* All else that the run time finds, such as what is freed twice. */
static void on_memory_error(const char *report)
{
    (void)report;
    tell_place("memory otherwise");
    now.tainted = true;
}

void __ubsan_on_report(void)
{
    const char *kind, *message, *file;
    unsigned line, column;
    char *address, words[80];
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    (void)snprintf(words, sizeof words, "undefined %s", kind);
    if (strstr(file, PEER_SOURCES) != NULL)
        tell_place(words);
}

static void on_signal(int number)
{
    char kind[40];
    (void)snprintf(kind, sizeof kind, number == SIGSEGV || number == SIGBUS ? "memory far" : "signal %d", number);
    tell_place(kind);
    leave();
}

/* More than a section warrants: by a count that nobody held against what is there.  It is not given, as the
 * sanitizer would take seconds to mark it. */
static void look_at_demand(size_t size)
{
    enum { MOST = 64 << 20 };
    if (size > MOST && now.running) {
        tell_place("memory demanded");
        leave();
    }
}

void *__wrap_malloc(size_t size)
{
    look_at_demand(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    look_at_demand(size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    look_at_demand(size);
    return __real_realloc(block, size);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    (void)argc, (void)argv;
    __asan_set_error_report_callback(on_memory_error);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        (void)sigaction(signals[i], &action, NULL);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    now.data = data;
    now.size = size;
    now.tainted = false;
    now.running = true;
    if (sigsetjmp(now.out, 1) == 0)
        (void)peer_case(data, size);
    now.running = false;
    return 0;
}
