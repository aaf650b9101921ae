"""Finds the vectors that show that a reader was changed.

What a changed reader answers is compared with what the unchanged one did, byte by byte.  Where they differ,
sframe-conform judges both: the change is noticed if one of these vectors has another outcome.
"""
import json
import threading

from common import bounded
from conformance.request import Vector
from conformance.zoo import recorded
from corpus import jsonl

BLOCK = 4000  # vectors that are asked at once
FEW = 40  # of the vectors whose answers differ, so many are judged first


def read_vectors(corpus):
    with bounded.open_bytes("VECTORS", corpus) as file:
        return [Vector(line) for line in jsonl.vectors(file)]


def blocks_of(vectors, core, hello):
    """Yields which vectors a reader with this HELLO is asked at once, with `core` or `whole`: those of the core, and
    then shares of all others."""
    asked = [vector for vector in vectors if vector.is_asked(json.loads(hello))]
    inner = [vector for vector in asked if vector.id in core]
    outer = [vector for vector in asked if vector.id not in core]
    yield from (("core", inner[at:at + BLOCK]) for at in range(0, len(inner), BLOCK))
    shares = -(-len(outer) // BLOCK)
    yield from (("whole", outer[at::shares]) for at in range(shares))


class Judge:
    """Judges copies of one program, with one change each."""

    def __init__(self, runner, options, unchanged, vectors, core, seconds):
        self.runner, self.options, self.seconds = runner, ["--jobs", "1", *options], seconds
        self.unchanged, self.hello = unchanged, recorded.hello_of([unchanged])
        self.blocks = list(blocks_of(vectors, core, self.hello))
        self.known, self.lock = {}, threading.Lock()

    def right(self, number):
        """The answers of the unchanged program to a block."""
        with self.lock:
            if number not in self.known:
                self.known[number] = recorded.ask([self.unchanged], self.blocks[number][1], self.seconds)
            return self.known[number]

    def changed(self, triples):
        """The id of the first vector that has another outcome with its second answer than with its first; or None.  Only
        one that is alive can be judged."""
        pairs = [(vector, line) for vector, *lines in triples if None not in lines for line in lines]
        outcomes = iter(recorded.judge(self.runner, self.hello, pairs, *self.options) if pairs else ())
        return next((vector.id for vector, *lines in triples if None in lines or next(outcomes).name != next(outcomes).name),
                    None)

    def noticed_in(self, program, number):
        """The id of a vector whose outcome differs, or None."""
        vectors = self.blocks[number][1]
        triples = [(vector, before, now) for vector, before, now in
                   zip(vectors, self.right(number), recorded.ask([program], vectors, self.seconds)) if before != now]
        return (triples or None) and (self.changed(triples[:FEW]) or self.changed(triples[FEW:]))

    def noticed(self, program, kind):
        """The id of a vector that notices the change, in the blocks of KIND."""
        found = (self.noticed_in(program, number) for number, (name, _) in enumerate(self.blocks) if name == kind)
        return next(filter(None, found), None)
