#include "unwind_question.h"

#define LITERAL(text, string) text_raw(text, string, sizeof(string) - 1)

const char *stop_name(enum stop stop)
{
    static const char *const names[STOPS] = {"outermost", "no-function", "no-row", "memory",
                                             "unsafe",    "loop",        "limit",  "error"};
    return names[stop];
}

static void write_pieces(struct text *text, const struct piece *pieces, uint32_t count)
{
    text_char(text, '[');
    for (uint32_t i = 0; i < count; i++) {
        text_string(text, i == 0 ? "{\"address\":" : ",{\"address\":");
        text_address(text, pieces[i].address);
        LITERAL(text, ",\"bytes\":\"");
        text_bytes(text, pieces[i].bytes, pieces[i].length);
        LITERAL(text, "\"}");
    }
    text_char(text, ']');
}

void write_scenario(struct text *text, const struct scenario *scenario)
{
    LITERAL(text, ",\"registers\":{\"sp\":");
    text_address(text, scenario->sp);
    LITERAL(text, ",\"fp\":");
    text_address(text, scenario->fp);
    for (uint32_t i = 0; i < scenario->register_count; i++) {
        LITERAL(text, ",\"r");
        text_unsigned(text, scenario->registers[i].number);
        LITERAL(text, "\":");
        text_address(text, scenario->registers[i].value);
    }
    text_char(text, '}');
    if (scenario->pac_mask != 0) {
        LITERAL(text, ",\"pac_mask\":");
        text_address(text, scenario->pac_mask);
    }
    if (scenario->limit != 0) {
        LITERAL(text, ",\"limit\":");
        text_unsigned(text, scenario->limit);
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
    text_address(text, frame->pc);
    LITERAL(text, ",\"sp\":");
    text_address(text, frame->sp);
    LITERAL(text, ",\"fp\":");
    text_address(text, frame->fp);
    if (frame->has_cfa) {
        LITERAL(text, ",\"cfa\":");
        text_address(text, frame->cfa);
    }
    text_char(text, '}');
}

void write_trace(struct text *text, const struct trace *trace)
{
    LITERAL(text, "{\"frames\":[");
    for (uint32_t i = 0; i < trace->count; i++) {
        if (i > 0)
            text_char(text, ',');
        write_frame(text, &trace->frames[i]);
    }
    LITERAL(text, "],\"stop\":");
    text_quoted(text, stop_name(trace->stop));
    text_char(text, '}');
}
