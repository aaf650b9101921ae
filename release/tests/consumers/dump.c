/* Prints what dump.py prints, except for what may be answered, which the header states by .open and .may. */
#include "sframe-corpus.h"

static const char *const profiles[] = { "v1", "v2", "v2e1", "v2e2", "v3" };
static const char *const abis[] = { "", "aarch64_be", "aarch64", "amd64", "s390x" };
static const char *const operations[] = { "decode", "check", "lookup", "flip", "unwind" };
static const char *const classes[] = { "valid", "malformed", "irregular", "contested" };

int main(void)
{
	for (unsigned int i = 0; i < SFV_COUNT; i++) {
		const struct sfv_vector *v = sfv_vectors[i];

		printf("%s\t%s\t%s\t%s\t%s\t%s\t", v->id, profiles[v->profile], abis[v->abi], operations[v->operation],
		       classes[v->class_of], v->breaks ? v->breaks : "-");
		u8 *made = v->parts ? malloc(v->size) : NULL;
		if (made)
			sfv_make(v, made);
		for (u32 at = 0; at < v->size; at++)
			printf("%02x", made ? made[at] : v->bytes[at]);
		free(made);
		printf("\t0x%llx\t", (unsigned long long)v->address);
		if (v->operation == SFV_LOOKUP || v->operation == SFV_UNWIND)
			printf("0x%llx", (unsigned long long)v->pc);
		else
			printf("-");
		printf("\t%d\t%d\n", v->open, v->may);
	}
	return 0;
}
