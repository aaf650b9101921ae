"""Runs the programs that adapters ask, one after the other."""
import errno
import fcntl
import os
import signal
import sys

STATUS_SIZE = 4
OUTPUT_LIMIT = 64 << 20  # bytes; a tool that prints more is taken for broken


class Runs:
    """Runs a program on the contents of `file`.  The files are in memory, and have names while this process lives.

    With again.so among the PRELOADS a program is loaded once, and a copy of it runs each time.  TOGETHER: its errors are
    part of its output.
    """

    # Descriptors of the program; the last two are those of again.c.
    OUTPUT, ERRORS, FILE, QUESTIONS, ANSWERS = 1, 2, 3, 4, 5
    NAME = f"/proc/self/fd/{FILE}"

    def __init__(self, preloads, together=False):
        self.environment = os.environ | {"LC_ALL": "C"}
        for name in preloads:  # of one that is not there the loader says so in each tool's own output
            with open(name, "rb") as file:
                if file.read(4) != b"\x7fELF":
                    raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC), name)
        if preloads:
            self.environment["LD_PRELOAD"] = ":".join(map(os.path.abspath, preloads))
        self.file, self.output, self.errors = (move_up(os.memfd_create(name)) for name in ("file", "output", "errors"))
        self.places = move_up(os.open(os.devnull, os.O_RDONLY)), self.output, self.output if together else self.errors, self.file
        self.waiting = {}  # program: the process's number, and the descriptors for questions and answers
        self.process = None  # the one that runs

    def run(self, command, given=b"", limit=OUTPUT_LIMIT):
        """Runs a command.  Returns its status as waitpid() gives it, its output, and its errors, up to a LIMIT."""
        fill(self.file, given)
        fill(self.output)
        fill(self.errors)
        program, *words = command
        self.process, questions, answers = self.waiting.pop(program, None) or self.start(command)
        if questions is None:
            status = os.waitpid(self.process, 0)[1]
        else:
            asked = b"".join(os.fsencode(word) + b"\0" for word in words)
            os.write(questions, len(asked).to_bytes(STATUS_SIZE, sys.byteorder) + asked)
            status = int.from_bytes(os.read(answers, STATUS_SIZE), sys.byteorder)
            self.waiting[program] = self.process, questions, answers
        return status, contents(self.output, limit), contents(self.errors, limit)

    def start(self, command):
        """Starts a program, whose first answer says that it waits.  If none comes, it has already ended."""
        if "LD_PRELOAD" not in self.environment:
            return self.spawn(command, self.environment, self.places), None, None
        (asked, questions), (answers, answered) = (map(move_up, os.pipe()) for _ in range(2))
        environment = self.environment | {"SFRAME_AGAIN": os.path.basename(command[0])}
        process = self.spawn(command, environment, (*self.places, asked, answered))
        os.close(asked)
        os.close(answered)
        if os.read(answers, STATUS_SIZE):
            return process, questions, answers
        os.close(questions)
        os.close(answers)
        return process, None, None

    @staticmethod
    def spawn(command, environment, places):
        return os.posix_spawnp(command[0], command, environment, setsigmask=(), setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
                               file_actions=[(os.POSIX_SPAWN_DUP2, place, number) for number, place in enumerate(places)])


def move_up(descriptor):
    """Moves a descriptor away from the numbers that the program uses."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 16)
    os.close(descriptor)
    return moved


def fill(file, data=b""):
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    os.pwrite(file, data, 0)


def contents(file, limit):
    return os.pread(file, min(os.fstat(file).st_size, limit), 0).decode(errors="replace")
