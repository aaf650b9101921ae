/* From a notation to its text, in the one form that is printed: what has its default value is left out. */
#include "notation.h"

#include <string.h>

static void space_and(struct text *text, const char *name)
{
    gen_text_char(text, ' ');
    gen_text_string(text, name);
}

static void number(struct text *text, int64_t value)
{
    gen_text_char(text, ' ');
    gen_text_signed(text, value);
}

static void hex_number(struct text *text, uint64_t value)
{
    gen_text_char(text, ' ');
    gen_text_hex(text, value);
}

/* --- Rules ---------------------------------------------------------------------------------------------- */

static void print_rule(struct text *text, const struct rule *rule)
{
    gen_text_format(text, rule->deref ? " *(%s" : " %s", gen_place_name(rule->place));
    if (rule->place == PLACE_REGISTER)
        gen_text_unsigned(text, rule->reg);
    if (rule->offset != 0 && gen_place_has_offset(rule->place))
        gen_text_format(text, "%+" PRId64, rule->offset);
    gen_text_string(text, rule->deref ? ")" : "");
}

static const struct rule *rule_of(const struct word *word, const void *object)
{
    return (const void *)((const char *)object + word->at);
}

static bool same_rule(const struct rule *one, const struct rule *other)
{
    return one->place == other->place && one->deref == other->deref && one->reg == other->reg &&
           one->offset == other->offset;
}

/* --- Lines ---------------------------------------------------------------------------------------------- */

static void print_list(struct text *text, const struct word *word, const void *object)
{
    const struct section *const section = object;
    const struct row *const row = object;
    space_and(text, word->name);
    if (word->kind == WORD_HEX) {
        gen_text_char(text, ' ');
        gen_text_bytes(text, section->aux, section->aux_length);
    }
    for (uint32_t i = 0; word->kind == WORD_ORDER && i < section->function_count; i++)
        number(text, section->data_order[i]);
    for (uint32_t i = 0; word->kind == WORD_EXTRA && i < row->extra_count; i++)
        number(text, row->extra[i]);
}

static void print_word(struct text *text, const struct word *word, const void *object, const void *plain)
{
    const int64_t value = gen_word_load(word, object);
    switch (word->kind) {
    case WORD_RULE:
        if (rule_of(word, object)->place == PLACE_UNSAID ||
            same_rule(rule_of(word, object), rule_of(word, plain)))
            return;
        space_and(text, word->name);
        print_rule(text, rule_of(word, object));
        return;
    case WORD_BIT:
    case WORD_BITS:
        if ((value & word->least) == 0)
            return;
        space_and(text, word->name);
        if (word->kind == WORD_BITS)
            hex_number(text, (uint64_t)(value & word->least));
        return;
    case WORD_IS:
        if (value == word->least && value != gen_word_load(word, plain))
            space_and(text, word->name);
        return;
    case WORD_HEX:
    case WORD_ORDER:
    case WORD_EXTRA:
        if (value != 0)
            print_list(text, word, object);
        return;
    case WORD_NUMBER:
    case WORD_ADDRESS:
        if (value == gen_word_load(word, plain))
            return;
        space_and(text, word->name);
        if (word->kind == WORD_ADDRESS)
            hex_number(text, (uint64_t)value);
        else
            number(text, value);
    }
}

static void print_words(struct text *text, const struct word *words, const void *object, const void *plain)
{
    for (const struct word *word = words; word->name != NULL; word++)
        print_word(text, word, object, plain);
    gen_text_char(text, '\n');
}

/* MARGIN: the blanks before a line; lines of an answer have more. */
static void print_row(struct text *text, const struct section *section, const struct row *row,
                      const char *margin)
{
    struct row plain = {.empty = false};
    if (row->empty)
        plain.cfa = gen_rule_sp(cfa_at_entry(section->abi)); /* meaningless, so not printed */
    gen_text_format(text, "%s  %" PRIu32, margin, row->start);
    print_words(text, gen_row_words_said, row, &plain);
}

/* The function with all defaults; if it shares rows, it is as gen_share_rows() makes it. */
static struct function plain_function(const struct section *section, const struct function *function)
{
    static struct section lent;
    if (function->shares < 0)
        return (struct function){.shares = -1};
    const struct function *const owner = &section->functions[function->shares];
    gen_section_init(&lent, section->profile, section->abi);
    for (int i = 0; i <= function->shares; i++)
        lent.functions[lent.function_count++] = section->functions[i];
    struct function *const sharer = gen_add_function(&lent, 0, 0);
    gen_share_rows(&lent, function->shares, 0, owner->row_count);
    return *sharer;
}

static void print_function(struct text *text, const struct section *section, const struct function *function,
                           const char *margin)
{
    const struct function plain = plain_function(section, function);
    const uint32_t from = function->first_row - plain.first_row;
    gen_text_format(text, "%sfunction 0x%" PRIx64, margin, gen_function_address(section, function));
    if (function->shares >= 0) {
        gen_text_format(text, " shares %d", function->shares);
        if (from != 0)
            gen_text_format(text, " from %" PRIu32, from);
        if (function->row_count != plain.row_count - from)
            gen_text_format(text, " rows %" PRIu32, function->row_count);
    }
    print_words(text, gen_function_words, function, &plain);
    for (uint32_t i = 0; function->shares < 0 && i < function->row_count; i++)
        print_row(text, section, gen_function_row(section, function, i), margin);
}

/* The profiles from FIRST on that have the same ABIs as FIRST, and these ABIs. */
static void print_product(struct text *text, const unsigned abis[PROFILES], enum profile first)
{
    for (enum profile profile = first; profile < PROFILES; profile++)
        if (abis[profile] == abis[first])
            space_and(text, profile_name(profile));
    for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
        if ((abis[first] >> abi & 1) != 0)
            space_and(text, abi_name(abi));
}

static bool is_first_with_abis(const unsigned abis[PROFILES], enum profile profile)
{
    bool is_first = abis[profile] != 0;
    for (enum profile earlier = PROFILE_V1; earlier < profile; earlier++)
        is_first = is_first && abis[earlier] != abis[profile];
    return is_first;
}

static void print_names(struct text *text, const unsigned abis[PROFILES])
{
    bool goes_on = false;
    gen_text_string(text, "section");
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++) {
        if (!is_first_with_abis(abis, profile))
            continue;
        gen_text_string(text, goes_on ? " also" : "");
        print_product(text, abis, profile);
        goes_on = true;
    }
}

/* "section", and the profiles and ABIs that the text is for.  A section of an answer may have one other. */
static void print_section(struct text *text, const struct section *section, const struct notation *notation)
{
    const unsigned own = 1U << section->abi;
    const unsigned *const of_text = notation != NULL ? notation->abis : NULL;
    unsigned abis[PROFILES] = {0};
    abis[section->profile] = own;
    for (enum profile profile = PROFILE_V1; of_text != NULL && profile < PROFILES; profile++)
        if ((of_text[section->profile] & own) != 0)
            abis[profile] = of_text[profile];
        else if (of_text[section->profile] != 0 && of_text[profile] != 0)
            abis[profile] = own; /* an answer with another ABI, for all profiles */
        else if (profile == section->profile && (of_text[notation->section.profile] & own) != 0)
            abis[profile] = of_text[notation->section.profile]; /* with another profile, for all ABIs */
    print_names(text, abis);
}

static void print_section_words(struct text *text, const struct section *section)
{
    static struct section plain;
    gen_section_init(&plain, section->profile, section->abi);
    print_words(text, gen_section_words, section, &plain);
}

void gen_notation_print_section(struct text *text, const struct section *section, unsigned profiles)
{
    unsigned abis[PROFILES];
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        abis[profile] = (profiles >> profile & 1) != 0 ? 1U << section->abi : 0;
    print_names(text, abis);
    print_section_words(text, section);
}

void gen_notation_print_function(struct text *text, const struct section *section,
                                 const struct function *function)
{
    print_function(text, section, function, "");
}

/* The words of a section's line, and its functions. */
static void print_model(struct text *text, const struct section *section, const char *margin)
{
    print_section_words(text, section);
    for (uint32_t i = 0; i < section->function_count; i++)
        print_function(text, section, &section->functions[i], margin);
}

bool gen_notation_same_model(const struct section *one, const struct section *other)
{
    static char buffers[2][1 << 19];
    struct text texts[2];
    for (unsigned i = 0; i < 2; i++) {
        gen_text_init(&texts[i], buffers[i], sizeof buffers[i]);
        print_section(&texts[i], i == 0 ? one : other, NULL);
        print_model(&texts[i], i == 0 ? one : other, "");
    }
    return !texts[0].full && !texts[1].full && texts[0].length == texts[1].length &&
           memcmp(buffers[0], buffers[1], texts[0].length) == 0;
}

/* --- What an unwinding is given ------------------------------------------------------------------------- */

static void print_registers(struct text *text, const struct notation *notation)
{
    const struct scenario *const scenario = &notation->scenario;
    if (!notation->has_sp && !notation->has_fp && scenario->register_count == 0)
        return;
    gen_text_string(text, "register");
    if (notation->has_sp)
        gen_text_format(text, " sp 0x%" PRIx64, scenario->sp);
    if (notation->has_fp)
        gen_text_format(text, " fp 0x%" PRIx64, scenario->fp);
    for (uint32_t i = 0; i < scenario->register_count; i++)
        gen_text_format(text, " r%" PRIu32 " 0x%" PRIx64, scenario->registers[i].number,
                        scenario->registers[i].value);
    gen_text_char(text, '\n');
}

static uint64_t word_at(const uint8_t *bytes, enum abi abi)
{
    const bool big = gen_abi_facts[abi].order == ORDER_BIG;
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | bytes[big ? i : 7 - i];
    return value;
}

/* Prints words of 8 bytes, and the bytes that are left at the end. */
static void print_piece(struct text *text, const struct piece *piece, enum abi abi)
{
    enum { LINE = 32 /* bytes */ };
    for (uint32_t at = 0; at < piece->length;) {
        if (at % LINE == 0)
            gen_text_format(text, "%s0x%" PRIx64 ":", at == 0 ? "memory " : "\n       ", piece->address + at);
        const uint32_t left = piece->length - at;
        if (left >= 8) {
            hex_number(text, word_at(piece->bytes + at, abi));
        } else {
            gen_text_string(text, " bytes ");
            gen_text_bytes(text, piece->bytes + at, left);
        }
        at += left >= 8 ? 8 : left;
    }
    gen_text_char(text, '\n');
}

static void print_scenario(struct text *text, const struct notation *notation)
{
    const struct scenario *const scenario = &notation->scenario;
    for (uint32_t i = 0; i < notation->module_count; i++) {
        gen_text_string(text, "module");
        print_model(text, &notation->modules[i], "");
    }
    print_registers(text, notation);
    if (scenario->pac_mask != 0)
        gen_text_format(text, "pac-mask 0x%" PRIx64 "\n", scenario->pac_mask);
    if (scenario->limit != 0)
        gen_text_format(text, "limit %" PRIu32 "\n", scenario->limit);
    for (uint32_t i = 0; i < scenario->piece_count; i++)
        print_piece(text, &scenario->memory[i], notation->section.abi);
}

/* --- Edits and what follows ----------------------------------------------------------------------------- */

static void print_field(struct text *text, const struct edit *edit)
{
    for (int i = 0; i < 3; i++)
        if (edit->place[i] >= 0)
            number(text, edit->place[i]);
    if (edit->kind < EDIT_WORD)
        space_and(text, gen_field_name(edit->field));
}

static void print_value(struct text *text, const struct edit *edit)
{
    gen_text_string(text, edit->value_is == VALUE_ADDED ? " by" : "");
    if (edit->value_is == VALUE_BEHIND_END) {
        gen_text_string(text, " end");
        if (edit->value != 0)
            gen_text_format(text, "%+" PRId64, edit->value);
    } else if (edit->value < 0 && edit->value > INT64_MIN) {
        number(text, edit->value);
    } else {
        hex_number(text, (uint64_t)edit->value);
    }
}

static void print_edit(struct text *text, const struct notation *notation, const struct edit *edit)
{
    static const char *const beginnings[] = {
        "set header", "set function", "set row", "set word", "set byte",         "set bytes",
        "cut",        "keep",         "insert",  "twice",    "leaves functions", "leaves rows"};
    gen_text_string(text, beginnings[edit->kind]);
    print_field(text, edit);
    const bool has_bytes = edit->kind == EDIT_BYTES || edit->kind == EDIT_INSERT;
    if (edit->kind == EDIT_BYTE || has_bytes)
        hex_number(text, edit->at);
    if (edit->kind == EDIT_CUT || edit->kind == EDIT_KEEP || edit->kind >= EDIT_LEAVES_FUNCTIONS)
        number(text, edit->count);
    if (has_bytes) {
        gen_text_char(text, ' ');
        gen_text_bytes(text, notation->pool + edit->first, edit->count);
    }
    if (edit->kind <= EDIT_BYTE)
        print_value(text, edit);
    gen_text_char(text, '\n');
}

static void print_declared(struct text *text, const struct declared *declared, const char *margin)
{
    static const char *const severities[] = {"", " irregular", " note"};
    static const char *const fields[] = {" at header", " at function", " at row", " at word"};
    gen_text_format(text, "%sbreaks %s%s%s", margin, declared->clause,
                    declared->of_model ? " model" : severities[declared->severity],
                    declared->where == AT_END ? " at end" : "");
    if (declared->where == AT_OFFSET)
        gen_text_format(text, " at 0x%" PRIx32, declared->offset);
    if (declared->where == AT_FIELD) {
        gen_text_string(text, fields[declared->field.kind]);
        print_field(text, &declared->field);
    }
    gen_text_char(text, '\n');
}

static void print_broken(struct text *text, const struct broken *broken, const char *margin)
{
    if (broken->forgets)
        gen_text_format(text, "%sforget\n", margin);
    if (broken->nothing)
        gen_text_format(text, "%sbreaks nothing\n", margin);
    for (uint32_t i = 0; i < broken->count; i++)
        print_declared(text, &broken->list[i], margin);
}

static void print_answer(struct text *text, const struct notation *notation, const struct reply *reply)
{
    gen_text_format(text, "answer %s:%s%s", reply->name, reply->is_oracle ? " oracle" : "",
                    reply->refuses ? " refuses" : "");
    if (reply->json_length > 0) {
        gen_text_string(text, " says ");
        gen_text_raw(text, notation->json + reply->json_at, reply->json_length);
    }
    gen_text_char(text, '\n');
    if (reply->has_model) {
        gen_text_string(text, "  ");
        print_section(text, &reply->section, notation);
        print_model(text, &reply->section, "  ");
    }
    print_broken(text, &reply->broken, "  ");
}

static void print_answers(struct text *text, const struct notation *notation)
{
    if (notation->ledger[0] == '\0')
        return;
    gen_text_format(text, "open %s\n", notation->ledger);
    for (uint32_t i = 0; i < notation->answer_count; i++)
        print_answer(text, notation, &notation->answers[i]);
}

/* The end of a question's line. */
static void print_name(struct text *text, const char *name)
{
    gen_text_format(text, name[0] != '\0' ? " as %s\n" : "%s\n", name);
}

static void print_question(struct text *text, const struct asked *asked)
{
    gen_text_string(text, gen_operation_name(asked->operation));
    if (asked->operation == OPERATION_LOOKUP || asked->operation == OPERATION_UNWIND)
        hex_number(text, asked->pc);
    gen_text_string(text, asked->fails ? " fails" : "");
    print_name(text, asked->name);
}

static void print_to_encode(struct text *text, const struct to_encode *asked)
{
    static const char *const words[] = {
        [ENCODE_MODEL] = "", [ENCODE_REVERSED] = " reversed", [ENCODE_AGAIN] = " again"};
    gen_text_format(text, "encode%s", words[asked->from]);
    if (asked->member != NULL)
        gen_text_format(text, " %s 0x%" PRIx32, asked->member, asked->number);
    print_name(text, asked->name);
}

/* --- What cannot be said -------------------------------------------------------------------------------- */

/* Why only the model of an answer can have the row; null: any model can. */
static const char *unwritable_row(const struct row *row)
{
    if (gen_is_read_alone(row))
        return "a rule that no row can have";
    return row->cfa.place == PLACE_UNSAID && !row->empty ? "a row without a CFA" : NULL;
}

static const char *unsayable_function(const struct section *section, const struct function *function)
{
    const char *why = NULL;
    if (function->rows_before > 0)
        why = "it has rows beyond those of the model";
    else if (function->fre_type == FRE_UNKNOWN || function->fde_type == FDE_UNKNOWN)
        why = "a function is of a type that no text knows";
    for (uint32_t i = 0; i < function->row_count && why == NULL; i++)
        why = unwritable_row(gen_function_row(section, function, i));
    return why;
}

static const char *unsayable(const struct section *section)
{
    const char *why = section->functions_before > 0 ? "it has functions beyond those of the model" : NULL;
    for (uint32_t i = 0; i < section->function_count && why == NULL; i++)
        why = unsayable_function(section, &section->functions[i]);
    return why;
}

static void print_line(struct text *text, const char *line, const char *words)
{
    if (words[0] != '\0')
        gen_text_format(text, "%s%s\n", line, words);
}

static void print_about(struct text *text, const struct notation *notation)
{
    static const char *const runs[] = {[RUN_BOTH] = "", [RUN_PLAIN] = "plain", [RUN_FLAGGED] = "flagged"};
    const struct about *const about = &notation->about;
    print_line(text, "note ", about->note);
    print_line(text, "origin ", about->origin);
    print_line(text, "shape ", about->shape);
    print_line(text, "ledger ", about->ledger);
    if (about->fault[0] != '\0')
        gen_text_format(text, "fault %s %s\n", about->fault, about->way);
    print_line(text, "twin ", about->twin);
    print_line(text, "run ", runs[notation->run]);
    print_line(text, "unsayable ", notation->unsayable);
    for (uint32_t i = 0; i < about->exercise_count; i++)
        print_line(text, "exercises ", about->exercises[i]);
}

bool gen_notation_print(struct text *text, const struct notation *notation, const char **why)
{
    *why = unsayable(&notation->section);
    if (*why != NULL)
        return false;
    print_about(text, notation);
    print_section(text, &notation->section, notation);
    print_model(text, &notation->section, "");
    print_scenario(text, notation);
    for (uint32_t i = 0; i < notation->edit_count; i++)
        print_edit(text, notation, &notation->edits[i]);
    print_broken(text, &notation->broken, "");
    print_answers(text, notation);
    for (uint32_t i = 0; i < notation->question_count; i++)
        print_question(text, &notation->questions[i]);
    for (uint32_t i = 0; i < notation->encode_count; i++)
        print_to_encode(text, &notation->encodes[i]);
    if (text->full)
        *why = "it is too long";
    return !text->full;
}
