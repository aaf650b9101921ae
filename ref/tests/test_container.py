"""What the clauses on the ELF file around a section say."""

from dataclasses import replace

import pytest

from ref.tests.conftest import run
from ref.tests.elfcases import AT, ONE, decoded, linked, sframe, said
from ref.tests.elfmaker import ET_DYN, ET_REL, PT_LOAD, SHT_GNU_SFRAME, SHT_PROGBITS, Elf, Section, Segment


LOOSE = [Segment(claims={"offset": 0, "filesz": 0x400, "memsz": 0x400})]
TOO_SHORT = [Segment(claims={"filesz": 8})]
ELSEWHERE = [Segment(claims={"offset": 0, "filesz": 16}), Segment(claims={"offset": 0x300})]
OLD, NEW = ("v1", "v2"), ("v2e1", "v2e2", "v3")
ALL = OLD + NEW


def around(profile, segments=(Segment(),), kind=ET_DYN, name=".sframe", **more):
    """A linked file that honours every clause, but for what is asked."""
    data = sframe(0x10, version={"v1": 1, "v3": 3}.get(profile, 2), flags=0)
    it = Section(name, data, **{"type": SHT_GNU_SFRAME, "address": AT, **more})
    segments = [replace(segment, section=name) for segment in segments]
    return Elf([it, Section(".text", bytes(0x400))], segments, kind)


# Profiles, clause, whether it is kept, what is special about the file.
CONTAINERS = [
    # satisfies overview.loaded
    (ALL, "overview.loaded", True, {}),
    # breaks overview.loaded
    (ALL, "overview.loaded", False, {"flags": 0}),
    # satisfies overview.section-name
    (ALL, "overview.section-name", True, {}),
    # breaks overview.section-name
    (ALL, "overview.section-name", False, {"name": ".unwind"}),
    # satisfies overview.section-type
    (NEW, "overview.section-type", True, {}),
    # breaks overview.section-type
    (NEW, "overview.section-type", False, {"type": SHT_PROGBITS}),
    (OLD, "overview.section-type", True, {"type": SHT_PROGBITS}),
    # satisfies overview.segment-type
    (NEW, "overview.segment-type", True, {}),
    (NEW, "overview.segment-type", True, {"segments": LOOSE}),
    # breaks overview.segment-type
    (NEW, "overview.segment-type", False, {"segments": []}),
    (NEW, "overview.segment-type", False, {"segments": [Segment(type=PT_LOAD)]}),
    (NEW, "overview.segment-type", False, {"segments": TOO_SHORT}),
    (NEW, "overview.segment-type", False, {"segments": ELSEWHERE}),
    (OLD, "overview.segment-type", True, {"segments": []}),
    # satisfies overview.segment-own
    (OLD, "overview.segment-own", True, {}),
    (OLD, "overview.segment-own", True, {"segments": [Segment()] + LOOSE}),
    (OLD, "overview.segment-own", True, {"segments": LOOSE + [Segment()]}),
    (OLD, "overview.segment-own", True, {"segments": [Segment(claims={"filesz": 0x100})]}),
    # breaks overview.segment-own
    (OLD, "overview.segment-own", False, {"segments": []}),
    (OLD, "overview.segment-own", False, {"segments": LOOSE}),
    (NEW, "overview.segment-own", True, {"segments": LOOSE}),
]


def cases_of_containers():
    for profiles, clause, kept, special in CONTAINERS:
        for profile in profiles:
            yield pytest.param(profile, clause, kept, special)


@pytest.mark.parametrize("profile, clause, kept, special", cases_of_containers())
def test_a_clause_on_the_file_is_a_note_that_leaves_the_verdict_alone(profile, clause, kept, special):
    (answer,), status = said("check", around(profile, **special), "--json", "--profile", profile)
    notes = [(v["clause"], v["offset"], v["severity"]) for v in answer["violations"]]
    assert ((clause, "0x0", "note") in notes) != kept
    assert (answer["verdict"], status) == ("valid", 0)


@pytest.mark.parametrize("profile", ALL)
def test_an_object_needs_no_segment(profile):
    (answer,), _ = said("check", around(profile, [], ET_REL), "--json", "--profile", profile)
    assert answer["violations"] == []


def test_nothing_is_said_of_a_section_that_only_a_segment_names():
    (answer,), _ = said("check", linked(ONE, section_headers=False), "--json")
    assert answer["violations"] == []


def test_notes_stand_in_every_kind_of_output():
    data = around("v3", flags=0).file()
    assert "overview.loaded note " in run("check", "-", data=data).output
    assert "overview.loaded" in run("dump", "-", data=data).output
    assert "overview.loaded" in run("dump", "--annotate", "-", data=data).output
    assert decoded(data)["violations"][0]["severity"] == "note"
