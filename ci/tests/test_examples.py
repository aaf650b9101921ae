"""Examples of C, in what headers say of themselves, are compiled and run as they stand; so are commands of a document."""
import os
import re
import subprocess

import pytest

from ci.tests.conftest import BUILD, ROOT

HEADERS = subprocess.run(["git", "ls-files", "*.h"], cwd=ROOT, capture_output=True, text=True,
                         check=True).stdout.split()
# Indented lines of a comment: an example, if they have a semicolon.
INDENTED = re.compile(r"(?:^ \*(?:     .*)?\n)*^ \*     .*$", re.MULTILINE)
RECIPES = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

FAMILIES = """
static bool take(struct sink *sink, const struct vector *vector)
{
    (void)sink;
    return puts(vector->id) >= 0;
}
int main(void)
{
    static struct emitter emitter;
    const struct selection all = {.profile = -1, .abi = -1, .operation = -1, .vector_class = -1};
    struct sink sink = {.take = take};
    gen_emitter_init(&emitter, &all, &sink, 0);
    gen_run_family(&emitter, "example", family);
    return emitter.fault != NULL ? puts(emitter.fault) : 0;
}
"""
EACH = """static void make(struct emitter *emitter)
{
    if (emitter->profile != PROFILE_V3 || emitter->abi != ABI_AMD64)
        return;
@
}
static void family(struct emitter *emitter)
{
    gen_for_wanted(emitter, make);
}
""" + FAMILIES
LINKS = """static void make(struct link_emitter *emitter)
{
@
}
int main(void)
{
    static struct link_emitter emitter;
    const struct link_selection none = {.abi = -1, .profile = -1, .family = "none"};
    gen_run_links(&emitter, &none, NULL);
    emitter.family = "example";
    gen_for_links(&emitter, true, make);
    return emitter.fault != NULL ? puts(emitter.fault) : printf("%s\\n", emitter.id) < 0;
}
"""
SECTION = "static const uint8_t bytes[] = {0xe2, 0xde, 3, 1, 3, 0, 0xf8, [27] = 0};\n"
LOOKUP = SECTION + """int main(void)
{
    const size_t size = sizeof bytes;
    const uint64_t address = 0x10000, pc = 0x11000;
@
    return puts(answer.found == SFR_NO_FUNCTION ? "no function" : "") < 0;
}
"""
TRACE = SECTION + """int main(void)
{
    const size_t count = 1;
    const uint64_t pc = 0x11000, sp = 0x7000, fp = 0;
    struct sfr_section sections[1];
    const struct sfr_machine machine = {.pac_mask = 0};
    if (sfr_open(sections, bytes, sizeof bytes, 0x10000, SFR_PROFILE_BY_VERSION, NULL) == SFR_MALFORMED)
        return 1;
@
    return 0;
}
"""

# For each example in a header: the program around it (@ is the example), more includes, and what the program prints.
EXAMPLES = {
    "generator/emit/vector.h": [("static void family(struct emitter *emitter)\n{\n@\n}\n" + FAMILIES, "",
                                 "v3/amd64/lookup/prologue/first-byte")],
    "generator/shapes/faults.h": [(EACH, "", "v3/amd64/check/one-entry-too-many/whole")],
    "generator/shapes/call_chain.h": [(EACH, "", "v3/amd64/unwind/unwinding-example/two-frames")],
    "generator/links/link_emitter.h": [(LINKS, '#include "links/link_emitter.h"\n#include "links/families.h"\n',
                                         "v3/s390x/link/example/two leaves/")],
    "ref/sframe-ref.h": [(LOOKUP, "", "no function"), (TRACE, "", "...\nno-function\n")],
}


def examples(text):
    return [found[0] for found in INDENTED.finditer(text) if ";" in found[0] and re.search(r"\w\(.*;", found[0])]


def code_of(example):
    lines = [re.sub(r" \*/$", "", line)[3:] for line in example.splitlines()]
    return "\n".join(lines).replace("...", "puts(\"...\");")


def what_it_prints(source, folder):
    (folder / "example.c").write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", f"-I{ROOT}/ref", f"-I{ROOT}/generator",
         f"-I{ROOT}/generator/families", folder / "example.c", "-o", folder / "example",
         *(BUILD / f"libsframe-{name}.a" for name in ("links", "programs", "generator", "common", "ref")), "-ljansson"],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([folder / "example"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("path, number", [(path, i) for path, each in EXAMPLES.items() for i in range(len(each))])
def test_an_example_of_a_header_does_what_it_says(path, number, tmp_path):
    context, includes, wanted = EXAMPLES[path][number]
    code = code_of(examples((ROOT / path).read_text(encoding="utf-8"))[number])
    source = includes or f'#include "{os.path.relpath(path, path.split("/")[0])}"\n'
    printed = what_it_prints(f"{source}#include <stdio.h>\n{context.replace('@', code)}", tmp_path)
    assert wanted in printed


def test_each_example_of_a_header_is_tried():
    found = {path: len(examples((ROOT / path).read_text(encoding="utf-8"))) for path in HEADERS}
    assert {path: count for path, count in found.items() if count} == {path: len(all_)
                                                                       for path, all_ in EXAMPLES.items()}


def test_the_commands_of_the_recipes_do_what_they_say(shell, tmp_path):
    blocks = BLOCK.findall(RECIPES)
    assert [what for _, what, _ in blocks] == ["file=case.txt", "run"]
    (tmp_path / "place" / "case.txt").write_text(blocks[0][2], encoding="utf-8")
    done = shell("set -e\n" + blocks[1][2])
    assert done.returncode == 0, done.stderr
    assert ": 1 asked: 1 pass; 1 judged" in done.stdout
