/* The possible outcomes of a vector; docs/protocol.md says when each one applies.  Those from SAME to TROUBLE
 * are outcomes of what a writer made. */
#pragma once

/* OUTCOME(number, name, counts_against, judged).  Judged: the answer was compared with something from which
 * it could have differed, or it is a failure.  NOT_RUN, the last one: the runner gave up before it asked the
 * vector. */
#define OUTCOMES(OUTCOME)                                                                                    \
    OUTCOME(PASS, "pass", false, true)                                                                       \
    OUTCOME(FAIL, "fail", true, true)                                                                        \
    OUTCOME(READING, "reading", false, true)                                                                 \
    OUTCOME(UNREAD, "unread", true, true)                                                                    \
    OUTCOME(INCONSISTENT, "inconsistent", true, true)                                                        \
    OUTCOME(UNSTEADY, "unsteady", true, true)                                                                \
    OUTCOME(UNSUPPORTED, "unsupported", false, false)                                                        \
    OUTCOME(UNJUDGED, "unjudged", false, false)                                                              \
    OUTCOME(OUTSIDE, "outside", false, false)                                                               \
    OUTCOME(SAME, "same", false, true)                                                                       \
    OUTCOME(ABSENT, "absent", false, false)                                                                  \
    OUTCOME(OMITS, "omits", false, false)                                                                    \
    OUTCOME(REFUSED, "refused", false, false)                                                                \
    OUTCOME(HIDES, "hides", true, true)                                                                      \
    OUTCOME(WRONG, "wrong", true, true)                                                                      \
    OUTCOME(TROUBLE, "trouble", true, true)                                                                  \
    OUTCOME(CRASH, "crash", true, true)                                                                      \
    OUTCOME(EXIT, "exit", true, true)                                                                        \
    OUTCOME(HANG, "hang", true, true)                                                                        \
    OUTCOME(FLOOD, "flood", true, true)                                                                      \
    OUTCOME(GARBAGE, "garbage", true, true)                                                                  \
    OUTCOME(STRAY, "stray", true, true)                                                                      \
    OUTCOME(NOT_RUN, "not-run", true, false)

enum outcome {
#define OUTCOME(number, name, against, judged) number,
    OUTCOMES(OUTCOME)
#undef OUTCOME
        OUTCOME_COUNT
};
