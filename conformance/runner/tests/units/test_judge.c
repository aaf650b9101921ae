/* Tests the outcome of single answers that have unusual JSON and numbers. */
#include "../../judge/declaration.h"

/* cmocka.h expects these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table)  (sizeof(table) / sizeof *(table))
#define SIXTEEN(text) text text text text text text text text text text text text text text text text
#define FOUR(text)    text text text text

/* All vectors are asked as request 1, on AMD64. */
struct row {
    const char *operation, *class, *expect, *answer;
    enum outcome outcome;
    const char *words; /* in the reason */
};

#define VALID_LOOKUP(answer, outcome, words)                                                                 \
    {                                                                                                        \
        "lookup", "valid", LOOKUP_EXPECT, answer, outcome, words                                             \
    }
#define LOOKUP_EXPECT                                                                                        \
    "{\"pc\":\"0x10\",\"row\":0,\"cfa\":{\"base\":\"sp\",\"offset\":16},\"ra\":\"undefined\"}"
#define LOOKUP_ANSWER(pc, row, base, offset)                                                                 \
    "{\"request\":1,\"pc\":" pc ",\"row\":" row ",\"cfa\":{\"base\":" base ",\"offset\":" offset             \
    "},\"ra\":\"undefined\"}"

static const struct row lookups[] = {
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "16"), PASS, ""),
    /* Numbers. */
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "-0", "\"sp\"", "16"), PASS, ""),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "1 6"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "016"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "16.0"), GARBAGE, "wrong type of offset"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "1e400"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "18446744073709551632"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "9223372036854775807"), FAIL, "cfa.offset"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "-9223372036854775808"), FAIL, "cfa.offset"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "true", "\"sp\"", "16"), GARBAGE, "wrong type of row"),
    /* Addresses. */
    VALID_LOOKUP(LOOKUP_ANSWER("\"0X0000000000000000010\"", "0", "\"sp\"", "16"), PASS, ""),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10000000000000010\"", "0", "\"sp\"", "16"), GARBAGE, "wrong type of pc"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"16\"", "0", "\"sp\"", "16"), GARBAGE, "wrong type of pc"),
    VALID_LOOKUP(LOOKUP_ANSWER("16", "0", "\"sp\"", "16"), GARBAGE, "wrong type of pc"),
    /* Strings. */
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"\\u0073p\"", "16"), PASS, ""),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"r7\"", "16"), PASS, ""),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"SP\"", "16"), FAIL, "cfa.base"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\\u0000\"", "16"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"\\ud800\"", "16"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"\xed\xa0\x80\"", "16"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"\xc1\xb3p\"", "16"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"s\\p\"", "16"), GARBAGE, "not JSON"),
    /* Members. */
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0,\"row\":0", "\"sp\"", "16"), GARBAGE, "not JSON"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "16,\"deref\":false"), PASS, ""),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "16,\"deref\":true"), FAIL, "cfa.deref"),
    VALID_LOOKUP(LOOKUP_ANSWER("\"0x10\"", "0", "\"sp\"", "16,\"size\":1"), GARBAGE, "no schema names"),
    VALID_LOOKUP("{\"request\":1}", FAIL, "got nothing"),
    VALID_LOOKUP("{\"request\":1,\"none\":\"row\"}", FAIL, "a row was expected"),
};

#define VALID_CHECK(answer, outcome, words)                                                                  \
    {                                                                                                        \
        "check", "valid", "{\"verdict\":\"valid\"}", answer, outcome, words                                  \
    }

static const struct row lines[] = {
    VALID_CHECK(" { \"request\" : 1 , \"verdict\" : \"valid\" } \r", PASS, ""),
    VALID_CHECK("{\"verdict\":\"valid\",\"request\":1}", PASS, ""),
    VALID_CHECK("{\"request\":1 \"verdict\":\"valid\"}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":01,\"verdict\":\"valid\"}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":1,,\"verdict\":\"valid\"}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":1,\"verdict\":\"valid\",}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":1,\"verdict\":\"valid\"}}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":1,\"verdict\":\"valid\"", GARBAGE, "not JSON"),
    VALID_CHECK("\xef\xbb\xbf{\"request\":1,\"verdict\":\"valid\"}", GARBAGE, "not JSON"),
    VALID_CHECK("", GARBAGE, "not JSON"),
    VALID_CHECK("1", GARBAGE, "not JSON"), /* only objects and lists are parsed */
    VALID_CHECK("[]", GARBAGE, "not an object"),
    VALID_CHECK("{\"request\":1.0,\"verdict\":\"valid\"}", GARBAGE, "no number"),
    VALID_CHECK("{\"request\":-1,\"verdict\":\"valid\"}", STRAY, "another request"),
    VALID_CHECK("{\"request\":18446744073709551617,\"verdict\":\"valid\"}", GARBAGE, "not JSON"),
    VALID_CHECK("{\"request\":1,\"verdict\":\"valid\",\"violations\":" FOUR(SIXTEEN("["))
                    FOUR(SIXTEEN("]")) "}",
                GARBAGE, "nested"),
    VALID_CHECK("{\"request\":1,\"verdict\":\"valid\",\"section\":\"" FOUR(SIXTEEN("[")) "\"}", PASS, ""),
    VALID_CHECK("{\"request\":1,\"verdict\":\"malformed\"}", FAIL, "an error where"),
    VALID_CHECK("{\"request\":1,\"error\":\"no\"}", FAIL, "an error where an answer is due: no"),
    VALID_CHECK("{\"request\":1,\"unsupported\":\"no\"}", UNSUPPORTED, "no"),
    {"check", "valid", "{}", "{\"request\":1,}", GARBAGE, "not JSON"},
    {"flip", "valid", "{\"bytes\":\"abcd\"}", "{\"request\":1,\"bytes\":\"AbcD\"}", PASS, ""},
    {"flip", "valid", "{\"bytes\":\"abcd\"}", "{\"request\":1,\"bytes\":\"abc\"}", GARBAGE, "wrong type"},
    {"lookup", "valid", "{\"none\":\"row\"}", "{\"request\":1,\"none\":\"unknown\"}", PASS, ""},
    {"lookup", "valid", "{\"none\":\"row\"}", "{\"request\":1,\"none\":\"function\"}", FAIL, "none"},
};

/* A wrong vector makes no answer pass, and does not crash the judge. */
#define WRONG(operation, class, expect)                                                                      \
    {                                                                                                        \
        operation, class, expect, "{\"request\":1,\"row\":0,\"cfa\":{\"base\":\"sp\",\"offset\":16}}", FAIL, \
            "the vector is wrong"                                                                            \
    }

static const struct row wrong[] = {
    WRONG("lookup", "valid", "[]"),
    WRONG("lookup", "valid", "{\"row\":1e400}"),
    WRONG("lookup", "valid", "{\"row\":\"0\"}"),
    WRONG("lookup", "valid", "{\"cfa\":{}}"),
    WRONG("lookup", "valid", "{\"cfa\":{\"base\":\"sp\"}}"),
    WRONG("lookup", "malformed", "{}"),
    WRONG("lookup", "malformed", "{\"accept\":\"error\"}"),
    WRONG("lookup", "malformed", "{\"accept\":[1]}"),
    WRONG("lookup", "irregular", "{\"accept\":[\"answer\"],\"answer\":{\"cfa\":7}}"),
    WRONG("lookup", "contested", "{}"),
    WRONG("lookup", "contested", "{\"readings\":[]}"),
    WRONG("lookup", "contested", "{\"readings\":[7]}"),
    WRONG("lookup", "contested", "{\"readings\":[{\"accept\":[\"error\"]}]}"),
    WRONG("lookup", "contested", "{\"readings\":[{\"reading\":\"a\"}]}"),
    WRONG("lookup", "contested", "{\"readings\":[{\"reading\":\"a\",\"accept\":[{}]}]}"),
    WRONG("lookup", "contested", "{\"readings\":[{\"reading\":\"a\",\"answer\":[]}]}"),
};

static struct vector *vector_of(const struct row *row)
{
    char line[4000];
    const char *fault;
    const int size = snprintf(line, sizeof line,
                              "{\"id\":\"a/b\",\"profile\":\"v2\",\"abi\":\"amd64\",\"operation\":\"%s\","
                              "\"class\":\"%s\",\"clauses\":[],\"input\":{\"bytes\":\"e2de\","
                              "\"address\":\"0x0\",\"pc\":\"0x10\"},\"expect\":%s}",
                              row->operation, row->class, row->expect);
    struct vector *const vector = runner_vector_read((struct span){line, (size_t)size}, &fault);
    if (vector == NULL)
        fail_msg("%s: %s", row->expect, fault);
    return vector;
}

static void judge_all(const struct row *rows, size_t count)
{
    static const struct declaration declaration = {0};
    for (const struct row *row = rows; row < rows + count; row++) {
        static struct judgement judgement;
        struct vector *const vector = vector_of(row);
        runner_judge(vector, &declaration, CONTRACT, 1, runner_span_of(row->answer), &judgement);
        if (judgement.outcome != row->outcome || strstr(judgement.reason, row->words) == NULL)
            fail_msg("%s of %s: %s: %s", row->answer, row->expect, runner_outcome_names[judgement.outcome],
                     judgement.reason);
        runner_vector_release(vector);
    }
}

static void an_answer_is_compared_by_its_values(void **state)
{
    (void)state;
    judge_all(lookups, COUNT(lookups));
}

static void a_line_is_an_answer_or_garbage(void **state)
{
    (void)state;
    judge_all(lines, COUNT(lines));
}

static void a_zero_byte_is_no_json(void **state)
{
    static const char answer[] = "{\"verdict\":\"valid\",\"request\":1\0}";
    static const struct row asked = VALID_CHECK("", GARBAGE, "zero byte, at byte 30");
    static const struct declaration declaration = {0};
    static struct judgement judgement;
    struct vector *const vector = vector_of(&asked);
    (void)state;
    runner_judge(vector, &declaration, CONTRACT, 1, (struct span){answer, sizeof answer - 1}, &judgement);
    assert_int_equal(judgement.outcome, GARBAGE);
    assert_non_null(strstr(judgement.reason, asked.words));
    runner_vector_release(vector);
}

static void a_vector_that_is_wrong_passes_nobody(void **state)
{
    (void)state;
    judge_all(wrong, COUNT(wrong));
}

enum { MANY = 3 * DIFFERENCES_MAX, TEXT_MAX = 2000 };

static void put_functions(char text[TEXT_MAX], const char *begin, unsigned start)
{
    FILE *const out = fmemopen(text, TEXT_MAX, "w");
    (void)fprintf(out, "{%s\"version\":2,\"functions\":[", begin);
    for (unsigned i = 0; i < MANY; i++)
        (void)fprintf(out, "%s{\"start\":\"0x%x\"}", i > 0 ? "," : "", start + i);
    (void)fputs("]}", out);
    (void)fclose(out);
}

static void differences_beyond_their_room_are_counted(void **state)
{
    static struct judgement judgement;
    static const struct declaration declaration = {0};
    char expect[TEXT_MAX], answer[TEXT_MAX];
    (void)state;
    put_functions(expect, "", 0);
    struct vector *const vector =
        vector_of(&(struct row){.operation = "decode", .class = "valid", .expect = expect});
    put_functions(answer, "\"request\":1,", 1000);
    runner_judge(vector, &declaration, CONTRACT, 1, runner_span_of(answer), &judgement);
    assert_int_equal(judgement.outcome, FAIL);
    assert_int_equal(judgement.count, MANY);
    assert_string_equal(judgement.differences[DIFFERENCES_MAX - 1].path, "functions[15].start");
    assert_non_null(strstr(judgement.reason, "(and 47 more)"));
    runner_vector_release(vector);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_compared_by_its_values),
        cmocka_unit_test(a_line_is_an_answer_or_garbage),
        cmocka_unit_test(a_zero_byte_is_no_json),
        cmocka_unit_test(a_vector_that_is_wrong_passes_nobody),
        cmocka_unit_test(differences_beyond_their_room_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
