#include "process.h"

#include "../report/report.h"
#include "memory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <libelf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACCEPTED = 0, REJECTED = 1, NOT_SUPPORTED = 89, NO_COMMAND = 127 };

struct request {
    char operation[16], profile[8], abi[16];
    unsigned long number;
    uint64_t address, pc;
    size_t size;
    unsigned char *bytes;
};

/* --- An ELF file around the section --------------------------------------------------------------------- */

enum { SECTION_TYPE = 0x6ffffff4 /* SHT_GNU_SFRAME, which older headers lack */, SECTION_ALIGNMENT = 8 };
static char section_names[] = "\0.sframe\0.shstrtab";
enum { NAME = 1, NAME_OF_NAMES = sizeof "\0.sframe" };

static bool add_section(Elf *elf, Elf64_Shdr header, void *bytes, size_t size)
{
    Elf_Scn *const section = elf_newscn(elf);
    Elf64_Shdr *const place = section != NULL ? elf64_getshdr(section) : NULL;
    Elf_Data *const data = section != NULL ? elf_newdata(section) : NULL;
    if (place != NULL && data != NULL) {
        *place = header;
        *data = (Elf_Data){.d_buf = bytes, .d_type = ELF_T_BYTE, .d_version = EV_CURRENT, .d_size = size,
                           .d_align = header.sh_addralign};
    }
    return place != NULL && data != NULL;
}

/* Writes an executable that has the section and the names of sections. */
static bool write_elf(int file, const struct request *request, const struct abi_facts *abi)
{
    Elf *const elf = elf_version(EV_CURRENT) != EV_NONE ? elf_begin(file, ELF_C_WRITE, NULL) : NULL;
    Elf64_Ehdr *const header = elf != NULL ? elf64_newehdr(elf) : NULL;
    const Elf64_Shdr section = {.sh_name = NAME, .sh_type = SECTION_TYPE, .sh_flags = SHF_ALLOC,
                                .sh_addr = request->address, .sh_addralign = SECTION_ALIGNMENT},
                     strings = {.sh_name = NAME_OF_NAMES, .sh_type = SHT_STRTAB, .sh_addralign = 1};
    bool written = header != NULL;
    if (written) {
        header->e_ident[EI_DATA] = abi->big ? ELFDATA2MSB : ELFDATA2LSB;
        header->e_type = ET_EXEC;
        header->e_machine = abi->machine;
        header->e_version = EV_CURRENT;
        header->e_shstrndx = 2;
        written = add_section(elf, section, request->bytes, request->size) &&
                  add_section(elf, strings, section_names, sizeof section_names) && elf_update(elf, ELF_C_WRITE) >= 0;
    }
    (void)elf_end(elf);
    return written;
}

/* --- The command ---------------------------------------------------------------------------------------- */

/* Makes a file without a name, so that nobody needs to remove it.  PATH leads to it while this process lives. */
static int make_file(char path[64])
{
    const int file = memfd_create("section", 0);
    (void)snprintf(path, 64, "/proc/%ld/fd/%d", (long)getpid(), file);
    return file;
}

struct place {
    const char *name, *value;
};

static char *fill_in(const char *word, const struct place *places, unsigned count)
{
    struct written_text filled;
    FILE *const out = written_begin(&filled);
    while (*word != '\0') {
        unsigned i = 0;
        while (i < count && strncmp(word, places[i].name, strlen(places[i].name)) != 0)
            i++;
        if (i < count)
            (void)fputs(places[i].value, out);
        else
            (void)putc(*word, out);
        word += i < count ? strlen(places[i].name) : 1;
    }
    return written_end(&filled);
}

_Noreturn static void become(char *const words[], const struct place *places, unsigned count)
{
    size_t length = 0;
    while (words[length] != NULL)
        length++;
    char **const filled = memory_of(length + 1, sizeof *filled);
    for (size_t i = 0; i < length; i++)
        filled[i] = fill_in(words[i], places, count);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nothing = open("/dev/null", O_RDWR);
    (void)dup2(nothing, STDIN_FILENO);
    (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* so that its output is stored with the case */
    (void)execvp(filled[0], filled);
    perror(words[0]);
    _exit(NO_COMMAND);
}

static int run_command(char *const words[], const struct request *request, const struct abi_facts *abi)
{
    char file_path[64], elf_path[64], address[24], pc[24];
    const int file = make_file(file_path), elf = make_file(elf_path);
    int status = -1;
    const struct place places[] = {{"{file}", file_path},           {"{elf}", elf_path},
                                   {"{profile}", request->profile}, {"{abi}", request->abi},
                                   {"{address}", address},          {"{pc}", pc}};
    (void)snprintf(address, sizeof address, "0x%" PRIx64, request->address);
    (void)snprintf(pc, sizeof pc, "0x%" PRIx64, request->pc);
    if (write(file, request->bytes, request->size) == (ssize_t)request->size && write_elf(elf, request, abi)) {
        const pid_t child = fork();
        if (child == 0)
            become(words, places, sizeof places / sizeof *places);
        if (child > 0)
            (void)waitpid(child, &status, 0);
    }
    (void)close(file);
    (void)close(elf);
    return status;
}

/* --- The protocol --------------------------------------------------------------------------------------- */

static void put_names(const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        (void)printf("%c\"%s\"", i == 0 ? '[' : ',', names[i]);
    (void)putchar(']');
}

static void say_hello(const char *command)
{
    const char *const slash = strrchr(command, '/');
    (void)fputs("{\"protocol\":1,\"name\":", stdout);
    runner_put_string(stdout, runner_span_of(slash != NULL ? slash + 1 : command));
    (void)fputs(",\"version\":\"one-shot\",\"profiles\":", stdout);
    put_names(runner_profile_names, PROFILE_COUNT);
    (void)fputs(",\"abis\":", stdout);
    put_names(runner_abi_names, ABI_COUNT);
    (void)fputs(",\"operations\":[\"check\"],\"exposes\":[]}\n", stdout);
    (void)fflush(stdout);
}

static bool read_request(struct request *request)
{
    char line[160];
    if (fgets(line, sizeof line, stdin) == NULL)
        return false;
    if (sscanf(line, "%15s %lu %7s %15s %" SCNx64 " %zu %" SCNx64, request->operation, &request->number,
               request->profile, request->abi, &request->address, &request->size, &request->pc) != 7)
        return false;
    request->bytes = memory_get(request->size);
    return fread(request->bytes, 1, request->size, stdin) == request->size;
}

/* Writes the answer that STATUS stands for.  If it stands for none, this process ends as the command did. */
static void answer(const struct request *request, int status)
{
    static const char *const answers[] = {"\"verdict\":\"valid\"", "\"error\":\"rejected\"",
                                          "\"unsupported\":\"\""};
    const int code = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const int which = code == ACCEPTED ? 0 : code == REJECTED ? 1 : code == NOT_SUPPORTED ? 2 : -1;
    if (which >= 0) {
        (void)printf("{\"request\":%lu,%s}\n", request->number, answers[which]);
        (void)fflush(stdout);
        return;
    }
    if (status >= 0 && WIFSIGNALED(status)) {
        (void)signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
    }
    _exit(code >= 0 ? code : NO_COMMAND);
}

int runner_one_shot(char *const words[])
{
    char hello[16];
    struct request request;
    if (fgets(hello, sizeof hello, stdin) == NULL)
        return feof(stdin) ? 0 : 1;
    say_hello(words[0]);
    while (read_request(&request)) {
        const unsigned abi = runner_name_number(runner_abi_names, ABI_COUNT, runner_span_of(request.abi));
        answer(&request, run_command(words, &request, &runner_abi_facts[abi < ABI_COUNT ? abi : AMD64]));
        free(request.bytes);
    }
    return 0;
}
