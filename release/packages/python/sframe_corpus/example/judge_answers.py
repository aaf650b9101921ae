"""Judges two answers to a lookup: a right one, and one with a wrong offset."""
import sframe_corpus

vector = next(vector for vector in sframe_corpus.core()
              if vector.id == "v3/amd64/lookup/settled-inc-single-instruction/in-first-row/pcrel")
for offset in (320, 312):
    judgement = vector.judge({
        "pc": "0x11001", "function": 0, "row": 0, "cfa": {"base": "sp", "offset": offset},
        "ra": {"base": "cfa", "offset": -8, "deref": True}, "fp": "same", "mangled_ra": False, "signal": False})
    print(judgement.outcome)
    for difference in judgement.differences:
        print(f"{difference.path} is {difference.actual}, not {difference.expected}")
