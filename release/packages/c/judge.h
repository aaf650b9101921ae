/*
 * Judges answers as sframe-conform does; docs/protocol.md of the suite says what is compared.
 * Include it behind sframe-corpus.h.
 *
 *	struct sfv_judgement judgement;
 *
 *	if (sfv_judge(vector, "{\"none\": \"function\"}", NULL, &judgement))
 *		...	it counts against the reader: .outcome, .count, .difference
 *
 * An answer is JSON, as an adapter gives it (without "request"; names and words without escapes);
 * sfv_judge_found() takes a lookup's as a struct sfv_found.  Nothing is allocated.  A
 * judgement has 10 KB: in a kernel it is no local variable.
 */
#ifndef SFRAME_JUDGE_H
#define SFRAME_JUDGE_H

#ifdef __KERNEL__
#include <linux/kernel.h>
#include <linux/string.h>
#else
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#endif

#define SFV_REFUSED "{\"error\": \"refused\"}"
#define SFV_NOTHING_FOUND "{\"none\": \"unknown\"}"

/* Those from SFV_FAIL on count against the reader. */
enum sfv_outcome {
	SFV_PASS, SFV_READING, SFV_UNJUDGED, SFV_UNSUPPORTED,
	SFV_FAIL, SFV_UNREAD, SFV_INCONSISTENT, SFV_CRASH, SFV_EXIT, SFV_GARBAGE,
};

static const char *const sfv_outcome_names[] = {
	"pass", "reading", "unjudged", "unsupported", "fail", "unread", "inconsistent", "crash", "exit", "garbage",
};

enum { SFV_SHOWN = 16, SFV_PATH = 120, SFV_WORDS = 240, SFV_DEPTH = 64 };

/* A member that is not as it should be; the values are JSON, or `nothing`. */
struct sfv_difference {
	char path[SFV_PATH], expected[SFV_WORDS], actual[SFV_WORDS];
};

struct sfv_judgement {
	enum sfv_outcome outcome;
	char reading[64];		/* which one was taken */
	unsigned int count;		/* of differences; of an unread answer: from the closest reading */
	struct sfv_difference difference[SFV_SHOWN];
};

/* --- Data: the members of answers, and what is right of each vector ------------------------- */

enum sfv_type {
	SFV_TYPE_WORD, SFV_TYPE_WORDS, SFV_TYPE_NONE, SFV_TYPE_ADDRESS, SFV_TYPE_HEX, SFV_TYPE_INTEGER, SFV_TYPE_BOOLEAN,
	SFV_TYPE_BASE, SFV_TYPE_PLACE, SFV_TYPE_RULE, SFV_TYPE_OBJECTS, SFV_TYPE_ANYTHING,
};

enum { SFV_IS_RULE = 1, SFV_MAY_BE_ADDED = 2, SFV_MUST_BE_STATED = 4, SFV_IS_ASKED = 8 };

static const struct sfv_member {
	const char *path;
	enum sfv_type type;
	unsigned int flags;
} sfv_members[] = {
@MEMBERS@
};

enum { SFV_MEMBERS = sizeof(sfv_members) / sizeof(sfv_members[0]) };

static const struct {
	const char *expect, *breaches;	/* JSON */
} sfv_expected[] = {
@EXPECTED@
};
_Static_assert(sizeof(sfv_expected) / sizeof(sfv_expected[0]) == SFV_COUNT, "judges the vectors of sframe-corpus.h alone");

/* --- JSON: texts that were found to be valid -------------------------------------------- */

static inline const char *sfv_blanks(const char *at)
{
	while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
		at++;
	return at;
}

static inline const char *sfv_json_string(const char *at)
{
	if (*at++ != '"')
		return NULL;
	for (; *at != '"'; at++) {
		if (*at == '\\' && strchr("\"\\/bfnrtu", *++at) == NULL)
			return NULL;
		if ((u8)*at < 0x20)
			return NULL;
	}
	return at + 1;
}

static inline const char *sfv_json_number(const char *at)
{
	const char *digits = at += *at == '-';

	at += strspn(at, "0123456789");
	if (at == digits || (*digits == '0' && at != digits + 1))
		return NULL;
	if (*at == '.') {
		digits = ++at;
		at += strspn(at, "0123456789");
	}
	if (at != digits && (*at == 'e' || *at == 'E')) {
		at += at[1] == '+' || at[1] == '-' ? 2 : 1;
		digits = at;
		at += strspn(at, "0123456789");
	}
	return at != digits ? at : NULL;
}

/* The end of the value that begins here; null if it is none. */
static inline const char *sfv_json_end(const char *at, unsigned int depth)
{
	static const char *const words[] = { "true", "false", "null" };
	bool is_object = *at == '{';
	unsigned int i;

	if (*at == '"')
		return sfv_json_string(at);
	if (*at != '{' && *at != '[') {
		for (i = 0; i < 3; i++)
			if (strncmp(at, words[i], strlen(words[i])) == 0)
				return at + strlen(words[i]);
		return sfv_json_number(at);
	}
	if (depth == SFV_DEPTH)
		return NULL;
	at = sfv_blanks(at + 1);
	if (*at == (is_object ? '}' : ']'))
		return at + 1;
	for (;; at = sfv_blanks(at + 1)) {
		if (is_object) {
			at = sfv_json_string(at);
			if (at == NULL || *(at = sfv_blanks(at)) != ':')
				return NULL;
			at = sfv_blanks(at + 1);
		}
		at = sfv_json_end(at, depth + 1);
		if (at == NULL)
			return NULL;
		at = sfv_blanks(at);
		if (*at != ',')
			return *at == (is_object ? '}' : ']') ? at + 1 : NULL;
	}
}

/* Goes on to the next member of an object, or item of a list; false: there is none.  At first *AT is the
 * object or list itself, and *KEY and *VALUE are NULL. */
static inline bool sfv_next(const char **at, const char **key, const char **value)
{
	const char *from = *at;
	bool is_first = *key == NULL && *value == NULL, is_object;

	if (is_first && *from != '{' && *from != '[')
		return false;
	is_object = is_first ? *from == '{' : *key != NULL;
	from = sfv_blanks(is_first ? from + 1 : sfv_json_end(*value, 0));
	if (!is_first && *from == ',')
		from = sfv_blanks(from + 1);
	if (*from == '}' || *from == ']')
		return false;
	*key = is_object ? from : NULL;
	*value = is_object ? sfv_blanks(sfv_blanks(sfv_json_string(from)) + 1) : from;
	return true;
}

#define sfv_for_each(in, key, value) \
	for (const char *sfv_at = (in), *key = NULL, *value = NULL; sfv_at != NULL && sfv_next(&sfv_at, &key, &value);)

static inline bool sfv_is_text(const char *value)
{
	return value != NULL && *value == '"';
}

static inline bool sfv_is_word(const char *value, const char *word)
{
	size_t size = strlen(word);

	return sfv_is_text(value) && strncmp(value + 1, word, size) == 0 && value[size + 1] == '"';
}

static inline const char *sfv_get(const char *object, const char *name)
{
	if (object != NULL && *object == '{')
		sfv_for_each(object, key, value)
			if (sfv_is_word(key, name))
				return value;
	return NULL;
}

static inline bool sfv_same(const char *one, const char *other)
{
	size_t size;

	if (one == NULL || other == NULL)
		return one == other;
	size = (size_t)(sfv_json_end(one, 0) - one);
	return (size_t)(sfv_json_end(other, 0) - other) == size && memcmp(one, other, size) == 0;
}

static inline bool sfv_has(const char *list, const char *text)
{
	sfv_for_each(list, key, value)
		if (sfv_same(value, text))
			return true;
	return false;
}

static inline unsigned int sfv_length(const char *list)
{
	unsigned int count = 0;

	sfv_for_each(list, key, value)
		count++;
	return count;
}

static inline bool sfv_is_true(const char *value)
{
	return value != NULL && *value == 't';
}

static inline bool sfv_is_false(const char *value)
{
	return value != NULL && *value == 'f';
}

/* --- Members and their types ------------------------------------------------------------ */

static inline unsigned int sfv_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10 : 16;
}

static inline bool sfv_address(const char *value, u64 *number)
{
	const char *at = value + 3;

	*number = 0;
	if (!sfv_is_text(value) || value[1] != '0' || (value[2] | 0x20) != 'x' || *at == '"')
		return false;
	for (; *at != '"'; at++) {
		if (sfv_digit(*at) == 16 || *number >> 60 != 0)
			return false;
		*number = *number << 4 | sfv_digit(*at);
	}
	return true;
}

static inline bool sfv_is_hex(const char *value)
{
	size_t count = 1;

	if (!sfv_is_text(value))
		return false;
	while (sfv_digit(value[count]) < 16)
		count++;
	return value[count] == '"' && count % 2 == 1;
}

/* Reads an integer of 64 bits; false: VALUE is none. */
static inline bool sfv_integer(const char *value, s64 *number)
{
	u64 size = 0;
	bool is_negative = value != NULL && *value == '-';
	const char *at = value + is_negative;

	if (value == NULL || sfv_digit(*at) > 9)
		return false;
	for (; sfv_digit(*at) <= 9; at++) {
		if (size > (~(u64)0 / 2 - sfv_digit(*at) + is_negative) / 10)
			return false;
		size = size * 10 + sfv_digit(*at);
	}
	*number = (s64)(is_negative ? 0 - size : size);
	return *at != '.' && *at != 'e' && *at != 'E';
}

/* The member's name, if it is one of the object at this place. */
static inline const char *sfv_name_at(const struct sfv_member *member, const char *place)
{
	size_t size = strlen(place);

	if (strncmp(member->path, place, size) != 0 || member->path[size] != '.' || strchr(member->path + size + 1, '.') != NULL)
		return NULL;
	return member->path + size + 1;
}

static inline bool sfv_has_shape(const char *object, const char *place);

static inline bool sfv_are(const char *list, const char *place)
{
	sfv_for_each(list, key, value)
		if (place != NULL ? !sfv_has_shape(value, place) : !sfv_is_text(value))
			return false;
	return *list == '[';
}

static inline bool sfv_has_type(const char *value, const struct sfv_member *member)
{
	u64 address;
	s64 number;

	switch (member->type) {
	case SFV_TYPE_WORD:
	case SFV_TYPE_NONE:
	case SFV_TYPE_BASE:
		return sfv_is_text(value);
	case SFV_TYPE_ADDRESS:
		return sfv_address(value, &address);
	case SFV_TYPE_HEX:
		return sfv_is_hex(value);
	case SFV_TYPE_INTEGER:
		return sfv_integer(value, &number);
	case SFV_TYPE_BOOLEAN:
		return sfv_is_true(value) || sfv_is_false(value);
	case SFV_TYPE_RULE:
	case SFV_TYPE_PLACE:
		return (member->type == SFV_TYPE_RULE && sfv_is_text(value)) || sfv_has_shape(value, "place");
	case SFV_TYPE_WORDS:
	case SFV_TYPE_OBJECTS:
		return sfv_are(value, member->type == SFV_TYPE_OBJECTS ? member->path : NULL);
	case SFV_TYPE_ANYTHING:
		break;
	}
	return true;
}

/* Whether all members have names that a schema has, and their types. */
static inline bool sfv_has_shape(const char *object, const char *place)
{
	if (*object != '{')
		return false;
	sfv_for_each(object, key, value) {
		unsigned int i = 0;

		while (i < SFV_MEMBERS && (sfv_name_at(&sfv_members[i], place) == NULL ||
					   !sfv_is_word(key, sfv_name_at(&sfv_members[i], place))))
			i++;
		if (i == SFV_MEMBERS || !sfv_has_type(value, &sfv_members[i]))
			return false;
	}
	return true;
}

/* --- Comparison ------------------------------------------------------------------------- */

struct sfv_judging {
	const struct sfv_vector *vector;
	const char *operation, *expect, *breaches, *answer, *exposes;
	const char *stop;		/* of a trace: what is accepted in place of the expected word */
	struct sfv_judgement *to;
	unsigned int compared;
	bool is_part;
};

static inline void sfv_describe(char words[SFV_WORDS], const char *value)
{
	size_t size = value != NULL ? (size_t)(sfv_json_end(value, 0) - value) : 0;

	if (value == NULL)
		snprintf(words, SFV_WORDS, "nothing");
	else if (size < SFV_WORDS)
		snprintf(words, SFV_WORDS, "%.*s", (int)size, value);
	else
		snprintf(words, SFV_WORDS, "\"%s too long to be shown here\"",
			 *value == '[' ? "a list" : *value == '{' ? "an object" : "a string");
}

/* Cuts a path that is longer than any should be. */
static inline void sfv_append(char to[SFV_PATH], const char *text)
{
	size_t size = strlen(to), more = strlen(text);

	more = more < SFV_PATH - 1 - size ? more : SFV_PATH - 1 - size;
	memcpy(to + size, text, more);
	to[size + more] = '\0';
}

static inline void sfv_differ(struct sfv_judging *at, const char *path, const char *name, const char *expected,
			      const char *actual)
{
	struct sfv_difference *to = &at->to->difference[at->to->count];

	if (at->to->count++ >= SFV_SHOWN)
		return;
	to->path[0] = '\0';
	sfv_append(to->path, path);
	sfv_append(to->path, name);
	sfv_describe(to->expected, expected);
	sfv_describe(to->actual, actual);
}

/* Whether one path is the other, or below it. */
static inline bool sfv_is_along(const char *path, const char *exposed)
{
	size_t i = 0;

	while (path[i] != '\0' && path[i] == exposed[i])
		i++;
	return (path[i] == '\0' || path[i] == '.') && (exposed[i] == '"' || exposed[i] == '.') &&
	       (path[i] == '\0' || exposed[i] == '"');
}

static inline bool sfv_is_exposed(const struct sfv_judging *at, const char *path)
{
	sfv_for_each(at->exposes, key, value)
		if (sfv_is_along(path, value + 1))
			return true;
	return at->exposes == NULL;
}

/* The stack pointer and the frame pointer may also be named by their numbers. */
static inline const char *sfv_base(const struct sfv_judging *at, const char *base)
{
	static const char *const names[][2] = {
		[SFV_AMD64] = { "r7", "r6" }, [SFV_S390X] = { "r15", "r11" },
		[SFV_AARCH64] = { "r31", "r29" }, [SFV_AARCH64_BE] = { "r31", "r29" },
	};

	if (sfv_is_word(base, names[at->vector->abi][0]))
		return "\"sp\"";
	return sfv_is_word(base, names[at->vector->abi][1]) ? "\"fp\"" : base;
}

static inline void sfv_compare_places(struct sfv_judging *at, const char *path, const char *one, const char *other)
{
	const char *names[] = { ".base", ".offset", ".deref" };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		const char *expected = sfv_get(one, names[i] + 1), *actual = sfv_get(other, names[i] + 1);
		s64 a = 0, b = 0;
		bool same = i == 0   ? sfv_same(sfv_base(at, expected), sfv_base(at, actual))
			    : i == 1 ? sfv_integer(expected, &a) && sfv_integer(actual, &b) && a == b
				     : sfv_is_true(expected) == sfv_is_true(actual);

		if (!same)
			sfv_differ(at, path, names[i], expected, actual);
	}
}

static inline bool sfv_same_hex(const char *one, const char *other)
{
	while (sfv_digit(*++one) == sfv_digit(*++other))
		if (*one == '"')
			return true;
	return false;
}

static inline bool sfv_same_words(const char *one, const char *other)
{
	sfv_for_each(one, key, value)
		if (!sfv_has(other, value))
			return false;
	return sfv_length(one) == sfv_length(other);
}

static inline bool sfv_are_same(const struct sfv_member *member, const char *one, const char *other)
{
	u64 addresses[2];
	s64 numbers[2];

	switch (member->type) {
	case SFV_TYPE_NONE:
		return sfv_same(one, other) || sfv_is_word(other, "unknown");
	case SFV_TYPE_WORDS:
		return sfv_same_words(one, other);
	case SFV_TYPE_ADDRESS:
		return sfv_address(one, &addresses[0]) && sfv_address(other, &addresses[1]) && addresses[0] == addresses[1];
	case SFV_TYPE_HEX:
		return sfv_same_hex(one, other);
	case SFV_TYPE_INTEGER:
		return sfv_integer(one, &numbers[0]) && sfv_integer(other, &numbers[1]) && numbers[0] == numbers[1];
	default:
		return sfv_same(one, other);
	}
}

static inline void sfv_compare_members(struct sfv_judging *at, const char *place, const char *before, const char *one,
				       const char *other);

static inline void sfv_compare_objects(struct sfv_judging *at, const struct sfv_member *member, const char *path,
				       const char *one, const char *other)
{
	const char *to = other, *to_key = NULL, *to_value = NULL;
	unsigned int i = 0;

	if (sfv_length(one) != sfv_length(other)) {
		char counts[2][12];

		snprintf(counts[0], sizeof(counts[0]), "%u", sfv_length(one));
		snprintf(counts[1], sizeof(counts[1]), "%u", sfv_length(other));
		sfv_differ(at, path, ".length", counts[0], counts[1]);
	}
	sfv_for_each(one, key, value) {
		if (!sfv_next(&to, &to_key, &to_value))
			break;
		char text[SFV_PATH] = "", place[16];

		snprintf(place, sizeof(place), "[%u].", i++);
		sfv_append(text, path);
		sfv_append(text, place);
		sfv_compare_members(at, member->path, text, value, to_value);
	}
}

static inline void sfv_compare_values(struct sfv_judging *at, const struct sfv_member *member, const char *path,
				      const char *one, const char *other)
{
	if (member->type == SFV_TYPE_OBJECTS)
		sfv_compare_objects(at, member, path, one, other);
	else if (*one == '{' && *other == '{')
		sfv_compare_places(at, path, one, other);
	else if (!sfv_are_same(member, one, other) &&
		 !(at->stop != NULL && strcmp(member->path, "unwind.stop") == 0 && sfv_same(at->stop, other)))
		sfv_differ(at, path, "", one, other);
}

static inline bool sfv_may_be_stated(const struct sfv_judging *at, const struct sfv_member *member, const char *value)
{
	return at->is_part || (member->flags & SFV_MAY_BE_ADDED) != 0 || sfv_is_false(value) ||
	       (at->vector->class_of == SFV_CONTESTED && (member->flags & SFV_IS_RULE) == 0);
}

static inline void sfv_compare_members(struct sfv_judging *at, const char *place, const char *before, const char *one,
				       const char *other)
{
	unsigned int i;

	for (i = 0; i < SFV_MEMBERS; i++) {
		const struct sfv_member *member = &sfv_members[i];
		const char *name = sfv_name_at(member, place);
		const char *expects = name != NULL ? sfv_get(one, name) : NULL;
		const char *has = name != NULL ? sfv_get(other, name) : NULL;
		char path[SFV_PATH] = "", full[SFV_PATH] = "";

		if (member->type == SFV_TYPE_ANYTHING || (expects == NULL && has == NULL))
			continue;
		sfv_append(path, before);
		sfv_append(path, name);
		sfv_append(full, place);
		sfv_append(full, ".");
		sfv_append(full, name);
		if (expects != NULL && has != NULL) {
			at->compared += (member->flags & SFV_IS_ASKED) == 0 && !(sfv_is_false(expects) && sfv_is_false(has));
			sfv_compare_values(at, member, path, expects, has);
		} else if (expects != NULL ? (member->flags & SFV_MUST_BE_STATED) != 0 || sfv_is_exposed(at, full)
					   : !sfv_may_be_stated(at, member, has)) {
			sfv_differ(at, path, "", expects, has);
		}
	}
}

/* --- By class --------------------------------------------------------------------------- */

static inline bool sfv_is_refusal(const char *answer)
{
	return sfv_get(answer, "error") != NULL || sfv_is_word(sfv_get(answer, "none"), "error") ||
	       sfv_is_word(sfv_get(answer, "verdict"), "malformed");
}

/* Whether the answer is a refusal or finds nothing, and ACCEPT has "error" or "none" for that. */
static inline bool sfv_is_accepted(const char *accept, const char *answer)
{
	if (sfv_is_refusal(answer))
		return sfv_has(accept, "\"error\"");
	return sfv_has(accept, "\"none\"") && sfv_get(answer, "none") != NULL;
}

/* A trace that finds nothing has no word for that: it ends as if the PC were unknown. */
static inline enum sfv_outcome sfv_compare(struct sfv_judging *at, const char *expected, const char *accept)
{
	const char *stop = sfv_get(at->answer, "stop");
	bool is_none = sfv_is_word(stop, "no-function") || sfv_is_word(stop, "no-row");

	at->stop = is_none && sfv_has(accept, "\"none\"") ? stop : NULL;
	at->is_part = at->vector->operation == SFV_DECODE && sfv_get(expected, "version") == NULL;
	at->compared = 0;
	sfv_compare_members(at, at->operation, "", expected, at->answer);
	return at->to->count > 0 ? SFV_FAIL : at->compared > 0 ? SFV_PASS : SFV_UNJUDGED;
}

/* The outcome SO_FAR, with the verdict judged, too. */
static inline enum sfv_outcome sfv_judge_verdict(struct sfv_judging *at, enum sfv_outcome so_far, const char *expected)
{
	const char *actual = sfv_get(at->answer, "verdict");

	if (sfv_same(expected, actual))
		return so_far == SFV_UNJUDGED ? SFV_PASS : so_far;
	sfv_differ(at, "verdict", "", expected, actual);
	return SFV_FAIL;
}

static inline enum sfv_outcome sfv_judge_check(struct sfv_judging *at, const char *expected)
{
	if (sfv_is_exposed(at, "check.verdict"))
		return sfv_judge_verdict(at, SFV_PASS, expected);
	return sfv_get(at->answer, "verdict") != NULL ? SFV_PASS : SFV_UNJUDGED;
}

static inline enum sfv_outcome sfv_judge_valid(struct sfv_judging *at)
{
	if (sfv_is_refusal(at->answer))
		return SFV_FAIL;
	return at->vector->operation == SFV_CHECK ? sfv_judge_check(at, "\"valid\"") : sfv_compare(at, at->expect, NULL);
}

/* Whether a reader that accepts an irregular section must state that verdict. */
static inline bool sfv_states_verdict(const struct sfv_judging *at)
{
	if (at->vector->operation == SFV_CHECK)
		return at->exposes != NULL && sfv_is_exposed(at, "check.verdict");
	return at->vector->operation == SFV_DECODE && sfv_get(sfv_get(at->expect, "answer"), "version") != NULL &&
	       sfv_get(at->answer, "verdict") != NULL;
}

static inline enum sfv_outcome sfv_judge_broken(struct sfv_judging *at)
{
	const char *accept = sfv_get(at->expect, "accept"), *answer = sfv_get(at->expect, "answer");
	bool may_answer = sfv_has(accept, "\"answer\"");
	enum sfv_outcome outcome = SFV_PASS;

	if (answer == NULL && sfv_has(accept, "\"error\"") && may_answer)
		outcome = SFV_UNJUDGED;
	if (sfv_is_accepted(accept, at->answer))
		return outcome;
	if (!may_answer)
		outcome = SFV_FAIL;
	else if (answer != NULL)
		outcome = sfv_compare(at, answer, accept);
	if (at->vector->class_of == SFV_IRREGULAR && sfv_get(at->expect, "open") == NULL && sfv_states_verdict(at))
		return sfv_judge_verdict(at, outcome, sfv_get(sfv_get(at->expect, "oracle"), "verdict"));
	return outcome;
}

/* Whether the answer is this reading's. */
static inline enum sfv_outcome sfv_fit(struct sfv_judging *at, const char *reading)
{
	const char *accept = sfv_get(reading, "accept"), *answer = sfv_get(reading, "answer");
	bool is_check = at->vector->operation == SFV_CHECK, is_accepted = sfv_is_accepted(accept, at->answer);

	at->to->count = 0;
	if (answer == NULL || is_accepted)
		return is_accepted ? SFV_PASS : SFV_FAIL;
	if (sfv_is_refusal(at->answer) || (is_check && sfv_is_refusal(answer)))
		return sfv_is_refusal(at->answer) && sfv_is_refusal(answer) ? SFV_PASS : SFV_FAIL;
	return is_check ? sfv_judge_check(at, sfv_get(answer, "verdict")) : sfv_compare(at, answer, accept);
}

static inline enum sfv_outcome sfv_take(struct sfv_judging *at, const char *reading)
{
	const char *name = sfv_get(reading, "reading");

	at->to->count = 0;
	snprintf(at->to->reading, sizeof(at->to->reading), "%.*s", (int)(sfv_json_end(name, 0) - name - 2), name + 1);
	return SFV_READING;
}

static inline enum sfv_outcome sfv_judge_contested(struct sfv_judging *at)
{
	const char *readings = sfv_get(at->expect, "readings"), *closest = NULL;
	unsigned int least = 0;

	sfv_for_each(readings, key, reading) {
		enum sfv_outcome outcome = sfv_fit(at, reading);

		if (outcome == SFV_UNJUDGED)
			return outcome;
		if (outcome == SFV_PASS)
			return sfv_take(at, reading);
		if (at->to->count > 0 && (closest == NULL || at->to->count < least)) {
			least = at->to->count;
			closest = reading;
		}
	}
	if (sfv_is_refusal(at->answer))
		sfv_for_each(readings, key, reading)
			if (sfv_has(at->breaches, sfv_get(reading, "reading")))
				return sfv_take(at, reading);
	at->to->count = 0;
	if (closest != NULL)
		(void)sfv_fit(at, closest);
	return SFV_UNREAD;
}

static inline enum sfv_outcome sfv_judge_all(struct sfv_judging *at)
{
	static enum sfv_outcome (*const by_class[])(struct sfv_judging *) = {
		[SFV_VALID] = sfv_judge_valid, [SFV_MALFORMED] = sfv_judge_broken,
		[SFV_IRREGULAR] = sfv_judge_broken, [SFV_CONTESTED] = sfv_judge_contested,
	};
	const char *ended = sfv_get(at->answer, "ended"), *odd = sfv_get(at->answer, "inconsistent");
	unsigned int words = 1 + (sfv_get(at->answer, "request") != NULL);
	enum sfv_outcome outcome = SFV_UNSUPPORTED;

	if (ended != NULL)
		return strncmp(ended, "\"SIG", 4) == 0 ? SFV_CRASH : SFV_EXIT;
	if (sfv_get(at->answer, "unsupported") == NULL)
		outcome = by_class[at->vector->class_of](at);
	if (odd == NULL || odd[1] == '"' || (outcome >= SFV_FAIL && sfv_length(at->answer) != words))
		return outcome;
	at->to->count = 0;
	at->to->reading[0] = '\0';
	return SFV_INCONSISTENT;
}

/* Judges an answer to a vector of sframe-corpus.h.  EXPOSES is a list in JSON of the members that the reader states,
 * such as "lookup.cfa"; null: every one.  Returns whether it counts against the reader. */
static inline bool sfv_judge(const struct sfv_vector *vector, const char *answer, const char *exposes,
			     struct sfv_judgement *judgement)
{
	static const char *const operations[] = { "decode", "check", "lookup", "flip", "unwind" };
	struct sfv_judging at = { .vector = vector, .operation = operations[vector->operation], .exposes = exposes };
	const char *end = sfv_json_end(at.answer = sfv_blanks(answer), 0);
	unsigned int i = 0;

	while (i < SFV_COUNT && sfv_vectors[i]->id != vector->id)
		i++;
	judgement->count = 0;
	judgement->reading[0] = '\0';
	judgement->outcome = SFV_GARBAGE;
	at.to = judgement;
	if (i < SFV_COUNT && end != NULL && *sfv_blanks(end) == '\0' && sfv_has_shape(at.answer, at.operation)) {
		at.expect = sfv_expected[i].expect;
		at.breaches = sfv_expected[i].breaches;
		judgement->outcome = sfv_judge_all(&at);
	}
	return judgement->outcome >= SFV_FAIL;
}

/* --- What a lookup found ---------------------------------------------------------------- */

static inline int sfv_write_rule(char *to, size_t size, const char *name, const struct sfv_rule *rule)
{
	static const char *const words[] = { "", "same", "undefined" };
	static const char *const bases[] = { "sp", "fp", "cfa", "r" };
	char number[12] = "";

	if (rule->kind == SFV_RULE_NONE)
		return 0;
	if (rule->kind != SFV_RULE_AT)
		return snprintf(to, size, ", \"%s\": \"%s\"", name, words[rule->kind]);
	if (rule->base == SFV_REGISTER)
		snprintf(number, sizeof(number), "%u", (unsigned int)rule->reg);
	return snprintf(to, size, ", \"%s\": {\"base\": \"%s%s\", \"offset\": %lld, \"deref\": %s}", name, bases[rule->base],
			number, (long long)rule->offset, rule->deref ? "true" : "false");
}

/* Judges what a lookup found in the same way; SFV_FOUND_ERROR refuses the section. */
static inline bool sfv_judge_found(const struct sfv_vector *vector, const struct sfv_found *found, const char *exposes,
				   struct sfv_judgement *judgement)
{
	static const char *const none[] = { [SFV_FOUND_NO_FUNCTION] = "function", [SFV_FOUND_NO_ROW] = "row",
					    [SFV_FOUND_ERROR] = "error" };
	char text[640];
	int at;

	if (found->what != SFV_FOUND_ROW && found->what != SFV_FOUND_OUTERMOST) {
		snprintf(text, sizeof(text), "{\"pc\": \"0x%llx\", \"none\": \"%s\"}", (unsigned long long)vector->pc,
			 none[found->what]);
		return sfv_judge(vector, text, exposes, judgement);
	}
	at = snprintf(text, sizeof(text), "{\"pc\": \"0x%llx\", \"function\": %u, \"signal\": %s, \"mangled_ra\": %s",
		      (unsigned long long)vector->pc, (unsigned int)found->function, found->signal ? "true" : "false",
		      found->mangled_ra ? "true" : "false");
	if (found->what == SFV_FOUND_ROW)
		at += snprintf(text + at, sizeof(text) - (size_t)at, ", \"row\": %u", (unsigned int)found->row);
	at += sfv_write_rule(text + at, sizeof(text) - (size_t)at, "cfa", &found->cfa);
	at += sfv_write_rule(text + at, sizeof(text) - (size_t)at, "ra", &found->ra);
	at += sfv_write_rule(text + at, sizeof(text) - (size_t)at, "fp", &found->fp);
	snprintf(text + at, sizeof(text) - (size_t)at, "}");
	return sfv_judge(vector, text, exposes, judgement);
}

#endif
