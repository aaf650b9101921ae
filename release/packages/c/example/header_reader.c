/* Tests a reader by the vectors, in plain C or as a KUnit suite.  This reader reads only the header.  Copy this
 * file, and call your own reader. */
#ifdef __KERNEL__
#include <linux/string.h>
#else
#include <string.h>
#endif
#include "sframe-corpus.h"

enum { HEADER_SIZE = 28 };

static u32 number(const u8 *at, bool little)
{
	return little ? at[0] | at[1] << 8 | at[2] << 16 | (u32)at[3] << 24
		      : at[3] | at[2] << 8 | at[1] << 16 | (u32)at[0] << 24;
}

/* Whether the section can be read, and how many functions it has. */
static bool read_header(const u8 *section, u32 size, u8 version, u32 *functions)
{
	static const u8 function_size[] = { 0, 17, 20, 16 };
	bool little;
	u32 body, row_bytes;
	u64 functions_end, rows_at;

	if (size < HEADER_SIZE)
		return false;
	little = section[0] == 0xe2 && section[1] == 0xde;
	if (!little && !(section[0] == 0xde && section[1] == 0xe2))
		return false;
	if (section[2] != version || section[7] > size - HEADER_SIZE)
		return false;
	body = size - HEADER_SIZE - section[7];
	*functions = number(section + 8, little);
	row_bytes = number(section + 16, little);
	functions_end = number(section + 20, little) + (u64)*functions * function_size[version];
	rows_at = number(section + 24, little);
	return functions_end <= body && functions_end <= rows_at && rows_at + row_bytes <= body;
}

/* Whether the bytes break a clause about the header.  This reader does not see what is wrong with rows. */
static bool breaks_header(const struct sfv_vector *vector)
{
	static const char *const clauses[] = {
		"preamble.magic", "preamble.complete", "version.known", "version.described",
		"header.complete", "header.aux-inside", "header.fde-array", "header.fdeoff-inside",
		"header.freoff-inside", "header.fre-len-inside",
	};
	unsigned int i;

	for (i = 0; vector->breaks != NULL && i < sizeof(clauses) / sizeof(clauses[0]); i++)
		if (strcmp(vector->breaks, clauses[i]) == 0)
			return true;
	return false;
}

static bool is_asked(const struct sfv_vector *vector)
{
	bool must_answer = vector->may == SFV_MAY_ANSWER;
	bool must_refuse = vector->may == SFV_MAY_REFUSE && breaks_header(vector);

	return vector->operation == SFV_CHECK && (must_answer || must_refuse);
}

static bool is_right(const struct sfv_vector *vector)
{
	u32 functions;

	return read_header(vector->bytes, vector->size, vector->version, &functions) == (vector->may == SFV_MAY_ANSWER);
}

SFRAME_CORPUS_TEST(header_reader, is_asked, is_right)
#ifdef __KERNEL__
MODULE_LICENSE("GPL");
#endif
