/* Writes a badge, which says in a word or two how a run ended: as a picture, and as the JSON from which
 * shields.io draws one. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

static const char label[] = "SFrame conformance";

struct message {
    char words[120];
    const char *name, *color; /* the color's name at shields.io, and the same color as a number */
};

/* Contested questions have several right answers, so a vector whose outcome is a reading has passed. */
static struct message message_of(const struct report *report)
{
    struct message message;
    uint64_t passed = 0, judged = 0, asked = 0;
    char more[40] = "";
    for (unsigned i = 0; i < report->count; i++) {
        const uint64_t *const outcomes = report->implementations[i].outcomes;
        asked += report->implementations[i].asked;
        judged += runner_judged(outcomes);
        for (unsigned outcome = 0; outcome < OUTCOME_COUNT; outcome++)
            if (runner_outcome_is_judged[outcome] && !runner_outcome_counts_against[outcome])
                passed += outcomes[outcome];
    }
    if (asked != judged)
        (void)snprintf(more, sizeof more, ", %" PRIu64 " asked", asked);
    if (report->good)
        message = (struct message){.name = passed == judged ? "brightgreen" : "yellowgreen",
                                   .color = passed == judged ? "#3a7d0a" : "#66700a"};
    else
        message = (struct message){.name = "red", .color = "#b3362b"};
    (void)snprintf(message.words, sizeof message.words, "%" PRIu64 " of %" PRIu64 " pass%s%s%s", passed,
                   judged, more, report->core ? " (core)" : "",
                   report->good ? ""
                   : report->complete            ? ", not as expected"
                                                 : ", not complete");
    return message;
}

void runner_write_badge(FILE *out, const struct report *report)
{
    const struct message message = message_of(report);
    (void)fprintf(out, "{\"schemaVersion\":1,\"label\":\"%s\",\"message\":\"%s\",\"color\":\"%s\"}\n", label,
                  message.words, message.name);
}

/* Letters of this font are about 6.6 pixels wide. */
static unsigned width_of(const char *text)
{
    return (unsigned)(strlen(text) * 66 / 10 + 12);
}

void runner_write_badge_picture(FILE *out, const struct report *report)
{
    const struct message message = message_of(report);
    const unsigned left = width_of(label), right = width_of(message.words);
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"20\" role=\"img\" "
                  "aria-label=\"%s: %s\">\n<title>%s: %s</title>\n"
                  "<rect width=\"%u\" height=\"20\" rx=\"3\" fill=\"%s\"/>\n"
                  "<path d=\"M3 0h%uv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z\" fill=\"#444\"/>\n"
                  "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" "
                  "text-anchor=\"middle\">\n"
                  "<text x=\"%u\" y=\"14\" textLength=\"%u\">%s</text>\n"
                  "<text x=\"%u\" y=\"14\" textLength=\"%u\">%s</text>\n</g>\n</svg>\n",
                  left + right, label, message.words, label, message.words, left + right, message.color,
                  left - 3, left / 2, left - 12, label, left + right / 2, right - 12, message.words);
}
