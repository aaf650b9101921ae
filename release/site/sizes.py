"""The page of the census: what corpus/census/debian.csv says, drawn as `sframe-census report` draws it."""
import pathlib
import re

from corpus import programs
from corpus.census import page, report
from release.site.markup import code, filled, plain, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = [page.ANSWERS.index(name) for name in ("machine", "version", "SFrame", "of .eh_frame", "with its header", "median file",
                                                 "functions said", "code said", "rows differ")]


def reasons():
    """What each reason for leaving out a function means, as sframe-crosscheck --kinds says it."""
    return {"overlap": "its code is said already: entries overlap"} | dict(
        re.findall(r'^KIND\(\w+, "(\S+)", \w+, "(.*)"\)', (ROOT / "corpus/cfi/kinds.def").read_text("utf-8"), re.MULTILINE))


def pages():
    census, words = report.of_table(ROOT / "corpus/census/debian.csv"), reasons()
    compiled = programs.read()
    left_out = [(machine, version, code(reason), plain(words[reason]), functions, share)
                for machine, version, reason, functions, _, _, share in page.left_out(census)]
    yield "census.md", filled(
        "census.md", page=page, files=census.sums("all"), newest=census.sums("size", "amd64", "3"),
        answers=table([page.ANSWERS[i] for i in COLUMNS], *([row[i] for i in COLUMNS] for row in page.answers(census))),
        plots=page.plots(census), programs=len({row["program"] for row in compiled}),
        real=table(programs.SHORT, *programs.short(compiled)),
        left_out=table(("machine", "version", "reason", "in words", "functions", "of all functions"), *left_out))
