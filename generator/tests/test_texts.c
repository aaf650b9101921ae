/* Tests of texts of CFI programs (programs/texts.h). */
#include "../../common/unit.h"
#include "emit/sets.h"
#include "programs/assembly.h"
#include "programs/texts.h"

#include <string.h>

enum { ROOM = 2048 };

static struct program_emitter emitter;

static void write_function(struct program_text *text)
{
    const struct program *const program = &emitter.program;
    gen_text_format(text->into, "%s|", text->about);
    gen_write_program(text->into, emitter.abi, "f", program, false);
}

/* Writes the functions of a text for AMD64.  Returns what is wrong with the text, or null. */
static const char *read(const char *words, struct text *into, char buffer[ROOM])
{
    struct random random = random_of(0);
    emitter.abi = ABI_AMD64;
    emitter.fault = NULL;
    gen_text_init(into, buffer, ROOM);
    gen_read_text(&(struct program_text){.emitter = &emitter,
                                         .name = "mine",
                                         .words = words,
                                         .random = &random,
                                         .take = write_function,
                                         .into = into});
    return emitter.fault;
}

TEST(test_texts_become_functions)
{
    static const struct {
        const char *words, *lines; /* the text; its only function, written out */
    } texts[] = {
        {"a b:\tnop # c\n", "a b|:.fill 1,1,0x90:"},
        {"a {(1+2)*3-4}:\n\t.cfi_def_cfa fp, entry+2*8; .cfi_offset 3, -(1+2)*8\n",
         "a 5|:.cfi_def_cfa 6, 24:.cfi_offset 3, -24:"},
        {".macro m x y\n\t\\x \\y\n.endm\na:\n\tm \".cfi_offset ra,\" 8\n", "a|:.cfi_offset 16, 8:"},
        {"a:\n\t.rept 2; .irp x, 4,\n\t5; .cfi_restore \\x+\\+; .endr; .endr\n",
         "a|:.cfi_restore 4:.cfi_restore 5:.cfi_restore 5:.cfi_restore 6:"},
        {"a:\n\t.if s390 || 1 > 2; nop; .else; .if !(2 == 2); nop; .else; .cfi_undefined 1; .endif; .endif\n",
         "a|:.cfi_undefined 1:"},
        {"a:\n\t.let x, 7%4; .pick y, 9 9; .cfi_register \\x, \\y; .endr; .endr\n", "a|:.cfi_register 3, 9:"},
        {"a:\n\t.cfi_escape def_cfa 7, 300\n\t.cfi_escape saved_at 6, 7, -8\n",
         "a|:.cfi_escape 0xc,0x7,0xac,0x2:.cfi_escape 0x10,0x6,0x2,0x77,0x78:"},
        {"a:\n\t.insn 2, lea {width(0)+width(5)+width(500)}(@{2+3}),@12\n\tundefined-ra\n",
         "a|:lea 5(%rdi),%r12:.cfi_undefined 16:"},
    };
    char buffer[ROOM];
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct text into, lines;
        char lines_buffer[ROOM];
        assert_null(read(texts[i].words, &into, buffer));
        const char *at = buffer + strcspn(buffer, "|") + 1, *const end = strstr(buffer, "\t.cfi_endproc");
        gen_text_init(&lines, lines_buffer, ROOM);
        gen_text_raw(&lines, buffer, (size_t)(at - buffer));
        for (at = strstr(at, "startproc\n") + strlen("startproc\n"); at < end; at += strcspn(at, "\n") + 1)
            gen_text_format(&lines, ":%.*s", (int)strcspn(at, "\n") - 1, at + 1);
        gen_text_char(&lines, ':');
        assert_string_equal(gen_text_c(&lines), texts[i].lines);
    }
}

TEST(test_what_is_wrong_with_a_text_is_said_with_its_line)
{
    static const struct {
        const char *words, *fault;
    } texts[] = {
        {"a:\n\tnop\n\tnoop\n", "3: neither a label, code nor a CFI directive"},
        {"a:\n\t.cfi_offset nobody, 8\n", "2: a CFI directive with operands that are not known"},
        {"a:\n\t.cfi_offset 96, 8\n", "2: a CFI directive with operands that are not known"},
        {"a:\n\t.cfi_escape lsda\n", "2: .cfi_escape with what is not known"},
        {"a:\n\t.insn 2\n", "2: .insn without bytes and an instruction, or there are too many"},
        {"a:\n\t.section nowhere\n", "2: a section that is not known"},
        {"a:\n\t.rept 2081; nop; .endr\n", "2: a function with too many directives"},
        {"\tnop\n", "1: a directive or code outside a function"},
        {"a:\n\n\t.if 1; nop\n", "3: a block without an end"},
        {".rept 1+\n.endr\n", "1: a number, a name or a sum of them is expected"},
        {"a {1:\n", "1: a number, a name or a sum of them is expected"},
        {"a:\n\t\\x\n", "2: what stands behind \\ is no parameter here"},
        {".macro m x\n.endm\n\nm\n", "4: a macro with too few operands"},
        {".macro m\nm\n.endm\nm\n", "2: macros that go too deep"},
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct text into;
        char buffer[ROOM], fault[ROOM];
        const char *const found = read(texts[i].words, &into, buffer);
        SAY(fault, "corpus/assembly/mine.s:%s", texts[i].fault);
        assert_non_null(found);
        assert_string_equal(found, fault);
    }
}
