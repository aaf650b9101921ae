"""CFI programs: that they are there, and what holds of all of a family; programs.t has what some small ones mean."""
import collections
import itertools
import json
import os
import re
import shlex

import pytest

from common.scripts import module_of
from generator.tests.conftest import ROOT, run
from generator.tests.texts import by_id, read_again, row_said, rows_of

PROGRAMS = shlex.split(os.environ.get("SFRAME_PROGRAMS", "build/sframe-programs"))
CHOOSE = ROOT / "generator/programs/choose"
choose = module_of(CHOOSE)
LIST = ROOT / "generator/programs/core.txt"
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")


def programs(*arguments):
    done = run(*PROGRAMS, *arguments)
    assert done.returncode == 0, done.stderr
    for unit in map(json.loads, done.stdout.splitlines()):
        for function, truth in zip(unit["input"]["functions"], unit["expect"]["functions"], strict=True):
            yield unit, function, truth


@pytest.fixture(name="everything", scope="module")
def fixture_everything():
    return list(programs())


@pytest.fixture(name="of_core", scope="module")
def fixture_of_core():
    return list(programs("--core"))


def test_there_are_twenty_thousand_functions_and_each_has_a_name_of_its_own(everything):
    names = [(unit["abi"], unit["family"], function["about"]) for unit, function, _ in everything]
    assert len(names) >= 20000 and len(set(names)) == len(names)
    assert {abi for abi, _, _ in names} == set(ABIS)


def test_a_unit_can_be_assembled_as_it_is(everything):
    in_unit = collections.Counter(unit["id"] for unit, _, _ in everything)
    assert max(in_unit.values()) <= 500
    assert len({(unit["id"], function["name"]) for unit, function, _ in everything}) == len(everything)


def test_every_two_directives_meet_in_both_orders(everything):
    """Except those that have no meaning together, as one takes away what the other needs."""
    for abi in ABIS:
        alone = {function["about"].removesuffix(" between code") for unit, function, _ in everything
                 if unit["abi"] == abi and unit["family"] == "single" and function["about"].endswith(" between code")}
        alone |= {"restore-state", "escaped-restore-state"}
        met = {tuple(function["about"].split(", ")) for unit, function, _ in everything
               if unit["abi"] == abi and unit["family"] == "pairs" and ", code, " not in function["about"]}
        lacking = set(itertools.product(alone, repeat=2)) - met
        needs_offset = {"def-cfa-register-sp", "def-cfa-register-fp", "def-cfa-register-other", "def-cfa-offset",
                        "adjust-cfa-offset", "rel-offset-fp", "rel-offset-ra", "escaped-def-cfa-offset"}
        assert lacking == set(itertools.product(("escape-cfa-at-fp", "escape-cfa-complex"), needs_offset))


def test_code_has_the_bytes_that_the_truth_counts(everything):
    """Not for instructions, whose bytes an assembler must count: conformance/writers/tests/test_truth.py."""
    for unit, function, truth in everything:
        if unit["family"] in ("typical", "runs") or isinstance(truth["size"], dict):
            continue
        behind, _, text = function["text"].partition(":\n")
        bytes_ = sum(int(count) * int(size) for count, size in re.findall(r"\.fill (\d+),(\d),", text))
        bytes_ += sum(map(int, re.findall(r"\.zero (\d+)", text)))
        assert bytes_ == truth["size"] and ".fill" not in behind


# --- Families --------------------------------------------------------------------------------------------------


def of_family(everything, family):
    return [(unit, function, truth) for unit, function, truth in everything if unit["family"] == family]


def test_where_the_assembler_chooses_sizes_places_are_labels_of_the_text(everything):
    for _, function, truth in of_family(everything, "relaxed"):
        places = [row["at"]["symbol"] for row in truth["rows"]] + [truth["size"]["symbol"]]
        labels = re.findall(r"^(f\d+\.\d+):$", function["text"], re.MULTILINE)
        assert [label for label in labels if label in places] == places
        assert (places[0], places[-1]) == (labels[0], labels[-1])
        assert re.search(r"\t(\.balign|\.uleb128|jmp|b|j) ", function["text"])


def test_functions_that_are_equal_have_the_same_truth_and_another_text(everything):
    """They are equal by construction; here the machine must agree."""
    stated, count = {}, collections.Counter()
    for unit, function, truth in of_family(everything, "equal"):
        stated[unit["id"], truth["name"]] = function, truth
        if "equals" in truth:
            base, of = stated[unit["id"], truth["equals"]]
            assert {key: truth.get(key) for key in ("size", "rows", "signal", "key_b")} == \
                {key: of.get(key) for key in ("size", "rows", "signal", "key_b")}, function["about"]
            assert base["text"].replace(truth["equals"], "F") != function["text"].replace(truth["name"], "F")
            count[re.search(r", ([^,]*(?:, then [a-z]+)?) at step", function["about"])[1]] += 1
    assert len(count) == 15 and min(count.values()) >= len(ABIS), count


def test_every_section_holds_every_frame(everything):
    found = collections.defaultdict(set)
    for unit, function, _ in of_family(everything, "sections"):
        section, frame = function["about"].split(": ")
        found[unit["abi"], section].add(frame)
    frames = {function["about"] for _, function, _ in of_family(everything, "frames")}
    assert len(found) == 11 * len(ABIS) and all(names == frames for names in found.values())


def test_every_three_choices_meet(everything):
    """Looks in the texts for three of the choices: an order of places, an end and a section."""
    met = set()
    for unit, function, _ in of_family(everything, "covering"):
        text = function["text"]
        met.add((unit["abi"], "simple" in text, "signal_frame" in text, "remember_state" in text,
                 "same_value" in text, next(word for word in ("unlikely", "comdat", "subsection", ".text") if word in text)))
    for abi in ABIS:
        ours = {row[1:] for row in met if row[0] == abi}
        for section, simple in itertools.product(("unlikely", "comdat", "subsection", ".text"), (False, True)):
            assert {(row[2], row[3]) for row in ours if row[0] == simple and row[4] == section} >= {
                (False, False), (True, False), (False, True)}


def test_what_means_nothing_is_unstated_from_there_on(everything):
    for _, function, truth in of_family(everything, "meaningless"):
        assert truth["rows"][-1]["cfa"] == "unstated" != truth["rows"][0]["cfa"] or "simple" in function["text"]


def test_what_the_manuals_leave_open_is_contested(everything):
    """The ledger has an entry for each."""
    ledger = {path.stem: json.loads(path.read_text()) for path in (ROOT / "conformance/ledger").glob("*.json")}
    found = collections.Counter(truth["contested"] for _, _, truth in everything if "contested" in truth)
    assert set(found) == {name for name in ledger if name.startswith("cfi-")}
    assert all(ledger[name]["status"] == "open" for name in found)


def test_most_that_are_drawn_look_like_what_compilers_make(everything):
    typical, drawn = (len(of_family(everything, family)) for family in ("typical", "drawn"))
    assert typical > 2 * drawn
    sayable = [truth for _, _, truth in of_family(everything, "typical")
               if all(isinstance(row["cfa"], dict) and not row["cfa"].get("deref") for row in truth["rows"])]
    assert len(sayable) > 0.8 * typical


def test_functions_have_more_rows_and_deeper_states_than_eight_bits_or_a_small_stack_hold(everything):
    made = of_family(everything, "widths")
    for count in (255, 256, 257, 1025):
        ends = [truth for _, function, truth in made if function["about"] == f"of rows: {count}"]
        assert len(ends) == 4 and all(len(truth["rows"]) == count for truth in ends)
    for depth in (9, 33):
        deep = [truth for _, function, truth in made if function["about"] == f"remembered deep: {depth}"]
        assert len(deep) == 4
        for truth in deep:
            offsets = [row["cfa"]["offset"] for row in truth["rows"]]
            assert offsets == offsets[::-1] and max(offsets) - offsets[0] == 8 * depth


# --- As texts ---------------------------------------------------------------------------------------------------

@pytest.fixture(name="core_texts", scope="module")
def fixture_core_texts():
    done = run(*PROGRAMS, "show", "*", "--core")
    assert done.returncode == 0, done.stderr
    return by_id(done.stdout)


def test_each_function_is_shown_as_its_truth_has_it(of_core, core_texts):
    """Of the core: the rows of each text, whichever versions it is for."""
    allowed = "-+=,./_:@<>()"
    truths = {"".join(c if c.isalnum() or c in allowed else "_" for c in name): (unit["abi"], truth)
              for name, (unit, _, truth) in zip(ids_of(of_core), of_core, strict=True)}
    assert list(core_texts) == list(truths)
    texts = 0
    for name, (abi, truth) in truths.items():
        if len(truth["rows"]) > 1024:
            assert core_texts[name].endswith("# it has more rows than a text\n")
            continue
        for text in re.split("^---$", core_texts[name], flags=re.MULTILINE):
            starts = [at if isinstance(at := row["at"], int) else int(at["symbol"].split(".")[1]) for row in truth["rows"]]
            expected = [(start, row_said(abi, row, text)) for start, row in zip(starts, truth["rows"])]
            assert rows_of(text) == expected, (name, text)
            assert (" signal" in text) == truth.get("signal", False) and (" key-b" in text) == truth.get("key_b", False)
            texts += "\nsection " in text
    assert texts > 1000


def is_plain(abi, truth):
    """Whether version 3 can surely say it."""
    rules = [rule for row in truth["rows"] for rule in (row["cfa"], row["ra"], row["fp"])]
    offsets = [rule["offset"] for rule in rules if isinstance(rule, dict)]
    return (isinstance(truth["size"], int) and 0 < truth["size"] < 2**32 and all(abs(offset) < 2**30 for offset in offsets)
            and not {"complex", "unstated"} & {rule for rule in rules if isinstance(rule, str)}
            and all(row["fp"] != "undefined" and row["sp"] == {"base": "cfa", "offset": 0} for row in truth["rows"])
            and not (abi == "amd64" and "same" in [row["ra"] for row in truth["rows"]])
            and not (abi == "s390x" and any(row["cfa"]["offset"] % 8 for row in truth["rows"]))
            and not any(isinstance(row["cfa"], dict) and row["cfa"].get("deref") for row in truth["rows"]))


def test_what_version_3_can_say_is_shown_for_it(of_core, core_texts):
    plain = [text for (unit, _, truth), text in zip(of_core, core_texts.values(), strict=True)
             if is_plain(unit["abi"], truth) and len(truth["rows"]) <= 1024]
    assert len(plain) > 800 and [text for text in plain if not re.search("^section .*v3", text, re.MULTILINE)] == []


def test_what_is_shown_of_functions_is_read_again(core_texts, tmp_path):
    read_again(tmp_path, [text for text in core_texts.values() if "\nsection " in text])


def test_the_page_of_the_texts_has_all_of_their_words():
    page, folder = (ROOT / "docs/program-texts.md").read_text(encoding="utf-8"), ROOT / "generator/programs"
    files = ("texts.c", "terms.c", "families/runs.c")
    code = "".join((folder / name).read_text(encoding="utf-8") for name in files)
    code += (folder / "reading.c").read_text(encoding="utf-8").split("/* --- ")[3]
    words = set(re.findall(r'"(\.[a-z_]+|[a-z_]{2,}\()"', code)) | set(re.findall(r'{"([a-z_]+)", [^"]', code))
    missing = [word for word in words if not re.search(rf"(?<![a-z_.]){re.escape(word)}(?![a-z_])", page)]
    assert len(words) > 60 and missing == [".sframe"]


# --- The core and the ladder -----------------------------------------------------------------------------------


def ids_of(made):
    return [f"{unit['abi']}/{unit['family']}/{function['about']}" for unit, function, _ in made]


def lost(programs, members):
    """What some program shows, and no member."""
    return set().union(*programs.values()) - set().union(*(programs[member] for member in members))


def test_the_core_is_what_its_list_has_and_loses_nothing(everything, of_core):
    listed = choose.read_list(LIST)
    assert sorted(ids_of(of_core)) == sorted(listed) and len(listed) == len(LIST.read_text().splitlines()) >= 500
    shown = {name: choose.shown_by(*each) for name, each in zip(ids_of(everything), everything, strict=True)}
    assert not lost(shown, listed)


def test_a_core_that_loses_something_is_noticed_and_filled_up():
    """On one ABI, as the choice for each ABI is made without the others."""
    made = choose.read_programs([*PROGRAMS, "--abi", "s390x"])
    listed = choose.read_list(LIST)
    few = [(name, reason) for name, reason in listed.items() if name in made][1:100]
    assert lost(made, dict(few))
    more = choose.choose(made, dict(few))
    assert list(more.items())[:len(few)] == few and not lost(made, more)
