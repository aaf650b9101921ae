"""Reads any assembly text as functions of code and CFI directives, as sframe-programs --read takes them.

Only an assembler knows how long the code between two directives is.  So each directive gets a label before it, and the
labels' addresses in the object are read.
"""
import collections
import re
import subprocess

from elftools.elf.elffile import ELFFile

STATEMENT = re.compile(r"^\s*\.cfi_(\w+)\b\s*([^#;]*?)\s*(?:#.*|//.*|/\*.*\*/\s*)?$", re.IGNORECASE)
CONDITIONAL = re.compile(r"^[ \t]*\.if(n?)def\b.*\n((?:(?![ \t]*\.(?:if|else|endif)).*\n)*)[ \t]*\.endif.*\n",
                         re.MULTILINE)
REPEATING = re.compile(r"^\s*\.(?:include\b|(?:macro|rept|irpc?)\b(?:(?!\.end[mr]\b).)*\.cfi_)",
                       re.MULTILINE | re.DOTALL)
SECTION_STACK = re.compile(r"^\s*\.(push|pop)section\b")
ELSEWHERE = ("sections", "personality", "lsda")  # directives that are not about a function's stack frames
SECTIONS, EH_FRAME_ALONE = "\t.cfi_sections .eh_frame, .sframe", "\t.cfi_sections .eh_frame"
NOTHING_TO_READ = "no .cfi_startproc"

_X86 = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split()
_X86_MORE = {"st": 33, "rflags": 49, "es": 50, "cs": 51, "ss": 52, "ds": 53, "fs": 54, "gs": 55, "fs.base": 58,
             "gs.base": 59, "tr": 62, "ldtr": 63, "mxcsr": 64, "fcw": 65, "fsw": 66}
_S390_FLOATS = (0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15)
_ARM = {"fp": 29, "lr": 30, "sp": 31, "wsp": 31,
        **{f"{letter}{number}": number for letter in "xw" for number in range(31)},
        **{f"{letter}{number}": 64 + number for letter in "vdqs" for number in range(32)}}
REGISTERS = {
    "amd64": {**{name: number for number, name in enumerate(_X86)}, **_X86_MORE,
              **{f"xmm{number}": 17 + number for number in range(16)}, **{f"mm{number}": 41 + number for number in range(8)},
              **{f"st({number})": 33 + number for number in range(8)}},
    "aarch64": _ARM, "aarch64_be": _ARM,
    "s390x": {**{f"r{number}": number for number in range(16)},
              **{f"f{name}": 16 + number for number, name in enumerate(_S390_FLOATS)},
              **{f"c{number}": 32 + number for number in range(16)},
              **{f"a{number}": 48 + number for number in range(16)}},
}
FILL = {"amd64": 1, "aarch64": 4, "aarch64_be": 4, "s390x": 2}

# The DWARF standard's operations, and the operands behind each: unsigned, signed, a block and its length.
OPERATIONS = {0x00: "", 0x05: "uu", 0x06: "u", 0x07: "u", 0x08: "u", 0x09: "uu", 0x0a: "", 0x0b: "", 0x0c: "uu",
              0x0d: "u", 0x0e: "u", 0x0f: "b", 0x10: "ub", 0x11: "us", 0x12: "us", 0x13: "s", 0x14: "uu", 0x15: "us",
              0x16: "ub", 0x2d: "", 0x2e: "u"}
VAL_OFFSETS = (0x14, 0x15)
DATA_ALIGNMENT = -8  # what assemblers of all these ABIs say in the CIE

Directive = collections.namedtuple("Directive", "label name operands")
Function = collections.namedtuple("Function", "name directives")


class Unread(Exception):
    """Why a text, or a function, is not read."""


def statements_of(text):
    """The statements of a text: its lines, some of which are cut into pieces."""
    for line in text.splitlines():
        yield from line.split(";") if ".cfi_" in line.lower() and not re.search(r"[\"#]|/[/*]", line) else [line]


def without_options(text):
    """The text as it is when no symbol is defined at the command line."""
    return CONDITIONAL.sub(lambda found: found[2] if found[1] else "", text)


def with_labels(text):
    """The text with a label before each CFI directive, a symbol around each function, and its functions."""
    if REPEATING.search(text):
        raise Unread("macros, or text that is repeated")
    lines, functions, inside, outside = [SECTIONS], [], None, []
    for number, line in enumerate(statements_of(without_options(text))):
        found = STATEMENT.match(line)
        if not found:
            if ".cfi_" in line.lower().split("#")[0] and not line.lstrip().startswith(("/", "*", "#")):
                raise Unread(f"statement {number + 1} has a directive and more")
            stacked = SECTION_STACK.match(line)
            if stacked and stacked[1] == "push":  # a section has functions of its own
                outside, inside = [*outside, inside], None
            elif stacked and outside:
                *outside, inside = outside
            lines.append(line)
            continue
        name, operands = found[1].lower(), found[2]
        if name == "sections":
            continue
        if name == "startproc":
            inside = Function(f"case_f{len(functions)}", [])
            functions.append(inside)
            lines += [f"\t.type {inside.name}, %function", f"{inside.name}:"]
        if inside is None:
            raise Unread(f"statement {number + 1} has a directive outside functions")
        label = f"case_at{number}"
        inside.directives.append(Directive(label, name, operands))
        lines += [f"{label}:", line]
        if name == "endproc":
            lines.append(f"\t.size {inside.name}, .-{inside.name}")
            inside = None
    if not functions:
        raise Unread(NOTHING_TO_READ)
    return "\n".join(lines) + "\n", functions


def addresses(path):
    """For each label in an object: its section and offset."""
    with open(path, "rb") as file:
        return {symbol.name: (symbol["st_shndx"], symbol["st_value"])
                for symbol in ELFFile(file).get_section_by_name(".symtab").iter_symbols()}


def number_of(word, abi):
    word = word.strip().lower().removeprefix("%")
    if word in REGISTERS[abi]:
        return REGISTERS[abi][word]
    try:
        return int(word, 0)
    except ValueError as error:
        raise Unread(f"an operand that is no number: {word}") from error


def leb128_of(value, signed):
    """The bytes of a number in LEB128."""
    while True:
        low, value = value & 0x7f, value >> 7
        if value == (-1 if signed and low & 0x40 else 0):
            yield low
            return
        yield low | 0x80


def numbers_of(operands, abi):
    for word in operands.split(","):
        number = re.fullmatch(r"\s*([su])leb128\((\S+)\)\s*", word)
        if number:
            yield from leb128_of(number_of(number[2], abi), number[1] == "s")
        elif word.strip():
            yield number_of(word, abi)


def leb128_at(escape, at, signed):
    """The number at this place, and the offset of its end."""
    end = at
    while escape[end] & 0x80:
        end += 1
    value = sum((byte & 0x7f) << 7 * number for number, byte in enumerate(escape[at:end + 1]))
    return value - (1 << 7 * (end + 1 - at) if signed and escape[end] & 0x40 else 0), end + 1


def operations_of(escape):
    """Each operation in the bytes of .cfi_escape: its numbers, and its end.  Raises IndexError or KeyError."""
    at = 0
    while at < len(escape):
        numbers, end = [], at + 1
        for kind in OPERATIONS[escape[at]]:
            number, end = leb128_at(escape, end, kind == "s")
            numbers.append(number)
            end += number if kind == "b" else 0
        if end > len(escape):
            raise IndexError(end)
        yield escape[at:end], numbers
        at = end


def lines_of_escape(escape):
    """A directive for each operation, as sframe-programs reads it: .cfi_val_offset for DW_CFA_val_offset."""
    try:
        for operation, numbers in operations_of(escape):
            if operation[0] in VAL_OFFSETS:
                yield f"\t.cfi_val_offset {numbers[0]}, {numbers[1] * DATA_ALIGNMENT}"
            else:
                yield f"\t.cfi_escape {', '.join(map(str, operation))}"
    except (IndexError, KeyError) as error:
        raise Unread("an escape of no operation that is known") from error


def program_of(function, abi, where):
    """The function's text as sframe-programs writes it."""
    lines, last = [f"{function.name}:"], where.get(function.directives[0].label)
    for directive in function.directives:
        if directive.label not in where:
            raise Unread("it was not assembled, or in part")
        place = where[directive.label]
        if place[0] != last[0] or place[1] < last[1]:
            raise Unread("it is not in one piece")
        count, rest = divmod(place[1] - last[1], FILL[abi])
        if rest:
            raise Unread("its code ends within an instruction")
        if count:
            lines.append(f"\t.fill {count},{FILL[abi]},0")
        last = place
        if directive.name in ELSEWHERE:
            continue
        if directive.name == "escape":
            lines += lines_of_escape(list(numbers_of(directive.operands, abi)))
            continue
        operands = directive.operands if directive.name in ("startproc", "label") else \
            ", ".join(map(str, numbers_of(directive.operands, abi)))
        lines.append(f"\t.cfi_{directive.name} {operands}")
    return "\n".join(lines) + "\n"


def assembled(command, text, source, to):
    """Assembles.  Returns the first error, or None if the object is there."""
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([*command, "-o", to, source], capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if re.search("error", line, re.IGNORECASE)]
    return re.sub(r"^.*?[Ee]rror: ", "", errors[0]) if errors else f"status {done.returncode}"
