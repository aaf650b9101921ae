#!/usr/bin/python3
"""A writer that goes wrong in one way: `hostile_writer.py MODE [VICTIM]`.

The host's assembler does the work.  But if the text has VICTIM (default: any text), the writer does what MODE says;
with `_of_many` behind it, only if the text has several functions.
"""
import base64
import json
import os
import signal
import subprocess
import sys

MODES = {
    "no_elf": lambda elf: {"object": base64.b64encode(b"no object").decode()},
    "empty": lambda elf: {"object": ""},
    "truncated": lambda elf: {"object": base64.b64encode(elf[:100]).decode()},
    "other_machine": lambda elf: {"object": base64.b64encode(elf[:18] + b"\xb7\0" + elf[20:]).decode()},
    "no_base64": lambda elf: {"object": "@@@@"},
    "no_padding": lambda elf: {"object": "AAAAA"},
    "no_string": lambda elf: {"object": [1]},
    "a_section": lambda elf: {"section": "00"},
    "nothing": lambda elf: {"messages": "none"},
    "two_answers": lambda elf: {"object": "", "refused": "no"},
    "other_member": lambda elf: {"object": "", "objetc": ""},
    "lines_of_words": lambda elf: {"refused": "no", "lines": ["one"]},
    "lines_from_nowhere": lambda elf: {"refused": "no", "lines": [-5, 0, 1 << 62]},
    "refuses": lambda elf: {"refused": "no"},
    "crashes": lambda elf: {"crash": "SIGSEGV", "messages": "about to"},
    "in_trouble": lambda elf: {"trouble": "too large"},
    "leaves_out": lambda elf: {"object": base64.b64encode(without_cfi(elf)).decode()},
    "cannot": lambda elf: {"unsupported": "not that"},
    "contradicts_itself": lambda elf: {"inconsistent": "twice"},
}


def assemble(text):
    path = f"{os.getpid()}.o"  # in the folder of the transcript
    subprocess.run(["as", "-o", path], input=text, check=True)
    with open(path, "rb") as file:
        return file.read()


def without_cfi(elf):
    """Returns the object with another name of its section."""
    return elf.replace(b".sframe", b".nframe")


def misbehave(mode, number):
    if mode == "dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "exits":
        os._exit(3)
    if mode == "sleeps":
        signal.pause()
    if mode == "floods":
        while True:
            os.write(1, b"A" * (1 << 20))
    if mode == "stray":
        number += 1
    return number


def main():
    mode, of_many, _ = sys.argv[1].partition("_of_many")
    victim = sys.argv[2] if len(sys.argv) > 2 else ""
    while line := sys.stdin.buffer.readline():
        words = line.decode().split()
        if words[0] == "hello":
            answer = {"protocol": 2, "name": "hostile", "version": "1", "profiles": [], "abis": ["amd64"],
                      "operations": ["assemble"]}
        else:
            text, number = sys.stdin.buffer.read(int(words[5])), int(words[1])
            hit = victim in text.decode() and (not of_many or text.decode().count(".cfi_startproc") > 1)
            if hit:
                number = misbehave(mode, number)
            elf = assemble(text)
            right = {"object": base64.b64encode(elf).decode()}
            answer = {"request": number} | (MODES[mode](elf) if hit and mode in MODES else right)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
