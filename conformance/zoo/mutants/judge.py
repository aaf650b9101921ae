"""Finds the vectors that show that a reader was changed.

Requests are written to files once, the core's first.  A changed reader reads such a file, and what it answers is
compared with what the unchanged one did, byte by byte.  sframe-conform then judges the vectors whose answers differ: the
change is noticed if the outcome of one of them differs, too.
"""
import itertools
import json
import os
import signal
import subprocess
import tempfile
import threading

from common import bounded
from conformance.request import Vector
from corpus import jsonl

BLOCK = 4000  # vectors of one file
FEW = 40  # of the vectors whose answers differ, so many are judged first
LIMITED = ["prlimit", f"--as={4 << 30}", f"--fsize={1 << 30}", "--core=0"]
ENDLESS = (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ)


class Block:
    """Some vectors, and the file with their requests."""

    def __init__(self, path, name, vectors):
        self.path, self.name, self.ids, self.places, self.lines = path, name, [], [], []
        with open(path, "wb") as file:
            for number, (place, vector) in enumerate(vectors):
                self.places.append(file.tell())
                self.lines.append(place)
                self.ids.append(vector.id)
                file.write(vector.request(number))

    def __len__(self):
        return len(self.ids)


class Questions:
    """The vectors of a corpus that a reader is asked: blocks of the core, and then blocks of all others."""

    def __init__(self, corpus, core, hello, folder):
        self.corpus, self.blocks = corpus, []
        inner, outer = [], []
        with bounded.open_bytes("VECTORS", corpus) as file:
            place = 0
            for line in jsonl.vectors(file):
                vector = Vector(line)
                if vector.is_asked(hello):
                    vector.line = None  # it is read again when it is judged
                    (inner if vector.id in core else outer).append((place, len(line), vector))
                place += len(line)
        dealt = max(-(-len(outer) // BLOCK), 1)
        shares = [("core", inner[i:i + BLOCK]) for i in range(0, len(inner), BLOCK)]
        shares += [("whole", outer[i::dealt]) for i in range(dealt)]
        for i, (name, share) in enumerate(shares):
            self.blocks.append(Block(os.path.join(folder, f"requests-{i}"), name,
                                     (((place, size), vector) for place, size, vector in share)))

    def line(self, block, index):
        with open(self.corpus, "rb") as file:
            file.seek(block.lines[index][0])
            return file.read(block.lines[index][1])


# --- Asking -----------------------------------------------------------------------------------------------------

def run_on(program, block, first, seconds):
    """The answers of a process to the requests from FIRST on, until it ends; and its status."""
    with open(block.path, "rb") as requests, tempfile.TemporaryFile() as answers:
        os.lseek(requests.fileno(), block.places[first], os.SEEK_SET)
        status = subprocess.run([*LIMITED, f"--cpu={seconds}", program], stdin=requests, stdout=answers,
                                stderr=subprocess.DEVNULL, check=False).returncode
        answers.seek(0)
        return answers.read().split(b"\n")[:-1], status


def answers_of(program, block, seconds):
    """Yields for one process after the other its answers and its status.  A process that dies is followed by one for
    the next request; the answer to the request at which it died is its status."""
    first = 0
    while first < len(block):
        lines, status = run_on(program, block, first, seconds)
        lines = lines[:len(block) - first]
        if first + len(lines) < len(block):
            lines.append(b"ended: %d" % status)
        elif status != 0:
            lines[-1] += b"ended: %d" % status
        yield lines, status
        if status in ENDLESS:
            return
        first += max(len(lines), 1)


def hello_of(program):
    done = subprocess.run([program], input=b"hello 1\n", capture_output=True, check=True)
    return json.loads(done.stdout)


# --- Judging ----------------------------------------------------------------------------------------------------

class Judge:
    """Judges one program, and copies of it with one change each."""

    def __init__(self, runner, options, unchanged, questions, folder, seconds):
        self.runner, self.options, self.unchanged, self.questions = runner, options, unchanged, questions
        self.seconds = seconds
        self.folder, self.known, self.outcomes, self.lock = folder, set(), {}, threading.Lock()

    def right(self, block):
        """The answers of the unchanged program, stored in a file."""
        path = os.path.join(self.folder, f"answers-{os.path.basename(block.path)}")
        with self.lock:
            if path not in self.known:
                parts = answers_of(self.unchanged, block, self.seconds)
                lines = list(itertools.chain.from_iterable(lines for lines, _ in parts))
                with open(path, "wb") as file:
                    file.write(b"\n".join(lines))
                self.known.add(path)
        with open(path, "rb") as file:
            return file.read().split(b"\n")

    def judged(self, program, block, indices):
        """The id and the outcome of each vector that has not passed."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            corpus, report = os.path.join(folder, "corpus"), os.path.join(folder, "report")
            with open(corpus, "wb") as file:
                file.writelines(self.questions.line(block, index) for index in indices)
            command = [self.runner, "--corpus", corpus, "--jobs", "1", "--deadline", "5", *self.options, "--json", report]
            done = subprocess.run([*command, f"reader={program}"], capture_output=True, text=True, check=False)
            if done.returncode not in (0, 1):
                raise OSError(f"sframe-conform: {done.stderr.strip()}")
            with open(report, encoding="utf-8") as file:
                cases = json.load(file)["implementations"][0]["cases"]
        return {case["id"]: case["outcome"] for case in cases}

    def changed(self, program, block, indices):
        """The first vector whose outcome differs from that of the unchanged program."""
        new = [index for index in indices if block.ids[index] not in self.outcomes]
        if new:
            said = self.judged(self.unchanged, block, new)
            self.outcomes |= {block.ids[index]: said.get(block.ids[index]) for index in new}
        said = self.judged(program, block, indices)
        return next((block.ids[index] for index in indices
                     if said.get(block.ids[index]) != self.outcomes[block.ids[index]]), None)

    def noticed_in(self, program, block):
        """The id of a vector whose outcome differs, or None."""
        right, first = self.right(block), 0
        for lines, status in answers_of(program, block, self.seconds):
            differing = [first + i for i, line in enumerate(lines)
                         if first + i < len(right) and line != right[first + i]]
            if differing and status in ENDLESS:
                return block.ids[differing[-1]]
            for some in differing[:FEW], differing[FEW:]:
                found = self.changed(program, block, some) if some else None
                if found is not None:
                    return found
            first += len(lines)
        return None

    def noticed(self, program, kind):
        """The id of a vector that notices the change, in the blocks of KIND."""
        return next((found for block in self.questions.blocks if block.name == kind
                     for found in [self.noticed_in(program, block)] if found is not None), None)
