"""The census of programs that are compiled here: the list of programs, the table, and its summary."""
import collections
import csv
import io
import pathlib

from corpus import real

HERE = pathlib.Path(__file__).parent / "census"
LIST, TABLE = HERE / "programs.txt", HERE / "programs.csv"
LANGUAGES = {".c": "C", ".f": "Fortran", ".S": "assembly"}  # all else is C++
COLUMNS = ("program", "version", "languages", "compiler", "frame_pointer", "toolchain", "files", "refused", "text", "eh_frame",
           "functions", "sframe_version", "sframe", "sframe_functions", "sframe_rows", "converted", "converted_functions",
           "converted_rows", "unexplained", "left_out", "differences", "pages")
NAMED = COLUMNS[-3:]  # counts by name; differences that a page of conformance/findings explains are not unexplained

WAYS = [(compiler, frame) for compiler in ("gcc", "clang") for frame in ("omitted", "kept")]
FUNCTIONS = ("functions", "sframe_functions", "converted_functions", "unexplained")
SHORT = ("version", "toolchain", "gcc", "gcc, frame pointer", "clang", "clang, frame pointer", "functions", "in SFrame",
         "converted", "unexplained")

# The page of conformance/findings that says why functions of C++ are missing: their CFI has DW_CFA_GNU_args_size or the
# like.
MISSING = {"bookworm": "gas-left-out-silently", "trixie": "left-out", "forky": "left-out", "llvm-23": "left-out"}

Program = collections.namedtuple("Program", "name files flags")


def programs(sources, path=LIST):
    """The files to compile of each package, and the flags; the packages' folders lie in SOURCES."""
    for name, globs, flags in real.read_table(path):
        folder, globs = pathlib.Path(sources, name), globs.split()
        found = [file.relative_to(folder).as_posix() for glob in globs if glob[0] != "!" for file in sorted(folder.glob(glob))]
        left_out = ["*" + glob[1:] for glob in globs if glob[0] == "!"]
        yield Program(name, [file for file in dict.fromkeys(found) if not real.is_any(file, left_out)], flags.split())


def languages(program):
    return " ".join(sorted({LANGUAGES.get(pathlib.Path(file).suffix, "C++") for file in program.files}))


def counts_of(line, toolchain, spoken):
    """What a line of sframe-census adds to a row of the table, for a program in the languages SPOKEN."""
    counts = collections.Counter(text=line["text"], eh_frame=line["eh_frame"], functions=line["cfi"]["functions"])
    names = {name: collections.Counter() for name in NAMED}
    sections = line.get("sframe", [])  # an object of data alone has none
    for section in sections:
        counts.update({"sframe": section["bytes"], "sframe_functions": section["functions"], "sframe_rows": section["rows"]})
    if sections:
        converted, compared = line["as"][str(sections[0]["version"])], line["compared"]
        names["left_out"].update({reason: share["functions"] for reason, share in converted["left_out"].items()})
        names["differences"].update({kind: amount["rows"] for kind, amount in compared["kinds"].items()})
        names["differences"].update({} if compared["verdict"] == "valid" else {compared["verdict"]: 1})
        names["pages"].update({page: count for page, count in compared["pages"].items() if page != "none"})
        if "C++" in spoken and "missing" in compared["kinds"]:
            names["pages"][MISSING[toolchain]] += compared["kinds"]["missing"]["rows"]
        unexplained = compared["unexplained"] - sum(names["pages"].values()) + (compared["verdict"] != "valid")
        counts.update({"converted": converted["bytes"], "converted_functions": converted["functions"],
                       "converted_rows": converted["rows"], "unexplained": unexplained})
    return counts, names


def written(rows):
    """Rows as they are in the file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read(path=TABLE):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def short(rows):
    """Lines by toolchain.  For each compiler, with and without frame pointer: the size of its SFrame and of
    sframe-convert's, in percent of .eh_frame."""
    sums = collections.defaultdict(collections.Counter)
    for row in rows:
        sums[row["sframe_version"], row["toolchain"]].update({
            (row["compiler"], row["frame_pointer"], name): int(row[name]) for name in ("eh_frame", "sframe", "converted")})
        sums[row["sframe_version"], row["toolchain"]].update({name: int(row[name]) for name in FUNCTIONS})
    for key, each in sorted(sums.items()):
        yield (*key, *(" / ".join(f"{each[(*way, name)] / each[(*way, 'eh_frame')]:.1%}" for name in ("sframe", "converted"))
                       for way in WAYS), *(f"{each[name]:,}" for name in FUNCTIONS))
