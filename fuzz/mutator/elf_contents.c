/* Edits of the contents of sections, as compression and SFrame, and of the file as a whole. */
#include "elf_file.h"

#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

/* --- Compression --------------------------------------------------------------------------------------- */

enum { WINDOW_BITS = 12, MEMORY_LEVEL = 5, LEVEL = 9, BEST_RATIO = 1000, CHUNK = 4096 };
enum { FEW_BOMBED = 64, MOST_BOMBED = 1 << 22 }; /* functions */

/* Compresses BEGIN and zeros, COUNT bytes in all, at the end of the file.  Returns false if there is no room.
 */
static bool deflate_at_end(struct elf_file *file, struct bytes begin, size_t count)
{
    static const uint8_t zeros[CHUNK];
    z_stream stream = {.next_in = begin.at, .avail_in = (unsigned)begin.size};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    stream.next_out = file->bytes + file->size;
    stream.avail_out = (unsigned)(file->room - file->size);
    size_t left = count - begin.size;
    int status = Z_OK;
    while (status == Z_OK && stream.avail_out != 0) {
        if (stream.avail_in == 0) {
            stream.next_in = zeros;
            stream.avail_in = left < CHUNK ? (unsigned)left : CHUNK;
            left -= stream.avail_in;
        }
        status = deflate(&stream, left == 0 ? Z_FINISH : Z_NO_FLUSH);
    }
    if (status == Z_STREAM_END)
        file->size = (size_t)(stream.next_out - file->bytes);
    (void)deflateEnd(&stream);
    return status == Z_STREAM_END;
}

/* Makes the section's bytes BEGIN and zeros, COUNT in all, compressed.  libelf decompresses no section that
 * is loaded. */
static bool compress_section(struct elf_file *file, size_t section, struct bytes begin, size_t count)
{
    const size_t old = file->size, at = file_append(file, NULL, file_size(file, ELF_COMPRESSED));
    if (at == 0)
        return false;
    file_put(file, ELF_COMPRESSED, at, C_TYPE, ELFCOMPRESS_ZLIB);
    file_put(file, ELF_COMPRESSED, at, C_SIZE, count);
    file_put(file, ELF_COMPRESSED, at, C_ALIGN, 1);
    if (!deflate_at_end(file, begin, count)) {
        file->size = old;
        return false;
    }
    const uint64_t flags = file_section_get(file, section, S_FLAGS);
    file_section_put(file, section, S_FLAGS, (flags & ~(uint64_t)SHF_ALLOC) | SHF_COMPRESSED);
    file_section_put(file, section, S_OFFSET, at);
    file_section_put(file, section, S_SIZE, file->size - at);
    return true;
}

bool elf_edit_compress(struct elf_file *file, struct random *random)
{
    const size_t section = file_any_section(file, one_in(random, 8) ? file_is_any : file_is_sframe, random);
    struct bytes contents;
    return section != 0 && (file_section_get(file, section, S_FLAGS) & SHF_COMPRESSED) == 0 &&
           file_contents(file, section, &contents) && contents.size <= MOST_CASE &&
           compress_section(file, section, contents, contents.size);
}

/* Writes a header of version 2 that claims so many functions, which are all zeros. */
static void write_header(const struct elf_file *file, uint8_t header[HEADER_SIZE], size_t functions)
{
    const uint8_t abi = file->big_endian ? ABI_S390X : ABI_AMD64;
    put_header(header, file->big_endian,
               (const uint64_t[HEADER_FIELDS]){[HEADER_MAGIC] = MAGIC,
                                               [HEADER_VERSION] = 2,
                                               [HEADER_ABI] = abi,
                                               [HEADER_FIXED_RA] = mutator_abis[abi].fixed_ra,
                                               [HEADER_NUM_FDES] = functions,
                                               [HEADER_FREOFF] = functions * layouts[2].entry_size});
}

bool elf_edit_compress_bomb(struct elf_file *file, struct random *random)
{
    uint8_t header[HEADER_SIZE];
    const size_t room = (file->room - file->size) * BEST_RATIO / layouts[2].entry_size;
    const size_t most = one_in(random, 16) ? MOST_BOMBED : FEW_BOMBED;
    const size_t functions = file_how_many(random, room < most ? room : most);
    const size_t section = file_any_section(file, file_is_sframe, random);
    write_header(file, header, functions);
    return section != 0 && functions != 0 &&
           compress_section(file, section, (struct bytes){header, HEADER_SIZE},
                            HEADER_SIZE + functions * layouts[2].entry_size);
}

/* --- SFrame -------------------------------------------------------------------------------------------- */

/* The most bytes of a draft that is written behind the file. */
enum { MOST_WRITTEN = 8192 };
static bool write_draft(struct elf_file *file, size_t *at, size_t *size)
{
    struct mutator *const mutator = file->mutator;
    *size = draft_fit(&mutator->draft, mutator->other_input, MOST_WRITTEN);
    *at = *size == 0 ? 0 : file_append(file, mutator->other_input, *size);
    return *at != 0;
}

static void put_contents(struct elf_file *file, size_t section, size_t at, size_t size)
{
    file_section_put(file, section, S_OFFSET, at);
    file_section_put(file, section, S_SIZE, size);
    file_section_put(file, section, S_FLAGS,
                     file_section_get(file, section, S_FLAGS) & ~(uint64_t)SHF_COMPRESSED);
}

/* If there are no section headers, a section is found by its first bytes. */
bool elf_edit_sframe_edit(struct elf_file *file, struct random *random)
{
    struct mutator *const mutator = file->mutator;
    const size_t section = file_any_section(file, file_is_sframe, random);
    size_t at, size;
    struct bytes contents;
    if (section == 0)
        return edit_in_place(mutator, file->bytes, file->size, random);
    if (!file_contents(file, section, &contents))
        return false;
    if (one_in(random, 2))
        return edit_section(mutator, file->bytes + (contents.at - file->bytes), contents.size, random);
    if (!edit_apart(mutator, contents, random) || !write_draft(file, &at, &size))
        return false;
    put_contents(file, section, at, size);
    return true;
}

/* Makes the bytes at AT the contents of a section, sometimes of one that exists. */
static bool name_contents(struct elf_file *file, size_t at, size_t size, struct random *random)
{
    const size_t old = one_in(random, 2) ? file_any_section(file, file_is_sframe, random) : 0;
    if (old == 0)
        return file_add_section(file,
                                (const uint64_t[S_FIELDS]){[S_TYPE] = SHT_SFRAME,
                                                           [S_FLAGS] = one_in(random, 8) ? 0 : SHF_ALLOC,
                                                           [S_OFFSET] = at,
                                                           [S_SIZE] = size,
                                                           [S_ALIGN] = 1}) != 0;
    put_contents(file, old, at, size);
    return true;
}

bool elf_edit_sframe_new(struct elf_file *file, struct random *random)
{
    struct mutator *const mutator = file->mutator;
    const uint8_t version = (uint8_t)(1 + below(random, VERSIONS));
    size_t at, size;
    mutator->draft.pc = 0;
    draft_begin(&mutator->draft, version, file->big_endian ? ABI_AARCH64_BIG : ABI_AMD64);
    edit_draft(mutator, random);
    return write_draft(file, &at, &size) && name_contents(file, at, size, random);
}

bool elf_edit_sframe_large(struct elf_file *file, struct random *random)
{
    const size_t entry = layouts[2].entry_size, left = file->room - file->size;
    const size_t functions = file_how_many(random, left / entry), size = HEADER_SIZE + functions * entry;
    const size_t at = functions == 0 ? 0 : file_append(file, NULL, size);
    if (at == 0)
        return false;
    write_header(file, file->bytes + at, functions);
    for (size_t i = 0; i < functions; i++)
        put_number(file->bytes + at + HEADER_SIZE + i * entry, 4, file->big_endian, 16 * i);
    return name_contents(file, at, size, random);
}

/* --- The whole file ------------------------------------------------------------------------------------ */

bool elf_edit_cut(struct elf_file *file, struct random *random)
{
    file->size -= file_how_many(random, file->size - file_size(file, ELF_HEADER));
    return true;
}

enum { KEPT_HEADERS = 12, KEPT_BYTES = 512 };

/* The bytes that were kept; if two headers name the same bytes, there is one copy. */
struct kept {
    struct elf_file *small;
    const struct elf_file *file;
    size_t count;
    struct {
        size_t old, new, size;
    } spans[2 * KEPT_HEADERS];
};

/* Returns the new place of these bytes; 0 if they are not in the file. */
static size_t keep(struct kept *kept, uint64_t offset, size_t size)
{
    const struct elf_file *const file = kept->file;
    if (offset >= file->size || file->size - offset < size)
        return 0;
    for (size_t i = 0; i < kept->count; i++)
        if (kept->spans[i].old == offset && size <= kept->spans[i].size)
            return kept->spans[i].new;
    const size_t at = file_append(kept->small, file->bytes + offset, size);
    kept->spans[kept->count].old = (size_t)offset;
    kept->spans[kept->count].new = at;
    kept->spans[kept->count++].size = size;
    return at;
}

/* Keeps the first headers of a table, and what they name; OFFSET_FIELD and SIZE_FIELD are the fields that say
 * where that is. */
static void keep_headers(struct kept *kept, enum elf_record record, unsigned offset_field,
                         unsigned size_field)
{
    const struct elf_table old = file_headers(kept->file, record);
    const size_t count = smaller_of(old.count, KEPT_HEADERS);
    const size_t none = record == ELF_SECTION; /* the first section */
    size_t first, places[KEPT_HEADERS], sizes[KEPT_HEADERS];
    for (size_t i = 0; i < count; i++) {
        const size_t at = file_at(kept->file, &old, i);
        const uint64_t wanted = file_get(kept->file, record, at, size_field);
        sizes[i] = wanted < KEPT_BYTES ? (size_t)wanted : KEPT_BYTES;
        places[i] = keep(kept, file_get(kept->file, record, at, offset_field), sizes[i]);
    }
    if (count <= none || !file_add_headers(kept->small, record, count - none, &first))
        return;
    const struct elf_table new = file_headers(kept->small, record);
    for (size_t i = none; i < count; i++) {
        const size_t at = file_at(kept->small, &new, i);
        memcpy(kept->small->bytes + at, kept->file->bytes + file_at(kept->file, &old, i),
               file_size(kept->file, record));
        file_put(kept->small, record, at, offset_field, places[i]);
        file_put(kept->small, record, at, size_field, sizes[i]);
    }
}

/* Makes the file smaller.  The table of names stays if it is one of the first sections. */
bool elf_edit_compact(struct elf_file *file, struct random *random)
{
    struct elf_file small = *file;
    struct kept kept = {.small = &small, .file = file};
    (void)random;
    small.bytes = file->mutator->input;
    small.size = file_size(file, ELF_HEADER);
    small.room = MOST_CASE;
    memcpy(small.bytes, file->bytes, small.size);
    for (unsigned field = E_PHOFF; field < E_NAMES; field++)
        file_put(&small, ELF_HEADER, 0, field, 0);
    keep_headers(&kept, ELF_SECTION, S_OFFSET, S_SIZE);
    keep_headers(&kept, ELF_SEGMENT, P_OFFSET, P_FILESZ);
    if (small.size >= file->size)
        return false;
    memcpy(file->bytes, small.bytes, small.size);
    file->size = small.size;
    return true;
}
