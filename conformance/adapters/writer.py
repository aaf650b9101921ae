#!/usr/bin/python3 -I
"""An adapter for assemblers and linkers with a command line.

    writer.py [--toolchains DIR] NAME         one of the table in conformance/writers/toolchains.py
    writer.py [--abi ABI...] as|ld COMMAND    any other: `COMMAND -o OBJECT SOURCE`, or `COMMAND -o FILE OPTIONS OBJECTS`

It hands on what the tool writes. A tool that ends with an error refuses; one that a signal ends, that has a status that
no error has, or that calls its error internal, has crashed.
"""
import argparse
import base64
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../kits/python"), os.path.join(HERE, "../writers"), os.path.join(HERE, "../../common")]
import sframe_adapter as kit  # noqa: E402  pylint: disable=wrong-import-position
import toolchains  # noqa: E402  pylint: disable=wrong-import-position

INTERNAL = re.compile(r"[Ii]nternal error|PLEASE submit a bug report|Assertion .* failed|BFD .* assertion fail|panicked at")
ERROR = re.compile(r"\b(?:error|fatal)\b", re.IGNORECASE)
ERROR_LINE = re.compile(r":(\d+)(?::\d+)?: (?:Error|error):")
ERROR_STATUSES = (1, 2)
MESSAGES_LIMIT = 4096  # characters that are handed on; the runner keeps no more of an adapter
READ_LIMIT = 1 << 20  # characters that are looked at
OBJECT_LIMIT = 8 << 20  # bytes of a file; those that are asked for have less than one million


class Tool:
    """Commands by ABI."""

    def __init__(self, commands):
        self.commands = commands

    def run(self, abi, folder, arguments):
        """Its status, what it said, and the path where its file should be."""
        if abi not in self.commands:
            raise kit.Unsupported(f"no tool for {abi}")
        made, said = os.path.join(folder, "made"), os.path.join(folder, "said")
        with open(said, "wb") as messages:
            done = subprocess.run([*self.commands[abi], "-o", made, *arguments], stdin=subprocess.DEVNULL, stdout=messages,
                                  stderr=messages, cwd=folder, env={**os.environ, "LC_ALL": "C"}, check=False)
        with open(said, encoding="utf-8", errors="replace") as messages:
            return done.returncode, messages.read(READ_LIMIT), made

    def assemble(self, request):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.s"), "wb") as file:
                file.write(request.bytes)
            return answer(*self.run(request.abi, folder, ["a.s"]))

    def link(self, request):
        asked = json.loads(request.bytes)
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for number, each in enumerate(asked["objects"]):
                names.append(f"{number}-{re.sub('[^A-Za-z0-9._-]', '_', each['name'])}")
                with open(os.path.join(folder, names[-1]), "wb") as file:
                    file.write(base64.b64decode(each["elf"]))
            return answer(*self.run(request.abi, folder, [*asked.get("options", []), *names]))


def answer(status, said, made):
    """What came of it, as docs/protocol.md has it."""
    messages = {"messages": said[:MESSAGES_LIMIT]} if said else {}
    if status != 0:
        return failure(status, said) | messages
    try:
        size = os.path.getsize(made)
        if size > OBJECT_LIMIT:
            return {"trouble": f"a file of more than {OBJECT_LIMIT} bytes"} | messages
        with open(made, "rb") as file:
            return {"object": base64.b64encode(file.read()).decode("ascii")} | messages
    except FileNotFoundError:
        return {"trouble": "it ended with status 0 and wrote no file"} | messages


def failure(status, said):
    if status == -signal.SIGXFSZ:
        return {"trouble": "a file larger than this process may write"}
    lines = [line.split(": ", 1)[-1].strip() for line in said.splitlines()]
    internal = next((line for line in lines if INTERNAL.search(line)), None)
    if internal or status not in ERROR_STATUSES:
        return {"crash": internal or (signal.Signals(-status).name if status < 0 else f"exit status {status}")}
    errors = [line for line in lines if ERROR.search(line)] or lines
    named = sorted({int(line) for line in ERROR_LINE.findall(said)})
    return {"refused": re.sub(r"^.*?[Ee]rror: ", "", errors[0]) if errors else "without a word"} | (
        {"lines": named} if named else {})


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchains", metavar="DIR", default=os.path.join(toolchains.ROOT, ".toolchains"))
    parser.add_argument("--abi", action="append", help="of a COMMAND (default: amd64)")
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
    if options.command is not None:
        abis = options.abi or ["amd64"]
        tool, version, links = Tool(dict.fromkeys(abis, shlex.split(options.command))), "unknown", options.name == "ld"
    else:
        row = toolchains.TOOLS[options.name]
        tool, links = Tool(toolchains.commands(row, options.toolchains)), row in toolchains.LINKERS
        version = toolchains.version(row, options.toolchains) or "unknown"
        if not tool.commands:
            print(f"writer.py: {options.name} is not in {options.toolchains}; make peers fetches it", file=sys.stderr)
            return 2
    operation = {"link": tool.link} if links else {"assemble": tool.assemble}
    kit.run(options.name, version, "", " ".join(tool.commands), **operation)
    return 0


if __name__ == "__main__":
    import standard

    sys.exit(standard.run(main))
