"""The table of targets, where their inputs lie, and their programs, which make builds."""
import dataclasses
import hashlib
import json
import os
import subprocess

import cases

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
HOME = "fuzz"


class Trouble(Exception):
    """One line that says what is wrong with the usage or the set-up: exit status 2."""


@dataclasses.dataclass
class Target:
    name: str
    input: str
    most: int
    home: str

    def committed(self):
        """The folders of inputs that are committed, as far as they are there."""
        folders = [os.path.join(ROOT, self.home, kind, self.name) for kind in ("seeds", "regressions")]
        return [folder for folder in folders if os.path.isdir(folder)]


def read(home=HOME):
    """The targets by name, in the order of the table, whose last comment names the columns."""
    path = os.path.join(ROOT, home, "targets.txt")
    columns, targets = [], {}
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                fields = [field.strip() for field in line.lstrip("#").split("|")]
                if line.startswith("#"):
                    columns = fields
                elif line.strip():
                    if len(fields) != len(columns):
                        raise Trouble(f"{path}:{number}: {len(fields)} columns, not {len(columns)}")
                    row = dict(zip(columns, fields))
                    targets[row["name"]] = Target(row["name"], row["input"], int(row["most"]), home)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror}") from error
    return targets


def chosen(names, home=HOME):
    targets = read(home)
    for name in names:
        if name not in targets:
            raise Trouble(f"no target {name!r}; there are {', '.join(targets)}")
    return [targets[name] for name in names or targets]


def build(target, kind):
    """The program of that kind, see fuzz.mk."""
    return make(kind, target.name, target.home)


def make(kind, name, home=HOME):
    """A file of that build's fuzz/."""
    command = ["make", "--no-print-directory", "fuzz-program", f"KIND={kind}", f"TARGET={name}", f"FUZZ_HOME={home}"]
    made = subprocess.run(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if made.returncode != 0:
        raise Trouble(f"{' '.join(command)} failed\n{made.stdout.rstrip()}")
    return os.path.join(ROOT, "build", f"fuzz-{kind}", "fuzz", name)


def environment():
    """Ours without what a calling make left there."""
    return {name: value for name, value in os.environ.items()
            if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "TARGET", "BUILD")}


def store(folder, data):
    """Keeps an input under the name of its contents, as engines do; returns whether it is new there."""
    path = os.path.join(folder, hashlib.sha1(data).hexdigest())
    if os.path.exists(path):
        return False
    with open(path + ".part", "wb") as file:
        file.write(data)
    os.replace(path + ".part", path)
    return True


def core_corpus(folder, generator=os.path.join(ROOT, "build", "sframe-gen")):
    """The core vectors' sections as cases, for a target without seeds of its own."""
    os.makedirs(folder, exist_ok=True)
    try:
        with subprocess.Popen([generator, "emit", "--core"], stdout=subprocess.PIPE, text=True) as emitted:
            for line in emitted.stdout:
                store(folder, cases.of_vector(json.loads(line)).pack())
    except OSError as error:
        raise Trouble(f"{generator}: {error.strerror}; build it with make") from error
    if emitted.returncode != 0:
        raise Trouble(f"{generator} emit --core failed")
    return folder


def inputs(target, work):
    """Folders of inputs to begin with: what is committed, else the core corpus where that fits."""
    committed = target.committed()
    if not any(folder.endswith(f"/seeds/{target.name}") for folder in committed) and target.input == "case":
        committed.append(core_corpus(os.path.join(work, "core")))
    return committed


def files(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if not name.startswith("."))
