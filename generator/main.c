/* sframe-gen: the command line. */
#include "families.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SFRAME_CONFORMANCE_VERSION
#define SFRAME_CONFORMANCE_VERSION "unversioned"
#endif

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static const char help[] =
    "usage: sframe-gen list | emit [OPTION VALUE]... | manifest [OPTION VALUE]...\n"
    "Test vectors for SFrame sections: bytes, and the answers that are right by construction.\n"
    "\n"
    "  list               the families, a line each\n"
    "  emit               the vectors, as JSON Lines\n"
    "  manifest           a line a vector: id, FNV-1a-64 of its input, of its expectation\n"
    "\n"
    "A vector is selected if it fits all of these; a selection of nothing fails.\n"
    "  --select GLOB      on ids; * matches any characters, ? one; repeated: any of them\n"
    "  --skip GLOB        on ids; repeated: none of them\n"
    "  --family NAME      one of those that list prints\n"
    "  --profile P        v1, v2, v2e1, v2e2 or v3\n"
    "  --abi A            amd64, aarch64, aarch64_be or s390x\n"
    "  --operation O      decode, check or lookup\n"
    "  --class C          valid, malformed, irregular or contested\n"
    "What is drawn by chance follows from\n"
    "  --seed N           (0); the same seed gives the same vectors on every host\n"
    "How far the ladders of family sizes go up, in functions or rows, follows from\n"
    "  --largest N        (10000) 1 to 1000000, where a line has some 50 MB\n"
    "\n"
    "Exit status: 0 done; 1 nothing selected, or the generator is at fault; 2 usage or\n"
    "output error.  Also: --help, --version.\n";

static const struct family {
    const char *name;
    const char *words;
    void (*run)(struct emitter *emitter);
} families[] = {
#define FAMILY(name, words) {#name, words, family_##name},
    FAMILIES(FAMILY)
#undef FAMILY
};

enum { FAMILY_COUNT = sizeof families / sizeof *families };

static int complain(const char *what, const char *about)
{
    fprintf(stderr, "sframe-gen: %s%s%s\n", what, about[0] != '\0' ? ": " : "", about);
    return EXIT_USAGE;
}

/* --- Output -----------------------------------------------------------------------------------------------
 */

/* Lines gather in one large buffer, which is written out whenever it is full, in the middle of a line too. */
enum { OUTPUT_SIZE = 1 << 20 };

struct output {
    struct sink sink; /* first, so that a sink is an output */
    struct text text;
    int error; /* why nothing more can be written; 0: it can */
    char buffer[OUTPUT_SIZE];
};

static void write_out(void *into, const char *bytes, size_t length)
{
    struct output *output = into;
    if (output->error == 0 && (fwrite(bytes, 1, length, stdout) != length || fflush(stdout) != 0))
        output->error = errno;
}

static bool take_vector(struct sink *sink, const struct vector *vector)
{
    struct output *output = (struct output *)sink;
    write_vector(&output->text, vector);
    return output->error == 0;
}

static const uint64_t fnv1a_begin = 0xcbf29ce484222325U;

static void fnv1a(void *into, const char *bytes, size_t length)
{
    uint64_t *hash = into;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * 0x100000001b3U;
}

static uint64_t hash_input(const struct vector *vector)
{
    char buffer[TEXT_DRAINED_SIZE];
    uint64_t hash = fnv1a_begin;
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text.drain = fnv1a;
    text.into = &hash;
    write_input(&text, vector);
    text_drain(&text);
    return hash;
}

static uint64_t hash_expectation(const struct vector *vector)
{
    uint64_t hash = fnv1a_begin;
    fnv1a(&hash, vector->expectation->begin, vector->expectation->length);
    return hash;
}

static void write_hash(struct text *text, uint64_t hash)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    text_bytes(text, bytes, sizeof bytes);
}

static bool take_hashes(struct sink *sink, const struct vector *vector)
{
    struct output *output = (struct output *)sink;
    struct text *text = &output->text;
    text_string(text, vector->id);
    text_char(text, ' ');
    write_hash(text, hash_input(vector));
    text_char(text, ' ');
    write_hash(text, hash_expectation(vector));
    text_char(text, '\n');
    return output->error == 0;
}

/* --- Commands ---------------------------------------------------------------------------------------------
 */

static int list_families(void)
{
    for (unsigned i = 0; i < FAMILY_COUNT; i++)
        printf("%-12s %s\n", families[i].name, families[i].words);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_DONE : complain("cannot write", strerror(errno));
}

static int conclude(struct emitter *emitter, struct output *output)
{
    text_drain(&output->text);
    if (output->error != 0)
        return complain("cannot write", strerror(output->error));
    if (emitter->fault != NULL) {
        fprintf(stderr, "sframe-gen: at fault in family %s, shape %s, after or at %s: %s\n", emitter->family,
                emitter->shape, emitter->id_buffer, emitter->fault);
        return EXIT_FAILED;
    }
    if (emitter->emitted == 0) {
        fprintf(stderr, "sframe-gen: nothing is selected\n");
        return EXIT_FAILED;
    }
    return EXIT_DONE;
}

static int run(const struct selection *selection, uint64_t seed,
               bool (*take)(struct sink *sink, const struct vector *vector))
{
    static struct output output;
    static struct emitter emitter;
    output.sink.take = take;
    text_init(&output.text, output.buffer, sizeof output.buffer);
    output.text.drain = write_out;
    output.text.into = &output;
    emitter_init(&emitter, selection, &output.sink, seed);
    for (unsigned i = 0; i < FAMILY_COUNT && !emitter.stopped; i++)
        if (selection->family == NULL || strcmp(selection->family, families[i].name) == 0)
            run_family(&emitter, families[i].name, families[i].run);
    return conclude(&emitter, &output);
}

/* --- Arguments --------------------------------------------------------------------------------------------
 */

static const char *family_name(unsigned number)
{
    return families[number].name;
}

static const char *profile_by_number(unsigned number)
{
    return profile_name((enum profile)number);
}

static const char *abi_by_number(unsigned number)
{
    return abi_name((enum abi)number);
}

static const char *operation_by_number(unsigned number)
{
    return operation_name((enum operation)number);
}

static const char *class_by_number(unsigned number)
{
    return class_name((enum vector_class)number);
}

/* The number of what is so named, or -1. */
static int find_name(const char *(*name)(unsigned), unsigned count, const char *wish)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name(i), wish) == 0)
            return (int)i;
    return -1;
}

static bool parse_number(const char *string, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(string, &end, 0);
    *number = value;
    return errno == 0 && end != string && *end == '\0' && strchr(string, '-') == NULL;
}

static bool parse_largest(const char *string, uint32_t *largest)
{
    uint64_t number;
    if (!parse_number(string, &number) || number < 1 || number > MAX_LARGEST)
        return false;
    *largest = (uint32_t)number;
    return true;
}

static bool add_pattern(const char **patterns, uint32_t *count, const char *pattern)
{
    if (*count == MAX_PATTERNS)
        return false;
    patterns[(*count)++] = pattern;
    return true;
}

/* False if the option's value is none that it takes. */
static bool take_option(const char *option, const char *value, struct selection *selection, uint64_t *seed,
                        bool *known)
{
    const struct {
        const char *option;
        int *field;
        const char *(*name)(unsigned);
        unsigned count;
    } choices[] = {
        {"--profile", &selection->profile, profile_by_number, PROFILES},
        {"--abi", &selection->abi, abi_by_number, ABIS},
        {"--operation", &selection->operation, operation_by_number, OPERATIONS},
        {"--class", &selection->vector_class, class_by_number, CLASSES},
    };
    *known = true;
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(option, choices[i].option) == 0)
            return (*choices[i].field = find_name(choices[i].name, choices[i].count, value)) >= 0;
    if (strcmp(option, "--family") == 0)
        return find_name(family_name, FAMILY_COUNT, selection->family = value) >= 0;
    if (strcmp(option, "--seed") == 0)
        return parse_number(value, seed);
    if (strcmp(option, "--largest") == 0)
        return parse_largest(value, &selection->largest);
    if (strcmp(option, "--select") == 0)
        return add_pattern(selection->select, &selection->select_count, value);
    if (strcmp(option, "--skip") == 0)
        return add_pattern(selection->skip, &selection->skip_count, value);
    *known = false;
    return false;
}

static bool parse(int count, char **arguments, struct selection *selection, uint64_t *seed)
{
    *selection = (struct selection){
        .profile = -1, .abi = -1, .operation = -1, .vector_class = -1, .largest = DEFAULT_LARGEST};
    for (int i = 0; i < count; i += 2) {
        bool known;
        const char *value = i + 1 < count ? arguments[i + 1] : "";
        bool taken = take_option(arguments[i], value, selection, seed, &known);
        if (!known) {
            complain("unknown option (see --help)", arguments[i]);
            return false;
        }
        if (i + 1 == count) {
            complain("this option wants a value", arguments[i]);
            return false;
        }
        if (!taken) {
            fprintf(stderr, "sframe-gen: %s does not take this value: %s\n", arguments[i], value);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    struct selection selection;
    uint64_t seed = 0;
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0)
        return fputs(help, stdout) < 0 || fflush(stdout) != 0 ? EXIT_USAGE : EXIT_DONE;
    if (strcmp(command, "--version") == 0)
        return puts("sframe-gen " SFRAME_CONFORMANCE_VERSION) < 0 || fflush(stdout) != 0 ? EXIT_USAGE
                                                                                         : EXIT_DONE;
    bool lists = strcmp(command, "list") == 0;
    bool emits = strcmp(command, "emit") == 0;
    if (!lists && !emits && strcmp(command, "manifest") != 0)
        return complain("the command is list, emit or manifest (see --help)", command);
    if (lists)
        return argc == 2 ? list_families() : complain("list takes no arguments", argv[2]);
    if (!parse(argc - 2, argv + 2, &selection, &seed))
        return EXIT_USAGE;
    return run(&selection, seed, emits ? take_vector : take_hashes);
}
