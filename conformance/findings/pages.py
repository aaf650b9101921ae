"""Reads the pages of this folder; only this module knows their form."""
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
FACTS = "peers|producers|kind|clause|ledger|vector|section|program|link|alone|build|measure"
PRODUCER = "producer"
MOST_SELECTED = 60  # vectors, by one command
# Builds of peers that show causes which an ordinary build hides (`build` in a page's table; ci/peers makes them), and
# what each then prints.
BUILDS = {
    "undefined": r"(?P<place>[^/\s]+:\d+):\d+: runtime error: (?P<what>.*)",  # stops at what C does not define
    "demand": r"^fence: (?P<what>a block of more than \d+ bytes)",  # stops at a block of more than FENCE_MOST bytes
    "checked": r"panicked at \S*?(?P<place>[^/\s]+:\d+):\d+:\n(?P<what>attempt to .* with overflow)",
}


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def is_of_encoder(facts):
    """Whether a page is about a library that writes: then its input is a program in C."""
    return facts.get("kind") == PRODUCER and facts["producers"].startswith("libsframe ")


def names():
    return sorted(name for name in os.listdir(HERE) if name.endswith(".md") and name != "README.md")


def lines_of(command, vectors):
    """The lines that a command of sframe-gen prints of these vectors."""
    for at in range(0, len(vectors), MOST_SELECTED):
        select = [word for name in vectors[at:at + MOST_SELECTED] for word in ("--select", name)]
        made = subprocess.run([*command, *select], capture_output=True, text=True, check=False)
        if made.returncode == 2:
            raise OSError(made.stderr.strip())
        yield from made.stdout.splitlines()


def part(text, heading):
    """The text below a heading."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def table_of(text):
    """The peers of the table in a part, each with its answer."""
    return dict(re.findall(r"^\| ([^|]+?) \| (.*?) \|$", text, re.MULTILINE)[2:])


def read_page(name):
    """Reads NAME.md: its table, and what else tools need."""
    text = read(HERE, name)
    facts = dict(re.findall(rf"^\| ({FACTS}) \| `?(.*?)`? \|$", text, re.MULTILINE))
    facts["vectors"] = re.findall(r"^\| vector \| `(.*?)` \|$", text, re.MULTILINE)  # the first has the page's input
    if facts["vectors"]:
        facts["vector"] = facts["vectors"][0]
    facts["title"] = text.partition("\n")[0].removeprefix("# ")
    facts["headings"] = re.findall(r"^## (.*)$", text, re.MULTILINE)
    facts["bytes"] = "".join(re.findall(r"^    ([0-9a-f]+)$", part(text, "The input"), re.MULTILINE))
    facts["length"] = (re.findall(r" (\d+) bytes:$", text, re.MULTILINE) or ["0"])[0]
    said = re.search(r"^((?:PC|Address) .*) \d+ bytes:$", text, re.MULTILINE)
    for fact, word in ("address", "[Aa]ddress"), ("pc", "PC"):
        found = re.search(rf"\b{word} (0x[0-9a-f]+)", said[1]) if said else None
        facts[fact] = found[1] if found else None
    facts["seen"] = table_of(part(text, "Seen"))
    return facts
