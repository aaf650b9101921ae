/* Public reports about readers and writers: for each what went wrong, as a section that shows it.  A vector's
 * origin names the report.  generator/reports.md lists all reports, with the shape that shows each or the
 * reason why none can. */
#include "shapes/edges.h"
#include "families.h"
#include "shapes/points.h"

/* --- Sections ------------------------------------------------------------------------------------------- */

/* Rows of every word size and of as many words as the ABI gives a meaning, each of another length. */
static void rows_of_every_length(struct section *section)
{
    gen_add_function(section, 0x1000, 0x40);
    for (uint32_t i = 0; i < 6; i++) {
        struct row *row = gen_add_row(section, 8 * i);
        int64_t offset = cfa_at_entry(section->abi) + 8 * (int64_t)i;
        row->cfa = i % 2 == 0 ? gen_rule_sp(offset) : gen_rule_fp(offset);
        row->word_size = (uint8_t)(1U << i % 3);
        if (i > 2)
            gen_slots_to(section, row, -48, -72);
    }
}

/* Three functions whose rows' starts take 1, 2 and 4 bytes; few of them are aligned. */
static void every_row_type(struct section *section)
{
    static const uint32_t sizes[] = {0x40, 0x4000, 0x400000};
    for (unsigned i = 0; i < 3; i++) {
        gen_add_function(section, 0x1000000 * (1 + (int64_t)i), sizes[i])->fre_type = (enum fre_type)i;
        gen_add_prologue(section, sizes[i] / 4);
    }
}

CHANGE(row_types_and_mask, gen_stub(section); every_row_type(section))
CHANGE(auxiliary, gen_auxiliary_zeros(section, 20); gen_two_prologues(section))

static void three_leaves(struct section *section)
{
    for (int64_t start = 0x1000; start <= 0x3000; start += 0x1000) {
        gen_leaf_at(section, start);
        section->rows[section->row_count - 1].cfa.offset += start / 0x1000 * 8;
    }
}

CHANGE(three_leaves_pcrel, section->flags |= FLAG_PCREL; three_leaves(section))

static void three_leaves_unflagged(struct section *section)
{
    static const int64_t starts[] = {0x3000, 0x1000, 0x2000};
    section->flags = 0;
    for (unsigned i = 0; i < 3; i++) {
        gen_leaf_at(section, starts[i]);
        section->rows[i].cfa.offset += 8 * (int64_t)i;
    }
}

/* Every halving of three begins in the middle. */
static void three_leaves_backwards(struct section *section)
{
    three_leaves_unflagged(section);
    section->flags = FLAG_SORTED;
    section->functions[1].start = 0x2000;
    section->functions[2].start = 0x1000;
}

CHANGE(start_zero, gen_leaf_at(section, 0))

/* Fields of 0, as an assembler leaves them: each function lies on its own entry. */
static void fields_zero(struct section *section)
{
    gen_equal_fields(section);
    for (uint32_t i = 0; i < section->function_count; i++)
        section->functions[i].start -= 0x1000 - HEADER_SIZE;
}

/* The greatest and the least offset that a word of four bytes holds. */
static void cfa_of_32_bits(struct section *section)
{
    static const int64_t words[] = {INT32_MAX, INT32_MIN};
    gen_add_function(section, 0x1000, 0x20);
    for (uint32_t i = 0; i < 2; i++)
        gen_add_row(section, 8 * i)->cfa =
            gen_rule_sp(gen_cfa_of_word(section->abi, gen_clear_cfa_word(section->abi, words[i])));
}

/* Saved, and then in its register again. */
CHANGE(restored, gen_prologue(section); gen_add_row(section, 12)->cfa = gen_rule_sp(320))

/* The base changes and the offset stays, from the first row on and later. */
static void base_changes(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_fp(320);
    gen_add_row(section, 8)->cfa = gen_rule_sp(320);
    gen_add_row(section, 16)->cfa = gen_rule_fp(320);
}

/* The first entry of a PLT is of its own kind, all others are alike. */
static void plt(struct section *section)
{
    gen_add_function(section, 0x1000, 16);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
    gen_add_row(section, 6)->cfa = gen_rule_sp(328);
    gen_add_function(section, 0x1010, 64)->pc_type = PC_MASK;
    section->functions[1].rep_size = 16;
    gen_add_row(section, 0)->cfa = gen_rule_sp(336);
    gen_add_row(section, 11)->cfa = gen_rule_sp(344);
}

CHANGE(row_at_size, gen_prologue(section); gen_add_row(section, 0x20)->cfa = gen_rule_sp(320))

/* --- Lies ----------------------------------------------------------------------------------------------- */

static void count_too_large(struct emitter *emitter)
{
    const struct field *count = gen_header_field(&emitter->encoded, FIELD_NUM_FDES);
    gen_lie_field(&emitter->encoded, count, 1000);
    gen_forget_violations(emitter);
    gen_breaks(emitter, "header.fde-array", count->offset, SEVERITY_MALFORMED);
}

static void header_cut(struct emitter *emitter)
{
    const struct field *last = gen_header_field(&emitter->encoded, FIELD_FREOFF);
    gen_raw_cut(&emitter->encoded, last->offset + 3);
    gen_forget_violations(emitter);
    gen_breaks(emitter, "header.complete", last->offset, SEVERITY_MALFORMED);
}

static void all_cut(struct emitter *emitter)
{
    gen_raw_cut(&emitter->encoded, 0);
}

static void padding_set(struct emitter *emitter)
{
    const struct field *padding = gen_find_field(&emitter->encoded, FIELD_PADDING, 0, -1, -1);
    gen_lie_field(&emitter->encoded, padding, 0xa5a5);
    gen_breaks(emitter, "fde.padding", padding->offset, SEVERITY_IRREGULAR);
}

/* --- The table ------------------------------------------------------------------------------------------ */

/* What assemblers write today; reports on older ones hold for these as well. */
enum { LATEST = E2ON };

static const struct point points[] = {
    POINT("concatenated", "", "rui314/mold#1511", LATEST, AMD, BOTH, CLASS_IRREGULAR, gen_two_prologues,
          gen_append_itself,
          "Sections put one after the other leave a reader with the functions of the first.",
          {{"first-section", 0x11108}, {"second-section", 0x11200}}),
    POINT("header-cut", "", "rui314/mold#1647", LATEST, AMD, BOTH, CLASS_MALFORMED, gen_no_functions,
          header_cut, "A header was read from fewer bytes than it has.", {{"anywhere", 0x11000}}),
    POINT("version-3", "", "wild-linker/wild#1576", V3, EVERY, BOTH, CLASS_VALID, gen_two_prologues, NULL,
          "A reader of version 2 refused what a newer assembler writes by default.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("header-only", "", "llvm/llvm-project#151223", ALL, AMD | S390, BOTH, CLASS_VALID, gen_no_functions,
          NULL, "A header alone is a whole section: all counts are zero.", {{"anywhere", 0x11000}}),
    POINT("sub-sections", "-aux", "llvm/llvm-project#149828", LATEST, AMD, DECODE, CLASS_VALID, auxiliary,
          NULL, "Asked where the sub-sections start: their offsets count from behind the auxiliary header.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("sub-sections", "-rows-first", "llvm/llvm-project#149828", LATEST, AMD, DECODE, CLASS_IRREGULAR,
          gen_rows_first, NULL,
          "Asked where the sub-sections start: each at its own offset, whichever comes first.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("row-lengths", "", "llvm/llvm-project#151301", LATEST, AMD | S390, BOTH, CLASS_VALID,
          rows_of_every_length, NULL,
          "A row's length follows from its own info byte; taken from another row's, all that follow shift.",
          {{"first-row", 0x11000}, {"fourth-row", 0x11018}, {"last-row", 0x11028}}),
    POINT("function-info-bits", "", "DataDog/java-profiler#471", LATEST, AMD, DECODE, CLASS_VALID,
          row_types_and_mask, NULL,
          "The PC type was read from bit 0: functions with rows of two bytes passed for masks, others were "
          "misread.",
          {{"mask", 0x11000}, {"two-bytes", 0x2012000}, {"four-bytes", 0x3300000}}),
    POINT("row-info-bits", "", "DataDog/java-profiler#491", LATEST, AMD, DECODE, CLASS_VALID,
          rows_of_every_length, NULL, "Count and size of a row's words are at bits 1 to 4 and 5 to 6.",
          {{"one-word-of-two", 0x11008}, {"slots", 0x11020}}),
    POINT("unaligned", "", "sourceware libsframe/29856", ALL, AMD | S390, DECODE, CLASS_VALID, every_row_type,
          NULL, "Fields were loaded as wholes from places where no alignment is promised.",
          {{"two-bytes", 0x2011000}, {"four-bytes", 0x3110000}}),
    POINT("start-zero", "-section", "sourceware libsframe/32589", LATEST, AMD | S390, BOTH, CLASS_VALID,
          start_zero, NULL, "A start of 0 is a start like any other: the function begins with the section.",
          {{"first-byte", 0x10000}, {"byte-before", 0xffff}, {"zero", 0}}),
    POINT("start-zero", "-field", "sourceware libsframe/32589", LATEST, AMD | S390, BOTH, CLASS_VALID,
          fields_zero, NULL, "Fields of 0 that count from themselves lead to as many places.",
          {{"first-entry", 0x1001c}, {"section", 0x10000}, {"zero", 0}}),
    POINT("search", "", "sourceware libsframe/33051", LATEST, AMD | S390, ONLY_LOOKUPS, CLASS_VALID,
          three_leaves, NULL,
          "The search for an entry read beyond the last; there is nothing before, between and after.",
          {{"before-first", 0x10fff},
           {"between", 0x12020},
           {"last-byte", 0x1301f},
           {"after-last", 0x13020},
           {"last-address", UINT64_MAX}}),
    POINT("search", "-count-too-large", "sourceware libsframe/33051", LATEST, AMD, BOTH, CLASS_MALFORMED,
          three_leaves, count_too_large,
          "The section has no bytes for so many entries; a search that believes the count reads beyond its "
          "end.",
          {{"after-last", 0x13020}}),
    POINT("pcrel", "", "sourceware ld/32666", LATEST, AMD | S390, BOTH, CLASS_VALID, three_leaves_pcrel, NULL,
          "A start counts from its own field; counted from the section each function would begin too low.",
          {{"first-byte", 0x11000}, {"byte-before", 0x10fff}, {"last-function", 0x1301f}}),
    POINT("plt", "", "sourceware ld/33199", V2ON, AMD, BOTH, CLASS_VALID, plt, NULL,
          "Each entry of a PLT but the first has the same two rows, told by the PC within its own block.",
          {{"first-entry", 0x11006},
           {"second-entry", 0x11010},
           {"third-entry", 0x1102b},
           {"last-byte", 0x1104f},
           {"after-last", 0x11050}}),
    POINT("cfa-32-bits", "", "sourceware gas/33277", LATEST, AMD | S390, BOTH, CLASS_VALID, cfa_of_32_bits,
          NULL,
          "An offset of more than 32 bits has no word; these are the greatest and the least that have one.",
          {{"greatest", 0x11000}, {"least", 0x11008}}),
    POINT("ra-undefined", "", "sourceware gas/32952", LATEST, AMD | S390, BOTH, CLASS_VALID, gen_end_of_stack,
          NULL, "An undefined return address is said by a row without words, and by nothing else.",
          {{"undefined", 0x11008}, {"defined-again", 0x11010}}),
    POINT("same-value", "", "sourceware gas/32953", LATEST, AMD | S390, BOTH, CLASS_VALID, restored, NULL,
          "A register that keeps its value again was still said to be in its slot.",
          {{"saved", 0x11008}, {"restored", 0x1100c}}),
    POINT("base-changes", "", "sourceware gas/32879", LATEST, AMD | S390, BOTH, CLASS_VALID, base_changes,
          NULL, "An assembler failed where a function's first rule changes only the base of the CFA.",
          {{"first-row", 0x11000}, {"second-row", 0x11008}, {"third-row", 0x11010}}),
    POINT("foreign-row-types", "", "sourceware gas/33810", V3, ARM_BE | S390, BOTH, CLASS_VALID,
          every_row_type, NULL,
          "In turning bytes around all rows were taken for ones with starts of one byte.",
          {{"one-byte", 0x1010020}, {"two-bytes", 0x2012000}, {"four-bytes", 0x3210000}}),
    POINT("flagged", "-by-linker", "sourceware ld/32789", LATEST, AMD, BOTH, CLASS_IRREGULAR,
          three_leaves_backwards, NULL,
          "A link that kept its output relocatable left entries as they came and set the flag.", {{NULL, 0}}),
    POINT("raw-starts", "", "Linux mailing lists: raw start fields compared", LATEST, AMD | S390, BOTH,
          CLASS_VALID, gen_falling_fields, NULL,
          "Fields that count from themselves were compared with each other.",
          {{"first", 0x11000}, {"middle", 0x11018}, {"late", 0x11048}}),
    POINT("unsorted", "", "Linux mailing lists: unsorted FDEs", LATEST, AMD | S390, BOTH, CLASS_VALID,
          three_leaves_unflagged, NULL, "Entries need no order where the flag is clear; all are searched.",
          {{"first-entry", 0x13000}, {"second-entry", 0x11000}, {"third-entry", 0x12000}, {"none", 0x14000}}),

    /* On these the texts are silent, so that each reading has its own answer. */
    OPEN_POINT(
        "no-bytes", "", "rui314/mold#1646", LATEST, AMD, CHECK, CLASS_CONTESTED, gen_no_functions, all_cut,
        "An assembler leaves sections of no bytes; a header was read from what follows in the file.",
        {{"anywhere", 0x11000}}, "empty-section",
        {READING("unreadable", REFUSES), {"nothing", .judgement = ALLOWS, .understand = gen_finds_nothing}}),
    OPEN_POINT("padding", "", "llvm/llvm-project#159643", V2E2, AMD, BOTH, CLASS_CONTESTED, gen_leaf,
               padding_set, "Padding was written without a value; whatever stands there changes no answer.",
               {{"function", 0x11000}}, "reserved-padding",
               {READING("zero", BREAKS), READING("ignored", ALLOWS), READING("refuse", REFUSES)}),
    OPEN_POINT("row-at-size", "", "sourceware libsframe/33131", LATEST, AMD, BOTH, CLASS_CONTESTED,
               row_at_size, NULL, "The last row starts where its function ends, so that no PC finds it.",
               {{"last-byte", 0x1101f}, {"row", 0x11020}}, "row-start-inside",
               {READING("breach", BREAKS), READING("end-allowed", ALLOWS), READING("allowed", ALLOWS)}),
    OPEN_POINT("flagged", "-on-trust", "Linux mailing lists: sortedness taken on trust", LATEST, AMD,
               ONLY_LOOKUPS, CLASS_CONTESTED, three_leaves_backwards, NULL,
               "Who trusts the flag looks on the wrong side of the middle, where nothing holds the PC.",
               {{"first-entry", 0x13000}, {"last-entry", 0x11000}}, "sorted-on-trust",
               {READING("checked", BREAKS),
                {"trusted", .judgement = ALLOWS, .understand = gen_finds_nothing},
                READING("refuse", REFUSES)}),
};

static void make_all(struct emitter *emitter, enum profile profile, enum abi abi)
{
    gen_emit_points(emitter, profile, abi, "report", points, COUNT(points));
}

void gen_family_reports(struct emitter *emitter)
{
    gen_for_wanted(emitter, make_all);
}
