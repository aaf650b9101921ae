"""Answers to the core, right and wrong: what readers of the zoo say, and right answers that were changed."""
import json
import random
import subprocess
import tempfile

from common import commands
from conformance import request

BUGS = 8  # how many bugs of the zoo are used, spread over its list; some of them give no wrong answer here
OF_EACH = 90  # the most wrong answers of each bug
EXPOSES = ("-", "[]", '["check.verdict"]', '["lookup.cfa","lookup.ra","decode.functions.start","unwind.frames.pc"]',
           '["check.verdict","decode.functions.rows.cfa","lookup.function"]')
# Members that are added to answers of any operation.
ANY = ({"error": "no"}, {"none": "unknown"}, {"none": "function"}, {"none": "row"}, {"none": "error"}, {"verdict": "malformed"},
       {"verdict": "irregular"}, {"verdict": "valid"}, {"verdict": 1}, {"unsupported": "no"}, {"inconsistent": "odd"},
       {"inconsistent": ""}, {"ended": "SIGSEGV"}, {"ended": "101"}, {"stderr": "x"}, {"section": 5}, {"violations": []},
       {"misspelt": 1}, {"error": 5}, {"none": None}, {"pc": "0xg"}, {"pc": "1"}, {"row": 1.5}, {"row": "0"}, {"cfa": "same"},
       {"cfa": {"base": "sp"}}, {"cfa": {"base": "sp", "offset": 8, "more": 1}}, {"ra": "undefined"}, {"ra": ["same"]},
       {"fp": {"base": "r7", "offset": True}}, {"mangled_ra": True}, {"mangled_ra": 0}, {"signal": False}, {"bytes": "0G"},
       {"bytes": "abc"}, {"bytes": "ABCD"}, {"stop": "no-function"}, {"stop": "no-row"}, {"frames": []}, {"frames": [1]},
       {"frames": {}}, {"flags": ["sorted", 1]}, {"functions": []}, {"version": 2}, {"profile": "v9"},
       {"pc": "0x10000000000000000"}, {"pc": "0X0000000000000000011004"})


def asked(program, vectors, *words):
    """The answers to the vectors, as lines, until the reader dies."""
    with tempfile.TemporaryFile() as said:  # a file, as a pipe wakes up this process for each answer
        subprocess.run([program, *words], input=b"".join([b"hello 1\n", *(each.request(0) for each in vectors)]),
                       check=False, stdout=said, stderr=subprocess.DEVNULL)
        said.seek(0)
        return said.read().decode().splitlines()[1:]


def without_request(line):
    return compact({name: value for name, value in json.loads(line).items() if name != "request"})


def compact(answer):
    return json.dumps(answer, separators=(",", ":"), ensure_ascii=False)


def objects(answer):
    """An answer, and all objects and lists of objects in it."""
    found = [answer]
    for value in found:
        for each in value.values() if isinstance(value, dict) else value:
            if isinstance(each, dict) or (isinstance(each, list) and each and isinstance(each[0], dict)):
                found.append(each)
    return found


OTHERS = {str: lambda value: [value.upper(), value + "0", "r7" if value == "sp" else "sp", f"0x00{value[2:]}", 5],
          int: lambda value: [value + 1, -value, str(value)], bool: lambda value: [not value, 1], dict: lambda value: [{}, "same"],
          list: lambda value: [value[:-1], value + value[:1], value[::-1], "list"]}


def changed(text, chance):
    """The answer with one member missing, changed or added."""
    answer = json.loads(text)
    place = chance.choice(objects(answer))
    if not place:
        return compact(answer)
    name = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
    way = chance.randrange(4)
    if way == 0:
        del place[name]
    elif way == 1:
        answer.update(chance.choice(ANY))
    else:
        value = place[name]
        place[name] = chance.choice(OTHERS.get(type(value), lambda value: [0])(value))
    return compact(answer)


def cases(lines, zoo):
    """Lines of ID, exposed members and answer, in the order of the vectors, of which each second has some."""
    chance = random.Random(30)
    vectors = [request.Vector(line) for line in lines[:-1:2]]
    right = asked(zoo, vectors)
    wrong = [set() for _ in vectors]
    names = [line.split("\t")[0] for line in commands.must(zoo, "--list").splitlines()]
    for name in names[::len(names) // BUGS]:
        said = asked(zoo, vectors, "--bug", name)
        others = [i for i, (one, other) in enumerate(zip(right, said)) if one != other]
        for i in chance.sample(others, min(len(others), OF_EACH)):
            wrong[i].add(without_request(said[i]))
    for vector, text, more in zip(vectors, map(without_request, right), wrong):
        answers = [text, *sorted(more), *(changed(text, chance) for _ in range(3)), *map(compact, chance.sample(ANY, 1)),
                   *readings(vector, chance), *other_orders(text), "{}"]
        for i, answer in enumerate(dict.fromkeys(answers)):
            yield f"{vector.id}\t{EXPOSES[0] if i == 0 else chance.choice(EXPOSES)}\t{answer}\n"
        if vector.operation == "check" and vector["class"] in ("irregular", "contested"):
            for verdict in ("valid", "irregular"):
                yield f'{vector.id}\t["check.verdict"]\t{compact({"verdict": verdict})}\n'


def other_orders(text):
    """The flags of a decode mean the same in any order."""
    answer = json.loads(text)
    if len(answer.get("flags", ())) > 1:
        yield compact(answer | {"flags": answer["flags"][::-1]})


def readings(vector, chance):
    """The answers of a contested vector's readings, each unchanged and changed."""
    for reading in vector["expect"].get("readings", ()):
        text = compact({name: value for name, value in reading.get("answer", {}).items() if name != "violations"})
        yield text
        yield changed(text, chance)
