#include "unwind_question.h"

const char *gen_stop_name(enum stop stop)
{
    static const char *const names[STOPS] = {"outermost", "no-function", "no-row", "memory",
                                             "unsafe",    "loop",        "limit",  "error"};
    return names[stop];
}

static void write_pieces(struct text *text, const struct piece *pieces, uint32_t count)
{
    gen_text_char(text, '[');
    for (uint32_t i = 0; i < count; i++) {
        gen_text_string(text, i == 0 ? "{\"address\":" : ",{\"address\":");
        gen_text_address(text, pieces[i].address);
        LITERAL(text, ",\"bytes\":\"");
        gen_text_bytes(text, pieces[i].bytes, pieces[i].length);
        LITERAL(text, "\"}");
    }
    gen_text_char(text, ']');
}

void gen_write_scenario(struct text *text, const struct scenario *scenario)
{
    LITERAL(text, ",\"registers\":{\"sp\":");
    gen_text_address(text, scenario->sp);
    LITERAL(text, ",\"fp\":");
    gen_text_address(text, scenario->fp);
    for (uint32_t i = 0; i < scenario->register_count; i++) {
        LITERAL(text, ",\"r");
        gen_text_unsigned(text, scenario->registers[i].number);
        LITERAL(text, "\":");
        gen_text_address(text, scenario->registers[i].value);
    }
    gen_text_char(text, '}');
    if (scenario->pac_mask != 0) {
        LITERAL(text, ",\"pac_mask\":");
        gen_text_address(text, scenario->pac_mask);
    }
    if (scenario->limit != 0) {
        LITERAL(text, ",\"limit\":");
        gen_text_unsigned(text, scenario->limit);
    }
    if (scenario->module_count != 0) {
        LITERAL(text, ",\"modules\":");
        write_pieces(text, scenario->modules, scenario->module_count);
    }
    LITERAL(text, ",\"memory\":");
    write_pieces(text, scenario->memory, scenario->piece_count);
}

static void write_frame(struct text *text, const struct frame *frame)
{
    LITERAL(text, "{\"pc\":");
    gen_text_address(text, frame->pc);
    LITERAL(text, ",\"sp\":");
    gen_text_address(text, frame->sp);
    LITERAL(text, ",\"fp\":");
    gen_text_address(text, frame->fp);
    if (frame->has_cfa) {
        LITERAL(text, ",\"cfa\":");
        gen_text_address(text, frame->cfa);
    }
    gen_text_char(text, '}');
}

void gen_write_trace(struct text *text, const struct trace *trace)
{
    LITERAL(text, "{\"frames\":[");
    for (uint32_t i = 0; i < trace->count; i++) {
        if (i > 0)
            gen_text_char(text, ',');
        write_frame(text, &trace->frames[i]);
    }
    LITERAL(text, "],\"stop\":");
    gen_text_quoted(text, gen_stop_name(trace->stop));
    gen_text_char(text, '}');
}
