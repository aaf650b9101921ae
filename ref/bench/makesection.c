/* Writes a raw SFrame section for AMD64, sorted, as long and as varied as a program's: to measure readers
 * by.  The same arguments give the same bytes on any host.  It knows the layout for itself, so that the
 * library is measured on a section that it had no part in. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEADER_SIZE = 28, MAGIC = 0xdee2, SORTED = 1, PCREL = 4, AMD64 = 3, FIXED_RA = -8 };
enum { ADDR1, ADDR2 };
enum { BASE_FP, BASE_SP };
enum { TEXT = 0x10000000, ALIGNMENT = 16 }; /* where the first function starts, from the section's start */
enum { MOST_FUNCTIONS = 4000000 };          /* so that every start fits the 32 bits that V1 and V2 give it */

/* --- Bytes --------------------------------------------------------------------------------------------- */

struct bytes {
    uint8_t *at;
    size_t count, room;
};

/* Little-endian, WIDTH bytes. */
static void put(struct bytes *bytes, uint64_t value, unsigned width)
{
    if (bytes->room - bytes->count < width) {
        bytes->room = bytes->room * 2 + 4096;
        bytes->at = realloc(bytes->at, bytes->room);
        if (bytes->at == NULL) {
            (void)fputs("makesection: out of memory\n", stderr);
            exit(1);
        }
    }
    for (unsigned i = 0; i < width; i++)
        bytes->at[bytes->count++] = (uint8_t)(value >> 8 * i);
}

/* --- Chance -------------------------------------------------------------------------------------------- */

/* splitmix64 */
static uint64_t draw(uint64_t *seed)
{
    uint64_t mixed = *seed += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

static uint32_t draw_below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)(draw(seed) % limit);
}

/* --- Versions ------------------------------------------------------------------------------------------ */

static const struct version {
    bool pcrel;            /* starts count from their fields */
    bool before_rows;      /* rows are counted there and not in the entry */
    unsigned start, count; /* widths of fields */
    unsigned rest;         /* bytes behind the info byte */
} versions[] = {
    {false, false, 4, 4, 0},
    {true, false, 4, 4, 3},
    {true, true, 8, 2, 2},
};
enum { VERSIONS = sizeof versions / sizeof *versions };

/* --- Functions ----------------------------------------------------------------------------------------- */

enum { MOST_ROWS = 100, PUSHES = 7 };

struct row {
    uint32_t start;
    int base, words;
    int32_t word[2]; /* CFA from the base; the saved FP from the CFA */
};

struct function {
    uint32_t size, row_count;
    struct row rows[MOST_ROWS];
};

/* DEPTH registers were pushed, FP first; a frame with a frame pointer sets it after that. */
static struct row row_at_depth(uint32_t depth, bool frame_pointer, int32_t locals)
{
    const bool by_fp = frame_pointer && depth >= 2;
    return (struct row){.base = by_fp ? BASE_FP : BASE_SP,
                        .words = depth >= 1 ? 2 : 1,
                        .word = {by_fp ? 16 : 8 + 8 * (int32_t)depth + locals, -16}};
}

/* As .eh_frame has it in programs of about these sizes (gdb, libLLVM): a quarter of the functions with one
 * row, a fifth with 16 (six pushes, a body, six pops), one in some hundreds very long; 9 in the mean. */
static uint32_t draw_row_count(uint64_t *seed)
{
    static const uint8_t usual[] = {1, 1, 1, 1, 3, 5, 7, 8, 10, 11, 12, 14, 16, 16, 16, 18};
    const uint32_t kind = draw_below(seed, 512 * sizeof usual);
    return kind == 0 ? MOST_ROWS : kind < sizeof usual ? MOST_ROWS / 2 : usual[kind % sizeof usual];
}

/* A prologue's pushes, a body that pushes arguments and takes them back, an epilogue's pops. */
static void draw_function(uint64_t *seed, struct function *function)
{
    const bool frame_pointer = draw_below(seed, 4) == 0;
    function->row_count = draw_row_count(seed);
    function->size = 0;
    for (uint32_t i = 0; i < function->row_count; i++) {
        const uint32_t left = function->row_count - 1 - i, near = i < left ? i : left;
        const uint32_t depth = near < PUSHES ? near : PUSHES + near % 2;
        const bool body = i == function->row_count / 2;
        const int32_t locals = body && depth >= 2 ? (int32_t)draw_below(seed, 40) * 8 : 0;
        function->rows[i] = row_at_depth(depth, frame_pointer, locals);
        function->rows[i].start = function->size;
        function->size += body ? 8 + draw_below(seed, 250) : 1 + draw_below(seed, 7);
    }
}

/* Words as narrow as the row's widest one allows. */
static void put_row(struct bytes *rows, const struct row *row, unsigned address_width)
{
    const bool wide = row->word[0] > INT8_MAX;
    put(rows, row->start, address_width);
    put(rows, (uint64_t)(row->base | row->words << 1 | (wide ? 1 : 0) << 5), 1);
    for (int i = 0; i < row->words; i++)
        put(rows, (uint64_t)row->word[i], wide ? 2 : 1);
}

/* START_FIELD: what the section says for where the function starts. */
static void put_function(const struct version *version, const struct function *function, int64_t start_field,
                         struct bytes *entries, struct bytes *rows)
{
    const unsigned type = function->size > UINT8_MAX ? ADDR2 : ADDR1;
    struct bytes *const attributes = version->before_rows ? rows : entries;
    put(entries, (uint64_t)start_field, version->start);
    put(entries, function->size, 4);
    put(entries, rows->count, 4);
    put(attributes, function->row_count, version->count);
    put(attributes, type, 1);
    put(attributes, 0, version->rest);
    for (uint32_t i = 0; i < function->row_count; i++)
        put_row(rows, &function->rows[i], type == ADDR2 ? 2 : 1);
}

/* --- The section --------------------------------------------------------------------------------------- */

static void put_header(int number, uint32_t function_count, uint32_t row_count, const struct bytes *entries,
                       const struct bytes *rows, struct bytes *header)
{
    put(header, MAGIC, 2);
    put(header, (uint64_t)number, 1);
    put(header, versions[number - 1].pcrel ? SORTED | PCREL : SORTED, 1);
    put(header, AMD64, 1);
    put(header, 0, 1);
    put(header, (uint64_t)FIXED_RA, 1);
    put(header, 0, 1);
    put(header, function_count, 4);
    put(header, row_count, 4);
    put(header, rows->count, 4);
    put(header, 0, 4);
    put(header, entries->count, 4);
}

static bool write_section(int number, uint32_t function_count, FILE *file)
{
    const struct version *const version = &versions[number - 1];
    struct bytes header = {0}, entries = {0}, rows = {0};
    struct function function;
    uint64_t seed = 1;
    int64_t start = TEXT;
    uint32_t row_count = 0;
    for (uint32_t i = 0; i < function_count; i++) {
        const int64_t field = HEADER_SIZE + (int64_t)entries.count;
        draw_function(&seed, &function);
        put_function(version, &function, version->pcrel ? start - field : start, &entries, &rows);
        row_count += function.row_count;
        start = (start + function.size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    put_header(number, function_count, row_count, &entries, &rows, &header);
    const bool written = fwrite(header.at, 1, header.count, file) == header.count &&
                         fwrite(entries.at, 1, entries.count, file) == entries.count &&
                         fwrite(rows.at, 1, rows.count, file) == rows.count && fflush(file) == 0;
    free(header.at);
    free(entries.at);
    free(rows.at);
    return written;
}

int main(int argc, char **argv)
{
    const int version = argc == 3 ? atoi(argv[1]) : 0;
    const long count = argc == 3 ? atol(argv[2]) : 0;
    if (version <= 0 || version > VERSIONS || count < 1 || count > MOST_FUNCTIONS) {
        (void)fprintf(stderr,
                      "usage: makesection VERSION FUNCTIONS >SECTION\n\n"
                      "VERSION is 1, 2 or 3; FUNCTIONS is 1 to %d.\n"
                      "Exit status: 0 written, 1 not, 2 usage.\n",
                      MOST_FUNCTIONS);
        return 2;
    }
    if (write_section(version, (uint32_t)count, stdout))
        return 0;
    perror("makesection: cannot write");
    return 1;
}
