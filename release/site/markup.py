"""Words, tables and links of the site's pages, in Markdown."""
import html
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent


def plain(text):
    """Text that Markdown leaves as it is."""
    return re.sub(r"([\\`*_\[\]#|])", r"\\\1", html.escape(text, quote=False))


def code(text):
    return f"`{text}`"


def table(*rows):
    """The first row is the head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) + "\n"


def bullets(items):
    return "".join(f"- {item}\n" for item in items)


def filled(name, **parts):
    """A page that is written by hand, with each {part} replaced."""
    text = (HERE / f"pages/{name}.in").read_text(encoding="utf-8")
    return re.sub(r"\{(\w+)\}", lambda found: str(parts[found[1]]), text)


def clause_link(clause):
    return f"[`{clause}`](/clauses/{clause}.md)"


def point_link(point):
    return f"[`{point}`](/conformance/ledger/{point}.md)"


def finding_link(name, title):
    return f"[{title}](/conformance/findings/{name})"


def quoted(words, places):
    return f"<blockquote>{html.escape(words)} <small>{places}</small></blockquote>\n\n"
