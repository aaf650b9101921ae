"""What sframe-programs says of its functions against two readers that do not know it: the newest GNU assembler's
.eh_frame, which libdw reads.  SFrame has no part in this."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
sys.path.insert(0, str(ROOT / "conformance/writers"))
import assemblers  # noqa: E402

SP_FP = {"amd64": (7, 6), "aarch64": (31, 29), "aarch64_be": (31, 29), "s390x": (15, 11)}
REFUSED = "register save offset not a multiple of 8"  # an .eh_frame counts slots in words


def place(rule, abi):
    """A rule as sframe-crosscheck prints it."""
    if isinstance(rule, str):
        return "expression" if rule == "complex" else rule
    names = {"cfa": "cfa", **dict(zip(SP_FP[abi], ("sp", "fp")))}
    base = names.get(rule["base"]) or f"r{rule['base']}"
    words = f"{base}{rule['offset']:+d}"
    return f"*({words})" if rule.get("deref") else words


def rows_of_truth(truth, abi):
    return {row["at"]: {"cfa": place(row["cfa"], abi), "ra": place(row["ra"], abi), "fp": place(row["fp"], abi),
                        "mangled": row.get("mangled", False)} for row in truth["rows"]}


def rows_of_cfi(function):
    start = int(function["start"], 16)
    return {int(row["start"], 16) - start: {"cfa": row["cfa"], "ra": row["ra"], "fp": row["fp"],
                                            "mangled": row.get("mangled_ra", False)} for row in function["rows"]}


def holds_at(rows, offset):
    return rows[max(at for at in rows if at <= offset)]


def expected_to_differ(text, part, true):
    """Where CFI says less than the directives, or libdw knows more than the CFI."""
    # Nothing is said at the start; libdw has an ABI's rules all the same.
    if part == "cfa" and true == "unstated":
        return True
    # libdw gives the rule of the return column; that what has none is in its register is for us to say.
    columns = re.findall(r"\.cfi_return_column (\d+)", text)
    if part == "ra" and columns and true == f"r{columns[-1]}+0":
        return True
    # conformance/findings/gas-cfa-offset-negative.md
    negative = re.search(r"\.cfi_def_cfa(?:_offset| \d+,) -(\d+)", text)
    return part == "cfa" and negative is not None and int(negative[1]) % 8 != 0


def differences(unit, numbers, cfi):
    """Of functions whose text and .eh_frame are in the order of `numbers`."""
    by_start, start = {int(function["start"], 16): function for function in cfi}, 0
    for number in numbers:
        truth, text = unit["expect"]["functions"][number], unit["input"]["functions"][number]["text"]
        about = unit["input"]["functions"][number]["about"]
        if truth["size"] == 0:
            continue
        theirs, ours = rows_of_cfi(by_start[start]), rows_of_truth(truth, unit["abi"])
        start += truth["size"]
        for at in sorted({*theirs, *ours}):
            their, our = holds_at(theirs, at), holds_at(ours, at)
            yield from (f"{unit['abi']} {about} at {at}: {part} is {our[part]}, .eh_frame says {their[part]}"
                        for part in our if our[part] != their[part] and not expected_to_differ(text, part, our[part]))


def read_back(unit, numbers, command, folder):
    """The .eh_frame of these functions; None if the assembler refuses them."""
    source, to = folder / "a.s", folder / "a.o"
    head = unit["input"]["head"].replace(".eh_frame, .sframe", ".eh_frame")
    source.write_text(head + "".join(unit["input"]["functions"][number]["text"] for number in numbers))
    done = subprocess.run([*command, "-o", to, source], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        assert REFUSED in done.stderr
        return None
    said = subprocess.run([BUILD / "sframe-crosscheck", "--cfi", to], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def accepted(unit):
    """The functions that the assembler's CFI can say."""
    for number, function in enumerate(unit["input"]["functions"]):
        slots = re.findall(r"\.cfi_(?:rel_|val_)?offset \d+, (-?\d+)", function["text"])
        if all(int(slot) % 8 == 0 for slot in slots):
            yield number


@pytest.mark.parametrize("abi", ["amd64", "aarch64", "aarch64_be", "s390x"])
def test_the_truth_is_what_eh_frame_says_at_each_byte(abi, tmp_path):
    gas = next(each for each in assemblers.known(ROOT / ".toolchains")[0] if each.name == "gas-forky")
    counted, found = collections.Counter(), []
    with subprocess.Popen([BUILD / "sframe-programs", "--abi", abi], stdout=subprocess.PIPE) as made:
        for unit in map(json.loads, made.stdout):
            numbers = list(accepted(unit))
            cfi = read_back(unit, numbers, gas.commands[abi], tmp_path)
            counted[unit["family"]] += len(numbers)
            found += differences(unit, numbers, cfi)
    assert found == []
    assert counted.total() > 5000 and min(counted.values()) > 0, counted
