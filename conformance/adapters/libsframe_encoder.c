/* An adapter for GNU libsframe's encoder and writer of sections, as its public headers describe them: one
 * source for every generation of the library.  A question is a model, or a section that is decoded and
 * encoded again.
 *
 * The library takes rows as words, which encode_words.h makes.  If a model has something that no argument of
 * the library can hold, the answer is `unsupported`; if the library returns an error, it is `refused`.  With
 * -DLIBSFRAME_BUFFER, rows of a section that is encoded again are passed as bytes.  With -DLIBSFRAME_TWICE,
 * the encoder is asked for its section twice, with its getters in between, and a difference is reported as
 * `inconsistent`.
 *
 * Build: cc -Ikits/c $LIBSFRAME_CFLAGS libsframe_encoder.c kits/c/sframe_adapter.c $LIBSFRAME_LIBS -ljansson
 */
#include "encode_words.h"
#include "libsframe_ways.h"

/* --- The library, as each generation has it ------------------------------------------------------------- */

struct writing {
    sframe_encoder_ctx *encoder;
    struct answer *answer;
    struct layout layout;
    unsigned abi; /* the number in the header, also one that no ABI has */
    uint8_t flags;
    bool stopped; /* a refusal has been answered */
};

static void refused(struct writing *writing, const char *what, int error)
{
    char words[200];
    (void)snprintf(words, sizeof words, "%s: %s", what,
                   error >= SFRAME_ERR_BASE ? sframe_errmsg(error) : "an error");
    answer_refused(writing->answer, words);
    writing->stopped = true;
}

static void unsupported(struct writing *writing, const char *why)
{
    answer_unsupported(writing->answer, why);
    writing->stopped = true;
}

static void begin(struct writing *writing)
{
    int error = 0;
    writing->encoder = sframe_encode((uint8_t)writing->layout.version, writing->flags, (uint8_t)writing->abi,
                                     writing->layout.fixed_fp, writing->layout.fixed_ra, &error);
    if (writing->encoder == NULL && error == SFRAME_ERR_VERSION_INVAL)
        unsupported(writing, sframe_errmsg(error));
    else if (writing->encoder == NULL)
        refused(writing, "sframe_encode", error);
}

/* The address from which the start of the next function counts. */
static uint64_t next_origin(struct writing *writing, uint64_t address)
{
#ifdef SFRAME_F_FDE_FUNC_START_PCREL
    int error = 0;
    if ((writing->flags & SFRAME_F_FDE_FUNC_START_PCREL) != 0)
        address += sframe_encoder_get_offsetof_fde_start_addr(
            writing->encoder, sframe_encoder_get_num_fidx(writing->encoder), &error);
#endif
    (void)writing;
    return address;
}

/* The set of versions whose functions have a second byte of information, and starts of 64 bits. */
#ifdef SFRAME_VERSION_3
static const unsigned versions_of_info2 = 1U << SFRAME_VERSION_3;
#else
static const unsigned versions_of_info2 = 0;
#endif

static bool has_info2(const struct layout *layout)
{
    return holds(versions_of_info2, layout->version);
}

/* Adds a function by the library's call for the version.  Models with anything for which it has no argument
 * do not come here. */
static void add_function(struct writing *writing, const struct function *function)
{
    int error = 0;
#ifdef SFRAME_VERSION_3
    if (has_info2(&writing->layout))
        error =
            sframe_encoder_add_funcdesc_v3(writing->encoder, function->field, function->size, function->info,
                                           function->info2, function->rep_size, function->rows);
    else
#endif
        if (function->field != (int32_t)function->field) {
        unsupported(writing, "the library takes starts of 32 bits");
        return;
    }
#ifdef SFRAME_VERSION_3
    else
#endif
#ifdef SFRAME_VERSION_2
        error = sframe_encoder_add_funcdesc_v2(writing->encoder, (int32_t)function->field, function->size,
                                               function->info, function->rep_size, function->rows);
#else
    if (function->rep_size != 0) {
        unsupported(writing, "the library's version has no size of blocks");
        return;
    }
    error = sframe_encoder_add_funcdesc(writing->encoder, (int32_t)function->field, function->size,
                                        function->info, function->rows);
#endif
    if (error != 0)
        refused(writing, "sframe_encoder_add_funcdesc", error);
}

static void add_row(struct writing *writing, unsigned function, sframe_frame_row_entry *entry)
{
    const int error = sframe_encoder_add_fre(writing->encoder, function, entry);
    if (error != 0)
        refused(writing, "sframe_encoder_add_fre", error);
}

/* The section that the encoder writes.  The bytes belong to the encoder, until it writes again. */
static const uint8_t *written_by(struct writing *writing, size_t *size, int *error)
{
#ifdef SFRAME_VERSION_3
    const bool sort = (writing->flags & SFRAME_F_FDE_SORTED) != 0;
    return (const uint8_t *)sframe_encoder_write(writing->encoder, size, sort, error);
#else
    return (const uint8_t *)sframe_encoder_write(writing->encoder, size, error);
#endif
}

#ifdef LIBSFRAME_TWICE
/* Whether the encoder writes the same again, and its getters return the same, as nothing was added to it. */
static bool is_same_again(struct writing *writing, const uint8_t *bytes, size_t size)
{
    size_t again_size = 0, same = 0;
    int error = 0;
    const int64_t count = sframe_encoder_get_num_fidx(writing->encoder);
    const uint8_t *const again = written_by(writing, &again_size, &error);
    while (again != NULL && same < size && same < again_size && bytes[same] == again[same])
        same++;
    compare(writing->answer, "sframe_encoder_write's error", 0, "asked twice", error);
    compare(writing->answer, "its size", (int64_t)size, "asked twice", (int64_t)again_size);
    compare(writing->answer, "the first byte that differs", (int64_t)size, "asked twice", (int64_t)same);
    compare(writing->answer, "sframe_encoder_get_num_fidx", count, "asked twice",
            sframe_encoder_get_num_fidx(writing->encoder));
    return same == size && same == again_size && count == sframe_encoder_get_num_fidx(writing->encoder);
}
#else
static bool is_same_again(struct writing *writing, const uint8_t *bytes, size_t size)
{
    (void)writing, (void)bytes, (void)size;
    return true;
}
#endif

static void write_section(struct writing *writing)
{
    size_t size = 0;
    int error = 0;
    const uint8_t *const bytes = written_by(writing, &size, &error);
    uint8_t *const kept = bytes != NULL ? malloc(size + 1) : NULL;
    if (kept == NULL) {
        refused(writing, "sframe_encoder_write", error);
        return;
    }
    memcpy(kept, bytes, size);
    if (is_same_again(writing, kept, size))
        answer_hex(writing->answer, "section", kept, size);
    free(kept);
}

/* --- From a model --------------------------------------------------------------------------------------- */

static bool is_word(const json_t *object, const char *name, const char *word)
{
    const char *const value = json_string_value(json_object_get(object, name));
    return value != NULL && strcmp(value, word) == 0;
}

static uint64_t number_at(const json_t *object, const char *name)
{
    const json_t *const value = json_object_get(object, name);
    return json_is_string(value) ? strtoull(json_string_value(value), NULL, 16)
                                 : (uint64_t)json_integer_value(value);
}

/* The flags of a section; they are names, or numbers for single bits. */
static uint8_t flags_of(const json_t *section)
{
    static const char *const names[] = {"sorted", "frame_pointer", "pcrel"};
    const json_t *const list = json_object_get(section, "flags");
    unsigned flags = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        unsigned bit = (unsigned)strtoul(word, NULL, 16);
        for (unsigned j = 0; j < sizeof names / sizeof *names; j++)
            if (strcmp(word, names[j]) == 0)
                bit = 1U << j;
        flags |= bit;
    }
    return (uint8_t)flags;
}

/* Whether the member is a number as text, which models have for values without a name.  Stores the number. */
static bool is_number(const json_t *object, const char *name, unsigned *number)
{
    const char *const word = json_string_value(json_object_get(object, name));
    if (word == NULL || strncmp(word, "0x", 2) != 0)
        return false;
    *number = (unsigned)strtoul(word, NULL, 16);
    return true;
}

static unsigned abi_of(const json_t *section)
{
    unsigned abi = ABI_WORDS - 1;
    while (abi > 0 && !is_word(section, "abi", abi_words[abi].name))
        abi--;
    return abi;
}

static unsigned char info_of(const json_t *function)
{
    unsigned fre_type = is_word(function, "fre_type", "addr1")   ? SFRAME_FRE_TYPE_ADDR1
                        : is_word(function, "fre_type", "addr2") ? SFRAME_FRE_TYPE_ADDR2
                                                                 : SFRAME_FRE_TYPE_ADDR4;
    (void)is_number(function, "fre_type", &fre_type);
    const unsigned char info = sframe_fde_create_func_info(
        fre_type, is_word(function, "pc_type", "mask") ? SFRAME_FDE_TYPE_PCMASK : SFRAME_FDE_TYPE_PCINC);
    return (unsigned char)SFRAME_V1_FUNC_INFO_UPDATE_PAUTH_KEY(
        is_word(function, "pauth_key", "b") ? SFRAME_AARCH64_PAUTH_KEY_B : SFRAME_AARCH64_PAUTH_KEY_A, info);
}

/* Says what in the model no argument of the library can hold; NULL if there is nothing of this kind. */
static const char *no_place(const struct writing *writing, const json_t *model)
{
    const bool flexible = is_word(model, "fde_type", "flex"),
               signal = json_is_true(json_object_get(model, "signal"));
    if (number_at(model, "rep_size") > UINT8_MAX)
        return "the library takes sizes of blocks of 8 bits";
    return (flexible || signal) && !has_info2(&writing->layout)
               ? "the library has neither types nor signals of functions there"
               : NULL;
}

static void add_model_function(struct writing *writing, uint64_t address, const json_t *model)
{
    struct function function = {.size = (uint32_t)number_at(model, "size"),
                                .rows = (uint32_t)json_array_size(json_object_get(model, "rows")),
                                .info = info_of(model),
                                .rep_size = (uint8_t)number_at(model, "rep_size")};
    const char *const why = no_place(writing, model);
    if (why != NULL) {
        unsupported(writing, why);
        return;
    }
    function.field = (int64_t)(number_at(model, "start") - next_origin(writing, address));
#ifdef SFRAME_VERSION_3
    const bool signal = json_is_true(json_object_get(model, "signal"));
    if (signal)
        function.info = (unsigned char)SFRAME_V3_FDE_UPDATE_SIGNAL_P(signal, function.info);
    unsigned type = is_word(model, "fde_type", "flex") ? SFRAME_FDE_TYPE_FLEX : SFRAME_FDE_TYPE_DEFAULT;
    (void)is_number(model, "fde_type", &type);
    function.info2 = (unsigned char)SFRAME_V3_SET_FDE_TYPE(0, type);
#endif
    add_function(writing, &function);
}

static void add_model_rows(struct writing *writing, unsigned number, const json_t *model)
{
    const json_t *const rows = json_object_get(model, "rows");
    const bool flexible = is_word(model, "fde_type", "flex");
    for (size_t i = 0; i < json_array_size(rows) && !writing->stopped; i++) {
        const json_t *const row = json_array_get(rows, i);
        sframe_frame_row_entry entry;
        struct words words = words_of(&writing->layout, flexible, row);
        memset(&entry, 0, sizeof entry);
        entry.fre_start_addr = (uint32_t)number_at(row, "start");
        const char *const why = fill_row(&words, json_is_true(json_object_get(row, "mangled_ra")), &entry);
        if (why != NULL)
            unsupported(writing, why);
        else
            add_row(writing, number, &entry);
    }
}

static void encode_model(struct writing *writing, uint64_t address, const json_t *section)
{
    const json_t *const functions = json_object_get(section, "functions");
    const json_t *const aux = json_object_get(section, "aux");
    writing->flags = flags_of(section);
    writing->layout = (struct layout){.abi = abi_of(section),
                                      .version = (unsigned)number_at(section, "version"),
                                      .fixed_fp = (int8_t)number_at(section, "fixed_fp"),
                                      .fixed_ra = (int8_t)number_at(section, "fixed_ra")};
    if (!is_number(section, "abi", &writing->abi))
        writing->abi = writing->layout.abi;
    if (aux != NULL && json_string_length(aux) != 0) {
        unsupported(writing, "the library writes no auxiliary header");
        return;
    }
    begin(writing);
    for (size_t i = 0; i < json_array_size(functions) && !writing->stopped; i++) {
        add_model_function(writing, address, json_array_get(functions, i));
        if (!writing->stopped)
            add_model_rows(writing, (unsigned)i, json_array_get(functions, i));
    }
    if (!writing->stopped)
        write_section(writing);
}

/* --- Again ---------------------------------------------------------------------------------------------- */

#ifdef LIBSFRAME_BUFFER
static void copy_rows(struct writing *writing, sframe_decoder_ctx *decoder, uint32_t number,
                      const struct function *function)
{
    char *bytes = NULL;
    size_t size = 0;
    uint32_t rows = 0;
    (void)function;
    if (sframe_decoder_get_fres_buf(decoder, number, &bytes, &size, &rows) != 0)
        unsupported(writing, "sframe_decoder_get_fres_buf does not give the rows");
    else if (sframe_encoder_add_fres_buf(writing->encoder, number, rows, bytes, size) != 0)
        refused(writing, "sframe_encoder_add_fres_buf", 0);
}
#else
static void copy_rows(struct writing *writing, sframe_decoder_ctx *decoder, uint32_t number,
                      const struct function *function)
{
    for (uint32_t i = 0; i < function->rows && !writing->stopped; i++) {
        sframe_frame_row_entry entry;
        memset(&entry, 0, sizeof entry);
        if (sframe_decoder_get_fre(decoder, number, i, &entry) != 0)
            unsupported(writing, "sframe_decoder_get_fre does not give a row");
        else
            add_row(writing, number, &entry);
    }
}
#endif

static void copy_functions(struct writing *writing, sframe_decoder_ctx *decoder)
{
    const uint32_t count = sframe_decoder_get_num_fidx(decoder);
    for (uint32_t i = 0; i < count && !writing->stopped; i++) {
        struct function function = {0};
        if (!get_descriptor(decoder, i, &function))
            unsupported(writing, "sframe_decoder_get_funcdesc does not give a function");
        else
            add_function(writing, &function);
        if (!writing->stopped)
            copy_rows(writing, decoder, i, &function);
    }
}

/* The flags of a section.  Older generations have no getter for them; sframe.h has the byte's place. */
static uint8_t flags_in(const uint8_t *bytes, size_t length)
{
    sframe_preamble preamble = {0};
    if (length >= sizeof preamble)
        memcpy(&preamble, bytes, sizeof preamble);
    return preamble.sfp_flags;
}

static void encode_again(struct writing *writing, const uint8_t *bytes, size_t length)
{
    int error = 0;
    sframe_decoder_ctx *decoder = sframe_decode((const char *)bytes, length, &error);
    if (decoder == NULL) {
        refused(writing, "sframe_decode", error);
        return;
    }
    writing->flags = flags_in(bytes, length);
    writing->layout = (struct layout){.abi = sframe_decoder_get_abi_arch(decoder),
#ifdef SFRAME_VERSION_2
                                      .version = sframe_decoder_get_version(decoder),
#else
                                      .version = SFRAME_VERSION_1,
#endif
                                      .fixed_fp = sframe_decoder_get_fixed_fp_offset(decoder),
                                      .fixed_ra = sframe_decoder_get_fixed_ra_offset(decoder)};
    writing->abi = writing->layout.abi;
    if (sframe_decoder_get_hdr_size(decoder) > sizeof(sframe_header))
        unsupported(writing, "the library writes no auxiliary header");
    else
        begin(writing);
    if (!writing->stopped)
        copy_functions(writing, decoder);
    if (!writing->stopped)
        write_section(writing);
    sframe_decoder_free(&decoder);
}

static void encode_hex(struct writing *writing, const char *hex)
{
    const size_t length = strlen(hex) / 2;
    uint8_t *const bytes =
        /* A copy of the exact size, so that a fence notices reads behind it. */
        malloc(length != 0 ? length : 1);
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < length; i++)
        (void)sscanf(hex + 2 * i, "%2" SCNx8, &bytes[i]);
    encode_again(writing, bytes, length);
    free(bytes);
}

/* --- Either --------------------------------------------------------------------------------------------- */

static void encode(const struct request *request, struct answer *answer)
{
    struct writing writing = {.answer = answer};
    json_error_t error;
    json_t *const input = json_loadb((const char *)request->bytes, request->length, 0, &error);
    const char *const hex = json_string_value(json_object_get(input, "section_hex"));
    const json_t *const section = json_object_get(input, "section");
    if (hex != NULL)
        encode_hex(&writing, hex);
    else if (section != NULL)
        encode_model(&writing, request->address, section);
    else
        answer_unsupported(answer, "neither a model nor a section is there");
    sframe_encoder_free(&writing.encoder);
    json_decref(input);
}

/* A library that writes version 3 writes no other one, though it reads them. */
#ifdef SFRAME_VERSION_3
#define WRITTEN "v3"
#else
#define WRITTEN PROFILES
#endif

const struct adapter adapter = {
    .version = LIBSFRAME_VERSION,
    .profiles = WRITTEN,
    .abis = ABIS,
    .encode = encode,
#ifdef LIBSFRAME_BUFFER
    .name = "libsframe's encoder, rows as bytes",
#else
    .name = "libsframe's encoder",
#endif
};
