"""Asks an adapter without the runner, to see the exact bytes of its answers."""
import json
import subprocess

from conformance.request import Vector


def load(path):
    """The vectors whose sections are stored."""
    with open(path, encoding="ascii") as lines:
        vectors = map(Vector, list(lines)[:-1])  # the last one closes them
        return [vector for vector in vectors if not vector.is_described]


def run(command, data):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=600)


def hello_of(command):
    return json.loads(run(command, b"hello 1\n").stdout)


def ask(command, vectors):
    """Asks everything at once, as requests are pipelined. Returns the lines of answers."""
    done = run(command, b"hello 1\n" + b"".join(vector.request(number) for number, vector in enumerate(vectors)))
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("ascii").splitlines()[1:]
