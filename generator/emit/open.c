#include "open.h"

static const char *touched_function(struct question *question, const struct function *function)
{
    question->function = function;
    const char *ledger = gen_open_point_of_function(question);
    for (uint32_t i = 0; i < function->row_count && ledger == NULL; i++) {
        question->row = gen_function_row(question->section, function, i);
        ledger = gen_open_point_of_row(question);
    }
    return ledger;
}

static const char *touched_at_pc(struct question *question)
{
    const struct answer_lookup found = question->found = gen_look_up(question->section, question->pc);
    if (found.found == FOUND_NO_FUNCTION)
        return NULL;
    question->function = &question->section->functions[found.function];
    bool in_row =
        question->function->row_count > 0 && (found.found == FOUND_ROW || found.found == FOUND_ERROR);
    question->row = in_row ? gen_function_row(question->section, question->function, found.row) : NULL;
    const char *ledger = gen_open_point_of_function(question);
    return ledger != NULL || !in_row ? ledger : gen_open_point_of_row(question);
}

/* An open point among the reasons why the section cannot be read.  If one reason rests on no open point, all
 * refuse the section, and the answer is null. */
static const char *touched_faults(struct question *question)
{
    const char *ledger = NULL;
    for (uint32_t i = 0; i < question->violations->count; i++) {
        question->fault = &question->violations->list[i];
        if (question->fault->severity != SEVERITY_MALFORMED)
            continue;
        ledger = gen_open_point_of_fault(question);
        if (ledger == NULL)
            return NULL;
    }
    return ledger;
}

static const char *touched_anywhere(struct question *question)
{
    const char *ledger = gen_open_point_of_section(question);
    for (uint32_t i = 0; i < question->section->function_count && ledger == NULL; i++)
        ledger = touched_function(question, &question->section->functions[i]);
    return ledger;
}

static const char *touched_by_answer(struct question *question)
{
    if (question->vector_class == CLASS_MALFORMED)
        return touched_faults(question);
    if (question->operation != OPERATION_LOOKUP)
        return touched_anywhere(question);
    /* A check of a valid section, which comes before, rests on each point of it on which a lookup could. */
    const char *ledger = question->vector_class == CLASS_VALID ? NULL : gen_open_point_of_section(question);
    return ledger != NULL ? ledger : touched_at_pc(question);
}

/* The point on which a check of the section rests.  It counts for all questions about valid bytes: a reader
 * that finds a breach may refuse the section.  It is computed once for each section. */
static const char *touched_by_check_of(struct emitter *emitter, const struct question *question)
{
    if (question->vector_class != CLASS_VALID || question->operation == OPERATION_CHECK)
        return NULL;
    if (!emitter->check_is_known) {
        struct question check = *question;
        check.operation = OPERATION_CHECK;
        emitter->check_point = touched_anywhere(&check);
    }
    emitter->check_is_known = true;
    return emitter->check_point;
}

static struct question question_of(const struct emitter *emitter, enum vector_class vector_class,
                                   enum operation operation, uint64_t pc)
{
    return (struct question){.section = &emitter->section,
                             .encoded = &emitter->encoded,
                             .violations = &emitter->violations,
                             .vector_class = vector_class,
                             .operation = operation == OPERATION_FLIP     ? OPERATION_DECODE
                                          : operation == OPERATION_UNWIND ? OPERATION_LOOKUP
                                                                          : operation,
                             .pc = pc};
}

const char *gen_open_point_of_vector(struct emitter *emitter, enum vector_class vector_class,
                                     enum operation operation, uint64_t pc)
{
    if (operation == OPERATION_UNWIND && vector_class != CLASS_MALFORMED)
        return gen_open_point_of_trace(emitter, emitter->vector.trace);
    struct question question = question_of(emitter, vector_class, operation, pc);
    const char *ledger = touched_by_check_of(emitter, &question);
    return ledger != NULL ? ledger : touched_by_answer(&question);
}

/* Every frame but the topmost one is looked up at its PC and at the byte before: if these lead to different
 * rows, the trace rests on caller-pc.  The check is the same for all PCs. */
const char *gen_open_point_of_trace(struct emitter *emitter, const struct trace *trace)
{
    enum vector_class vector_class =
        gen_verdict_of(&emitter->violations) == VERDICT_VALID ? CLASS_VALID : CLASS_IRREGULAR;
    struct question question = question_of(emitter, vector_class, OPERATION_LOOKUP, 0);
    const char *point = trace->count > 0 ? touched_by_check_of(emitter, &question) : NULL;
    for (uint32_t i = 0; i < trace->count && point == NULL; i++) {
        question.pc = trace->frames[i].pc;
        point = touched_by_answer(&question);
        if (i == 0 || point != NULL)
            continue;
        const struct answer_lookup one = question.found;
        question.pc--;
        point = touched_by_answer(&question);
        const struct answer_lookup other =
            point == NULL ? question.found : gen_look_up(&emitter->section, question.pc);
        if (one.found != other.found || one.function != other.function || one.row != other.row)
            point = "caller-pc";
    }
    return point;
}
