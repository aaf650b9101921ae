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
import eh_frame  # noqa: E402

REFUSED = "register save offset not a multiple of 8"  # an .eh_frame counts slots in words


def differences(unit, numbers, cfi):
    """Of functions whose text and .eh_frame are in the order of `numbers`."""
    by_start, start = {int(function["start"], 16): function for function in cfi}, 0
    for number in numbers:
        truth, text = unit["expect"]["functions"][number], unit["input"]["functions"][number]["text"]
        about = unit["input"]["functions"][number]["about"]
        if truth["size"] == 0:
            continue
        cfi_of_it = by_start[start]
        start += truth["size"]
        yield from (f"{unit['abi']} {about} {what}" for what in eh_frame.differences(truth, cfi_of_it, text, unit["abi"]))


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
