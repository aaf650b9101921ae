#!/usr/bin/python3 -IS
"""An adapter for tools that print the SFrame section of an ELF file.

    dump.py DIALECT PROGRAM [PRELOAD...]   DIALECT: gnu (readelf, objdump), llvm or llvm-json (llvm-readobj in
                                           either style), crate (simple-frame-rs, its text)

PROGRAM is run as `PROGRAM --sframe FILE`; `{triplet}` in it becomes that of the ABI at hand, for programs that
know only their own machine. Each section is wrapped into an ELF file of its own (crate: it stands alone, and its
address follows), and what the tool prints is read back as it stands. A tool refuses by its exit status or by a word
on standard error. Of a tool that dies by a signal the answer says so. PRELOADs are libraries
for LD_PRELOAD: that of fence.c, without which what a tool reads behind its memory is never twice the same, and that of
again.c, which loads the tool once instead of anew for each section.
"""
import json
import os
import re
import resource
import signal
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../..")  # the root of the tree
from common import standard
from conformance.adapters.elf import ALLOC, EXECUTABLE, GNU_SFRAME, MACHINES, PROGBITS, elf_file
from conformance.adapters.runs import OUTPUT_LIMIT, Runs
from conformance.kits.python import sframe_adapter as kit
from conformance.writers.toolchains import TRIPLETS

RUST_PANIC = 101
SHOWN_LIMIT = 256  # answers that are kept
ERRORS_LIMIT = 4096  # characters of what a tool wrote before it crashed; the runner keeps no more of an adapter


def distance(origin, address):
    """The distance in an address space of 64 bits; it is negative if the address is before the origin."""
    return (address - origin + (1 << 63)) % (1 << 64) - (1 << 63)


# --- GNU readelf and objdump ---------------------------------------------------------------------------------

GNU_HEADER = re.compile(r"^    (Version|Flags|CFA fixed (?:FP|RA) offset|Num FDEs|Num FREs): (.*)$")
GNU_FUNCTION = re.compile(r'^    func idx \[\d+\]: pc = 0x([0-9a-f]+), size = (-?\d+) bytes'
                          r'(?:, attr = "([A-Z]*)")?(?:, pauth = (A|B) key)?$')
GNU_ROWS = re.compile(r"^    STARTPC(\[m\])? ")
GNU_ROW = re.compile(r"^    [0-9a-f]{16}(?: |$)")
GNU_TITLE = re.compile(r"^(Contents of|  Header :|  Function Index :|\S+: +file format)")
GNU_REFUSAL = re.compile("No further information can be displayed|has no debugging data")
GNU_FLAGS = {"NONE": 0, "SFRAME_F_FDE_SORTED": 1, "SFRAME_F_FRAME_POINTER": 2, "SFRAME_F_FDE_FUNC_START_PCREL": 4}
GNU_RULE = re.compile(r"\s*(?:([uUf])(?!p)|(\()?(sp|fp|c|r-?\d+)([+-]-?\d+)?\)?)(\[s\])?\s*")


def gnu_location(parenthesis, base, offset, stored):
    """Reads `sp+8`, `c-16`, `r10`, `(r10+16)`; offsets from the CFA are those of slots that hold the register."""
    if base is None or base.startswith("r-"):
        return None  # a letter instead of a CFA says nothing about it, and no register has such a name
    rule = kit.rule_load if parenthesis or (stored and base == "c") else kit.rule_sum
    return rule("cfa" if base == "c" else base, int((offset or "0").replace("+-", "-")))


def gnu_rule(match, fixed):
    """Reads a rule: a place or a letter.  u: the row has no such word; f: the header's fixed offset holds; U: a word
    says that the register is not saved."""
    letter, *location, _ = match.groups()
    if letter is None:
        return gnu_location(*location, stored=True)
    if letter == "f" and fixed is not None:
        return kit.rule_load("cfa", fixed)
    return None if fixed is None else kit.SAME


def gnu_row(line, function, masks, fixed):
    start, rules = int(line[4:20], 16), line[20:]
    row = {"start": start if masks else distance(function, start)}
    if rules.strip() in ("", "RA undefined"):
        return row | ({"ra": kit.UNDEFINED} if rules.strip() else {})
    matches = list(GNU_RULE.finditer(rules))  # wide numbers leave no blank between two of them
    if len(matches) != 3 or "".join(match[0] for match in matches) != rules:
        raise ValueError(f"unknown row '{line}'")
    cfa, fp, ra = matches
    stated = {"cfa": gnu_location(*cfa.groups()[1:4], stored=False), "ra": gnu_rule(ra, fixed["RA"]),
              "fp": gnu_rule(fp, fixed["FP"])}
    row["mangled_ra"] = bool(ra[5])
    return row | {name: rule for name, rule in stated.items() if rule is not None}


def gnu_header(name, value, answer, profile):
    if name == "Version":
        answer["version"] = int(value.removeprefix("SFRAME_VERSION_"))
    elif name == "Flags":
        answer["flags"] = kit.flags(profile, sum(GNU_FLAGS[flag] for flag in re.split(r"[,\s|]+", value) if flag))
    elif name.startswith("CFA fixed"):
        answer[f"fixed_{name.split()[2].lower()}"] = int(value)


def gnu_function(match, abi, version):
    start, size, attributes, key = match.groups()
    function = {"start": kit.address(int(start, 16)), "size": int(size)}
    if version >= (2, 46):
        function["fde_type"] = "flex" if "F" in (attributes or "") else "default"
        function["signal"] = "S" in (attributes or "")
    if abi.startswith("aarch64"):
        function["pauth_key"] = "b" if key == "B" else "a"
    return function | {"rows": []}


def gnu_decode(text, request, version):
    """Reads a dump.  A line that it does not understand is an error of the adapter, and ends it."""
    # Versions up to 2.40 do not print fixed offsets.  AMD64 always has one for RA, so `u` says nothing about RA there.
    answer = {"functions": []} if version < (2, 41) else {"fixed_fp": 0, "fixed_ra": 0, "functions": []}
    function = None
    masks = False
    for line in re.sub(r",\n\s+", ",", text).splitlines():
        if match := GNU_HEADER.match(line):
            gnu_header(*match.groups(), answer, request.profile)
        elif match := GNU_FUNCTION.match(line):
            function = gnu_function(match, request.abi, version)
            answer["functions"].append(function)
        elif match := GNU_ROWS.match(line):
            masks = bool(match[1])
            function["pc_type"] = "mask" if masks else "inc"
        elif GNU_ROW.match(line):
            function["rows"].append(gnu_row(line, int(function["start"], 16), masks, gnu_fixed(answer, request.abi)))
        elif GNU_REFUSAL.search(line):
            raise kit.Refused(line.strip())
        elif line.strip() and not GNU_TITLE.match(line):
            raise ValueError(f"unknown line '{line}'")
    return answer


def gnu_fixed(answer, abi):
    """The header's fixed offset for each register: 0 if there is none, None if there is one that is not printed."""
    untold = None if abi == "amd64" else 0
    return {"RA": answer.get("fixed_ra", untold), "FP": answer.get("fixed_fp", 0)}


# --- llvm-readobj --------------------------------------------------------------------------------------------

LLVM_ABIS = {1: "aarch64_be", 2: "aarch64", 3: "amd64", 4: "s390x"}  # it prints numbers, and names for three
LLVM_LINE = re.compile(r"(?P<end>[]}])|(?P<key>[^:{\[]*(?:\[\d+\])?) (?P<open>[{\[])(?: \((?P<whole>0x[0-9A-F]+)\))?|"
                       r"(?P<name>[^:]*): (?P<value>.*)|(?P<flag>\w+ \(0x[0-9A-F]+\))|")


def field(members, name):
    """A member by its name, which may have a remark behind it; if a member has a name, its number is in Value."""
    for key, value in members.items():
        if key == name or key.startswith(name + " ("):
            return value["Value"] if isinstance(value, dict) and "Value" in value else value
    return None


def llvm_value(text):
    """Reads `Addr1 (0x0)`, `0x30`, `-8`, `Yes`, `[0x1, 0x2]`: the number, if there is one."""
    if text in ("Yes", "No"):
        return text == "Yes"
    if match := re.fullmatch(r"\[(.*)\]", text):
        return [int(number, 0) for number in match[1].split(", ") if number]
    match = re.fullmatch(r"(?:\w* )?\(?(-?(?:0x[0-9A-F]+|\d+))\)?", text)
    return int(match[1], 0) if match else text


def llvm_tree(text):
    """Reads the plain style into what the JSON style has.  A line that it does not understand is our error."""
    top = {}
    stack = [top]
    for line in text.splitlines():
        match = LLVM_LINE.fullmatch(line.strip())
        if match is None:
            raise ValueError(f"unknown line '{line}'")
        if match["end"]:
            stack.pop()
        elif match["open"]:
            new = {} if match["open"] == "{" else []
            value = {"Value": int(match["whole"], 0)} if match["whole"] else new
            if isinstance(stack[-1], list):
                stack[-1].append({match["key"]: value})
            else:
                stack[-1][match["key"]] = value
            stack.append(new)
        elif match["name"]:
            stack[-1][match["name"]] = llvm_value(match["value"])
    return top


def llvm_row(members, function, masks, abi):
    start = field(members, "Start Address")
    row = {"start": start if masks else distance(function, start),
           "mangled_ra": bool(field(members, "Return Address Signed"))}
    offset = field(members, "CFA Offset")
    if offset is not None:
        row["cfa"] = kit.rule_sum("sp" if field(members, "Base Register") == 1 else "fp", offset)
    for name in ("RA", "FP"):
        offset = field(members, f"{name} Offset")
        if offset is not None:
            row[name.lower()] = kit.rule_load("cfa", offset)
        elif "cfa" in row and (name, abi) != ("RA", "amd64"):  # AMD64 has no register for RA, so "same" means nothing
            row[name.lower()] = kit.SAME
    return row


def llvm_function(members, abi):
    info = members["Info"]
    start = field(members, "PC")
    masks = field(info, "FDE Type") == 1
    function = {"start": kit.address(start), "size": field(members, "Size"), "pc_type": "mask" if masks else "inc",
                "fre_type": {0: "addr1", 1: "addr2", 2: "addr4"}.get(field(info, "FRE Type"), "unknown"),
                "rep_size": field(members, "Repetitive block size"), "fde_type": "default",
                "rows": [llvm_row(row["Frame Row Entry"], start, masks, abi) for row in members["FREs"]]}
    if field(info, "PAuth Key") is not None:
        function["pauth_key"] = "b" if field(info, "PAuth Key") == 1 else "a"
    return function


def llvm_json_decode(text, request, _version):
    try:
        (tree,) = json.loads(text)
    except ValueError as error:
        return {"inconsistent": f"the JSON that it prints is none: {error}"}
    return llvm_model(tree, request)


def llvm_decode(text, request, _version):
    return llvm_model(llvm_tree(text), request)


def llvm_model(tree, request):
    section = next(value for key, value in tree.items() if key.startswith("SFrame section"))
    header = section["Header"]
    return {"version": field(header, "Version"), "abi": LLVM_ABIS.get(field(header, "ABI"), "unknown"),
            "flags": kit.flags(request.profile, field(header, "Flags")),
            "fixed_fp": field(header, "CFA fixed FP offset"), "fixed_ra": field(header, "CFA fixed RA offset"),
            "aux": bytes(field(header, "Auxiliary header")).hex(),
            "functions": [llvm_function(next(iter(entry.values())), request.abi)
                          for entry in section["Function Index"]]}


# --- simple-frame-rs -----------------------------------------------------------------------------------------

# For each section version, the objdump that prints it as the crate does.
CRATE_PRINTS_LIKE = {"1": (2, 40), "3": (2, 46)}


def crate_decode(text, request, _version):
    text = re.sub("^(?=.)", "  ", text, flags=re.MULTILINE)  # the crate indents less than objdump
    version = re.search(r"SFRAME_VERSION_(\d)", text)
    return gnu_decode(text, request, CRATE_PRINTS_LIKE.get(version[1] if version else None, (2, 41)))


# --- Dialects ------------------------------------------------------------------------------------------------

GNU_2_40 = ("decode.version decode.flags decode.functions.start decode.functions.size decode.functions.pc_type "
            "decode.functions.rows.start decode.functions.rows.cfa decode.functions.rows.fp")
GNU_2_41 = GNU_2_40 + " decode.fixed_fp decode.fixed_ra decode.functions.rows.ra"
GNU_2_46 = GNU_2_41 + " decode.functions.fde_type decode.functions.signal"
LLVM = ("decode.version decode.abi decode.flags decode.fixed_fp decode.fixed_ra decode.aux decode.functions.start "
        "decode.functions.size decode.functions.pc_type decode.functions.fre_type decode.functions.rep_size "
        "decode.functions.rows")
WITHOUT_S390X = "amd64 aarch64 aarch64_be"

DIALECTS = {  # options; how output is read; from which version on: profiles, ABIs, section type, members
    "gnu": (["--sframe"], gnu_decode, [
        ((2, 40), "v1", WITHOUT_S390X, PROGBITS, GNU_2_40),
        ((2, 41), "v2", WITHOUT_S390X, PROGBITS, GNU_2_41),
        ((2, 45), "v2 v2e1", " ".join(MACHINES), GNU_SFRAME, GNU_2_41),
        ((2, 46), "v2 v2e1 v2e2 v3", " ".join(MACHINES), GNU_SFRAME, GNU_2_46),
    ]),
    "llvm": (["--sframe"], llvm_decode, [
        ((21,), "v2 v2e1 v2e2", " ".join(MACHINES), GNU_SFRAME, LLVM),
    ]),
    "llvm-json": (["--elf-output-style=JSON", "--sframe"], llvm_json_decode, [
        ((21,), "v2 v2e1 v2e2", " ".join(MACHINES), GNU_SFRAME, LLVM),
    ]),
    "crate": (["--sframe"], crate_decode, [  # no section type: it gets the section alone
        ((0, 1), "v1 v2 v2e1", WITHOUT_S390X, None, GNU_2_40),
        ((0, 3), "v1 v2 v2e1 v3", " ".join(MACHINES), None, GNU_2_40),
    ]),
}
NAMES = {"llvm": "llvm-readobj", "llvm-json": "llvm-readobj, JSON", "crate": "simple-frame-rs, text"}


class Tool:
    def __init__(self, dialect, program, *preloads):
        self.options, self.decode, generations = DIALECTS[dialect]
        self.program = program.split()
        self.runs = Runs(preloads)
        self.shown = {}  # the last sections and their answers
        _, output, _ = self.run("amd64", ["--version"])
        line = next((line for line in output.splitlines() if re.search(r"\d\.\d", line)), "")
        self.name = NAMES.get(dialect) or " ".join(line.split()[:2])
        self.version = line.split()[-1] if line else "0"
        self.numbers = tuple(int(number) for number in re.findall(r"\d+", self.version))
        known = [generation for generation in generations if generation[0] <= self.numbers]
        if not known:
            sys.exit(f"dump.py: {program} {self.version} does not know SFrame")
        _, self.profiles, self.abis, self.section_type, self.exposes = known[-1]

    def run(self, abi, arguments, given=b""):
        command = tuple(word.replace("{triplet}", TRIPLETS[abi]) for word in self.program) + tuple(arguments)
        status, output, errors = self.runs.run(command, given)
        how = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        if os.WIFSIGNALED(status) or how == RUST_PANIC:  # a panic is no refusal; no other tool has its status
            raise kit.Ended(str(how), errors[:ERRORS_LIMIT])
        return how, output, errors.strip()

    def show(self, request):
        """The model that the tool prints.  The tool is not run again for a section that it was asked recently."""
        asked = request.bytes, request.profile, request.abi, request.address
        if asked not in self.shown:
            if len(self.shown) == SHOWN_LIMIT:
                del self.shown[next(iter(self.shown))]
            self.shown[asked] = self.show_anew(request)
        if isinstance(self.shown[asked], Exception):
            raise self.shown[asked].with_traceback(None)  # otherwise its traceback grows each time
        return self.shown[asked]

    def show_anew(self, request):
        file = request.bytes if self.section_type is None else \
            elf_file(request.abi, EXECUTABLE, b".sframe", self.section_type, ALLOC, request.bytes, request.address, 8)
        where = [f"{request.address:x}"] if self.section_type is None else []
        try:
            status, output, errors = self.run(request.abi, [*self.options, Runs.NAME, *where], file)
            if errors or status != 0:
                return kit.Refused(errors.replace(Runs.NAME, "FILE") or f"exit status {status}")
            return self.decode(output, request, self.numbers)
        except (kit.Refused, kit.Ended) as why:
            return why

    def check(self, request):
        shown = self.show(request)
        return shown if "inconsistent" in shown else {"verdict": "valid"}


def limit_output():
    """Limits the output of this process and of those that it starts."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_LIMIT if hard < 0 else min(OUTPUT_LIMIT, hard), hard))


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(sys.argv) < 3 or sys.argv[1] not in DIALECTS:
        print("usage: dump.py gnu|llvm|llvm-json|crate PROGRAM [PRELOAD...]", file=sys.stderr)
        return 2
    limit_output()
    try:
        tool = Tool(*sys.argv[1:])
    except OSError as error:
        print(f"dump.py: {error.filename or sys.argv[2]}: {error.strerror}", file=sys.stderr)
        return 2
    except kit.Ended as end:
        print(f"dump.py: {sys.argv[2]} --version ended: {end}", file=sys.stderr)
        return 2
    kit.run(tool.name, tool.version, tool.profiles, tool.abis, exposes=tool.exposes, decode=tool.show,
            check=tool.check)
    return 0


if __name__ == "__main__":
    sys.exit(standard.run(main))
