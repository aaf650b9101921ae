"""An adapter that repeats recorded answers: replay.py ANSWERS.

The first line is the answer to `hello`; behind it, line N is the answer to request N.
"""
import os
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../../..")  # the root of the tree
from conformance.kits.python import sframe_adapter as kit


def main():
    with open(sys.argv[1], "rb") as file:
        answers = file.read().split(b"\n")
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while (words := kit.read_line(source)) is not None:
        number = 0 if words[0] == "hello" else kit.read_request(words, source).number
        sink.write(answers[number] + b"\n")
        sink.flush()


if __name__ == "__main__":
    main()
