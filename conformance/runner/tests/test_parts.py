"""Sections that parts describe: the adapter gets their bytes, parts that make none end the run in one line."""
import json
import subprocess
import sys

import pytest

from common.section import bytes_of_parts
from conformance.runner.tests.conftest import NULL, ORACLE, RUNNER, check_vector, lines, scripted

WHOLE = [{"times": 1, "bytes": "e2de02"}, {"times": 300, "bytes": "00ff0103", "count": [
    {"at": 0, "width": 2, "step": 257}, {"at": 2, "width": 1, "step": -2}]}, {"times": 2, "bytes": "0a0d00"}]
BIG = [{**part, "bytes": part["bytes"].replace("e2de", "dee2")} for part in WHOLE]
LARGEST = [{"times": 1 << 19, "bytes": "e2de020500000000", "count": [{"at": 4, "width": 4, "step": 1}]}]


def vector(parts, number=1, **more):
    return check_vector(number, input={"address": "0x1000", "parts": parts, **more})


@pytest.mark.parametrize("parts", [WHOLE, BIG, LARGEST], ids=["little", "big", "largest"])
def test_an_adapter_is_sent_the_bytes_that_parts_make(conform, tmp_path, parts):
    asked = tmp_path / "asked"
    result = conform([vector(parts)], scripted(tmp_path, f"    open({str(asked)!r}, 'wb').write(data)"))
    assert result.status == 0 and "1 pass" in result.out, result.out + result.err
    assert asked.read_bytes() == bytes_of_parts(parts)


@pytest.mark.parametrize("parts, words", [
    ([], "no list"), ({}, "no list"), ("e2de", "no list"), ([1], "times, bytes"), ([{"times": 1}], "times, bytes"),
    ([{"bytes": "e2de"}], "times, bytes"), ([{"times": 0, "bytes": "e2de"}], "times, bytes"),
    ([{"times": -1, "bytes": "e2de"}], "times, bytes"), ([{"times": 1.0, "bytes": "e2de"}], "times, bytes"),
    ([{"times": "1", "bytes": "e2de"}], "times, bytes"), ([{"times": 1, "bytes": "e2d"}], "times, bytes"),
    ([{"times": 1, "bytes": "e2dg"}], "times, bytes"), ([{"times": 1, "bytes": ""}], "times, bytes"),
    ([{"times": 1, "bytes": "e2de", "more": 1}], "times, bytes"), ([{"times": 1, "bytes": "e2de", "count": 1}], "times, bytes"),
    ([{"times": (1 << 21) + 1, "bytes": "e2de"}], "4 MiB"), ([{"times": (1 << 32) - 1, "bytes": "e2de"}], "4 MiB"),
    ([{"times": 1 << 21, "bytes": "e2de"}, {"times": 1, "bytes": "00"}], "4 MiB"),
    ([{"times": 1 << 70, "bytes": "e2de"}], "times, bytes"),
    *(([{"times": 2, "bytes": "e2de", "count": [count]}], "at, width and step") for count in (
        1, {}, {"at": 0, "width": 4, "step": 1}, {"at": 0, "width": 3, "step": 1}, {"at": 0, "width": 0, "step": 1},
        {"at": 1, "width": 2, "step": 1}, {"at": 3, "width": 1, "step": 1}, {"at": -1, "width": 1, "step": 1},
        {"at": 0, "width": 2}, {"at": 0, "width": 2, "step": 1 << 31}, {"at": 0, "width": 2, "step": "1"}))])
def test_parts_that_make_no_section_end_the_run_in_one_line(conform, parts, words):
    result = conform([vector(parts)], NULL)
    assert result.status == 2 and result.err.count("line 1: ") == 1 and words in result.err, result.err


def test_bytes_and_parts_together_say_two_things(conform):
    result = conform([vector(WHOLE, bytes="e2de")], NULL)
    assert result.status == 2 and "both bytes and parts" in result.err


def test_a_report_of_a_failure_has_the_parts_and_no_bytes(conform):
    result = conform([vector(LARGEST)], ORACLE)
    case, = result.cases().values()
    assert case["input"]["parts"] == LARGEST and "fields" not in case and result.status == 1


def test_large_sections_one_after_the_other_take_little_memory(tmp_path):
    """The runner does not keep their bytes until the report either."""
    corpus = tmp_path / "corpus"
    corpus.write_text(lines(vector(LARGEST, number) for number in range(1, 101)), encoding="utf-8")
    words = [*RUNNER, "--corpus", str(corpus), "--jobs", "2", "--json", str(tmp_path / "report"), ORACLE]
    script = f"import resource, subprocess; subprocess.run({words!r}, stdout=-3); " \
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    report = json.loads((tmp_path / "report").read_text(encoding="utf-8"))
    assert report["implementations"][0]["outcomes"]["fail"] == 100 and int(said) < 100 << 10
