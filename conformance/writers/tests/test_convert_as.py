"""sframe-convert as an assembler: convert-as."""
import pytest

from conformance.writers import answers, outcomes as outcome_words
from conformance.writers.tests.conftest import BUILD, WRITERS, make


@pytest.mark.parametrize("abi", ["amd64", "aarch64", "aarch64_be", "s390x"])
def test_our_converter_says_what_directives_say(abi, tmp_path):
    """For some families, more of them on AMD64: a page explains what .eh_frame lost, and nothing else is wrong.  GNU as
    refuses slots at odd offsets; who refuses is asked for each function alone."""
    few = ["--select", "cfa*", "--select", "*[02468]"]
    families = [make(tmp_path / name, "sframe-programs", "--abi", abi, "--family", name, *(few if name == "offsets" else []))
                for name in ("single", "frames", *(("offsets", "spans") if abi == "amd64" else ()))]
    (tmp_path / "programs").write_text("".join(path.read_text() for path in families))
    command = f"{WRITERS}/convert-as --build {BUILD} {abi}"
    verdicts = answers.verdicts_of(answers.any_assembler("sframe-convert", abi, command), tmp_path / "programs", BUILD)
    assert sum(each.outcome == "same" for each in verdicts.values()) > 100
    assert [name for name, each in verdicts.items() if each.outcome in outcome_words.BAD and each.page is None] == []
    assert {each.outcome for each in verdicts.values()} <= {"same", "absent", "wrong", "hides", "omits", "refused", "reading"}
