"""The clause catalogue for scripts: clauses.def, the quotes beside it, the texts, and where code cites a clause."""
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "ref/clauses.def"
QUOTES = ROOT / "ref/quotes.txt"
UNCITED = ROOT / "ref/uncited.txt"
CITING = ("ref/lib", "ref/tool", "ref/tool/notation")
PROFILES = ("v1", "v2", "v2e1", "v2e2", "v3")
FILES = {
    "v1": "sframe-v1.txt",
    "v2": "sframe-v2.txt",
    "v2e1": "sframe-v2-errata1.txt",
    "v3": "sframe-v3.txt",
}
WITHOUT_HEADINGS = {"v2e1"}  # its rendering lost them
MOST_WORDS = 12
ID = r"[a-z0-9]+\.[a-z0-9-]+"
CITATION = re.compile(rf"\[({ID})\]")


@dataclass
class Clause:
    """An entry; sections: profile to the sections in which its text says it, each as (text, section)."""

    name: str
    id: str
    subject: str
    strength: str
    words: str
    sections: dict
    quotes: list = field(default_factory=list)  # Quote

    @property
    def texts(self):
        """Text to the sections of it that are named, in the order of the texts."""
        named = {}
        for places in self.sections.values():
            for text, section in places:
                if section not in named.setdefault(text, []):
                    named[text].append(section)
        return {text: named[text] for text in FILES if text in named}

    @property
    def is_said(self):
        """Whether a text says it, so that there are words to quote."""
        return self.strength != "implied" and bool(self.texts)


@dataclass
class Quote:
    texts: tuple
    words: str


@dataclass
class Citation:
    path: str
    line: int
    text: str

    @property
    def place(self):
        return f"{self.path}:{self.line}"


# --- The catalogue ---


def read_places(profile, sections):
    """The sections of one profile as they stand in the catalogue: "1.2, V3 2.1.3"."""
    for place in re.findall(r"[^,]+", sections):
        other, _, section = place.strip().rpartition(" ")
        if section != "header":
            yield (other or profile).lower(), section


def read_sections(macro, columns):
    columns = re.findall(r'"[^"]*"|\b0\b', columns)  # 0: it does not say it; "0": before its first section
    if macro == "AT":
        columns.insert(3, columns[2])
    own_text = {"v2e2": "v2e1"}
    return {profile: list(read_places(own_text.get(profile, profile), column.strip('"')))
            for profile, column in zip(PROFILES, columns, strict=True) if column != "0"}


ENTRY = re.compile(
    r'^CLAUSE\(\s*(\w+),\s*"([^"]+)",\s*(\w+),\s*(\w+),\s*(AT\d?)\(([^)]*)\),\s*((?:"[^"]*"\s*)+)\)', re.MULTILINE)


def read_catalogue(text=None):
    """Id to Clause, in the catalogue's order, without quotes."""
    text = CATALOGUE.read_text(encoding="utf-8") if text is None else text
    return {each[1]: Clause(each[0], each[1], each[2].lower(), each[3].lower(),
                            "".join(re.findall(r'"([^"]*)"', each[6])), read_sections(each[4], each[5]))
            for each in ENTRY.findall(text)}


# --- Quotes ---


def read_quotes(clauses, text=None):
    """Adds the quotes to their clauses.  Yields what is wrong with the table, as (line, reason)."""
    text = QUOTES.read_text(encoding="utf-8") if text is None else text
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split(" | ", 2)]
        if len(columns) != 3 or not all(columns):
            yield number, "wants CLAUSE | texts | words"
        elif columns[0] not in clauses:
            yield number, f"{columns[0]} is not in {CATALOGUE.name}"
        else:
            clause = clauses[columns[0]]
            texts = tuple(clause.texts) if columns[1] == "*" else tuple(columns[1].split())
            clause.quotes.append(Quote(texts, columns[2]))
            yield from ((number, reason) for reason in line_faults(clause, clause.quotes[-1]))


def line_faults(clause, quote):
    count = len(quote.words.split())
    if count > MOST_WORDS:
        yield f"{clause.id}: {count} words, {MOST_WORDS} are allowed: {quote.words}"
    if not quote.texts:
        yield f"{clause.id}: no text has a section on it"
    for text in quote.texts:
        if text not in clause.texts:
            yield f"{clause.id}: the catalogue names no section of {text}"


def missing_quotes(clauses):
    """(id, text) of each clause that a text says and that has no quote from it."""
    for clause in clauses.values():
        quoted = {text for quote in clause.quotes for text in quote.texts}
        yield from ((clause.id, text) for text in clause.texts if clause.is_said and text not in quoted)


# --- The texts ---


def fold(text):
    """TEXT without what renderings differ in: quotation marks, emphasis, bars of tables, kinds of dashes and blanks."""
    text = re.sub(r"[‘’“”\"'`]", "", text.replace("|", " ").replace("–", "-").replace("−", "-"))
    return " ".join(re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r"\1", text).split())


HEADING = re.compile(  # in the rendering of V2 bars stand between a heading and its rule
    r"^(?:(\d+(?:\.\d+)*)|Appendix (A)|(Overview)|(Index))\b.*\n(?:[|]+\n)*([*=.-])\5{3,}$", re.MULTILINE)


def sections_of(text):
    """Section to its own words, without those of the sections in it; "0" is what stands before the first."""
    found, name, begin = {}, "0", 0
    for heading in HEADING.finditer(text):
        found[name] = fold(text[begin:heading.start()])
        number, appendix, overview, index = heading.group(1, 2, 3, 4)
        name, begin = number or appendix or (overview and "0.1") or index, heading.end()
    found[name] = fold(text[begin:])
    return found


def read_texts(folder):
    """Text to its sections; one whose headings are lost is all of it in section None."""
    texts = {}
    for name, file in FILES.items():
        text = (Path(folder) / file).read_text(encoding="utf-8")
        texts[name] = {None: fold(text)} if name in WITHOUT_HEADINGS else sections_of(text)
    return texts


def misquotes(clauses, texts):
    """Quotes that do not stand in a section that the catalogue names, as (id, text, words)."""
    for clause in clauses.values():
        for quote in clause.quotes:
            for text in quote.texts:
                named = [None] if text in WITHOUT_HEADINGS else clause.texts[text]
                if not any(fold(quote.words) in texts[text].get(section, "") for section in named):
                    yield clause.id, text, quote.words


# --- Citations ---


def enumerators_of(clauses):
    """Enumerator to id."""
    return {f"SFR_{clause.name}": clause.id for clause in clauses.values()}


def cited_in(line, enumerators):
    """The clauses that LINE cites: by id in brackets, or by one of the ENUMERATORS, each with its id."""
    named = [enumerators[word] for word in re.findall(r"\w+", line) if word in enumerators]
    return list(dict.fromkeys([*CITATION.findall(line), *named]))


def citations(paths=None):
    """Id to the places of the oracle's code that cite it."""
    found = {}
    enumerators = enumerators_of(read_catalogue())
    paths = paths or [path for folder in CITING for path in sorted((ROOT / folder).glob("*.[ch]"))]
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for clause in cited_in(line, enumerators):
                found.setdefault(clause, []).append(Citation(str(path.relative_to(ROOT)), number, line.strip()))
    return found


def uncited():
    """Id to the reason why no line of code cites it."""
    lines = UNCITED.read_text(encoding="utf-8").splitlines()
    return {clause.strip(): why.strip() for clause, _, why in
            (line.partition("|") for line in lines if line and not line.startswith("#"))}
