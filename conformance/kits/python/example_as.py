"""A back end that makes SFrame, version 2 of AMD64, of CFI directives; GNU as does the rest.

    example_as.py -o OBJECT SOURCE
"""
import copy
import pathlib
import re
import subprocess
import sys


class Unsayable(Exception):
    """What version 2 cannot say, or what this back end does not know."""


def run(state, word, operands, saved):
    """What a directive does to the state: [register of the CFA, its offset, where FP was saved]."""
    numbers = [int(operand, 0) for operand in operands]
    if word == "def_cfa":
        state[0], state[1] = numbers
    elif word == "def_cfa_offset":
        state[1] = numbers[0]
    elif word == "adjust_cfa_offset":
        state[1] += numbers[0]
    elif word == "def_cfa_register":
        state[0] = numbers[0]
    elif word == "offset" and numbers[0] == 6:
        state[2] = numbers[1]
    elif word == "restore" and numbers[0] == 6:
        state[2] = None
    elif word == "remember_state":
        saved.append(copy.copy(state))
    elif word == "restore_state":
        state[:] = saved.pop()
    else:
        raise Unsayable(word)
    if state[0] not in (6, 7):
        raise Unsayable(f"CFA on register {state[0]}")


def rows_of(name, lines):
    """The function's text with labels, and its rows: (label, state)."""
    text, rows, state, saved = [], [("", None)], [7, 8, None], []
    for line in lines:
        found = re.match(r"\s*\.cfi_(\w+)\s*(.*)", line)
        text.append(line)
        if found and found[1] == "startproc" and found[2]:
            raise Unsayable(found[2])
        if found and found[1] not in ("startproc", "endproc"):
            run(state, found[1], found[2].split(", ") if found[2] else [], saved)
        elif not found and line.startswith("\t.fill"):
            label = f".L{name}.{len(text)}"
            text.insert(-1, f"{label}:")
            if rows[-1][1] != state:
                rows.append((label, copy.copy(state)))
    return text, rows[1:]


def section(functions):
    """.sframe as assembly text."""
    rows = sum(len(rows) for _, rows in functions)
    out = ['.section .sframe,"a",@0x6ffffff4', ".short 0xdee2", ".byte 2, 4, 3, 0, -8, 0",
           f".long {len(functions)}, {rows}, .Lend - .Lrows, 0, .Lrows - .Lfunctions", ".Lfunctions:"]
    for name, rows in functions:
        out += [f".long {name} - .", f".long .Lend.{name} - {name}", f".long .Lrows.{name} - .Lrows",
                f".long {len(rows)}", ".byte 2, 0, 0, 0"]
    out.append(".Lrows:")
    for name, rows in functions:
        out.append(f".Lrows.{name}:")
        for label, (register, cfa, fp) in rows:
            words = [cfa] + ([] if fp is None else [fp])
            out += [f".long {label} - {name}", f".byte {0x40 | len(words) << 1 | (register == 7)}",
                    f".long {', '.join(map(str, words))}"]
    return out + [".Lend:"]


def main(to, source):
    out, functions = [], []
    head, *texts = re.split(r"^(?=\t\.type f)", pathlib.Path(source).read_text(encoding="utf-8"), flags=re.MULTILINE)
    for text in texts:
        name = re.search(r"^(\w+):", text, re.MULTILINE)[1]
        try:
            lines, rows = rows_of(name, text.splitlines())
            functions.append((name, rows))
        except Unsayable as unsayable:
            print(f"{source}: warning: no SFrame for {name}: {unsayable}", file=sys.stderr)
            lines = text.splitlines()
        out += [*lines, f".Lend.{name}:"]
    text = "\n".join([head.replace(", .sframe", ""), *out, *section(functions), ""])
    return subprocess.run(["as", "-o", to, "-"], input=text, text=True, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[-2], sys.argv[-1]))
