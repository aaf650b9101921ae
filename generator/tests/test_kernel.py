"""The header as a unit test of a kernel: the example passes it, and a mistake in its reader is noticed."""
import collections
import json
import re

import pytest

from generator.tests.conftest import ROOT, generate, run

HERE = ROOT / "generator/examples/kernel"
FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-D__KERNEL__", "-ffreestanding", "-mgeneral-regs-only",
         "-Wframe-larger-than=512", "-I", HERE, "-I", HERE / "stand-in"]
OF_ONE_KIND = ["--profile", "v3", "--abi", "amd64", "--select"]
SUITES = ("sframe_test", "sframe_walk_test")
READERS = ("sframe_reader", "sframe_unwind")

# Mistakes in the reader: what stands there, and what takes its place.  They are about the place of a start, the end of
# a function and of a row, blocks, signs, the base, RA where it is fixed, padding, and whether a rule reads memory.
IN_READER = [("section->address + at +", "section->address +"),
             ("offset >= number(index + 8, 4)", "offset > number(index + 8, 4)"),
             ("next.start > function->offset", "next.start >= function->offset"),
             ("function->offset %= attribute[4];", ""),
             ("1U << (8 * row->width - 1)", "0x80000000U"),
             ("? SFRAME_SP : SFRAME_FP", "? SFRAME_FP : SFRAME_SP"),
             ("section->fixed_ra != 0", "section->fixed_ra != -8"),
             ("return at + 1;", "return at + 2;"),
             ("control >> 1 & 1", "1"),
             ("low = middle + 1;", "low = middle + 2;"),
             ("start_of(section, middle) <= pc", "start_of(section, middle) < pc"),
             ("is_held_before(section, entry, pc) ?", "0 ?"), ("if (rows < entries &&", "if (0 &&"),
             ("if (section->fixed_ra != 0)", "")]  # no reading of an open point answers so
# Mistakes in the unwinder: about the PC less one, signals, registers, progress, FP and modules.
IN_UNWINDER = [("frame->pc - 1;", "frame->pc;"),
               ("frame->topmost || frame->interrupted", "frame->topmost"),
               ("else if (!frame->topmost)", "else if (0)"),
               ("caller->sp == frame->sp && !frame->topmost", "caller->sp == frame->sp"),
               ("(struct sframe_frame){.fp = frame->fp, ", "(struct sframe_frame){"),
               ("i < machine->section_count;", "i < machine->section_count && i < 8;")]
# Only a machine that fails reveals these: a word is read twice, and the second result is tested, or is not.
READ = "!machine->read_word(machine->context, base, &base)))\n\t\treturn SFRAME_STOP_MEMORY;"
SAME = ("enum { MAGIC", "enum { MAGIC")
IN_READS = [(READ, READ.replace("&base", "value") + "\n\tif (rule->deref && (" + READ),
            (READ, READ.replace("&base", "value") + "\n\tif (rule->deref)\n"
             "\t\tmachine->read_word(machine->context, base, &base);")]


def compiled(source, target, *more):
    return run("gcc", *FLAGS, *more, "-c", source, "-o", target)


@pytest.fixture(scope="module", name="parts")
def _parts(tmp_path_factory):
    """Objects: both suites, for each part of the header, and the right reader and unwinder; host.o lies beside them."""
    folder = tmp_path_factory.mktemp("kernel") / "vectors"
    patterns = ["*/lookup/*/pcrel", "*/lookup/nested-*", "*/lookup/rows-first-*", "*/unwind/*"]
    assert generate("header", *OF_ONE_KIND[:-1], *(word for each in patterns for word in ("--select", each)), "--split",
                    "1000", "--to", folder).returncode == 0
    objects = []
    for part in sorted(folder.glob("vectors-*.h")):
        for suite in SUITES:
            objects.append(folder / f"{part.stem}-{suite}.o")
            done = compiled(HERE / f"{suite}.c", objects[-1], "-I", folder, f'-DSFRAME_VECTORS="{part.name}"')
            assert done.returncode == 0, done.stderr[:2000]
    for reader in READERS:
        objects.append(folder / f"{reader}.o")
        done = compiled(HERE / f"{reader}.c", objects[-1])
        assert done.returncode == 0, done.stderr[:2000]
    done = run("gcc", "-Wall", "-Wextra", "-Werror", "-I", HERE / "stand-in", "-c", HERE / "host.c", "-o",
               folder / "host.o")
    assert done.returncode == 0, done.stderr[:2000]
    return objects


def text(name):
    return (HERE / f"{name}.c").read_text(encoding="utf-8")


def run_suites(parts, tmp_path, name, mistake):
    """Runs the suites with a mistake in one file: a pair of what stands there and what takes its place."""
    assert text(name).count(mistake[0]) == 1
    (tmp_path / f"{name}.c").write_text(text(name).replace(*mistake), encoding="utf-8")
    done = compiled(tmp_path / f"{name}.c", tmp_path / f"{name}.o", "-Wno-unused")
    assert done.returncode == 0, done.stderr
    objects = [tmp_path / f"{name}.o" if part.stem == name else part for part in parts]
    linked = run("gcc", parts[0].parent / "host.o", *objects, "-o", tmp_path / "suite")
    assert linked.returncode == 0, linked.stderr
    return run(tmp_path / "suite")


def test_the_reader_is_right_on_every_vector_of_its_kind(parts, tmp_path):
    done = run_suites(parts, tmp_path, "sframe_reader", SAME)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].split()[2:] == ["vectors,", "0", "wrong", "answers"]
    asked = {suite: sum(int(line.split()[-4]) for line in done.stdout.splitlines() if f" {suite}:" in line)
             for suite in ("sframe_vectors_test", "sframe_walks_test")}
    assert asked["sframe_vectors_test"] > 3000 and asked["sframe_walks_test"] > 400


@pytest.mark.parametrize("name, right, wrong", [*(("sframe_reader", *each) for each in IN_READER),
                                                *(("sframe_unwind", *each) for each in IN_UNWINDER)])
def test_a_mistake_is_noticed(parts, tmp_path, name, right, wrong):
    done = run_suites(parts, tmp_path, name, (right, wrong))
    operation = "lookup" if name == "sframe_reader" else "unwind"
    assert done.returncode == 1 and f"# v3/amd64/{operation}/" in done.stdout, done.stdout


@pytest.mark.parametrize("right, wrong", IN_READS)
def test_a_mistake_that_shows_on_a_failing_machine_alone_is_noticed(parts, tmp_path, right, wrong):
    done = run_suites(parts, tmp_path, "sframe_unwind", (right, wrong))
    said = [line for line in done.stdout.splitlines() if line.startswith("    #")]
    assert done.returncode == 1 and said, done.stdout
    assert all(line.endswith((", and memory is lost", ", and a word is read again")) for line in said), done.stdout


def test_reader_and_suite_call_nothing_that_a_kernel_lacks(parts):
    wanted = {line.split()[-1] for part in parts for line in run("nm", "-u", part).stdout.splitlines() if " U " in line}
    assert wanted == {"kunit_failed", "kunit_info", "sframe_find", "sframe_step"}


@pytest.mark.parametrize("right, wrong, said", [
    ("\tstruct row next;\n\n", "\tstruct row next;\n\tvolatile u8 large[600];\n\n\tlarge[function->offset % 600] = 1;\n",
     "frame size"),
    ("(u32)offset;", "(u32)(offset * 1.5);", "SSE")])
def test_a_large_frame_and_floating_point_are_noticed(tmp_path, right, wrong, said):
    assert text("sframe_reader").count(right) == 1
    (tmp_path / "reader.c").write_text(text("sframe_reader").replace(right, wrong), encoding="utf-8")
    done = compiled(tmp_path / "reader.c", tmp_path / "reader.o")
    assert done.returncode == 1 and said in done.stderr, done.stderr


# --- Requirement sets ----------------------------------------------------------------------------

SET = """about mine: version 3 in order
wants operation = lookup  else free
wants sorted              else refuse
wants aux = 0             else right or refuse
"""


def blocks(header):
    """Maps each id to the text of its vector, without the vector's number."""
    return {block.split('"')[1]: re.sub(r"^\d+", "", block.split("\n};")[0])
            for block in header.split("static const struct sfv_vector sfv_vector_")[1:]}


def test_outside_of_a_set_a_vector_is_what_the_set_says(tmp_path):
    (tmp_path / "mine.txt").write_text(SET, encoding="utf-8")
    few = [*OF_ONE_KIND, "v3/amd64/*/covering-t3-01*"]
    inside = generate("header", *few, "--requires", tmp_path / "mine.txt").stdout
    plain, kept = blocks(generate("header", *few).stdout), blocks(inside)
    assert generate("header", *few, "--requires", tmp_path / "mine.txt", "--split", "50", "--to",
                    tmp_path / "parts").returncode == 0
    index = (tmp_path / "parts/vectors.h").read_text(encoding="utf-8")
    assert f"SFV_TOTAL = {len(kept)} " in index and f"enum {{ SFV_COUNT = {len(kept)} }};" in inside
    seen = collections.Counter()
    for line in generate("emit", *few).stdout.splitlines()[:-1]:
        vector = json.loads(line)
        given, name = bytes.fromhex(vector["input"]["bytes"]), vector["id"]
        debt = ("free" if vector["operation"] != "lookup" else "refuse" if not given[3] & 1 else
                "right or refuse" if given[7] else "none")
        seen[debt] += 1
        may, = re.findall(r"\.may = ([^,]*),", kept.get(name, ".may = left out,"))
        if debt == "none":
            assert kept[name] == plain[name]
        elif debt == "refuse":
            assert may == "SFV_MAY_REFUSE" and ".found" not in kept[name] and ".open = 0" in kept[name], name
        elif debt == "right or refuse":
            assert may.endswith(" | SFV_MAY_REFUSE") and kept[name].replace(" | SFV_MAY_REFUSE", "") == plain[
                name].replace(" | SFV_MAY_REFUSE", ""), name
        else:
            assert may == "left out", name
    assert len(seen) == 4 and min(seen.values()) > 10, seen
