"""What sframe-crosscheck costs, and files that are hostile to it; crosscheck.t has the command lines."""
import json
import pathlib
import random

from corpus.tests.compiled import CROSSCHECK, must, run, steps, with_section


def test_functions_that_are_not_sorted_are_found(tmp_path):
    count = 3000
    (tmp_path / "code.s").write_text("".join(
        f""".section .text.{"ba"[i % 2]},"ax"; f{i}: .cfi_startproc; nop; .cfi_def_cfa_offset 16; nop; .cfi_endproc
        .type f{i}, @function; .size f{i}, 2\n""" for i in range(count)))
    ra = {"base": "cfa", "offset": -8, "deref": True}
    rows = [{"at": at, "cfa": {"base": 7, "offset": offset}, "ra": ra, "fp": "same", "sp": {"base": "cfa", "offset": 0}}
            for at, offset in ((0, 8), (1, 16))]
    (tmp_path / "truth").write_text(json.dumps(
        {"functions": [{"name": f"f{i}", "size": 2, "rows": rows} for i in range(count)]}))
    must("x86_64-linux-gnu-as", "--gsframe", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
    said = must(CROSSCHECK, "--truth", str(tmp_path / "truth"), str(tmp_path / "code.o"))
    assert f"{2 * count} rows the same, 0 unexplained" in said


def test_twice_the_rows_of_a_function_cost_twice_as_much(tmp_path):
    """A function of node has 30,000 rows: if each look-up began at the first row, that would take seconds."""
    costs = []
    for count in (15000, 30000):
        (tmp_path / "code.s").write_text(".text; f: .cfi_startproc\n" + "".join(
            f"nop; .cfi_def_cfa_offset {16 + 8 * (i % 2)}\n" for i in range(count)) + "nop; .cfi_endproc\n")
        must("x86_64-linux-gnu-as", "-o", str(tmp_path / "code.o"), str(tmp_path / "code.s"))
        done = run(CROSSCHECK, "--convert", "v3", "--cost", str(tmp_path / "code.o"))
        assert (done.returncode, f" {count + 1} rows the same" in done.stdout) == (0, True), done
        costs.append(steps(done)[0])
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
