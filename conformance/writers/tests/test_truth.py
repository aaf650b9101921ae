"""Compares what sframe-programs says about its functions with two independent readers: the newest GNU assembler's
.eh_frame, as corpus/cfi reads it.  Then what sframe-convert makes of that must say the same in each version of SFrame."""
import bisect
import collections
import itertools
import json
import re
import subprocess

import pytest
from elftools.elf.elffile import ELFFile

from conformance.writers import eh_frame, toolchains
from conformance.writers.tests.conftest import BUILD, ROOT, run

# What this assembler refuses, and for which functions: it is right there, or at least nobody calls it wrong.
REFUSED = {
    "CFI state restore without previous remember":
        lambda unit, truth: unit["family"] == "meaningless" or truth.get("contested") == "cfi-escape-counted",
}
# Contested: the assembler does not count what .cfi_escape says; our reader of CFI does not know the operation.
NOT_READ = ("cfi-escape-counted", "cfi-negate-ra-with-pc")
# After .cfi_startproc simple this assembler takes what stands before the first step for initial, so that .cfi_restore
# brings it back.  Its manual has what .cfi_startproc adds, which is nothing then.
NOT_AS_ITS_MANUAL = "restored in a simple one"


def symbols_of(path):
    with open(path, "rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        return {symbol.name: symbol["st_value"] for symbol in table.iter_symbols()}


def has_labels(truth):
    return any(isinstance(at, dict) for at in (truth["size"], *(row["at"] for row in truth["rows"])))


def in_numbers(truth, symbols):
    """The truth with labels as distances from the function's start."""
    def distance(at):
        return symbols[at["symbol"]] - symbols[truth["name"]] if isinstance(at, dict) else at
    rows = [{**row, "at": distance(row["at"])} for row in truth["rows"]]
    return {**truth, "size": distance(truth["size"]), "rows": rows}


def differences(unit, numbers, path):
    """The differences for functions whose .eh_frame is in the order of `numbers`; FDEs have the order of the text."""
    truths = [unit["expect"]["functions"][number] for number in numbers]
    if any(map(has_labels, truths)):  # symbols take longer to read than all the rest
        symbols = symbols_of(path)
        truths = [in_numbers(truth, symbols) for truth in truths]
    texts = [unit["input"]["functions"][number] for number, truth in zip(numbers, truths) if truth["size"] != 0]
    truths = [truth for truth in truths if truth["size"] != 0]
    said = run(BUILD / "sframe-crosscheck", "--cfi", path).stdout
    if truths:
        converted = run(BUILD / "sframe-crosscheck", "--convert", "v1,v2,v2e1,v2e2,v3", path)
        assert converted.returncode == 0, (unit["id"], converted.stdout, converted.stderr)
    cfi = sorted(map(json.loads, said.splitlines()), key=lambda function: function["fde"])
    assert [int(each["end"], 16) - int(each["start"], 16) for each in cfi] == [truth["size"] for truth in truths]
    for function, truth, theirs in zip(texts, truths, cfi):
        if truth.get("contested") in NOT_READ or function["about"] == NOT_AS_ITS_MANUAL:
            continue
        yield from (f"{unit['abi']} {function['about']} {what}"
                    for what in eh_frame.differences(truth, theirs, function["text"], unit["abi"]))


def assemble(unit, numbers, command, folder):
    """Assembles these functions.  Returns the process, and the last lines of their texts in the source."""
    source, to = folder / "a.s", folder / "a.o"
    texts = [unit["input"]["functions"][number]["text"] for number in numbers]
    source.write_text("\t.cfi_sections .eh_frame\n\t.text\n" + "".join(texts))
    done = run(*command, "-o", to, source)
    ends = list(itertools.accumulate((text.count("\n") for text in texts), initial=2))
    return done, ends


def assemble_taken(unit, numbers, command, folder):
    """Assembles the functions that the assembler accepts, and returns them; checks that the others are known."""
    done, ends = assemble(unit, numbers, command, folder)
    refused = {}
    for line, error in re.findall(r":(\d+): Error: (.*)", done.stderr):
        refused[numbers[bisect.bisect_left(ends, int(line)) - 1]] = error
    assert done.returncode == 0 or refused, done.stderr
    for number, error in refused.items():
        truth = unit["expect"]["functions"][number]
        assert error in REFUSED and REFUSED[error](unit, truth), (unit["id"], number, error)
    kept = [number for number in numbers if number not in refused]
    if refused and kept:
        done, _ = assemble(unit, kept, command, folder)
        assert done.returncode == 0, done.stderr
    return kept


def accepted(unit):
    """The functions that fit into the assembler's CFI: slots are counted in words, and libdw takes sizes as signed
    numbers of four bytes."""
    for number, function in enumerate(unit["input"]["functions"]):
        slots = re.findall(r"\.cfi_(?:rel_|val_)?offset \d+, (-?\d+)", function["text"])
        fills = re.findall(r"\.zero (\d+)", function["text"])
        if all(int(slot) % 8 == 0 for slot in slots) and sum(map(int, fills)) < 1 << 31:
            yield number


def parts_of(unit):
    """Functions after .cfi_startproc simple by themselves: this assembler also gives others behind them the CIE of
    these, which has no rules, so that .cfi_restore restores nothing."""
    numbers = list(accepted(unit))
    simple = {number for number in numbers if "startproc simple" in unit["input"]["functions"][number]["text"]}
    return [sorted(simple), [number for number in numbers if number not in simple]]


@pytest.mark.parametrize("abi", ["amd64", "aarch64", "aarch64_be", "s390x"])
def test_the_truth_is_what_eh_frame_says_at_each_byte(abi, tmp_path):
    gas = toolchains.command(toolchains.TOOLS["gas-forky"], ROOT / ".toolchains", abi)
    counted, found = collections.Counter(), []
    with subprocess.Popen([BUILD / "sframe-programs", "--abi", abi], stdout=subprocess.PIPE) as made:
        for unit in map(json.loads, made.stdout):
            for part in parts_of(unit):
                numbers = assemble_taken(unit, part, gas, tmp_path)
                if not numbers:
                    continue
                counted[unit["family"]] += len(numbers)
                found += differences(unit, numbers, tmp_path / "a.o")
    assert not found, "\n".join(found[:100])
    assert counted.total() > 10000 and min(counted.values()) > 0, counted
