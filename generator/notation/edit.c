/* Edits: bytes that differ from those of the model, by the field's name where there is one. */
#include "notation.h"

#include <stdio.h>
#include <string.h>

/* --- From edits to bytes -------------------------------------------------------------------------------- */

static const char no_such_field[] = "the section has no such field";

/* Whether the value fits WIDTH bytes, with a sign or without. */
static bool fits(int64_t value, uint32_t width)
{
    const int64_t span = width < 8 ? INT64_C(1) << 8 * width : 0;
    return width == 8 || (value < span && value >= -(span / 2));
}

/* From where the offset or length in a field counts; null: the field has neither. */
static const uint32_t *origin_of(const struct encoded *encoded, enum field_name name)
{
    static const uint32_t fixed_part = HEADER_SIZE;
    if (name == FIELD_AUX_LEN)
        return &fixed_part;
    if (name == FIELD_FDEOFF || name == FIELD_FREOFF)
        return &encoded->header_end;
    return name == FIELD_FRE_LEN || name == FIELD_FRE_OFF ? &encoded->rows_begin : NULL;
}

/* Sets a field, modulo its width.  Null, or what is wrong. */
static const char *store(struct encoded *encoded, const struct field *field, const struct edit *edit)
{
    const uint32_t *const origin = origin_of(encoded, edit->field);
    uint64_t value = (uint64_t)edit->value;
    if (field == NULL)
        return no_such_field;
    if (field->width > 8 || field->offset + field->width > encoded->length)
        return "this field is too wide for a number, or cut off: edit its bytes";
    if (!fits(edit->value, field->width))
        return "the value does not fit the field";
    if (edit->value_is == VALUE_BEHIND_END && origin == NULL)
        return "`end` is for offsets and lengths: aux_len, fdeoff, freoff, fre_len, func_start_fre_off";
    if (edit->value_is == VALUE_BEHIND_END)
        value += encoded->length - *origin;
    if (edit->value_is == VALUE_ADDED)
        value += gen_raw_value(encoded, field);
    gen_lie_field(encoded, field, value);
    return NULL;
}

static const struct field *field_of(const struct encoded *encoded, const struct edit *edit)
{
    return gen_find_field(encoded, edit->field, edit->place[0], edit->place[1], edit->place[2]);
}

bool gen_notation_has_field(const struct encoded *encoded, const struct edit *edit)
{
    return field_of(encoded, edit) != NULL;
}

uint32_t gen_notation_place(const struct encoded *encoded, const struct edit *edit)
{
    if (edit->kind < EDIT_BYTE)
        return field_of(encoded, edit)->offset;
    if (edit->kind == EDIT_TWICE)
        return encoded->length / 2;
    return edit->kind == EDIT_CUT || edit->kind == EDIT_KEEP ? encoded->length : edit->at;
}

static const char *apply(struct encoded *encoded, const struct notation *notation, const struct edit *edit)
{
    switch (edit->kind) {
    case EDIT_HEADER:
    case EDIT_FUNCTION:
    case EDIT_ROW:
    case EDIT_WORD:
        return store(encoded, field_of(encoded, edit), edit);
    case EDIT_BYTE:
        if (edit->at >= encoded->length)
            return "the section has no such byte";
        encoded->bytes[edit->at] = (uint8_t)edit->value;
        return NULL;
    case EDIT_BYTES:
        if (edit->at > encoded->length || edit->count > encoded->length - edit->at)
            return "the section has no such bytes";
        gen_lie_bytes(encoded, edit->at, notation->pool + edit->first, edit->count);
        return NULL;
    case EDIT_CUT:
        if (edit->count > encoded->length)
            return "the section has fewer bytes";
        gen_raw_cut(encoded, encoded->length - edit->count);
        return NULL;
    case EDIT_KEEP:
        if (edit->count > encoded->length)
            return "the section has fewer bytes";
        gen_raw_cut(encoded, edit->count);
        return NULL;
    case EDIT_INSERT:
        if (edit->at > encoded->length)
            return "the section ends before this offset";
        if (edit->count > MAX_BYTES - encoded->length)
            return "the section becomes too large";
        gen_raw_insert(encoded, edit->at, notation->pool + edit->first, edit->count);
        return NULL;
    case EDIT_TWICE:
        if (encoded->length > MAX_BYTES - encoded->length)
            return "the section becomes too large";
        gen_raw_append(encoded, encoded->bytes, encoded->length);
        return NULL;
    case EDIT_LEAVES_FUNCTIONS:
    case EDIT_LEAVES_ROWS:
        return NULL;
    }
    return NULL;
}

/* A function may be left more rows than it had: then rows of the next one are counted as its own. */
static const char *leave(struct section *section, const struct edit *edit)
{
    if (edit->kind == EDIT_LEAVES_FUNCTIONS) {
        if (edit->count > section->function_count)
            return "the section has fewer functions";
        section->function_count = edit->count;
    }
    if (edit->kind == EDIT_LEAVES_ROWS) {
        if ((uint32_t)edit->place[0] >= section->function_count)
            return "the section has no such function";
        struct function *const function = &section->functions[edit->place[0]];
        if (edit->count > section->row_count - function->first_row)
            return "there are fewer rows";
        function->row_count = edit->count;
    }
    return NULL;
}

static bool refuse(struct mistake *mistake, const struct edit *edit, const char *why)
{
    return why == NULL || gen_refuse(mistake, edit->line, why, "");
}

bool gen_notation_leave(struct section *section, const struct notation *notation, struct mistake *mistake)
{
    bool right = true;
    for (uint32_t i = 0; i < notation->edit_count && right; i++)
        right = refuse(mistake, &notation->edits[i], leave(section, &notation->edits[i]));
    return right;
}

bool gen_notation_apply(struct encoded *encoded, const struct notation *notation, struct mistake *mistake)
{
    bool right = true;
    for (uint32_t i = 0; i < notation->edit_count && right; i++)
        right = refuse(mistake, &notation->edits[i], apply(encoded, notation, &notation->edits[i]));
    return right;
}

/* --- From bytes to edits -------------------------------------------------------------------------------- */

/* Where to insert MORE bytes, so that the fewest bytes differ; of equally good places the last. */
static uint32_t place_of_insertion(const struct encoded *encoded, const uint8_t *bytes, uint32_t more)
{
    uint32_t differing = 0, least, best = 0;
    for (uint32_t i = 0; i < encoded->length; i++)
        differing += encoded->bytes[i] != bytes[i + more];
    least = differing;
    for (uint32_t i = 0; i < encoded->length; i++) {
        differing += encoded->bytes[i] != bytes[i];
        differing -= encoded->bytes[i] != bytes[i + more];
        if (differing <= least) {
            least = differing;
            best = i + 1;
        }
    }
    return best;
}

static struct edit *new_edit(struct notation *notation, enum edit_kind kind)
{
    if (notation->edit_count == MAX_EDITS)
        return NULL;
    struct edit *const edit = &notation->edits[notation->edit_count++];
    *edit = (struct edit){.kind = kind, .place = {-1, -1, -1}};
    return edit;
}

static bool is_twice(const struct encoded *encoded, const uint8_t *bytes, uint32_t length)
{
    return length > 0 && length == 2 * encoded->length &&
           memcmp(bytes, bytes + encoded->length, encoded->length) == 0;
}

static bool append_itself(struct notation *notation, struct encoded *encoded)
{
    gen_raw_append(encoded, encoded->bytes, encoded->length);
    return new_edit(notation, EDIT_TWICE) != NULL;
}

static bool insert(struct notation *notation, struct encoded *encoded, const uint8_t *bytes, uint32_t more)
{
    struct edit *const edit = new_edit(notation, EDIT_INSERT);
    if (edit == NULL)
        return false;
    edit->at = place_of_insertion(encoded, bytes, more);
    edit->count = more;
    for (uint32_t i = 0; i < more; i++)
        notation->pool[notation->pool_count + i] = bytes[edit->at + i];
    edit->first = notation->pool_count;
    notation->pool_count += more;
    gen_raw_insert(encoded, edit->at, notation->pool + edit->first, more);
    return true;
}

/* The field that has the byte; null: none does, or it cannot be set. */
static const struct field *field_at(const struct encoded *encoded, uint32_t offset)
{
    for (uint32_t i = 0; i < encoded->field_count; i++) {
        const struct field *const field = &encoded->fields[i];
        if (offset >= field->offset && offset - field->offset < field->width)
            return field->width > 8 || field->name == FIELD_GAP || field->name == FIELD_AUX ||
                           field->offset + field->width > encoded->length
                       ? NULL
                       : field;
    }
    return NULL;
}

static bool set_byte(struct notation *notation, uint32_t offset, uint8_t value)
{
    struct edit *const edit = new_edit(notation, EDIT_BYTE);
    if (edit == NULL)
        return false;
    edit->at = offset;
    edit->value = value;
    return true;
}

static bool set_field(struct notation *notation, struct encoded *encoded, const struct field *field,
                      const uint8_t *bytes)
{
    struct edit *const edit = new_edit(notation, field->word >= 0       ? EDIT_WORD
                                                 : field->row >= 0      ? EDIT_ROW
                                                 : field->function >= 0 ? EDIT_FUNCTION
                                                                        : EDIT_HEADER);
    if (edit == NULL)
        return false;
    gen_lie_bytes(encoded, field->offset, bytes + field->offset, field->width);
    edit->field = field->name;
    edit->place[0] = field->function;
    edit->place[1] = field->row;
    edit->place[2] = field->word;
    edit->value = (int64_t)gen_raw_value(encoded, field);
    return true;
}

static bool set_what_differs(struct notation *notation, struct encoded *encoded, const uint8_t *bytes)
{
    bool room = true;
    for (uint32_t i = 0; i < encoded->length && room; i++) {
        if (encoded->bytes[i] == bytes[i])
            continue;
        const struct field *const field = field_at(encoded, i);
        room = field != NULL ? set_field(notation, encoded, field, bytes) : set_byte(notation, i, bytes[i]);
        encoded->bytes[i] = bytes[i];
    }
    return room;
}

bool gen_notation_edits(struct notation *notation, const uint8_t *bytes, uint32_t length, uint32_t *first,
                        const char **why)
{
    static struct encoded encoded;
    if (!gen_encode(&encoded, &notation->section)) {
        *why = encoded.error;
        return false;
    }
    if (length > MAX_BYTES) {
        *why = "it has more bytes than a model";
        return false;
    }
    bool room = true;
    if (is_twice(&encoded, bytes, length)) {
        room = append_itself(notation, &encoded);
    } else if (length > encoded.length) {
        room = insert(notation, &encoded, bytes, length - encoded.length);
    } else if (length < encoded.length) {
        struct edit *const edit = new_edit(notation, EDIT_CUT);
        room = edit != NULL;
        if (room)
            edit->count = encoded.length - length;
        gen_raw_cut(&encoded, length);
    }
    *why = "it differs from its model in too many places";
    if (!room || !set_what_differs(notation, &encoded, bytes))
        return false;
    *first = notation->edit_count > 0 ? gen_notation_place(&encoded, notation->edits) : 0;
    return true;
}
