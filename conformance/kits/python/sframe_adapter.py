"""An adapter for sframe-conform in Python 3: copy this module and call run() with functions of your own.

Each of decode, check, lookup, flip and unwind takes a Request and returns an answer as docs/protocol.md describes it,
as a dictionary; the functions below write its values. An operation without a function is not declared, and never
asked. If the section cannot be read, raise Refused, or name the reader's own exception as `refusals`. If the reader
cannot do what was asked, raise Unsupported. If the reader is a program that crashed, raise Ended. Any other exception
ends the adapter, and the runner counts that as a failure: an accident is not a refusal.

If your reader opens a section once and is then asked many times, give run() also `open`: it takes a Request, of which
only the section counts, and returns what the reader keeps. Each request about the section has that as request.opened,
also a request that brings its own section. If `open` refuses the section, that is the answer to each question about
it. At the end `close` gets what `open` returned.

A writer has assemble, link, encode or merge instead; request.bytes is then the text or the JSON of the question.

Write the members of an answer in the order of corpus/schema: the runner compares that fastest.
"""
import copy
import json
import os
import re
import sys

LENGTH_LIMIT = 64 << 20  # bytes in a section
LINE_LIMIT = 160
COUNT_LIMIT = 1 << 16  # registers, modules or pieces of memory
OPEN_LIMIT = 16  # sections that are open at once
OPERATIONS = ("decode", "check", "lookup", "flip", "unwind")
WRITING = ("assemble", "link", "encode", "merge")  # of protocol 2
SAME = "same"  # the rule of a value that is still in its register
UNDEFINED = "undefined"  # the rule of RA in an outermost frame, which has no caller


class Refused(Exception):
    """The section cannot be read."""


class Unsupported(Exception):
    """The reader cannot do what was asked here."""


class Ended(Exception):
    """The reader is a program, and a signal ended it, or its exit status does not mean a refusal."""

    def __init__(self, how, complaint):
        super().__init__(how)
        self.how = how  # "SIGSEGV", or an exit status
        self.complaint = complaint  # its standard error


class Scenario:
    """What an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md."""
    def __init__(self, limit, registers, modules, memory, order):
        self.limit = limit  # how many frames to give at most
        self.registers = registers  # "sp", "fp", "r30" and so on, or "pac_mask": value
        self.modules = modules  # further sections, each as address and bytes
        self.memory = memory  # what can be read, each as address and bytes
        self.order = order  # the byte order of memory: "little" or "big"

    def word(self, where):
        """The word of 8 bytes at an address; None if it cannot be read."""
        found = bytes(byte for i in range(8) for byte in self.byte(where + i & 0xffffffffffffffff))
        return int.from_bytes(found, self.order) if len(found) == 8 else None

    def byte(self, where):
        for begin, piece in self.memory:
            if begin <= where < begin + len(piece):
                return piece[where - begin:where - begin + 1]
        return b""


class Request:
    def __init__(self, operation, number, profile, abi, where, pc):
        self.operation, self.number = operation, number
        self.profile = profile  # "v1", "v2", "v2e1", "v2e2", "v3"
        self.abi = abi  # "amd64", "aarch64", "aarch64_be", "s390x"
        self.address = where  # where the section lies in memory
        self.bytes = b""
        self.pc = pc  # the PC of a lookup or of the topmost frame; else 0
        self.scenario = None  # for an unwinding: a Scenario
        self.opened = None  # what `open` returned
        self.refusal = None  # the exception that `open` raised, if it refused the section


# --- What answers are made of -------------------------------------------------------------------------------

def address(value):
    return f"0x{value & 0xffffffffffffffff:x}"


def rule_sum(base, offset):
    """Base plus offset; a base is "sp", "fp", "cfa" or a DWARF number such as "r10"."""
    return {"base": base, "offset": offset}


def rule_load(base, offset):
    """The word in memory at base plus offset."""
    return {"base": base, "offset": offset, "deref": True}


def none(what):
    """The answer to a lookup that finds nothing. WHAT is missing: "function", "row", or "unknown" for either."""
    return {"none": what}


def flags(profile, bits):
    """The bits that are set, by their names in this profile; a bit without a name by its value."""
    names = {1: "sorted"}
    if profile != "v3":
        names[2] = "frame_pointer"
    if profile not in ("v1", "v2"):
        names[4] = "pcrel"
    return [names.get(1 << bit, address(1 << bit)) for bit in range(8) if bits >> bit & 1]


# --- Requests -----------------------------------------------------------------------------------------------

def fail(message):
    """Ends the adapter, because the runner could take later output for the answer to another request."""
    print(f"sframe_adapter: {message}", file=sys.stderr, flush=True)
    os._exit(2)  # sys.exit() would try once more to write what cannot be written


def read_line(source):
    """The words of one line; None if the input ends before the line begins."""
    line = source.readline(LINE_LIMIT)
    if not line:
        return None
    if not line.endswith(b"\n"):
        fail(f"a request's line is longer than {LINE_LIMIT - 1} bytes" if len(line) == LINE_LIMIT else
             "the input ends within a request's line")
    strange = re.search(rb"[^ -~]", line[:-1])
    if strange:
        fail(f"a request's line holds the byte 0x{strange[0][0]:02x}: "
             "do the bytes before it match their LENGTH?")
    return line[:-1].decode("ascii").split(" ")


def number_of(what, word, base, limit):
    """Reads a number. int() alone also takes signs, blanks, underscores and prefixes, which no request has."""
    if not re.fullmatch("[0-9]+" if base == 10 else "[0-9a-fA-F]+", word):
        fail(f"{what} is not a number to base {base}: '{word}'")
    if int(word, base) > limit:
        fail(f"{what} is over the limit of {limit}: '{word}'")
    return int(word, base)


def read_bytes(source, length, number):
    found = source.read(length)
    if len(found) != length:
        fail(f"the input ends within the bytes of request {number}: {len(found)} of {length}")
    return found


def read_pair(source):
    """A line of two words within a scenario."""
    words = read_line(source)
    if words is None:
        fail("the input ends within a scenario")
    if len(words) != 2:
        fail(f"a line of a scenario is not two words: '{' '.join(words)}'")
    return words


def read_register(source):
    name, value = read_pair(source)
    if len(name) > 15:
        fail(f"not the name of a register: '{name}'")
    return name, number_of("VALUE", value, 16, 2**64 - 1)


def read_piece(source, number):
    where, length = read_pair(source)
    return (number_of("ADDRESS", where, 16, 2**64 - 1),
            read_bytes(source, number_of("LENGTH", length, 10, LENGTH_LIMIT), number))


def read_scenario(counts, abi, source, number):
    """Reads the scenario that follows the section's bytes; the line's last words say how long it is."""
    limit = number_of("LIMIT", counts[0], 10, 2**32 - 1)
    registers, modules, pieces = (number_of(what, count, 10, COUNT_LIMIT)
                                  for what, count in zip(("REGISTERS", "MODULES", "PIECES"), counts[1:]))
    return Scenario(limit, dict(read_register(source) for _ in range(registers)),
                    [read_piece(source, number) for _ in range(modules)],
                    [read_piece(source, number) for _ in range(pieces)],
                    "big" if abi in ("aarch64_be", "s390x") else "little")


def read_section(words, source):
    """Reads the section of a request. A scenario that may follow its bytes is not read yet."""
    operation, number, profile, abi, where, length = words
    length = number_of("LENGTH", length, 10, LENGTH_LIMIT)
    request = Request(operation, request_number(number), profile, abi, number_of("ADDRESS", where, 16, 2**64 - 1), 0)
    request.bytes = read_bytes(source, length, number)
    return request


def request_number(word):
    return number_of("NUMBER", word, 10, 2**63 - 1)


def about(section, words, source):
    """The request about a section that WORDS ask for: operation, PC, and for an unwinding how long the scenario is,
    which is then read."""
    request = copy.copy(section)
    request.operation, request.pc = words[0], number_of("PC", words[1], 16, 2**64 - 1)
    if request.operation == "unwind":
        request.scenario = read_scenario(words[2:], request.abi, source, request.number)
    return request


def read_request(words, source):
    """Reads a request that brings its own section."""
    return about(read_section(words[:6], source), [words[0], *words[6:]], source)


# --- Answering ----------------------------------------------------------------------------------------------

class Adapter:
    def __init__(self, functions, opening, closing, refusals):
        self.functions, self.refusals = functions, refusals
        self.opening, self.closing = opening, closing
        self.sections = {}  # those that are open, by their names

    def open(self, section):
        """Opens the section. If it is refused, keeps the refusal, which answers each question about it."""
        try:
            section.opened = self.opening(section) if self.opening else None
        except (*self.refusals, Unsupported, Ended) as refusal:
            section.refusal = refusal

    def close(self, section):
        if self.closing and section.refusal is None:
            self.closing(section.opened)

    def ask(self, request):
        function = self.functions.get(request.operation)
        if function is None:
            raise Unsupported("the adapter has no function for this operation")
        if request.refusal is not None:
            raise request.refusal.with_traceback(None)
        stated = {"pc": address(request.pc)} if request.operation == "lookup" else {}
        return stated | function(request)

    def answer(self, request):
        try:
            return self.ask(request)
        except self.refusals as refused:
            return {"error": str(refused) or "no reason given"}
        except Ended as end:
            return {"ended": end.how, "stderr": end.complaint}
        except Unsupported as unsupported:
            return {"unsupported": str(unsupported) or "no reason given"}

    def named(self, word, is_open):
        """The name of a section. Ends the adapter unless the section is open, or not open, as IS_OPEN demands."""
        name = number_of("NAME", word, 10, OPEN_LIMIT - 1)
        if (name in self.sections) != is_open:
            fail(f"the section {word} is {'not open' if is_open else 'open already'}")
        return name

    def answer_alone(self, words, source):
        request = read_request(words, source)
        self.open(request)
        answer = self.answer(request)
        self.close(request)
        return answer

    def answer_open(self, words, source):
        section = self.sections[self.named(words[6], False)] = read_section(words[:6], source)
        self.open(section)
        return {}

    def answer_ask(self, words, source):
        return self.answer(about(self.sections[self.named(words[2], True)], words[3:], source))

    def answer_close(self, words, _):
        self.close(self.sections.pop(self.named(words[2], True)))
        return {}

    def answer_line(self, words, source):
        kept = {"open": (self.answer_open, 7), "ask": (self.answer_ask, 5), "close": (self.answer_close, 3)}
        answer, wanted = kept.get(words[0] if self.opening else None, (self.answer_alone, 7))
        unwinds = words[3 if answer == self.answer_ask else 0:][:1] == ["unwind"]
        if len(words) != wanted + (4 if unwinds else 0):
            fail(f"not a request of protocol {3 if self.opening else 1}: '{' '.join(words)}'")
        return {"request": request_number(words[1])} | answer(words, source)


def run(name, version, profiles, abis, *, foreign_byte_order=True, exposes=None, requires=None, refusals=(),
        starts_from_field="", leaves_out="", open=None, close=None, **functions):
    """Answers requests until the input ends. Lists are strings of words; REFUSALS is an exception or a tuple of them;
    REQUIRES is a requirement set (docs/requirements.md); OPEN and CLOSE are for sections that stay open.
    docs/protocol.md describes what else `hello` may declare."""
    unknown = set(functions) - {*OPERATIONS, *WRITING}
    if unknown:
        raise TypeError(f"not an operation: {', '.join(sorted(unknown))}")
    hello = {"protocol": 3 if open else 2 if set(functions) & set(WRITING) else 1, "name": name, "version": version,
             "profiles": profiles.split(), "abis": abis.split(),
             "operations": [name for name in (*OPERATIONS, *WRITING) if name in functions],
             "foreign_byte_order": foreign_byte_order} | ({"opens": True} if open else {})
    if exposes is not None:
        hello["exposes"] = exposes.split()
    if requires is not None:
        hello["requires"] = requires
    for member, some in (("starts_from_field", starts_from_field), ("leaves_out", leaves_out)):
        if some:
            hello[member] = some.split()
    refusals = (Refused, *(refusals if isinstance(refusals, tuple) else (refusals,)))
    adapter = Adapter(functions, open, close, refusals)
    output = sys.stdout  # stays referenced, or its buffer would be closed
    source, sink = sys.stdin.buffer, output.buffer
    sys.stdout = sys.stderr  # what the reader prints is not part of the answers
    while (words := read_line(source)) is not None:
        write(sink, hello if words == ["hello", "1"] else adapter.answer_line(words, source))
    for section in adapter.sections.values():
        adapter.close(section)


def write(sink, value):
    """Writes a line at once, as the runner waits for it."""
    line = json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
    try:
        sink.write(line)
        sink.flush()
    except OSError as error:
        fail(f"standard output cannot be written: {error.strerror}")
