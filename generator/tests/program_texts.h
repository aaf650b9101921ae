/* Tests of texts of CFI programs (programs/texts.h). */
#ifndef GENERATOR_TESTS_PROGRAM_TEXTS_H
#define GENERATOR_TESTS_PROGRAM_TEXTS_H

void test_texts_become_functions(void **state);
void test_what_is_wrong_with_a_text_is_said_with_its_line(void **state);

#endif
