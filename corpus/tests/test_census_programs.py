"""corpus/compile-programs: a program of our own by each toolchain, and what its table says of that."""
import pathlib

import pytest

from corpus import programs
from corpus.tests.compiled import BUILD, CODE, ROOT, run

LIST = "tiny | code.c more/*.cc !no.cc {} | -DTWICE=2\n"
MORE = """
extern "C" long fill(long count, long *values);
struct Guard { ~Guard(); };
long guarded(long count)
{
    Guard guard;
    long values[9] = {TWICE};
    return fill(count, values) + values[8];
}
"""
# gas remembers no CFA twice: gas-remember-nested.md
NESTED = ROOT / "corpus/sources/amd64/remember.s"


def census(folder, more=""):
    (folder / "tiny/more").mkdir(parents=True)
    (folder / "tiny/code.c").write_bytes(pathlib.Path(CODE).read_bytes())
    (folder / "tiny/more/more.cc").write_text(MORE, encoding="utf-8")
    (folder / "tiny/more/no.cc").write_text("no C++", encoding="utf-8")
    (folder / "tiny/nested.S").write_bytes(NESTED.read_bytes())
    (folder / "tiny/wrong.c").write_text("no C", encoding="utf-8")
    (folder / "VERSIONS").write_text("tiny 1.2\n", encoding="utf-8")
    (folder / "list").write_text(LIST.format(more), encoding="utf-8")
    paths = {"list": folder / "list", "sources": folder, "build": BUILD, "to": folder / "made", "csv": folder / "table.csv"}
    done = run(str(ROOT / "corpus/compile-programs"), *(f"--{name}={path}" for name, path in paths.items()))
    assert done.stderr == ""
    return done, programs.read(folder / "table.csv")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    if not (ROOT / ".toolchains/llvm-23").exists():
        pytest.skip("no toolchains; make crosscheck-tests fetches them")
    return census(tmp_path_factory.mktemp("whole"))


def test_each_toolchain_has_its_version_and_a_row_for_each_compiler_and_frame(whole):
    done, rows = whole
    assert done.returncode == 0, done.stdout
    assert {(row["toolchain"], row["sframe_version"]) for row in rows} == {
        ("bookworm", "1"), ("trixie", "2"), ("forky", "3"), ("llvm-23", "2")}
    assert len({(row["compiler"], row["frame_pointer"], row["toolchain"]) for row in rows}) == len(rows) == 16
    for row in rows:
        assert (row["version"], row["languages"], row["files"]) == ("1.2", "C C++", "2")
        assert (row["refused"], row["unexplained"]) == ("0", "0")


def test_real_and_converted_sections_are_counted(whole):
    _, rows = whole
    for row in rows:
        assert 0 < int(row["sframe_functions"]) <= int(row["functions"]) + 2  # a linker describes a PLT by up to two
        assert 0 < int(row["sframe"]) < 2 * int(row["eh_frame"]) and int(row["converted"]) > 0
    omitted, kept = ([int(row["text"]) for row in rows if row["frame_pointer"] == frame] for frame in ("omitted", "kept"))
    assert omitted != kept


def test_what_a_toolchain_says_wrongly_is_counted_and_fails(tmp_path):
    done, rows = census(tmp_path, "nested.S")
    assert done.returncode == 1
    assert all(int(row["unexplained"]) > 0 and "cfa:" in row["differences"] for row in rows if row["toolchain"] == "forky")


def test_a_file_that_does_not_compile_is_named_and_fails(tmp_path):
    done, rows = census(tmp_path, "wrong.c")
    assert done.returncode == 1
    assert "tiny/gcc/omitted/compiler: wrong.c: " in done.stdout
    assert {(row["files"], row["refused"]) for row in rows} == {("3", "1")}


def test_the_committed_table_has_each_program_of_the_list_by_each_toolchain():
    rows = programs.read()
    listed = {line.split()[0] for line in programs.LIST.read_text("utf-8").splitlines() if line and line[0] != "#"}
    assert {row["program"] for row in rows} == listed and len(listed) >= 40
    assert len({(row["compiler"], row["frame_pointer"], row["toolchain"]) for row in rows}) == 16
    assert not any(int(row["refused"]) or int(row["unexplained"]) for row in rows)
    page = (ROOT / "docs/census.md").read_text("utf-8")
    assert all("| " + " | ".join(line) + " |\n" in page for line in (programs.SHORT, *programs.short(rows)))
