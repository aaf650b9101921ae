"""Sections that parts describe: the adapter gets their bytes; transcripts/text.t has parts that make none."""
import json
import subprocess
import sys

import pytest

from common.section import bytes_of_parts
from conformance.runner.tests.conftest import ORACLE, RUNNER, check_vector, lines, scripted

WHOLE = [{"times": 1, "bytes": "e2de02"}, {"times": 300, "bytes": "00ff0103", "count": [
    {"at": 0, "width": 2, "step": 257}, {"at": 2, "width": 1, "step": -2}]}, {"times": 2, "bytes": "0a0d00"}]
BIG = [{**part, "bytes": part["bytes"].replace("e2de", "dee2")} for part in WHOLE]
LARGEST = [{"times": 1 << 19, "bytes": "e2de020500000000", "count": [{"at": 4, "width": 4, "step": 1}]}]


def vector(parts, number=1, **more):
    return check_vector(number, input={"address": "0x1000", "parts": parts, **more})


@pytest.mark.parametrize("parts", [WHOLE, BIG, LARGEST], ids=["little", "big", "largest"])
def test_an_adapter_is_sent_the_bytes_that_parts_make(conform, tmp_path, parts):
    asked = tmp_path / "asked"
    result = conform([vector(parts)], scripted(tmp_path, f"open({str(asked)!r}, 'wb').write(data)"))
    assert result.status == 0 and "1 pass" in result.out, result.out + result.err
    assert asked.read_bytes() == bytes_of_parts(parts)


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
