"""Links: that they are there, that what is said of them is true, and what some small ones are, said by hand."""
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

from generator.tests.conftest import run
from generator.tests.texts import REGISTERS, by_id, read_again, row_said, rows_of

LINKS = shlex.split(os.environ.get("SFRAME_LINKS", "build/sframe-links"))
CROSSCHECK = [os.path.join(os.path.dirname(LINKS[0]), "sframe-crosscheck")]
ABIS = ("amd64", "aarch64", "aarch64_be", "s390x")
SFRAME_TYPE = 0x6FFFFFF4


def links(*arguments):
    """Each link; lines are as many as an answer, and so are read from a file that is gone at once."""
    done = run(*LINKS, *arguments)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        yield json.loads(line)


def objects_of(link, folder):
    """The objects as files."""
    paths = []
    for item in link["input"]["objects"]:
        paths.append(pathlib.Path(folder) / item["name"])
        paths[-1].write_bytes(base64.b64decode(item["elf"]))
    return paths


@pytest.fixture(name="core", scope="module")
def fixture_core():
    return list(links("--core"))


@pytest.fixture(name="ids", scope="module")
def fixture_ids(tmp_path_factory):
    """Of all links; their lines are too large to keep."""
    path = tmp_path_factory.mktemp("links") / "all"
    assert run(*LINKS, "--output", path).returncode == 0
    with open(path, encoding="utf-8") as file:
        found = [(line.split('"', 4)[3], line.count('"name":"o')) for line in file]
    path.unlink()
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
    assert sum(lengths) > 0xffff  # so those of the last object begin behind that


def test_a_link_of_65536_functions_has_them_all():
    link, = links("--select", "v3/amd64/link/widths/functions-65536/*")
    assert len({function["name"] for function in link["expect"]["functions"]}) == 0x10000


def test_what_starts_of_32_bits_cannot_say_may_be_refused():
    far = {link["id"].split("/")[0] + link["id"].split("/")[4].rpartition("far")[2]: link["expect"].get("unmixed", False)
           for link in links("--select", "*/aarch64_be/link/widths/far-*")}
    assert [far[name] for name in ("v2-1-GiB", "v2-3-GiB", "v2-before-3-GiB", "v3-6-GiB")] == [False, True, True, False]


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
    """The oracle reads the object, and does not know the truth.  Of versions 1 and 2 it lets starts count from the field."""
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
    """The type of the section, that of relocations (R_X86_64_PC32 or PC64), where they lie, against what."""
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


def test_a_group_is_kept_once():
    link, = links("--select", "v3/amd64/link/groups/01+12/*")
    names = [function["name"] for function in link["expect"]["functions"]]
    assert sorted(name for name in names if name.startswith("shared")) == ["shared0", "shared1", "shared2"]
    assert sorted(link["expect"]["free"]) == ["shared0", "shared1", "shared1", "shared2"]


def test_what_nothing_calls_is_gone():
    link, = links("--select", "v3/amd64/link/garbage/collected-13/*/static")
    assert sorted(link["expect"]["gone"]) == ["part0", "part2"]
    assert "--gc-sections" in link["input"]["options"]


def test_rows_of_a_repeating_function_are_said_block_by_block():
    link, = links("--select", "v3/amd64/link/single/blocks/gas-2.47/shared")
    rows = link["expect"]["functions"][0]["rows"]
    assert [(row["at"], row["cfa"]["offset"]) for row in rows] == [(0, 8), (8, 16), (16, 8), (24, 16)]


def test_only_tables_are_open_whose_starts_are():
    for link in links("--family", "single", "--abi", "amd64", "--select", "*/shared"):
        is_open = link["input"]["starts"] != "pcrel" or "progbits" in link["id"]
        assert link["class"] == ("contested" if is_open else "valid")


def test_scripts_are_named_by_the_options_and_leave_out_what_they_throw_away():
    link, = links("--select", "v3/amd64/link/scripts/code-gone/gas-2.47/static")
    options = link["input"]["options"]
    assert options[options.index("-T") + 1] == "script" and "/DISCARD/" in link["input"]["script"]
    assert len(link["expect"]["gone"]) == 2 and len(link["expect"]["functions"]) == 8


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
    """Of each function of the result: name, size, the line of its section, and its own lines."""
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
    """Rows as the truth has them, and as a text has them: those of a function of blocks, for each block."""
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
    """But for results of more functions or rows than a text has."""
    results = {text: text.partition("# the result: ")[2] for text in texts.values()}
    small = [text for text, result in results.items()
             if result.count("function ") <= 96 and len(re.findall("^  ", result, re.MULTILINE)) <= 1024]
    assert len(texts) - 9 < len(small) < len(texts)
    read_again(tmp_path, small)


def test_a_seed_gives_the_same_links_again_and_another_seed_others():
    drawn = [run(*LINKS, "--broken", "100", "--seed", seed).stdout for seed in ("7", "7", "8")]
    assert drawn[0] == drawn[1] != drawn[2]


def test_what_is_drawn_does_not_depend_on_what_else_is_asked_for():
    whole = {link["id"]: link for link in links("--family", "drawn", "--abi", "s390x")}
    one = next(iter(whole))
    assert list(links("--select", one)) == [whole[one]]


@pytest.mark.parametrize("arguments", [["--family", "none"], ["--abi", "z80"], ["--profile", "v9"], ["--seed", "x"], ["more"],
                                       ["--broken", "0"], ["--broken", "many"], ["--output", "/nowhere/file"],
                                       ["--select", "no such link"], ["show"], ["show", "a", "b"], ["show", "no such link"]])
def test_bad_input_gets_one_line(arguments):
    done = run(*LINKS, *arguments)
    assert done.returncode in (1, 2) and done.stderr.count("\n") <= 2 and done.stdout == ""


def test_no_file_is_left_half_written(tmp_path):
    assert run(*LINKS, "--select", "nothing", "--output", tmp_path / "out").returncode == 1
    assert list(tmp_path.iterdir()) == []


# --- Links as lines ---------------------------------------------------------------------------------------------------

def reads(lines):
    """What becomes of lines, for one manner, ABI and mode: the links' ids, or the mistake."""
    done = subprocess.run([*LINKS, "--read", "-", "--select", "v3/amd64/*/gas-2.47/static"], input=lines, capture_output=True,
                          text=True, check=False)
    assert (done.returncode, bool(done.stdout)) in ((0, True), (1, False), (2, False))
    return [json.loads(line)["id"] for line in done.stdout.splitlines()] if done.returncode < 2 else done.stderr.strip()


def test_the_lines_that_the_page_has_are_links():
    page = pathlib.Path(__file__).parent.joinpath("../links/README.md").read_text(encoding="utf-8")
    lines = "".join(line[4:] for line in page.splitlines(keepends=True) if line.startswith("    "))
    assert reads(lines) == [f"v3/amd64/link/read/{name}/gas-2.47/static" for name in ("small", "large")]


@pytest.mark.parametrize("condition, made", [
    ("", 1), ("static", 1), ("shared pie", 0), ("shared static", 1), ("static v1 v2", 0), ("v3 amd64 usual", 1),
    ("v1 or amd64", 1), ("v1 or s390x", 0)])
def test_a_link_is_made_where_its_condition_holds(condition, made):
    assert len(reads(f"link one{condition and ' if ' + condition}\nobject\ntext .text leaf\n")) == made


@pytest.mark.parametrize("lines, mistake", [
    ("for nobody\n", "1:5: expected a mode, a profile, an ABI or `usual` after `for`, got `nobody`"),
    ("lnk one\nobject\n", "1:1: expected a line `link` or `for`, or `option` behind that, got `lnk`"),
    ("for v3\noption -r\ntext .text leaf\n", "3:1: expected a line `link` or `for`, or `option` behind that, got `text`"),
    ("link one", "1:9: a link without an object"),
    ("link one\n\nlink other\n# no more\n", "4:1: a link without an object"),
    ("link\n", "1:5: expected a name after `link`, but the line ends"),
    ("link one 1 2 3 4 5\n", "1:18: at most 4 words can follow a link's name"),
    ("link one\nobjekt\n", "2:1: expected a line `option`, `sections`, `object`, `link` or `for`, got `objekt`"),
    ("link one\nobject\n\ntexts .text\n",
     "4:1: expected a line `text`, `table`, `entries`, `object` or `link`, got `texts`"),
    ("link one\nobject manner gcc\n", "2:15: expected a manner after `manner`, such as `gas-2.47`; got `gcc`"),
    ("link one\nobject fixed-fp 300\n", "2:17: expected a number from -128 to 127 after `fixed-fp`, got `300`"),
    ("link one\nobject\ntext .text leaf shares 1\n", "3:24: expected a number from 0 to 0 after `shares`, got `1`"),
    ("link one\nobject\ntext .text leaf times 97\n", "3:25: a table has at most 96 functions, and 1024 rows"),
    ("link one\nobject\ntext .text 290-rows times 4\n", "3:28: a table has at most 96 functions, and 1024 rows"),
    ("link one\nobject\ntext .text laef\n",
     "3:12: expected what stands in code after `.text`, such as `leaf`, `shares 0` or `call callee`; got `laef`"),
    ("link one\nobject\ntext .text leaf leaf\nentries 1\n", "4:10: expected a number after `1`, but the line ends")])
def test_a_mistake_says_where_it_is_and_what_was_expected(lines, mistake):
    assert reads(lines) == f"sframe-links: standard input:{mistake}"
