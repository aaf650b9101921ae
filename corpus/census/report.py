"""sframe-census report: what all lines come to, as a page and a table.  However many lines, it keeps sums, histograms and
lists of bounded length."""
import argparse
import csv
import heapq
import io
import re

from common import safe_text
from corpus.census import lines, page

LISTED, NAMES = 20, 500  # of a list's entries; of names that lines bring, as producers: the rest is counted as "others"
STEP, STEPS = 2, 150  # percent: the classes of how large a file's SFrame is against its .eh_frame; the last is open
SMALL = 4096  # of .eh_frame: files with less are not listed as the worst


def bounded_add(counts, name, value):
    """Of more names than a page can hold only the first have counts of their own."""
    name = name if name in counts or len(counts) < NAMES else "others"
    counts[name] = counts.get(name, 0) + value


def add(sums, values):
    for name, value in values.items():
        sums[name] = sums.get(name, 0) + value


def pattern(reason):
    """A reason without its numbers."""
    return re.sub(r"(0x[0-9a-f]+|\d+)", "N", reason)


class Top:
    """The largest of all that come; of equals the first by name, so that the order of lines is all the same."""

    def __init__(self):
        self.heap = []

    def offer(self, value, file, *rest):
        item = (value, [-ord(letter) for letter in file] + [1], file, *rest)
        (heapq.heappush if len(self.heap) < LISTED else heapq.heappushpop)(self.heap, item)

    def items(self):
        return [(value, *rest) for value, _, *rest in sorted(self.heap, reverse=True)]


class Version:
    """Sums over all files of a machine as they would be in one version."""

    def __init__(self):
        self.sums, self.left_out, self.by_size = {}, {}, {}
        self.ratios = [0] * (STEPS + 1)
        self.checks = {}

    def add(self, line, found):
        eh_frame = line.get("eh_frame", 0)
        self.sums["files"] = self.sums.get("files", 0) + 1
        add(self.sums, {name: found[name] for name in ("bytes", "functions", "rows", "flexible", "repeating")})
        add(self.sums, {"eh_frame": eh_frame, "eh_frame_hdr": line.get("eh_frame_hdr", 0),
                        "said_functions": found["said"]["functions"], "said_code": found["said"]["code"],
                        "cfi_functions": line["cfi"]["functions"], "cfi_code": line["cfi"]["code"]})
        for name in ("starts", "offsets"):
            add(self.sums, {f"{name}_{1 << i}": count for i, count in enumerate(found[name])})
        for reason, share in found["left_out"].items():
            add(self.left_out.setdefault(reason, {}), {**share, "files": 1})
        for size, counts in found["by_size"].items():
            add(self.by_size.setdefault(int(size), {}), dict(zip(page.BY_SIZE, counts)))
        if eh_frame != 0:
            self.ratios[min(STEPS, found["bytes"] * 100 // eh_frame // STEP)] += 1
        if "verdict" in found:
            add(self.checks, {"checked": 1, "not_valid": found["verdict"] != "valid", "unexplained": found["unexplained"]})


class Own:
    """Sums over the SFrame of one version that files have."""

    def __init__(self):
        self.sums, self.verdicts, self.kinds, self.pages, self.owners = {}, {}, {}, {}, {}

    def add(self, line):
        compared = line["compared"]
        add(self.sums, {"files": 1, "unexplained": compared["unexplained"], "eh_frame": line.get("eh_frame", 0),
                        "rows_compared": compared["rows_compared"], "rows_same": compared["rows_same"]})
        for section in line["sframe"]:
            add(self.sums, {name: section[name] for name in ("bytes", "functions", "rows")})
        add(self.verdicts, {compared["verdict"]: 1})
        for kind, amount in compared["kinds"].items():
            self.owners[kind] = amount["owner"]
            add(self.kinds.setdefault(kind, {}), {"files": 1, "rows": amount["rows"], "functions": amount["functions"]})
        add(self.pages, compared["pages"])


class Census:
    def __init__(self):
        self.files, self.machines, self.versions, self.own = {}, {}, {}, {}
        self.refused, self.producers = {}, {}
        self.tops = {name: Top() for name in ("largest", "ratio", "left_out", "unexplained")}

    def add(self, line):
        add(self.files, {"files": 1, "with_cfi": bool(line.get("as")), "with_sframe": bool(line.get("sframe")),
                         "with_orc": "orc" in line})
        for word in ("refused", "failed"):
            if word in line:
                bounded_add(self.refused, pattern(line[word]), 1)
        for name in line.get("producers", []):
            bounded_add(self.producers, name, 1)
        if "machine" not in line or "cfi" not in line:
            return
        self.count(line["machine"], line)
        if "orc" in line:
            self.count(line["machine"] + page.ORC, {"eh_frame": line["orc"]["bytes"], **line["orc"]})
        if line.get("sframe"):
            self.own.setdefault((line["machine"], line["sframe"][0]["profile"]), Own()).add(line)
        self.rank(line)

    def count(self, machine, line):
        add(self.machines.setdefault(machine, {}), {
            "files": 1, **{name: line.get(name, 0) for name in ("text", "eh_frame", "eh_frame_hdr")},
            **{name: line["cfi"][name] for name in ("functions", "code", "rows")}})
        for version, found in line.get("as", {}).items():
            self.versions.setdefault((machine, version), Version()).add(line, found)

    def rank(self, line):
        """By what the newest version would be."""
        if line.get("compared", {}).get("unexplained"):
            self.tops["unexplained"].offer(line["compared"]["unexplained"], line["file"], line["machine"])
        if not line.get("as"):
            return
        newest = line["as"][max(line["as"])]
        rest = (line["machine"], line["eh_frame"], newest["bytes"])
        self.tops["largest"].offer(newest["bytes"], line["file"], *rest)
        if line["eh_frame"] >= SMALL:
            self.tops["ratio"].offer(round(newest["bytes"] / line["eh_frame"], 4), line["file"], *rest)
        left = sum(share["code"] for share in newest["left_out"].values())
        if left != 0:
            self.tops["left_out"].offer(left, line["file"], *rest)


# --- The table ----------------------------------------------------------------------------------------------

OF_VERSIONS, CHECKS = ("size", "left_out", "by_size", "ratio"), ("checked", "not_valid", "unexplained")
COLUMNS = ("table", "machine", "version", "name", "measure", "value")


def rows(census):
    yield from (("all", "", "", "", name, value) for name, value in census.files.items())
    yield from (("machine", machine, "", "", name, value)
                for machine, sums in census.machines.items() for name, value in sums.items())
    for (machine, version), found in census.versions.items():
        for name, value in (found.sums | found.checks).items():
            yield "size", machine, version, "", name, value
        for table, groups in (("left_out", found.left_out), ("by_size", found.by_size)):
            for name, sums in groups.items():
                yield from ((table, machine, version, name, measure, value) for measure, value in sums.items())
        for i, count in enumerate(found.ratios):
            if count != 0:
                yield "ratio", machine, version, f"{i * STEP}%", "files", count
    for (machine, profile), found in census.own.items():
        yield from (("own", machine, profile, "", name, value) for name, value in found.sums.items())
        yield from (("own_verdict", machine, profile, name, "files", value) for name, value in found.verdicts.items())
        yield from (("own_page", machine, profile, name, "rows", value) for name, value in found.pages.items())
        for kind, sums in found.kinds.items():
            yield from (("own_kind", machine, profile, kind, measure, value) for measure, value in sums.items())
    yield from (("producer", "", "", name, "files", count) for name, count in census.producers.items())
    yield from (("refused", "", "", name, "files", count) for name, count in census.refused.items())


def table(census):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(sorted(tuple(map(str, row)) for row in rows(census)))
    return out.getvalue()


def of_table(path):
    """A census again, as far as such a table says it: sizes, coverage and reasons."""
    census = Census()
    with open(path, encoding="utf-8", newline="") as file:
        for kind, machine, version, name, measure, value in list(csv.reader(file))[1:]:
            of = census.versions.setdefault((machine, version), Version()) if kind in OF_VERSIONS else None
            if kind == "ratio":
                of.ratios[int(name.rstrip("%")) // STEP] = int(value)
                continue
            sums = {"all": lambda: census.files, "machine": lambda: census.machines.setdefault(machine, {}),
                    "size": lambda: of.checks if measure in CHECKS else of.sums,
                    "left_out": lambda: of.left_out.setdefault(name, {}),
                    "by_size": lambda: of.by_size.setdefault(int(name), {})}.get(kind, dict)()
            sums[measure] = int(value)
    return census


def wrong(census):
    """A line for each version in which --check found a section that is not valid, or a difference without a reason."""
    for (machine, version), found in sorted(census.versions.items()):
        if found.checks.get("not_valid") or found.checks.get("unexplained"):
            yield (f"{machine}, version {version}: {found.checks['not_valid']} sections are not valid, "
                   f"{found.checks['unexplained']} rows differ without a reason")


def main():
    parser = argparse.ArgumentParser(prog="sframe-census report", description="""Makes a page and a table of what
        sframe-census wrote, on any number of machines.  Lines about the same bytes in the same place count once.""")
    parser.add_argument("files", nargs="+", metavar="CENSUS", help="what sframe-census wrote")
    parser.add_argument("--html", metavar="FILE", help="write the page there")
    parser.add_argument("--csv", metavar="FILE", help="write the table there")
    parser.add_argument("--title", default="A census of SFrame", help="of the page")
    parser.add_argument("--strict", action="store_true",
                        help="status 1 if --check found a section that is not valid, or a difference without a reason")
    arguments = parser.parse_args()
    if arguments.html is None and arguments.csv is None:
        parser.error("neither --html nor --csv says what to write")
    census = Census()
    for line in lines.merged(arguments.files):
        census.add(line)
    if not census.files:
        parser.error("there is no line")
    for path, text in ((arguments.html, page.page(census, arguments.title)), (arguments.csv, table(census))):
        if path is not None:
            safe_text.write_whole(path, text.encode(errors="replace"))
    trouble = list(wrong(census)) if arguments.strict else []
    print(*trouble, sep="\n", end="\n" if trouble else "")
    return 1 if trouble else 0
