#!/usr/bin/python3
"""Makes a report for the page's tests: real vectors, and what imaginary implementations might answer.

    make_report.py --vectors core.jsonl [--oracle build/sframe-ref] [--hostile] [--cases N] >report.json

The answers are invented; this script decides which of them fail, not the runner's judge.
"""

import argparse
import copy
import functools
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
HOSTILE = (
    "</script><script>window.owned = 1</script><!-- <script> \" ' &amp; ${x} `y` \\ \u2028 \u202egnp.exe "
    "\x00\x01\x1b[31m\x7f \ud800 \U0001f600 <img src=x onerror='window.owned = 1'>"
)


PRODUCERS = {  # imaginary; each verdict is the worst one of a producer
    "lines": [
        {
            **dict(zip(("producer", "objects_of", "abi", "output"), key)),
            "files": sum(counts),
            **dict(zip(("valid", "irregular", "malformed", "missing"), counts)),
            "findings": findings,
        }
        for key, counts, findings in (
            (("reed 1.2", None, "s390x", "object"), (40, 0, 0, 0), {}),
            (("reed 1.2", None, "amd64", "object"), (35, 5, 0, 0), {"reed-order": 5, "reed-rows": 1}),
            (("knot 7.0.20260101", "reed 1.2", "amd64", "relocatable"), (0, 0, 1, 0), {"knot-again": 1}),
            (("knot 7.0.20260101", "reed 1.2", "amd64", "executable"), (1203, 0, 0, 0), {"reed-rows": 1201}),
            (("knot 7.0.20260101", "reed 1.1", "amd64", "executable"), (3, 1, 1, 1), {"knot-drops": 1}),
            (("knot 7.0.20260101", "reed 1.1", "s390x", "shared"), (3, 0, 0, 0), {}),
        )
    ],
    "findings": [
        {"name": "knot-again", "title": "-r moves what it has moved", "files": 1},
        {"name": "knot-drops", "title": "Sections go with <sections>", "files": 1},
        {"name": "reed-order", "title": "The order is another", "files": 5},
        {"name": "reed-rows", "title": "Rows tell of another register", "files": 1202},
    ],
}


CAUSES = {  # imaginary; no page explains one of them
    "lines": [
        dict(zip(("adapter", "page", "title", "vectors", "smallest"), line))
        for line in (
            ("lantern", "lantern-signs", "Offsets <b>without</b> sign", 1203, "v3/amd64/lookup/some-row/first"),
            ("lantern", "lantern-flags", "Flags are not read", 2, "v2e1/aarch64/decode/flags/whole"),
            ("anchor", None, None, 17, "v1/amd64/check/some-shape/section"),
            ("anchor", "anchor-order", "Rows in another order", 1, "v1/amd64/decode/order/whole"),
        )
    ],
}


def flat(value, path=""):
    """All members that are neither objects nor lists, by their paths."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from flat(inner, f"{path}[{i}]")
    else:
        yield path, value


def differences(expected, actual):
    given = dict(flat(actual))
    return [
        {"path": path, "expected": value, "actual": given.get(path)}
        for path, value in flat(expected)
        if given.get(path) != value
    ]


@functools.lru_cache(maxsize=None)
def dump_of(oracle, form, profile, address, bytes_hex):
    return subprocess.run(
        [oracle, "dump", form, "--profile", profile, "--address", address, "-"],
        input=bytes.fromhex(bytes_hex),
        stdout=subprocess.PIPE,
        check=False,
    ).stdout.decode()


def notation_of(oracle, vector):
    """The section and the question alone: what an unwinding is given is left out."""
    given = vector["input"]
    text = dump_of(oracle, "--notation", vector["profile"], given["address"], given["bytes"])
    return [*text.splitlines(), f"{vector['operation']} {given.get('pc', '')}".strip()]


@functools.lru_cache(maxsize=None)
def annotate(oracle, profile, address, bytes_hex):
    """The fields of a section, from the oracle's annotated dump."""
    dump = dump_of(oracle, "--annotate", profile, address, bytes_hex)
    fields = []
    for offset, hexes, name, meaning in re.findall(
        r"^([0-9a-f]{6})  ((?:[0-9a-f]{2} )+) *(\(not read\)|\S+)? *(.*)$", dump, re.MULTILINE
    ):
        length = len(hexes.split())
        if name or not fields:
            fields.append(
                {"offset": int(offset, 16), "length": length, "name": name, "meaning": meaning.strip()}
            )
        else:
            fields[-1]["length"] += length
    return fields


# --- Imaginary implementations: from a vector to (outcome, answer, more members of the case) ----------------


def right_answer(vector):
    expect = vector["expect"]
    if vector["class"] == "valid":
        return copy.deepcopy(expect)
    if vector["class"] == "contested":
        reading = next(r for r in expect["readings"] if r["reading"] == expect["oracle"])
        return copy.deepcopy(reading.get("answer", {"error": "refused"}))
    return (
        {"error": "malformed"} if vector["operation"] != "check" else {"verdict": expect["oracle"]["verdict"]}
    )


def judged(vector, answer, cause):
    expected = vector["expect"] if vector["class"] == "valid" else vector["expect"].get("answer", {})
    found = differences(expected, answer)
    if not found:
        return None
    first = found[0]
    return (
        "fail",
        answer,
        {
            "differences": found,
            "cause": cause,
            "reason": f"{first['path']}: expected {first['expected']}, got {first['actual']}",
        },
    )


def rules_of(answer):
    rows = (
        [answer]
        if "cfa" in answer
        else [row for f in answer.get("functions", []) for row in f.get("rows", [])]
    )
    return [row[name] for row in rows for name in ("cfa", "ra", "fp") if isinstance(row.get(name), dict)]


def perfect(vector):
    return None


def unsigned_reader(vector):
    """Reads offsets of two bytes as unsigned numbers, and refuses long rows."""
    answer = right_answer(vector)
    if vector["class"] == "valid" and vector["operation"] == "check":
        return None
    if "mask" in vector["id"] and vector["operation"] == "lookup":
        return (
            "unsupported",
            {"unsupported": "mask functions"},
            {"reason": "mask functions", "cause": "unsupported: mask functions"},
        )
    if vector["class"] == "valid" and "word" in vector["id"] and "word1" not in vector["id"]:
        for rule in rules_of(answer):
            rule["offset"] &= 0xFFFF
        return judged(vector, answer, "a word of 2 bytes is read without its sign")
    return None


def careless_reader(vector):
    """Does not check bounds, and ignores the version byte."""
    if vector["class"] == "malformed":
        where = vector.get("fault", {}).get("clause", vector["clauses"][0] if vector["clauses"] else "")
        if where.startswith(("fre.inside", "fde.fre-off", "header.freoff")):
            return (
                "crash",
                None,
                {
                    "signal": "SIGSEGV",
                    "reason": "died by SIGSEGV",
                    "cause": f"crash: {where}",
                    "stderr": "careless: reading row 3 of function 0\ncareless: 0xfffffff0 beyond\n",
                },
            )
        if where.startswith("version."):
            return (
                "fail",
                {"version": 9, "functions": []},
                {
                    "reason": "an answer where an error is due",
                    "differences": [],
                    "cause": f"answered in spite of {where}",
                },
            )
        if where.startswith("header.complete"):
            return (
                "garbage",
                '{"request": 7, "version": 1, "func',
                {"reason": "not JSON: unexpected end at column 38", "cause": "garbage: not JSON"},
            )
    if vector["class"] == "valid" and vector["operation"] == "lookup" and "end-at" in vector["id"]:
        answer = {"pc": vector["input"]["pc"], "function": 0, "row": 0, "cfa": {"base": "sp", "offset": 8}}
        return judged(vector, answer, "the end of a function belongs to it")
    return None


def stalling_reader(vector):
    if "rep" in vector["id"] and vector["class"] == "malformed":
        return "hang", None, {"reason": "no answer within 2 s", "cause": "hang: repetition size of 0"}
    return None


def reading_of(label, vector):
    readings = vector["expect"]["readings"]
    at = int(hashlib.sha256((label + readings[0]["ledger"]).encode()).hexdigest(), 16)
    return None if at % 23 == 0 else readings[0 if label == "oracle" else at % len(readings)]


IMAGINARY = (  # label, name, version, answers, what of the hello differs from everything
    ("oracle", "libsframe-ref", "0.1.0", perfect, {}),
    (
        "meadow",
        "libmeadow",
        "2.4",
        unsigned_reader,
        {
            "profiles": ["v2", "v2e1", "v2e2"],
            "abis": ["amd64", "aarch64"],
            "foreign_byte_order": False,
            "exposes": ["decode.version", "decode.functions.start", "decode.functions.rows", "lookup"],
        },
    ),
    ("heron", "heron unwinder", "0.9-rc1", careless_reader, {"operations": ["decode", "lookup"]}),
    ("pebble", "pebble", "1.0.3", stalling_reader, {"profiles": ["v1", "v3"], "operations": ["check"]}),
)


def hello_of(label, name, version, differs):
    hello = {
        "adapter": label,
        "command": f"adapters/{label}",
        "name": name,
        "version": version,
        "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
        "abis": ["amd64", "aarch64", "aarch64_be", "s390x"],
        "operations": ["decode", "check", "lookup", "flip"],
        "foreign_byte_order": True,
        "exposes": None,
        "missing": None,
    }
    return {**hello, **differs}


def skip_reason(hello, vector):
    for member, field in (("profiles", "profile"), ("abis", "abi"), ("operations", "operation")):
        if vector[field] not in hello[member]:
            return field
    return "byte-order" if not hello["foreign_byte_order"] and "foreign" in vector["id"] else None


def contested_case(label, vector, readings, titles):
    ledger = vector["expect"]["readings"][0]["ledger"]
    reading = {"reading": vector["expect"]["oracle"]} if label == "oracle" else reading_of(label, vector)
    point = readings.setdefault(
        ledger,
        {"ledger": ledger, "title": titles[ledger], "oracle": vector["expect"]["oracle"], "took": Counter()},
    )
    point["took"][reading["reading"] if reading else "unread"] += 1
    if reading is None:
        return (
            "unread",
            {"error": "no idea"},
            {"reason": "no reading fits", "cause": f"unread: {ledger}", "ledger": ledger},
        )
    chosen = next(one for one in vector["expect"]["readings"] if one["reading"] == reading["reading"])
    more = {"reading": chosen["reading"], "reason": "", "cause": f"reading: {ledger}", "ledger": ledger}
    return "reading", chosen.get("answer", {"error": "refused"}), more


def implementation(entry, vectors, titles, oracle):
    label, name, version, answers, differs = entry
    result = hello_of(label, name, version, differs)
    skipped, outcomes, features, readings, cases = Counter(), Counter(), defaultdict(Counter), {}, []
    for vector in vectors:
        why = skip_reason(result, vector)
        if why:
            skipped[why] += 1
            continue
        if vector["class"] == "contested":
            outcome, answer, more = contested_case(label, vector, readings, titles)
        else:
            outcome, answer, more = answers(vector) or ("pass", None, {})
        outcomes[outcome] += 1
        features[vector["profile"], vector["abi"], vector["operation"]][outcome] += 1
        if outcome not in ("pass", "unsupported"):
            known = "sign" in more["cause"] or outcome == "reading"
            cases.append(
                {
                    **{
                        member: vector[member]
                        for member in ("id", "class", "clauses", "note", "input", "expect")
                    },
                    **({"fault": vector["fault"]} if "fault" in vector else {}),
                    "outcome": outcome,
                    "expected": outcome if known else "pass",
                    "unexpected": not known,
                    "answer": answer,
                    "stderr": "",
                    "differences": [],
                    **more,
                    **(
                        {
                            "fields": annotate(
                                oracle,
                                vector["profile"],
                                vector["input"]["address"],
                                vector["input"]["bytes"],
                            ),
                            "notation": notation_of(oracle, vector),
                        }
                        if oracle
                        else {}
                    ),
                }
            )
    return {
        **result,
        "outcomes": outcomes,
        "unexpected": sum(case["unexpected"] for case in cases),
        "skipped": skipped,
        "features": [
            {"profile": p, "abi": a, "operation": o, "outcomes": n} for (p, a, o), n in features.items()
        ],
        "readings": list(readings.values()),
        "unmatched": ["v2/*/never-there"] if label == "meadow" else [],
        "cases": cases,
    }


def make_hostile(report):
    """Puts the same hostile text wherever an adapter, a vector or a producer writes text."""
    one = report["implementations"][2]
    one.update(adapter="heron" + HOSTILE, name=HOSTILE, version=HOSTILE)
    one["unmatched"] = [HOSTILE]
    for case in one["cases"]:
        case.update(
            reason=HOSTILE, note=HOSTILE, stderr=HOSTILE, signal=HOSTILE, cause=case["cause"] + HOSTILE
        )
        case["answer"] = (
            HOSTILE
            if case["outcome"] == "garbage"
            else {HOSTILE: HOSTILE, "functions": [[[[HOSTILE]]]], "__proto__": 1}
        )
        case["differences"] = [{"path": HOSTILE, "expected": HOSTILE, "actual": {HOSTILE: HOSTILE}}]
        case["fields"] = [{"offset": 0, "length": 2, "name": HOSTILE, "meaning": HOSTILE}]
        case["notation"] = [HOSTILE, f"breaks {HOSTILE}"]


    report["producers"]["lines"][2].update(producer=HOSTILE, abi=HOSTILE, output=HOSTILE, findings={HOSTILE: 1})
    report["producers"]["findings"][0].update(name=HOSTILE, title=HOSTILE)


def make_many(report, count):
    one = report["implementations"][2]
    models = [case for case in one["cases"] if case["outcome"] != "reading"]
    one["cases"] = [
        {**models[i % len(models)], "id": f"{models[i % len(models)]['id']}-{i:06}"} for i in range(count)
    ]


def make_peers(report, count):
    """Makes COUNT implementations that fail much: the imaginary ones again, each with words and answers of its own."""
    models = [one for one in report["implementations"] if one["cases"]]
    peers = []
    for i in range(count):
        peer = copy.deepcopy(models[i % len(models)])
        peer["adapter"] = f"{peer['adapter']}-{i:02}"
        for case in peer["cases"]:
            if isinstance(case["answer"], dict):
                case["answer"] = {**case["answer"], "request": i}
            case["stderr"] += f"peer {i}: {case['id']}\n"
        peers.append(peer)
    report["implementations"] = peers


def main(words=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--vectors", required=True, help="what sframe-gen emit printed")
    parser.add_argument("--oracle", help="the program that annotates bytes; without it cases have no fields")
    parser.add_argument("--hostile", action="store_true", help="an implementation's words are an attack")
    parser.add_argument(
        "--cases", type=int, metavar="N", help="repeat the cases of one implementation up to so many"
    )
    parser.add_argument("--peers", type=int, metavar="N", help="so many implementations that fail much")
    parser.add_argument("--partial", action="store_true", help="as if the run had been interrupted")
    options = parser.parse_args(words)
    text = Path(options.vectors).read_bytes()
    vectors = [json.loads(line) for line in text.splitlines() if not line.startswith(b'{"corpus":')]
    vectors = [vector for vector in vectors if "parts" not in vector["input"]]  # the page has no bytes of these
    titles = {
        path.stem: json.loads(path.read_text("utf-8"))["title"]
        for path in (ROOT / "conformance/ledger").glob("*.json")
    }
    clause_words = {}
    if options.oracle:
        clauses = subprocess.run(
            [options.oracle, "clauses", "--json"], capture_output=True, text=True, check=True
        ).stdout
        clause_words = {clause["id"]: clause["words"] for clause in json.loads(clauses)}
    report = {
        "format": 1,
        "suite": "0.1.0",
        "corpus": {"vectors": len(vectors), "hash": hashlib.sha256(text).hexdigest()},
        "selection": {"select": ["v?/*"] if options.partial else [], "skip": [], "shard": None},
        "started": "2026-01-02T03:04:05Z",
        "seconds": 1.5,
        "complete": not options.partial, "exact": False,
        "clause_words": clause_words,
        "producers": PRODUCERS,
        "causes": CAUSES,
        "implementations": [implementation(entry, vectors, titles, options.oracle) for entry in IMAGINARY]
        + [
            {
                **hello_of("lantern", None, None, {}),
                "missing": "adapters/lantern: no such library on this machine",
                "outcomes": {},
                "unexpected": 0,
                "skipped": {},
                "features": [],
                "readings": [],
                "unmatched": [],
                "cases": [],
            }
        ],
    }
    if options.hostile:
        make_hostile(report)
    if options.peers:
        make_peers(report, options.peers)
    if options.cases:
        make_many(report, options.cases)
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
