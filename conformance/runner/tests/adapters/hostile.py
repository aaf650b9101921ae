#!/usr/bin/python3
"""An adapter that misbehaves: `hostile.py [MOMENT] ACTION...`, perhaps at several moments.

All vectors ask to check valid sections.  At other moments than those that are named it behaves:

    (none)      the seventh request     of N...    the vectors with these numbers
    each        every request           fourth     the fourth request to this process
    hello       in place of hello       end        the end of the input

ACTIONS are done one after the other, such as `right exit:4`; what stands behind a colon is explained there.
`hostile.py answers FILE`, or `answers_vectors FILE`, gives the answers of a file.
"""
import _signal as signal  # the module `signal` around it takes longer to load than most actions take
import os
import resource
import sys
import time

EVER = 1000
HELLO = {"protocol": 1, "name": "hostile", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
         "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": ["decode", "check", "lookup", "flip"]}
HELLO_LINE = str(HELLO).replace("'", '"') + "\n"
MOMENTS = ("of", "each", "fourth", "hello", "end")
ACTIONS = {}


class Behave(Exception):
    """It does what an honest adapter would do."""


def say(data, file=1):
    while data:
        data = data[os.write(file, data):]


def as_json(value):
    import json  # to load it takes longer than all else, and most starts do without
    return json.dumps(value).encode()


def unescaped(text):
    """A text with escapes such as \\n and \\xff, which are bytes."""
    return text.encode().decode("unicode_escape").encode("latin-1") if "\\" in text else text.encode()


def action(function):
    ACTIONS[function.__name__] = function
    return function


# --- Words -----------------------------------------------------------------------------------------------------

ACTIONS.update({
    "right": lambda number, _: say(b'{"request": %d, "verdict": "valid"}\n' % number),
    "refuse": lambda number, _: say(b'{"request": %d, "error": "no"}\n' % number),
    "say": lambda number, text: say(unescaped(text.replace("@", str(number)))),  # @ is the request's number
    "complain": lambda number, text: say(unescaped(text), 2),
    "ended": lambda number, how: say(as_json({"request": number, "ended": how, "stderr": str(os.getpid())}) + b"\n"),
    "megabytes": lambda number, count: [say(b"x" * (1 << 20)) for _ in range(int(count))],
    "close": lambda number, _: os.close(1),
})
ACTIONS["behave"] = ACTIONS["right"]


@action
def greet(number, changes):
    """Says hello with other members."""
    import json  # as above
    say(as_json({**HELLO, **json.loads(changes)}) + b"\n" if changes else HELLO_LINE.encode())


@action
def nest(number, depth):
    """Refuses with a member of so many lists, each in the other."""
    say(b'{"request": %d, "error": "no", "violations": %s}\n' % (number, b"[" * int(depth) + b"]" * int(depth)))


@action
def endless(number, words):
    """Writes a text again and again, to 1 or 2, such as `endless:2 x`."""
    while True:
        say(unescaped(words[2:]) * 1000, int(words[0]))


@action
def trickle(number, _):
    for byte in b'{"request": 7, ' + b" " * EVER:
        say(bytes([byte]))
        time.sleep(0.05)


@action
def files(number, _):
    """The numbers of the files that it was given open, without the one that lists them."""
    given = [name for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")]
    say(as_json({"request": number, "error": " ".join(sorted(given))}) + b"\n")


@action
def out_of_order(number, _):
    """Gives the next answer first."""
    ACTIONS["right"](number + 1, _)
    ACTIONS["right"](number, _)
    sys.stdin.buffer.readline()
    sys.stdin.buffer.read(5)


# --- Ends, and no ends -------------------------------------------------------------------------------------------

def raising(number):
    os.kill(os.getpid(), number)


ACTIONS.update({
    "exit": lambda number, status: os._exit(int(status)),
    "stop": lambda number, _: raising(signal.SIGSTOP),
    "sleep": lambda number, seconds: time.sleep(float(seconds)),
    "wait": lambda number, _: time.sleep(EVER),
})


@action
def die(number, name):
    say(f"about to die by {name}\n".encode(), 2)
    if name != "KILL":
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
    raising(getattr(signal, "SIG" + name))


def is_first_start(path):
    """Whether no process came here before this one; the file remembers that."""
    is_first = not os.path.exists(path)
    os.close(os.open(path, os.O_CREAT))
    return is_first


@action
def once(number, path):
    """What follows is done at the first start alone."""
    if not is_first_start(path):
        raise Behave


@action
def later(number, path):
    """What follows is not done at the first start."""
    if is_first_start(path):
        raise Behave


@action
def allocate(number, bytes_wanted):
    """Ends by an exception if it may not have so much memory."""
    bytearray(int(bytes_wanted))
    ACTIONS["right"](number, "")


@action
def write_a_large_file(number, _):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import tempfile
    with tempfile.TemporaryFile() as file:
        os.posix_fallocate(file.fileno(), 0, 1 << 31)


@action
def ignore_signals(number, _):
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)


@action
def spin(number, _):
    time.sleep(1.5)  # it is enough to spin when the deadline comes
    while True:
        pass


# --- Children ----------------------------------------------------------------------------------------------------

@action
def children(number, count):
    for _ in range(int(count)):
        if os.fork() == 0:
            time.sleep(EVER)


@action
def children_elsewhere(number, count):
    for _ in range(int(count)):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
            time.sleep(EVER)


@action
def daemon(number, _):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            for file in (0, 1, 2):
                os.close(file)
            time.sleep(EVER)
        os._exit(0)
    os.wait()


@action
def hop(number, _):
    """Forks again and again: each process is the child of the last, in its own session, and lives for a moment."""
    if os.fork() == 0:
        until = time.monotonic() + EVER
        while time.monotonic() < until:
            if os.fork() != 0:
                os._exit(0)
            os.setsid()


# --- Against its runner ------------------------------------------------------------------------------------------

PTRACE_TRACEME, PTRACE_ATTACH, SYS_PIDFD_OPEN = 0, 16, 434


def system_call(name, *arguments):
    """Calls a function of the C library, and raises its error."""
    import ctypes  # as above
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


def parent_of(process):
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        return int(file.read().rsplit(") ", 1)[1].split()[1])


WAYS = {
    "signal": lambda parent: os.kill(parent, 0),  # signal 0 does nothing, but needs the same permission as others
    "signal_all": lambda parent: os.kill(-1, 0),
    "signal_group": lambda parent: os.killpg(os.getpgid(parent), 0),
    "signal_thread": lambda parent: system_call("tgkill", parent, parent, 0),
    "trace": lambda parent: system_call("ptrace", PTRACE_ATTACH, parent, None, None),
    "open": lambda parent: system_call("syscall", SYS_PIDFD_OPEN, parent, 0),
    "join": lambda parent: os.setpgid(0, os.getpgid(parent)),
    "signal_starter": lambda parent: os.kill(parent_of(parent), 0),
    "limit": lambda parent: resource.prlimit(parent, resource.RLIMIT_NOFILE, (3, 3)),
}


@action
def against(number, way):
    """Behaves if the attack is refused."""
    try:
        WAYS[way](os.getppid())
    except PermissionError:
        raise Behave from None
    say(as_json({"request": number, "verdict": "malformed"}) + b"\n")


@action
def traced(number, _):
    """Makes the runner its tracer: from now on each signal stops this process until the tracer lets it go on."""
    system_call("ptrace", PTRACE_TRACEME, 0, None, None)
    raising(signal.SIGUSR1)


# --- All of it ---------------------------------------------------------------------------------------------------

def act(words, number, honestly):
    try:
        for word in words:
            name, _, argument = word.partition(":")
            ACTIONS[name](number, argument)
    except Behave:
        honestly()


def answers_of(path, of_vectors):
    """The hello of a file, and what gives its answers, by the numbers of vectors or of requests."""
    import json  # as above
    with open(path, encoding="utf-8") as file:
        given = json.load(file)

    def answer(number, vector):
        text = given["answers"].get(str(vector if of_vectors else number), {"verdict": "valid"})
        if text == "interrupt":
            open(path + ".reached", "w", encoding="ascii").close()
            time.sleep(EVER)
        if isinstance(text, str):
            say(text.replace("@", str(number)).encode(errors="surrogateescape"))
        else:
            say(as_json({"request": number, **text}) + b"\n")
    return as_json(given["hello"]).decode(), answer


def state_of(words, source):
    """What follows the section of an unwinding: registers, modules and memory."""
    registers, *pieces = map(int, words[8:]) if words[0] == "unwind" else (0,)
    read = b"".join(source.readline() for _ in range(registers))
    for _ in range(sum(pieces)):
        line = source.readline()
        read += line + source.read(int(line.split()[1]))
    return read


def moments_of(words):
    """The actions of each moment; "" is the seventh request, and a number a vector."""
    found, names, before = {}, [""], ""
    for word in words:
        if word.isdigit():
            names = [*(names if before.isdigit() else []), word]
        elif word in MOMENTS:
            names = [word]
        for name in names:
            found.setdefault(name, []).extend([] if word in names else [word])
        before = word
    return found


def actions_at(moments, number, asked, vector):
    moment = "each" if "each" in moments else "fourth" if asked == 4 else "" if number == 7 else None
    return moments.get(str(vector), moments.get(moment, ["right"]))


def main():
    hello, answer, moments, asked = "", None, {}, 0
    if sys.argv[1].startswith("answers"):
        hello, answer = answers_of(sys.argv[2], sys.argv[1] == "answers_vectors")
    else:
        moments = moments_of(sys.argv[1:])
    source = sys.stdin.buffer
    source.readline()
    act(moments.get("hello", [f"greet:{hello}"]), 0, lambda: greet(0, ""))
    while line := source.readline():
        words = line.decode().split()
        number, asked = int(words[1]), asked + 1
        vector = int.from_bytes(source.read(int(words[5]))[3:], "big")  # its number is in its last two bytes
        state_of(words, source)
        if answer:
            answer(number, vector)
        else:
            act(actions_at(moments, number, asked, vector), number, lambda: ACTIONS["right"](number, ""))
    act(moments.get("end", ()), 0, None)


if __name__ == "__main__":
    main()
