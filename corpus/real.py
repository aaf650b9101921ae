"""Where the real corpus lies, and how it is read and written: a list, and for each entry a section and a sidecar.

Also what its scripts share: asking the oracle about a section, and tables of what is known."""
import fnmatch
import hashlib
import json
import os
import subprocess
import sys

from common import safe_text

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "real")
LIST = os.path.join(FOLDER, "list.txt")
LIST_HEAD = """# Everything that corpus/compile-real makes: id, SHA-256 of the section and of what its file says of it,
# or why there is none. Of those that are alike the first is kept, the others are only listed.
# Written by `corpus/compile-real --update`.
"""


def digest(data):
    return hashlib.sha256(data).hexdigest()


def fingerprint(section):
    """A hash of all that a reader is given: the bytes, their address, and what the file says of them."""
    return digest(section.bytes + json.dumps([section.address, section.file], sort_keys=True).encode())


def read_list():
    """Id: fingerprint, or 'failed: why'."""
    if not os.path.exists(LIST):
        return {}
    with open(LIST, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file if not line.startswith("#"))


def path_of(identity, ending):
    return os.path.join(FOLDER, f"{identity}.{ending}")


def committed():
    """Ids of the sections that are committed, sorted."""
    found = []
    for folder, _, names in os.walk(FOLDER):
        found += [os.path.relpath(os.path.join(folder, name), FOLDER)[:-len(".json")]
                  for name in names if name.endswith(".json")]
    return sorted(found)


def load(identity):
    """A sidecar and its section's bytes."""
    with open(path_of(identity, "json"), encoding="utf-8") as file:
        sidecar = json.load(file)
    with open(path_of(identity, "sframe"), "rb") as file:
        return sidecar, file.read()


def section_of(sidecar, data):
    return sidecar["profile"], sidecar["section"]["address"], data


def store(path, data):
    """Writes a file and makes its folder."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    safe_text.write_whole(path, data)


def ask(oracle, operation, sidecar, section, *more):
    """What the oracle prints, an object for each line."""
    command = [oracle, operation, "--profile", sidecar["profile"], "--address", sidecar["section"]["address"], "-", *more]
    try:
        done = subprocess.run(command, input=section, capture_output=True, check=False)
    except OSError as error:
        raise OSError(f"{oracle}: {error.strerror}; `make` builds it, --oracle names another") from error
    if done.returncode not in (0, 1):
        raise ValueError(f"{sidecar['id']}: {operation}: {done.stderr.decode(errors='replace').strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_table(path):
    """The lines of a table: columns are separated by bars, and a comment begins with #."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].strip() for line in file]
    return [[column.strip() for column in line.split("|")] for line in lines if line]


def add(total, part):
    """Adds the numbers in PART, also in dictionaries in it, to those of the same names in TOTAL: sums of what
    sframe-crosscheck --json prints.  Words are copied, and lists are left out."""
    for key, value in part.items():
        if isinstance(value, dict):
            add(total.setdefault(key, {}), value)
        elif isinstance(value, int):
            total[key] = total.get(key, 0) + value
        elif isinstance(value, str):
            total[key] = value


def complain(lines, most=20):
    """Prints the first of them as errors, and how many more there are."""
    for line in lines[:most]:
        print(line, file=sys.stderr)
    if len(lines) > most:
        print(f"and {len(lines) - most} more", file=sys.stderr)


def is_any(name, globs):
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)
