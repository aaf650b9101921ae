/* What encoders are asked: to write a section that says what a model says.  Of each valid vector of decode
 * there is the model; the same with its functions in reverse, where the section is to be sorted; and the
 * section's bytes, to be read and written again.  What no section says is in unsayable.c. */
#include "exports.h"
#include "families/cases.h"

#include "../../common/corpus_version.h"

#include "unsayable.h"

#include <string.h>

#define LITERAL(text, string) gen_text_raw(text, string, sizeof(string) - 1)

/* The id of the decode, with the operation's own name in it. */
static void write_id(struct text *text, const char *id, const char *kind)
{
    static const char decode[] = "/decode/";
    const char *const place = strstr(id, decode);
    LITERAL(text, "{\"id\":\"");
    gen_text_raw(text, id, (size_t)(place - id));
    LITERAL(text, "/encode/");
    gen_text_string(text, place + strlen(decode));
    gen_text_string(text, kind);
    gen_text_char(text, '"');
}

static void write_head(struct text *text, const struct vector *vector, const char *kind)
{
    write_id(text, vector->id, kind);
    LITERAL(text, ",\"profile\":\"");
    gen_text_string(text, profile_name(vector->profile));
    LITERAL(text, "\",\"abi\":\"");
    gen_text_string(text, abi_name(vector->abi));
    LITERAL(text, "\",\"operation\":\"encode\",\"class\":\"valid\",\"family\":\"");
    gen_text_string(text, vector->family);
    LITERAL(text, "\",\"input\":{\"address\":");
    gen_text_address(text, vector->address);
}

static void write_expectation(struct export *export, const struct vector *vector)
{
    LITERAL(&export->text, "},\"expect\":{\"section\":");
    gen_write_unjudged(&export->text, vector->section);
    LITERAL(&export->text, "}}\n");
    export->lines++;
}

/* Whether the model has all that the bytes have, and an encoder may choose the rest. */
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

static void write_model(struct export *export, const struct vector *vector, const char *kind,
                        const struct section *section)
{
    write_head(&export->text, vector, kind);
    LITERAL(&export->text, ",\"section\":");
    gen_write_unjudged(&export->text, section);
    write_expectation(export, vector);
}

static const struct section *reversed(const struct section *section)
{
    static struct section copy;
    copy = *section;
    for (uint32_t i = 0; i < section->function_count; i++)
        copy.functions[i] = section->functions[section->function_count - 1 - i];
    return &copy;
}

static void write_again(struct export *export, const struct vector *vector)
{
    write_head(&export->text, vector, "/again");
    LITERAL(&export->text, ",\"section_hex\":\"");
    gen_text_bytes(&export->text, vector->bytes, vector->length);
    gen_text_char(&export->text, '"');
    write_expectation(export, vector);
}

bool gen_export_encode_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    const struct section *const section = vector->section;
    if (vector->operation != OPERATION_DECODE || vector->vector_class != CLASS_VALID || !is_whole(section)) {
        export->skipped++;
        return true;
    }
    if (section->order ==
        abi_order(section->abi)) { /* the order is the ABI's, and not the caller's to choose */
        write_model(export, vector, "", section);
        if (section->function_count > 1 && (section->flags & FLAG_SORTED) != 0)
            write_model(export, vector, "/reversed", reversed(section));
    }
    write_again(export, vector);
    return export->outlet.trouble[0] == '\0';
}

void gen_export_encode_begin(struct export *export)
{
    gen_export_emit_begin(export);
    export->lines = gen_write_unsayable(&export->text, export->selection);
    export->taken = export->lines;
}

void gen_export_encode_end(struct export *export)
{
    gen_text_drain(&export->text);
    gen_write_closing_line(&export->text, export->lines, export->hash,
                           gen_cases_are_compiled_in() ? CORPUS_VERSION : NULL);
}
