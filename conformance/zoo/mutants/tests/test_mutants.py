"""Tests of mutants, with a reader of ten lines: changes that vectors notice or not, and what survivors.txt may say."""
import os
import subprocess
from pathlib import Path

import pytest

from common.scripts import module_of
from conformance.zoo.mutants import changes

ROOT = Path(__file__).resolve().parents[4]

BUILD = Path(os.environ.get("BUILD", "build")).absolute()
READER = """#include <stddef.h>
#include <stdint.h>
int is_section(const uint8_t *bytes, size_t length)
{
    volatile size_t most = 60;
    if (length > most)
        length = most;
    if (length == 0)
        __builtin_trap();
    return length > 0 && bytes[0] == 0xe2;
}
"""
ADAPTER = """#include "sframe_adapter.h"
int is_section(const uint8_t *bytes, size_t length);
static void check(const struct request *request, struct answer *answer)
{
    if (is_section(request->bytes, request->length))
        answer_string(answer, "verdict", "valid");
    else
        answer_error(answer, "no section");
}
const struct adapter adapter = {
    .name = "ten lines", .version = "1", .profiles = "v2", .abis = "amd64", .check = check};
"""
CUT = "v2/amd64/check/cut-inc-prefix-00%d/section"
VALID, MAGIC = "v2/amd64/check/inc-addr1-word1-one/whole", "v2/amd64/check/fault-preamble-magic/*"


@pytest.fixture(name="mutants")
def fixture_mutants(tmp_path):
    (tmp_path / "reader.c").write_text(READER)
    (tmp_path / "adapter.c").write_text(ADAPTER)
    subprocess.run(["cc", "-Iconformance/kits/c", "-c", tmp_path / "adapter.c", "-o", tmp_path / "adapter.o"],
                   check=True, cwd=ROOT)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/sframe-conform").symlink_to(BUILD / "sframe-conform")
    (tmp_path / "survivors").write_text("")
    (tmp_path / "core").write_text(f"{VALID}\twhy\n")

    def run(*ids, more=()):
        if ids:
            selected = [word for each in ids for word in ("--select", each)]
            made = subprocess.run([BUILD / "sframe-gen", "emit", *selected], capture_output=True, text=True,
                                  check=True)
            assert made.stdout.count("\n") > len(ids)
            (tmp_path / "build/vectors.jsonl").write_text(made.stdout)
        kit = f"{BUILD}/conformance/kits/c/sframe_adapter.o {BUILD}/conformance/adapters/on_pipe.o"
        return subprocess.run(
            [ROOT / "conformance/zoo/mutants/mutants", "--build", tmp_path / "build", "--core-list", tmp_path / "core",
             "--survivors", tmp_path / "survivors", "--jobs", "1", "--source", tmp_path / "reader.c", "--compile",
             "cc -O1", "--with", f"{tmp_path / 'adapter.o'} {kit}", *more, "own"],
            capture_output=True, text=True, check=False, cwd=ROOT)
    run.folder = tmp_path
    return run


def survivors(done):
    return [line.removesuffix(" | no vector notices it") for line in done.stdout.splitlines() if "no vector" in line]


def test_what_vectors_notice_and_what_they_do_not(mutants):
    few = mutants(VALID)
    assert few.returncode == 1 and " 0 more by all" in few.stdout, few.stderr
    assert any("length > 0 || bytes[0]" in line for line in survivors(few))
    more = mutants(VALID, MAGIC, *(CUT % i for i in range(2)))
    assert more.returncode == 1 and " 0 more by all" not in more.stdout
    assert set(survivors(more)) < set(survivors(few))
    # The unchanged reader dies of a section without bytes, so a reader that does not is noticed.
    assert not any("length == 0 => length == 1" in line or "trap" in line for line in survivors(more))
    # It makes no difference how much of a long section is read.
    assert any("most = 61" in line for line in survivors(more))
    assert mutants().stdout == more.stdout, "what is known from before gives another score"


def test_each_survivor_needs_a_reason_and_the_reason_must_be_true(mutants):
    done = mutants(VALID, MAGIC, *(CUT % i for i in range(2)))
    names, file = survivors(done), mutants.folder / "survivors"
    lines = [f"{name} | equivalent: no difference\n" for name in names]
    file.write_text("# Comment\n" + "".join(lines))
    done = mutants()
    assert done.returncode == 0 and "100.0%" in done.stdout and " 0 open" in done.stdout
    file.write_text("".join(lines[1:]))
    done = mutants()
    assert done.returncode == 1 and survivors(done) == names[:1]
    change = "return length > 0 && bytes[0] == 0xe2; => return length > 0 && bytes[0] != 0xe2;"
    noticed = f"own | reader.c is_section: {change}"
    file.write_text("".join(lines) + f"{noticed} | equivalent: I believe\n")
    done = mutants()
    assert done.returncode == 1 and "survivors.txt says equivalent, and v2/amd64/" in done.stdout


@pytest.mark.parametrize("line", ["own | a mutant", "own | a mutant | open: nobody looked",
                                  "own | a mutant | equivalent: ", "own | a mutant | equivalent"])
def test_a_line_without_a_reason_is_an_error(mutants, line):
    (mutants.folder / "survivors").write_text(line + "\n")
    done = mutants(VALID)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "line 1" in done.stderr


def test_functions_of_a_header_are_changed_too(mutants):
    reader = '#include "reader.h"\n' + READER.replace("bytes[0] == 0xe2", "begins(bytes)")
    header = "static inline int begins(const uint8_t *bytes)\n{\n    return bytes[0] == 0xe2;\n}\n"
    (mutants.folder / "reader.c").write_text(reader)
    (mutants.folder / "reader.h").write_text("#include <stdint.h>\n" + header)
    done = mutants(VALID, MAGIC, more=["--source", mutants.folder / "reader.h", "--only", "reader.h begins"])
    assert done.returncode == 0 and "own: 3 of 3 noticed" in done.stdout, done


def test_who_never_ends_is_noticed(mutants):
    (mutants.folder / "reader.c").write_text(READER.replace("if (length > most)", "while (length > most)"))
    done = mutants(VALID, MAGIC, more=["--seconds", "1"])
    assert done.returncode == 1 and not any("length = most; => ;" in line for line in survivors(done))


def test_nothing_noticed_is_no_success(mutants):
    (mutants.folder / "reader.c").write_text("int is_section(const unsigned char *bytes, unsigned long length)\n"
                                             "{\n    bytes = 0;\n    return 1;\n}\n")
    done = mutants(VALID)
    assert done.returncode == 1
    (mutants.folder / "reader.c").write_text("int is_section(const unsigned char *bytes)\n{\n    return;;;\n")
    done = mutants()
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_the_name_of_a_mutant_may_have_what_parts_a_line(tmp_path):
    module = module_of(ROOT / "conformance/zoo/mutants/mutants")
    (tmp_path / "lines").write_text("own | a.c f +1:2: & => | | hidden: why\nown | a | b => a & b | unreached: why\n")
    assert module.reasons(tmp_path / "lines", "own") == {"a.c f +1:2: & => |": "hidden", "a | b => a & b": "unreached"}


def test_names_of_others_mutants_quote_nothing_but_what_is_changed():
    names = [mutant.name for mutant in changes.Source(ROOT / "ref/lib/lookup.c", False).mutants()]
    assert len(names) == len(set(names)) > 100 and max(map(len, names)) < 70


def our_names(path, text):
    """The names of the mutants of a source of ours."""
    path.write_text(text)
    return [mutant.name for mutant in changes.Source(path, True).mutants()]


def test_mutants_of_equal_lines_have_names_of_their_own(tmp_path):
    names = our_names(tmp_path / "own.c", "int f(int a)\n{\n    a = a + a;\n    a = a + a;\n    return a;\n}\n")
    minus = [name.split(" => ")[1] for name in names if "-" in name]
    assert minus == ["a = a - a;", "a = a - a; (2)"]


def test_what_a_violation_is_described_by_is_left_as_it_is(tmp_path):
    names = our_names(tmp_path / "own.c", "int f(int a)\n{\n"
                                          "    return a > 1 ? sfr_fault(sink, AT, a + (2 * 3), 4) : 5;\n}\n")
    changed = [name.split(" => ")[1] for name in names]
    assert len(changed) == 4 and all("sfr_fault(sink, AT, a + (2 * 3), 4)" in line for line in changed), changed
