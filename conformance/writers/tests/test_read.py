"""Tests of sframe-programs --read: it reads what sframe-programs writes.  `shrink` reads programs so, and refuses
others (shrink.t)."""
import collections
import json
import re

from conformance.writers.tests.conftest import BUILD, run

# Lines that sframe-programs writes and does not read: where a function stands, code whose size the assembler chooses, or
# which has no bytes in a file; instructions.
NOT_READ = re.compile(r"^\t(?:\.(?:section|subsection|balign|uleb128|zero) |[a-z])", re.MULTILINE)
NO_MEANING = "meaningless"  # the family whose functions a reader refuses


def test_what_is_read_is_what_was_written(tmp_path):
    """Each function of sframe-programs, but for other forms, has the same truth when it is read as assembly text."""
    made = run(BUILD / "sframe-programs").stdout
    read, every, source = collections.Counter(), collections.Counter(), tmp_path / "unit.s"
    for unit in map(json.loads, made.splitlines()):
        pairs = list(zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True))
        known = [pair for pair in pairs if not NOT_READ.search(pair[0]["text"])]
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
