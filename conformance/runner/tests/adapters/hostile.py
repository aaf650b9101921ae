#!/usr/bin/python3
"""An adapter that misbehaves in one way: `hostile.py MODE`.

All vectors ask to check valid sections.  A mode misbehaves when request 7 comes, unless its name says otherwise.
"""
import _signal as signal  # the module `signal` around it takes longer to load than most modes take
import os
import resource
import sys
import time

VICTIM = 7
EVER = 1000
HELLO = {"protocol": 1, "name": "hostile", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
         "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": ["decode", "check", "lookup", "flip"]}
HELLO_LINE = str(HELLO).replace("'", '"') + "\n"
MODES, HELLOS = {}, {}
VECTOR = 0  # the number of the vector that is asked, which the last two bytes of its section have


def say(text):
    data = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
    while data:
        data = data[os.write(1, data):]


def as_json(value):
    import json  # to load it takes longer than all else, and most starts do without
    return json.dumps(value)


def right(number):
    return f'{{"request": {number}, "verdict": "valid"}}\n'


def raising(number):
    os.kill(os.getpid(), number)


def mode(function):
    MODES[function.__name__] = function
    return function


def saying(name, text):
    MODES[name] = lambda number: say(text)


def endless(file, data):
    while True:
        os.write(file, data)


# --- Ends ----------------------------------------------------------------------------------------------------

for _name in ("SEGV", "ABRT", "BUS", "FPE", "ILL", "KILL", "TERM", "HUP", "PIPE", "USR1", "XCPU", "SYS", "ALRM"):
    def _die(number, name=_name):
        os.write(2, f"about to die by {name}\n".encode())
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL) if name != "KILL" else None
        raising(getattr(signal, "SIG" + name))
    MODES["die_" + _name] = _die


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


AGAINST_THE_PARENT = {
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
for _name, _attack in AGAINST_THE_PARENT.items():
    def _against(number, attack=_attack):
        try:
            attack(os.getppid())
            say(as_json({"request": number, "verdict": "malformed"}) + "\n")  # it was not refused
        except PermissionError:
            say(right(number))
    MODES["against_" + _name] = _against


@mode
def have_its_runner_trace_it(number):
    """Makes the runner its tracer: from now on each signal stops this process until the tracer lets it go on."""
    system_call("ptrace", PTRACE_TRACEME, 0, None, None)
    raising(signal.SIGUSR1)


@mode
def reports_a_crash(number):
    say(as_json({"request": number, "ended": "SIGSEGV", "stderr": f"{os.getpid()}"}) + "\n")


@mode
def reports_a_crash_and_dies(number):
    reports_a_crash(number)
    raising(signal.SIGABRT)


MODES.update({
    "reports_an_exit": lambda number: say(as_json({"request": number, "ended": "101", "stderr": "panicked"}) + "\n"),
    "exit_0": lambda number: os._exit(0),
    "exit_3": lambda number: os._exit(3),
    "half_a_line": lambda number: (say('{"request": 7, "ver'), os._exit(0)),
    "answer_and_exit": lambda number: (say(right(number)), os._exit(4)),
    "crash_after_it": lambda number: (say(right(number)), raising(signal.SIGSEGV)),
})


@mode
def leave_a_child_with_the_pipe(number):
    if os.fork() == 0:
        time.sleep(EVER)
    os._exit(5)


@mode
def allocate(number):
    held = []
    while True:
        held.append(bytearray(1 << 24))


@mode
def write_a_large_file(number):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import tempfile
    with tempfile.TemporaryFile() as file:
        os.posix_fallocate(file.fileno(), 0, 1 << 31)


# --- No ends -------------------------------------------------------------------------------------------------

MODES.update({
    "never_answer": lambda number: time.sleep(EVER),
    "stop_itself": lambda number: raising(signal.SIGSTOP),
    "half_a_line_and_wait": lambda number: (say('{"request": 7,'), time.sleep(EVER)),
    "close_stdout": lambda number: (os.close(1), time.sleep(EVER)),
    "stderr_without_end": lambda number: endless(2, b"complaint\n" * 1000),
    "stdout_without_end": lambda number: endless(1, b"\n" * 1000),
})


@mode
def ignore_sigterm(number):
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    while True:
        time.sleep(EVER)


@mode
def spin(number):
    time.sleep(1.5)  # it is enough to spin when the deadline comes
    while True:
        pass


@mode
def trickle(number):
    for byte in b'{"request": 7, ' + b" " * EVER:
        say(bytes([byte]))
        time.sleep(0.05)


@mode
def hang_with_children(number):
    for _ in range(4):
        if os.fork() == 0:
            time.sleep(EVER)
    time.sleep(EVER)


@mode
def hang_with_children_elsewhere(number):
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
            time.sleep(EVER)
    time.sleep(EVER)


@mode
def daemon_left_behind(number):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            for file in (0, 1, 2):
                os.close(file)
            time.sleep(EVER)
        os._exit(0)
    os.wait()
    say(right(number))


@mode
def hop(number):
    """Forks again and again: each process is the child of the last, in its own session, and lives for a moment."""
    if os.fork() == 0:
        until = time.monotonic() + EVER
        while time.monotonic() < until:
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
    time.sleep(EVER)


@mode
def a_gigabyte(number):
    for _ in range(1 << 10):
        say(b"x" * (1 << 20))


saying("a_long_line", '{"request": 7, "error": "' + "x" * (1 << 20) + '"}\n')


# --- Lines that are no answers -------------------------------------------------------------------------------

saying("garbage", "Segmentation fault (just kidding)\n")
saying("an_empty_line", "\n")
saying("invalid_utf8", b'{"request": 7, "error": "\xff\xfe\xc0\x80"}\n')
saying("a_zero_byte", b'{"request": 7, "verdict": "val\0id"}\n')
saying("deep_nesting", '{"request": 7, "violations": ' + "[" * 20000 + "]" * 20000 + "}\n")
saying("deep_for_us", '{"request": 7, "violations": ' + "[" * 2040 + "]" * 2040 + "}\n")
saying("not_closed", '{"request": 7, "verdict": "valid"\n')
saying("not_an_object", "[7]\n")
saying("a_huge_integer", '{"request": 7' + "0" * 400 + "}\n")
saying("a_huge_real", '{"request": 7, "verdict": 1e999999}\n')
saying("no_number", '{"verdict": "valid"}\n')
saying("a_number_as_string", '{"request": "7", "verdict": "valid"}\n')
saying("twice_the_same_member", '{"request": 7, "verdict": "valid", "verdict": "valid"}\n')
saying("a_wrong_type", '{"request": 7, "verdict": 1}\n')
saying("an_unknown_member", '{"request": 7, "verdikt": "valid"}\n')
saying("another_number", '{"request": 70, "verdict": "valid"}\n')
saying("a_negative_number", '{"request": -7, "verdict": "valid"}\n')
saying("twice", right(7) * 2)
saying("garbage_after_it", right(7) + "done\n")
saying("many_lines", '{"request": 7, "error": "no\\nas expected: \\u001b[0m"}\n')
saying("refuses", '{"request": 7, "error": "no"}\n')
saying("refuses_at_depth", '{"request": 7, "error": "no", "violations": ' + "[" * 63 + "]" * 63 + "}\n")
saying("cannot", '{"request": 7, "unsupported": "too complex"}\n')
saying("says_more_space", ' { "request" :\t7 , "verdict" : "valid" } \r\n')


@mode
def out_of_order(number):
    say(right(8) + right(7))
    sys.stdin.buffer.readline()
    sys.stdin.buffer.read(5)


# --- Of hello ------------------------------------------------------------------------------------------------

HELLOS.update({
    "declares_nothing": lambda: say(as_json({**HELLO, "operations": ["unwind"]}) + "\n"),
    "exits_at_once": lambda: os._exit(9),
    "cannot_load": lambda: (os.write(2, b"a library is not to be had\nand more\n"), os._exit(127)),
    "dies_at_once": lambda: raising(signal.SIGSEGV),
    "never_says_hello": lambda: time.sleep(EVER),
    "says_nothing_but_space": lambda: endless(1, b" " * 1000),
    "hello_is_garbage": lambda: say("hello!\n"),
    "hello_is_a_list": lambda: say("[]\n"),
    "hello_of_protocol_4": lambda: say(as_json({**HELLO, "protocol": 4}) + "\n"),
    "hello_without_name": lambda: say(as_json({k: v for k, v in HELLO.items() if k != "name"}) + "\n"),
    "hello_of_two_lines": lambda: say(as_json({**HELLO, "name": "x\nas expected"}) + "\n"),
    "hello_with_lines_in_a_member": lambda: say(as_json({**HELLO, "x\ny": 1}) + "\n"),
    "hello_with_unknown_profile": lambda: say(as_json({**HELLO, "profiles": ["v9"]}) + "\n"),
    "hello_with_unknown_member": lambda: say(as_json({**HELLO, "exposed": []}) + "\n"),
    "two_hellos": lambda: say(HELLO_LINE * 2),
    "hello_exposes_what_is_not": lambda: say(as_json({**HELLO, "exposes": ["decode.functoins"]}) + "\n"),
})

def fail_first_start():
    if not os.path.exists(sys.argv[2]):
        with open(sys.argv[2], "w", encoding="ascii"):
            os._exit(1)
    say(HELLO_LINE)


def change_hello():
    """Changes `hello`, as the second argument says, from the second start on; the third is a file that notes starts."""
    import json  # as above
    started = os.path.exists(sys.argv[3])
    with open(sys.argv[3], "a", encoding="ascii"):
        say(as_json({**HELLO, **(json.loads(sys.argv[2]) if started else {})}) + "\n")


HELLOS.update(fail_first_start=fail_first_start, change_hello=change_hello, change_hello_and_end=change_hello)


# --- Of every request ----------------------------------------------------------------------------------------

def list_open_files(number):
    """The numbers of the files that it was given open, without the one that lists them."""
    given = [name for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")]
    say(as_json({"request": number, "error": " ".join(sorted(given))}) + "\n")


def just_in_time(number):
    time.sleep(float(sys.argv[2]))
    say(right(number))


def refuses_these(number):
    """Refuses the vectors whose numbers are its arguments."""
    say(as_json({"request": number, "error": "no"}) + "\n" if str(VECTOR) in sys.argv[2:] else right(number))


def after_each(what):
    def answer(number):
        say(right(number))
        what()
    return answer


ASKED = []  # the numbers of the requests to this process


def with_others(what):
    """Misbehaves after three answers, so never if it is asked alone."""
    def answer(number):
        ASKED.append(number)
        say(right(number) if len(ASKED) < 4 else "")
        if len(ASKED) == 4:
            what()
    return answer


ALWAYS = {
    "list_open_files": list_open_files, "exit_after_each": after_each(lambda: os._exit(0)),
    "change_hello_and_end": after_each(lambda: os._exit(0)), "refuses_these": refuses_these,
    "buffer_all": lambda number: None, "just_in_time": just_in_time,
    "crash_after_each": after_each(lambda: raising(signal.SIGABRT)), "fail_after_each": after_each(lambda: os._exit(4)),
    "half_a_line_after_each": after_each(lambda: (say('{"req'), os._exit(0))),
    "hang_after_each": after_each(lambda: time.sleep(EVER)),
    "always_reports_a_crash": reports_a_crash,
    "crash_with_others": with_others(lambda: raising(signal.SIGSEGV)),
    "exit_with_others": with_others(lambda: os._exit(3)), "garbage_with_others": with_others(lambda: say("oops\n")),
    "hang_with_others": with_others(lambda: time.sleep(EVER)),
}
AT_END = {"exit_status_at_end": lambda: os._exit(6), "crash_at_end": lambda: raising(signal.SIGABRT),
          "hang_at_end": lambda: time.sleep(EVER), "talk_at_end": lambda: say("bye\n")}


def answers_of(path, of_vectors):
    """Gives the answers of a file, by the numbers of vectors or of requests."""
    import json  # as above
    with open(path, encoding="utf-8") as file:
        given = json.load(file)

    def answer(number):
        text = given["answers"].get(str(VECTOR if of_vectors else number), {"verdict": "valid"})
        if text == "interrupt":
            open(path + ".reached", "w", encoding="ascii").close()
            time.sleep(EVER)
        say(text.replace("@", str(number)) if isinstance(text, str) else as_json({"request": number, **text}) + "\n")
    return {**HELLO, **given["hello"]}, answer


def pass_over_state(words):
    """Reads the registers, modules and memory behind the section of an unwinding."""
    registers, *pieces = map(int, words[8:]) if words[0] == b"unwind" else (0,)
    for _ in range(registers):
        sys.stdin.buffer.readline()
    for _ in range(sum(pieces)):
        sys.stdin.buffer.read(int(sys.stdin.buffer.readline().split()[1]))


def main():
    global VECTOR
    name, hello, always = sys.argv[1], HELLO, ALWAYS.get(sys.argv[1])
    if name in ("answers", "answers_vectors"):
        hello, always = answers_of(sys.argv[2], name == "answers_vectors")
    sys.stdin.buffer.readline()
    HELLOS.get(name, lambda: say(HELLO_LINE if hello is HELLO else as_json(hello) + "\n"))()
    while line := sys.stdin.buffer.readline():
        words = line.split()
        number = int(words[1])
        VECTOR = int.from_bytes(sys.stdin.buffer.read(int(words[5]))[3:], "big")
        pass_over_state(words)
        if always:
            always(number)
        elif number == VICTIM and name in MODES:
            MODES[name](number)
        else:
            say(right(number))
    AT_END.get(name, lambda: None)()


if __name__ == "__main__":
    main()
