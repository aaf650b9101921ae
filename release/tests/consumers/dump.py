"""Prints what the package says of each vector: of the core, or with `whole` of the whole; or with `judge FILE` what it says
of the answers there, as conformance/runner/tests/units/judged.c does."""
import json
import sys

import sframe_corpus


def dump(v):
    accepts = [what for what in ("answer", "error", "none") if v.accepts(what)]
    print(v.id, v.profile, v.abi, v.operation, v.class_, v.breaks or "-", v.bytes.hex(), hex(v.address),
          "-" if v.pc is None else hex(v.pc), ",".join(accepts), sep="\t")


def say(value):
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return {list: "list", dict: "object", type(None): "nothing"}.get(type(value)) or (text if len(text) < 240 else "string")


def judge(path):
    vectors = sframe_corpus.core()
    vector = next(vectors)
    with open(path, encoding="utf-8") as cases:
        for case in cases:
            name, exposes, answer = case.rstrip("\n").split("\t")
            while vector.id != name:
                vector = next(vectors)
            judgement = vector.judge(json.loads(answer), None if exposes == "-" else json.loads(exposes))
            shown = judgement.differences[:16] if judgement.outcome == "fail" else ()
            print(judgement.outcome, judgement.reading or "-",
                  *(f"{each.path}: {say(each.expected)} > {say(each.actual)}" for each in shown), sep="\t")


try:
    if sys.argv[1:2] == ["judge"]:
        judge(sys.argv[2])
    else:
        for each in sframe_corpus.whole() if sys.argv[1:] else sframe_corpus.core():
            dump(each)
except sframe_corpus.CorpusError as error:
    sys.exit(str(error))
