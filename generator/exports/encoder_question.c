#include "encoder_question.h"

#include <string.h>

/* --- Which questions there are -------------------------------------------------------------------------- */

const char *gen_encode_ending(enum encode_from from)
{
    static const char *const endings[] = {
        [ENCODE_MODEL] = "", [ENCODE_REVERSED] = "/reversed", [ENCODE_AGAIN] = "/again"};
    return endings[from];
}

/* Whether the model says all that the bytes say. */
static bool is_whole(const struct section *section)
{
    bool whole = section->functions_before == 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct function *const function = &section->functions[i];
        whole = whole && function->rows_before == 0 && function->fre_type != FRE_UNKNOWN &&
                function->fde_type != FDE_UNKNOWN;
    }
    return whole;
}

/* Whether the section has the question.  Encoders write models in the ABI's byte order, so a section in the
 * other order can only be read and written again. */
static bool has(const struct section *section, enum encode_from from)
{
    const bool is_made = section->order == gen_abi_facts[section->abi].order;
    return from == ENCODE_AGAIN || (from == ENCODE_MODEL && is_made) ||
           (is_made && section->function_count > 1 && (section->flags & FLAG_SORTED) != 0);
}

bool gen_next_to_encode(const struct section *section, unsigned *number, struct to_encode *asked)
{
    while (*number <= ENCODE_AGAIN) {
        *asked = (struct to_encode){.from = (enum encode_from)*number};
        ++*number;
        if (has(section, asked->from))
            return true;
    }
    return false;
}

/* The id of the decode, with `encode` in the place of `decode`, and the ending. */
static const char *id_of(const struct vector *vector, enum encode_from from, char id[MAX_ID])
{
    static const char decode[] = "/decode/";
    const char *const place = strstr(vector->id, decode);
    struct text text;
    gen_text_init(&text, id, MAX_ID);
    gen_text_raw(&text, vector->id, (size_t)(place - vector->id));
    LITERAL(&text, "/encode/");
    gen_text_string(&text, place + strlen(decode));
    gen_text_string(&text, gen_encode_ending(from));
    return gen_text_c(&text);
}

bool gen_has_encoder_questions(const struct vector *vector)
{
    return vector->operation == OPERATION_DECODE && vector->vector_class == CLASS_VALID &&
           is_whole(vector->section);
}

bool gen_encoder_questions(const struct vector *vector, const struct encoder_sink *sink)
{
    struct encoder_question question = {.family = vector->family,
                                        .section = vector->section,
                                        .bytes = vector->bytes,
                                        .length = vector->length};
    char id[MAX_ID];
    unsigned number = 0;
    bool goes_on = true;
    while (goes_on && gen_next_to_encode(vector->section, &number, &question.asked)) {
        question.id = id_of(vector, question.asked.from, id);
        goes_on = sink->take(sink->into, &question);
    }
    return goes_on;
}

/* --- What is asked -------------------------------------------------------------------------------------- */

static const struct section *reversed(const struct section *section)
{
    static struct section copy;
    copy = *section;
    for (uint32_t i = 0; i < section->function_count; i++)
        copy.functions[i] = section->functions[section->function_count - 1 - i];
    return &copy;
}

/* More rows than a section has room for: the first again and again, each with an offset of its own. */
static void write_long(struct text *text, const struct section *section, uint32_t rows)
{
    struct function function = section->functions[0];
    struct row row = section->rows[0];
    static struct section bare;
    char head_buffer[TEXT_DRAINED_SIZE];
    struct text head;
    bare = *section;
    function.fre_type = FRE_ADDR4;
    function.size = rows;
    function.row_count = 0;
    bare.functions[0] = function;
    gen_text_init(&head, head_buffer, sizeof head_buffer);
    gen_write_unjudged(&head, &bare);
    gen_text_raw(text, head.begin, head.length - (sizeof "]}]}" - 1));
    for (uint32_t i = 0; i < rows; i++) {
        row.start = i;
        row.cfa.offset = section->rows[0].cfa.offset + 8 * (int64_t)(i % 2);
        if (i > 0)
            gen_text_char(text, ',');
        gen_write_row(text, section, &function, &row);
    }
    LITERAL(text, "]}]}");
}

/* More functions than a section has room for: the first again and again, one behind the other. */
static void write_many(struct text *text, const struct section *section, uint32_t functions)
{
    static const char functions_begin[] = "\"functions\":[";
    static struct section one;
    one = *section;
    for (uint32_t i = 0; i < functions; i++) {
        char buffer[TEXT_DRAINED_SIZE];
        struct text whole;
        gen_text_init(&whole, buffer, sizeof buffer - 1);
        gen_write_unjudged(&whole, &one);
        const char *const all = gen_text_c(&whole);
        const char *const begin = i == 0 ? all : strstr(all, functions_begin) + sizeof functions_begin - 1;
        if (i > 0)
            gen_text_char(text, ',');
        gen_text_raw(text, begin, strlen(begin) - (sizeof "]}" - 1));
        one.functions[0].start += one.functions[0].size;
    }
    LITERAL(text, "]}");
}

/* With a number in the place of the first name of a member; the model has it. */
static void write_numbered(struct text *text, const struct section *section, const struct to_encode *asked)
{
    static char buffer[1 << 19];
    char member[MAX_ID];
    struct text whole;
    SAY(member, "\"%s\":\"", asked->member);
    gen_text_init(&whole, buffer, sizeof buffer - 1);
    gen_write_unjudged(&whole, section);
    const char *const all = gen_text_c(&whole), *const name = strstr(all, member) + strlen(member);
    gen_text_raw(text, all, (size_t)(name - all));
    gen_text_hex(text, asked->number);
    gen_text_string(text, strchr(name, '"'));
}

static void write_section(struct text *text, const struct encoder_question *question)
{
    LITERAL(text, "\"section\":");
    if (question->rows > 0)
        write_long(text, question->section, question->rows);
    else if (question->functions > 0)
        write_many(text, question->section, question->functions);
    else if (question->asked.member != NULL)
        write_numbered(text, question->section, &question->asked);
    else
        gen_write_unjudged(text, question->section);
}

static void write_given(struct text *text, const struct encoder_question *question)
{
    if (question->asked.from == ENCODE_MODEL) {
        write_section(text, question);
    } else if (question->asked.from == ENCODE_REVERSED) {
        LITERAL(text, "\"section\":");
        gen_write_unjudged(text, reversed(question->section));
    } else {
        LITERAL(text, "\"section_hex\":\"");
        gen_text_bytes(text, question->bytes, question->length);
        gen_text_char(text, '"');
    }
}

/* --- As JSON -------------------------------------------------------------------------------------------- */

static void write_head(struct text *text, const struct encoder_question *question)
{
    const struct section *const section = question->section;
    LITERAL(text, "{\"id\":");
    gen_text_quoted(text, question->id);
    JSON_MEMBER(text, "profile", profile_name(section->profile));
    JSON_MEMBER(text, "abi", abi_name(section->abi));
    JSON_MEMBER(text, "operation", "encode");
    if (question->family_first)
        JSON_MEMBER(text, "family", question->family);
    JSON_MEMBER(text, "class", question->ledger != NULL ? "contested" : "valid");
    if (!question->family_first)
        JSON_MEMBER(text, "family", question->family);
    if (question->ledger != NULL)
        JSON_MEMBER(text, "ledger", question->ledger);
}

void gen_write_encoder_question(struct text *text, const struct encoder_question *question)
{
    write_head(text, question);
    LITERAL(text, ",\"input\":{\"address\":");
    gen_text_address(text, question->section->address);
    gen_text_char(text, ',');
    write_given(text, question);
    LITERAL(text, "},\"expect\":{");
    if (question->refuse != SAYABLE) {
        gen_text_string(text, question->refuse == MUST ? "\"refuse\":\"must\"" : "\"refuse\":\"may\"");
        JSON_MEMBER(text, "why", question->why);
    }
    if (question->refuse == MAY)
        gen_text_char(text, ',');
    if (question->refuse != MUST)
        write_section(text, question);
    LITERAL(text, "}}\n");
}
