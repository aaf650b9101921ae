/* What the files of twins_layout share. */
#ifndef GENERATOR_FAMILIES_FAULTS_TWINS_LAYOUT_H
#define GENERATOR_FAMILIES_FAULTS_TWINS_LAYOUT_H

#include "shapes/faults.h"

struct change {
    const char *clause, *way;
    unsigned profiles, abis;
    const struct twin *twin;
    void (*make)(struct section *section);
    unsigned asked;
};

#define PLAIN &gen_twin_plain

/* The clauses on ABIs, function entries, index and attributes, and a twin of theirs. */
extern const struct change gen_function_changes[];
extern const unsigned gen_function_change_count;
extern const struct twin gen_twin_masked;

/* Changes of the plain twin and of the small one. */
void gen_drop_words(struct section *section);
void gen_two_more(struct section *section);
void gen_many_functions(struct section *section);
void gen_many_rows(struct section *section);
void gen_words_of_two(struct section *section);
void gen_second_without_rows(struct section *section);
void gen_pcrel(struct section *section);
void gen_pcrel_alone(struct section *section);
void gen_change_cfa(struct section *section);
void gen_change_fp(struct section *section);
void gen_change_ra(struct section *section);
void gen_aux_60(struct section *section);

#endif
