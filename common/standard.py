"""How every script here ends: what it printed has arrived, or it fails, as the programs in C do."""
import argparse
import contextlib
import glob
import os
import re
import signal
import sys

TROUBLE = 2
SCRIPT = os.getpid()  # a process of its pool has another
BROKEN_PIPE = 128 + signal.SIGPIPE  # what a shell says of a program that a closed pipe has killed


def complain(why):
    if sys.stderr is not None:
        print(f"{os.path.basename(sys.argv[0])}: {why}", file=sys.stderr)
    return TROUBLE


def once(action, parser, namespace, values, option=None):
    """argparse.Action.__call__ of an option that takes one value: else the last of two would win in silence."""
    if option is not None and getattr(action, "given", False):
        parser.error(f"argument {option}: given twice, but takes one value only")
    action.given = True
    setattr(namespace, action.dest, values)


def wrong_use(parser, message):
    """argparse.ArgumentParser.error, as one line."""
    parser.exit(TROUBLE, f"{parser.prog}: {message.removeprefix('argument ')}; see {parser.prog} --help\n")


def whole(text, least=0, most=10 ** 12):
    """The number of an option, as programs in C take it.  int() takes signs, blanks, _ and the digits of every script too."""
    if not re.fullmatch("[0-9]{1,13}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
    return int(text)


def count(text):
    return whole(text, 1)


def decimal(text):
    """The same with a fraction, as 2.5; float() takes nan, inf and 1e9 too."""
    if not re.fullmatch(r"[0-9]{1,13}(\.[0-9]{1,13})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number such as 8 or 2.5")
    return float(text)


def words(error):
    """What the system says, and of which file, without its number; of any other error what it says itself."""
    said = getattr(error, "strerror", None)
    name = getattr(error, "filename", None)
    return str(error) if said is None else said if name is None else f"{name}: {said}"


def cause(error):
    """One line.  An error as the system says it, with no file named, is of standard output: all else here has a name."""
    if error.filename is None and error.errno is not None and error.strerror == os.strerror(error.errno):
        return f"cannot write to standard output: {error.strerror}"
    built = isinstance(error, FileNotFoundError) and "build" in str(error.filename).split("/") and "make" not in error.strerror
    return words(error) + ("; is it built? `make help` lists what makes what" if built else "")


def nearest(word, known):
    """Up to three of the known names that somebody may have meant: they begin alike, contain the word, or look like it."""
    import difflib  # scripts whose command line is right need not wait for it

    alike = [name for name in known if name.startswith(word)] + [name for name in known if word in name]
    return list(dict.fromkeys([*alike, *difflib.get_close_matches(word, known)]))[:3]


def unknown_name(kind, word, known, where):
    """What is said of a word that is none of the known names, with WHERE all of them are listed."""
    near = nearest(word, sorted(known))
    return f"no such {kind}: {word}; {'nearest: ' + ', '.join(near) if near else 'none is like it'}; {where} lists all"


def forget():
    """What standard output did not take shall not be tried again, and reported again, while Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def speak_one_language():
    """Files, arguments, output and what tools say are the same wherever a script runs: Python is started again where it
    would take other bytes for a text."""
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.pop("LANGUAGE", None)
    if sys.getfilesystemencoding() != "utf-8" or sys.stdout.encoding.lower() != "utf-8":
        os.environ.pop("PYTHONIOENCODING", None)
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def stay_quiet(kind, error, trace):
    """An interrupt is no fault to be traced.  Python ends as SIGINT ends a program then."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = stay_quiet


def pass_on(number, _frame):
    """A signal is for what was started, too, which else would go on by itself.  Interrupted, the script itself may tidy up;
    a process of its pool, or what is to be terminated, ends at once."""
    for path in glob.glob("/proc/self/task/*/children"):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
            for child in file.read().split():
                os.kill(int(child), number)
    if number == signal.SIGINT and os.getpid() == SCRIPT:
        raise KeyboardInterrupt
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def status_of(main):
    try:
        return main()
    except SystemExit as end:  # argparse, after --help too
        if isinstance(end.code, str):
            return complain(end.code)
        return end.code


def run(main, guard=None):
    """The status to exit with: what main returns, or 2 after one line if standard output is closed, or did not take
    all, or anything else could not be read or written and main did not say so itself.  GUARD: safe_text.guard, of a script
    that prints what comes from outside."""
    if sys.stdout is None:  # print() would say nothing, and nobody would know
        return complain("cannot write to standard output: it is closed")
    speak_one_language()
    # Buffered, whatever the environment says: newer argparse passes over what cannot be written, and a buffer keeps it.
    sys.stdout = open(1, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, pass_on)
    argparse._StoreAction.__call__ = once
    argparse.ArgumentParser.error = wrong_use
    if guard is not None:
        guard()
    try:
        status = status_of(main)
        sys.stdout.flush()
    except BrokenPipeError:
        forget()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        forget()  # to write it now may wait for a reader again
        raise
    except OSError as error:
        forget()
        return complain(cause(error))
    return status
