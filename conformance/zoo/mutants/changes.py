"""Finds the changes that can be made in a C source: to one token, condition or statement."""
import collections
import os
import re

# Functions that are not changed, as no reading reaches them: they write sections, or print for debugging.
WRITERS = re.compile("encode|sframe_sort|create_func_info|calc_fre_type|need_swapping|^fde_func$|grow_fre_tbl|debug|printflike|"
                     "^sframe_fre_get_fre_info$|^sframe_fde_tbl_alloc$")
BLANKED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                     r'\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
FUNCTION = re.compile(r"^(?:[\w][\w \t*\n]*?[ \t*\n])?(\w+) ?\([^;{}]*\)\n\{", re.M)
OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&": ["|"], "|": ["&"],
    "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"],
}
TOKEN = re.compile(r"(?<=[\w)\]] )(<<|>>|[<>=!]=|&&|\|\||\+=|-=|[-+*/%&|<>])(?= [\w(~!*-])|\+\+|--")
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)[uUlL]*(?![\w.])")
CONDITION = re.compile(r"\b(if|while) ?\(")
# Calls of ref/ that describe a violation.  Their arguments are not changed: only the command line prints them.
DESCRIBED = re.compile(r"\bsfr_(?:breach|fault) ?\(")
STATEMENT = re.compile(r"(?<=\n)[ \t]+(?!return|goto|break|continue|case|default|else|static|const|typedef)"
                       r"(?:\w+ ?\([^;{}]*\)|[\w.>\[\]*-]+ ?(?:[-+|&]|<<|>>)?= [^;{}]*);")


def closing(text, at):
    """The offset behind the bracket that closes the one at AT."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)


def without_descriptions(plain):
    """PLAIN with blanks in place of the arguments of calls that match DESCRIBED."""
    for match in DESCRIBED.finditer(plain):
        end = closing(plain, match.end() - 1) - 1
        plain = plain[:match.end()] + re.sub(r"[^\n]", " ", plain[match.end():end]) + plain[end:]
    return plain


def functions_of(text):
    """For each function: name, place, and beginning and end of the body."""
    for match in FUNCTION.finditer(text):
        yield match[1], match.start(1), match.end(), text.find("\n}", match.end())


class Mutant:
    """A source with one change.  In our own code its name is the line before and after the change, which stays when
    other lines move.  In others' code it is the function, the line and column in it, and what is changed there.  If
    two mutants have one name, that of the second ends in ` (2)`."""

    def __init__(self, source, function, begin, end, other, kind):
        lines = "\n" * (source.text.count("\n", begin, end) - other.count("\n"))
        self.path, self.text = source.path, source.text[:begin] + other + lines + source.text[end:]
        where = f"{os.path.basename(source.path)} {function[0]}"
        if source.is_ours:
            first, last = source.text.rfind("\n", 0, begin) + 1, source.text.find("\n", end)
            before = " ".join(source.text[first:last].split())
            after = " ".join((source.text[first:begin] + other + source.text[end:last]).split())
            self.name = f"{where}: {before} => {after}"
        else:
            line = source.text.count("\n", function[1], begin)
            column = begin - source.text.rfind("\n", 0, begin)
            self.name = f"{where} +{line}:{column}: {kind or source.text[begin:end] + ' => ' + other}"


class Source:
    def __init__(self, path, is_ours):
        self.path, self.is_ours = path, is_ours
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    def mutants(self):
        plain = BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), self.text)
        if self.is_ours:
            plain = without_descriptions(plain)
        named = collections.Counter()
        for name, place, begin, end in functions_of(plain):
            if not WRITERS.search(name):
                for change in changes(self.text, plain, begin, end):
                    mutant = Mutant(self, (name, place), *change)
                    named[mutant.name] += 1
                    mutant.name += f" ({named[mutant.name]})" if named[mutant.name] > 1 else ""
                    yield mutant


def changes(text, plain, begin, end):
    """For each change of a body: beginning, end, the new text, and its description."""
    for match in TOKEN.finditer(plain, begin, end):
        for other in OPERATORS[match[0]]:
            yield match.start(), match.end(), other, None
    for match in NUMBER.finditer(plain, begin, end):
        yield match.start(1), match.end(1), str(int(match[1], 0) + 1), None
    for match in CONDITION.finditer(plain, begin, end):
        behind = closing(plain, match.end() - 1)
        yield match.end(), behind - 1, f"!({text[match.end():behind - 1]})", "negated"
    for match in STATEMENT.finditer(plain, begin, end):
        yield match.start() + len(match[0]) - len(match[0].lstrip()), match.end(), ";", "left out"
