"""The pages of results: implementations by features, a page for each, the worst findings, what works together."""
import html
import itertools
import json
import pathlib

from conformance import versions
from conformance.findings import pages as findings
from release.site.markup import TEMPLATES, filled
from release.site.seen import PRODUCTS, column_of, order, short

ROOT = pathlib.Path(__file__).resolve().parents[2]
# At least this share is right: class of the cell, a mark for people who see no colour.
GRADES = ((1, "all", "●"), (0.9, "most", "◕"), (0.5, "some", "◑"), (0, "few", "○"))
KINDS = {"readers": "Readers and unwinders", "assemblers": "Assemblers", "linkers": "Linkers"}
WORST = 10  # findings, each of another product
PLACE = {product: at for at, (_, product) in enumerate(PRODUCTS)}


def graded(right, of, words=None, link=None):
    """A cell: RIGHT of OF answers were right; nothing was asked if OF is 0."""
    if not of:
        return '<td class="unasked">·</td>'
    name, mark = next((name, mark) for least, name, mark in GRADES if right >= least * of)
    text = f"{mark} {html.escape(words or f'{right}/{of}')}"
    return f'<td class="{name}">' + (f'<a href="{link}">{text}</a>' if link else text) + "</td>"


def page_of(column):
    """The path of an implementation's page, without the ending."""
    product, version, way = column
    return "results/" + "-".join(filter(None, (product.lower(), short(version), way)))


def in_order(labels, columns):
    """Versions of one product side by side, older ones first."""
    return sorted(labels, key=lambda label: (PLACE[columns[label][0]], order(columns[label][1])))


class Results:
    """conformance/results/by-feature.json, and the names of implementations."""

    def __init__(self):
        made = json.loads((ROOT / "conformance/results/by-feature.json").read_text(encoding="utf-8"))
        self.rows, self.all = made["rows"], made["implementations"]
        self.columns = {label: column_of(label, versions.upstream(one["version"])) for label, one in self.all.items()}

    def parted(self, kind):
        """The labels of a kind: of plain implementations; of other ways to ask one, and other builds."""
        labels = in_order((label for label, one in self.all.items() if one["kind"] == kind), self.columns)
        plain = [label for label in labels if not self.columns[label][2]]
        return plain, [label for label in labels if label not in plain]

    def by_product(self, labels):
        groups = itertools.groupby(labels, lambda label: self.columns[label][0])
        return [(product, list(some)) for product, some in groups]

    def rows_of(self, kind):
        """(group, name, words) of each feature, the first of all questions."""
        return [("", "all", "all questions"), *self.rows[kind]]

    def groups(self, kind, labels):
        """The features that one of the implementations was asked about, by group."""
        rows = [row for row in self.rows_of(kind) if any(row[1] in self.all[label]["features"] for label in labels)]
        return [(group, [row[1:] for row in some]) for group, some in itertools.groupby(rows, lambda row: row[0])]

    def tally(self, label, name):
        """How many questions about a feature were asked, compared and right; what explains the others."""
        return self.all[label]["features"].get(name, (0, 0, 0, {}))

    def title(self, label):
        product, version, way = self.columns[label]
        return f"{product} {short(version)}" + (f" ({way})" if way else "")

    def page(self, label):
        return page_of(self.columns[label])

    def newest(self):
        """The label of each product's newest version, without other ways to ask the same version."""
        plain = [label for label, column in self.columns.items() if not column[2]]
        return {self.columns[label][0]: label for label in in_order(plain, self.columns)}.values()


# --- The worst findings ---


def weight(results, name):
    """Of the questions that a newest version was asked, the share whose failures the finding explains; the largest."""
    found = [(results.tally(label, "all"), label) for label in results.newest()]
    return max(((tally[3].get(name, 0) / tally[1], label) for tally, label in found if tally[1]), default=(0, ""))


def first_sentence(name):
    text = findings.part(findings.read(findings.HERE, name), "What a user notices")
    return (" ".join(text.split()).partition(". ")[0].rstrip(".") + ".").replace("|", "\\|")


def worst(results, seen):
    """The findings of newest versions that explain the most failures, one for each product: share, label, name."""
    found = {}
    for (share, label), name in sorted(((weight(results, name), name) for name in seen.found), reverse=True):
        found.setdefault(results.columns[label][0] if label else None, (share, label, name))
    return [each for each in found.values() if each[0]][:WORST]


# --- What can be used with what ---


class Together:
    """conformance/results/together.json."""

    def __init__(self):
        made = json.loads((ROOT / "conformance/results/together.json").read_text(encoding="utf-8"))
        self.rows = made["rows"]
        self.columns = {label: column_of(label, versions.upstream(one)) for label, one in made["versions"].items()}
        self.abis = list(dict.fromkeys(row["abi"] for row in self.rows))

    def name(self, label):
        return "our reader" if label == "oracle" else f"{self.columns[label][0]} {short(self.columns[label][1])}"

    def linked(self, reader):
        """A reader's name, which leads to its results."""
        name = self.name(reader)
        return name if reader == "oracle" else f'<a href="{page_of(self.columns[reader])}.html">{name}</a>'

    def readers(self, rows):
        """The readers that were asked, ours first."""
        asked = dict.fromkeys(reader for row in rows for reader in row.get("readers", ()))
        return ["oracle"] * ("oracle" in asked) + in_order((one for one in asked if one != "oracle"), self.columns)

    def names(self, row):
        return " and ".join(map(self.name, row["assemblers"]))

    def of(self, abi):
        return [row for row in self.rows if row["abi"] == abi]

    def by_assemblers(self, rows):
        found = {}
        for row in rows:
            found.setdefault(self.names(row), []).append(row)
        return found

    def whole(self, abi):
        """The rows whose output has every function."""
        return [row for row in self.of(abi) if kept(row) == row["functions"]]


def kept(row):
    """How many functions are in the output, as our reader reads it."""
    count = row.get("readers", {}).get("oracle", 0)
    return count if isinstance(count, int) else 0


def anchor(row):
    return "-".join((row["abi"], *row["assemblers"], row["linker"]))


def read_cell(row, reader):
    count = row["readers"].get(reader)
    words, right = (None, count) if isinstance(count, int) else (count, 0)
    return graded(right, row["functions"] if count is not None else 0, words)


# --- All of it ---


TEMPLATES.filters.update(kept=kept, anchor=anchor, notices=first_sentence)
TEMPLATES.globals.update(graded=graded, read_cell=read_cell)


def pages(seen):
    results, together = Results(), Together()
    yield "results.md", filled("results.md", kinds=KINDS, results=results, together=together, seen=seen,
                               worst=worst(results, seen))
    yield "together.md", filled("together.md", together=together)
    for label in results.all:
        yield f"{results.page(label)}.md", filled("implementation.md", results=results, label=label, seen=seen)
