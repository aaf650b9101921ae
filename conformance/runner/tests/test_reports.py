"""Each format says what the JSON report says, and its readers accept it."""
import json
import os
import re
import subprocess
import warnings
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest

from conformance.runner.tests.conftest import GENERATOR, ORACLE, ROOT, RUNNER, answering, check_vector, hostile, lines

VECTORS = [check_vector(number) for number in range(1, 21)]
ADAPTERS = {"behave": ["behave"], "die": ["die:SEGV"], "invalid_utf8": [r'say:{"request": 7, "error": "\xff\xfe"}\n'],
            "garbage": ["say:oops\\n"], "a_wrong_type": [r'say:{"request": 7, "verdict": 1}\n'],
            "cannot": [r'say:{"request": 7, "unsupported": "no"}\n'], "refuses": ["refuse"],
            "deep_for_us": ["nest:2040"], "refuses_at_depth": ["nest:63"], "exits_at_once": ["hello", "exit:9"],
            "crash_at_end": ["end", "die:ABRT"]}


# Their texts are in transcripts/reports.t.
MATRIX = {"lines": [{"producer": "reed 1.2", "objects_of": None, "abi": "amd64", "output": "object", "files": 40, "valid": 35,
                     "irregular": 5, "malformed": 0, "missing": 0, "findings": {"reed-order": 5}}],
          "findings": [{"name": "reed-order", "title": "Another order", "files": 5}]}
CAUSES = {"lines": [{"adapter": "behave", "page": page, "title": page, "vectors": 12, "smallest": "v1/amd64/check/a"}
                    for page in ("reed-rows", None)]}


def validator():
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8"))
               for path in (ROOT / "corpus/schema").glob("*.json")}
    schema = schemas["report.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    with warnings.catch_warnings():  # newer jsonschema has another resolver, older only this one
        warnings.simplefilter("ignore", DeprecationWarning)
        return jsonschema.Draft202012Validator(
            schema, resolver=jsonschema.RefResolver(schema["$id"], schema, store=schemas))


@pytest.fixture(scope="module", name="files")
def fixture_files(tmp_path_factory):
    """One run with all formats, and implementations about which there is much to report."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "corpus").write_text(lines(VECTORS), encoding="utf-8")
    (folder / "producers").write_text(json.dumps(MATRIX), encoding="utf-8")
    (folder / "causes").write_text(json.dumps(CAUSES), encoding="utf-8")
    formats = ("json", "junit", "tap", "markdown", "html")
    done = subprocess.run([*RUNNER, "--corpus", folder / "corpus", "--github", "--missing", "gone=<no> & \"none\"",
                           "--producers", folder / "producers", "--causes", folder / "causes",
                           *(word for name in formats for word in (f"--{name}", folder / name)),
                           *(f"{name}={hostile(*actions)}" for name, actions in ADAPTERS.items())],
                          capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == sorted(("causes", "corpus", "producers", *formats))  # and nothing temporary
    return {"stdout": done.stdout, **{name: (folder / name).read_text(encoding="utf-8") for name in formats}}


@pytest.fixture(name="report")
def fixture_report(files):
    return json.loads(files["json"])


def test_a_pipe_or_a_device_is_written_to_and_not_replaced(tmp_path):
    path, copy, corpus = tmp_path / "pipe", tmp_path / "copy", tmp_path / "corpus"
    corpus.write_text(lines(VECTORS), encoding="utf-8")
    os.mkfifo(path)
    with copy.open("wb") as into, subprocess.Popen(["cat", path], stdout=into) as reader:
        subprocess.run([*RUNNER, "--corpus", corpus, "--json", path, hostile("behave")], capture_output=True, cwd=ROOT,
                       check=False)
        if not path.is_fifo():
            reader.kill()  # its reader would wait for ever
    assert json.loads(copy.read_text(encoding="utf-8"))["complete"]


def test_the_json_report_fits_its_schema(report):
    assert [error.message for error in validator().iter_errors(report)] == []


def test_the_report_of_real_vectors_fits_its_schema_and_names_the_points(conform):
    result = conform(None, "--core", "--skip", "class=valid", ORACLE)
    assert [error.message for error in validator().iter_errors(result.report)] == []
    readings = result.implementation()["readings"]
    assert len(readings) > 50 and all(reading["title"].endswith("?") for reading in readings)


def test_the_bytes_of_a_failure_are_shown_field_by_field(conform, tmp_path):
    vector = check_vector(1, input={"address": "0x0", "bytes": "e2de0201030000f8" + "00" * 20})
    result = conform([vector], answering(tmp_path, {1: {"error": "no"}}))
    assert [error.message for error in validator().iter_errors(result.report)] == []
    fields = result.implementation()["cases"][0]["fields"]
    assert fields[0] == {"offset": 0, "length": 2, "name": "sfp_magic", "meaning": "0xdee2, little-endian"}
    assert sum(field["length"] for field in fields) == 28


def test_a_failure_is_shown_as_a_text(conform, tmp_path):
    header = "e2de02010300f800" + "00" * 20
    vectors = [check_vector(1, input={"address": "0x1000", "bytes": header}),
               check_vector(2, input={"address": "0x1000", "bytes": header + bytes(range(200)).hex() * 4}),
               check_vector(3, input={"address": "0x1000", "bytes": header + "00" * (1 << 14)}),
               check_vector(4, input={"address": "0x1000", "bytes": header + "cd"})]
    result = conform(vectors, answering(tmp_path, {i: {"error": "no"} for i in (1, 2, 3)}))
    assert [error.message for error in validator().iter_errors(result.report)] == []
    small, long_line, large = [case["notation"] for case in result.implementation()["cases"]]
    assert small == ["section v2 amd64 at 0x1000 sorted", "check"]
    line = "insert 0x1c " + vectors[1]["input"]["bytes"][2 * 28:]
    assert long_line[1] == f"{line[:600]} ... and {len(line) - 600} more bytes"
    assert large == ["... a section of 16412 bytes", "check"]
    assert small[0] not in result.out


def test_the_failure_of_a_run_of_one_vector_is_shown_as_a_text(conform, tmp_path):
    vector = check_vector(1, input={"address": "0x1000", "bytes": "e2de02010300f800" + "00" * 20})
    result = conform([vector], answering(tmp_path, {1: {"error": "no"}}))
    lines = [line[6:] for line in result.out.splitlines() if line.startswith("    | ")]
    assert lines == result.implementation()["cases"][0]["notation"] and lines[-1] == "check"


def test_a_long_text_has_its_beginning_and_its_end(conform, tmp_path):
    text = "section v2 amd64 sorted\n" + "".join(f"function 0x{0x11000 + 16 * i:x} size 16\n  0 cfa sp+8\n"
                                                 for i in range(90)) + "check\n"
    (tmp_path / "many.jsonl").write_bytes(subprocess.run([GENERATOR, "make", "-", "--vector", "-o", "/dev/stdout"],
                                                         input=text.encode(), capture_output=True, check=True).stdout)
    result = conform(None, "--corpus", tmp_path / "many.jsonl", answering(tmp_path, {1: {"error": "no"}}))
    shown, whole = result.implementation()["cases"][0]["notation"], text.splitlines()
    assert len(whole) == 182
    assert shown == [*whole[:100], "... 22 lines are left out", *whole[-60:]]


def test_features_and_counts_add_up(report):
    for each in report["implementations"]:
        for outcome, count in each["outcomes"].items():
            assert sum(feature["outcomes"].get(outcome, 0) for feature in each["features"]) == count
        assert each["unexpected"] == sum(case["unexpected"] for case in each["cases"])


def test_junit_is_xml_with_a_case_for_each_vector(files, report):
    root = ElementTree.fromstring(files["junit"])
    suites = {suite.get("name"): suite for suite in root.iter("testsuite")}
    for each in report["implementations"]:
        suite, asked = suites[each["adapter"]], sum(each["outcomes"].values())
        cases = list(suite.iter("testcase"))
        assert int(suite.get("tests")) == len(cases) == asked + int(suite.get("errors"))
        assert int(suite.get("failures")) == len(list(suite.iter("failure"))) == each["unexpected"]
        assert int(suite.get("errors")) == len(list(suite.iter("error")))
        assert int(suite.get("skipped")) == len(list(suite.iter("skipped")))
    assert suites["exits_at_once"].get("errors") == "1" and suites["gone"].get("errors") == "0"
    assert suites["crash_at_end"].get("errors") == "1"


def test_tap_counts_what_it_plans(files, report):
    lines = files["tap"].splitlines()
    assert lines[0] == "TAP version 13"
    results = [line for line in lines if re.match(r"(not )?ok \d+ - ", line)]
    assert lines[1] == f"1..{len(results)}"
    assert [int(re.search(r"ok (\d+)", line)[1]) for line in results] == list(range(1, len(results) + 1))
    failed = [line for line in results if line.startswith("not ok")]
    assert len(failed) == sum(each["unexpected"] for each in report["implementations"]) + len(report["faults"])
    assert sum("# SKIP" in line for line in results) == 2


def test_markdown_has_a_row_for_each_implementation_and_each_surprise(files, report):
    rows = [line for line in files["markdown"].splitlines() if line.startswith("| ")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) in (4, 5, 8, 9) for row in rows)
    for each in report["implementations"]:
        assert any(row.startswith(f"| {each['adapter']} |") for row in rows)
    surprises = sum(each["unexpected"] for each in report["implementations"])
    assert sum(row.startswith("| `v2/") for row in rows) == surprises


def test_github_has_an_annotation_for_each_surprise(files, report):
    lines = [line for line in files["stdout"].splitlines() if line.startswith("::")]
    assert all(re.fullmatch(r"::(error|notice) title=[^:]*::.*", line.replace("%3A", "")) for line in lines)
    surprises = sum(each["unexpected"] for each in report["implementations"])
    assert len(lines) == surprises + 1 + 1 + 1  # exits_at_once, crash_at_end, and over all


def test_the_summary_ends_in_one_line_over_all(files):
    line = [line for line in files["stdout"].splitlines() if not line.startswith("::")][-1]
    count = len(ADAPTERS) + 1
    assert line.startswith(f"NOT as expected: {count} implementations (1 missing, 1 cannot be asked), 20 vectors")


def test_cases_of_one_mistake_have_one_cause(conform, tmp_path):
    result = conform(VECTORS, answering(tmp_path, {n: {"verdict": "irregular"} for n in (3, 5, 9)}))
    assert {case["cause"] for case in result.implementation()["cases"]} == {"fail check verdict"}
