/* Writes what differs between two runs: as text for people, and as a page. */
#include "../../../common/safe_text.h"
#include "../saved/saved.h"

#include <inttypes.h>

enum { SHOWN = 10 };

static const struct {
    const char *name, *words;
} changes[] = {{"broke", "broke"},
               {"silenced", "were judged, and are not any more"},
               {"fixed", "fixed"},
               {"asked_new", "fail and were not asked before"},
               {"otherwise", "fail in another way"}};

static uint64_t vectors_of(const json_t *object)
{
    return runner_count_of(object, "vectors");
}

static uint64_t failures_of(const json_t *implementation, size_t which)
{
    return (uint64_t)json_integer_value(json_array_get(json_object_get(implementation, "failures"), which));
}

static const char *example_of(const json_t *cause)
{
    return json_string_value(json_array_get(json_object_get(cause, "such_as"), 0));
}

/* --- Text ----------------------------------------------------------------------------------------------- */

static void put_change(FILE *out, const json_t *implementation, const char *name, const char *words)
{
    const json_t *const change = json_object_get(implementation, name);
    const json_t *const causes = json_object_get(change, "causes");
    if (vectors_of(change) == 0)
        return;
    safe_print(out, SAFE_LINE, "  %" PRIu64 " %s:\n", vectors_of(change), words);
    for (size_t i = 0; i < json_array_size(causes) && i < SHOWN; i++) {
        const json_t *const cause = json_array_get(causes, i);
        safe_print(out, SAFE_LINE, "    %" PRIu64 " %s, such as %s\n", vectors_of(cause),
                   runner_string_of(cause, "cause"), example_of(cause));
    }
    if (json_array_size(causes) > SHOWN)
        (void)fprintf(out, "    and %zu more causes\n", json_array_size(causes) - SHOWN);
}

static void put_only(FILE *out, const json_t *comparison, const char *key, const char *where)
{
    const json_t *const labels = json_object_get(comparison, key);
    for (size_t i = 0; i < json_array_size(labels); i++)
        safe_print(out, SAFE_LINE, "%s: ran in the %s run only\n",
                   json_string_value(json_array_get(labels, i)), where);
}

void runner_write_comparison(FILE *out, const json_t *comparison)
{
    const json_t *const list = json_object_get(comparison, "implementations");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *const one = json_array_get(list, i);
        safe_print(out, SAFE_LINE, "%s (%s -> %s): %" PRIu64 " failed, now %" PRIu64 "\n",
                   runner_string_of(one, "adapter"), runner_string_of(one, "old_version"),
                   runner_string_of(one, "new_version"), failures_of(one, 0), failures_of(one, 1));
        for (size_t j = 0; j < sizeof changes / sizeof *changes; j++)
            put_change(out, one, changes[j].name, changes[j].words);
    }
    put_only(out, comparison, "only_old", "old");
    put_only(out, comparison, "only_new", "new");
    if (!json_is_true(json_object_get(comparison, "same_corpus")))
        (void)fputs("the corpora differ: what fails now may be about a vector that was not there before\n",
                    out);
    const uint64_t broke = runner_comparison_broke(comparison);
    if (broke == 0)
        (void)fputs("nothing broke\n", out);
    else
        (void)fprintf(out, "%" PRIu64 " vectors broke\n", broke);
}

/* --- A page --------------------------------------------------------------------------------------------- */

static const char top[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Two runs of sframe-conform</title>\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; "
    "}\n"
    "td.number, th.number { text-align: right; }\n"
    "code { overflow-wrap: anywhere; }\n"
    ".broke { color: light-dark(#a00, #f88); } .fixed { color: light-dark(#060, #8d8); }\n"
    "</style></head><body>\n<h1>What got fixed, what broke</h1>\n";

static void put_run(FILE *out, const json_t *comparison, const char *key, const char *words)
{
    const json_t *const run = json_object_get(comparison, key), *const corpus =
                                                                    json_object_get(run, "corpus");
    safe_print(out, SAFE_XML, "<p>%s: <code>%s</code>, %s, suite %s, %" PRIu64 " vectors (%s)</p>\n", words,
               runner_string_of(run, "report"), runner_string_of(run, "started"),
               runner_string_of(run, "suite"), vectors_of(corpus), runner_string_of(corpus, "hash"));
}

static void put_rows(FILE *out, const json_t *implementation, const char *name, const char *words)
{
    const json_t *const change = json_object_get(implementation, name);
    const json_t *const causes = json_object_get(change, "causes");
    if (vectors_of(change) == 0)
        return;
    safe_print(
        out, SAFE_XML,
        "<table><caption class=\"%s\">%" PRIu64 " %s</caption>\n<thead><tr><th class=\"number\" "
        "scope=\"col\">vectors</th><th scope=\"col\">cause</th><th scope=\"col\">such as</th></tr></thead>"
        "<tbody>\n",
        name, vectors_of(change), words);
    for (size_t i = 0; i < json_array_size(causes); i++) {
        const json_t *const cause = json_array_get(causes, i);
        safe_print(out, SAFE_XML,
                   "<tr><td class=\"number\">%" PRIu64 "</td><td>%s</td><td><code>%s</code></td></tr>\n",
                   vectors_of(cause), runner_string_of(cause, "cause"), example_of(cause));
    }
    (void)fputs("</tbody></table>\n", out);
}

void runner_write_comparison_page(FILE *out, const json_t *comparison)
{
    const json_t *const list = json_object_get(comparison, "implementations");
    (void)fputs(top, out);
    put_run(out, comparison, "old", "Old");
    put_run(out, comparison, "new", "New");
    if (!json_is_true(json_object_get(comparison, "same_corpus")))
        (void)fputs(
            "<p>The corpora differ: what fails now may be about a vector that was not there before.</p>\n",
            out);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *const one = json_array_get(list, i);
        safe_print(out, SAFE_XML, "<h2>%s</h2>\n<p>%s to %s: %" PRIu64 " failed, now %" PRIu64 ".</p>\n",
                   runner_string_of(one, "adapter"), runner_string_of(one, "old_version"),
                   runner_string_of(one, "new_version"), failures_of(one, 0), failures_of(one, 1));
        for (size_t j = 0; j < sizeof changes / sizeof *changes; j++)
            put_rows(out, one, changes[j].name, changes[j].words);
    }
    (void)fputs("</body></html>\n", out);
}
