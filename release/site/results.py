"""The pages of results: implementations by features, a page for each, the worst findings, what works together."""
import html
import json
import pathlib

from conformance import versions
from conformance.findings import pages as findings
from release.site.markup import filled, finding_link, plain, table
from release.site.seen import PRODUCTS, column_of, order, short

ROOT = pathlib.Path(__file__).resolve().parents[2]
# At least this share is right: class of the cell, a mark for people who see no colour.
GRADES = ((1, "all", "●"), (0.9, "most", "◕"), (0.5, "some", "◑"), (0, "few", "○"))
KINDS = {"readers": "Readers and unwinders", "assemblers": "Assemblers", "linkers": "Linkers"}
WORST = 10  # findings, each of another product


def graded(right, of, words=None, link=None):
    """A cell: RIGHT of OF answers were right."""
    name, mark = next((name, mark) for least, name, mark in GRADES if right >= least * of)
    text = f"{mark} {html.escape(words or f'{right}/{of}')}"
    return f'<td class="{name}">' + (f'<a href="{link}">{text}</a>' if link else text) + "</td>"


NOT_ASKED = '<td class="unasked">·</td>'


def page_of(column):
    """The path of an implementation's page, without the ending."""
    product, version, way = column
    return "results/" + "-".join(filter(None, (product.lower(), short(version), way)))


class Results:
    """conformance/results/by-feature.json, and the names of implementations."""

    def __init__(self):
        made = json.loads((ROOT / "conformance/results/by-feature.json").read_text(encoding="utf-8"))
        self.rows, self.all = made["rows"], made["implementations"]
        self.columns = {label: column_of(label, versions.upstream(one["version"])) for label, one in self.all.items()}

    def of_kind(self, kind):
        place = {product: at for at, (_, product) in enumerate(PRODUCTS)}
        labels = [label for label, one in self.all.items() if one["kind"] == kind]
        return sorted(labels, key=lambda label: (place[self.columns[label][0]], order(self.columns[label][1])))

    def title(self, label):
        product, version, way = self.columns[label]
        return f"{product} {short(version)}" + (f" ({way})" if way else "")

    def page(self, label):
        return page_of(self.columns[label])

    def newest(self, product):
        """The label of a product's newest version, without other ways to ask the same version."""
        labels = [label for label, column in self.columns.items() if column[0] == product and not column[2]]
        return sorted(labels, key=lambda label: order(self.columns[label][1]))[-1:]


# --- The matrix ---


def head_of(results, labels):
    products, lower, groups = "", "", "<colgroup></colgroup>"
    for at, label in enumerate(labels):
        product, version, way = results.columns[label]
        if at == 0 or results.columns[labels[at - 1]][0] != product:
            many = sum(results.columns[one][0] == product for one in labels)
            products += f'<th scope="colgroup" colspan="{many}">{product}</th>'
            groups += f'<colgroup span="{many}"></colgroup>'
        lower += f'<th scope="col"><a href="{results.page(label)}.html">{short(version)}</a> {way}</th>'
    return f'{groups}<thead><tr><th rowspan="2">feature</th>{products}</tr><tr>{lower}</tr></thead>'


def matrix(results, kind, labels):
    body, group = "", None
    for title, name, words in [("", "all", "all questions"), *results.rows[kind]]:
        if not any(name in results.all[label]["features"] for label in labels):
            continue
        if title != group:
            body += f'<tr class="group"><th colspan="{len(labels) + 1}"><span>{title}</span></th></tr>' if title else ""
            group = title
        cells = ""
        for label in labels:
            asked, compared, passed, _ = results.all[label]["features"].get(name, (0, 0, 0, {}))
            cells += graded(passed, compared, None, f"{results.page(label)}.html#{name}") if compared else NOT_ASKED
        body += f'<tr><th scope="row">{html.escape(words)}</th>{cells}</tr>'
    return f'<table class="matrix">{head_of(results, labels)}<tbody>{body}</tbody></table>\n\n'


def matrices(results):
    for kind, title in KINDS.items():
        labels = results.of_kind(kind)
        plainly = [label for label in labels if not results.columns[label][2]]
        yield f"## {title}\n\n{matrix(results, kind, plainly)}"
        if others := [label for label in labels if label not in plainly]:
            yield f"### Other ways to ask, other builds\n\n{matrix(results, kind, others)}"


# --- One implementation ---


def cause_link(page, seen):
    if page.startswith("ledger/"):
        return f'<a href="../conformance/{page}.html">an open point: {page.removeprefix("ledger/")}</a>'
    return f'<a href="../conformance/findings/{page[:-3]}.html">{html.escape(seen.found[page]["title"])}</a>' if page \
        else "no page yet"


def implementation_page(results, label, seen):
    one = results.all[label]
    rows = ""
    for title, name, words in [("", "all", "all questions"), *results.rows[one["kind"]]]:
        asked, compared, passed, causes = one["features"].get(name, (0, 0, 0, {}))
        if asked:
            listed = "".join(f"<li>{count} × {cause_link(page, seen)}</li>" for page, count in
                             sorted(causes.items(), key=lambda each: -each[1]))
            cell = graded(passed, compared) if compared else NOT_ASKED
            rows += (f'<tr id="{name}"><th scope="row">{html.escape(words)}</th><td>{asked}</td>{cell}'
                     f'<td>{f"<ul>{listed}</ul>" if listed else ""}</td></tr>')
    return filled("implementation.md", title=results.title(label), product=results.columns[label][0].lower(), rows=rows)


# --- The worst findings ---


def weight(results, name):
    """Of the questions that a newest version was asked, the share whose failures the finding explains; the largest."""
    newest = [label for _, product in PRODUCTS for label in results.newest(product)]
    found = [(results.all[label]["features"]["all"], label) for label in newest]
    return max(((tally[3].get(name, 0) / tally[1], label) for tally, label in found if tally[1]), default=(0, ""))


def first_sentence(name):
    text = findings.part(findings.read(findings.HERE, name), "What a user notices")
    return " ".join(text.split()).partition(". ")[0].rstrip(".") + "."


def worst(results, seen):
    """A table of the findings of newest versions that explain the most failures, at most one for each product."""
    found, counts = [], {}
    for (share, label), name in sorted(((weight(results, name), name) for name in seen.found), reverse=True):
        product = results.columns[label][0] if label else None
        counts[product] = counts.get(product, 0) + 1
        if share and counts[product] == 1 and len(found) < WORST:
            found.append((share, label, name))
    rows = ((finding_link(name, plain(seen.found[name]["title"])), first_sentence(name).replace("|", "\\|"),
             plain(seen.found[name].get("peers") or seen.found[name]["producers"]),
             f"{share:.0%} of the answers of {results.title(label)}") for share, label, name in found)
    return table(("finding", "what a user notices", "who is affected", "wrong by it"), *rows)


# --- What can be used with what ---


class Together:
    """conformance/results/together.json."""

    def __init__(self):
        made = json.loads((ROOT / "conformance/results/together.json").read_text(encoding="utf-8"))
        self.versions, self.rows = made["versions"], made["rows"]
        self.abis = list(dict.fromkeys(row["abi"] for row in self.rows))

    def column(self, label):
        return column_of(label, versions.upstream(self.versions[label]))

    def name(self, label):
        if label == "oracle":
            return "our reader"
        product, version, _ = self.column(label)
        return f"{product} {short(version)}"

    def linked(self, reader):
        """A reader's name, which leads to its results."""
        if reader == "oracle":
            return self.name(reader)
        return f'<a href="{page_of(self.column(reader))}.html">{self.name(reader)}</a>'

    def readers(self, rows):
        """The readers that were asked; versions of one product stand side by side."""
        place = {product: at for at, (_, product) in enumerate(PRODUCTS)}
        asked = dict.fromkeys(reader for row in rows for reader in row["readers"])
        columns = {reader: self.column(reader) for reader in asked if reader != "oracle"}
        return [one for one in asked if one not in columns] + sorted(
            columns, key=lambda reader: (place[columns[reader][0]], order(columns[reader][1])))

    def names(self, row):
        return " and ".join(map(self.name, row["assemblers"]))

    def of(self, abi):
        return [row for row in self.rows if row["abi"] == abi]


def kept(row):
    """How many functions are in the output, as our reader reads it."""
    count = row.get("readers", {}).get("oracle", 0)
    return count if isinstance(count, int) else 0


def anchor(row):
    return "-".join((row["abi"], *row["assemblers"], row["linker"]))


def mark(row):
    return f' id="{anchor(row)}"'


def links_table(together, abi):
    """What linkers keep: a row for each assembler, a column for each linker."""
    rows = together.of(abi)
    linkers = list(dict.fromkeys(row["linker"] for row in rows))
    body = ""
    for names in dict.fromkeys(tuple(row["assemblers"]) for row in rows):
        some = {row["linker"]: row for row in rows if tuple(row["assemblers"]) == names}
        cells = (graded(kept(some[linker]), some[linker]["functions"],
                        f"{kept(some[linker])}/{some[linker]['functions']}, {some[linker]['output']}",
                        f"together.html#{anchor(some[linker])}") for linker in linkers)
        body += f'<tr><th scope="row">{together.names(next(iter(some.values())))}</th>{"".join(cells)}</tr>'
    heads = "".join(f'<th scope="col">{together.name(linker)}</th>' for linker in linkers)
    return f'<table class="matrix"><thead><tr><th>objects of</th>{heads}</tr></thead><tbody>{body}</tbody></table>\n\n'


def read_cell(row, reader):
    count = row["readers"].get(reader)
    if count is None:
        return NOT_ASKED
    return graded(count, row["functions"]) if isinstance(count, int) else graded(0, row["functions"], count)


def readers_table(together, rows, marked):
    """Who reads what is written: a row for each output, MARKED with its anchor; a column for each reader."""
    rows = [row for row in rows if "readers" in row]
    readers = together.readers(rows)
    body = "".join(
        f'<tr{mark(row) if marked else ""}><th scope="row">{together.names(row)}, {together.name(row["linker"])}: '
        f'{row["output"]}</th>'
        f'{"".join(read_cell(row, reader) for reader in readers)}</tr>' for row in rows)
    heads = "".join(f'<th scope="col">{together.linked(reader)}</th>' for reader in readers)
    return f'<table class="matrix"><thead><tr><th>written by</th>{heads}</tr></thead><tbody>{body}</tbody></table>\n\n'


def failures_table(together, rows):
    """What a linker says if it does not keep everything; the table of readers has the anchors of what can be read."""
    body = ""
    for row in [row for row in rows if kept(row) < row["functions"]]:
        linker = f'<a href="findings.html#{row["linker"].partition("-")[0]}">{together.name(row["linker"])}</a>'
        body += (f'<tr{"" if "readers" in row else mark(row)}><th scope="row">{together.names(row)}, {linker}</th><td>{row["output"]}</td>'
                 f'<td>{kept(row)} of {row["functions"]}</td><td>{html.escape(row["said"]) or "nothing"}</td></tr>')
    heads = "<th>linked</th><th>output</th><th>functions kept</th><th>the linker says</th>"
    return (f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>\n\n")


def together_page(together):
    parts = ""
    for abi in together.abis:
        rows = together.of(abi)
        parts += f"\n## {abi}\n\n### What linkers keep\n\n{links_table(together, abi)}" \
                 f"### Who reads it\n\n{readers_table(together, rows, True)}" \
                 f"### Where something is lost\n\n{failures_table(together, rows)}"
    return filled("together.md", parts=parts)


def whole(together, abi):
    """The rows whose output has every function."""
    return [row for row in together.of(abi) if kept(row) == row["functions"]]


# --- All of it ---


def pages(seen):
    results, together = Results(), Together()
    yield "results.md", filled(
        "results.md", matrices="".join(matrices(results)), worst=worst(results, seen),
        linked=links_table(together, "amd64"), read=readers_table(together, whole(together, "amd64"), False))
    yield "together.md", together_page(together)
    for label in results.all:
        yield f"{results.page(label)}.md", implementation_page(results, label, seen)
