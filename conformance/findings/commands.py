"""The commands and small programs by which maintainers see what a page says; they need nothing of this project."""
import base64
import json
import os
import re
import shlex
import string
import textwrap

from conformance.findings.pages import HERE, lines_of, read

GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))

# For each ABI byte of a section: objcopy's name of such files, and the prefix of tools that read them.
TARGETS = {1: ("elf64-bigaarch64", "aarch64-linux-gnu-"), 2: ("elf64-littleaarch64", "aarch64-linux-gnu-"),
           3: ("elf64-x86-64", ""), 4: ("elf64-s390", "s390x-linux-gnu-")}
PREFIXES = {"amd64": "", "aarch64": "aarch64-linux-gnu-", "s390x": "s390x-linux-gnu-"}
PRINTERS = ("readelf", "objdump", "llvm-readobj")
TEXTS = dict(re.findall(r"^=== (.*)\n((?:(?!===).*\n)+)", read(HERE, "commands.txt"), re.MULTILINE))


def text(name, **known):
    """The text of this name in commands.txt, with what is known of a page in it."""
    return string.Template(TEXTS[name]).substitute(known)


def ways_of(facts, program):
    """The words in brackets behind this program's names in the page's peers, such as `json`."""
    return {match[1] for match in re.finditer(rf"{re.escape(program)} [^ ,]+(?: \((\w+)\))?", facts["peers"])}


def of_libsframe(facts, known):
    ask = text("libsframe, a lookup" if facts["pc"] else "libsframe, a dump", **known)
    return text("libsframe", size=len(facts["bytes"]) // 2, ask=ask.rstrip())


def of_crate(facts, known):
    newest = max(re.findall(r"simple-frame-rs ([\d.]+)", facts["peers"]))
    ask = text("simple-frame-rs, a lookup" if facts["pc"] else "simple-frame-rs, a text", **known)
    return text("simple-frame-rs", version=newest, release="" if facts.get("build") == "checked" else " --release",
                ask=ask.rstrip(), **known)


def of_glibc(facts, known):
    return text("glibc", size=len(facts["bytes"]) // 2, **known) if facts["pc"] else ""


LIBRARIES = {"libsframe": of_libsframe, "simple-frame-rs": of_crate, "glibc": of_glibc}

# --- What a page needs ---------------------------------------------------------------------------------------


def known_of(facts):
    data = bytes.fromhex(facts["bytes"])
    target, prefix = TARGETS.get(data[4] if len(data) > 4 else 3, TARGETS[3])
    return {"address": facts["address"], "pc": facts["pc"], "target": target, "prefix": prefix,
            "distance": int(facts["pc"] or "0", 16) - int(facts["address"], 16)}


def is_unwind(facts):
    return "/unwind/" in facts.get("vector", "")


def of_reader(facts, programs):
    """The commands by which each named program reads the input; for a trace only the section."""
    known = known_of(facts)
    dump = textwrap.wrap(base64.b64encode(bytes.fromhex(facts["bytes"])).decode(), 72)
    said = text("dump", dump="\n".join(dump))
    if is_unwind(facts):
        return said + "# glibc traces by sysdeps/generic/sframe.c, and reads by sframe-read.c beside it.\n"
    printers = [program for program in programs if program in PRINTERS]
    if printers:
        said += text("make-file", **known)
    for program in printers:
        said += "" if ways_of(facts, program) == {"json"} else text(program, **known)
        said += text("llvm-readobj as JSON") if "json" in ways_of(facts, program) else ""
    return said + "".join(LIBRARIES[program](facts, known) for program in programs if program in LIBRARIES)


def right_answer(facts):
    """What a lookup of the first vector must find, if the texts leave it no choice."""
    if not facts["pc"] or not facts["vectors"]:
        return None
    made = lines_of([*GENERATOR, "emit"], [facts["vector"]])
    vector = next(json.loads(line) for line in made if f'"id":"{facts["vector"]}"' in line)
    return json.dumps(vector["expect"]) if vector["class"] == "valid" else None


def notes(facts, programs):
    """Notes for maintainers: what they must know or do besides the commands."""
    known = known_of(facts)
    if known["prefix"] and set(programs) & set(PRINTERS):
        package = f"binutils-{known['prefix'].rstrip('-')}"
        yield f"{known['prefix']}objcopy is one that knows {known['target']}, of Debian's package {package}.\n"
    for way in sorted(ways_of(facts, "libsframe") & {"buffer", "function"}):
        yield text(f"libsframe {way}", **known)
    if any("SIGSEGV" in came for came in facts["seen"].values()):
        yield "If it does not crash: valgrind shows the access.\n"
    if facts.get("build") in TEXTS:
        yield text(facts["build"])
    if "measure" in facts:
        yield text("grown")


def objects_of(name):
    """The assembler that a linker's input names for its objects."""
    if os.path.exists(os.path.join(HERE, "inputs", f"{name}.c")):
        return None
    return next(iter(re.findall(r"^# objects: (.*)$", read(HERE, "inputs", f"{name}.s"), re.MULTILINE)), None)


def of_producer(name):
    """The source, and its commands with a tool that everybody has instead of ours."""
    if os.path.exists(os.path.join(HERE, "inputs", f"{name}.c")):
        text = read(HERE, "inputs", f"{name}.c").partition("*/\n")[2]
        return f"cat >input.c <<'END_OF_INPUT'\n{text.rstrip()}\nEND_OF_INPUT\ncc -o input input.c -lsframe && ./input\n", ""
    text = read(HERE, "inputs", f"{name}.s")
    abi = (re.findall(r"^# abi: (.*)$", text, re.MULTILINE) or ["amd64"])[0]
    prefix = PREFIXES[abi]
    source = re.sub(r"^# (abi|objects|beside|seen): .*\n|^# \$.*\n", "", text, flags=re.MULTILINE)
    shell = "\n".join(re.findall(r"^# \$ (.*)$", text, re.MULTILINE)).replace("%s", "input.s")
    shell = re.sub(r'sframe-ref lookup (?:-p "[^"]*" )?(\w+) (0x\$\w+)',
                   r'echo "Which function holds \2?"; readelf --sframe \1', shell)
    shell = re.sub(r'sframe-ref (?:dump|check) (?:-p "[^"]*" )?(\S+)', r"readelf --sframe \1", shell)
    shell = re.sub(r"text (\S+)", r"readelf --sframe \1 | head", shell)
    return f"cat >input.s <<'END_OF_INPUT'\n{source.rstrip()}\nEND_OF_INPUT\n{shell}\n", prefix
