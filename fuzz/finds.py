"""Finds: inputs that fail.  They are replayed one by one with the sanitizers, and grouped by cause."""
import concurrent.futures
import dataclasses
import hashlib
import os
import re
import subprocess
import tempfile

from fuzz import table

OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1:dedup_token_length=3",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
SAFE_FRAMES = 3
AT_ONCE = 1000  # inputs on one command line
GRACE = 20  # seconds more than the input may take, for the sanitizer's own work
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ in (.+?) (?:\(?/\S*/)?([^\s/()]+?)(?::\d+)?\)?(?: \(BuildId.*\))?$", re.M)
NOT_OURS = re.compile(r"fuzzer::|__sanitizer|__asan|__lsan|__ubsan|__interceptor|__pthread|__assert|raise$|abort$|"
                      r"_?_?(malloc|calloc|realloc|free|str\w+|mem\w+)$")
KINDS = (  # (kind, a pattern of the report); the first that fits counts
    ("law", re.compile(r"^(?P<where>\S+:\d+): law broken: (?P<words>.*)$", re.M)),
    ("leak", re.compile(r"LeakSanitizer: (?P<words>detected memory leaks)")),
    ("hang", re.compile(r"libFuzzer: (?P<words>timeout)")),
    ("memory", re.compile(r"libFuzzer: (?P<words>out-of-memory)")),
    ("undefined", re.compile(r"^(?P<where>\S+:\d+):\d+: runtime error: (?P<words>.*)$", re.M)),
    ("address", re.compile(r"AddressSanitizer: (?:attempting )?(?P<words>[a-zA-Z-]+)")),
    ("crash", re.compile(r"libFuzzer: (?P<words>.*)")),
)


@dataclasses.dataclass
class Cause:
    kind: str
    where: str     # file:line of a law, or of undefined behaviour
    words: str     # the law's, or what the sanitizer calls it
    frames: tuple  # the innermost of ours, as "function file:line"

    def key(self):
        """What all inputs of one cause share.  A hang is stopped anywhere, so only where it was entered counts."""
        words = re.sub(r"0x[0-9a-fA-F]+|\d+", "N", self.words)
        functions = () if self.where else tuple(frame.split()[0] for frame in self.frames)
        return self.kind, self.where, words, functions

    def name(self):
        return f"{self.kind}-{hashlib.sha1(repr(self.key()).encode()).hexdigest()[:8]}"

    def __str__(self):
        stack = " < ".join(self.frames)
        return (f"{self.where}: " if self.where else "") + self.words + (
            f", in {stack}" if stack and self.kind != "law" else "")


def frames(report):
    """The frames of the report's first stack, from our innermost function to the target."""
    found = []
    for line in report.splitlines():
        match = FRAME.match(line)
        if match and not NOT_OURS.match(match[1]):
            found.append((match[1].split("(")[0], match[2]))
        if match and match[1] == "LLVMFuzzerTestOneInput":
            break
    return found


def cause(report):
    """The cause of a failure, from the program's output."""
    for kind, pattern in KINDS:
        match = pattern.search(report)
        if match:
            said = match.groupdict()
            stack = tuple(" ".join(frame) for frame in frames(report))
            return Cause(kind, os.path.basename(said.get("where", "")), said["words"],
                         stack[-2:] if kind == "hang" else stack[:SAFE_FRAMES])
    return Cause("crash", "", "the program ended without a word", ())


def run(program, paths, seconds):
    """Runs the program on inputs.  Returns its report, and the last input that it began."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, f"-timeout={seconds}", "-rss_limit_mb=2048", f"-artifact_prefix={folder}/"]
        try:
            done = subprocess.run([*command, *paths], env={**os.environ, **OPTIONS}, start_new_session=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  errors="replace", text=True, timeout=(seconds + 1) * len(paths) + GRACE,
                                  check=False)
            report, failed = done.stderr, done.returncode != 0
        except subprocess.TimeoutExpired as expired:
            report, failed = (expired.stderr or b"").decode(errors="replace") + "\nlibFuzzer: timeout", True
    begun = re.findall(r"^Running: (.*)$", report, re.M)
    return report, begun[-1] if failed and begun else None


def failing(program, paths, seconds):
    """Each input that fails, with its report."""
    rest = list(paths)
    while rest:
        some = rest[:AT_ONCE]
        report, last = run(program, some, seconds)
        if last is not None:
            yield last, report[report.rindex(f"Running: {last}\n"):]
        rest = rest[len(some) if last is None else some.index(last) + 1:]


class Finds:
    """The folder of a target's finds: for each cause the smallest input, and the sanitizers' report about it."""

    def __init__(self, folder, program, seconds, jobs):
        self.folder, self.program, self.seconds, self.jobs = folder, program, seconds, jobs
        self.causes, self.inputs = {}, {}
        os.makedirs(folder, exist_ok=True)

    def path(self, cause_):
        return os.path.join(self.folder, cause_.name())

    def keep(self, data, cause_, report):
        name = cause_.name()
        path = self.path(cause_)
        self.inputs[name] = self.inputs.get(name, 0) + 1
        if name not in self.causes or len(data) < os.path.getsize(path):
            self.causes[name] = cause_
            with open(path, "wb") as file:
                file.write(data)
            with open(path + ".txt", "w", encoding="utf-8") as file:
                file.write(report)

    def take(self, paths):
        """Replays inputs, some at a time.  Stores those that fail, and returns them."""
        paths = sorted(paths, key=os.path.getsize)
        parts = [paths[i::self.jobs] for i in range(self.jobs)]
        taken = set()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for part in pool.map(lambda part: list(failing(self.program, part, self.seconds)), parts):
                for path, report in part:
                    with open(path, "rb") as file:
                        self.keep(file.read(), cause(report), report)
                    taken.add(path)
        return taken

    def again(self):
        """Replays what earlier runs stored.  Removes inputs that no longer fail, and returns their names."""
        earlier = [path for path in table.files(self.folder) if not path.endswith(".txt")]
        self.take(earlier)
        gone = [path for path in earlier if os.path.basename(path) not in self.causes]
        for path in gone:
            os.remove(path)
            os.remove(path + ".txt")
        return [os.path.basename(path) for path in gone]
