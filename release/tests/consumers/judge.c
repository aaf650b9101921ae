/* Four programs in one, as the header compiles slowly: without words it is dump.c, with `example` the example of
 * judging, with `reader` the example of a reader, and with `judge FILE` it prints what `dump.py judge FILE` prints. */
#define main test_reader
#include "example/header_reader.c"
#undef main
#define main judge_answers
#include "example/judge_answers.c"
#undef main
#define main dump
#include "dump.c"
#undef main

/* A value as it is printed; for a list, an object or a long string, only which of these it is. */
static const char *said(const char *value)
{
	if (strstr(value, " too long to be shown here\"") != NULL)
		return value[4] == 'o' ? "object" : value[3] == 'l' ? "list" : "string";
	return *value == '[' ? "list" : *value == '{' ? "object" : value;
}

static int judge_cases(const char *path)
{
	static struct sfv_judgement judgement;
	static char line[1 << 22];
	FILE *file = fopen(path, "r");
	unsigned int i = 0, k;

	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		char *exposes = strchr(line, '\t') + 1, *answer = strchr(exposes, '\t') + 1;

		exposes[-1] = answer[-1] = answer[strcspn(answer, "\n")] = '\0';
		while (i < SFV_COUNT && strcmp(sfv_vectors[i]->id, line) != 0)
			i++;
		if (i == SFV_COUNT)
			return 1;
		sfv_judge(sfv_vectors[i], answer, *exposes == '-' ? NULL : exposes, &judgement);
		printf("%s\t%s", sfv_outcome_names[judgement.outcome], judgement.reading[0] ? judgement.reading : "-");
		for (k = 0; judgement.outcome == SFV_FAIL && k < judgement.count && k < SFV_SHOWN; k++)
			printf("\t%s: %s > %s", judgement.difference[k].path, said(judgement.difference[k].expected),
			       said(judgement.difference[k].actual));
		putchar('\n');
	}
	return file == NULL;
}

int main(int count, char **words)
{
	if (count == 1)
		return dump();
	if (strcmp(words[1], "reader") == 0)
		return test_reader();
	return strcmp(words[1], "example") == 0 ? judge_answers() : judge_cases(words[2]);
}
