/* What encoders are asked: to write a section that says what a model says.  Of each valid vector of decode
 * there is the model; the same with its functions in reverse, where the section is to be sorted; and the
 * section's bytes, to be read and written again.  What no section says is in unsayable.c. */
#include "encoder_question.h"
#include "exports.h"
#include "families/cases.h"

static bool write(void *into, const struct encoder_question *question)
{
    struct export *const export = into;
    gen_write_encoder_question(&export->text, question);
    export->lines++;
    return export->outlet.trouble[0] == '\0';
}

bool gen_export_encode_take(struct sink *sink, const struct vector *vector)
{
    struct export *export = (struct export *)sink;
    const struct encoder_sink writer = {write, export};
    if (gen_has_encoder_questions(vector))
        return gen_encoder_questions(vector, &writer);
    export->skipped++;
    return true;
}

void gen_export_encode_begin(struct export *export)
{
    const struct encoder_sink writer = {write, export};
    gen_export_emit_begin(export);
    gen_unsayable_questions(export->selection, &writer);
    export->taken = export->lines;
}

void gen_export_encode_end(struct export *export)
{
    gen_close_export(export, export->lines, gen_corpus_version());
}
