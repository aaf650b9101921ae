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
    gen_text_member_address(text, ",\"registers\":{\"sp\":", scenario->sp);
    gen_text_member_address(text, ",\"fp\":", scenario->fp);
    for (uint32_t i = 0; i < scenario->register_count; i++) {
        gen_text_member(text, ",\"r", scenario->registers[i].number);
        gen_text_member_address(text, "\":", scenario->registers[i].value);
    }
    gen_text_char(text, '}');
    if (scenario->pac_mask != 0)
        gen_text_member_address(text, ",\"pac_mask\":", scenario->pac_mask);
    if (scenario->limit != 0)
        gen_text_member(text, ",\"limit\":", scenario->limit);
    if (scenario->module_count != 0) {
        LITERAL(text, ",\"modules\":");
        write_pieces(text, scenario->modules, scenario->module_count);
    }
    LITERAL(text, ",\"memory\":");
    write_pieces(text, scenario->memory, scenario->piece_count);
}

static void write_frame(struct text *text, const struct frame *frame)
{
    gen_text_member_address(text, "{\"pc\":", frame->pc);
    gen_text_member_address(text, ",\"sp\":", frame->sp);
    gen_text_member_address(text, ",\"fp\":", frame->fp);
    if (frame->has_cfa)
        gen_text_member_address(text, ",\"cfa\":", frame->cfa);
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
