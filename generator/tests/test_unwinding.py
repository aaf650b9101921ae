"""What holds of unwindings by construction: frames hang together, and what they say lies where it can be found.

Nothing here reads a section: a frame's rules stay unknown.
"""
import collections
import json

import pytest

from generator.tests.conftest import generate

DEFAULT_LIMIT = 128
PAIRS = 5 * 4 - 2  # of a text and an ABI: s390x came with errata 1 of version 2
STOPS = {"no-function", "no-row", "memory", "limit", "error", "loop"}


@pytest.fixture(scope="module", name="unwindings")
def _unwindings():
    vectors = [json.loads(line) for line in generate("emit", "--operation", "unwind").stdout.splitlines()[:-1]]
    assert len(vectors) > 5000
    return vectors


def answers(vector):
    """The traces that a vector holds."""
    expect = vector["expect"]
    if vector["class"] == "contested":
        return [reading["answer"] for reading in expect["readings"]]
    return [expect.get("answer", expect)]


def number(frame, name):
    return int(frame[name], 16)


def words(vector):
    """The words at every byte of the memory; pieces that touch are one."""
    order = "little" if vector["abi"] in ("amd64", "aarch64") else "big"
    found, joined, end = set(), [], None
    for piece in vector["input"]["memory"]:
        content = bytes.fromhex(piece["bytes"])
        joined.append(joined.pop() + content if number(piece, "address") == end else content)
        end = number(piece, "address") + len(content)
    for content in joined:
        found.update(int.from_bytes(content[i:i + 8], order) for i in range(len(content) - 7))
    return found


def test_the_first_frame_is_the_topmost_one(unwindings):
    for vector in unwindings:
        given = vector["input"]
        topmost = {"pc": given["pc"], **{name: given["registers"][name] for name in ("sp", "fp")}}
        for answer in answers(vector):
            first = dict(answer["frames"][0])
            first.pop("cfa", None)
            assert first == topmost, vector["id"]


def test_a_text_and_an_abi_alone_have_the_vectors_that_they_have_among_all(unwindings):
    """Families draw random numbers for one text and ABI after the other, so leaving some out must change nothing."""
    for text, abi, *words in (("v2", "aarch64", "--profile", "v2", "--abi", "aarch64"), ("v3", "s390x", "--select", "?3/s39*/*"),
                              ("v2e2", "amd64", "--select", "v2e2/amd64/unwind/*", "--select", "v9/*")):
        alone = generate("emit", "--operation", "unwind", *words).stdout.splitlines()[:-1]
        among = [vector for vector in unwindings if vector["id"].startswith(f"{text}/{abi}/")]
        assert [json.loads(line) for line in alone] == among


def test_no_more_frames_than_the_limit(unwindings):
    limited = 0
    for vector in unwindings:
        limit = vector["input"].get("limit", DEFAULT_LIMIT)
        for answer in answers(vector):
            assert 1 <= len(answer["frames"]) <= limit, vector["id"]
            if answer["stop"] == "limit":
                assert len(answer["frames"]) == limit, vector["id"]
                limited += 1
    assert limited > 100


def test_a_callers_sp_follows_from_the_cfa_and_rises(unwindings):
    for vector in unwindings:
        if vector["class"] != "valid":
            continue
        frames = vector["expect"]["frames"]
        for i, (frame, caller) in enumerate(zip(frames, frames[1:])):
            assert number(caller, "sp") == number(frame, "cfa") - 160 * (vector["abi"] == "s390x"), vector["id"]
            assert number(caller, "sp") >= number(frame, "sp") + (i > 0), vector["id"]


def test_what_was_saved_lies_in_memory_or_in_a_register(unwindings):
    """Except with flexible rows, which may add to the saved value."""
    checked = 0
    for vector in unwindings:
        if vector["class"] != "valid" or "flexible" in vector["id"]:
            continue
        known = words(vector)
        registers = {int(value, 16) for name, value in vector["input"]["registers"].items() if name != "sp"}
        frames = vector["expect"]["frames"]
        for i, (frame, caller) in enumerate(zip(frames, frames[1:])):
            here = known | (registers if i == 0 else set())
            assert number(caller, "pc") in here, vector["id"]
            assert number(caller, "fp") in here | {number(frame, "fp")}, vector["id"]
            checked += 1
    assert checked > 10000


def test_a_reader_that_does_not_strip_goes_where_the_saved_word_says(unwindings):
    """It goes to the whole word, with its signature, be it the first one of the trace or not."""
    checked = 0
    for vector in unwindings:
        if "/unwinding-open-mangled-ra/" in vector["id"]:
            known = words(vector) | {int(value, 16) for value in vector["input"]["registers"].values()}
            answer, = (reading["answer"] for reading in vector["expect"]["readings"] if reading["reading"] == "reported")
            assert all(number(frame, "pc") in known for frame in answer["frames"][1:]), vector["id"]
            checked += 1
    assert checked > 100


def test_only_the_last_frame_may_lack_its_cfa(unwindings):
    for vector in unwindings:
        for answer in answers(vector):
            assert all("cfa" in frame for frame in answer["frames"][:-1]), vector["id"]
            if answer["stop"] in ("no-function", "no-row", "outermost"):
                assert "cfa" not in answer["frames"][-1] or vector["class"] == "contested", vector["id"]
            if answer["stop"] in ("limit", "loop"):
                assert "cfa" in answer["frames"][-1], vector["id"]


def test_valid_ones_keep_off_what_is_open(unwindings):
    """No null FP or PC, no SP between words, no address that stripping would change: careful readers differ there."""
    masked = 0
    for vector in unwindings:
        if vector["class"] == "valid":
            mask = int(vector["input"].get("pac_mask", "0x0"), 16)
            masked += mask != 0
            for frame in vector["expect"]["frames"]:
                pc = number(frame, "pc")
                assert pc and number(frame, "fp") and number(frame, "sp") % 8 == 0, vector["id"]
                assert pc & mask == (mask if pc >> 55 & 1 else 0), vector["id"]
    assert masked > 100


def test_every_stop_is_shown_in_every_abi(unwindings):
    seen = collections.defaultdict(set)
    for vector in unwindings:
        for answer in answers(vector):
            seen[vector["profile"], vector["abi"]].add(answer["stop"])
    assert len(seen) == PAIRS
    for (profile, abi), stops in seen.items():
        assert stops >= STOPS - ({"error"} if abi == "amd64" and profile != "v3" else set()), (profile, abi)
        if profile in ("v2e2", "v3"):
            assert "outermost" in stops
        if abi != "amd64" and profile not in ("v1", "v2"):
            assert "unsafe" in stops


def test_every_abi_has_deep_chains_and_more_modules(unwindings):
    deepest, modules = collections.Counter(), collections.Counter()
    for vector in unwindings:
        if vector["class"] == "valid":
            deepest[vector["abi"]] = max(deepest[vector["abi"]], len(vector["expect"]["frames"]))
            modules[vector["abi"]] = max(modules[vector["abi"]], len(vector["input"].get("modules", [])))
    assert set(deepest.values()) == {DEFAULT_LIMIT} and set(modules.values()) == {19}
