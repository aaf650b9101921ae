"""Scenarios of unwinding, from scenarios.json, worked out by hand from docs/unwinding.md; and what
sframe-ref says to what is no scenario."""

import json

import pytest

from ref.tests.conftest import TESTS, call, complaint, fits, patched, run, section, schemas

SCENARIOS = json.loads((TESTS / "scenarios.json").read_text())
BIG = ("aarch64_be", "s390x")
ABIS = {1: "aarch64_be", 2: "aarch64", 3: "amd64", 4: "s390x"}


def piece(address, words, order):
    """Bytes as they are, or words in the ABI's order."""
    data = words if isinstance(words, str) else b"".join(int(word, 16).to_bytes(8, order) for word in words).hex()
    return {"address": address, "bytes": data}


def vector(scenario):
    """A line for `sframe-ref unwind`."""
    it = patched(section(scenario["section"]), scenario.get("patches", "-"))
    abi = ABIS[it.data[4]]
    order = "big" if abi in BIG else "little"
    given = {"address": it.address, "bytes": it.data.hex(),
             "memory": [piece(address, words, order) for address, words in scenario["memory"].items()],
             "modules": [{"address": address, "bytes": section(name).data.hex()}
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


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["name"] for scenario in SCENARIOS])
def test_scenario(scenario):
    assert answers([vector(scenario)]) == [{"frames": [frame(each) for each in scenario["frames"]],
                                        "stop": scenario["stop"]}]


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
    found = answers(vectors[:3], str(path), str(path))
    assert found == answers(vectors[:3] + vectors + vectors)


# --- What is no scenario -------------------------------------------------------------------------


def changed(**members):
    whole = vector(SCENARIOS[0])
    given = whole["input"] | {name: value for name, value in members.items() if name in (*whole["input"], "limit",
                                                                                          "pac_mask")}
    return whole | {"input": given} | {name: value for name, value in members.items() if name in ("profile", "abi")}


def without(*path):
    whole = vector(SCENARIOS[0])
    inner = whole
    for name in path[:-1]:
        inner = inner[name]
    del inner[path[-1]]
    return whole


@pytest.mark.parametrize("line, words", [
    (b"{\n", "not a line of JSON"), (b"\n", "not a line of JSON"), (b"{} {}\n", "not a line of JSON"),
    (b"[]\n", "profile"), (b"\xff\n", "not a line of JSON"),
    (b'{"profile": 3\0}\n', "not a line of JSON"), (b'{"profile": "v3", "profile": "v3"}\n', "JSON"),
    (changed(profile="v4"), "profile"), (changed(profile=3), "profile"), (without("profile"), "profile"),
    (changed(abi="i386"), "abi"), (without("abi"), "abi"), (without("input"), "input"),
    (vector(SCENARIOS[0]) | {"input": 5}, "input"),
    (without("input", "pc"), "pc"), (changed(pc="1000"), "pc"), (changed(pc="0x"), "pc"),
    (changed(pc="0xg"), "pc"), (changed(pc="0x10000000000000000"), "pc"), (changed(pc=4096), "pc"),
    (changed(pac_mask="all"), "pac_mask"), (without("input", "registers"), "sp and fp"),
    (changed(registers={"sp": "0x0"}), "sp and fp"), (changed(registers={"fp": "0x0"}), "sp and fp"),
    (changed(registers={"sp": "0x0", "fp": 0}), "register"),
    *((changed(registers={name: "0x0"}), "register") for name in ("r", "r01", "rax", "r1x", "x1", "r9999999999")),
    (changed(registers={f"r{i}": "0x0" for i in range(65)}), "too many"),
    (changed(limit=0), "limit"), (changed(limit=4097), "limit"), (changed(limit="1"), "limit"),
    (changed(bytes="0"), "bytes"), (changed(bytes="0g"), "bytes"), (changed(bytes="g0"), "bytes"),
    (changed(bytes=0), "bytes"), (without("input", "bytes"), "bytes"),
    (without("input", "address"), "address"), (changed(address="1"), "address"),
    (changed(memory={}), "array"), (changed(modules="none"), "array"), (changed(memory=[0]), "address"),
    (changed(memory=[{"address": "0x0"}]), "bytes"),
    (changed(modules=[{"address": "0x0", "bytes": "00"}, {"bytes": "00"}]), "address"),
])
def test_what_is_no_scenario_is_named_by_its_line(line, words):
    data = line if isinstance(line, bytes) else lines([line])
    said = complaint(call("unwind", "-", data=data))
    assert said.startswith("sframe-ref: -:1: ") and words in said


def test_what_was_read_before_is_answered():
    done = call("unwind", "-", data=lines([vector(SCENARIOS[0])]) + b"{")
    assert done.returncode == 2 and done.stdout.count(b"\n") == 1 and b"-:2: " in done.stderr


@pytest.mark.parametrize("path, words", [("/nowhere", "No such file"), ("/", "Is a directory"),
                                         ("/dev/null", "no scenario")])
def test_what_cannot_be_read_is_named(path, words):
    assert words in complaint(call("unwind", path))
