"""The header as a unit test of a kernel: the example passes it, and a mistake in its reader is noticed."""
import subprocess

import pytest

from generator.tests.conftest import ROOT, generate, run

HERE = ROOT / "generator/examples/kernel"
FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-D__KERNEL__", "-ffreestanding", "-mgeneral-regs-only",
         "-Wframe-larger-than=512", "-I", HERE, "-I", HERE / "stand-in"]
SELECTED = ["--profile", "v3", "--abi", "amd64", "--operation", "lookup", "--select", "*/pcrel"]

# What stands in the reader, and the mistake: the start's own place, the end of a function and of a row, blocks, signs,
# the base, RA where it is fixed, padding, and whether a rule reads memory.
MISTAKES = [("section->address + at +", "section->address +"),
            ("offset >= number(index + 8, 4)", "offset > number(index + 8, 4)"),
            ("next.start > function->offset", "next.start >= function->offset"),
            ("function->offset %= attribute[4];", ""),
            ("1U << (8 * row->width - 1)", "0x80000000U"),
            ("? SFRAME_SP : SFRAME_FP", "? SFRAME_FP : SFRAME_SP"),
            ("rules->ra = slot(section->fixed_ra);", ""),
            ("return at + 1;", "return at + 2;"),
            ("control >> 1 & 1", "1"),
            ("low = middle + 1;", "low = middle + 2;"),
            ("start_of(section, middle) <= pc", "start_of(section, middle) < pc")]


def compiled(source, target, *more):
    return run("gcc", *FLAGS, *more, "-c", source, "-o", target)


@pytest.fixture(scope="module", name="parts")
def _parts(tmp_path_factory):
    """The suite, compiled for each part of the header."""
    folder = tmp_path_factory.mktemp("kernel") / "vectors"
    assert generate("header", *SELECTED, "--split", "1000", "--to", folder).returncode == 0
    objects = []
    for part in sorted(folder.glob("vectors-*.h")):
        objects.append(part.with_suffix(".o"))
        done = compiled(HERE / "sframe_test.c", objects[-1], "-I", folder, f'-DSFRAME_VECTORS="{part.name}"')
        assert done.returncode == 0, done.stderr[:2000]
    return objects


def run_suite(parts, tmp_path, reader):
    (tmp_path / "reader.c").write_text(reader, encoding="utf-8")
    done = compiled(tmp_path / "reader.c", tmp_path / "reader.o", "-Wno-unused")
    assert done.returncode == 0, done.stderr
    linked = run("gcc", "-Wall", "-Wextra", "-Werror", "-I", HERE / "stand-in", HERE / "host.c", tmp_path / "reader.o",
                 *parts, "-o", tmp_path / "suite")
    assert linked.returncode == 0, linked.stderr
    return run(tmp_path / "suite")


def text():
    return (HERE / "sframe_reader.c").read_text(encoding="utf-8")


def test_the_reader_is_right_on_every_vector_of_its_kind(parts, tmp_path):
    done = run_suite(parts, tmp_path, text())
    last = done.stdout.splitlines()[-1].split()
    assert done.returncode == 0, done.stdout
    assert last[2:] == ["vectors,", "0", "wrong", "answers"] and int(last[1]) > 3000


@pytest.mark.parametrize("right, wrong", MISTAKES)
def test_a_mistake_is_noticed(parts, tmp_path, right, wrong):
    assert text().count(right) == 1
    done = run_suite(parts, tmp_path, text().replace(right, wrong))
    assert done.returncode == 1 and "# v3/amd64/lookup/" in done.stdout, done.stdout


def test_reader_and_suite_call_nothing_that_a_kernel_lacks(parts, tmp_path):
    assert compiled(HERE / "sframe_reader.c", tmp_path / "reader.o").returncode == 0
    wanted = {line.split()[-1] for file in (tmp_path / "reader.o", *parts)
              for line in run("nm", "-u", file).stdout.splitlines() if " U " in line}
    assert wanted == {"kunit_failed", "kunit_info", "sframe_find"}


@pytest.mark.parametrize("right, wrong, said", [
    ("\tstruct row next;\n\n", "\tstruct row next;\n\tvolatile u8 large[600];\n\n\tlarge[function->offset % 600] = 1;\n",
     "frame size"),
    ("(u32)offset;", "(u32)(offset * 1.5);", "SSE")])
def test_a_large_frame_and_floating_point_are_noticed(tmp_path, right, wrong, said):
    assert text().count(right) == 1
    (tmp_path / "reader.c").write_text(text().replace(right, wrong), encoding="utf-8")
    done = compiled(tmp_path / "reader.c", tmp_path / "reader.o")
    assert done.returncode == 1 and said in done.stderr, done.stderr


# --- Parts of a header ---------------------------------------------------------------------------


def ids(header):
    return [line for line in header.splitlines() if line.startswith("\t.id = ")]


def test_parts_have_the_same_vectors_as_one_file(tmp_path):
    few = [*SELECTED[:-1], "v3/amd64/lookup/bit-*/pcrel"]
    whole = generate("header", *few).stdout
    assert generate("header", *few, "--split", "7", "--to", tmp_path / "parts").returncode == 0
    count = len(ids(whole))
    parts = [(tmp_path / f"parts/vectors-{i}.h").read_text(encoding="utf-8") for i in range((count + 6) // 7)]
    assert len(list((tmp_path / "parts").iterdir())) == len(parts) + 1 and count % 7 != 0 and len(parts) > 3
    assert [each for part in parts for each in ids(part)] == ids(whole)
    index = (tmp_path / "parts/vectors.h").read_text(encoding="utf-8")
    assert f"SFV_PARTS = {len(parts)}, SFV_TOTAL = {count} " in index and f"DO({len(parts) - 1})" in index


def test_bytes_that_are_shared_are_those_of_the_vector(tmp_path):
    few = [*SELECTED[:-1], "v3/amd64/*/flex-words-*/pcrel"]
    assert generate("header", *few, "--split", "1000", "--to", tmp_path / "parts").returncode == 0
    assert generate("header", *few, "--to", tmp_path / "whole.h").returncode == 0
    program = ('#include HEADER\n#include <stdio.h>\nint main(void)\n{\n\tfor (unsigned i = 0; i < SFV_COUNT; i++) {\n'
               '\t\tfputs(sfv_vectors[i]->id, stdout);\n\t\tfor (unsigned k = 0; k < sfv_vectors[i]->size; k++)\n'
               '\t\t\tprintf(" %02x", sfv_vectors[i]->bytes[k]);\n\t\tputchar(10);\n\t}\n}\n')
    (tmp_path / "program.c").write_text(program, encoding="utf-8")
    said = []
    for name in ("whole.h", "parts/vectors-0.h"):
        assert run("gcc", f'-DHEADER="{tmp_path / name}"', tmp_path / "program.c", "-o", tmp_path / "program").returncode == 0
        said.append(run(tmp_path / "program").stdout)
    assert said[0] == said[1] and said[0].count("\n") > 20
    assert (tmp_path / "parts/vectors-0.h").stat().st_size < (tmp_path / "whole.h").stat().st_size * 3 / 4


def test_parts_are_of_the_header_alone_and_need_a_folder(tmp_path):
    for command in (["emit", "--split", "5", "--to", tmp_path / "out"], ["header", "--split", "5"],
                    ["header", "--split", "0", "--to", tmp_path / "out"]):
        done = generate(*command)
        assert done.returncode == 2 and "split" in done.stderr or "--to FOLDER" in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()
    full = generate("header", *SELECTED, "--split", "100", "--to", "/proc/nowhere")
    assert full.returncode == 2 and "cannot" in full.stderr


def test_one_part_is_included_at_a_time(parts, tmp_path):
    folder = parts[0].parent
    (tmp_path / "two.c").write_text('#include "vectors-0.h"\n#include "vectors-1.h"\n', encoding="utf-8")
    done = subprocess.run(["gcc", "-I", str(folder), "-fsyntax-only", str(tmp_path / "two.c")], check=False,
                          capture_output=True, text=True)
    assert done.returncode == 1 and "another part is included already" in done.stderr
