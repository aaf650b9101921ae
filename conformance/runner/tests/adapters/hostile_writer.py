#!/usr/bin/python3
"""A writer that goes wrong in one way: `hostile_writer.py MODE [VICTIM]`; a MODE that begins with { is its answer.

The host's assembler does the work.  But if the text has VICTIM (default: any text), the writer does what MODE says;
with `_of_many` behind it, only if the text has several functions.
"""
import base64
import json
import os
import signal
import subprocess
import sys

OBJECTS = {
    "truncated": lambda elf: elf[:100],
    "other_machine": lambda elf: elf[:18] + b"\xb7\0" + elf[20:],
    "leaves_out": lambda elf: elf.replace(b".sframe", b".nframe"),  # as another name for the section
}


def assemble(text):
    path = f"{os.getpid()}.o"  # in the folder of the transcript
    subprocess.run(["as", "-o", path], input=text, check=True)
    with open(path, "rb") as file:
        return file.read()


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
            if hit and mode.startswith("{"):
                answer = json.loads(mode)
            else:
                elf = OBJECTS[mode](assemble(text)) if hit and mode in OBJECTS else assemble(text)
                answer = {"object": base64.b64encode(elf).decode()}
            answer["request"] = number
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
