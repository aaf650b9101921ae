/* Spans of text: safe, and each function ends. */
#include "conformance/runner/process/spans.c"

/* A function that looks at a text, or at two, or at a string. */
void proof_text(void)
{
    const size_t size = any_size(), second_size = any_size();
    const char *const text = (const char *)any_bytes(size);
    const struct span span = {text, size}, second = {(const char *)any_bytes(second_size), second_size};
    const char *const string = any_string();
    uint64_t value;
    const bool answer = CALL;
    (void)span, (void)second, (void)string, (void)value;
    REACHES(answer);
    REACHES(!answer);
}
