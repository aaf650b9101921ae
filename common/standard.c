#include "standard.h"

#include "safe_text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void standard_begin(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) >= 0)
            continue;
        const int taken = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (taken > STDERR_FILENO)
            (void)close(taken);
    }
}

bool standard_end(const char *program)
{
    const bool failed = ferror(stdout) != 0;
    if (fclose(stdout) == 0 && !failed)
        return true;
    safe_complain(program, "cannot write to standard output: %s", strerror(errno));
    return false;
}

int standard_run(const char *program, standard_body *run, int count, char **words)
{
    enum { TROUBLE = 2 };
    standard_begin();
    const int status = run(count, words);
    return status == TROUBLE || standard_end(program) ? status : TROUBLE;
}
