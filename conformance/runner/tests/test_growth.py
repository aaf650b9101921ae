"""Tests of --growth: time and memory that grow faster than the section, and memory that is not given back."""
import subprocess

import pytest

from conformance.runner.tests.conftest import BUILD, check_vector, scripted

ZOO = str(BUILD / "zoo")


@pytest.fixture(name="corpus", scope="module")
def fixture_corpus(tmp_path_factory):
    """One vector, which the zoo passes: --growth makes its own sections."""
    path = tmp_path_factory.mktemp("corpus") / "vectors"
    made = subprocess.run([BUILD / "sframe-gen", "emit", "--select", "v3/amd64/check/inc-addr1-word1-one/whole"],
                          capture_output=True, check=True).stdout
    path.write_bytes(made)
    return path


def grows(report):
    return [one["words"] for one in report["implementations"][0]["growth"] if one["grows"]]


def test_what_costs_too_much_grows(conform, corpus):
    words = "time of lookup, functions grows "
    result = conform(None, "--corpus", corpus, "--growth", f"x={ZOO} --bug order_of_all_pairs")
    assert result.status == 1 and result.implementation()["outcomes"] == {"pass": 1}
    assert len(grows(result.report)) == 1 and grows(result.report)[0].startswith(words)
    assert f"  grows: {words}" in result.out


VECTORS = [check_vector(1)]


def test_memory_that_grows_with_the_square_grows(conform, tmp_path):
    result = conform(VECTORS, "--growth", scripted(tmp_path, "    x = b'x' * (len(data) ** 2 // 64)\n"))
    assert "memory of check, functions grows " in " ".join(grows(result.report))


def test_a_reader_that_keeps_answers_is_measured_each_time(conform, tmp_path):
    """Its time is linear.  It would not seem so if the same section came again, as an answer that it kept is free."""
    body = """
    key = tuple(words[3:5]) + (len(data),)
    kept = globals().setdefault("kept", {})
    if key not in kept: kept[key] = sum(range(len(data) * 50))
"""
    result = conform(VECTORS, "--growth", scripted(tmp_path, body))
    time = result.implementation()["growth"][0]
    assert time["ratio"] is not None and grows(result.report) == [], time


CHILD = "import sys\nfor line in sys.stdin: sum(range(int(line) ** 2 // 4000)); print(flush=True)"


def test_time_of_a_program_below_the_adapter_counts(conform, tmp_path):
    body = f"""
    if "child" not in globals():
        import subprocess
        globals()["child"] = subprocess.Popen([sys.executable, "-IS", "-c", {CHILD!r}], stdin=subprocess.PIPE,
                                              stdout=subprocess.PIPE, text=True)
    child.stdin.write(f"{{len(data)}}\\n")
    child.stdin.flush()
    child.stdout.readline()
"""
    result = conform(VECTORS, "--growth", scripted(tmp_path, body))
    assert "time of check, functions grows " in " ".join(grows(result.report))


def test_a_reader_that_refuses_is_not_measured(conform, tmp_path):
    result = conform(VECTORS, "--growth", scripted(tmp_path, "    if len(data) > 9: answer = {'request': answer['request'], 'error': 'no'}\n"))
    words = [one["words"] for one in result.implementation()["growth"]]
    assert "check, functions: not answered" in words and grows(result.report) == []


def test_a_reader_that_dies_of_broken_sections_is_not_measured(conform, tmp_path):
    result = conform(VECTORS, "--growth", scripted(tmp_path, "    if len(data) > 9: sys.exit(3)\n"))
    assert result.implementation()["growth"][-1]["words"] == "broken sections: its process ends too often"
