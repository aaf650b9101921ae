"""Scenarios of unwinding, from scenarios.json, worked out by hand from docs/unwinding.md."""

import json

import pytest

from common.schemas import schemas
from ref.tests.conftest import TESTS, Section, fits, patched, run, section

SCENARIOS = json.loads((TESTS / "scenarios.json").read_text())
BIG = ("aarch64_be", "s390x")
ABIS = {1: "aarch64_be", 2: "aarch64", 3: "amd64", 4: "s390x"}


def piece(address, words, order):
    """A piece of memory: bytes as they are, or words in the ABI's byte order."""
    data = words if isinstance(words, str) else b"".join(int(word, 16).to_bytes(8, order) for word in words).hex()
    return {"address": address, "bytes": data}


def section_of(words):
    """A section of sections/ by its name, or a profile and bytes."""
    profile, _, data = words.partition(" ")
    return Section("", bytes.fromhex(data), profile, "0x0", "") if data else section(words)


def vector(scenario):
    """A line for `sframe-ref unwind`."""
    it = patched(section_of(scenario["section"]), scenario.get("patches", "-"))
    abi = ABIS[it.data[4]]
    order = "big" if abi in BIG else "little"
    given = {"address": it.address, "bytes": it.data.hex(),
             "memory": [piece(address, words, order) for address, words in scenario["memory"].items()],
             "modules": [{"address": address, "bytes": section_of(name).data.hex()}
                         for name, address in scenario.get("modules", [])]}
    given |= {name: scenario[name] for name in ("pc", "registers", "pac_mask", "limit") if name in scenario}
    return {"profile": it.profile, "abi": abi, "input": given}


def frame(words):
    return {name: value for name, value in zip(("pc", "sp", "fp", "cfa"), words.split()) if value != "-"}


def lines(vectors):
    return "".join(json.dumps(each) + "\n" for each in vectors).encode()


def answers(vectors, *more):
    answer = run("unwind", "-", *more, data=lines(vectors))
    assert answer.status == 0
    return [fits("unwind", json.loads(line)) for line in answer.output.splitlines()]


# --- Scenarios -----------------------------------------------------------------------------------


@pytest.fixture(name="found", scope="module")
def fixture_found():
    """All are asked at once: an emulated tool takes long to start."""
    return answers([vector(scenario) for scenario in SCENARIOS])


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[scenario["name"] for scenario in SCENARIOS])
def test_scenario(found, number):
    scenario = SCENARIOS[number]
    assert found[number] == {"frames": [frame(each) for each in scenario["frames"]], "stop": scenario["stop"]}


def test_the_scenarios_reach_every_stop_profile_and_abi():
    vectors = [vector(scenario) for scenario in SCENARIOS]
    stops = schemas()["unwind.schema.json"]["properties"]["stop"]["enum"]
    assert {scenario["stop"] for scenario in SCENARIOS} == set(stops)
    assert {each["abi"] for each in vectors} == set(ABIS.values())
    assert {each["profile"] for each in vectors} >= {"v1", "v2e1", "v2e2", "v3"}


@pytest.mark.parametrize("profile", ["v1", "v2", "v2e1", "v2e2", "v3"])
def test_a_call_is_unwound_alike_in_every_profile(profile):
    name = "v2e2-amd64-call" if profile.startswith("v2") else f"{profile}-amd64-call"
    scenario = {"section": name, "patches": f"@{profile}", "pc": "0x1000", "registers": {"sp": "0x7000", "fp": "0x0"},
            "memory": {"0x7000": ["0x1001", "0x0"]}}
    found = answers([vector(scenario)])[0]
    assert [each["pc"] for each in found["frames"]] == ["0x1000", "0x1001", "0x0"]
    assert found["stop"] == "no-function"


def test_without_a_limit_128_frames_are_given():
    scenario = {"section": "v3-amd64-call", "pc": "0x1000", "registers": {"sp": "0x7000", "fp": "0x0"},
            "memory": {"0x7000": ["0x1001"] * 200}}
    found = answers([vector(scenario)])[0]
    assert (len(found["frames"]), found["stop"]) == (128, "limit")


def test_each_line_of_each_file_is_answered(tmp_path):
    path = tmp_path / "scenarios"
    vectors = [vector(scenario) for scenario in SCENARIOS]
    path.write_bytes(lines(vectors))
    assert answers(vectors[:3], str(path), str(path)) == answers(vectors[:3] + vectors + vectors)
