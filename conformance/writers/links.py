"""What a linker did with a link: outcomes, and for some what each was about.  A link may have several.

same        each function that must be there is, with its rows; no other is; the table is sorted and says so
refused     the linker ends with an error
omits       functions are not described, and a warning tells
contested   something else, where the texts leave open what is right
lost        functions are not described, and nothing tells
wrong       a function is described otherwise: cfa, ra, fp, mangled, ...
extra       something is described that is no function of the link, or one that had to go
keeps       code is there that had to go
unsorted    the table does not say that it is sorted
unreadable  the section cannot be read: the clause that it breaks
irregular   it can be read, and breaks a clause
container   the section or its segment is not as the texts want it
plt         a PLT is described otherwise than its instructions behave
crash, hang, trouble  as of assemblers
"""
import collections
import json
import os
import re
import subprocess

from elftools.common.exceptions import ELFError, ELFParseError
from elftools.elf.elffile import ELFFile

from outcomes import INTERNAL, Outcome
import stubs

GOOD = ("same", "refused", "omits", "contested")
BAD = ("lost", "wrong", "extra", "keeps", "unsorted", "unreadable", "irregular", "container", "plt", "crash", "hang",
       "trouble")
ALWAYS_BAD = ("unreadable", "crash", "hang", "trouble")  # whatever the texts leave open
BAD_OF_BROKEN = ("lost", "wrong", *ALWAYS_BAD)  # the rest must be right, or a word be said
PANIC = re.compile(INTERNAL.pattern + r"|panicked at|[Ss]egmentation fault|Stack dump:")
ERROR = re.compile(r"\b(?:error|fatal|cannot|unrecognized|unknown|not)\b", re.IGNORECASE)
WARNS = re.compile(r"sframe", re.IGNORECASE)
SECTION_TYPE, SEGMENT_TYPE = 0x6FFFFFF4, 0x6474E554
STUB = re.compile(r"\.i?plt")  # a section that linkers make, and describe themselves: stubs.py

# The programs that read what came, and where.
Tools = collections.namedtuple("Tools", "crosscheck oracle owners")


def owners_of(crosscheck):
    """Whose each kind of difference is."""
    said = subprocess.run([crosscheck, "--kinds"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: line[17:54].strip() for line in said.splitlines()}


def name_crash(line):
    """What a line about a crash says, without what is of this machine or of one link."""
    place = re.search(r"(\w+): Assertion|assertion fail (?:\S*/)?(\S+)|panicked at (?:\S*/)?([^:\s]+:\d+)", line)
    return next(filter(None, place.groups())) if place else re.sub(r"0x[0-9a-f]+|\d{4,}|\S*/", "", line)[:80]


def of_end(status, messages):
    """Of a linker that did not end well; None if it did."""
    internal = next((line.strip() for line in messages.splitlines() if PANIC.search(line)), None)
    if status is None:
        return Outcome("hang")
    if internal or status < 0 or 128 < status < 192:  # above: a signal, as a shell tells it
        return Outcome("crash", name_crash(internal) if internal else f"status {status}")
    if status == 0:
        return None
    lines = [line for line in messages.splitlines() if ERROR.search(line)] or messages.splitlines()
    return Outcome("refused", re.sub(r"^\S+: |\S*/|0x[0-9a-f]+|\bo\d+\.o\S*", "", lines[0])[:80] if lines
                   else "without a word")


class Result:
    """The file that came, and what it says."""

    def __init__(self, path, vector, tools, folder):
        self.path, self.vector, self.tools, self.folder = path, vector, tools, folder
        self.found = []
        self.profile, self.masks = None, set()  # of the section; and which of its functions repeat by a mask

    def add(self, name, cause=""):
        outcome = Outcome(name, cause)
        if outcome not in self.found:
            self.found.append(outcome)

    def read(self, warned):
        """All outcomes."""
        try:
            with open(self.path, "rb") as file:
                elf = ELFFile(file)
                if not self.is_of_machine(elf):
                    return [Outcome("trouble", "for another machine")]
                names = {symbol.name for symbol in elf.get_section_by_name(".symtab").iter_symbols()
                         if symbol["st_shndx"] != "SHN_UNDEF"}
                section = elf.get_section_by_name(".sframe")
                has_section = section is not None and section["sh_size"] != 0
                if has_section:
                    self.look_at_container(elf, section)
                for name in self.vector["expect"]["gone"]:
                    if name in names:
                        self.add("keeps", "code")
                    break
        except (ELFError, ELFParseError, AttributeError, OSError, ValueError, KeyError) as error:
            return [Outcome("trouble", f"no ELF file: {type(error).__name__}")]
        if has_section:
            self.look_at_section()
            self.look_at_functions(warned)
        elif self.vector["expect"]["functions"]:
            self.add("omits" if warned else "lost", "no section" if section is None else "an empty section")
        return self.found or [Outcome("same")]

    def is_of_machine(self, elf):
        machine = {"amd64": "EM_X86_64", "aarch64": "EM_AARCH64", "aarch64_be": "EM_AARCH64", "s390x": "EM_S390"}
        abi = self.vector["abi"]
        return elf["e_machine"] == machine[abi] and elf.little_endian == (abi in ("amd64", "aarch64"))

    def look_at_container(self, elf, section):
        if not section["sh_flags"] & 2:
            self.add("container", "not loaded")
        if self.vector["profile"] == "v3" and section["sh_type"] not in (SECTION_TYPE, "SHT_GNU_SFRAME"):
            self.add("container", "the section's type")
        if elf["e_type"] == "ET_REL":
            return
        segments = [segment for segment in elf.iter_segments() if segment["p_type"] in (SEGMENT_TYPE, "PT_GNU_SFRAME")]
        if not segments:
            self.add("container", "no segment")
        elif len(segments) > 1 or segments[0]["p_vaddr"] != section["sh_addr"] or \
                segments[0]["p_memsz"] < section["sh_size"]:
            self.add("container", "the segment is elsewhere")

    def run(self, *command):
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)

    def look_at_section(self):
        """What the oracle says of it, but for how functions are described."""
        for line in self.run(self.tools.oracle, "check", self.path).stdout.splitlines():
            words = re.match(r"(?:.*?: )?\S+ +(\S+\.\S+) +(malformed|irregular)", line)
            if words:
                self.add("unreadable" if words[2] == "malformed" else "irregular", words[1])
        said = self.run(self.tools.oracle, "decode", self.path).stdout.splitlines()
        if not said:
            return
        section = json.loads(said[0])
        functions = section.get("functions", [])
        self.profile = section.get("profile")
        self.masks = {number for number, function in enumerate(functions) if function["pc_type"] == "mask"}
        if self.vector["expect"]["sorted"] and functions and "sorted" not in section["flags"]:
            self.add("unsorted")

    def truth(self):
        path = os.path.join(self.folder, "truth.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"functions": self.vector["expect"]["functions"]}, file)
        return path

    def look_at_functions(self, warned):
        done = self.run(self.tools.crosscheck, "--json", "--max", "1000000", "--truth", self.truth(), self.path)
        if done.returncode not in (0, 1):
            why = done.stderr.strip().split(": ", 2)[-1]
            if "relocation" in why:
                self.add("irregular", "relocations")
            elif not any(outcome.name == "unreadable" for outcome in self.found):
                self.add("unreadable" if "SFrame" in why else "trouble", re.sub(r"\d+", "N", why))
            return
        free = set(self.vector["expect"]["free"])
        for finding in json.loads(done.stdout)["findings"]:
            kind, name = finding["kind"], finding["place"].split("+")[0]
            owner = self.tools.owners.get(kind, "unexplained")
            if owner == "made by the linker, on one side only" or kind == "v1-mask" or name in free or STUB.match(name):
                continue
            if kind == "missing":
                self.add("omits" if warned else "lost", "functions")
            elif kind == "extra":
                self.add("extra", "a function that is none" if name.startswith("0x") else "a function")
            else:
                self.add("wrong", kind)


def judge(vector, linker, status, messages, result):
    """The outcomes of a vector."""
    ended = of_end(status, messages)
    if ended is not None:
        return [ended]
    found = result.read(WARNS.search(messages) is not None)
    if vector["family"] == "stubs":
        found = [outcome for outcome in found if outcome.name != "same"] + stubs.judge(result) or [Outcome("same")]
    starts = vector["input"]["starts"]
    own = starts == "field" and vector["profile"] == linker.counts_from_field
    is_open = vector.get("ledger") is not None or (starts != "pcrel" and not own)
    if vector["class"] == "malformed":
        bad = ALWAYS_BAD if is_open else BAD_OF_BROKEN
        found = [outcome if outcome.name in (*GOOD, *bad) else Outcome("contested", "the input is broken")
                 for outcome in found]
    elif is_open:
        found = [outcome if outcome.name in (*GOOD, *ALWAYS_BAD) else Outcome("contested", vector.get("ledger", "starts"))
                 for outcome in found]
    return sorted(set(found))
