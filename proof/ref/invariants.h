/* The promises of the functions of ref/lib, as conditions: what each leaves behind, and the next one relies on.  A proof
 * of a function assumes those of its inputs, and asserts those of its results.  Also what the proofs share: values
 * that stand for each of many. */
#pragma once
#include "any.h"

/* What sfr_open promises of every section, and each other call keeps. */
static inline bool is_open(const struct sfr_section *section)
{
    if (!is_text(section->profile) || section->header_read > section->size)
        return false;
    if (section->malformed)
        return section->function_count == 0 && section->fdes_end <= section->size &&
               section->fres_end <= section->size &&
               (section->fres_end == 0 ||
                (section->fres >= 28 && section->fres_end - section->fres <= section->fre_len));
    const size_t room = section->fdes_end - section->fdes;
    const struct sfr_abi_facts *const abi = sfr_abi_facts(section->abi);
    return abi != NULL && abi->since <= section->profile && section->header_read >= 28 &&
           section->fdes >= section->header_read && section->fdes <= section->fdes_end &&
           section->fdes_end <= section->size && section->fres >= section->header_read &&
           section->fres <= section->fres_end && section->fres_end <= section->size &&
           section->fres_end - section->fres == section->fre_len &&
           room == (size_t)section->function_count * text_of(section)->entry_size;
}

/* What sfr_open promises of a section that it finds valid: its RA offset is the ABI's, if that has one. */
static inline bool has_valid_header(const struct sfr_section *section)
{
    const int8_t fixed_ra = abi_of(section)->fixed_ra;
    return !section->malformed && (fixed_ra == 0 || section->fixed_ra == fixed_ra);
}

/* A function's entry can lie at FIELD: the array has room for it there. */
#define is_entry(section, field)                                                                             \
    ((field) >= (section)->fdes && (field) <= (section)->fdes_end &&                                         \
     (section)->fdes_end - (field) >= sfr_texts[(section)->profile].entry_size)

/* ONE and OTHER are any two functions of the table: what is proved of them is proved of each two. */
struct witness {
    uint32_t index;
    int64_t start;
    uint32_t size;
    uint64_t part; /* of the addresses, in which it starts; for proofs with ONE_PC */
};
extern struct witness one, other;
extern bool ordered; /* the survey is done, so that all functions are in order */

/* FUNCTION does not reach beyond INT64_MAX. */
#define ends_in_time(function) ((function).start <= INT64_MAX - (int64_t)(function).size)

/* If EARLIER comes first in the table: LATER starts no earlier, and if neither is empty, behind its end. */
#define is_before(earlier, later)                                                                            \
    ((earlier).index >= (later).index ||                                                                     \
     ((earlier).start <= (later).start &&                                                                    \
      ((earlier).size == 0 || (later).size == 0 ||                                                           \
       (ends_in_time(earlier) && (earlier).start + (int64_t)(earlier).size <= (later).start))))

/* The part of the addresses in which START lies. */
#define part_of_start(section, start)                                                                        \
    (((uint64_t)(start) - (uint64_t)(section)->first_start) >> (section)->part_shift)

/* The same of a function's start.  A proof with ONE_PC is about one PC: `wanted`, an offset in the section.
 * Parts may be any there, as search_steps proves what is needed of them. */
#ifdef ONE_PC
extern int64_t wanted;
#define part_of_witness(section, function) ((function).part)
#else
#define part_of_witness(section, function) part_of_start(section, (function).start)
#endif

/* FUNCTION is one of the section's and holds PC. */
#ifdef ONE_PC
#define is_at(section, pc, function)                                                                         \
    ((function).index < (section)->function_count && (function).start <= wanted &&                           \
     wanted < (function).start + (int64_t)(function).size)
#else
#define is_at(section, pc, function)                                                                         \
    ((function).index < (section)->function_count &&                                                         \
     (pc) - ((section)->address + (uint64_t)(function).start) < (function).size)
#endif

/* HOW is right for the section.  Texts are compared by facts, as each source file has its own table of them. */
static inline bool is_manner(const struct sfr_section *section, struct manner how)
{
    const struct sfr_text_facts *const text = &sfr_texts[section->profile];
    return how.big_endian == section->big_endian && how.text->version == text->version &&
           how.text->flags == text->flags && how.text->start_size == text->start_size &&
           how.text->entry_size == text->entry_size && how.text->info_unused == text->info_unused &&
           (how.text->attribute_fields != NULL) == (text->attribute_fields != NULL) &&
           how.text->rep_size == text->rep_size && how.text->blocks == text->blocks &&
           how.text->signals == text->signals && how.text->flexible == text->flexible &&
           how.text->abi_words == text->abi_words && how.text->register_words == text->register_words &&
           how.text->outermost_rows == text->outermost_rows &&
           how.text->outermost_functions == text->outermost_functions;
}

/* If PART is below COUNT: its landmark is not beyond function LAST, nor beyond the next landmark.  A FUNCTION
 * behind the landmark does not start before the part.  Any other does, unless the landmark is function 0. */
#define is_landmark(section, part, count, last, function)                                                    \
    (((part) >= (count) ||                                                                                   \
      (landmark(section, part) <= (last) &&                                                                  \
       ((function).index >= (section)->function_count ||                                                     \
        ((function).index > landmark(section, part)                                                          \
             ? part_of_witness(section, function) >= (part)                                                  \
             : landmark(section, part) == 0 || part_of_witness(section, function) < (part))))) &&            \
     ((part) + UINT64_C(1) >= (count) || landmark(section, part) <= landmark(section, (part) + 1)))
#define landmark(section, part) ((section)->landmarks[(part) % (SFR_LANDMARKS + 1)])

/* What sfr_survey promises beyond is_open(), of any part and any two functions. */
static inline bool is_surveyed(const struct sfr_section *section, uint32_t part, struct witness earlier,
                               struct witness later)
{
    const uint32_t count = section->function_count;
    if (!section->searchable || count == 0)
        return true;
    return section->last_part < SFR_LANDMARKS && section->part_shift < 64 &&
           section->landmarks[section->last_part + 1] == count - 1 &&
           is_landmark(section, part, section->last_part + 2, count - 1, earlier) &&
           (earlier.index != 0 || earlier.start == section->first_start) &&
           (earlier.index >= count || ends_in_time(earlier)) &&
           (later.index >= count || is_before(earlier, later));
}

/* Some part: what is proved of it is proved of each. */
extern uint32_t some_part;

/* What sfr_function promises of a function that it could read. */
#define is_function(section, function)                                                                       \
    ((function)->index < (section)->function_count && is_entry(section, (function)->entry) &&                \
     ((function)->attribute != 0) == (sfr_texts[(section)->profile].attribute_fields != NULL) &&             \
     (function)->info_offset < (section)->size && (unsigned)(function)->pc_type <= SFR_MASK &&               \
     (unsigned)(function)->fre_type <= SFR_ADDR4 && (unsigned)(function)->fde_type <= SFR_FLEX &&            \
     ((function)->attribute == 0 || ((function)->attribute >= (section)->fres &&                             \
                                     (function)->rows - (function)->attribute == 5)) &&                      \
     (function)->rows >= (section)->fres && (function)->rows <= (section)->fres_end)

/* Whether each function can be read: each time the answer is the same. */
extern const bool readable[__CPROVER_constant_infinity_uint];
#define is_readable(section, index) ((index) < (section)->function_count && readable[index])

/* A path that goes on: its function could be read. */
#define is_path(section, path) ((path)->left == 0 || is_readable(section, (path)->function))

/* Of a walk: it lies inside the rows; once all functions in this place have begun, the next one lies ahead. */
#define is_ahead(walk)                                                                                       \
    ((walk)->at <= (walk)->section->fre_len && (walk)->type <= SFR_ADDR4 + 1 &&                              \
     (walk)->begun <= (walk)->section->function_count &&                                                     \
     ((walk)->next_data == UINT64_MAX ||                                                                     \
      ((walk)->next_data <= UINT32_MAX && (walk)->begun < (walk)->section->function_count)) &&               \
     ((walk)->type == 0 || (walk)->next_data > (walk)->at))

/* Of a walk: what it read last is a function, if it can be read. */
#define is_recalled(walk)                                                                                    \
    ((walk)->function.entry == 0 || !is_readable((walk)->section, (walk)->function.index) ||                 \
     is_function((walk)->section, &(walk)->function))

/* What sfr_row promises of a row that it could read. */
static inline bool is_row(const struct sfr_section *section, const struct sfr_row *row)
{
    return row->offset >= section->fres && row->offset < row->words && row->words > row->offset + 1 &&
           row->words <= row->offset + 5 &&
           row->next >= row->words && row->next <= section->fres_end && row->word_count <= 15 &&
           (row->word_size == 1 || row->word_size == 2 || row->word_size == 4) &&
           row->next - row->words == (size_t)row->word_count * row->word_size;
}

/* The words of the row in question, which models of word_unsigned() and word_signed() give. */
extern uint32_t any_words[15];

static inline bool is_rule(const struct sfr_rule *rule)
{
    return (unsigned)rule->kind <= SFR_AT && (unsigned)rule->base <= SFR_REGISTER;
}

/* What sfr_rules promises, whatever it answers. */
static inline bool is_rules(const struct sfr_rules *rules)
{
    return is_rule(&rules->cfa) && is_rule(&rules->ra) && is_rule(&rules->fp);
}

/* What a lookup in some function promises. */
static inline bool is_answer(const struct sfr_section *section, const struct sfr_answer *answer)
{
    if (answer->found == SFR_ERROR)
        return answer->fault.severity == SFR_IRREGULAR || answer->fault.severity == SFR_MALFORMED;
    if (answer->found != SFR_FOUND)
        return answer->found == SFR_OUTERMOST || answer->found == SFR_NO_ROW;
    return answer->row_index < answer->function.num_fres && is_function(section, &answer->function) &&
           is_row(section, &answer->row) && is_rules(&answer->rules);
}

/* Some byte of the rows, and whether it was owned before. */
extern size_t some_byte;
extern bool some_taken;
#define is_bit(bits, bit) (((bits)[(bit) / 8] >> (bit) % 8 & 1) != 0)

/* Some place of those in which a trace remembers PCs. */
extern size_t some_place;

/* Some function, and whether it cannot be read. */
extern uint32_t some_function;
extern bool some_unreadable;

/* One function or row is in question: it is being checked; was checked; breaks a clause; paths met there. */
extern bool in_question, was_in_question, some_breach, has_met;

extern size_t events; /* how many a walk still gives */
extern struct path some_path; /* a path that waits somewhere */

extern bool is_found; /* a recovery was found, now or before; and at which PC */
extern uint64_t found_at;

/* models.c */
enum sfr_found any_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer);
bool any_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sink *sink);

/* Any section that was opened. */
static inline struct sfr_section any_section(void)
{
    struct sfr_section section;
    section.size = nondet_size();
    __CPROVER_assume(section.size <= LARGEST);
    section.bytes = any_bytes(section.size);
    section.profile = ANY_PROFILE;
    __CPROVER_assume(is_open(&section));
    return section;
}
