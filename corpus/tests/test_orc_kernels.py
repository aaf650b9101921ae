"""corpus/orc: how it reads what objtool prints, and that it notices differences. Each kernel here is one module, packed
by hand, and its objtool is a script that prints a text."""
import lzma
import struct

import pytest

from corpus.tests.compiled import CROSSCHECK, ROOT, run
from corpus.tests.conftest import script
from corpus.tests.orc_objects import Entry, Symbol, kernel_object, sections_of
from ref.tests.elfmaker import ET_EXEC, Elf

ORC = str(ROOT / "corpus" / "orc")
orc = script("orc")

# Entries as objtool of Linux 6.1 and of 6.12 prints them; their CFA, RA, FP, and whether the caller was interrupted.
LINES = {
    "sp:sp+8 bp:(und) type:call end:0": ("sp+8", "*(cfa-8)", "same", False),
    "sp:bp+16 bp:prevsp-16 type:call end:0": ("fp+16", "*(cfa-8)", "*(cfa-16)", False),
    "sp:r10+0 bp:bp+0 type:call end:0": ("r10+0", "*(cfa-8)", "*(fp+0)", False),
    "sp:(bp-8) bp:bp+0 type:call end:0": ("*(fp-8)", "*(cfa-8)", "*(fp+0)", False),
    "sp:(sp)+8 bp:(und) type:call end:0": ("expression", "*(cfa-8)", "same", False),
    "sp:(und) bp:(und) type:call end:0": None,
    "sp:(und) bp:(und) type:call end:1": ("same", "undefined", "same", False),
    "sp:sp+0 bp:(und) type:regs end:0": ("*(sp+152)", "*(sp+128)", "*(sp+32)", True),
    "sp:sp+8 bp:(und) type:regs (partial) end:0": ("*(sp+32)", "*(sp+8)", "same", True),
    "type:call sp:sp+8 bp:(und) signal:0": ("sp+8", "*(cfa-8)", "same", False),
    "type:call sp:sp+8 bp:(und) signal:1": ("sp+8", "*(cfa-8)", "same", True),
    "type:regs sp:di+0 bp:prevsp+8 signal:1": ("*(r5+152)", "*(r5+128)", "*(r5+8)", True),
    "type:(und) sp:(und) bp:(und) signal:0": None,
    "type:end sp:(und) bp:(und) signal:0": ("same", "undefined", "same", False),
}


@pytest.mark.parametrize("line, rule", LINES.items())
def test_a_line_of_objtool_says_a_rule(line, rule):
    assert orc.rule_of(line) == rule


def kernel(folder, data, printed, name="x.ko"):
    """A kernel's folder, as ci/kernel makes them."""
    modules = folder / "usr" / "lib" / "modules" / "6.4" / "kernel"
    modules.mkdir(parents=True)
    (modules / name).write_bytes(data)
    (folder / "VERSIONS").write_text("linux-image-6.4-amd64 6.4-1\n", encoding="utf-8")
    (folder / "bin").mkdir()
    (folder / "printed").write_text(printed, encoding="utf-8")
    (folder / "bin" / "objtool").write_text(f"#!/bin/sh\ncat '{folder}/printed'\n", encoding="utf-8")
    (folder / "bin" / "objtool").chmod(0o755)
    return str(folder)


def ask(*words):
    return run(ORC, "--crosscheck", CROSSCHECK, *words)


ENTRIES = [Entry(0), Entry(4, sp_offset=16, bp="prev-sp", bp_offset=-16), Entry(0x10, "undefined"),
           Entry(0x20, signal=True)]
PRINTED = """.text+0:type:call sp:sp+8 bp:(und) signal:0
.text+4:type:call sp:sp+16 bp:prevsp-16 signal:0
.text+10:type:(und) sp:(und) bp:(und) signal:0
.text+20:type:call sp:sp+8 bp:(und) signal:1
"""
MODULE = kernel_object("6.4", ENTRIES, (Symbol("f", 0, 0x100),))


@pytest.mark.parametrize("name, data", [("x.ko", MODULE), ("x.ko.xz", lzma.compress(MODULE))])
def test_a_kernel_that_objtool_reads_alike_is_good(name, data, tmp_path):
    done = ask(kernel(tmp_path / "kernel", data, PRINTED, name))
    assert done.returncode == 0, done.stderr
    assert "## linux-image-6.4-amd64 6.4-1: 1 of 1 modules" in done.stdout
    assert "ORC says nothing of 16 bytes of functions, in 1 rows" in done.stdout
    assert "| v2e2 | signal-frame | 1 | 1 | 224 |" in done.stdout and "| v3 | signal-frame" not in done.stdout
    assert "| v3 | 2 | 2 | 3 | 3 | 240 | 240 | 0 |" in done.stdout and "vmlinux" not in done.stdout


@pytest.mark.parametrize("old, new", [
    ("+4:", "+5:"), ("sp+16", "sp+24"), ("prevsp-16", "bp-16"), ("signal:1", "signal:0"),
    (".text+20:type:call sp:sp+8", ".text+20:type:regs sp:sp+8"),
    ("type:(und) sp:(und) bp:(und) signal:0", "type:call sp:sp+8 bp:(und) signal:0")])
def test_what_objtool_reads_otherwise_is_noticed(old, new, tmp_path):
    assert old in PRINTED
    done = ask(kernel(tmp_path / "kernel", MODULE, PRINTED.replace(old, new)))
    assert done.returncode == 1 and "objtool reads x.ko otherwise" in done.stdout


def test_an_image_is_unpacked_and_compared(tmp_path):
    sections = sections_of("6.4", [Entry(0)])
    del sections[".rela.orc_unwind_ip"]
    payload = lzma.compress(Elf(list(sections.values()), type=ET_EXEC).file(), check=lzma.CHECK_CRC32)
    setup = bytearray(3 * 512)  # two sectors behind the first
    setup[0x1f1] = 2
    struct.pack_into("<II", setup, 0x248, 64, len(payload) + 4)
    folder = kernel(tmp_path / "kernel", MODULE, PRINTED)
    (tmp_path / "kernel" / "boot").mkdir()
    (tmp_path / "kernel" / "boot" / "vmlinuz-6.4").write_bytes(bytes(setup) + bytes(64) + payload + bytes(4))
    done = ask(folder)
    assert done.returncode == 0, done.stderr
    assert "vmlinux, which has no symbols" in done.stdout and "256 bytes of which it says something" in done.stdout


def test_modules_with_assembly_come_first_and_others_are_spread():
    found = [orc.pathlib.Path(f"/kernel/{name}.ko") for name in [*"abcdefgh", "arch/x86/k"]]
    assert [path.stem for path in orc.choose(found, 5)] == ["a", "k", "c", "e", "g"]
    assert orc.choose(found, 20) == sorted(found)
    assert [path.stem for path in orc.choose(found, 1)] == ["k"]
