/* Texts as the GNU assembler's macro language has them: .macro, .irp, .rept and .if are run here, and what
 * they leave is read line by line (reading.h). */
#include "texts.h"

#include "assembly.h"
#include "directives.h"
#include "emit/sets.h"
#include "reading.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 4096, MOST_PARAMETERS = 8, MOST_MACROS = 24, DEEPEST = 16, NAMES_OF_ABI = 32 };

#define CASE(folder, name, text)                                                                             \
    {                                                                                                        \
        name, text                                                                                           \
    }
static const struct {
    const char *name, *text;
} texts[] = {
#include "program_texts.inc"
};

struct token {
    const char *at;
    size_t length;
};

/* What \NAME stands for: in a macro its arguments, in a loop its present value. */
struct scope {
    const struct scope *outer;
    unsigned count;
    struct parameter {
        struct token name, value;
    } parameters[MOST_PARAMETERS];
};

struct macro {
    const char *head, *body, *end; /* the head is its name and those of its parameters */
};

struct run {
    struct program_text *text;
    const char *name, *begin, *line; /* the text's name and beginning; the present line */
    struct reading reading;
    struct names names;
    struct name of_abi[NAMES_OF_ABI];
    struct macro macros[MOST_MACROS];
    unsigned macro_count, depth;
    bool skips;               /* the present function is not the one that is wanted */
    struct text instructions; /* of the function */
    char about[ABOUT_SIZE], sections[ABOUT_SIZE], instructions_buffer[1 << 12];
};

static struct run the_run; /* of the text that is read */

/* --- Mistakes ------------------------------------------------------------------------------------------- */

static void fail(const struct run *run, const char *fault)
{
    struct program_emitter *const emitter = run->text->emitter;
    unsigned line = 1;
    for (const char *at = run->begin; at < run->line; at++)
        line += *at == '\n';
    if (emitter->fault == NULL)
        emitter->fault = SAY(emitter->fault_buffer, "corpus/assembly/%s.s:%u: %s", run->name, line, fault);
}

static bool number_of(const struct run *run, const char *words, int64_t *number)
{
    const bool right = gen_evaluate(&run->names, words, number);
    if (!right)
        fail(run, "a number, a name or a sum of them is expected");
    return right;
}

/* --- Words ---------------------------------------------------------------------------------------------- */

static const char blanks[] = " \t,", no_value[] = " \t,\n;";

static bool begins_with(const char *at, const char *word)
{
    while (*at == ' ' || *at == '\t')
        at++;
    for (; *word != '\0'; word++, at++)
        if (*at != *word)
            return false;
    return strchr(" \t\n;", *at) != NULL;
}

static struct token whole(const char *words)
{
    return (struct token){words, strlen(words)};
}

static bool is_same(struct token a, struct token b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* The next word of a list; it may stand in quotes.  False: there is none. */
static bool take(const char **at, struct token *piece)
{
    *at += strspn(*at, blanks);
    const bool quoted = **at == '"';
    piece->at = *at += quoted;
    piece->length = strcspn(*at, quoted ? "\"" : no_value);
    *at += piece->length + (quoted && (*at)[piece->length] == '"');
    return piece->length != 0 || quoted;
}

/* What follows the first word. */
static const char *behind_word(const char *line)
{
    line += strspn(line, blanks);
    line += strcspn(line, no_value);
    return line + strspn(line, blanks);
}

static bool is_comment(const char *at, const char *begin)
{
    return *at == '#' && (at == begin || at[-1] == ' ' || at[-1] == '\t');
}

/* A semicolon ends a line, too, unless it is in quotes or a comment. */
static const char *after_line(const char *at)
{
    for (const char *const begin = at; *(at += strcspn(at, "\n;\"#")) != '\0'; at++) {
        if (is_comment(at, begin) || *at == '"')
            at += strcspn(at + 1, *at == '"' ? "\"\n" : "\n") + (*at == '"');
        if (*at == '\n' || *at == ';')
            return at + 1;
    }
    return at;
}

/* Null: no parameter has this name. */
static const struct token *value_of(const struct scope *scope, struct token name)
{
    for (; scope != NULL; scope = scope->outer)
        for (unsigned i = 0; i < scope->count; i++)
            if (is_same(scope->parameters[i].name, name))
                return &scope->parameters[i].value;
    return NULL;
}

/* Appends a line without its comment, and with the values of \NAME.  Returns what follows the line. */
static const char *copy_part(const struct run *run, const struct scope *scope, const char *at,
                             struct text *line)
{
    static const char of_names[] = "abcdefghijklmnopqrstuvwxyz_";
    const char *const begin = at, *const next = after_line(at);
    const char *const end = next > at && strchr("\n;", next[-1]) != NULL ? next - 1 : next;
    for (; at < end && !is_comment(at, begin); at++) {
        if (*at != '\\') {
            const size_t plain = 1 + strcspn(at + 1, "\\#;\n");
            gen_text_raw(line, at, plain < (size_t)(end - at) ? plain : (size_t)(end - at));
            at += plain - 1;
            continue;
        }
        const struct token name = {at + 1, at[1] == '+' ? 1 : strspn(at + 1, of_names)};
        const struct token *const value = value_of(scope, name);
        if (value == NULL)
            fail(run, "what stands behind \\ is no parameter here");
        else
            gen_text_raw(line, value->at, value->length);
        at += name.length;
    }
    while (line->length != 0 && strchr(" \t", line->begin[line->length - 1]) != NULL)
        line->length--;
    return next;
}

/* The same; a line that ends with a comma goes on in the next. */
static const char *copy_line(struct run *run, const struct scope *scope, const char *at,
                             char into[LONGEST_LINE])
{
    struct text line;
    run->line = at;
    gen_text_init(&line, into, LONGEST_LINE);
    do
        at = copy_part(run, scope, at, &line);
    while (*at != '\0' && line.length != 0 && into[line.length - 1] == ',');
    (void)gen_text_c(&line);
    if (line.full)
        fail(run, "a line that is too long");
    return at;
}

static void write_register(struct text *text, enum abi abi, int64_t reg)
{
    static const char *const amd64[] = {"%rax", "%rdx", "%rcx", "%rbx", "%rsi", "%rdi", "%rbp", "%rsp"};
    if (abi == ABI_AMD64 && reg < (int64_t)COUNT(amd64))
        gen_text_string(text, amd64[reg]);
    else
        gen_text_format(text, "%s%" PRId64, is_in(ARMS, abi) ? "x" : "%r", reg);
}

void gen_text_fill_in(struct text *into, const char *form, size_t length)
{
    for (const char *at = form, *const end = form + length; at < end; at++) {
        char sum[64];
        int64_t number = 0;
        const bool is_register = *at == '@', is_sum = at[is_register] == '{';
        if (!is_register && !is_sum) {
            gen_text_char(into, *at);
            continue;
        }
        at += is_register + is_sum;
        const size_t size = is_sum ? strcspn(at, "}") : strspn(at, "0123456789");
        (void)number_of(&the_run, SAY(sum, "%.*s", (int)size, at), &number);
        if (is_register)
            write_register(into, the_run.text->emitter->abi, number);
        else
            gen_text_signed(into, number);
        at += size - !is_sum;
    }
}

/* --- Functions ------------------------------------------------------------------------------------------ */

static void finish_function(struct run *run)
{
    const bool was_inside = run->reading.inside;
    run->reading.inside = false;
    if (!was_inside || run->text->emitter->fault != NULL)
        return;
    run->text->done = run->text->only != NULL;
    if (run->text->take != NULL)
        run->text->take(run->text);
    else if (run->text->only == NULL)
        gen_emit_program(run->text->emitter);
}

static void begin_function(struct run *run, struct token name)
{
    struct program_text *const text = run->text;
    struct text about;
    run->skips = text->only != NULL && !is_same(whole(text->only), name);
    run->reading.inside = !run->skips;
    gen_text_init(&run->instructions, run->instructions_buffer, sizeof run->instructions_buffer);
    text->has_body = false;
    if (text->only != NULL)
        return;
    gen_text_init(&about, run->about, sizeof run->about);
    gen_text_fill_in(&about, name.at, name.length);
    text->about = gen_text_c(&about);
    text->weight = 0;
    (void)gen_begin_program(text->emitter, text->about);
}

/* .insn: its bytes, and its text, which lasts until the next function begins. */
static void read_instruction(struct run *run, const char *operands)
{
    char bytes[64];
    struct text *const text = &run->instructions;
    struct step step = {.kind = STEP_CODE, .text = text->begin + text->length};
    const size_t length = strcspn(operands, no_value);
    (void)number_of(run, SAY(bytes, "%.*s", (int)length, operands), &step.offset);
    operands += length + strspn(operands + length, blanks);
    gen_text_fill_in(text, operands, strlen(operands));
    gen_text_char(text, '\0');
    if (*operands == '\0' || step.offset <= 0 || text->full || run->reading.program->step_count == MAX_STEPS)
        fail(run, ".insn without bytes and an instruction, or there are too many");
    gen_add_step(run->reading.program, step);
}

/* An instruction, or what a line says of the whole function.  False: it is another line. */
static bool read_attribute(struct run *run, const char *line)
{
    struct program *const program = run->reading.program;
    const char *const operand = behind_word(line);
    if (begins_with(line, ".cfi_startproc"))
        program->simple = strcmp(operand, "simple") == 0;
    else if (begins_with(line, ".meaningless"))
        program->meaningless = true;
    else if (begins_with(line, ".section"))
        program->section = gen_section_named(operand);
    else if (begins_with(line, ".insn"))
        read_instruction(run, operand);
    else if (begins_with(line, ".zero"))
        (void)number_of(run, operand, &program->behind);
    else if (begins_with(line, ".weight"))
        (void)number_of(run, operand, &run->text->weight);
    else if (begins_with(line, ".body")) {
        run->text->has_body = true;
        run->text->body = program->step_count;
    } else
        return false;
    if (program->section == TEXT_SECTIONS)
        fail(run, "a section that is not known");
    return true;
}

/* A word that only this family has.  False: it is none. */
static bool read_word(const struct run *run, const char *line)
{
    char word[16];
    SAY(word, "%.*s", (int)strcspn(line, no_value), line);
    return run->text->read_word != NULL && run->text->read_word(run->text, word, behind_word(line));
}

static void read_step(struct run *run, const char *line)
{
    if (!run->reading.inside)
        fail(run, "a directive or code outside a function");
    else if (!read_word(run, line) && !read_attribute(run, line) &&
             gen_read_line(&run->reading, line) == READ_FAULT)
        fail(run, run->reading.fault);
}

/* --- Blocks --------------------------------------------------------------------------------------------- */

/* Lines from `body` on; `otherwise` is the line .else, or the end. */
struct block {
    const char *body, *otherwise, *end;
    const struct scope *scope;
};

static void run_lines(struct run *run, const char *at, const char *end, const struct scope *scope);

/* 1: the line begins a block; -1: it ends one. */
static int nesting_of(const char *line)
{
    static const char *const words[] = {".if",    ".irp",   ".rept", ".pick", ".let",
                                        ".macro", ".endif", ".endr", ".endm"};
    line += strspn(line, " \t");
    for (size_t i = 0; i < COUNT(words) && line[0] == '.' && strchr("irplme", line[1]) != NULL; i++)
        if (begins_with(line, words[i]))
            return i < 6 ? 1 : -1;
    return 0;
}

/* The block that begins at BODY; it may have others in it. */
static struct block find_block(const struct run *run, const char *body, const struct scope *scope)
{
    struct block block = {body, NULL, body, scope};
    for (int depth = 1; *block.end != '\0'; block.end = after_line(block.end)) {
        if (depth == 1 && begins_with(block.end, ".else"))
            block.otherwise = block.end;
        depth += nesting_of(block.end);
        if (depth == 0)
            break;
    }
    if (*block.end == '\0')
        fail(run, "a block without an end");
    block.otherwise = block.otherwise != NULL ? block.otherwise : block.end;
    return block;
}

static void run_with(struct run *run, const struct block *block, struct token name, struct token value)
{
    const struct scope scope = {block->scope, 1, {{name, value}}};
    run_lines(run, block->body, block->end, &scope);
}

static void run_each(struct run *run, const char *list, const struct block *block)
{
    struct token name, value;
    (void)take(&list, &name);
    while (take(&list, &value))
        run_with(run, block, name, value);
}

/* .rept: the block COUNT times; \+ is how many times it ran before. */
static void run_repeated(struct run *run, const char *count, const struct block *block)
{
    char number[24];
    int64_t times = 0;
    (void)number_of(run, count, &times);
    for (int64_t i = 0; i < times && run->text->emitter->fault == NULL; i++)
        run_with(run, block, whole("+"), whole(SAY(number, "%" PRId64, i)));
}

/* .pick: the block once, with a value drawn from the list. */
static void run_picked(struct run *run, const char *list, const struct block *block)
{
    struct token name, value = whole("");
    unsigned count = 0;
    (void)take(&list, &name);
    for (const char *at = list; take(&at, &value);)
        count++;
    for (uint64_t left = count != 0 ? random_below(run->names.random, count) + 1 : 0; left > 0; left--)
        (void)take(&list, &value);
    run_with(run, block, name, value);
}

/* .let: the block once; the name in it stands for the number that the sum is now. */
static void run_let(struct run *run, const char *words, const struct block *block)
{
    char number[24];
    int64_t value = 0;
    struct token name;
    (void)take(&words, &name);
    (void)number_of(run, words + strspn(words, blanks), &value);
    run_with(run, block, name, whole(SAY(number, "%" PRId64, value)));
}

static void run_if(struct run *run, const char *condition, const struct block *block)
{
    int64_t holds = 0;
    if (!number_of(run, condition, &holds))
        return;
    if (holds != 0)
        run_lines(run, block->body, block->otherwise, block->scope);
    else if (block->otherwise != block->end)
        run_lines(run, after_line(block->otherwise), block->end, block->scope);
}

/* .macro: takes its head from the text itself, as HEAD is a copy that does not last. */
static void add_macro(struct run *run, const char *head, const struct block *block)
{
    (void)head;
    if (run->macro_count == MOST_MACROS)
        fail(run, "too many macros");
    else
        run->macros[run->macro_count++] = (struct macro){behind_word(run->line), block->body, block->end};
}

static const struct {
    const char *word;
    void (*run)(struct run *run, const char *operand, const struct block *block);
} blocks[] = {{".irp", run_each}, {".rept", run_repeated}, {".pick", run_picked},
              {".let", run_let},  {".if", run_if},         {".macro", add_macro}};

/* False: the line does not begin with the name of a macro. */
static bool run_macro(struct run *run, const char *line)
{
    const char *head = NULL;
    const struct macro *macro = run->macros, *const end = macro + run->macro_count;
    struct scope scope = {.count = 0};
    struct parameter *each = scope.parameters;
    struct token name, word;
    if (*line == '.')
        return false;
    (void)take(&line, &word);
    for (; macro < end; macro++) {
        head = macro->head;
        if (take(&head, &name) && is_same(name, word))
            break;
    }
    if (macro == end)
        return false;
    for (; scope.count < MOST_PARAMETERS && take(&head, &each->name); scope.count++, each++)
        if (!take(&line, &each->value))
            fail(run, "a macro with too few operands");
    if (++run->depth > DEEPEST)
        fail(run, "macros that go too deep");
    else
        run_lines(run, macro->body, macro->end, &scope);
    run->depth--;
    return true;
}

/* The colon behind a function's name; the name may have colons in it. */
static const char *end_of_name(const char *line)
{
    const char *colon = strchr(line, ':');
    while (colon != NULL && colon[1] != '\t' && colon[1] != '\0')
        colon = strchr(colon + 1, ':');
    return colon;
}

/* .cfi_sections: from here on functions are in units of their own. */
static void begin_unit(struct run *run, const char *sections)
{
    SAY(run->sections, "%s", sections);
    gen_begin_unit(run->text->emitter, run->sections, strstr(sections, ".sframe") != NULL);
}

/* A line that begins in the first column has a function's name, or stands outside functions.  Returns what
 * follows the line, or the block that it begins. */
static const char *run_line(struct run *run, const char *line, const char *next, const struct scope *scope)
{
    const bool outside = strchr(blanks, *line) == NULL;
    const char *const colon = outside ? end_of_name(line) : NULL;
    if (outside)
        finish_function(run);
    if (colon != NULL)
        begin_function(run, (struct token){line, (size_t)(colon - line)});
    line = colon != NULL ? colon + 1 : line;
    line += strspn(line, blanks);
    for (size_t i = 0; i < COUNT(blocks); i++)
        if (begins_with(line, blocks[i].word)) {
            const struct block block = find_block(run, next, scope);
            if (run->text->emitter->fault == NULL)
                blocks[i].run(run, behind_word(line), &block);
            next = after_line(block.end);
            line = "";
        }
    if (begins_with(line, ".cfi_sections"))
        begin_unit(run, behind_word(line));
    else if (*line != '\0' && !(colon != NULL && run->skips) && !run_macro(run, line))
        read_step(run, line);
    if (outside && colon == NULL)
        finish_function(run);
    return next;
}

static void run_lines(struct run *run, const char *at, const char *end, const struct scope *scope)
{
    char line[LONGEST_LINE];
    while (at < end && run->text->emitter->fault == NULL && !run->text->done) {
        if (run->skips && strchr(blanks, *at) != NULL) {
            at = after_line(at);
            continue;
        }
        const char *const next = copy_line(run, scope, at, line);
        at = *line != '\0' ? run_line(run, line, next, scope) : next;
    }
}

/* --- Texts ---------------------------------------------------------------------------------------------- */

/* Registers: `other` can hold a pointer for the whole function, `spare` for a while.  `vector` (xmm0, d8, f8)
 * holds a number with a fraction; functions keep it for their callers, if they keep any such register. */
static const struct {
    uint8_t other, spare, vector;
} kept[ABIS] = {[ABI_AMD64] = {10, 12, 17},
                [ABI_AARCH64] = {19, 20, 72},
                [ABI_AARCH64_BE] = {19, 20, 72},
                [ABI_S390X] = {9, 4, 24}};

static void name_facts(struct name names[NAMES_OF_ABI], enum abi abi)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const struct name of_abi[NAMES_OF_ABI] = {{"sp", facts->sp},
                                              {"fp", facts->fp},
                                              {"ra", facts->ra},
                                              {"other", kept[abi].other},
                                              {"spare", kept[abi].spare},
                                              {"vector", kept[abi].vector},
                                              {"entry", facts->cfa_at_entry},
                                              {"usual_cfa", facts->usual.cfa},
                                              {"usual_ra", facts->usual.ra},
                                              {"usual_fp", facts->usual.fp},
                                              {"cfa_factor", facts->cfa_factor},
                                              {"cfa_addend", facts->cfa_addend},
                                              {"piece", gen_code_piece(abi)},
                                              {"pushes_ra", facts->call_pushes_ra},
                                              {"signs_ra", facts->signs_ra},
                                              {"amd", is_in(AMD, abi)},
                                              {"arm", is_in(ARMS, abi)},
                                              {"s390", is_in(S390, abi)}};
    memcpy(names, of_abi, sizeof of_abi);
}

/* Finds the text NAME, or NAME_MACHINE for the ABI's machine.  False: there is neither. */
static bool find_text(struct run *run, const char *name, enum abi abi)
{
    static const char *const machines[ABIS] = {"_amd64", "_aarch64", "_aarch64", "_s390x"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *const rest = texts[i].name + length;
        if (strncmp(texts[i].name, name, length) == 0 &&
            (*rest == '\0' || strcmp(rest, machines[abi]) == 0)) {
            run->name = texts[i].name;
            run->begin = texts[i].text;
            return true;
        }
    }
    return false;
}

void gen_read_text(struct program_text *text)
{
    struct run *const run = &the_run;
    struct program_emitter *const emitter = text->emitter;
    const struct directives *const directives =
        strcmp(text->name, GEN_DIRECTIVES) != 0 ? gen_directives(emitter) : NULL;
    struct scope lists = {.count = 0};
    if (run->text != NULL) {
        emitter->fault = "a text is read while another is";
        return;
    }
    run->name = text->name;
    run->begin = text->words;
    if (text->words == NULL && !find_text(run, text->name, emitter->abi)) {
        emitter->fault = "a text that is not there";
        return;
    }
    run->text = text;
    run->reading.abi = emitter->abi;
    run->reading.names = &run->names;
    run->reading.directives = directives;
    run->reading.program = &emitter->program;
    run->reading.inside = run->skips = false;
    run->macro_count = run->depth = 0;
    run->names = (struct names){run->of_abi, text->names,
                                text->random != NULL ? text->random : &emitter->random, text->kept};
    name_facts(run->of_abi, emitter->abi);
    if (directives != NULL)
        lists = (struct scope){.count = 2,
                               .parameters = {{whole("first"), whole(directives->first_names)},
                                              {whole("later"), whole(directives->later_names)}}};
    run_lines(run, run->begin, run->begin + strlen(run->begin), &lists);
    finish_function(run);
    if (text->only != NULL && !text->done)
        fail(run, "it has not the function that is to be read");
    run->text = NULL;
}

bool gen_text_number(const char *words, int64_t *number)
{
    return number_of(&the_run, words, number);
}

void gen_programs_text(struct program_emitter *emitter)
{
    gen_read_text(&(struct program_text){.emitter = emitter, .name = emitter->family});
}
