/* Brackets of JSON: safe, each function ends, and as many are open as were opened. */
#include "conformance/runner/process/spans.c"

static bool pass_any(struct json_cut *cut)
{
    const size_t passed = nondet_size();
    assert(is_cut(cut));
    __CPROVER_assume(passed <= (size_t)(cut->end - cut->at));
    cut->at += passed;
    return passed > 0;
}

/* nesting-open */
bool any_opened(struct json_cut *cut, struct nesting *open)
{
    assert(cut->at < cut->end && open->depth <= JSON_DEPTH);
    if (open->depth == JSON_DEPTH)
        return false;
    open->depth++;
    cut->at++;
    return true;
}

/* nesting-close */
bool any_closed(struct json_cut *cut, struct nesting *open)
{
    const unsigned before = open->depth;
    (void)pass_any(cut);
    open->depth = nondet_u8();
    __CPROVER_assume(open->depth <= before);
    return open->depth < before;
}

/* nesting-next */
bool any_next(struct json_cut *cut, const struct nesting *open, bool first)
{
    (void)first;
    assert(open->depth > 0 && open->depth <= JSON_DEPTH);
    (void)pass_any(cut);
    return nondet_bool();
}

/* A function that passes some of a value, inside any number of brackets. */
void proof_nesting(void)
{
    const size_t size = any_size(), from = nondet_size();
    const char *const text = (const char *)any_bytes(size);
    struct nesting open;
    __CPROVER_assume(from <= size && open.depth <= JSON_DEPTH && IF);
    const unsigned before = open.depth;
    struct json_cut cut = {text + from, text + size};
    const bool answer = CALL;
    assert(cut.end == text + size && BETWEEN(text + from, cut.at, cut.end));
    assert(open.depth <= JSON_DEPTH && HOLDS);
    (void)before;
    REACHES(answer);
    REACHES(!answer);
}
