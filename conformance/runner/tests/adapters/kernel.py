"""An adapter for a reader as a kernel has it: it takes sections of version 3 that are sorted, in the machine's byte order,
with starts from the field, without an auxiliary header and with rows behind functions; it refuses others, and leaves
the rest to our oracle.

    kernel.py ORACLE [MISTAKE...]

A mistake is one of MISTAKES; of those that begin with `loses` the texts say nothing.
"""
import json
import os
import signal
import subprocess
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../../../..")  # the root of the tree
from common.section import MASK, PCREL, SORTED, Section

HELLO = {"protocol": 1, "name": "kernel", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"],
         "abis": ["amd64", "aarch64", "aarch64_be", "s390x"], "operations": ["lookup"], "exposes": ["lookup"]}
MISTAKES = ("takes-unsorted", "takes-all", "rows-without-words", "divides-by-zero", "loses-section", "loses-what-follows",
            "loses-function", "adds-16-to-fp", "refuses-signal", "fp-for-ra", "refuses-all", "holds-its-end")


def unsupported(data, profile, abi, mistakes):
    """Why this adapter does not take the header; None: it does."""
    section = Section(data)
    if not section.is_whole or section.number(0, 2) != 0xdee2 or "takes-all" in mistakes:
        return None  # or the oracle says so
    behind = section.rows_at >= section.entries_at + section.num_fdes * (section.entry_size or 0)
    reasons = {"version": profile == "v3", "byte order": (section.order == "big") == (abi in ("aarch64_be", "s390x")),
               "order": section.flags & SORTED or "takes-unsorted" in mistakes, "starts": section.flags & PCREL,
               "auxiliary header": not section.aux_len, "rows": behind}
    return next((name for name, kept in reasons.items() if not kept), None)


def mistaken(data, answer, mistakes):
    """The oracle's answer as the mistakes change it."""
    if "rows-without-words" in mistakes and answer.get("ra") == "undefined":
        return {"error": "no words"}
    if "refuses-all" in mistakes or "refuses-signal" in mistakes and answer.get("signal"):
        return {"error": "unknown bits"}
    if "function" not in answer:
        return answer
    if "adds-16-to-fp" in mistakes and answer.get("cfa", {}).get("base") == "fp":
        answer["cfa"]["offset"] += 16
    if "fp-for-ra" in mistakes and isinstance(answer.get("fp"), dict):
        answer["ra"] = answer["fp"]
    section = Section(data)
    readable = sum(1 for _ in section.whole_functions())
    if "loses-section" in mistakes and readable < section.num_fdes:
        return {"error": "a function cannot be read"}
    if "loses-what-follows" in mistakes and answer["function"] > readable:
        return {"none": "function"}
    return {"none": "row"} if "loses-function" in mistakes and answer["function"] == readable else answer


def has_block_of_nothing(data):
    return any(function.info & MASK and not function.rep_size for function, _ in Section(data).whole_functions())


def ask(oracle, words, data):
    oracle.stdin.write(b" ".join(words) + b"\n" + data)
    oracle.stdin.flush()
    return json.loads(oracle.stdout.readline())


def answer_of(oracle, words, data, mistakes):
    profile, abi = words[2].decode(), words[3].decode()
    reason = unsupported(data, profile, abi, mistakes)
    if not reason and "divides-by-zero" in mistakes and has_block_of_nothing(data):
        os.kill(os.getpid(), signal.SIGFPE)
    answer = ask(oracle, words, data)
    if "holds-its-end" in mistakes and answer.get("none") == "function":
        answer = ask(oracle, [*words[:6], b"%x" % (int(words[6], 16) - 1 & 2**64 - 1)], data) | {"pc": answer["pc"]}
    return {"error": f"unsupported header: {reason}"} if reason else mistaken(data, answer, mistakes)


def main():
    mistakes, source = sys.argv[2:], sys.stdin.buffer
    if not set(mistakes) <= set(MISTAKES):
        sys.exit(f"no such mistake; there are {' '.join(MISTAKES)}")
    with subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as oracle:
        oracle.stdin.write(source.readline())
        oracle.stdin.flush()
        oracle.stdout.readline()
        print(json.dumps(HELLO), flush=True)
        while words := source.readline().split():
            answer = answer_of(oracle, words, source.read(int(words[5])), mistakes)
            print(json.dumps({**answer, "request": int(words[1])}), flush=True)


if __name__ == "__main__":
    main()
