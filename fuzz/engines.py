"""The engines: each one fuzzes a target for one turn, from the target's queue, and returns the results."""
import collections
import contextlib
import ctypes
import dataclasses
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from fuzz import table

# A replay reports where blocks were allocated (leaks are not reported without any place); freed memory is watched while
# an input runs.
ASAN_FAST = "symbolize=0:allocator_may_return_null=1:malloc_context_size=2:quarantine_size_mb=16"
PATIENCE = 10  # seconds that engines have to end when they must
PR_SET_CHILD_SUBREAPER = 36  # of Linux's prctl
DICTIONARY = os.path.join(table.ROOT, "fuzz", "sframe.dict")
MUTATOR = os.path.join(table.ROOT, "fuzz", "mutator")

END = re.compile(r"^#(\d+)\s+DONE\s+cov: (\d+) ft: (\d+) .*exec/s: (\d+)", re.M)
WHY = re.compile(r"law broken|ERROR|runtime error")
Ended = collections.namedtuple("Ended", "executions edges features a_second")


def libfuzzer(program, seconds, most, options, seeds, settings):
    """What a process of libFuzzer prints at its end; its inputs have at most MOST bytes, and it stores none itself."""
    with tempfile.TemporaryDirectory() as made:
        done = subprocess.run([program, f"-max_total_time={seconds}", f"-max_len={most}",
                               f"-artifact_prefix={made}/find-", *options, made, *seeds],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              errors="replace", env={**os.environ, **settings}, check=False)
    end = END.search(done.stderr)
    if done.returncode != 0 or not end:
        lines = done.stderr.strip().splitlines()
        why = next(filter(WHY.search, lines), lines[-1] if lines else "")
        raise table.Trouble(f"{program}: ended early with {done.returncode}: {why}")
    return Ended(*map(int, end.groups()))


@dataclasses.dataclass
class Turn:
    """A target's folders, and what an engine may use of the machine."""
    target: table.Target
    folder: str   # of the target's runs: queue, finds, work
    inputs: list  # folders to begin with, beside the queue
    seconds: float
    jobs: int
    hang: int     # seconds after which an input hangs
    mutate: bool  # by the mutator that knows sections, where the target reads one

    def path(self, name):
        return os.path.join(self.folder, name)

    def has_sections(self):
        return self.target.input in ("case", "file")

    def mutator(self):
        return self.mutate and self.has_sections() and os.path.isdir(MUTATOR)


class Engine:
    """What engines share: processes in sessions of their own, whose output goes to logs."""

    def __init__(self, turn):
        self.turn, self.processes, self.logs = turn, [], []

    def begin(self, command, name, more):
        log = self.turn.path(f"work/{name}.log")
        with open(log, "wb") as output:
            self.processes.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, **more}, cwd=self.turn.path("work"), start_new_session=True))
        self.logs.append(log)

    def running(self):
        """Whether all its processes run."""
        return all(process.poll() is None for process in self.processes)

    def failure(self):
        """The last words of a process that has failed."""
        for process, log in zip(self.processes, self.logs):
            if process.poll():
                with open(log, encoding="utf-8", errors="replace") as file:
                    lines = [re.sub(r"\x1b\[[0-9;]*[a-zA-Z]|\x0f", "", line).strip() for line in file]
                errors = [line for line in lines if re.search(r"ABORT|ERROR|rror:", line)] or lines or ["no word"]
                return f"{log}: ended with {process.returncode}: {errors[-1]}"
        return ""

    def end(self):
        """Ends its processes, and those that they started, which engines leave behind when a signal ends them."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        last = time.monotonic() + PATIENCE
        for process in self.processes:
            try:
                process.wait(max(0.1, last - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        end_descendants()

    def raw(self):
        """The inputs that it calls failures."""
        raise NotImplementedError


def adopt_orphans():
    """Makes orphans of our descendants our children, so that none gets away."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "cannot adopt orphans")


def end_descendants():
    """Ends all descendants, also those that are just starting another process, and waits for all our children."""
    with contextlib.suppress(ChildProcessError):
        while True:
            for pid in descendants():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


def descendants():
    """Our descendants, in whatever session they are, and whichever thread started them."""
    parents = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            parents[int(pid)] = int(file.read().rpartition(")")[2].split()[1])
    found = [os.getpid()]
    for ancestor in found:
        found += [pid for pid, parent in parents.items() if parent == ancestor]
    return found[1:]


class LibFuzzer(Engine):
    """libFuzzer in fork mode, which goes on after a find.  Its corpus is the queue.  It ends by itself, and only then
    counts what its last jobs did."""
    name = "libfuzzer"
    kinds = ("libfuzzer",)
    overtime = PATIENCE
    SETTINGS = {"ASAN_OPTIONS": ASAN_FAST, "UBSAN_OPTIONS": "symbolize=0"}
    LINE = re.compile(r"^#(\d+): cov: ", re.M)
    SLOW = "-entropic_scale_per_exec_time=1"  # slow inputs are mutated less often
    LARGE = "-len_control=0"  # if few inputs are large, the mutator chooses them: any length at any time

    def options(self):
        return [f"-fork={self.turn.jobs}", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"]

    def environment(self):
        return dict(self.SETTINGS, TMPDIR=self.turn.path("work"))

    def start(self, programs):
        os.makedirs(self.turn.path("work/raw"))
        self.begin(self.command(programs), self.name, self.environment())

    def command(self, programs):
        turn = self.turn
        command = [programs["libfuzzer"], *self.options(), f"-max_total_time={max(1, round(turn.seconds))}",
                   f"-max_len={turn.target.most}", f"-timeout={turn.hang}", "-rss_limit_mb=2048",
                   "-report_slow_units=1000000", "-print_funcs=0", self.SLOW, f"-artifact_prefix={turn.path('work/raw')}/"]
        if turn.has_sections() and os.path.exists(DICTIONARY):
            command.append(f"-dict={DICTIONARY}")
        if turn.target.input == "file":
            command.append(self.LARGE)
        return [*command, turn.path("queue"), *turn.inputs]

    def said(self):
        with open(self.logs[0], encoding="utf-8", errors="replace") as log:
            return log.read()

    def failure(self):
        """Its exit status is that of a find, too; but a process that could not begin does not print that it ends."""
        return "" if "INFO: exiting: " in self.said() else super().failure()

    def execs(self):
        counts = self.LINE.findall(self.said())
        return int(counts[-1]) if counts else 0

    def raw(self):
        return table.files(self.turn.path("work/raw"))

    def collect(self, programs, kept):
        """Nothing to do: its corpus is the queue."""


class InProcess(LibFuzzer):
    """Without fork mode: several times as many executions, but the first find ends the turn.  The processes share the
    queue.  Each second one asks only which branches an input takes, and not how often: it does twice as many, and
    leaves the queue's inputs as they are, for the others know more of them."""
    name = "in-process"
    OFTEN, ONCE = (), ("-use_counters=0", "-reduce_inputs=0")
    COUNT = re.compile(r"^(?:stat::number_of_executed_units: +|#)(\d+)", re.M)

    def options(self):
        return ["-print_final_stats=1"]

    def start(self, programs):
        os.makedirs(self.turn.path("work/raw"))
        for i in range(self.turn.jobs):
            program, *rest = self.command(programs)
            self.begin([program, *(self.ONCE if i % 2 else self.OFTEN), *rest], f"{self.name}-{i}", self.environment())

    def failure(self):
        """The exit status is that of a find."""
        return "" if self.raw() else Engine.failure(self)

    def execs(self):
        counts = []
        for log in self.logs:
            with open(log, encoding="utf-8", errors="replace") as file:
                counts.append(max(map(int, self.COUNT.findall(file.read())), default=0))
        return sum(counts)


# The instances of AFL++, as many as there are jobs: the main one, then secondaries.
INSTANCES = (  # (name, build, options)
    ("main-sanitized", "afl-sanitized", ("-p", "fast")),
    ("cmplog", "afl", ("-p", "explore", "-l", "2")),
    ("coe", "afl", ("-p", "coe")),
    ("rare", "afl", ("-p", "rare")),
    ("lin", "afl", ("-p", "lin")),
    ("exploit", "afl", ("-p", "exploit")),
    ("quad", "afl", ("-p", "quad")),
)


class AFL(Engine):
    """Instances of AFL++ that share their queues.  They begin with ours; libFuzzer's merge brings back what is new."""
    name = "afl"
    kinds = ("afl", "afl-sanitized", "afl-cmplog", "libfuzzer")
    overtime = 0
    SETTINGS = {
        "AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_FAST_CAL": "1",
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_FORKSRV_INIT_TMOUT": "20000",
        "AFL_CMPLOG_ONLY_NEW": "1",
        "ASAN_OPTIONS": f"{ASAN_FAST}:abort_on_error=1:detect_leaks=0",
        "UBSAN_OPTIONS": "abort_on_error=1:halt_on_error=1:symbolize=0",
    }

    def instances(self):
        """The instances; the last rows again if there are more jobs than rows."""
        names = [(*INSTANCES[i], "") if i < len(INSTANCES) else
                 (*INSTANCES[2 + i % (len(INSTANCES) - 2)], str(i)) for i in range(self.turn.jobs)]
        return [(name + number, kind, options) for name, kind, options, number in names]

    def start(self, programs):
        turn = self.turn
        begin_with = turn.path("work/in")
        os.makedirs(begin_with)
        for folder in (turn.path("queue"), *turn.inputs):
            for path in table.files(folder):
                if 0 < os.path.getsize(path) <= turn.target.most:
                    shutil.copy(path, begin_with)
        if not os.listdir(begin_with):
            table.store(begin_with, b"\0")
        more = dict(self.SETTINGS, AFL_HANG_TMOUT=str(1000 * turn.hang), TMPDIR=turn.path("work"))
        if turn.mutator():
            more["AFL_CUSTOM_MUTATOR_LIBRARY"] = table.make("afl", "mutator.so")
        for i, (name, kind, options) in enumerate(self.instances()):
            command = ["afl-fuzz", "-i", begin_with, "-o", turn.path("work/out"), "-M" if i == 0 else "-S", name,
                       "-m", "none", "-G", str(turn.target.most), "-t", f"{1000 * turn.hang}+", *options]
            if name == "cmplog":
                command += ["-c", programs["afl-cmplog"]]
            if turn.has_sections() and os.path.exists(DICTIONARY):
                command += ["-x", DICTIONARY]
            self.begin([*command, "--", programs[kind]], name, more)

    def execs(self):
        """The executions of all instances that have reported so far."""
        return sum(int(count[1]) for count in map(self.count, self.instances()) if count)

    def count(self, instance):
        try:
            with open(self.turn.path(f"work/out/{instance[0]}/fuzzer_stats"), encoding="utf-8") as file:
                return re.search(r"^execs_done +: (\d+)", file.read(), re.M)
        except OSError:
            return None

    def found(self, *folders):
        out = self.turn.path("work/out")
        return [path for name, _, _ in self.instances() for folder in folders
                if os.path.isdir(os.path.join(out, name, folder))
                for path in table.files(os.path.join(out, name, folder)) if "id:" in os.path.basename(path)]

    def raw(self):
        return self.found("crashes", "hangs")

    def new(self):
        """The files of the instances' queues that are neither given inputs nor another instance's."""
        return [path for path in self.found("queue") if ",orig:" not in path and ",sync:" not in path]

    def collect(self, programs, kept):
        """Puts into our queue what libFuzzer finds new in the instances' queues, if KEPT allows the input."""
        with tempfile.TemporaryDirectory(dir=self.turn.path("work")) as folder:
            for path in kept(self.new()):
                with open(path, "rb") as file:
                    table.store(folder, file.read())
            subprocess.run([programs["libfuzzer"], "-merge=1", f"-max_len={self.turn.target.most}",
                            self.turn.path("queue"), *self.turn.inputs, folder], check=False,
                           cwd=self.turn.path("work"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, start_new_session=True, env={**os.environ, **LibFuzzer.SETTINGS})


def reached(program, folders):
    """The edges and features that the inputs in a folder reach, by libFuzzer's count."""
    done = subprocess.run([program, "-runs=0", *folders], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False, start_new_session=True)
    counts = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    return tuple(map(int, counts[-1])) if counts else (0, 0)


ENGINES = {engine.name: engine for engine in (LibFuzzer, AFL, InProcess)}
BOTH = [LibFuzzer.name, AFL.name]
