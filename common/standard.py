"""How every script here ends: if what it printed did not arrive, it fails, as the programs in C do."""
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
    """argparse.Action.__call__ for options with one value.  It refuses a second value, which argparse would take."""
    if option is not None and getattr(action, "given", False):
        parser.error(f"argument {option}: given twice, but takes one value only")
    action.given = True
    setattr(namespace, action.dest, values)


def wrong_use(parser, message):
    """argparse.ArgumentParser.error, as one line."""
    parser.exit(TROUBLE, f"{parser.prog}: {message.removeprefix('argument ')}; see {parser.prog} --help\n")


def parser(text, **options):
    """A parser of a command line whose help is this text as it is written."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter, **options)


def whole(text, least=0, most=10 ** 12):
    """The number of an option, as programs in C read it; int() would take signs, blanks, _ and foreign digits too."""
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
    """The words of an error: if it is the system's, its reason and file, without its number; else its own text."""
    said = getattr(error, "strerror", None)
    name = getattr(error, "filename", None)
    return str(error) if said is None else said if name is None else f"{name}: {said}"


def cause(error):
    """An error as one line.  One of the system without a file is about standard output: all other files have names."""
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
    """The message about a word that is no known name; WHERE lists all names."""
    near = nearest(word, sorted(known))
    return f"no such {kind}: {word}; {'nearest: ' + ', '.join(near) if near else 'none is like it'}; {where} lists all"


def forget():
    """Throws away what standard output did not take: else Python, when it ends, would try and report that again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def speak_one_language():
    """Makes files, arguments, output and what tools print UTF-8 and English wherever a script runs.  Starts Python
    again if it uses another encoding."""
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.pop("LANGUAGE", None)
    if sys.getfilesystemencoding() != "utf-8" or sys.stdout.encoding.lower() != "utf-8":
        os.environ.pop("PYTHONIOENCODING", None)
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def stay_quiet(kind, error, trace):
    """Prints no trace of an interrupt; Python then ends as SIGINT ends a program."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = stay_quiet


def pass_on(number, _frame):
    """Sends a signal also to the processes that this one started, which would go on otherwise.  SIGINT in the script
    itself becomes KeyboardInterrupt, so that it can tidy up; else the process ends at once."""
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
    """Runs main and returns the status to exit with: what main returns; or 2, after one line, if standard output is
    closed or did not take all, or if another file could not be read or written and main did not report it.  GUARD:
    safe_text.guard, for a script that prints text from outside."""
    if sys.stdout is None:  # print() would say nothing, and nobody would know
        return complain("cannot write to standard output: it is closed")
    speak_one_language()
    # Buffered, whatever the environment says: newer argparse ignores write errors, but the buffer keeps what is left.
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
