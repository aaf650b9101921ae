#!/usr/bin/python3
"""Adapters of readers that nobody wrote, for reports about them: `imaginary.py NAME CORPUS`, where CORPUS has the answers."""
import copy
import hashlib
import json
import os
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../../../..")  # the root of the tree
from conformance.request import Vector

EVERYTHING = {"profiles": ["v1", "v2", "v2e1", "v2e2", "v3"], "abis": ["amd64", "aarch64", "aarch64_be", "s390x"],
              "operations": ["decode", "check", "lookup", "flip"]}


def right_answer(vector):
    expect = vector["expect"]
    if vector["class"] == "valid":
        return copy.deepcopy(expect)
    return {"error": "malformed"} if vector["operation"] != "check" else {"verdict": expect["oracle"]["verdict"]}


def wrong_answer(vector):
    return {"version": 9} if vector["operation"] == "decode" else {"pc": vector["input"]["pc"], "function": 99}


def rules_of(answer):
    rows = [answer] if "cfa" in answer else [row for one in answer.get("functions", []) for row in one.get("rows", [])]
    return [row[name] for row in rows for name in ("cfa", "ra", "fp") if isinstance(row.get(name), dict)]


def unsigned_reader(vector):
    """Reads offsets of two bytes as unsigned numbers, and refuses long rows."""
    answer = right_answer(vector)
    if "mask" in vector["id"] and vector["operation"] == "lookup":
        return {"unsupported": "mask functions"}
    if vector["class"] == "valid" and "word" in vector["id"] and "word1" not in vector["id"]:
        for rule in rules_of(answer):
            rule["offset"] &= 0xFFFF
    return answer


def careless_reader(vector):
    """Does not check bounds, and ignores the version byte; a text is what it says in the place of an answer."""
    if vector["class"] == "malformed":
        clause = vector.get("fault", {}).get("clause", vector["clauses"][0] if vector["clauses"] else "")
        if clause.startswith(("fre.inside", "fde.fre-off", "header.freoff")):
            return {"ended": "SIGSEGV", "stderr": "careless: reading row 3 of function 0\ncareless: 0xfffffff0 beyond\n"}
        if clause.startswith("version."):
            return wrong_answer(vector)
        if clause.startswith("header.complete") and vector["profile"] == "v2e1":
            return '{"request": 7, "version": 1, "func'
    if vector["class"] == "valid" and vector["operation"] == "lookup" and "end-at" in vector["id"]:
        return {"pc": vector["input"]["pc"], "function": 0, "row": 0, "cfa": {"base": "sp", "offset": 8}}
    return right_answer(vector)


def ending_reader(vector):
    """Ends where a section of masks is cut."""
    return {"ended": "101"} if "cut-mask" in vector["id"] and vector["class"] == "malformed" else right_answer(vector)


READERS = {  # version, answers, and what it declares other than EVERYTHING
    "libmeadow": ("2.4", unsigned_reader, {
        "profiles": ["v2", "v2e1", "v2e2"], "abis": ["amd64", "aarch64"], "foreign_byte_order": False,
        "exposes": ["decode.version", "decode.functions.start", "decode.functions.rows", "lookup"]}),
    "heron unwinder": ("0.9-rc1", careless_reader, {"operations": ["decode", "lookup"]}),
    "pebble": ("1.0.3", ending_reader, {"profiles": ["v1", "v3"], "operations": ["check"]}),
}


def reading_of(name, vector):
    """The answer of one reading of an open point, and now and then an answer that is of no reading."""
    readings = vector["expect"]["readings"]
    at = int(hashlib.sha256((name + readings[0]["ledger"]).encode()).hexdigest(), 16)
    if at % 23 == 0 and vector["operation"] in ("decode", "lookup"):
        return wrong_answer(vector)
    return readings[at % len(readings)].get("answer", {"error": "refused"})


def main():
    name, corpus = sys.argv[1:]
    version, answers, declared = READERS[name]
    with open(corpus, encoding="utf-8") as lines:
        vectors = [Vector(line) for line in lines if '"corpus":' not in line]
    asked = {vector.request(0): vector.line for vector in vectors}
    sys.stdin.buffer.readline()
    print(json.dumps({"protocol": 1, "name": name, "version": version, **EVERYTHING, **declared}), flush=True)
    for line in sys.stdin.buffer:
        operation, number, words = line.split(b" ", 2)
        vector = json.loads(asked[b"%s 0 %s" % (operation, words) + sys.stdin.buffer.read(int(words.split()[3]))])
        answer = reading_of(name, vector) if vector["class"] == "contested" else answers(vector)
        print(answer if isinstance(answer, str) else json.dumps({"request": int(number), **answer}), flush=True)


if __name__ == "__main__":
    main()
