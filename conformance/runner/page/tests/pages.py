"""What the tests of the page share: pages, and actions on a page in the browser."""

import functools
import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from common.page_data import unpacked

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]

RENDER = shlex.split(os.environ.get("PAGE_RENDER", "build/page-render"))
GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))
CLAUSE_FACTS = os.environ.get("CLAUSE_FACTS", "build/clauses.json")
LEFT = {"unsupported", "unjudged", "outside", "absent", "omits", "refused"}
GOOD = {"pass", "reading"} | LEFT
MANY = 20000


def render(report, page):
    return subprocess.run([*RENDER, str(report), str(page)], cwd=ROOT, capture_output=True, text=True, check=False)


class Made:
    """A report and its page."""

    def __init__(self, folder, name, report):
        self.report, self.page = folder / f"{name}.json", folder / f"{name}.html"
        self.report.write_text(json.dumps(report), encoding="ascii")
        made = render(self.report, self.page)
        assert made.returncode == 0, made.stderr

    @property
    def json(self):
        return json.loads(self.report.read_bytes())

    @functools.cache  # it has megabytes
    def cases(self):
        names = ("profile", "abi", "operation")
        return [{**case, "implementation": one["adapter"], **dict(zip(names, case["id"].split("/")))}
                for one in self.json["implementations"] for case in one["cases"]]


def held(page):
    """The report that the page holds, as report/html.c describes it, and what it says of vectors."""
    data = unpacked(page.read_bytes()).partition(b' id="report">\n\x1e')[2].partition(b"\n</script>")[0]
    report, *halves = map(json.loads, data.split(b"\x1e"))
    vectors = [half for half in halves if half["of"] is None]
    for number, one in enumerate(report["implementations"]):
        one["cases"] = [vectors[half.pop("vector")] | half for half in halves if half["of"] == number]
        for case in one["cases"]:
            assert case.pop("of") == number and not case.pop("thin")
    return report, vectors


def counted(page):
    shown = page.run("document.getElementById('counted').textContent")
    return [int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", shown)]


def open_report(page, folder, report, fragment=""):
    (folder / "report.json").write_text(json.dumps(report))
    assert render(folder / "report.json", folder / "page.html").returncode == 0
    page.open(folder / "page.html", fragment)


def open_case(page, made, case):
    page.open(made.page, "#" + urlencode({"case": f"{case['implementation']}:{case['id']}"}))
    page.wait("document.querySelector('#linked .body') !== null")


def open_one_of_each(page):
    """Opens a case of each cause, and everything else that is folded."""
    page.run("document.querySelectorAll('#failures .cause, .alike').forEach(one => one.open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.case'))")
    page.run("document.querySelectorAll('.cause').forEach(one => one.querySelector('.case').open = true)")
    page.wait("[...document.querySelectorAll('.cause')].every(one => one.querySelector('.body'))")


def fitting(made, wanted):
    rest = {name: value for name, value in wanted.items() if name not in ("clause", "text", "unexpected")}
    return [case for case in made.cases()
            if (case["outcome"] != "reading" or wanted.keys() & {"outcome", "ledger"})
            and all(case.get(name) == value for name, value in rest.items())
            and wanted.get("clause", "") in [*case["clauses"], ""] and wanted.get("text", "") in case["id"]
            and (case["unexpected"] or not wanted.get("unexpected"))]
