"""Words, tables and links of the site's pages, in Markdown; and pages/, the templates of which they are made."""
import html
import pathlib
import re

import jinja2

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


def clause_link(clause):
    return f"[`{clause}`](/clauses/{clause}.md)"


def point_link(point):
    return f"[`{point}`](/conformance/ledger/{point}.md)"


def finding_link(name, title):
    return f"[{title}](/conformance/findings/{name})"


def rows_of(name):
    """A table of this folder: what stands before the first bar, and what stands behind it."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split(" | ", 1) for line in lines if line and not line.startswith("#"))


TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "pages"), undefined=jinja2.StrictUndefined,
                               trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
TEMPLATES.filters.update(plain=plain, code=code, clause=clause_link, point=point_link, escaped=html.escape,
                         number="{:,}".format)
TEMPLATES.globals.update(finding=finding_link)


def filled(template, **parts):
    return TEMPLATES.get_template(f"{template}.in").render(parts)
