#include "sframe_reader.h"

enum { HEADER = 28, ENTRY = 16, ATTRIBUTE = 5 };
enum { MAGIC = 0xdee2, VERSION = 3, ABI_NUMBER = 3, SORTED_AND_PCREL = 0x5 };

struct section {
	const u8 *bytes;
	u64 address;
	u32 entries_at, entry_count;
	u32 rows_at, rows_size;
	s8 fixed_fp, fixed_ra;
};

struct function {
	u32 offset;		/* of the PC in it, or in its block */
	u32 row_count, next_row;	/* counted from the rows of the section */
	u8 start_width;
	u8 flexible;
};

struct row {
	u32 start;
	u32 words_at;
	u8 width, count, info;
};

/* An unsigned number of 1, 2 or 4 bytes that is known to be there. */
static u32 number(const u8 *at, u32 width)
{
	u32 value = 0;

	while (width-- > 0)
		value = value << 8 | at[width];
	return value;
}

static u64 start_of(const struct section *section, u32 entry)
{
	u32 at = section->entries_at + entry * ENTRY;
	u64 low = number(section->bytes + at, 4), high = number(section->bytes + at + 4, 4);

	return section->address + at + (high << 32 | low);
}

static int read_header(struct section *section, const u8 *bytes, u32 size, u64 address)
{
	u32 end, left, entries, rows;

	if (size < HEADER || number(bytes, 2) != MAGIC || bytes[2] != VERSION ||
	    bytes[3] != SORTED_AND_PCREL || bytes[4] != ABI_NUMBER)
		return 0;
	end = HEADER + bytes[7];
	if (end > size)
		return 0;
	left = size - end;
	entries = number(bytes + 20, 4);
	rows = number(bytes + 24, 4);
	section->bytes = bytes;
	section->address = address;
	section->fixed_fp = (s8)bytes[5];
	section->fixed_ra = (s8)bytes[6];
	section->entry_count = number(bytes + 8, 4);
	section->rows_size = number(bytes + 16, 4);
	if (entries > left || section->entry_count > (left - entries) / ENTRY)
		return 0;
	if (rows > left || section->rows_size > left - rows)
		return 0;
	if (rows < entries && section->rows_size > entries - rows)	/* tables overlap */
		return 0;
	section->entries_at = end + entries;
	section->rows_at = end + rows;
	return 1;
}

/* The last entry that does not start after the PC; its number plus one, 0 if there is none. */
static u32 find_entry(const struct section *section, u64 pc)
{
	u32 low = 0, high = section->entry_count;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (start_of(section, middle) <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether one of the entries before holds the PC, so that functions overlap.  This takes long in a large
 * section: a reader without time for it looks once, when a section is loaded. */
static int is_held_before(const struct section *section, u32 entry, u64 pc)
{
	while (entry-- > 0) {
		u32 at = section->entries_at + entry * ENTRY;

		if (pc - start_of(section, entry) < number(section->bytes + at + 8, 4))
			return 1;
	}
	return 0;
}

static enum sframe_result read_function(const struct section *section, u32 entry, u64 pc,
					struct function *function, struct sframe_rules *rules)
{
	const u8 *index = section->bytes + section->entries_at + entry * ENTRY, *attribute;
	u64 offset = pc - start_of(section, entry);
	u32 at = number(index + 12, 4);

	if (offset >= number(index + 8, 4))
		return is_held_before(section, entry, pc) ? SFRAME_REFUSED : SFRAME_NO_FUNCTION;
	if (at > section->rows_size || section->rows_size - at < ATTRIBUTE)
		return SFRAME_REFUSED;
	attribute = section->bytes + section->rows_at + at;
	function->offset = (u32)offset;
	function->row_count = number(attribute, 2);
	function->next_row = at + ATTRIBUTE;
	function->start_width = (u8)(1U << (attribute[2] & 3));
	function->flexible = (attribute[3] & 0x1f) == 1;
	rules->signal = attribute[2] >> 7;
	if ((attribute[2] & 0xf) > 2 || (attribute[3] & 0x1f) > 1)
		return SFRAME_REFUSED;
	if ((attribute[2] >> 4 & 1) != 0) {
		if (attribute[4] == 0)
			return SFRAME_REFUSED;
		function->offset %= attribute[4];
	}
	return SFRAME_ROW;
}

static int read_row(const struct section *section, struct function *function, struct row *row)
{
	const u8 *at = section->bytes + section->rows_at + function->next_row;
	u32 left = section->rows_size - function->next_row, fixed = function->start_width + 1U;

	if (left < fixed)
		return 0;
	row->start = number(at, function->start_width);
	row->info = at[function->start_width];
	row->count = row->info >> 1 & 0xf;
	row->width = (u8)(1U << (row->info >> 5 & 3));
	row->words_at = section->rows_at + function->next_row + fixed;
	if (row->width > 4 || left - fixed < (u32)row->count * row->width)
		return 0;
	function->next_row += fixed + (u32)row->count * row->width;
	return 1;
}

/* The last row that does not start after the PC. */
static enum sframe_result find_row(const struct section *section, struct function *function, struct row *row)
{
	enum sframe_result result = SFRAME_NO_ROW;
	struct row next;

	if (function->row_count == 0)
		return SFRAME_OUTERMOST;
	while (function->row_count-- > 0) {
		if (!read_row(section, function, &next))
			return SFRAME_REFUSED;
		if (next.start > function->offset)
			break;
		*row = next;
		result = SFRAME_ROW;
	}
	return result;
}

static u32 word(const struct section *section, const struct row *row, u32 which)
{
	return number(section->bytes + row->words_at + which * row->width, row->width);
}

static s32 signed_word(const struct section *section, const struct row *row, u32 which)
{
	u32 sign = 1U << (8 * row->width - 1);

	return (s32)((word(section, row, which) ^ sign) - sign);
}

static struct sframe_rule slot(s32 offset)
{
	return (struct sframe_rule){.kind = SFRAME_PLACE, .base = SFRAME_CFA, .deref = 1, .offset = offset};
}

/* Where a row has no word for RA or FP, the header may fix their places. */
static void take_fixed(const struct section *section, struct sframe_rules *rules)
{
	if (section->fixed_ra != 0)
		rules->ra = slot(section->fixed_ra);
	if (section->fixed_fp != 0)
		rules->fp = slot(section->fixed_fp);
}

static void read_default(const struct section *section, const struct row *row, struct sframe_rules *rules)
{
	rules->cfa = (struct sframe_rule){.kind = SFRAME_PLACE, .offset = signed_word(section, row, 0)};
	rules->cfa.base = (row->info & 1) != 0 ? SFRAME_SP : SFRAME_FP;
	if (row->count > 1)
		rules->fp = slot(signed_word(section, row, 1));
}

/* Reads a control word and its offset, or padding alone.  Returns the number of the next word; 0: it is cut. */
static u32 read_pair(const struct section *section, const struct row *row, u32 at, struct sframe_rule *rule)
{
	u32 control;

	if (at >= row->count)
		return at;
	control = word(section, row, at);
	if (control == 0)
		return at + 1;
	if (at + 1 >= row->count)
		return 0;
	*rule = slot(signed_word(section, row, at + 1));
	rule->deref = control >> 1 & 1;
	if ((control & 1) != 0) {
		rule->base = SFRAME_REGISTER;
		rule->reg = control >> 3;
	}
	return at + 2;
}

static int read_flexible(const struct section *section, const struct row *row, struct sframe_rules *rules)
{
	u32 at = read_pair(section, row, 0, &rules->cfa);

	if (at != 2 || rules->cfa.base == SFRAME_CFA)
		return 0;
	at = read_pair(section, row, at, &rules->ra);
	return at != 0 && read_pair(section, row, at, &rules->fp) != 0;
}

enum sframe_result sframe_find(const u8 *bytes, u32 size, u64 address, u64 pc, struct sframe_rules *rules)
{
	struct section section;
	struct function function;
	struct row row;
	enum sframe_result result;
	u32 entry;

	*rules = (struct sframe_rules){.signal = 0};
	if (!read_header(&section, bytes, size, address))
		return SFRAME_REFUSED;
	entry = find_entry(&section, pc);
	if (entry == 0)
		return SFRAME_NO_FUNCTION;
	if (entry > 1 && start_of(&section, entry - 2) == start_of(&section, entry - 1))
		return SFRAME_REFUSED;	/* functions overlap */
	result = read_function(&section, entry - 1, pc, &function, rules);
	if (result == SFRAME_ROW)
		result = find_row(&section, &function, &row);
	if (result == SFRAME_OUTERMOST || (result == SFRAME_ROW && row.count == 0))
		rules->ra.kind = SFRAME_UNDEFINED;
	if (result != SFRAME_ROW || row.count == 0)
		return result;
	take_fixed(&section, rules);
	if (!function.flexible)
		read_default(&section, &row, rules);
	else if (!read_flexible(&section, &row, rules))
		return SFRAME_REFUSED;
	return SFRAME_ROW;
}
