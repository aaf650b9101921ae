#!/usr/bin/python3
"""Sums up what was executed: a row for each target and engine, of files that fuzz/run --tally has written.

Exit status: 0 told, 2 usage, or a file that cannot be read.
"""
import json
import os
import sys

sys.path[0] = os.path.realpath(__file__ + "/../..")  # the root of the tree
from common import bounded, standard
from fuzz import table

MEMBERS = {"target": str, "engine": str, "mutator": bool, "seconds": float, "execs": int, "finds": int}


def add(path, target, turn, mutator, finds):
    """Adds the line of one turn."""
    line = {"target": target, "engine": turn["engine"], "mutator": mutator, "seconds": round(turn["seconds"], 1),
            "execs": turn["execs"], "finds": finds}
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def lines(path):
    """The turns of a file."""
    try:
        with bounded.open_text("LIST", path) as file:
            for number, text in enumerate(file, 1):
                try:
                    line = json.loads(text)
                    yield {name: kind(line[name]) for name, kind in MEMBERS.items()}
                except (ValueError, KeyError, TypeError) as error:
                    raise table.Trouble(f"{path}:{number}: no line of a tally ({type(error).__name__})") from error
    except OSError as error:
        raise table.Trouble(standard.words(error)) from error
    except UnicodeDecodeError as error:
        raise table.Trouble(f"{path}: no text in UTF-8") from error


def summed(turns):
    """The sums by target, engine and whether the mutator was used."""
    sums = {}
    for turn in turns:
        row = sums.setdefault((turn["target"], turn["engine"], turn["mutator"]), {"execs": 0, "seconds": 0, "finds": 0})
        for name in row:
            row[name] += turn[name]
    return sums


def print_table(sums):
    """Prints the sums as a table in Markdown."""
    print("| target | engine | mutator | executions | seconds | finds |\n| --- | --- | --- | --- | --- | --- |")
    for (target, engine, mutator), row in sorted(sums.items()):
        print(f"| `{target}` | {engine} | {'yes' if mutator else 'no'} | {row['execs']:,} | {row['seconds']:,.0f} "
              f"| {row['finds']} |")
    print(f"| all | | | {sum(row['execs'] for row in sums.values()):,} "
          f"| {sum(row['seconds'] for row in sums.values()):,.0f} | {sum(row['finds'] for row in sums.values())} |")


def main():
    parser = table.Parser(__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    try:
        print_table(summed(turn for path in options.files for turn in lines(path)))
    except table.Trouble as error:
        print(f"fuzz/tally.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(standard.run(main))
