"""The operation `unwind`: the words of a request, and how answers are judged."""
import pytest

from conformance.runner.tests.conftest import ORACLE, check_vector, scripted

# One function, 0x1000 to 0x1020, version 3 on AMD64: the CFA is SP + 8.
SECTION = ("e2de03010300f800" "01000000" "01000000" "08000000" "00000000" "10000000"
           "0010000000000000" "20000000" "00000000" "0100000000" "000308")
INPUT = {"address": "0x0", "bytes": SECTION, "pc": "0x1000", "registers": {"sp": "0x7000", "fp": "0x1", "r30": "0x2"},
         "pac_mask": "0xff00000000000000", "limit": 7, "modules": [{"address": "0x100000", "bytes": SECTION}],
         "memory": [{"address": "0x7000", "bytes": "0110000000000000"}, {"address": "0x7008", "bytes": "0a"}]}
FRAMES = [{"pc": "0x1000", "sp": "0x7000", "fp": "0x1", "cfa": "0x7008"},
          {"pc": "0x1001", "sp": "0x7008", "fp": "0x1", "cfa": "0x7010"}]
EXPECT = {"frames": FRAMES, "stop": "memory"}


def vector(expect=None, **changes):
    return {**check_vector(1), "id": "v3/amd64/unwind/made/1", "profile": "v3", "operation": "unwind",
            "input": {name: value for name, value in {**INPUT, **changes}.items() if value is not None},
            "expect": expect or EXPECT}


def test_the_oracle_unwinds(conform):
    result = conform([vector()], ORACLE)
    assert result.status == 0 and "1 pass" in result.out


DIFFERENT = [
    ({**EXPECT, "stop": "loop"}, "stop"),
    ({**EXPECT, "frames": FRAMES[:1]}, "frames.length"),
    ({**EXPECT, "frames": [FRAMES[0], {**FRAMES[1], "sp": "0x7000"}]}, "frames[1].sp"),
    ({**EXPECT, "frames": [FRAMES[0], {**FRAMES[1], "fp": "0x0"}]}, "frames[1].fp"),
    ({**EXPECT, "frames": [{**FRAMES[0], "pc": "0x1001"}, FRAMES[1]]}, "frames[0].pc"),
    ({**EXPECT, "frames": [FRAMES[0], {**FRAMES[1], "cfa": "0x0"}]}, "frames[1].cfa"),
    ({**EXPECT, "frames": [FRAMES[0], {"pc": "0x1001", "sp": "0x7008", "fp": "0x1"}]}, "frames[1].cfa"),
]


@pytest.mark.parametrize("options", [(), ("--exact",)])
def test_each_member_of_each_frame_is_compared(judge, options):
    _, cases = judge([(vector(expect), None) for expect, _ in DIFFERENT], *options, adapter=ORACLE)
    for case, (_, words) in zip(cases, DIFFERENT, strict=True):
        assert case["outcome"] == "fail" and words in case["reason"], words


def test_what_is_not_exposed_may_be_left_out(conform, tmp_path):
    answer = {"frames": [{"pc": frame["pc"]} for frame in FRAMES], "stop": "memory"}
    asked = tmp_path / "asked"
    script = (f"print(json.dumps({{'request': 1, **{answer}}}), flush=True)\n"
              f"open({str(asked)!r}, 'wb').write(line + data + sys.stdin.buffer.read())\nsys.exit()")
    exposes = ["unwind.frames.pc", "unwind.stop"]
    result = conform([vector()], scripted(tmp_path, script, profiles=["v3"], operations=["unwind"], exposes=exposes))
    assert result.status == 0 and "1 pass" in result.out
    section = bytes.fromhex(SECTION)
    assert asked.read_bytes() == (
        b"unwind 1 v3 amd64 0 %d 1000 7 4 1 2\n" % len(section) + section +
        b"sp 7000\nfp 1\nr30 2\npac_mask ff00000000000000\n" + b"100000 %d\n" % len(section) + section +
        b"7000 8\n\x01\x10\0\0\0\0\0\0" + b"7008 1\n\n")


def test_without_a_limit_the_protocol_says_128(conform):
    words = {**EXPECT, "frames": FRAMES[:1], "stop": "limit"}
    assert conform([vector(words, limit=1)], ORACLE).status == 0
    chain = "0110000000000000" * 200
    frames = [{"pc": f"0x{0x1000 + (i > 0):x}", "sp": f"0x{0x7000 + 8 * i:x}", "fp": "0x1", "cfa": f"0x{0x7008 + 8 * i:x}"}
              for i in range(128)]
    many = vector({"frames": frames, "stop": "limit"}, limit=None, pac_mask=None, modules=None,
                  memory=[{"address": "0x7000", "bytes": chain}])
    assert conform([many], ORACLE).status == 0


def test_who_knows_nothing_of_a_broken_section_stops_there(judge):
    oracle = {"verdict": "malformed", "violations": [{"clause": "preamble.magic", "offset": "0x0", "severity": "malformed"}]}

    def broken(accept, frames):
        answer = {"frames": [{"pc": "0x5000", "sp": "0x7000", "fp": "0x1"}] * frames, "stop": "error"}
        return {**vector({"oracle": oracle, "accept": accept, "answer": answer}, pc="0x5000"), "class": "malformed"}, None
    _, cases = judge([broken(["error", "none", "answer"], 1), broken(["error", "answer"], 1),
                      broken(["error", "none", "answer"], 2)], adapter=ORACLE)
    assert [case["outcome"] for case in cases] == ["pass", "fail", "fail"]


def test_a_reading_that_refuses_a_section_may_accept_an_end_without_it(judge):
    """No function has the PC, so the oracle stops with no-function."""
    def contested(stop, **accept):
        reading = {"ledger": "overlap", "reading": "refuse", **accept,
                   "answer": {"frames": [{"pc": "0x5000", "sp": "0x7000", "fp": "0x1"}], "stop": stop}}
        return {**vector({"readings": [reading], "oracle": "refuse"}, pc="0x5000"), "class": "contested"}, None
    _, cases = judge([contested("error", accept=["error", "none"]), contested("error", accept=["error"]), contested("error"),
                      contested("no-function")], adapter=ORACLE)
    assert [case["outcome"] for case in cases] == ["reading", "unread", "unread", "reading"]
