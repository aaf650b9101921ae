#include "show.h"

#include "notation/notation.h"
#include "assembly.h"
#include "sayable.h"

#include <string.h>

enum { LONGEST_TEXT = 1 << 17 };

/* In default rows if they can say it, else in flexible ones.  False: neither can. */
static bool say_for(struct section *section, enum profile profile, enum abi abi, const struct truth *truth)
{
    if (truth->by_labels || truth->size > UINT32_MAX || !gen_can_say(profile, abi, truth))
        return false;
    gen_say(section, profile, abi, truth, false);
    if (gen_verdict_of_said(section) != VERDICT_VALID && gen_profile_facts[profile].has_flexible)
        gen_say(section, profile, abi, truth, true);
    return gen_verdict_of_said(section) == VERDICT_VALID;
}

/* --- The text ------------------------------------------------------------------------------------------- */

/* The lines of a function alone. */
struct lines {
    char words[LONGEST_TEXT];
};

static void print_function(struct lines *lines, const struct section *section)
{
    struct text text;
    gen_text_init(&text, lines->words, sizeof lines->words);
    gen_notation_print_function(&text, section, &section->functions[0]);
    (void)gen_text_c(&text);
}

static void print_comments(struct text *text, const char *lines)
{
    for (const char *line = lines, *end = strchr(line, '\n'); end != NULL; line = end + 1, end = strchr(line, '\n')) {
        gen_text_string(text, "# ");
        gen_text_raw(text, line, (size_t)(end + 1 - line));
    }
}

static void print_comment(struct text *text, const char *words, const char *about)
{
    gen_text_format(text, "# %s%s\n", words, about);
}

static void print_directives(struct text *text, const struct program_emitter *emitter, bool by_labels)
{
    static struct lines lines;
    struct text program;
    gen_text_init(&program, lines.words, sizeof lines.words);
    gen_write_program(&program, emitter->abi, "f0", &emitter->program, by_labels);
    print_comments(text, gen_text_c(&program));
}

/* What CFI says, as comments.  Rows are of version 1, which has none without words: so all rules are named. */
static void print_truth(struct text *text, enum abi abi, const struct truth *truth)
{
    static struct section section;
    static struct lines lines;
    gen_say(&section, PROFILE_V1, abi, truth, false);
    print_function(&lines, &section);
    print_comments(text, lines.words);
}

/* One text for all versions that have the same rows.  Returns the profiles that can say it, a bit each. */
static unsigned print_texts(struct text *text, enum abi abi, const struct truth *truth)
{
    static struct section sections[PROFILES];
    static struct lines lines[PROFILES];
    unsigned said = 0, printed = 0;
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        if (abi_known(profile, abi) && say_for(&sections[profile], profile, abi, truth)) {
            print_function(&lines[profile], &sections[profile]);
            said |= 1U << profile;
        }
    for (enum profile first = PROFILE_V1; first < PROFILES; first++) {
        unsigned same = 0;
        for (enum profile other = first; other < PROFILES; other++)
            if (((said & ~printed) >> other & 1) != 0 && strcmp(lines[first].words, lines[other].words) == 0)
                same |= 1U << other;
        if ((same >> first & 1) == 0)
            continue;
        gen_text_string(text, printed != 0 ? "---\n" : "");
        gen_notation_print_section(text, &sections[first], same);
        gen_text_string(text, lines[first].words);
        printed |= same;
    }
    return said;
}

static void print_unsaid(struct text *text, enum abi abi, unsigned said)
{
    const char *words = "# not to be described in";
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++) {
        if (!abi_known(profile, abi) || (said >> profile & 1) != 0)
            continue;
        gen_text_format(text, "%s %s", words, profile_name(profile));
        words = "";
    }
    gen_text_string(text, words[0] == '\0' ? ", which cannot say it\n" : "");
}

static void print(struct text *text, const struct program_emitter *emitter, const struct truth *truth)
{
    print_directives(text, emitter, truth->by_labels);
    if (truth->contested != NULL)
        print_comment(text, "contested: ", truth->contested);
    if (!emitter->wants_sframe)
        print_comment(text, "there is to be no section: .cfi_sections names ", emitter->sections);
    if (truth->by_labels && truth->count <= MAX_ROWS) {
        print_comment(text, "the assembler chooses sizes: the row N is that of the label f0.N", "");
        print_truth(text, emitter->abi, truth);
        return;
    }
    if (truth->count > MAX_ROWS) {
        print_comment(text, "it has more rows than a text", "");
        return;
    }
    const unsigned said = print_texts(text, emitter->abi, truth);
    if (said == 0)
        print_truth(text, emitter->abi, truth);
    print_unsaid(text, emitter->abi, said);
}

void gen_show_program(void *into, const struct program_emitter *emitter, const struct truth *truth)
{
    struct text *const text = into;
    gen_text_format(text, "%s# %s\n", emitter->emitted > 1 ? "\n" : "", gen_program_id(emitter));
    print(text, emitter, truth);
}
