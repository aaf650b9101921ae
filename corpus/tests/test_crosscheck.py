"""The command lines of sframe-crosscheck, sframe-convert, and files that are hostile to them."""
import json
import pathlib
import random
import re

import pytest

from corpus.tests.compiled import CODE, CONVERT, CROSSCHECK, REF, ROOT, must, records, run, with_section


@pytest.mark.parametrize("arguments", [
    [], ["--profile", "v9", "x"], ["--bogus"], ["/dev/null"], ["/nonexistent"], ["--convert", "v3,x", "x"],
    ["--max", "-1", "x"], ["/"], [CODE], ["--foreign", "/nonexistent", "x"], [CROSSCHECK]])
def test_trouble_is_one_line_and_exit_2(arguments):
    done = run(CROSSCHECK, *arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
    assert done.stderr.startswith("sframe-crosscheck: ")


@pytest.mark.parametrize("arguments", [
    [], ["a", "b"], ["-p", "v9", "x"], ["-a", "x", "y"], [CODE], ["-p", "v1", "S390"],
    ["-o", "/nonexistent/x", REF]])
def test_trouble_of_the_converter(arguments, tmp_path):
    if "S390" in arguments:
        must("s390x-linux-gnu-gcc", "-c", "-o", str(tmp_path / "code.o"), CODE)
        arguments = [str(tmp_path / "code.o") if word == "S390" else word for word in arguments]
    done = run(CONVERT, *arguments)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    assert done.stderr.startswith("sframe-convert: ")


@pytest.mark.parametrize("arguments", [["--convert", "v1,v2"], ["--convert", "v3", "--json"], ["--cfi"]])
def test_where_nothing_is_compared_nothing_is_the_same(arguments, tmp_path):
    """No profile of those asked has an ABI for s390x; and CFI that cannot be read, or that is not there."""
    compiler, source = ("s390x-linux-gnu-gcc", "f: br %r14") if "v1,v2" in arguments else ("gcc", "f: ret")
    cfi = "" if arguments == ["--cfi"] else ".cfi_escape 0x3b"
    (tmp_path / "code.s").write_text(f"{source}\n" if not cfi else
                                     f"{source.replace('f:', 'f: .cfi_startproc; ' + cfi + ';')}\n.cfi_endproc\n")
    must(compiler, "-c", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
    done = run(CROSSCHECK, *arguments, str(tmp_path / "code.o"))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
    assert "nothing was compared" in done.stderr


STUBS = """
        .section {section},"ax"
        .cfi_startproc
        .cfi_adjust_cfa_offset {above}
        jmp *8(%rip)
        .cfi_endproc
        .text
        .globl f
        .type f, @function
f:      {start}
        ret
        {end}
        .size f, . - f
"""


@pytest.mark.parametrize("profile, section, above, page", [
    ("v3", ".plt.got", 8, "ld-plt-got-pushed"), ("v2", ".plt.got", 8, "ld-plt-got-pushed"),
    ("v1", ".plt.sec", 8, "ld-plt-sec"), ("v1", ".plt.sec", 16, "ld-plt-sec"), ("v3", ".plt.got", 16, None),
    ("v3", ".plt", 8, None), ("v1", ".plt.got", 8, None)])
def test_what_every_program_of_a_linker_shows_is_named_with_its_page(tmp_path, profile, section, above, page):
    """The section says of the stub what another file's CFI says."""
    for name, said in (("right", 0), ("wrong", above)):
        source = STUBS.format(section=section, above=said, start=".cfi_startproc", end=".cfi_endproc")
        (tmp_path / f"{name}.s").write_text(source, encoding="utf-8")
        must("gcc", "-shared", "-nostdlib", "-o", str(tmp_path / name), str(tmp_path / f"{name}.s"))
    said = run(CROSSCHECK, with_another(tmp_path, profile))
    assert said.returncode == 1 and f"{section}+0x0: cfa: another CFA\n" in said.stdout
    assert re.findall(r"known  conformance/findings/(.*)\.md", said.stdout) == ([page] if page else [])
    assert page is None or (ROOT / f"conformance/findings/{page}.md").exists()
    assert "--foreign" not in said.stdout


def with_another(folder, profile):
    """The file `right` with the SFrame of `wrong`."""
    run(CONVERT, "-p", profile, "-o", str(folder / "raw"), str(folder / "wrong"))
    address = records("--convert", profile, str(folder / "wrong"))[0]["converted"]["address"]
    must("objcopy", "--add-section", f".sframe={folder}/raw", "--change-section-address", f".sframe={address}",
         str(folder / "right"), str(folder / "both"))
    return str(folder / "both")


def test_a_function_that_is_missing_suggests_foreign_inputs(tmp_path):
    for name, begin, end in (("right", ".cfi_startproc", ".cfi_endproc"), ("wrong", "", "")):
        source = STUBS.format(section=".other", above=0, start=begin, end=end)
        (tmp_path / f"{name}.s").write_text(source, encoding="utf-8")
        must("gcc", "-c", "-o", str(tmp_path / f"{name}.o"), str(tmp_path / f"{name}.s"))
        must("gcc", "-shared", "-nostdlib", "-o", str(tmp_path / name), str(tmp_path / f"{name}.o"))
    file = with_another(tmp_path, "v3")
    assert run(CROSSCHECK, file).stdout.endswith(
        "    1 missing: those of inputs that have no SFrame, as crt1.o or libc.a, are not counted if --foreign names these\n")
    named = run(CROSSCHECK, "--foreign", str(tmp_path / "right.o"), file)
    assert "--foreign" not in named.stdout


def test_functions_that_are_missing_one_after_the_other_are_one_line(tmp_path):
    start = ".cfi_startproc; nop; .cfi_adjust_cfa_offset 8; nop; .cfi_endproc; g: .cfi_startproc"
    for name, begin, end in (("right", start, ".cfi_endproc"), ("wrong", "nop; nop", "")):
        source = STUBS.format(section=".other", above=0, start=begin, end=end)
        (tmp_path / f"{name}.s").write_text(source, encoding="utf-8")
        must("gcc", "-shared", "-nostdlib", "-o", str(tmp_path / name), str(tmp_path / f"{name}.s"))
    file = with_another(tmp_path, "v3")
    said = run(CROSSCHECK, "--max", "1", file)
    assert said.returncode == 1 and re.findall("f to f: (missing: .*)", said.stdout) == [
        "missing: 3 rows of functions that could be said, and are not there"] and " more\n" not in said.stdout
    assert [finding["kind"] for finding in records(file)[0]["findings"]] == ["missing"] * 3


@pytest.mark.parametrize("start, status", [(".cfi_startproc", 3), (".cfi_startproc; .cfi_def_cfa_offset 16", 1)])
def test_a_plt_without_sframe_has_a_status_of_its_own_unless_something_is_wrong(tmp_path, start, status):
    source = STUBS.format(section=".plt.got", above=0, start=start, end=".cfi_endproc")
    plain = STUBS.format(section=".plt.got", above=0, start=".cfi_startproc", end=".cfi_endproc")
    _, _, behind = plain.partition("        .text\n")
    without = f'        .section .plt.got,"ax"\n        jmp *8(%rip)\n        .text\n{behind}'
    for name, text in (("right", source), ("wrong", without)):
        (tmp_path / f"{name}.s").write_text(text, encoding="utf-8")
        must("gcc", "-shared", "-nostdlib", "-o", str(tmp_path / name), str(tmp_path / f"{name}.s"))
    said = run(CROSSCHECK, with_another(tmp_path, "v3"))
    assert said.returncode == status and "plt-without-sframe" in said.stdout


def test_every_kind_is_listed():
    text = must(CROSSCHECK, "--kinds")
    listed = {line.split()[0] for line in text.splitlines()}
    kinds = (ROOT / "corpus" / "cfi" / "kinds.def").read_text()
    named = set(re.findall(r'^KIND\(\w+, "([^"]+)"', kinds, re.M))
    assert listed == named


def test_functions_that_are_not_sorted_are_found_in_as_many_steps_as_there_are(tmp_path):
    """A search through them all for each would take a minute."""
    count = 60000
    (tmp_path / "code.s").write_text("".join(
        f""".section .text.{"ba"[i % 2]},"ax"; f{i}: .cfi_startproc; nop; .cfi_def_cfa_offset 16; nop; .cfi_endproc
        .type f{i}, @function; .size f{i}, 2\n""" for i in range(count)))
    ra = {"base": "cfa", "offset": -8, "deref": True}
    rows = [{"at": at, "cfa": {"base": 7, "offset": offset}, "ra": ra, "fp": "same", "sp": {"base": "cfa", "offset": 0}}
            for at, offset in ((0, 8), (1, 16))]
    (tmp_path / "truth").write_text(json.dumps(
        {"functions": [{"name": f"f{i}", "size": 2, "rows": rows} for i in range(count)]}))
    must("x86_64-linux-gnu-as", "--gsframe", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
    limited = ("bash", "-c", 'ulimit -t 12; exec "$@"', "bash")  # seconds of the processor; 1 or 2 are enough
    said = must(*limited, CROSSCHECK, "--truth", str(tmp_path / "truth"), str(tmp_path / "code.o"))
    assert f"{2 * count} rows the same, 0 unexplained" in said


def test_twice_the_rows_of_a_function_cost_twice_as_much(tmp_path):
    """A function of node has 30,000: if each PC were looked up from the first one on, that would take seconds."""
    costs = []
    for count in (15000, 30000):
        (tmp_path / "code.s").write_text(".text; f: .cfi_startproc\n" + "".join(
            f"nop; .cfi_def_cfa_offset {16 + 8 * (i % 2)}\n" for i in range(count)) + "nop; .cfi_endproc\n")
        must("x86_64-linux-gnu-as", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
        done = run(CROSSCHECK, "--convert", "v3", "--cost", str(tmp_path / "code.o"))
        assert (done.returncode, f" {count + 1} rows the same" in done.stdout) == (0, True), done
        costs.append(int(re.search(r"(\d+) of \d+ steps of work", done.stderr)[1]))
    assert costs[1] <= 2.1 * costs[0]


def test_hostile_files_end_in_an_exit_status(target):
    """Cut off and bit-flipped: a status, never a signal."""
    whole = pathlib.Path(with_section(target, "v3")).read_bytes()
    draw, hostile = random.Random(5), str(target["folder"] / "hostile")
    for turn in range(60):
        data = bytearray(whole)
        if turn % 3 == 0:
            del data[draw.randrange(len(data)):]
        for _ in range(turn % 7 + (turn % 3 != 0)):
            if data:
                data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        pathlib.Path(hostile).write_bytes(data)
        for options in ([], ["--convert", "v2e2,v3"]):
            done = run(CROSSCHECK, "--json", *options, hostile, timeout=60)
            assert done.returncode in (0, 1, 2), (turn, done)
