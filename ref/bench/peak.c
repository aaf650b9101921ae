/* Runs a program, and writes the most memory that it held, in bytes, to a file.  Small, because the kernel
 * counts what a process was before exec as its own. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int report(const char *path, long kilobytes)
{
    FILE *const file = fopen(path, "w");
    if (file != NULL && fprintf(file, "%ld\n", kilobytes * 1024) > 0 && fclose(file) == 0)
        return 0;
    perror(path);
    return 2;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    if (argc < 3) {
        (void)fputs("usage: peak FILE PROGRAM [ARGUMENT...]\n\n"
                    "Exit status: 0 the program's was 0, 1 it was another, 2 usage or I/O.\n",
                    stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        (void)execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || getrusage(RUSAGE_CHILDREN, &usage) != 0) {
        perror("peak");
        return 2;
    }
    if (report(argv[1], usage.ru_maxrss) != 0)
        return 2;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}
