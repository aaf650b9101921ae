"""Asks an adapter vectors by docs/protocol.md, without the runner, to see the exact bytes of its answers."""
import json
import re
import subprocess


def load(path):
    """The vectors whose sections are stored, each with the text of its expectation as the generator wrote it."""
    with open(path, encoding="ascii") as lines:
        for line in list(lines)[:-1]:  # the last one closes them
            vector = json.loads(line)
            vector["text"] = re.search(r'"expect":(.*)}$', line)[1]
            if "bytes" in vector["input"]:
                yield vector


def request_of(number, vector):
    given = vector["input"]
    section = bytes.fromhex(given["bytes"])
    words = (vector["operation"], number, vector["profile"], vector["abi"], given["address"][2:],
             len(section), given.get("pc", "0x0")[2:])
    return " ".join(str(word) for word in words).encode() + b"\n" + section


def big_endian(vector):
    return vector["input"]["bytes"][:4] == "dee2"


def asked(hello, vector):
    foreign = big_endian(vector) != (vector["abi"] in ("aarch64_be", "s390x"))
    return (vector["operation"] in hello["operations"] and vector["profile"] in hello["profiles"] and
            vector["abi"] in hello["abis"] and (hello.get("foreign_byte_order", True) or not foreign))


def run(command, data):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=600)


def hello_of(command):
    return json.loads(run(command, b"hello 1\n").stdout)


def ask(command, vectors):
    """Asks everything at once, as requests are pipelined. Returns the lines of answers."""
    done = run(command, b"hello 1\n" + b"".join(request_of(n, v) for n, v in enumerate(vectors)))
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("ascii").splitlines()[1:]
