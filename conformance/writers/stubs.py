"""PLTs: what the instructions of each stub do to the stack, against what SFrame says at each byte of it.

The instructions that linkers put into PLTs are few, and stand in a table; what is not there is told, and not trusted.
"""
import json
import re
import subprocess

from elftools.elf.elffile import ELFFile

from outcomes import Outcome

# What an instruction does to the distance from SP to the CFA.
KEEPS, ENDS = "keeps", "ends"  # behind what ends a stub, another begins
PADS = "pads"  # behind an end it never runs
PUSHES = "pushes"
SAVES_RA = "saves-ra"  # two words are pushed: a register, and above it RA

# By ABI: a regular expression over the hexadecimal bytes, and what it does.
AMD64 = [
    (r"ff35.{8}|4153", PUSHES), (r"(?:f2)?ff25.{8}", ENDS), (r"68.{8}", PUSHES), (r"(?:f2)?e9.{8}", ENDS), (r"f30f1efa|41bb.{8}", KEEPS),
    (r"660f1f440000|0f1f440000|0f1f4000|0f1f00|6690|90|cc", PADS),
]
AARCH64 = [
    (r"f07bbfa9", SAVES_RA),  # stp x16, x30, [sp, -16]!
    (r"20021fd6", ENDS),  # br x17
    (r".{6}[9bdf]0|11..[4-7].f9|10..[0-3].91|5f2403d5", KEEPS),  # adrp, ldr, add, bti c
    (r"1f2003d5|007d20d4", PADS),  # nop, brk
]
S390X = [
    (r"07f1|0d01", ENDS), (r"c0f4.{8}.{8}", ENDS),  # jg, and behind it a number for the dynamic linker
    (r"c010.{8}|e310.{4}0004|0d10|e310.{4}0014|e31.f0380024|d207f0301008|e300f0380024|b909....|b908....|a70b....|eb.{8}0c",
     KEEPS), (r"0000|0707|0700", PADS),
]
INSTRUCTIONS = {"amd64": AMD64, "aarch64": AARCH64, "aarch64_be": AARCH64, "s390x": S390X}
AT_ENTRY = {"amd64": 8, "aarch64": 0, "aarch64_be": 0, "s390x": 160}  # CFA - SP
WORD = 8


def behaviour(abi, code):
    """At each byte: CFA - SP, and where RA was saved, from the CFA (None: nowhere); None of what never runs.
    None instead of all: there is an unknown instruction.
    """
    hexadecimal, at, said = code.hex(), 0, []
    entry = AT_ENTRY[abi], -WORD if abi == "amd64" else None
    state, ended = entry, False
    while at < len(code):
        match, effect = next(((found, effect) for pattern, effect in INSTRUCTIONS[abi]
                              if (found := re.compile(pattern).match(hexadecimal, 2 * at))), (None, None))
        if match is None or match.end() % 2:
            return None
        if at == 0 and effect == PUSHES:  # others come to this first stub by a jump, after they have pushed a word
            state = state[0] + WORD, state[1]
        size = len(match[0]) // 2
        ended = ended and effect == PADS
        said += [None if ended else state] * size
        at += size
        if effect == PUSHES:
            state = state[0] + WORD, state[1]
        elif effect == SAVES_RA:
            state = state[0] + 2 * WORD, -WORD
        elif effect == ENDS:
            state, ended = entry, True
    return said


def stub_sections(path):
    with open(path, "rb") as file:
        return [(section.name, section["sh_addr"], section.data()) for section in ELFFile(file).iter_sections()
                if re.match(r"\.i?plt", section.name) and section["sh_flags"] & 4 and section["sh_size"]]


def is_right(answer, state):
    offset, saved = state
    ra = "same" if saved is None else {"base": "cfa", "offset": saved, "deref": True}
    return answer.get("cfa") == {"base": "sp", "offset": offset} and answer.get("ra") in (ra, None) and \
        answer.get("fp", "same") == "same"


def judge(result):
    """Outcomes of the PLTs of a file; none if all are described and right, or there are none."""
    found = []
    for name, address, code in stub_sections(result.path):
        states = behaviour(result.vector["abi"], code)
        if states is None:
            found.append(Outcome("plt", f"{name}: unknown instructions"))
            continue
        done = subprocess.run([result.tools.oracle, "lookup", result.path, *(hex(address + at) for at in range(len(code)))],
                              capture_output=True, text=True, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(code):  # there is no section that could be asked
            answers = [{}] * len(code)
        run = [(answer, state) for answer, state in zip(answers, states, strict=True) if state is not None]
        described = [answer for answer, _ in run if "cfa" in answer]
        if not described:
            found.append(Outcome("omits", f"{name}: not described"))
        elif len(described) != len(run):
            found.append(Outcome("plt", f"{name}: described in part"))
        elif not all(is_right(*each) for each in run):
            wrong = {answer["function"] for answer, state in run if not is_right(answer, state)}
            is_open = result.profile == "v1" and wrong <= result.masks
            found.append(Outcome("contested", "pcmask-v1-formula") if is_open else Outcome("plt", f"{name}: another rule"))
    return found
