#!/usr/bin/python3
"""An adapter whose answers are right unless a script changes them: `scripted.py FILE [HELLO]`.

FILE is Python, which runs for each request.  It knows the request's `line`, its `words`, its `number`, the `data` behind it, and
as `count` how many requests came so far; it changes `answer`, and keeps its own names.  It may use `json`, `os`, `sys` and `time`.
HELLO, as JSON, changes what is declared.
"""
import json
import os
import sys
import time

HELLO = {"protocol": 1, "name": "scripted", "version": "1", "profiles": ["v2"], "abis": ["amd64"], "operations": ["check"]}


def main():
    changes = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    with open(sys.argv[1], encoding="utf-8") as file:
        script = compile(file.read(), sys.argv[1], "exec")
    source, names = sys.stdin.buffer, {"json": json, "os": os, "sys": sys, "time": time, "count": 0}
    source.readline()
    print(json.dumps({**HELLO, **({"protocol": 3} if "opens" in changes else {}), **changes}), flush=True)
    while line := source.readline():
        words = line.decode().split()
        data = source.read(int(words[5])) if len(words) > 5 else b""
        if words[0] == "concurrent":
            data = b"".join(source.readline() for _ in range(int(words[4])))
        names.update(line=line, words=words, number=int(words[1]), data=data, count=names["count"] + 1,
                     answer={"request": int(words[1]), "verdict": "valid", "violations": []})
        exec(script, names)
        print(json.dumps(names["answer"]), flush=True)


if __name__ == "__main__":
    main()
