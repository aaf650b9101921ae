"""Tests of sframe-programs --read: it reads what sframe-programs writes.  `shrink` reads programs so (shrink.t)."""
import collections
import json
import re

from conformance.writers.tests.conftest import BUILD, run

# What sframe-programs writes and does not read, and a pattern for lines of such functions.
NOT_READ = {
    "where a function stands": r"\t\.(section|subsection) ",
    "code whose size the assembler chooses, or no bytes of a file": r"\t\.(balign|uleb128|zero) ",
    "instructions and jumps": r"\t[a-z]",
}
NO_MEANING = "meaningless"  # the family whose functions a reader refuses


def is_read(function):
    return not any(re.search(f"^{form}", function["text"], re.MULTILINE) for form in NOT_READ.values())


def test_what_is_read_is_what_was_written(tmp_path):
    """Each function of sframe-programs, but for other forms, has the same truth when it is read as assembly text."""
    made = run(BUILD / "sframe-programs").stdout
    read, every, source = collections.Counter(), collections.Counter(), tmp_path / "unit.s"
    for unit in map(json.loads, made.splitlines()):
        pairs = list(zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True))
        known = [pair for pair in pairs if is_read(pair[0])]
        every[unit["family"]] += len(pairs)
        if unit["family"] == NO_MEANING or not known:
            continue
        source.write_text(unit["input"]["head"] + "".join(function["text"] for function, _ in known))
        again = run(BUILD / "sframe-programs", "--abi", unit["abi"], "--read", source)
        assert again.returncode == 0, f"{unit['id']}: {again.stderr}"
        truths = [{**truth, "name": f"f{number}"} for number, (_, truth) in enumerate(known)]  # as a reader counts
        for truth in truths:
            truth.pop("equals", None)
        assert json.loads(again.stdout)["expect"]["functions"] == truths, unit["id"]
        read[unit["family"]] += len(known)
    assert set(every) - set(read) == {NO_MEANING, "large", "relaxed", "runs"}
    assert read.total() > 50000 and every.total() - read.total() < every.total() / 5, (read, every)


def test_functions_of_other_forms_are_refused_and_not_misread(tmp_path):
    made = run(BUILD / "sframe-programs", "--abi", "amd64").stdout
    source, forms = tmp_path / "function.s", dict(NOT_READ)
    for unit in map(json.loads, made.splitlines()):
        for function in unit["input"]["functions"]:
            found = [name for name, form in forms.items() if re.search(f"^{form}", function["text"], re.MULTILINE)]
            if not found:
                continue
            for name in found:
                del forms[name]
            source.write_text(unit["input"]["head"] + function["text"])
            done = run(BUILD / "sframe-programs", "--abi", "amd64", "--read", source)
            assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, function["text"]
    assert not forms
