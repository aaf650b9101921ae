/* What can come of a vector; docs/protocol.md says when which does.  From SAME to TROUBLE: of what a writer
 * made. */
#ifndef CONFORM_OUTCOME_H
#define CONFORM_OUTCOME_H

/* OUTCOME(number, name, counts_against)  the last one: the runner gave up before it was asked */
#define OUTCOMES(OUTCOME)                                                                                    \
    OUTCOME(PASS, "pass", false)                                                                             \
    OUTCOME(FAIL, "fail", true)                                                                              \
    OUTCOME(READING, "reading", false)                                                                       \
    OUTCOME(UNREAD, "unread", true)                                                                          \
    OUTCOME(INCONSISTENT, "inconsistent", true)                                                              \
    OUTCOME(UNSUPPORTED, "unsupported", false)                                                               \
    OUTCOME(SAME, "same", false)                                                                             \
    OUTCOME(ABSENT, "absent", false)                                                                         \
    OUTCOME(OMITS, "omits", false)                                                                           \
    OUTCOME(REFUSED, "refused", false)                                                                       \
    OUTCOME(HIDES, "hides", true)                                                                            \
    OUTCOME(WRONG, "wrong", true)                                                                            \
    OUTCOME(TROUBLE, "trouble", true)                                                                        \
    OUTCOME(CRASH, "crash", true)                                                                            \
    OUTCOME(EXIT, "exit", true)                                                                              \
    OUTCOME(HANG, "hang", true)                                                                              \
    OUTCOME(FLOOD, "flood", true)                                                                            \
    OUTCOME(GARBAGE, "garbage", true)                                                                        \
    OUTCOME(STRAY, "stray", true)                                                                            \
    OUTCOME(NOT_RUN, "not-run", true)

enum outcome {
#define OUTCOME(number, name, against) number,
    OUTCOMES(OUTCOME)
#undef OUTCOME
        OUTCOME_COUNT
};

#endif
