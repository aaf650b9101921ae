"""What holds of unwindings by construction: frames hang together, and what they say lies where it can be found.

Nothing here reads a section: a frame's rules stay unknown.
"""
import collections
import json
import re

import pytest

from generator.tests.conftest import generate

DEFAULT_LIMIT = 128
ABIS = 4
PAIRS = 5 * ABIS - 2  # of a text and an ABI: s390x came with the third
LINK = {"aarch64": "r30", "aarch64_be": "r30", "s390x": "r14"}
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
    """The values at every byte of the memory, pieces that touch taken as one."""
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
    """A family draws on from one text and ABI to the next."""
    for text, abi in (("v2", "aarch64"), ("v3", "s390x")):
        alone = generate("emit", "--operation", "unwind", "--profile", text, "--abi", abi).stdout.splitlines()[:-1]
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
    """But for flexible rows, which may add to it."""
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
    """Whole, with its signature, whether that is the first in the trace or not."""
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
        if abi in LINK and profile not in ("v1", "v2"):
            assert "unsafe" in stops


def test_every_abi_has_deep_chains_and_more_modules(unwindings):
    deepest, modules = collections.Counter(), collections.Counter()
    for vector in unwindings:
        if vector["class"] == "valid":
            deepest[vector["abi"]] = max(deepest[vector["abi"]], len(vector["expect"]["frames"]))
            modules[vector["abi"]] = max(modules[vector["abi"]], len(vector["input"].get("modules", [])))
    assert set(deepest.values()) == {DEFAULT_LIMIT} and set(modules.values()) == {19}


def in_every_pair(vectors, shape):
    """The vectors whose shape has these words, and that each profile has them on each of its ABIs that any has."""
    chosen = [vector for vector in vectors if shape in vector["id"].split("/")[3]]
    return chosen, {(vector["profile"], vector["abi"]) for vector in chosen}


def test_words_lie_across_pieces_that_touch(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-cut-word")
    assert len(pairs) == PAIRS
    for vector in chosen:
        ends = {number(piece, "address") + len(piece["bytes"]) // 2 for piece in vector["input"]["memory"]}
        begins = {number(piece, "address") for piece in vector["input"]["memory"]}
        assert any(place % 8 for place in ends & begins), vector["id"]


def test_stacks_lie_on_both_sides_of_the_middle(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-across-2-63")
    assert len(pairs) == PAIRS
    for vector in chosen:
        frames = vector["expect"]["frames"]
        places = [number(frame, name) for frame in frames for name in ("sp", "cfa") if name in frame]
        assert min(places) < 1 << 63 <= max(places), vector["id"]


def test_a_mask_that_would_change_return_addresses_nobody_mangled(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unmangled-ra")
    assert len(pairs) == 10
    for vector in chosen:
        kept, stripped = (reading["answer"]["frames"] for reading in vector["expect"]["readings"])
        at = len(stripped) - 1
        mask, pc = int(vector["input"]["pac_mask"], 16), number(kept[at], "pc")
        assert kept[:at] == stripped[:at] and len(kept) > len(stripped)
        assert number(stripped[at], "pc") == (pc | mask if pc >> 55 & 1 else pc & ~mask) != pc


def test_the_memory_of_a_foreign_section_is_in_the_order_of_the_abi(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-open-abi-byte-order")
    assert len(pairs) == PAIRS
    for vector in chosen:
        native = "little" if vector["abi"] in ("amd64", "aarch64") else "big"
        sections = [vector["input"]["bytes"], *(module["bytes"] for module in vector["input"].get("modules", []))]
        assert {"e2de": "little", "dee2": "big"}[sections[-1][:4]] != native, vector["id"]
        breach, refuse, abi_wins = (reading["answer"] for reading in vector["expect"]["readings"])
        assert refuse == abi_wins and refuse["stop"] == "error" and len(breach["frames"]) > len(refuse["frames"])
        assert all(number(frame, "pc") in words(vector) for frame in breach["frames"][1:]), vector["id"]


def test_a_signal_frame_restores_fp_from_memory(unwindings):
    """Its FP is another than its callee's, its caller's and that of the link register."""
    chosen, pairs = in_every_pair(unwindings, "unwinding-signal-restores")
    assert len(pairs) == ABIS
    for vector in chosen:
        above = int(vector["id"].rsplit("-", 1)[1]) // 4 % 3
        signal, interrupted = vector["expect"]["frames"][above:above + 2]
        assert number(interrupted, "fp") in words(vector)
        assert interrupted["fp"] not in (signal["fp"], vector["input"]["registers"].get(LINK.get(vector["abi"])))


# --- Modules, and words that are missing ---------------------------------------------------------


def sections(vector):
    return [number(module, "address") for module in (vector["input"], *vector["input"].get("modules", []))]


def trailing_number(vector):
    return int(vector["id"].rsplit("-", 1)[1])


def test_each_of_many_modules_has_a_frame(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-many-modules")
    assert len(pairs) == 18 and {len(sections(vector)) for vector in chosen} == {8, 9, 16, 17, 20}
    for vector in chosen:
        owners = [max(place for place in sections(vector) if place <= number(frame, "pc"))
                  for frame in vector["expect"]["frames"][:-1]]
        assert sorted(owners) == sorted(sections(vector)), vector["id"]


def test_code_lies_among_that_of_others(unwindings):
    """A frame's module is neither the one whose section is nearest, nor the one between whose frames it lies."""
    chosen, pairs = in_every_pair(unwindings, "unwinding-crossed-modules")
    assert len(pairs) == 18
    for vector in chosen:
        places = [number(frame, "pc") for frame in vector["expect"]["frames"][:-1]]
        owner = [(trailing_number(vector) + i) % 3 for i in range(len(places))]
        assert len(places) == 5
        if "taking-turns" in vector["id"]:
            assert any(min(mine) < place < max(mine) for module in range(3)
                       for mine in [[place for place, of in zip(places, owner) if of == module]]
                       for place, of in zip(places, owner) if of != module), vector["id"]
        else:
            nearest = [min(sections(vector), key=lambda section, at=place: abs(section - at)) for place in places]
            assert nearest != [sections(vector)[of] for of in owner], vector["id"]


def readable(vector):
    """The addresses of all bytes of its memory."""
    return {number(piece, "address") + i for piece in vector["input"]["memory"] for i in range(len(piece["bytes"]) // 2)}


def test_behind_code_without_a_section_the_stack_goes_on(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-no-section")
    assert len(pairs) == 18
    for vector in chosen:
        frames = vector["expect"]["frames"]
        assert vector["expect"]["stop"] == "no-function" and len(frames) == trailing_number(vector) + 1
        assert len(sections(vector)) == 2
        behind = [place for place in readable(vector) if place >= number(frames[-1], "sp")]
        assert len(behind) >= 4 * 2 * 8, vector["id"]


def test_a_module_is_there_and_gone_and_another(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-changing-modules")
    assert len(pairs) == 18
    for before, vector in zip(chosen, chosen[1:]):
        if (before["profile"], before["abi"]) == (vector["profile"], vector["abi"]):
            shared = set(sections(before)) & set(sections(vector))
            assert shared and len(shared) == min(len(sections(before)), len(sections(vector)))
            given = [{number(each, "address"): each["bytes"] for each in (one["input"], *one["input"].get("modules", []))}
                     for one in (before, vector)]
            assert any(given[0][place] != given[1][place] for place in shared) or len(given[0]) != len(given[1])


def test_each_word_is_missing_in_turn(unwindings):
    chosen, pairs = in_every_pair(unwindings, "unwinding-missing")
    assert len(pairs) == 18
    chains = collections.defaultdict(list)
    for vector in chosen:
        profile, abi, _, _, detail = vector["id"].split("/")
        chains[profile, abi, re.sub(r"-(?:cfa|ra|fp)-of-frame-\d+$|-none$", "", detail)].append(vector)
    assert len(chains) == 18 * 3 + 4 + 3
    for parts in chains.values():
        whole, gone = parts[-1], []
        assert len(parts) == 9 + whole["id"].endswith("/from-memory-none") and whole["id"].endswith("-none") and whole["expect"]["stop"] == "no-function"
        for vector in parts[:-1]:
            frames = vector["expect"]["frames"]
            expected = [dict(frame) for frame in whole["expect"]["frames"][:len(frames)]]
            if "-cfa-" in vector["id"]:
                del expected[-1]["cfa"]
            assert vector["expect"]["stop"] == "memory" and frames == expected, vector["id"]
            missing = readable(whole) - readable(vector)
            assert len(missing) >= 8 and readable(vector) < readable(whole)
            gone.append(missing)
        assert all(one != other for i, one in enumerate(gone) for other in gone[:i])


def test_beyond_a_signal_frame_a_call_ends_its_function(unwindings):
    chosen = [vector for vector in unwindings if "/unwinding-open-caller-pc/signal-" in vector["id"]]
    assert len(chosen) == 4 * 15
    for vector in chosen:
        less_one, as_is = (reading["answer"]["frames"] for reading in vector["expect"]["readings"])
        shorter = less_one if "first-byte" in vector["id"] else as_is
        longer = as_is if shorter is less_one else less_one
        assert len(shorter) < len(longer) and [frame["pc"] for frame in shorter] == [
            frame["pc"] for frame in longer[:len(shorter)]], vector["id"]
        if "-2-above-" in vector["id"]:
            assert len(shorter) == 2, vector["id"]
