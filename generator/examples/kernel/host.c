/* Runs the suites as a program, each on a stack of 8 KiB with nothing below it, and prints as KUnit does. */
#define _GNU_SOURCE
#include <kunit/test.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 8192, KEPT = 20 };

struct kunit {
	u32 failures, asked;
	const char *messages[KEPT], *strings[KEPT];	/* printed later, on the host's own stack */
};

extern struct kunit_suite *const __start_kunit_suites[], *const __stop_kunit_suites[];

static struct kunit test;
static struct kunit_case *present;
static ucontext_t host, small;

void kunit_failed(struct kunit *failed, const char *message, const char *string)
{
	if (failed->failures < KEPT) {
		failed->messages[failed->failures] = message;
		failed->strings[failed->failures] = string;
	}
	failed->failures++;
}

void kunit_info(struct kunit *asked, const char *message, u32 number)
{
	(void)message;
	asked->asked = number;
}

static void run_present(void)
{
	present->run_case(&test);
}

static int run_on(char *stack)
{
	test = (struct kunit){0};
	getcontext(&small);
	small.uc_stack.ss_sp = stack;
	small.uc_stack.ss_size = STACK;
	small.uc_link = &host;
	makecontext(&small, run_present, 0);
	return swapcontext(&host, &small) == 0;
}

/* The message has one %s. */
static void print_failure(const char *message, const char *string)
{
	const char *const place = strstr(message, "%s");

	printf("    # %.*s%s%s", (int)(place - message), message, string, place + 2);
}

int main(void)
{
	char *const memory = mmap(NULL, 2 * STACK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	u32 wrong = 0, asked = 0, number = 0;

	if (memory == MAP_FAILED || mprotect(memory + STACK, STACK, PROT_READ | PROT_WRITE) != 0)
		return 2;
	for (struct kunit_suite *const *suite = __start_kunit_suites; suite != __stop_kunit_suites; suite++) {
		for (present = (*suite)->test_cases; present->name != NULL; present++) {
			if (!run_on(memory + STACK))
				return 2;
			for (u32 i = 0; i < test.failures && i < KEPT; i++)
				print_failure(test.messages[i], test.strings[i]);
			printf("%sok %u %s: %u asked, %u wrong\n", test.failures != 0 ? "not " : "", ++number,
			       present->name, test.asked, test.failures);
			wrong += test.failures;
			asked += test.asked;
		}
	}
	printf("# %u vectors, %u wrong answers\n", asked, wrong);
	return wrong != 0 || asked == 0;
}
