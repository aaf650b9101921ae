"""The exports: what holds of all files.  exports.t has the examples of how to consume each."""
import json

import pytest
from elftools.elf.elffile import ELFFile

from common.section import bytes_of_input
from generator.tests.conftest import generate

MACHINES = {"amd64": "EM_X86_64", "aarch64": "EM_AARCH64", "aarch64_be": "EM_AARCH64", "s390x": "EM_S390"}
SECTION_TYPE, SEGMENT_TYPE = 0x6ffffff4, 0x6474e554
# One operation of all texts and ABIs, and all operations of one.
FEW = ("--select", "*/check/*", "--select", "v3/s390x/*")


def export(factory, command):
    path = factory.mktemp(command) / "out"
    assert generate(command, "--core", *FEW, "--to", path).returncode == 0
    return path


@pytest.fixture(scope="module")
def few(core):
    return [vector for vector in core if vector["operation"] == "check" or vector["id"].startswith("v3/s390x/")]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return export(tmp_path_factory, "tree")


@pytest.fixture(scope="module")
def elf(tmp_path_factory):
    return export(tmp_path_factory, "elf")


def file_of(folder, vector, ending):
    return folder / (vector["id"] + ending)


def ids(folder, ending):
    return {str(path.relative_to(folder))[:-len(ending)] for path in folder.rglob("*" + ending)}


def test_the_tree_has_three_files_of_each_vector(tree, few):
    wanted = {vector["id"] for vector in few}
    assert all(ids(tree, ending) == wanted for ending in (".sframe", ".json", ".hex"))
    assert sum(path.is_file() for path in tree.rglob("*")) == 3 * len(few)


def test_the_tree_says_what_the_lines_say(tree, few):
    for vector in few:
        given = bytes_of_input(vector["input"])
        assert file_of(tree, vector, ".sframe").read_bytes() == given
        assert json.loads(file_of(tree, vector, ".json").read_text(encoding="utf-8")) == vector
        lines = file_of(tree, vector, ".hex").read_text(encoding="utf-8").splitlines()
        stands = "".join(part["bytes"] for part in vector["input"].get("parts", ())) or given.hex()
        assert bytes.fromhex("".join(line.split("#")[0] for line in lines)).hex() == stands, vector["id"]
        assert lines[:2] == [f"# {vector['id']}", f"# class: {vector['class']}"]


def test_annotations_name_every_field_of_a_valid_section(tree, few):
    for vector in few:
        if vector["class"] == "valid" and "bytes" in vector["input"]:
            text = file_of(tree, vector, ".hex").read_text(encoding="utf-8")
            assert "cut off" not in text and text.count(" num_fdes 0x") == 1, vector["id"]


def test_elf_files_have_the_right_machine_order_types_and_contents(elf, few):
    assert ids(elf, ".elf") == ids(elf, ".json") == {vector["id"] for vector in few}
    for vector in few:
        with file_of(elf, vector, ".elf").open("rb") as stream:
            file = ELFFile(stream)
            assert file["e_machine"] == MACHINES[vector["abi"]] and file.elfclass == 64
            assert file.little_endian == (vector["abi"] in ("amd64", "aarch64"))
            section = file.get_section_by_name(".sframe")
            assert section["sh_type"] == ("SHT_PROGBITS" if vector["profile"] in ("v1", "v2") else SECTION_TYPE)
            assert section["sh_flags"] == 2 and section["sh_addr"] == int(vector["input"]["address"], 16)
            assert section.data() == bytes_of_input(vector["input"])
            segments = {segment["p_type"]: segment for segment in file.iter_segments()}
            assert set(segments) == {"PT_LOAD", SEGMENT_TYPE}
            for segment in segments.values():
                assert segment["p_vaddr"] == section["sh_addr"] and segment["p_filesz"] == section["sh_size"]
                assert (segment["p_vaddr"] - segment["p_offset"]) % segment["p_align"] == 0
