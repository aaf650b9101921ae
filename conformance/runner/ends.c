#include "ends.h"

#include <stdio.h>
#include <string.h>

void runner_describe_end(struct end *end, int status, const char *where)
{
    static char name[32]; /* END points to it; it is valid until the next call */
    *end = (struct end){0};
    if (!WIFSIGNALED(status)) {
        end->outcome = EXIT;
        (void)snprintf(end->words, sizeof end->words, "ended with exit status %d%s", WEXITSTATUS(status),
                       where);
        return;
    }
    const char *const abbreviation = sigabbrev_np(WTERMSIG(status));
    if (abbreviation != NULL)
        (void)snprintf(name, sizeof name, "SIG%s", abbreviation);
    else
        (void)snprintf(name, sizeof name, "signal %d", WTERMSIG(status));
    end->outcome = CRASH;
    end->signal = name;
    (void)snprintf(end->words, sizeof end->words, "died by %s%s", name, where);
}

enum { LAST_LINES = 4 };

/* Puts a line before the lines in WORDS.  Returns false if there is no room for it.  A line that is the only
 * one is cut to fit. */
static bool put_before(char words[LAST_WORDS], struct span line)
{
    const size_t size = strlen(words), between = size > 0 ? 2 : 0;
    const size_t room = LAST_WORDS - 1 - size - between;
    if (size > 0 && (size + between >= LAST_WORDS - 1 || line.size > room))
        return false;
    const size_t taken = line.size < room ? line.size : room;
    memmove(words + taken + between, words, size + 1);
    memcpy(words, line.at, taken);
    memcpy(words + taken, "; ", between);
    return true;
}

/* Takes the last line off a text. */
static struct span take_last(struct span *text)
{
    const char *const before = text->size > 0 ? memrchr(text->at, '\n', text->size) : NULL;
    const size_t begin = before != NULL ? (size_t)(before + 1 - text->at) : 0;
    const struct span line = {text->at + begin, text->size - begin};
    text->size = begin > 0 ? begin - 1 : 0;
    return line;
}

void runner_last_words(const struct process *process, char words[LAST_WORDS])
{
    static const char blanks[] = " \t\r\v\f";
    struct span rest = {process->last, process->last_size};
    words[0] = '\0';
    for (unsigned lines = 0; rest.size > 0 && lines < LAST_LINES;) {
        const struct span line = take_last(&rest);
        if (line.size == 0 || strchr(blanks, *line.at) != NULL)
            continue;
        if (!put_before(words, line))
            break;
        lines++;
    }
    rest = (struct span){process->last, process->last_size};
    while (words[0] == '\0' && rest.size > 0) { /* all of it is indented */
        const struct span line = take_last(&rest);
        (void)snprintf(words, LAST_WORDS, "%.*s", (int)(line.size < LAST_WORDS ? line.size : LAST_WORDS), line.at);
    }
}

bool runner_is_sanitizer(const struct process *process)
{
    static const char *const signs[] = {"Sanitizer", "ReserveShadowMemoryRange", "hadow memory"};
    for (unsigned i = 0; i < sizeof signs / sizeof *signs; i++)
        if (memmem(process->complaint, process->complaint_size, signs[i], strlen(signs[i])) != NULL)
            return true;
    return false;
}

bool runner_is_flooding(const struct process *process, size_t limit, struct end *end)
{
    const bool answers = runner_process_rest(process) > limit;
    if (!answers && process->complained <= limit)
        return false;
    *end = (struct end){.outcome = FLOOD, .slow = true};
    (void)snprintf(end->words, sizeof end->words, "wrote more than %zu bytes %s", limit,
                   answers ? "without a line's end" : "to standard error");
    return true;
}
