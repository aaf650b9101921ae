/* Through gdb's remote protocol: an emulator that is started here. */
#include "target.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- Packets ------------------------------------------------------------------------------------------- */

enum { PACKET = 8192 };
static char received[PACKET];
static size_t received_size, received_at;

static char next_byte(struct target *target)
{
    if (received_at == received_size) {
        const ssize_t count = read(target->connection, received, sizeof received);
        if (count <= 0)
            live_fail("%s: its gdb server has gone", target->program);
        received_size = (size_t)count;
        received_at = 0;
    }
    return received[received_at++];
}

static unsigned digit(char character)
{
    return character <= '9' ? (unsigned)(character - '0') & 15 : (unsigned)(character - 'a' + 10) & 15;
}

/* The plus acknowledges what came before: the emulator repeats itself until it sees one. */
static void send_packet(struct target *target, const char *text)
{
    char packet[PACKET];
    unsigned sum = 0;
    for (const char *at = text; *at != 0; at++)
        sum += (unsigned char)*at;
    const int size = snprintf(packet, sizeof packet, "+$%s#%02x", text, sum & 0xff);
    if (write(target->connection, packet, (size_t)size) != size)
        live_fail("%s: its gdb server does not listen", target->program);
}

static size_t get_packet(struct target *target, char reply[PACKET])
{
    size_t size = 0;
    char byte;
    do
        byte = next_byte(target);
    while (byte != '$');
    while ((byte = next_byte(target)) != '#') {
        if (size == PACKET - 1)
            live_fail("%s: its gdb server sends too much", target->program);
        reply[size++] = byte;
    }
    (void)next_byte(target);
    (void)next_byte(target);
    reply[size] = 0;
    return size;
}

static size_t ask(struct target *target, const char *question, char reply[PACKET])
{
    send_packet(target, question);
    return get_packet(target, reply);
}

/* Returns how many bytes there were; 0 if the text is an error, such as E01. */
static size_t from_hex(const char *text, size_t length, uint8_t *bytes, size_t most)
{
    const size_t count = length / 2 < most ? length / 2 : most;
    if (length % 2 != 0)
        return 0;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    return count;
}

/* --- Registers ------------------------------------------------------------------------------------------ */

enum { RAW = 64 };

static void get_registers(struct target *target)
{
    char reply[PACKET];
    uint8_t raw[8 * RAW] = {0};
    const size_t count = from_hex(reply, ask(target, "g", reply), raw, sizeof raw) / 8;
    const struct arch *const arch = target->arch;
    if (count <= arch->raw_pc || count < arch->raw_first + arch->first_unlisted)
        live_fail("%s: its gdb server sends too few registers", target->program);
    target->registers.pc = live_word_of(arch, raw + (size_t)8 * arch->raw_pc);
    for (unsigned i = 0; i < arch->first_unlisted; i++)
        target->registers.by_number[i] = live_word_of(arch, raw + (size_t)8 * (arch->raw_first + i));
}

static bool read_register(struct target *target, unsigned regnum, uint64_t *value)
{
    char question[16], reply[PACKET];
    uint8_t bytes[8];
    if (target->arch->raw_unlisted == NULL)
        return false;
    const unsigned raw = target->arch->raw_unlisted(regnum);
    (void)snprintf(question, sizeof question, "p%x", raw);
    if (raw == 0 || from_hex(reply, ask(target, question, reply), bytes, sizeof bytes) < sizeof bytes)
        return false;
    *value = live_word_of(target->arch, bytes);
    return true;
}

/* --- Memory --------------------------------------------------------------------------------------------- */

static size_t read_memory(struct target *target, uint64_t address, uint8_t *bytes, size_t size)
{
    char question[48], reply[PACKET];
    (void)snprintf(question, sizeof question, "m%" PRIx64 ",%zx", address, size);
    return from_hex(reply, ask(target, question, reply), bytes, size);
}

/* --- Running -------------------------------------------------------------------------------------------- */

static void pause_a_little(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static bool connect_to_path(struct target *target, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    target->connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(target->connection, (const struct sockaddr *)&address, sizeof address) == 0)
        return true;
    (void)close(target->connection);
    return false;
}

/* The emulator makes a socket in a new folder; both are removed once it is connected. */
static void start_emulator(struct target *target, char *const *arguments)
{
    char folder[] = "/tmp/sframe-live-XXXXXX", option[] = "-g", path[64];
    const char *const emulator = target->emulator != NULL ? target->emulator : target->arch->emulator;
    size_t count = 0;
    bool connected = false;
    if (mkdtemp(folder) == NULL)
        live_fail("%s: cannot be made: %s", folder, strerror(errno));
    (void)snprintf(path, sizeof path, "%s/gdb", folder);
    while (arguments[count] != NULL)
        count++;
    char **const command = live_zeros(count + 3, sizeof *command);
    char *const name = strdup(emulator);
    memcpy(command, (char *[]){name, option, path}, 3 * sizeof *command);
    memcpy(command + 3, arguments, count * sizeof *command);
    target->process = fork();
    if (target->process == 0) {
        (void)signal(SIGXFSZ, SIG_DFL); /* standard_begin() took it */
        (void)execvp(emulator, command);
        _exit(127);
    }
    for (int i = 0; i < 1000 && target->process > 0 && !connected; i++) {
        if (waitpid(target->process, NULL, WNOHANG) != 0)
            break;
        connected = connect_to_path(target, path);
        if (!connected)
            pause_a_little();
    }
    (void)unlink(path);
    (void)rmdir(folder);
    free(name);
    free(command);
    if (!connected)
        live_fail("%s: cannot run %s", emulator, target->program);
}

static void start(struct target *target, char *const *arguments)
{
    char reply[PACKET];
    start_emulator(target, arguments);
    (void)ask(target, "qSupported:xmlRegisters=i386", reply);
    (void)ask(target, "qXfer:features:read:target.xml:0,fff", reply); /* or it gives no single registers */
    (void)ask(target, "?", reply);
    get_registers(target);
}

static enum event step(struct target *target)
{
    enum { GDB_SIGTRAP = 5 };
    char question[32] = "vCont;s", reply[PACKET] = "";
    if (target->signal != 0)
        (void)snprintf(question, sizeof question, "vCont;S%02x", (unsigned)target->signal);
    (void)ask(target, question, reply);
    target->signal = 0;
    const unsigned number = digit(reply[1]) << 4 | digit(reply[2]);
    if (reply[0] == 'W' || reply[0] == 'X') {
        target->status = (int)number + (reply[0] == 'X' ? 128 : 0);
        return ENDED;
    }
    get_registers(target);
    if (number == GDB_SIGTRAP)
        return STEPPED;
    target->signal = (int)number;
    return SIGNALLED;
}

static void stop(struct target *target)
{
    (void)close(target->connection);
    if (target->process > 0) { /* kill(-1) would end all processes */
        (void)kill(target->process, SIGKILL);
        (void)waitpid(target->process, NULL, 0);
    }
}

const struct target_way live_remote_way = {start, step, read_memory, read_register, stop};
