"""Bugs that were found once: the family regression, and drafts that nobody has finished."""
from conftest import ROOT


def drafts(folder):
    """What `make fuzz-promote` left: vectors with TODO in them, for a row of families/regression.c."""
    return sorted(path.name for path in folder.glob("*.json"))


def test_no_draft_waits_to_become_a_row():
    assert drafts(ROOT / "corpus/regressions") == []


def test_a_draft_is_seen(tmp_path):
    (tmp_path / "third.json").write_text("{}\n", encoding="utf-8")
    assert drafts(tmp_path) == ["third.json"]


def test_where_a_regression_comes_from_is_there(everything):
    origins = {vector["id"]: vector["origin"] for vector in everything if vector["family"] == "regression"}
    assert len(origins) >= 11
    assert {name for name, origin in origins.items() if not (ROOT / origin).exists()} == set()


def test_its_id_says_what_it_is(everything):
    assert {vector["id"] for vector in everything if vector["family"] == "regression"} == {
        vector["id"] for vector in everything if vector["id"].split("/")[3] == "regression"}
