"""Adapters that --sequences asks in other orders; transcripts/sequences.t has the zoo."""
import json
import signal
import subprocess

import pytest

from conformance.runner.tests.conftest import RUNNER, check_vector, lines, scripted, until

VECTORS = [check_vector(number) for number in range(1, 6)]


def unsteady(result):
    return [case for case in result.implementation()["cases"] if case["outcome"] == "unsteady"]


def test_words_and_members_in_another_order_do_not_count(conform, tmp_path):
    vectors = [check_vector(number, expect={"accept": ["error"], "oracle": {}}, **{"class": "malformed"}) for number in range(1, 6)]
    body = '    answer = {"request": number, "error": f"at {count}"}\n'
    result = conform(vectors, "--sequences", scripted(tmp_path, body))
    assert result.status == 0, result.out
    assert result.implementation()["outcomes"] == {"pass": 5}


def test_an_adapter_may_end_after_each_answer(conform, tmp_path):
    body = "    print(json.dumps(answer), flush=True)\n    sys.exit(0)\n"
    result = conform(VECTORS, "--sequences", scripted(tmp_path, body))
    assert result.status == 0 and result.implementation()["outcomes"] == {"pass": 5}


def test_the_third_question_of_a_process_is_answered_otherwise(conform, tmp_path):
    body = '    answer.update({"verdict": "malformed"} if count == 3 else {})\n'
    result = conform(VECTORS, "--jobs", 1, "--sequences", scripted(tmp_path, body))
    replays = [case["replay"] for case in unsteady(result)]
    assert result.status == 1 and {len(replay) for replay in replays} == {4}  # hello, and three questions


AS_ASKED = '    answer.update({"verdict": "malformed"} if words[0] == "ask" else {})\n'
TOGETHER = ('    answer.update({"differs": 0, "alone": {"verdict": "valid"}, "together": {"verdict": "malformed"}}\n'
            '                  if words[0] == "concurrent" else {})\n')


@pytest.mark.parametrize("body, words, hello", [
    ("    os._exit(3) if count == 2 else None\n", "and then it ended with exit status 3", {}),
    ("    time.sleep(60) if count == 3 else None\n", "and then it did not answer in time", {}),
    (AS_ASKED, "opened first", {"opens": True}),
    (TOGETHER, "several threads", {"opens": True, "concurrent": True}),
], ids=["ends", "hangs", "opened", "threads"])
def test_what_makes_an_answer_unsteady_is_said(conform, tmp_path, body, words, hello):
    deadline = 0.5 if "sleep" in body else 10
    result = conform(VECTORS, "--jobs", 1, "--deadline", deadline, "--sequences", scripted(tmp_path, body, **hello))
    cases = unsteady(result)
    assert words in cases[0]["reason"] and (not hello or len(cases) == 5)
    assert words != "several threads" or cases[0]["replay"][-1] == "concurrent 2 0 4 1\\ncheck 0\\n"


def test_an_interrupted_run_counts_what_was_asked_before(tmp_path):
    """The adapter's second process, the first that is asked a sequence, waits for the interrupt."""
    corpus, mark, reached, report = (tmp_path / name for name in ("corpus", "mark", "reached", "report"))
    corpus.write_text(lines(VECTORS), encoding="utf-8")
    body = (f"    second = os.path.exists({str(mark)!r}) if count == 1 else second\n"
            f"    open({str(mark)!r}, 'a').close()\n"
            f"    if second: open({str(reached)!r}, 'w').close(); time.sleep(60)\n")
    adapter = scripted(tmp_path, body)
    with subprocess.Popen([*RUNNER, "--corpus", corpus, "--jobs", "1", "--sequences", "--json", report, adapter],
                          stdout=subprocess.PIPE) as runner:
        until(reached.exists)
        runner.send_signal(signal.SIGINT)
        runner.communicate()
    written = json.loads(report.read_text(encoding="utf-8"))
    assert runner.returncode == 130 and not written["complete"]
    assert written["implementations"][0]["outcomes"] == {"pass": 5}


def test_an_unsteady_answer_may_be_expected(conform, tmp_path):
    known = tmp_path / "known"
    known.write_text("* unsteady\n", encoding="utf-8")
    result = conform(VECTORS, "--sequences", "--expect", known, scripted(tmp_path, AS_ASKED, opens=True))
    assert result.status == 0 and result.implementation()["unexpected"] == 0


def test_hello_must_say_whether_it_opens(conform, tmp_path):
    result = conform(VECTORS, scripted(tmp_path, "", opens="yes"))
    assert "opens is neither true nor false" in result.implementation()["missing"]


def test_shards_of_two_seeds_are_not_of_one_run(conform, tmp_path):
    paths = []
    for shard in (1, 2):
        paths.append(tmp_path / f"{shard}.json")
        conform(VECTORS, "--shard", f"{shard}/2", "--sequences", "--seed", shard, "--json", paths[-1],
                scripted(tmp_path, ""), report=False)
    merged = conform(None, "merge", *paths, report=False)
    assert merged.status == 2 and "seed is 1, and 2" in merged.err
