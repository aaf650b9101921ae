"""Reports and messages are the same in every locale and time zone, and whatever script files and words are in."""
import json
import os
import re
import subprocess
import sys

import pytest

from ci.tests.conftest import ROOT
from common.page_data import unpacked

BUILD = ROOT / os.environ.get("BUILD", "build")
NAME = "ordn\u00e9r \u4f60"
VECTOR = {"id": "v2/amd64/check/made/1", "profile": "v2", "abi": "amd64", "operation": "check", "class": "valid",
          "family": "made", "clauses": ["preamble.magic"], "origin": "generated", "note": "\u00e9", "expect":
          {"verdict": "valid", "violations": []}, "input": {"address": "0x1000", "bytes": "e2de02"}}
# What it says before it ends is kept: words that are not ASCII, and in which language it was asked.
ADAPTER = """
read hello
echo '{"protocol": 1, "name": "\u00fc", "version": "1", "profiles": ["v2"], "abis": ["amd64"], "operations": ["check"]}'
read request
echo "bl\u00f6d $LC_ALL $LANGUAGE" >&2
ls nowhere >&2
printf 'd\u00e9j\u00e0 %.1f\\n' 1.5 >&2
exit 3
"""
LOCALES = {"none": {}, "C": {"LC_ALL": "C"}, "UTF-8": {"LC_ALL": "C.UTF-8"}, "unknown": {"LC_ALL": "xx_YY"},
           "unknown UTF-8": {"LC_ALL": "xx_YY.UTF-8"}, "language": {"LANG": "de_DE", "LANGUAGE": "de:fr"},
           "Latin-1": {"LC_ALL": "de_DE"}, "comma": {"LC_ALL": "de_DE.UTF-8"}, "dotless": {"LC_ALL": "tr_TR.UTF-8"},
           "far away": {"TZ": "XXX-25"}, "Python's": {"PYTHONIOENCODING": "latin-1"}}
MADE = (("de_DE", "de_DE", "ISO-8859-1"), ("de_DE.UTF-8", "de_DE", "UTF-8"), ("tr_TR.UTF-8", "tr_TR", "UTF-8"))


@pytest.fixture(name="locales", scope="module")
def fixture_locales(tmp_path_factory):
    """Those that no machine of ours has."""
    folder = tmp_path_factory.mktemp("locales")
    for name, language, charset in MADE:
        subprocess.run(["localedef", "-i", language, "-f", charset, folder / name], check=True, capture_output=True)
    return folder


@pytest.fixture(name="place", scope="module")
def fixture_place(tmp_path_factory):
    return tmp_path_factory.mktemp("place")


@pytest.fixture(name="said", scope="module")
def fixture_said(locales, place):
    """What a command says and writes in a locale, but for times; it is run once."""
    kept = {}

    def said(name, command, written=()):
        key = name, *map(str, command)
        kept[key] = kept.get(key) or run(name, command, written)
        return kept[key]

    def run(name, command, written):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
        done = subprocess.run(command, cwd=place, capture_output=True, check=False,
                              env={**environment, "LOCPATH": str(locales), "PYTHONPATH": str(ROOT), **LOCALES[name]})
        texts = [done.stdout, done.stderr, *[(place / file).read_bytes() for file in written]]
        return done.returncode, [re.sub(rb'"(started|seconds)": ?("[^"]*"|[0-9.e-]+)|timestamp="[^"]*"|time="[^"]*"|'
                                        rb"[0-9.]+ s\n|[0-9-]{10}T[0-9:]{8}Z", b"TIME", unpacked(text)) for text in texts]
    return said


@pytest.mark.parametrize("name", LOCALES)
def test_a_report_is_the_same_everywhere(said, place, name):
    (place / NAME).write_text(json.dumps(VECTOR, ensure_ascii=False) + "\n", encoding="utf-8")
    (place / f"{NAME}.sh").write_text(ADAPTER, encoding="utf-8")
    reports = {"--json": "j\u00e9", "--html": "h", "--junit": "x", "--tap": "t", "--markdown": "m", "--sarif": "s"}
    command = [BUILD / "sframe-conform", "--jobs", "1", "--corpus", NAME, *[word for pair in reports.items() for word in pair],
               f"one=sh '{NAME}.sh'", f"{BUILD}/\u00fc", "--missing", "m=\u00e4"]
    status, texts = said(name, command, reports.values())
    same = said("UTF-8", command, reports.values())
    assert status == same[0]
    for text, other in zip(texts, same[1]):
        assert text == other
    case = json.loads((place / "j\u00e9").read_text(encoding="utf-8"))["implementations"][1]["cases"][0]
    assert case["stderr"] == \
        "bl\u00f6d C.UTF-8 \nls: cannot access 'nowhere': No such file or directory\nd\u00e9j\u00e0 1.5\n"


@pytest.mark.parametrize("name", LOCALES)
def test_a_script_says_the_same_everywhere(said, place, name):
    """It prints a name that it was given, and reads and writes a file: by all that Python may decode otherwise."""
    (place / NAME).write_text("na\u00efve \u4f60\n", encoding="utf-8")
    (place / "script").write_text(f"""
import subprocess, sys
from common import safe_text, standard

def main():
    with open(sys.argv[1]) as file, open("copy", "w") as copy:
        text = file.read()
        copy.write(text)
    print(sys.argv[1], text, f"{{1.5:n}}", sorted("\u00e9zaI".lower()))
    print(sys.argv[1], file=sys.stderr)
    print(subprocess.run(["ls", "nowhere"], capture_output=True, text=True).stderr)
    return 0

sys.exit(standard.run(main, safe_text.guard))
""", encoding="utf-8")
    command = [sys.executable, "script", NAME]
    status, texts = said(name, command, ["copy"])
    assert (status, texts) == said("UTF-8", command, ["copy"]) and status == 0
    assert NAME.encode() in texts[0] and texts[1] == f"{NAME}\n".encode() and texts[2] == "na\u00efve \u4f60\n".encode()
