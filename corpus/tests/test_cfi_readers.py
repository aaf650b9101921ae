"""Rows of DWARF CFI as we read them, compared with those of pyelftools and of readelf."""
import os
import re

import pytest
from elftools.dwarf.callframe import FDE
from elftools.elf.elffile import ELFFile

from corpus.tests.compiled import REF, SYSTEM, TARGETS, must, rows_of

# DWARF numbers of SP, FP, RA.
REGISTERS = {"EM_X86_64": (7, 6, 16), "EM_AARCH64": (31, 29, 30), "EM_S390": (15, 11, 14)}


def row_at(function, pc):
    return next(row for row in function["rows"] if int(row["start"], 16) <= pc < int(row["end"], 16))


def name_of(number, registers):
    return {registers[0]: "sp", registers[1]: "fp"}.get(number, f"r{number}")


def cfa_text(rule, registers):
    return None if rule.expr is not None else f"{name_of(rule.reg, registers)}{rule.offset:+d}"


def register_texts(rule, registers):
    """The texts by which sframe-crosscheck may print a rule of pyelftools; None: the rule is an expression."""
    if rule is None:
        return {"same", "undefined"}
    if rule.type == "OFFSET":
        return {f"*(cfa{rule.arg:+d})"}
    if rule.type == "VAL_OFFSET":
        return {f"cfa{rule.arg:+d}"}
    if rule.type == "REGISTER":
        return {f"{name_of(rule.arg, registers)}+0"}
    return {"UNDEFINED": {"undefined"}, "SAME_VALUE": {"same"}}.get(rule.type)


def compare_with_pyelftools(path):
    functions, compared = rows_of(path), 0
    with open(path, "rb") as file:
        elf = ELFFile(file)
        registers = REGISTERS[elf["e_machine"]]
        for entry in elf.get_dwarf_info().EH_CFI_entries():
            if not isinstance(entry, FDE):
                continue
            start = entry["initial_location"]
            end = start + entry["address_range"]
            function = functions[start]
            assert int(function["end"], 16) == end
            decoded = entry.get_decoded()
            for line in decoded.table:
                if line["pc"] >= end:
                    continue
                row = row_at(function, line["pc"])
                wanted = cfa_text(line["cfa"], registers)
                assert wanted == row["cfa"] if wanted else (row["by_pc"] or row["cfa"].startswith("*")
                                                             or row["cfa"] == "expression")
                for key, number in (("fp", registers[1]), ("ra", registers[2])):
                    texts = register_texts(line.get(number), registers)
                    assert texts is None or row[key] in texts, (hex(line["pc"]), key, row, line)
                compared += 1
    return compared


# pyelftools 0.29 stops at DW_CFA_AARCH64_negate_ra_state.
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "aarch64-pac"], indirect=True)
def test_pyelftools_has_the_same_rows(target):
    assert compare_with_pyelftools(target["shared"]) > 15


@pytest.mark.parametrize("path", [path for path in SYSTEM[2:3] + [REF] if os.path.exists(path)])
def test_pyelftools_has_the_same_rows_of_a_program(path):
    assert compare_with_pyelftools(path) > 500


# The CFA as SP plus a constant: the bytes of the operation that pushes it, and its value.
CONSTANTS = [("0x08,0xf8", 248), ("0x09,0xf8", -8), ("0x0a,0,0x80", 0x8000), ("0x0b,0,0x80", -0x8000), ("0x0c,0,0,0,0x80", 1 << 31),
             ("0x0d,0,0,0,0x80", -1 << 31), ("0x0e,1,2,0,0,0,0,0,0", 513), ("0x0f,0xf8,255,255,255,255,255,255,255", -8),
             ("0x10,0x90,1", 144), ("0x11,0x70", -16), ("0x38", 8)]


def test_constants_of_expressions_have_their_width_and_sign(tmp_path):
    steps = "".join(f"\tnop\n\t.cfi_escape 0x0f,{constant.count(',') + 4},0x77,0,{constant},0x22\n" for constant, _ in CONSTANTS)
    (tmp_path / "a.s").write_text(f"f:\t.cfi_startproc\n{steps}\tnop\n\t.cfi_endproc\n")
    must("as", "--64", "-o", str(tmp_path / "a.o"), str(tmp_path / "a.s"))
    function, = rows_of(str(tmp_path / "a.o")).values()
    assert [row["cfa"] for row in function["rows"]] == ["sp+8", *(f"sp{value:+d}" for _, value in CONSTANTS)]


def test_readelf_has_the_same_signing(target):
    """By running readelf's list of instructions, as the table of readelf -wF has no signing."""
    functions, signed = rows_of(target["shared"]), 0
    function, pc, state, stack = None, 0, False, []

    def reach(end):
        """Checks our rows from PC to END, where the state does not change.  Returns how many of them are signed."""
        count = 0
        for row in function["rows"] if function else []:
            if pc < int(row["end"], 16) and int(row["start"], 16) < end:
                assert row.get("mangled_ra", False) == state
                count += state
        return count

    for line in must(target["prefix"] + "readelf", "-wf", target["shared"]).splitlines():
        if match := re.search(r" (FDE|CIE) .*?(?:pc=([0-9a-f]+)\.\.([0-9a-f]+))?$", line):
            signed += reach(end) if function else 0
            function = functions[int(match[2], 16)] if match[1] == "FDE" else None
            pc, end, state, stack = int(match[2] or "0", 16), int(match[3] or "0", 16), False, []
        elif match := re.search(r"DW_CFA_advance_loc\d?: \d+ to ([0-9a-f]+)", line):
            signed += reach(int(match[1], 16))
            pc = int(match[1], 16)
        elif "DW_CFA_AARCH64_negate_ra_state" in line:
            state = not state
        elif "DW_CFA_remember_state" in line:
            stack.append(state)
        elif "DW_CFA_restore_state" in line:
            state = stack.pop()
    signed += reach(end) if function else 0
    assert (signed > 5) == (target["name"] == "aarch64-pac")


@pytest.mark.parametrize("target", ["amd64", "amd64-fp"], indirect=True)
def test_a_plt_is_evaluated_at_each_pc(target):
    """By its CFI's expression the CFA is one word further from SP from byte 11 of each 16-byte entry on."""
    rows = [row for function in rows_of(target["shared"]).values()
            for row in function["rows"] if row["by_pc"]]
    assert rows
    for row in rows:
        for pc in range(int(row["start"], 16), int(row["end"], 16)):
            assert row["cfa"] == ("sp+16" if pc % 16 >= 11 else "sp+8")
