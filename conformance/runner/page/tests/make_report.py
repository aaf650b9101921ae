"""Makes a report for the page's tests: sframe-conform asks readers that nobody wrote real vectors.  They are the zoo,
with bugs, and sed alters the answers.

What is changed in that report is invented; so are the tables of producers and causes.
"""
import copy
import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
BUILD = ROOT / os.environ.get("BUILD", "build")
HOSTILE = (
    "</script><script>window.owned = 1</script><!-- <script> \" ' &amp; ${x} `y` \\ \u2028 \u202egnp.exe "
    "\x00\x01\x1b[31m\x7f \ud800 \U0001f600 <img src=x onerror='window.owned = 1'>"
)

# Names hold no half of a character, and no member's name a 0: the runner takes none that do.
NAME = HOSTILE.replace("\ud800", "")

LONGEST = 6000  # a vector's line: the page shows longer ones in the same way
EVERYTHING = {"protocol": 1, "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
              "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": ["decode", "check", "lookup", "flip"]}
READERS = {  # a bug of the zoo, what sed makes of its answers, and what is declared
    "meadow": ("words_unsigned", r's/^([^,]*),.*"mangled_ra":true.*/\1,"unsupported":"signed addresses"}/', {
        "name": "libmeadow", "version": "2.4", "profiles": ["v2", "v2e1", "v2e2"], "abis": ["amd64", "aarch64"],
        "foreign_byte_order": False,
        "exposes": ["decode.version", "decode.functions.start", "decode.functions.rows", "lookup"]}),
    "heron": ("end_included", r's/"error":"not the version.*"/"none":"function"/; s/"error":"(row|a row).*"/'
              r'"ended":"SIGSEGV","stderr":"careless: reading row 3 of function 0\\ncareless: 0xfffffff0 beyond\\n"/; '
              r's/.*"no whole header".*/{"request": 7, "version": 1, "func/',
              {"name": "heron unwinder", "version": "0.9-rc1", "operations": ["decode", "lookup"],
               "exposes": ["decode.version", "decode.functions", "lookup"]}),
    "pebble": ("tile_overlap_accepted", r's/(:[0-9]*7),"verdict":"malformed"/\1,"ended":"101"/',
               {"name": "pebble", "version": "1.0.3", "profiles": ["v1", "v3"], "operations": ["check"]}),
}

PRODUCERS = {  # each verdict is the worst one of some producer
    "lines": [
        {"producer": producer, "objects_of": objects_of, "abi": abi, "output": output, "files": sum(counts),
         **dict(zip(("valid", "irregular", "malformed", "missing"), counts)), "findings": findings}
        for producer, objects_of, abi, output, counts, findings in (
            ("reed 1.2", None, "s390x", "object", (40, 0, 0, 0), {}),
            ("reed 1.2", None, "amd64", "object", (35, 5, 0, 0), {"reed-order": 5, "reed-rows": 1}),
            ("knot 7.0.20260101", "reed 1.2", "amd64", "relocatable", (0, 0, 1, 0), {"knot-again": 1}),
            ("knot 7.0.20260101", "reed 1.2", "amd64", "executable", (1203, 0, 0, 0), {"reed-rows": 1201}),
            ("knot 7.0.20260101", "reed 1.1", "amd64", "executable", (3, 1, 1, 1), {"knot-drops": 1}),
            ("knot 7.0.20260101", "reed 1.1", "s390x", "shared", (3, 0, 0, 0), {}))],
    "findings": [
        {"name": "knot-again", "title": "-r moves what it has moved", "files": 1},
        {"name": "knot-drops", "title": "Sections go with <sections>", "files": 1},
        {"name": "reed-order", "title": "The order is another", "files": 5},
        {"name": "reed-rows", "title": "Rows tell of another register", "files": 1202}],
}
CAUSES = {  # one of them has no page that explains it
    "lines": [dict(zip(("adapter", "page", "title", "vectors", "smallest"), line)) for line in (
        ("lantern", "lantern-signs", "Offsets <b>without</b> sign", 1203, "v3/amd64/lookup/some-row/first"),
        ("lantern", "lantern-flags", "Flags are not read", 2, "v2e1/aarch64/decode/flags/whole"),
        ("anchor", None, None, 17, "v1/amd64/check/some-shape/section"),
        ("anchor", "anchor-order", "Rows in another order", 1, "v1/amd64/decode/order/whole"))],
}


def conform(folder, *words):
    """Runs sframe-conform over the corpus in FOLDER.  Some vectors fail, so the status says nothing."""
    done = subprocess.run([BUILD / "sframe-conform", "--corpus", folder / "corpus", "--jobs", "1", *words], cwd=ROOT,
                          stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 1)


def reader(label):
    bug, expression, declared = READERS[label]
    hello = f"1c{json.dumps(EVERYTHING | declared)}"
    command = f"{BUILD}/zoo --bug {bug} | {shlex.join(['sed', '-u', '-E', '-e', hello, '-e', expression])}"
    return f"{label}={shlex.join(['sh', '-c', command])}"


def run(path):
    """The report of a run in which it is known what meadow fails, and something else, too."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = "".join(line for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
                       if len(line) < LONGEST and '"parts":' not in line and '"corpus":' not in line)
        subprocess.run([BUILD / "sframe-gen", "close", "--to", folder / "corpus"], input=text, text=True, check=True)
        meadow = reader("meadow")
        conform(folder, "--expect", folder / "known", "--accept", meadow)
        with open(folder / "known", "a", encoding="utf-8") as known:
            known.write("v2/*/never-there fail\n")
        conform(folder, "--json", folder / "report", "--expect", f"meadow={folder}/known", f"oracle={BUILD}/adapters/oracle",
                meadow, reader("heron"), reader("pebble"), "lantern=/nowhere")
        report = json.loads((folder / "report").read_text(encoding="utf-8"))
    return {**report, "started": "2026-01-02T03:04:05Z", "seconds": 1.5, "producers": PRODUCERS, "causes": CAUSES}


def hostile(report):
    """The same, interrupted, with the same hostile text wherever an adapter, a vector or a producer writes text."""
    report = copy.deepcopy(report)
    report["complete"], report["selection"]["select"] = False, ["v?/*"]
    one = report["implementations"][2]
    one.update(adapter="heron" + NAME, name=NAME, version=NAME)
    one["unmatched"] = [NAME]
    for case in one["cases"]:
        case.update(reason=HOSTILE, note=HOSTILE, stderr=HOSTILE, signal=HOSTILE, cause=case["cause"] + HOSTILE)
        case["answer"] = {HOSTILE: HOSTILE, "functions": [[[[HOSTILE]]]], "__proto__": 1}
        if case["outcome"] == "garbage":
            case["answer"] = HOSTILE
        case["differences"] = [{"path": HOSTILE, "expected": HOSTILE, "actual": {HOSTILE: HOSTILE}}]
        case["fields"] = [{"offset": 0, "length": 2, "name": HOSTILE, "meaning": HOSTILE}]
        case["notation"] = [HOSTILE, f"breaks {HOSTILE}"]
    report["producers"]["lines"][2].update(producer=NAME, abi=NAME, output=NAME, findings={NAME.replace("\0", ""): 1})
    report["producers"]["findings"][0].update(name=NAME.replace("\0", ""), title=NAME)
    return report


def many(report, count):
    """The same, with the cases of one implementation repeated up to so many."""
    report = copy.deepcopy(report)
    one = report["implementations"][2]
    models = [case for case in one["cases"] if case["outcome"] != "reading"]
    for case in models:  # the runner leaves these out of some cases
        case.pop("fields", None)
        case.pop("notation", None)
    one["cases"] = [{**models[i % len(models)], "id": f"{models[i % len(models)]['id']}-{i:06}"} for i in range(count)]
    return report


def peers(report, count):
    """So many implementations that fail much: the imaginary ones again, each with words and answers of its own."""
    models = [one for one in report["implementations"] if one["cases"]]
    made = []
    for i in range(count):
        model = models[i % len(models)]
        peer = {**model, "adapter": f"{model['adapter']}-{i:02}", "cases": [{**case} for case in model["cases"]]}
        for case in peer["cases"]:
            if isinstance(case.get("answer"), dict):
                case["answer"] = {**case["answer"], "request": i}
            case["stderr"] = case.get("stderr", "") + f"peer {i}: {case['id']}\n"
        made.append(peer)
    return {**report, "implementations": made}
