/* Text from outside, printed so that all it can do is be read.
 *
 * Outside is whatever this project did not write: ids and notes of vectors, what adapters answer, labels, paths,
 * symbols, values of options.  Of every format a program prints, such text goes through here, and the text around
 * it is the format of safe_print().  In each form
 *
 *   - a character that cannot be seen, or that moves what is around it, is written \u{202e}: controls, ends of
 *     lines, bidirectional marks, what Unicode lets a reader ignore, what is no character;
 *   - a byte that is no UTF-8 is written \x{ff};
 *   - a backslash before u{ or x{ is written \u{5c}, so both can be read back;
 *   - `::` where a line may begin, and `##` anywhere, are broken up: a workflow takes such lines for commands.
 *
 * Ordinary text stays as it is. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

enum safe_form {
    SAFE_LINE,      /* a part of a line, for terminals and logs */
    SAFE_XML,       /* an attribute's value, or text of one line */
    SAFE_XML_LINES, /* text of an element; ends of lines and tabs stay */
    SAFE_MARKDOWN,  /* a part of a line or of a table's cell: no markup, no link, no mention */
    SAFE_CODE,      /* between the backticks of Markdown, in a table's cell */
    SAFE_TAP,       /* a part of a description, a directive's reason, or a comment */
    SAFE_COMMAND,   /* a message of a workflow command */
    SAFE_PROPERTY,  /* a property's value of a workflow command */
    SAFE_STRING,    /* between the quotes of JSON, which can say all but bytes that are no UTF-8: U+FFFD */
    SAFE_JSON,      /* a value that is JSON: the same value, on one line */
};

void safe_put(FILE *out, enum safe_form how, const char *text, size_t size);

/* As printf() with %s, %c and %u, %d, %zu and longer numbers, without flags.  Each text is printed in the form
 * HOW; the format is ours, and printed as it stands. */
void safe_print(FILE *out, enum safe_form how, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A line on standard error: PROGRAM, a colon, and the message as SAFE_LINE, so nothing in it begins a line. */
void safe_complain(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));
void safe_complain_by(const char *program, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
