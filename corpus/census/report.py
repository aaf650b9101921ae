"""sframe-census report: a page and a table about all lines of a census.  It keeps sums, histograms and lists of bounded
length only, so there can be any number of lines."""
import argparse
import collections
import csv
import io
import re

from common import safe_text
from corpus.census import lines, page

LISTED, NAMES = 20, 500  # the longest list of files; the most names, such as producers: the rest is counted as "others"
SMALL = 4096  # bytes of .eh_frame: files with less are not listed as the worst


def pattern(reason):
    """A reason without its numbers."""
    return re.sub(r"(0x[0-9a-f]+|\d+)", "N", reason)


class Top:
    """The LISTED largest of all items offered; of equals the first by name, so the order of lines has no effect."""

    def __init__(self):
        self.items = []

    def offer(self, value, file, *rest):
        self.items.append((value, file, *rest))
        self.items.sort(key=lambda item: (-item[0], item[1]))
        del self.items[LISTED:]


class Census:
    """Sums of measures by table, machine, version and name, as in the table; and the files at the top of each list."""

    def __init__(self):
        self.tables = collections.defaultdict(
            lambda: collections.defaultdict(lambda: collections.defaultdict(collections.Counter)))
        self.owners, self.tops = {}, {name: Top() for name in ("largest", "ratio", "left_out", "unexplained")}

    def sums(self, table, machine="", version="", name=""):
        return self.tables[table][machine, version][name]

    def count(self, table, machine, version, groups):
        """Adds to the sums; GROUPS: the measures of each name."""
        for name, values in groups.items():
            sums = self.sums(table, machine, version, name)
            for measure, value in values.items():
                sums[measure] += value

    def count_name(self, table, name):
        """Counts a file for a name.  Only the first NAMES names have counts of their own."""
        names = self.tables[table]["", ""]
        names[name if name in names or len(names) < NAMES else "others"]["files"] += 1

    def add(self, line):
        self.count("all", "", "", {"": {"files": 1, "with_cfi": bool(line.get("as")), "with_sframe": bool(line.get("sframe")),
                                        "with_orc": "orc" in line}})
        for word in ("refused", "failed"):
            if word in line:
                self.count_name("refused", pattern(line[word]))
        for name in line.get("producers", []):
            self.count_name("producer", name)
        if "machine" not in line or "cfi" not in line:
            return
        self.add_machine(line["machine"], line)
        if "orc" in line:
            self.add_machine(line["machine"] + page.ORC, {"eh_frame": line["orc"]["bytes"], **line["orc"]})
        if line.get("sframe"):
            self.add_own(line["machine"], line["sframe"][0]["profile"], line)
        self.rank(line)

    def add_machine(self, machine, line):
        self.count("machine", machine, "", {"": {
            "files": 1, **{name: line.get(name, 0) for name in ("text", "eh_frame", "eh_frame_hdr")},
            **{name: line["cfi"][name] for name in ("functions", "code", "rows")}}})
        for version, found in line.get("as", {}).items():
            self.add_version(machine, version, line, found)

    def add_version(self, machine, version, line, found):
        """Counts a file as its SFrame would be in one version."""
        eh_frame = line.get("eh_frame", 0)
        self.count("size", machine, version, {"": {
            "files": 1, **{name: found[name] for name in ("bytes", "functions", "rows", "flexible", "repeating")},
            "eh_frame": eh_frame, "eh_frame_hdr": line.get("eh_frame_hdr", 0),
            "said_functions": found["said"]["functions"], "said_code": found["said"]["code"],
            "cfi_functions": line["cfi"]["functions"], "cfi_code": line["cfi"]["code"],
            **{f"{name}_{1 << i}": count for name in ("starts", "offsets") for i, count in enumerate(found[name])}}})
        self.count("left_out", machine, version, {reason: {**share, "files": 1} for reason, share in found["left_out"].items()})
        self.count("by_size", machine, version,
                   {size: dict(zip(page.BY_SIZE, counts)) for size, counts in found["by_size"].items()})
        if eh_frame != 0:
            ratio = min(page.STEPS, found["bytes"] * 100 // eh_frame // page.STEP)
            self.count("ratio", machine, version, {f"{ratio * page.STEP}%": {"files": 1}})
        if "verdict" in found:
            self.count("size", machine, version, {"": {"checked": 1, "not_valid": found["verdict"] != "valid",
                                                       "unexplained": found["unexplained"]}})

    def add_own(self, machine, profile, line):
        """Counts the SFrame that the file has."""
        compared = line["compared"]
        self.count("own", machine, profile, {"": {
            "files": 1, "unexplained": compared["unexplained"], "eh_frame": line.get("eh_frame", 0),
            "rows_compared": compared["rows_compared"], "rows_same": compared["rows_same"],
            **{name: sum(section[name] for section in line["sframe"]) for name in ("bytes", "functions", "rows")}}})
        self.count("own_verdict", machine, profile, {compared["verdict"]: {"files": 1}})
        self.count("own_page", machine, profile, {name: {"rows": count} for name, count in compared["pages"].items()})
        self.count("own_kind", machine, profile, {
            kind: {"files": 1, "rows": amount["rows"], "functions": amount["functions"]}
            for kind, amount in compared["kinds"].items()})
        self.owners.update((kind, amount["owner"]) for kind, amount in compared["kinds"].items())

    def rank(self, line):
        """Offers the file to the lists of the top, by its SFrame in the newest version."""
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

COLUMNS = ("table", "machine", "version", "name", "measure", "value")


def rows(census):
    for table_name, groups in census.tables.items():
        for key, names in groups.items():
            yield from ((table_name, *key, name, measure, value)
                        for name, sums in names.items() for measure, value in sums.items())


def table(census):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(sorted(tuple(map(str, row)) for row in rows(census)))
    return out.getvalue()


def of_table(path):
    """The census that a table was written from, without the files at the top."""
    census = Census()
    with open(path, encoding="utf-8", newline="") as file:
        for name, machine, version, *of, value in list(csv.reader(file))[1:]:
            census.count(name, machine, version, {of[0]: {of[1]: int(value)}})
    return census


def wrong(census):
    """A line for each version in which --check found a section that is not valid, or a difference without a reason."""
    for (machine, version), found in sorted(census.tables["size"].items()):
        sums = found[""]
        if sums["not_valid"] or sums["unexplained"]:
            yield (f"{machine}, version {version}: {sums['not_valid']} sections are not valid, "
                   f"{sums['unexplained']} rows differ without a reason")


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
    if not census.tables:
        parser.error("there is no line")
    for path, text in ((arguments.html, page.page(census, arguments.title)), (arguments.csv, table(census))):
        if path is not None:
            safe_text.write_whole(path, text.encode(errors="replace"))
    trouble = list(wrong(census)) if arguments.strict else []
    print(*trouble, sep="\n", end="\n" if trouble else "")
    return 1 if trouble else 0
