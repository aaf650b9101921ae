"""Says the same odd things as odd.c."""
import sys

import sframe_adapter as kit

NUMBERS = {"least": -2**63, "most": 2**63 - 1}


def lookup(request):
    if request.pc == 0:
        return NUMBERS | {
            "address": kit.address(request.address), "yes": True, "bytes": request.bytes.hex(),
            "flags": kit.flags(request.profile, 0xff), "cfa": kit.rule_sum("r4294967295", -1),
            "ra": kit.rule_load("cfa", 0), "fp": kit.SAME, "sp": kit.UNDEFINED}
    if request.pc == 1:
        return {'quo"te': "\\ \" \t \n \x01 \x1f \x7f /"}
    if request.pc == 2:
        return kit.none("unknown")
    if request.pc == 3:
        raise kit.Refused("no")
    if request.pc == 4:
        raise kit.Unsupported("not today")
    if request.pc == 7:
        raise kit.Ended("SIGSEGV", "oh \x1b no")
    if request.pc == 5:
        raise TypeError("a mistake of the reader")
    raise KeyError("what this reader raises where it refuses")


def decode(_):
    print("what the reader prints is none of its answers")
    return {"functions": [{"rows": []}, {"rows": [{}, {}]}]}


def check(request):
    return {"verdict": "valid" if request.bytes else "malformed"}


def flip(request):
    return {"bytes": request.bytes.hex()}


def unwind(request):
    scenario = request.scenario
    frames = []
    for name in ("sp", "fp", "r30", "pac_mask"):
        if name in scenario.registers:
            word = scenario.word(scenario.registers[name])
            frames.append({"pc": kit.address(scenario.registers[name])} |
                          ({"cfa": kit.address(word)} if word is not None else {}))
    modules = {"module": module.hex() for _, module in scenario.modules}
    return {"limit": scenario.limit, "modules": len(scenario.modules)} | modules | {
        "frames": frames, "stop": "unsafe"}


class Section:
    def __init__(self, request):
        if request.bytes == b"no":
            raise kit.Refused("not this one")
        self.asked = 0

    def close(self):
        print(f"closed after {self.asked}", file=sys.stderr)


def lookup_opened(request):
    request.opened.asked += 1
    return ({"function": request.opened.asked} if request.pc == 1 else {}) | {"bytes": request.bytes.hex()}


if __name__ == "__main__":
    PLAIN = {"decode": decode, "lookup": lookup}
    OPENS = {"lookup": lookup_opened, "open": Section, "close": Section.close}
    kit.run('odd "reader"', "0", "v1 v2 v2e1 v2e2 v3", "amd64 aarch64 aarch64_be s390x",
            exposes="check.verdict lookup", requires="any", check=check, flip=flip, unwind=unwind,
            refusals=LookupError, **(OPENS if "opens" in sys.argv else PLAIN))
