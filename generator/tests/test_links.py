"""Links: that they are there, that what is said of them is true, and what some small ones are, written by hand."""
import base64
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
from elftools.elf.elffile import ELFFile

from generator.tests.conftest import ROOT, run
from generator.tests.texts import REGISTERS, by_id, read_again, row_said, rows_of

LINKS = shlex.split(os.environ.get("SFRAME_LINKS", "build/sframe-links"))
CROSSCHECK = [os.path.join(os.path.dirname(LINKS[0]), "sframe-crosscheck")]
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")
SFRAME_TYPE = 0x6FFFFFF4


def links(*arguments):
    """Yields each link that sframe-links writes."""
    done = run(*LINKS, *arguments)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        yield json.loads(line)


def objects_of(link, folder):
    """Writes the objects of a link as files."""
    paths = []
    for item in link["input"]["objects"]:
        paths.append(pathlib.Path(folder) / item["name"])
        paths[-1].write_bytes(base64.b64decode(item["elf"]))
    return paths


@pytest.fixture(name="core", scope="module")
def fixture_core():
    return list(links("--core"))


@pytest.fixture(name="ids", scope="module")
def fixture_ids():
    """Of all links, the id and the number of objects; their lines are too large to keep."""
    with subprocess.Popen(LINKS, cwd=ROOT, stdout=subprocess.PIPE) as process:
        found = [(line[:200].decode().split('"', 4)[3], line.count(b'"name":"o')) for line in process.stdout]
    assert process.returncode == 0
    return found


def test_there_are_five_thousand_links_and_each_has_a_name_of_its_own(ids):
    names = [name for name, _ in ids]
    assert len(names) >= 5000 and len(set(names)) == len(names)
    assert {name.split("/")[1] for name in names} == set(ABIS)
    assert {name.split("/")[0] for name in names} == {"v1", "v2", "v2e2", "v3"}


def test_there_are_links_of_thousands_of_objects(ids):
    assert max(count for _, count in ids) >= 3000


def test_the_rows_of_a_wide_link_are_more_than_sixteen_bits_count(tmp_path):
    link, = links("--select", "v3/amd64/link/widths/rows-64-KiB/*")
    headers = []
    for path in objects_of(link, tmp_path):
        with open(path, "rb") as file:
            headers.append(ELFFile(file).get_section_by_name(".sframe").data()[:28])
    *lengths, _ = (int.from_bytes(header[16:20], "little") for header in headers)
    assert sum(lengths) > 0xffff  # so the rows of the last object begin behind that


def test_a_link_of_65536_functions_has_them_all():
    link, = links("--select", "v3/amd64/link/widths/functions-65536/*")
    assert len({function["name"] for function in link["expect"]["functions"]}) == 0x10000


@pytest.mark.parametrize("about, turned, least", [("relocations-turned", True, 0), ("by-symbol-behind", False, -0xc0000000)])
def test_relocations_lead_to_the_functions_in_any_order_and_from_any_symbol(about, turned, least, tmp_path):
    link, = links("--select", f"v3/amd64/link/tables/{about}/gas-2.47/static")
    for path in objects_of(link, tmp_path):
        with open(path, "rb") as file:
            elf = ELFFile(file)
            symbols = elf.get_section_by_name(".symtab")
            relocations = list(elf.get_section_by_name(".rela.sframe").iter_relocations())
            functions = [each["st_value"] for each in symbols.iter_symbols() if each["st_info"]["type"] == "STT_FUNC"]
            places = {each["r_offset"]: symbols.get_symbol(each["r_info_sym"])["st_value"] + each["r_addend"]
                      for each in relocations}
        assert len(places) == 3 and list(places) == sorted(places, reverse=turned)
        assert min(each["r_addend"] for each in relocations) == least
        assert [places[field] for field in sorted(places)] == functions


def test_most_links_are_as_producers_write_them(ids):
    manners = collections.Counter(name.split("/")[-2] for name, _ in ids)
    usual = sum(manners[name] for name in ("gas-2.40", "gas-2.44", "llvm-22", "gas-2.47"))
    assert usual > 3 * (len(ids) - usual)


def test_the_core_has_two_hundred_links_of_every_family(core, ids):
    listed = pathlib.Path(__file__).parent.joinpath("../links/core.txt").read_text(encoding="utf-8").split()
    assert sorted(link["id"] for link in core) == sorted(listed) and 150 <= len(listed) <= 260
    assert {name.split("/")[3] for name in listed} == {name.split("/")[3] for name, _ in ids}


@pytest.mark.parametrize("abi", ABIS)
def test_what_is_said_of_an_object_is_what_others_read_in_it(abi, tmp_path):
    """The oracle reads the object without the truth.  In versions 1 and 2 it lets starts count from their fields."""
    seen = 0
    for link in links("--family", "single", "--abi", abi, "--select", "*/shared"):
        if link["input"]["starts"] == "section" and link["profile"] != "v3":
            continue
        path, = objects_of(link, tmp_path)
        (tmp_path / "truth").write_text(json.dumps(link["expect"]), encoding="utf-8")
        done = run(*CROSSCHECK, "--json", "--truth", tmp_path / "truth", path)
        assert done.returncode == 0, (link["id"], done.stdout, done.stderr)
        seen += 1
    assert seen >= 14


def test_another_truth_would_be_noticed(tmp_path):
    link, = links("--select", "v3/amd64/link/single/frame/gas-2.47/shared")
    path, = objects_of(link, tmp_path)
    link["expect"]["functions"][0]["rows"][1]["cfa"]["offset"] += 8
    (tmp_path / "truth").write_text(json.dumps(link["expect"]), encoding="utf-8")
    assert run(*CROSSCHECK, "--truth", tmp_path / "truth", path).returncode == 1


@pytest.mark.parametrize("manner, type_, relocation, size", [
    ("gas-2.40", 1, 2, 17), ("gas-2.44", 1, 2, 20), ("llvm-22", SFRAME_TYPE, 2, 20), ("gas-2.47", SFRAME_TYPE, 24, 16)])
def test_objects_are_as_assemblers_write_them(manner, type_, relocation, size, tmp_path):
    """The type of the section; of its relocations, the type (R_X86_64_PC32 or PC64), the places and the symbols."""
    link, = links("--select", f"*/amd64/link/pairs/frame+frame/{manner}/*")
    with open(objects_of(link, tmp_path)[0], "rb") as file:
        elf = ELFFile(file)
        section = elf.get_section_by_name(".sframe")
        relocations = list(elf.get_section_by_name(".rela.sframe").iter_relocations())
        symbols = elf.get_section_by_name(".symtab")
        assert section["sh_type"] in (type_, {1: "SHT_PROGBITS"}.get(type_)) and section["sh_flags"] == 2
        assert [(each["r_offset"], each["r_info_type"]) for each in relocations] == \
            [(28, relocation), (28 + size, relocation)]
        assert [each["r_addend"] for each in relocations] == [0, 4]
        assert {symbols.get_symbol(each["r_info_sym"])["st_info"]["type"] for each in relocations} == {"STT_SECTION"}


def test_broken_links_break_every_kind_of_clause_and_have_healthy_functions():
    found = list(links("--broken", "2000"))
    assert len(found) == 2000 == len({link["id"] for link in found})
    clauses = {link["expect"]["broken"]["kind"] for link in found} - {"damage"}
    damages = {link["expect"]["broken"]["what"] for link in found if link["expect"]["broken"]["kind"] == "damage"}
    assert len(clauses) >= 60 and len(damages) >= 25
    assert {link["class"] for link in found} == {"malformed"}
    assert min(len(link["expect"]["functions"]) for link in found) >= 2


# --- As texts ---------------------------------------------------------------------------------------------------


@pytest.fixture(name="texts", scope="module")
def fixture_texts():
    done = run(*LINKS, "show", "*", "--core")
    assert done.returncode == 0, done.stderr
    return by_id(done.stdout)


def kept(result):
    """Maps the name of each function of the result to its size, the line of its section, and its own lines."""
    functions, head = {}, None
    for section, name, said, size in re.findall(r"^(section .*\n)|^# (\S+)\n(function \S+ size (\d+).*\n(?:  .*\n)*)",
                                                result, re.MULTILINE):
        head = section or head
        if name:
            functions[name] = int(size), head, said
    return functions


def fixed_places(abi, head):
    """Where RA and FP lie, if no word says it."""
    fixed = {"ra": -8 if abi == "amd64" else 0} | {name: int(offset) for name, offset in re.findall(r" fixed-(..) (-?\d+)", head)}
    return {name: f"*(cfa{offset:+d})" for name, offset in fixed.items() if offset}


def row_by_row(abi, head, truth, lines):
    """Rows as the truth has them, and as a text has them; the text's rows of a block are repeated for each block."""
    for number, role in REGISTERS[abi].items():
        lines = re.sub(rf"\br{number}\b", role, lines)
    said, expected = rows_of(lines), [(row["at"], row_said(abi, row, f"\n{head}{lines}")) for row in truth["rows"]]
    block = re.search(r" mask block (\d+)", lines)
    said = [(start, words if "empty" in words else fixed_places(abi, head) | words) for start, words in said]
    expected = [(start, words if "empty" in words else fixed_places(abi, "") | words) for start, words in expected]
    begins = range(0, truth["size"], int(block[1])) if block else [0]
    return expected, [(begin + start, words) for begin in begins for start, words in said] or [(0, {"empty": ""})]


def test_each_link_is_shown_as_its_truth_has_it(core, texts):
    """Of the core: which functions are kept, and what their rows say."""
    assert list(texts) == [link["id"] for link in core]
    functions = 0
    for link in core:
        result = texts[link["id"]].partition("# the result: ")[2]
        assert result.startswith(link["class"]) and (" sorted" in result) == link["expect"]["sorted"]
        found = kept(result)
        assert list(found) == [truth["name"] for truth in link["expect"]["functions"]]
        for truth in link["expect"]["functions"]:
            size, head, lines = found[truth["name"]]
            assert size == truth["size"] and (" signal" in lines) == truth.get("signal", False)
            expected, said = row_by_row(link["abi"], head, truth, lines)
            assert said == expected, (link["id"], lines)
            functions += 1
    assert functions > 1000


def test_what_is_shown_of_links_is_read_again(texts, tmp_path):
    """Except results with more functions or rows than a text can have."""
    results = {text: text.partition("# the result: ")[2] for text in texts.values()}
    small = [text for text, result in results.items()
             if result.count("function ") <= 96 and len(re.findall("^  ", result, re.MULTILINE)) <= 1024]
    assert len(texts) - 9 < len(small) < len(texts)
    read_again(tmp_path, small)
