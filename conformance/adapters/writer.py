#!/usr/bin/python3 -IS
"""An adapter for assemblers and linkers with a command line.

    writer.py [--preload FILE...] [--toolchains DIR] NAME
                                              one of the table in conformance/writers/toolchains.py
    writer.py [--preload FILE...] [--abi ABI...] [--profile P...] [--leaves-out P...] as|ld COMMAND
                                              any other: `COMMAND -o OBJECT SOURCE`, or `COMMAND -o FILE OPTIONS OBJECTS`

Before it says hello, the tool is tried once for each ABI, on a text or an object of nothing: a tool that cannot do that is
reported with its own words, and asked nothing. An assembler then shows by a plain function which profiles it writes.

It hands on what the tool writes. A tool that ends with an error refuses; one that a signal ends, that has a status that
no error has, or that calls its error internal, has crashed; so has a linker that calls an error internal and goes on.
"""
import base64
import json
import os
import re
import resource
import shlex
import shutil
import signal
import struct
import sys
import tempfile

sys.path[0] = os.path.realpath(__file__ + "/../../..")  # the root of the tree
from common import standard
from conformance.adapters.elf import CODE, MACHINES, OBJECT, PROGBITS, elf_file
from conformance.adapters.runs import Runs
from conformance.kits.python import sframe_adapter as kit
from conformance.writers import outcomes, toolchains

ERROR_LINE = re.compile(r":(\d+)(?::\d+)?: (?:Error|error):")
MESSAGES_LIMIT = 4096  # characters that are passed on; the runner stores no more of an adapter
READ_LIMIT = 1 << 20  # characters that are looked at
PROFILES = ("v1", "v2", "v2e1", "v2e2", "v3")
BY_VERSION = {1: ("v1",), 2: ("v2", "v2e1", "v2e2"), 3: ("v3",)}
NOTHING = "\t.cfi_sections .eh_frame, .sframe\n\t.text\n"  # a text that asks for SFrame
FUNCTION = NOTHING + "f:\n\t.cfi_startproc\n\t.fill 1,1,0\n\t.cfi_endproc\n"
PATIENCE = 8  # seconds for an empty text: the runner waits ten for hello
OBJECT_LIMIT = 8 << 20  # bytes of a file that is passed on; right answers to vectors have less than half of it
FILE_LIMIT = 1 << 28  # bytes that a tool may write into a file


def no_end(*_):
    raise TimeoutError


def least_object(abi):
    """An ELF object for this machine that has nothing but an empty section for code."""
    return elf_file(abi, OBJECT, b".text", PROGBITS, CODE)


def version_of(elf, abi):
    """The version of an object's .sframe section; None if it has none."""
    order = MACHINES[abi][1]
    try:
        table, count, names = *struct.unpack_from(order + "Q", elf, 40), *struct.unpack_from(order + "HH", elf, 60)
        sections = [struct.unpack_from(order + "IIQQQ", elf, table + 64 * number) for number in range(count)]
        return next((elf[place + 2] for name, _, _, _, place in sections
                     if elf[sections[names][4] + name:].startswith(b".sframe\0")), None)
    except (struct.error, IndexError):
        return None


def first_words(said):
    """The line that reports an error, or else the first line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if outcomes.ERROR_OF_LINKER.search(line)]
    return (errors or lines or ["without a word"])[0][:160]


class Tool:
    """Commands by ABI, which run in the current folder."""

    def __init__(self, commands, preloads=()):
        self.commands, self.runs = commands, Runs(preloads, together=True)

    def run(self, abi, arguments, seconds=0):
        """Runs the tool.  Returns its status and output; after so many SECONDS (0: never) kills it, raises TimeoutError."""
        if abi not in self.commands:
            raise kit.Unsupported(f"no tool for {abi}")
        if os.path.isdir("made") and not os.path.islink("made"):
            shutil.rmtree("made")
        elif os.path.lexists("made"):
            os.remove("made")
        try:
            signal.alarm(seconds)
            status, said, _ = self.runs.run([*self.commands[abi], "-o", "made", *arguments], limit=READ_LIMIT)
            return os.waitstatus_to_exitcode(status), said
        except TimeoutError:
            os.kill(self.runs.process, signal.SIGKILL)
            os.waitpid(self.runs.process, 0)
            raise
        finally:
            signal.alarm(0)

    def try_least(self, abi, links):
        """Tries the tool on nothing.  Returns its own words if it cannot do that; else None."""
        least, name = (least_object(abi), "nothing.o") if links else (NOTHING.encode(), "nothing.s")
        with open(name, "wb") as file:
            file.write(least)
        try:
            status, said = self.run(abi, [name], PATIENCE)
        except TimeoutError:
            return f"it did not end within {PATIENCE} s"
        if status != 0:
            return f"{first_words(said)} (it ended with {'status' if status > 0 else 'signal'} {abs(status)})"
        made = what_was_made()
        if "object" not in made:
            return made["trouble"]
        head, wanted = base64.b64decode(made["object"])[:20], least_object(abi)
        same = head[:6] == wanted[:6] and head[18:20] == wanted[18:20]
        return None if same else f"what it made is no ELF file for {abi}"

    def profiles(self, abi):
        """The profiles of an assembler: that of the section that it writes for a plain function, or none."""
        with open("plain.s", "w", encoding="utf-8") as file:
            file.write(FUNCTION)
        try:
            status, _ = self.run(abi, ["plain.s"], PATIENCE)
        except TimeoutError:
            return ()
        made = what_was_made() if status == 0 else {}
        return BY_VERSION.get(version_of(base64.b64decode(made.get("object", "")), abi), ())

    def assemble(self, request):
        with open("a.s", "wb") as file:
            file.write(request.bytes)
        status, said = self.run(request.abi, ["a.s"])
        return answer(None if status == 0 else outcomes.of_end(status, said), status, said)

    def link(self, request):
        asked = json.loads(request.bytes)
        names = [f"{number}-{re.sub('[^A-Za-z0-9._-]', '_', each['name'])}" for number, each in enumerate(asked["objects"])]
        for name, each in zip(names, asked["objects"]):
            with open(name, "wb") as file:
                file.write(base64.b64decode(each["elf"]))
        with open("script", "w", encoding="utf-8") as file:  # its own name: those of objects begin with a number
            file.write(asked.get("script", ""))
        try:
            status, said = self.run(request.abi, [*asked.get("options", []), *names])
            return answer(outcomes.of_linker_end(status, said), status, said)
        finally:
            for name in names:
                os.remove(name)


def answer(failed, status, said):
    """The answer, as docs/protocol.md defines it; FAILED is the outcome of a bad end, or None."""
    messages = {"messages": said[:MESSAGES_LIMIT]} if said else {}
    return (what_was_made() if failed is None else failure(failed, status, said)) | messages


def what_was_made():
    if not os.path.isfile("made"):
        return {"trouble": "it ended with status 0 and wrote no file"}
    if os.path.getsize("made") > OBJECT_LIMIT:
        return {"trouble": f"a file of more than {OBJECT_LIMIT} bytes"}
    with open("made", "rb") as file:
        return {"object": base64.b64encode(file.read()).decode("ascii")}


def failure(outcome, status, said):
    if status == -signal.SIGXFSZ:
        return {"trouble": "a file larger than this process may write"}
    named = sorted({int(line) for line in ERROR_LINE.findall(said)}) if outcome.name == "refused" else []
    return {outcome.name: outcome.cause} | ({"lines": named} if named else {})


def parse(arguments):
    parser = standard.parser(__doc__)
    parser.add_argument("--toolchains", metavar="DIR", default=os.path.join(toolchains.ROOT, ".toolchains"), type=os.path.abspath)
    parser.add_argument("--preload", action="append", default=[], metavar="FILE",
                        help="for LD_PRELOAD of the tool: again.so, which loads it once; repeated")
    parser.add_argument("--abi", action="append", choices=MACHINES, help="of a COMMAND (default: amd64); repeated")
    parser.add_argument("--profile", action="append", choices=PROFILES,
                        help="that it writes (default: of a linker all, of an assembler what it shows); repeated")
    parser.add_argument("--leaves-out", action="append", choices=PROFILES, default=[],
                        help="of which a COMMAND need make nothing, though it is asked; repeated")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("command", metavar="COMMAND", nargs="?")
    options = parser.parse_args(arguments)
    if options.command is None and options.name not in toolchains.TOOLS:
        parser.error(f"no tool {options.name}; there are {', '.join(toolchains.TOOLS)}")
    if options.command is not None and options.name not in ("as", "ld"):
        parser.error("a COMMAND is one of as or ld")
    return options


def main():
    options = parse(None)
    os.environ["LLVM_DISABLE_SYMBOLIZATION"] = "1"  # a crash must not spend seconds on symbols
    signal.signal(signal.SIGALRM, no_end)
    if options.command is not None:
        abis = options.abi or ["amd64"]
        words = shlex.split(options.command)
        if not words or shutil.which(words[0]) is None:
            raise SystemExit(f"{words[0] if words else 'an empty COMMAND'}: no such program, or it cannot be run")
        words[:1] = [os.path.abspath(word) if os.sep in word else word for word in words[:1]]
        tool, version, own = Tool(dict.fromkeys(abis, words), options.preload), "unknown", ""
        links, left_out = options.name == "ld", options.leaves_out
    else:
        row = toolchains.TOOLS[options.name]
        tool, links = Tool(toolchains.commands(row, options.toolchains), options.preload), row in toolchains.LINKERS
        version = toolchains.version(row, options.toolchains) or "unknown"
        own, left_out = toolchains.STARTS_FROM_FIELD.get(row.name, ""), [toolchains.LEAVES_OUT.get(row.name, "")]
        if not tool.commands:
            print(f"writer.py: {options.name} is not in {options.toolchains}; make peers fetches it", file=sys.stderr)
            return 2
    operation = {"link": tool.link} if links else {"assemble": tool.assemble}
    limit = min([FILE_LIMIT, *(each for each in resource.getrlimit(resource.RLIMIT_FSIZE) if each >= 0)])
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for abi in tool.commands:
            if (words := tool.try_least(abi, links)) is not None:
                print(f"{options.name} for {abi}, asked for nothing: {words}", file=sys.stderr)
                return 1
        profiles = options.profile or (PROFILES if links else tool.profiles(next(iter(tool.commands))))
        kit.run(options.name, version, " ".join(profiles), " ".join(tool.commands), starts_from_field=own,
                leaves_out=" ".join(left_out), **operation)
    return 0


if __name__ == "__main__":
    sys.exit(standard.run(main))
