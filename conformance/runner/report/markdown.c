/* Markdown: a table of counts, and what was not expected, as a comment on a change would have it. */
#include "report.h"

#include <inttypes.h>

enum { SHOWN = 50 };

struct listing {
    FILE *out;
    uint64_t shown;
};

static void put_plain(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '|' || *text == '`' || *text == '<' || (unsigned char)*text < 0x20)
            (void)fputs(*text == '<' ? "&lt;" : *text == '|' ? "\\|" : " ", out);
        else
            (void)putc(*text, out);
}

static void list_unexpected(void *context, const struct entry *entry)
{
    struct listing *const listing = context;
    if (!entry->unexpected || listing->shown++ >= SHOWN)
        return;
    if (listing->shown == 1)
        (void)fputs("\n| vector | expected | outcome | why |\n| --- | --- | --- | --- |\n", listing->out);
    (void)fprintf(listing->out, "| `%s` | %s | %s | ", entry->id, entry->expected, entry->outcome);
    put_plain(listing->out, entry->reason);
    (void)fputs(" |\n", listing->out);
}

static void put_row(FILE *out, const struct implementation_report *each)
{
    uint64_t against = 0, skipped = 0;
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        against += outcome_counts_against[i] ? each->outcomes[i] : 0;
    for (unsigned i = 0; i < SKIP_COUNT; i++)
        skipped += each->skipped[i];
    (void)fputs("| ", out);
    put_plain(out, each->label);
    if (each->missing[0] != '\0') {
        (void)fputs(" | missing: ", out);
        put_plain(out, each->missing);
        (void)fputs(" | | | | | |\n", out);
        return;
    }
    (void)fprintf(out,
                  " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
                  each->outcomes[PASS], each->outcomes[READING], against, each->outcomes[UNSUPPORTED],
                  skipped, each->unexpected);
}

void write_markdown(FILE *out, const struct report *report)
{
    (void)fprintf(out, "# SFrame conformance: %s\n\n",
                  report_is_good(report) ? "as expected" : "not as expected");
    if (!report->complete)
        (void)fputs("The run was not completed.\n\n", out);
    (void)fputs("| implementation | passed | took a reading | against it | unsupported | not declared | "
                "unexpected |\n"
                "| --- | --- | --- | --- | --- | --- | --- |\n",
                out);
    for (unsigned i = 0; i < report->count; i++)
        put_row(out, &report->implementations[i]);
    for (unsigned i = 0; i < report->count; i++) {
        const struct implementation_report *const each = &report->implementations[i];
        struct listing listing = {.out = out};
        if (each->unexpected == 0 && each->gave_up[0] == '\0' && each->ended[0] == '\0')
            continue;
        (void)fputs("\n## ", out);
        put_plain(out, each->label);
        (void)fputc('\n', out);
        (void)each_entry(each, list_unexpected, &listing);
        if (listing.shown > SHOWN)
            (void)fprintf(out, "\nand %" PRIu64 " more.\n", listing.shown - SHOWN);
        for (const char *const *note = (const char *const[]){each->ended, each->gave_up, NULL}; *note != NULL;
             note++)
            if ((*note)[0] != '\0') {
                (void)fputc('\n', out);
                put_plain(out, *note);
                (void)fputs(".\n", out);
            }
    }
    (void)fprintf(out, "\n%" PRIu64 " vectors, hash `%016" PRIx64 "`.\n", report->vectors, report->hash);
}
