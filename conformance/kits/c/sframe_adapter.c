/* The kit's only source file; sframe_adapter.h says how to use it. */
#include "sframe_adapter.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Attributes for compilers: a function takes a format, or does not return. */
#ifdef __GNUC__
#define PRINTF_LIKE(text, arguments) __attribute__((format(printf, text, arguments)))
#define NEVER_RETURNS                __attribute__((noreturn))
#else
#define PRINTF_LIKE(text, arguments)
#define NEVER_RETURNS
#endif

/* --- Ends ----------------------------------------------------------------------------------------------- */

/* Ends the adapter with a message. The kit calls it if it cannot go on, because the runner could take later
 * output for the answer to another request. */
NEVER_RETURNS PRINTF_LIKE(1, 2) static void fail(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    (void)fputs("sframe_adapter: ", stderr);
    (void)vfprintf(stderr, format, words);
    (void)putc('\n', stderr);
    va_end(words);
    exit(2);
}

/* --- The text of an answer ------------------------------------------------------------------------------ */

/* The brackets that can be open, from the outermost to the innermost. */
enum place { TOP, FUNCTIONS, FUNCTION, ROWS, ROW };
static const char brackets[] = "}]}]}";

struct answer {
    char *text;
    size_t size, capacity;
    size_t begun; /* the size when it had only the request's number */
    enum place place;
    bool follows; /* the next member or element needs a comma */
    bool refused;
    const char *profile;
    char register_name[16];
    char inconsistent[200]; /* the first contradiction; empty if there is none */
};

static void grow(struct answer *answer, size_t size)
{
    size_t capacity = answer->capacity;
    while (capacity - answer->size < size)
        if ((capacity = capacity == 0 ? 4096 : 2 * capacity) > ADAPTER_ANSWER_LIMIT)
            fail("an answer is over the limit of %zu bytes", (size_t)ADAPTER_ANSWER_LIMIT);
    char *const text = realloc(answer->text, capacity);
    if (text == NULL)
        fail("no memory for an answer of %zu bytes", capacity);
    answer->text = text;
    answer->capacity = capacity;
}

static void append(struct answer *answer, const char *bytes, size_t size)
{
    if (answer->refused)
        return;
    if (answer->capacity - answer->size < size)
        grow(answer, size);
    memcpy(answer->text + answer->size, bytes, size);
    answer->size += size;
}

static void append_char(struct answer *answer, char c)
{
    if (answer->refused)
        return;
    if (answer->capacity == answer->size)
        grow(answer, 1);
    answer->text[answer->size++] = c;
}

/* Appends a text of at most 63 characters. */
PRINTF_LIKE(2, 3) static void append_format(struct answer *answer, const char *format, ...)
{
    char text[64];
    va_list words;
    va_start(words, format);
    const int size = vsnprintf(text, sizeof text, format, words);
    va_end(words);
    append(answer, text, (size_t)size);
}

enum { DIGITS = 20 };

/* Writes a number before END.  Returns where it begins. */
static char *put_digits(char *end, uint64_t value, unsigned base)
{
    do
        *--end = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    return end;
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static void append_string(struct answer *answer, const char *value, size_t size)
{
    append_char(answer, '"');
    for (size_t i = 0, begin = 0; i < size; begin = i) {
        const unsigned char c = (unsigned char)value[i];
        while (i < size && is_plain((unsigned char)value[i]))
            i++;
        if (i > begin)
            append(answer, value + begin, i - begin);
        else if (c >= 0x80)
            append(answer, "?", ++i - begin);
        else
            append_format(answer, c < 0x20 ? "\\u%04x" : "\\%c", value[i++]);
    }
    append_char(answer, '"');
}

/* Appends a comma if one is due, and the key; elements of lists have none. */
static void lead(struct answer *answer, const char *key)
{
    if (answer->follows)
        append_char(answer, ',');
    answer->follows = true;
    if (key != NULL) {
        append_string(answer, key, strlen(key));
        append_char(answer, ':');
    }
}

static void open_bracket(struct answer *answer, const char *key, char bracket)
{
    lead(answer, key);
    append_char(answer, bracket);
    answer->follows = false;
}

static void close_bracket(struct answer *answer, char bracket)
{
    append_char(answer, bracket);
    answer->follows = true;
}

/* --- Members -------------------------------------------------------------------------------------------- */

void answer_string(struct answer *answer, const char *key, const char *value)
{
    lead(answer, key);
    append_string(answer, value, strlen(value));
}

void answer_number(struct answer *answer, const char *key, int64_t value)
{
    char text[DIGITS + 1], *const end = text + sizeof text;
    char *at = put_digits(end, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
    if (value < 0)
        *--at = '-';
    lead(answer, key);
    append(answer, at, (size_t)(end - at));
}

void answer_bool(struct answer *answer, const char *key, bool value)
{
    lead(answer, key);
    append(answer, value ? "true" : "false", value ? 4 : 5);
}

void answer_address(struct answer *answer, const char *key, uint64_t value)
{
    char text[DIGITS], *const end = text + sizeof text;
    end[-1] = '"';
    char *at = put_digits(end - 1, value, 16);
    *--at = 'x';
    *--at = '0';
    *--at = '"';
    lead(answer, key);
    append(answer, at, (size_t)(end - at));
}

static void answer_words(struct answer *answer, const char *key, const char *words)
{
    open_bracket(answer, key, '[');
    for (const char *word = words; *word != '\0';) {
        const size_t size = strcspn(word, " ");
        if (size != 0) {
            lead(answer, NULL);
            append_string(answer, word, size);
        }
        word += size + (word[size] == ' ');
    }
    close_bracket(answer, ']');
}

void answer_hex(struct answer *answer, const char *key, const uint8_t *bytes, size_t size)
{
    lead(answer, key);
    append_char(answer, '"');
    for (size_t i = 0; i < size; i++) {
        append_char(answer, "0123456789abcdef"[bytes[i] >> 4]);
        append_char(answer, "0123456789abcdef"[bytes[i] & 15]);
    }
    append_char(answer, '"');
}

/* Appends flags by their names if the profile's text defines them, else by their values. */
void answer_flags(struct answer *answer, unsigned bits)
{
    static const struct {
        const char *profile, *names[3];
    } texts[] = {
        {"v1", {"sorted", "frame_pointer", NULL}},
        {"v2", {"sorted", "frame_pointer", NULL}},
        {"v2e1", {"sorted", "frame_pointer", "pcrel"}},
        {"v2e2", {"sorted", "frame_pointer", "pcrel"}},
        {"v3", {"sorted", NULL, "pcrel"}},
    };
    const char *const *names = texts[0].names;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(answer->profile, texts[i].profile) == 0)
            names = texts[i].names;
    open_bracket(answer, "flags", '[');
    for (unsigned bit = 0; bit < 8; bit++) {
        if ((bits >> bit & 1) == 0)
            continue;
        if (bit < 3 && names[bit] != NULL)
            answer_string(answer, NULL, names[bit]);
        else
            answer_address(answer, NULL, 1u << bit);
    }
    close_bracket(answer, ']');
}

/* --- Rules ---------------------------------------------------------------------------------------------- */

static void location(struct answer *answer, const char *key, const char *base, int64_t offset, bool deref)
{
    open_bracket(answer, key, '{');
    answer_string(answer, "base", base);
    answer_number(answer, "offset", offset);
    if (deref)
        answer_bool(answer, "deref", true);
    close_bracket(answer, '}');
}

void answer_sum(struct answer *answer, const char *key, const char *base, int64_t offset)
{
    location(answer, key, base, offset, false);
}

void answer_load(struct answer *answer, const char *key, const char *base, int64_t offset)
{
    location(answer, key, base, offset, true);
}

void answer_same(struct answer *answer, const char *key)
{
    answer_string(answer, key, "same");
}

void answer_undefined(struct answer *answer, const char *key)
{
    answer_string(answer, key, "undefined");
}

const char *answer_register(struct answer *answer, unsigned number)
{
    (void)snprintf(answer->register_name, sizeof answer->register_name, "r%u", number);
    return answer->register_name;
}

/* --- Refusals ------------------------------------------------------------------------------------------- */

static void refuse(struct answer *answer, const char *key, const char *why)
{
    answer->size = answer->begun;
    answer->follows = true;
    answer->refused = false; /* the last refusal counts */
    answer_string(answer, key, why != NULL && *why != '\0' ? why : "no reason given");
    answer->place = TOP;
    answer->refused = true;
}

void answer_error(struct answer *answer, const char *why)
{
    refuse(answer, "error", why);
}

void answer_unsupported(struct answer *answer, const char *why)
{
    refuse(answer, "unsupported", why);
}

void answer_refused(struct answer *answer, const char *why)
{
    refuse(answer, "refused", why);
}

bool answer_refusal(struct answer *answer, const char *why)
{
    if (why != NULL)
        answer_error(answer, why);
    return why != NULL;
}

void answer_inconsistent(struct answer *answer, const char *what)
{
    if (answer->inconsistent[0] == '\0')
        (void)snprintf(answer->inconsistent, sizeof answer->inconsistent, "%s", what);
}

void answer_none(struct answer *answer, const char *what)
{
    answer_string(answer, "none", what);
}

/* --- Functions and rows --------------------------------------------------------------------------------- */

/* Enters a place from the one around it. If it is called anywhere else, the caller has forgotten an end. */
static void enter(struct answer *answer, const char *call, enum place place, const char *key)
{
    if (answer->refused)
        return;
    if (answer->place + 1 != place)
        fail("%s was called at the wrong place; see \"Decode\" in sframe_adapter.h", call);
    open_bracket(answer, key, brackets[place] == ']' ? '[' : '{');
    answer->place = place;
}

/* Leaves a place, and ends the list in it if there is one. */
static void leave(struct answer *answer, const char *call, enum place place)
{
    if (answer->refused)
        return;
    if (answer->place == place + 1 && brackets[answer->place] == ']')
        close_bracket(answer, brackets[answer->place--]);
    if (answer->place != place)
        fail("%s was called at the wrong place; see \"Decode\" in sframe_adapter.h", call);
    close_bracket(answer, brackets[place]);
    answer->place = place - 1;
}

void answer_functions(struct answer *answer)
{
    enter(answer, __func__, FUNCTIONS, "functions");
}

void answer_function_begin(struct answer *answer)
{
    enter(answer, __func__, FUNCTION, NULL);
}

void answer_function_end(struct answer *answer)
{
    leave(answer, __func__, FUNCTION);
}

void answer_rows(struct answer *answer)
{
    enter(answer, __func__, ROWS, "rows");
}

void answer_row_begin(struct answer *answer)
{
    enter(answer, __func__, ROW, NULL);
}

void answer_row_end(struct answer *answer)
{
    leave(answer, __func__, ROW);
}

/* Frames are in the place of functions. */
void answer_frames(struct answer *answer)
{
    enter(answer, __func__, FUNCTIONS, "frames");
}

void answer_frame_begin(struct answer *answer)
{
    enter(answer, __func__, FUNCTION, NULL);
}

void answer_frame_end(struct answer *answer)
{
    leave(answer, __func__, FUNCTION);
}

void answer_stop(struct answer *answer, const char *why)
{
    if (!answer->refused && answer->place == FUNCTIONS)
        leave(answer, __func__, FUNCTIONS);
    answer_string(answer, "stop", why);
}

/* Violations are in the place of functions, too. A list of functions or frames before them is closed. */
void answer_violations(struct answer *answer)
{
    if (!answer->refused && answer->place == FUNCTIONS)
        leave(answer, __func__, FUNCTIONS);
    enter(answer, __func__, FUNCTIONS, "violations");
}

void answer_violation(struct answer *answer, const char *clause, uint64_t offset, const char *severity)
{
    enter(answer, __func__, FUNCTION, NULL);
    answer_string(answer, "clause", clause);
    answer_address(answer, "offset", offset);
    answer_string(answer, "severity", severity);
    leave(answer, __func__, FUNCTION);
}

/* --- Requests ------------------------------------------------------------------------------------------- */

enum { WORDS = 7, ASK_WORDS = 5, CLOSE_WORDS = 3, SCENARIO_WORDS = 4, MOST_WORDS = WORDS + SCENARIO_WORDS };
enum { LINE_SIZE = 160, COUNT_LIMIT = 1 << 16, OPEN_LIMIT = 16, THREADS_LIMIT = 64 };

/* Reads one line without its end. Returns false if the input ends before the line begins. */
static bool read_line(char line[LINE_SIZE])
{
    size_t size = 0;
    for (int c; (c = getchar()) != '\n'; line[size++] = (char)c) {
        if (c == EOF && size == 0)
            return false;
        if (c == EOF)
            fail("the input ends within a request's line");
        if (c < ' ' || c > '~')
            fail("a request's line holds the byte 0x%02x: do the bytes before it match their LENGTH?",
                 (unsigned)c);
        if (size + 1 == LINE_SIZE)
            fail("a request's line is longer than %d bytes", LINE_SIZE - 1);
    }
    line[size] = '\0';
    return true;
}

/* Cuts the line at each space, and returns the number of words; MOST_WORDS + 1 if there are more than
 * MOST_WORDS. */
static size_t split(char *line, char *words[MOST_WORDS])
{
    size_t count = 1;
    words[0] = line;
    for (char *c = line; *c != '\0'; c++) {
        if (*c != ' ')
            continue;
        if (count == MOST_WORDS)
            return MOST_WORDS + 1;
        *c = '\0';
        words[count++] = c + 1;
    }
    return count;
}

/* Reads a number. strtoull() alone also takes signs, blanks and prefixes, which no request has. */
static uint64_t number_of(const char *what, const char *word, unsigned base, uint64_t limit)
{
    uint64_t value = 0;
    if (*word == '\0')
        fail("%s is empty", what);
    for (const char *c = word; *c != '\0'; c++) {
        static const char digits[] = "0123456789abcdef";
        const char *const digit = strchr(digits, *c >= 'A' && *c <= 'F' ? *c - 'A' + 'a' : *c);
        if (digit == NULL || (unsigned)(digit - digits) >= base)
            fail("%s is not a number to base %u: '%s'", what, base, word);
        const unsigned worth = (unsigned)(digit - digits);
        if (value > (limit - worth) / base)
            fail("%s is over the limit of %" PRIu64 ": '%s'", what, limit, word);
        value = value * base + worth;
    }
    return value;
}

/* Reads bytes into a block of their own, so that a sanitizer notices reads beyond it. */
static uint8_t *read_bytes(size_t length, const char *number)
{
    uint8_t *const bytes = malloc(length != 0 ? length : 1);
    if (bytes == NULL)
        fail("no memory for %zu bytes of request %s", length, number);
    const size_t got = fread(bytes, 1, length, stdin);
    if (got != length)
        fail("the input ends within the bytes of request %s: %zu of %zu", number, got, length);
    return bytes;
}

/* --- Scenarios ------------------------------------------------------------------------------------------ */

static void *room_for(size_t count, size_t size)
{
    void *const room = calloc(count + 1, size);
    if (room == NULL)
        fail("no memory for %zu parts of a scenario", count);
    return room;
}

/* Reads a line of two words within a scenario. */
static void read_pair(char line[LINE_SIZE], char *words[MOST_WORDS])
{
    if (!read_line(line))
        fail("the input ends within a scenario");
    if (split(line, words) != 2)
        fail("a line of a scenario is not two words: '%s'", line);
}

static struct register_value *read_registers(size_t count)
{
    struct register_value *const registers = room_for(count, sizeof *registers);
    char line[LINE_SIZE], *words[MOST_WORDS];
    for (size_t i = 0; i < count; i++) {
        read_pair(line, words);
        const size_t length = strlen(words[0]);
        if (length >= sizeof registers[i].name)
            fail("not the name of a register: '%s'", words[0]);
        memcpy(registers[i].name, words[0], length + 1);
        registers[i].value = number_of("VALUE", words[1], 16, UINT64_MAX);
    }
    return registers;
}

static struct piece *read_pieces(size_t count, const char *number)
{
    struct piece *const pieces = room_for(count, sizeof *pieces);
    char line[LINE_SIZE], *words[MOST_WORDS];
    for (size_t i = 0; i < count; i++) {
        read_pair(line, words);
        pieces[i].address = number_of("ADDRESS", words[0], 16, UINT64_MAX);
        pieces[i].length = (size_t)number_of("LENGTH", words[1], 10, ADAPTER_LENGTH_LIMIT);
        pieces[i].bytes = read_bytes(pieces[i].length, number);
    }
    return pieces;
}

/* Reads the scenario that follows the section's bytes; COUNTS, the line's last words, say how long it is. */
static struct scenario read_scenario(char *const counts[SCENARIO_WORDS], const char *number)
{
    struct scenario scenario;
    scenario.limit = (unsigned)number_of("LIMIT", counts[0], 10, UINT32_MAX);
    scenario.register_count = (size_t)number_of("REGISTERS", counts[1], 10, COUNT_LIMIT);
    scenario.module_count = (size_t)number_of("MODULES", counts[2], 10, COUNT_LIMIT);
    scenario.piece_count = (size_t)number_of("PIECES", counts[3], 10, COUNT_LIMIT);
    scenario.registers = read_registers(scenario.register_count);
    scenario.modules = read_pieces(scenario.module_count, number);
    scenario.memory = read_pieces(scenario.piece_count, number);
    return scenario;
}

/* Frees memory that the requests point to as const. */
static void discard(const void *memory)
{
    void *own;
    memcpy(&own, &memory, sizeof own);
    free(own);
}

static void free_pieces(struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++)
        discard(pieces[i].bytes);
    free(pieces);
}

bool scenario_register(const struct request *request, const char *name, uint64_t *value)
{
    for (size_t i = 0; i < request->scenario->register_count; i++)
        if (strcmp(request->scenario->registers[i].name, name) == 0) {
            *value = request->scenario->registers[i].value;
            return true;
        }
    return false;
}

/* Finds the piece that has the address, and stores in AT where that byte is. Returns how many bytes the piece
 * has from there on; 0 if no piece has the address. */
static size_t scenario_bytes(const struct scenario *scenario, uint64_t address, const uint8_t **at)
{
    for (size_t i = 0; i < scenario->piece_count; i++) {
        const struct piece *const piece = &scenario->memory[i];
        if (address - piece->address < piece->length) {
            *at = piece->bytes + (address - piece->address);
            return piece->length - (size_t)(address - piece->address);
        }
    }
    return 0;
}

bool scenario_word(const struct request *request, uint64_t address, uint64_t *value)
{
    const bool big_endian = strcmp(request->abi, "aarch64_be") == 0 || strcmp(request->abi, "s390x") == 0;
    const uint8_t *at = NULL;
    size_t left = 0;
    *value = 0;
    for (unsigned i = 0; i < 8; i++, left--) {
        if (left == 0 && (left = scenario_bytes(request->scenario, address + i, &at)) == 0)
            return false;
        *value |= (uint64_t)*at++ << 8 * (big_endian ? 7 - i : i);
    }
    return true;
}

/* --- Answering ------------------------------------------------------------------------------------------ */

enum { OPERATIONS = 6 };

struct operation {
    const char *name;
    void (*answer)(const struct request *request, struct answer *answer);
};

static struct operation operation_of(const struct adapter *adapter, size_t number)
{
    const struct operation operations[OPERATIONS] = {{"decode", adapter->decode}, {"check", adapter->check},
                                                     {"lookup", adapter->lookup}, {"flip", adapter->flip},
                                                     {"unwind", adapter->unwind}, {"encode", adapter->encode}};
    return operations[number];
}

/* The operation of this name. Its function is NULL if the adapter has none, or there is no such operation. */
static struct operation operation_named(const struct adapter *adapter, const char *name)
{
    for (size_t i = 0; i < OPERATIONS; i++)
        if (strcmp(name, operation_of(adapter, i).name) == 0)
            return operation_of(adapter, i);
    return (struct operation){NULL, NULL};
}

static void begin_answer(struct answer *answer)
{
    answer->size = 0;
    answer->place = TOP;
    answer->refused = false;
    answer->follows = false;
    answer->inconsistent[0] = '\0';
    append_char(answer, '{');
}

/* Closes all open brackets, and ends the line. */
static void finish(struct answer *answer)
{
    answer->refused = false;
    for (; answer->place > TOP; answer->place--)
        close_bracket(answer, brackets[answer->place]);
    if (answer->inconsistent[0] != '\0')
        answer_string(answer, "inconsistent", answer->inconsistent);
    append_char(answer, '}');
    append_char(answer, '\n');
}

/* Writes the line at once, as the runner waits for it. */
static void end_answer(struct answer *answer)
{
    finish(answer);
    if (fwrite(answer->text, 1, answer->size, stdout) != answer->size || fflush(stdout) != 0)
        fail("standard output cannot be written");
}

static void say_hello(const struct adapter *adapter, struct answer *answer)
{
    begin_answer(answer);
    answer_number(answer, "protocol", adapter->open != NULL ? 3 : 1);
    answer_string(answer, "name", adapter->name);
    answer_string(answer, "version", adapter->version);
    answer_words(answer, "profiles", adapter->profiles);
    answer_words(answer, "abis", adapter->abis);
    open_bracket(answer, "operations", '[');
    for (size_t i = 0; i < OPERATIONS; i++)
        if (operation_of(adapter, i).answer != NULL)
            answer_string(answer, NULL, operation_of(adapter, i).name);
    close_bracket(answer, ']');
    answer_bool(answer, "foreign_byte_order", !adapter->one_byte_order);
    if (adapter->open != NULL)
        answer_bool(answer, "opens", true);
    if (adapter->open != NULL && adapter->concurrently != NULL)
        answer_bool(answer, "concurrent", true);
    if (adapter->exposes != NULL)
        answer_words(answer, "exposes", adapter->exposes);
    if (adapter->requirement_set != NULL)
        answer_string(answer, "requires", adapter->requirement_set);
}

static void begin_request(struct answer *answer, const struct request *request, int64_t number)
{
    begin_answer(answer);
    answer->profile = request->profile;
    answer_number(answer, "request", number);
    answer->begun = answer->size;
}

static void answer_as(const struct adapter *adapter, const char *operation, const struct request *request,
                      struct answer *answer)
{
    const struct operation asked = operation_named(adapter, operation);
    if (asked.answer == NULL) {
        answer_unsupported(answer, "the adapter has no function for this operation");
        return;
    }
    if (strcmp(operation, "lookup") == 0)
        answer_address(answer, "pc", request->pc);
    asked.answer(request, answer);
}

/* --- Opened sections ------------------------------------------------------------------------------------ */

/* A section, with copies of two words of its request's line: the next line overwrites them. */
struct opened {
    bool is_open;
    struct request request;
    char profile[8], abi[16];
};

static struct opened sections[OPEN_LIMIT]; /* the index is the name, a number that the runner chooses */

static void copy_word(char *to, size_t size, const char *word)
{
    if (strlen(word) >= size)
        fail("not the name of a profile or an ABI: '%s'", word);
    memcpy(to, word, strlen(word) + 1);
}

/* Reads the section of a request. A scenario that may follow its bytes is not read yet. */
static void read_section(struct opened *section, char *words[MOST_WORDS])
{
    const size_t length = (size_t)number_of("LENGTH", words[5], 10, ADAPTER_LENGTH_LIMIT);
    copy_word(section->profile, sizeof section->profile, words[2]);
    copy_word(section->abi, sizeof section->abi, words[3]);
    section->request = (struct request){.profile = section->profile,
                                        .abi = section->abi,
                                        .address = number_of("ADDRESS", words[4], 16, UINT64_MAX),
                                        .length = length};
    section->request.bytes = read_bytes(length, words[1]);
}

static void open_section(const struct adapter *adapter, struct opened *section)
{
    section->is_open = true;
    if (adapter->open != NULL)
        section->request.opened = adapter->open(&section->request);
}

static void close_section(const struct adapter *adapter, struct opened *section)
{
    if (adapter->close != NULL)
        adapter->close(section->request.opened);
    discard(section->request.bytes);
    section->is_open = false;
}

/* The section of this name. Ends the adapter unless the section is open, or not open, as IS_OPEN demands. */
static struct opened *section_named(const char *word, bool is_open)
{
    struct opened *const section = &sections[number_of("NAME", word, 10, OPEN_LIMIT - 1)];
    if (section->is_open != is_open)
        fail("the section %s is %s", word, is_open ? "not open" : "open already");
    return section;
}

/* --- The requests --------------------------------------------------------------------------------------- */

/* Answers OPERATION about an opened section. For an unwinding, reads the scenario that follows the line;
 * COUNTS, the line's last words, say how long it is. */
static void answer_about(const struct adapter *adapter, const struct opened *section, const char *operation,
                         uint64_t pc, char *const counts[SCENARIO_WORDS], const char *number,
                         struct answer *answer)
{
    struct scenario scenario = {0};
    struct request request = section->request;
    request.pc = pc;
    if (strcmp(operation, "unwind") == 0) {
        scenario = read_scenario(counts, number);
        request.scenario = &scenario;
    }
    begin_request(answer, &request, (int64_t)number_of("NUMBER", number, 10, INT64_MAX));
    answer_as(adapter, operation, &request, answer);
    end_answer(answer);
    free_pieces(scenario.modules, scenario.module_count);
    free_pieces(scenario.memory, scenario.piece_count);
    free(scenario.registers);
}

static void acknowledge(const char *number, struct answer *answer)
{
    begin_request(answer, &(struct request){0}, (int64_t)number_of("NUMBER", number, 10, INT64_MAX));
    end_answer(answer);
}

static void answer_open(const struct adapter *adapter, char *words[MOST_WORDS], struct answer *answer)
{
    struct opened *const section = section_named(words[6], false);
    read_section(section, words);
    open_section(adapter, section);
    acknowledge(words[1], answer);
}

static void answer_ask(const struct adapter *adapter, char *words[MOST_WORDS], struct answer *answer)
{
    answer_about(adapter, section_named(words[2], true), words[3], number_of("PC", words[4], 16, UINT64_MAX),
                 words + ASK_WORDS, words[1], answer);
}

static void answer_close(const struct adapter *adapter, char *words[MOST_WORDS], struct answer *answer)
{
    close_section(adapter, section_named(words[2], true));
    acknowledge(words[1], answer);
}

/* Reads lines `OPERATION PC`. */
static struct question *read_questions(const struct adapter *adapter, const struct request *about,
                                       size_t count)
{
    struct question *const questions = room_for(count, sizeof *questions);
    char line[LINE_SIZE], *words[MOST_WORDS];
    for (size_t i = 0; i < count; i++) {
        read_pair(line, words);
        const struct operation asked = operation_named(adapter, words[0]);
        questions[i].request = *about;
        questions[i].request.pc = number_of("PC", words[1], 16, UINT64_MAX);
        questions[i].operation = asked.name;
        if (asked.answer == NULL || strcmp(words[0], "unwind") == 0)
            fail("not an operation that several threads are asked: '%s'", words[0]);
    }
    return questions;
}

static void append_line(struct answer *answer, const char *key, const char *line)
{
    lead(answer, key);
    append(answer, line, strcspn(line, "\n"));
}

static void answer_concurrent(const struct adapter *adapter, char *words[MOST_WORDS], struct answer *answer)
{
    const struct opened *const section = section_named(words[2], true);
    const unsigned threads = (unsigned)number_of("THREADS", words[3], 10, THREADS_LIMIT);
    const size_t count = (size_t)number_of("COUNT", words[4], 10, COUNT_LIMIT);
    struct question *const questions = read_questions(adapter, &section->request, count);
    char *alone = NULL, *together = NULL;
    const size_t differs = adapter->concurrently(adapter, questions, count, threads, &alone, &together);
    begin_request(answer, &section->request, (int64_t)number_of("NUMBER", words[1], 10, INT64_MAX));
    if (differs < count) {
        answer_number(answer, "differs", (int64_t)differs);
        append_line(answer, "alone", alone);
        append_line(answer, "together", together);
    }
    end_answer(answer);
    free(alone);
    free(together);
    free(questions);
}

char *adapter_answer_opened(const struct adapter *adapter, const struct question *question)
{
    struct answer answer = {0};
    begin_request(&answer, &question->request, 0);
    answer_as(adapter, question->operation, &question->request, &answer);
    finish(&answer);
    append_char(&answer, '\0');
    return answer.text;
}

const char *adapter_answer(const struct adapter *adapter, const char *operation, const struct request *request,
                           size_t *length)
{
    static struct answer answer;
    struct request asked;
    if (operation == NULL) {
        say_hello(adapter, &answer);
    } else {
        asked = *request;
        if (adapter->open != NULL)
            asked.opened = adapter->open(&asked);
        begin_request(&answer, &asked, 0);
        answer_as(adapter, operation, &asked, &answer);
        if (adapter->close != NULL)
            adapter->close(asked.opened);
    }
    finish(&answer);
    *length = answer.size;
    return answer.text;
}

/* The requests that only an adapter with `open` gets. */
static const struct {
    const char *name;
    size_t words;
    void (*answer)(const struct adapter *adapter, char *words[MOST_WORDS], struct answer *answer);
} kept[] = {{"open", WORDS, answer_open},
            {"ask", ASK_WORDS, answer_ask},
            {"close", CLOSE_WORDS, answer_close},
            {"concurrent", ASK_WORDS, answer_concurrent}};

/* Answers one of these requests. Returns false if the line is none of them, or the adapter does not declare
 * it. */
static bool answer_kept(const struct adapter *adapter, size_t count, char *words[MOST_WORDS],
                        struct answer *answer)
{
    for (size_t i = 0; adapter->open != NULL && i < sizeof kept / sizeof kept[0]; i++) {
        const bool unwinds = kept[i].answer == answer_ask && count > 3 && strcmp(words[3], "unwind") == 0;
        if (strcmp(words[0], kept[i].name) != 0 || count != kept[i].words + (unwinds ? SCENARIO_WORDS : 0) ||
            (kept[i].answer == answer_concurrent && adapter->concurrently == NULL))
            continue;
        kept[i].answer(adapter, words, answer);
        return true;
    }
    return false;
}

int adapter_run(const struct adapter *adapter)
{
    char line[LINE_SIZE], *words[MOST_WORDS];
    struct answer answer = {0};
    while (read_line(line)) {
        const size_t count = split(line, words);
        if (count == 2 && strcmp(words[0], "hello") == 0 && strcmp(words[1], "1") == 0) {
            say_hello(adapter, &answer);
            end_answer(&answer);
        } else if (answer_kept(adapter, count, words, &answer))
            ;
        else if (count == (strcmp(words[0], "unwind") == 0 ? MOST_WORDS : WORDS)) {
            /* A question that stands alone: the section is opened for it. */
            struct opened section = {0};
            const uint64_t pc = number_of("PC", words[6], 16, UINT64_MAX);
            read_section(&section, words);
            open_section(adapter, &section);
            answer_about(adapter, &section, words[0], pc, words + WORDS, words[1], &answer);
            close_section(adapter, &section);
        } else
            fail("not a request of protocol 1: '%s%s%s'%s", words[0], count > 1 ? " " : "",
                 count > 1 ? words[1] : "", count > 2 ? " and more" : "");
    }
    for (size_t i = 0; i < OPEN_LIMIT; i++)
        if (sections[i].is_open)
            close_section(adapter, &sections[i]);
    free(answer.text);
    if (ferror(stdin) != 0)
        fail("standard input cannot be read");
    return 0;
}
