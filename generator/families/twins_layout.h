/* What the files of twins_layout share. */
#ifndef GENERATOR_TWINS_LAYOUT_H
#define GENERATOR_TWINS_LAYOUT_H

#include "../faults.h"

struct change {
    const char *clause, *way;
    unsigned profiles, abis;
    const struct twin *twin;
    void (*make)(struct section *section);
    unsigned asked;
};

#define PLAIN &twin_plain

/* The clauses on ABIs, function entries, index and attributes, and a twin of theirs. */
extern const struct change function_changes[];
extern const unsigned function_change_count;
extern const struct twin twin_masked;

/* Changes of the plain twin and of the small one. */
void drop_words(struct section *section);
void two_more(struct section *section);
void many_functions(struct section *section);
void many_rows(struct section *section);
void words_of_two(struct section *section);
void second_without_rows(struct section *section);
void pcrel(struct section *section);
void pcrel_alone(struct section *section);
void change_cfa(struct section *section);
void change_fp(struct section *section);
void change_ra(struct section *section);
void aux_60(struct section *section);

#endif
