"""Which clause a failure is said to rest on: with the zoo's bugs, of which it is known."""
import json
import subprocess

import pytest

from conformance.runner.tests.conftest import BUILD, ROOT, RUNNER

# A bug, the vectors to ask, and a clause that it breaks: one of the first three, in at least half of its failures.
BUGS = [("mangled_inverted", "v2e1/aarch64/lookup/*", "fre.mangled"), ("signal_forgotten", "v3/amd64/decode/*", "info.signal"),
        ("key_inverted", "v3/aarch64/decode/*", "info.pauth-key"), ("pcrel_v3_by_20", "v3/amd64/decode/*", "fde.start-pcrel"),
        ("aux_refused", "v1/*/*", "header.aux-skip"), ("size_16_bits", "v2e1/amd64/decode/*", "fde.size"),
        ("fixed_ra_unsigned", "v1/amd64/decode/*", "header.fixed-int8"), ("flip_magic_forgotten", "v1/amd64/flip/*", "endian.flip")]


@pytest.mark.parametrize("bug, select, clause", BUGS)
def test_the_clause_of_a_bug_is_among_the_first(tmp_path, bug, select, clause):
    done = subprocess.run([*RUNNER, "--core", "--select", select, "--json", tmp_path / "json", f"{BUILD}/zoo --bug {bug}"], cwd=ROOT,
                          check=False, capture_output=True, text=True)
    cases = json.loads((tmp_path / "json").read_text(encoding="utf-8"))["implementations"][0]["cases"]
    failed = [case for case in cases if case["outcome"] in ("fail", "unread") and case["clauses"]]
    assert all(len(case.get("decides", ())) <= 3 and set(case.get("decides", ())) <= {*case["clauses"], case.get("fault", {}).get("clause")}
               for case in failed)
    about = [case for case in failed if clause in [*case["clauses"], case.get("fault", {}).get("clause")]]
    found = [case["id"] for case in about if clause in case.get("decides", ())]
    assert len(found) * 2 >= len(about) > 0, (found, [case.get("decides") for case in about])
    assert "    likely decided by " in done.stdout and not any("decides" in case for case in cases if case not in failed)
