"""An adapter that answers every question of a kind alike: `wrong.py error` with an error, `wrong.py answer` with an
answer that no section has."""
import json
import sys

ANSWERS = {b"decode": {"fixed_fp": 99}, b"check": {"verdict": "valid", "violations": []}, b"lookup": {"function": 9999},
           b"flip": {"bytes": "00"}, b"unwind": {"frames": [], "stop": "no-cfa"}}
HELLO = {"protocol": 1, "name": "wrong", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
         "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": [name.decode() for name in ANSWERS]}


def pass_over(source, words):
    """Skips the section and, for an unwinding, the lines of registers and the pieces of modules and memory."""
    source.read(int(words[5]))
    if words[0] != b"unwind":
        return
    registers, modules, pieces = map(int, words[8:11])
    for _ in range(registers):
        source.readline()
    for _ in range(modules + pieces):
        source.read(int(source.readline().split()[1]))


def main():
    source = sys.stdin.buffer
    print(json.dumps(HELLO), flush=True)
    source.readline()
    while words := source.readline().split():
        pass_over(source, words)
        answer = ANSWERS[words[0]] if sys.argv[1] == "answer" else {"error": "no"}
        print(json.dumps({"request": int(words[1]), **answer}), flush=True)


if __name__ == "__main__":
    main()
