"""Bugs that were found once: the family regression, and drafts that nobody has finished."""
import re

from generator.tests.conftest import ROOT


def drafts(folder):
    """What `make fuzz-promote` left: cases with TODO in them."""
    return sorted(path.name for path in folder.rglob("*.txt") if "TODO" in path.read_text(encoding="utf-8"))


def test_no_draft_waits_to_be_finished():
    assert drafts(ROOT / "corpus/cases") == []


def test_each_case_is_a_vector(everything):
    """A vector has the shape that the case says, or that of its clause, or else its folder and its name."""
    files = {path: path.read_text(encoding="utf-8") for path in (ROOT / "corpus/cases").glob("*/*.txt")}
    said = {path: re.findall(r"^shape (.+)$", text, re.MULTILINE) or
            ["fault-" + re.sub(r"\W", "-", clause) for clause in re.findall(r"^fault (\S+)", text, re.MULTILINE)]
            for path, text in files.items()}
    wanted = {(path.parent.name, shape) for path, shapes in said.items() for shape in shapes or [path.parent.name]}
    families = {path.parent.name for path in files}
    assert len(files) > 200 and wanted == {(vector["family"], vector["id"].split("/")[3]) for vector in everything
                                           if vector["family"] in families}


def test_a_draft_is_seen(tmp_path):
    (tmp_path / "third.txt").write_text("note TODO\n", encoding="utf-8")
    (tmp_path / "other.txt").write_text("section v3 amd64\n", encoding="utf-8")
    assert drafts(tmp_path) == ["third.txt"]


def test_where_a_regression_comes_from_is_there(everything):
    origins = {vector["id"]: vector["origin"] for vector in everything if vector["family"] == "regression"}
    assert len(origins) >= 11
    assert {name for name, origin in origins.items() if not (ROOT / origin).exists()} == set()


def test_its_id_says_what_it_is(everything):
    assert {vector["id"] for vector in everything if vector["family"] == "regression"} == {
        vector["id"] for vector in everything if vector["id"].split("/")[3] == "regression"}
