"""sframe-measure, sframe-census and its reports: numbers as readelf and objdump have them; the same lines however the work is
split.  census.t shows what happens if it is killed."""
import csv
import gzip
import json
import lzma
import os
import pathlib
import re
import struct
import tarfile
import xml.etree.ElementTree

import pytest

from corpus.census import page, report as reports
from corpus.tests.compiled import CENSUS, CONVERT, MEASURE, SYSTEM, must, run, with_section
from corpus.tests.orc_objects import Entry, Symbol, kernel_object

TEXTS = {"1": "v1", "2": "v2e2", "3": "v3"}


def census(out, *arguments, measure=MEASURE, status=0, **options):
    done = run(CENSUS, "--measure", measure, "-o", str(out), *map(str, arguments), **options)
    assert (done.returncode, done.stderr) == (status, ""), done.stderr
    return out


def lines(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


def measured(path, *options):
    return json.loads(must(MEASURE, *options, path))


# --- One file -----------------------------------------------------------------------------------------------


def counted_by_hand(path, prefix=""):
    """What sframe-measure says, compared with what readelf and objdump print; and the FDEs that readelf prints."""
    found = measured(path)
    dumped = must(prefix + "readelf", "-W", "--debug-dump=frames,no-follow-links", path)
    dumped = dumped.partition("Contents of the .debug_frame")[0]
    entries = re.findall(r"^\w+ (\w+) \w+ FDE .* pc=(\w+)\.\.(\w+)$", dumped, re.MULTILINE)
    assert found["cfi"]["functions"] == len(entries) >= 6
    assert found["cfi"]["code"] == sum(int(end, 16) - int(start, 16) for _, start, end in entries)
    sections = re.findall(r"^ *\d+ (\S+) +(\w{8,}) .*\n +(.*)$", must(prefix + "objdump", "-hw", path).replace(
        " CONTENTS", "\n CONTENTS"), re.MULTILINE)
    sizes = {name: int(size, 16) for name, size, _ in sections}
    assert found["text"] == sum(int(size, 16) for _, size, flags in sections if "CODE" in flags) > 0
    assert found["eh_frame"] == sizes[".eh_frame"] and found["eh_frame_hdr"] == sizes.get(".eh_frame_hdr", 0)
    return found, entries


@pytest.mark.parametrize("path", [path for path in SYSTEM if os.path.exists(path)], ids=os.path.basename)
def test_programs_have_the_functions_and_bytes_that_readelf_and_objdump_show(path):
    prefix = re.match(r"/usr/(\w+-linux-gnu)/", path)
    counted_by_hand(os.path.realpath(path), prefix[1] + "-" if prefix else "")


@pytest.mark.parametrize("kind", ["object", "shared"])
def test_functions_and_bytes_are_those_of_readelf_and_objdump(target, kind):
    found, entries = counted_by_hand(target[kind], target["prefix"])
    newest = found["as"]["3"]
    if not newest["left_out"]:
        assert sum(counts[2] for counts in newest["by_size"].values()) == sum(4 + int(length, 16) for length, _, _ in entries)


def test_each_version_is_as_the_converter_makes_it(target):
    found = measured(target["shared"], "--check")
    assert sorted(found["as"]) == (["2", "3"] if found["machine"] == "s390x" else ["1", "2", "3"])
    for version, said in found["as"].items():
        done = run(CONVERT, "--json", "-p", TEXTS[version], target["shared"])
        converted = json.loads(done.stdout)["converted"]
        assert (said["bytes"], said["said"]["functions"]) == (converted["bytes"], converted["said"])
        assert (said["verdict"], said["unexplained"]) == ("valid", 0)
        left = said["left_out"].values()
        assert sum(share["functions"] for share in left) == sum(converted["dropped"].values())
        for name in ("functions", "code"):
            assert said["said"][name] + sum(share[name] for share in left) == found["cfi"][name]
        assert sum(said["starts"]) == said["functions"] and 0 < sum(said["offsets"]) <= said["rows"]
        assert sum(counts[3] for counts in said["by_size"].values()) == said["bytes"] - 28


def test_functions_are_left_out_by_reason(odd):
    found = measured(odd["shared"])["as"]
    assert found["2"]["left_out"]["signal-frame"]["functions"] >= 1 and "signal-frame" not in found["3"]["left_out"]
    assert len(found["2"]["left_out"]) > len(found["3"]["left_out"]) >= 1


def test_a_kernel_object_is_measured_by_its_orc(tmp_path):
    entries = [Entry(0), Entry(0x10, sp="r10", sp_offset=0), Entry(0x40, sp="sp-indirect", sp_offset=8)]
    symbols = tuple(Symbol(name, at, 0x100 - at) for name, at in (("f", 0), ("g", 0x10), ("h", 0x40)))
    (tmp_path / "m.ko").write_bytes(kernel_object("6.4", entries, symbols))
    found = measured(str(tmp_path / "m.ko"), "--check")
    orc = found["orc"]
    assert found["cfi"]["functions"] == 0 and "as" not in found
    assert (orc["bytes"], orc["cfi"]["functions"], orc["cfi"]["code"]) == (len(entries) * (4 + 6), 3, 0x100)
    assert {version: list(said["left_out"]) for version, said in orc["as"].items()} == {
        "1": ["cfa-register", "cfa-expression"], "2": ["cfa-register", "cfa-expression"], "3": ["cfa-expression"]}
    assert all((said["verdict"], said["unexplained"]) == ("valid", 0) for said in orc["as"].values())
    census(tmp_path / "lines", tmp_path / "m.ko")
    assert report(tmp_path, tmp_path / "lines")[1]["size", "amd64, by ORC", "3", "", "eh_frame"] == str(orc["bytes"])


def test_sframe_that_is_there_is_compared(target):
    path = with_section(target, "v3")
    own, = (found := measured(path))["sframe"]
    same = measured(target["shared"])["as"]["3"]
    assert own["version"] == 3
    assert {name: own[name] for name in ("bytes", "functions", "rows", "starts")} == {
        name: same[name] for name in ("bytes", "functions", "rows", "starts")}
    assert (found["compared"]["verdict"], found["compared"]["unexplained"]) == ("valid", 0)
    wrong = measured(with_section(target, "v3", r"cfa (\w+)\+\d+", r"cfa \1+8000"))["compared"]
    assert wrong["unexplained"] > 0 and sum(wrong["pages"].values()) > 0


def test_a_file_that_breaks_its_limits_is_a_line(tmp_path):
    large = tmp_path / "large"
    with open(large, "wb") as file:
        file.write(b"\x7fELF")
        file.truncate(200 << 20)
    found = must("prlimit", "--as=100000000", MEASURE, large, MEASURE)
    refused, well = map(json.loads, found.splitlines())
    assert "as" not in refused and ("refused" in refused or "failed" in refused)
    assert well["as"]["3"]["functions"] > 10 and well["cost"]["kilobytes"] > 100


# --- Many files ---------------------------------------------------------------------------------------------


def rpm(path, name, contents):
    """One file in a package whose headers are empty."""
    def entry(name, mode, data):
        fields = [1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name + b"\0"
        return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)
    header = b"\x8e\xad\xe8\x01" + bytes(4) + struct.pack(">II", 0, 0)
    cpio = entry(b"./" + name, 0o100755, contents) + entry(b"link", 0o120777, b"x") + entry(b"TRAILER!!!", 0, b"")
    path.write_bytes(b"\xed\xab\xee\xdb\x03".ljust(96, b"\0") + header + header + gzip.compress(cpio))


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Files, links and packages, some of them damaged."""
    folder = tmp_path_factory.mktemp("tree")
    programs = [pathlib.Path(path).read_bytes() for path in (CONVERT, MEASURE)]
    for i in range(8):
        (folder / f"d{i % 3}").mkdir(exist_ok=True)
        (folder / f"d{i % 3}" / f"p{i}").write_bytes(programs[i % 2])
    os.link(folder / "d0/p0", folder / "z-the-same")
    (folder / "link").symlink_to("d0/p0")
    (folder / "text").write_text("no ELF")
    (folder / "cut").write_bytes(programs[0][:5000])
    (folder / "m.ko.xz").write_bytes(lzma.compress(programs[0]))
    for name, mode in (("t.tar", "w"), ("t.tar.xz", "w:xz"), ("data.tar.gz", "w:gz")):
        with tarfile.open(folder / name, mode) as archive:
            archive.add(folder / "d1", "./usr")
    parts = [("debian-binary", b"2.0\n"), ("control.tar", b"odd"), ("data.tar.gz", (folder / "data.tar.gz").read_bytes())]
    (folder / "x.deb").write_bytes(b"!<arch>\n" + b"".join(
        f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + bytes(len(data) % 2) for name, data in parts))
    must("zstd", "-q", str(folder / "t.tar"))
    (folder / "cut.tar.zst").write_bytes((folder / "t.tar.zst").read_bytes()[:-3000])
    rpm(folder / "x.rpm", b"usr/bin/p", programs[1])
    (folder / "none.rpm").write_bytes(b"none")
    return folder


def test_each_file_of_files_folders_and_packages_has_a_line(tree, tmp_path):
    found = {line["file"].removeprefix(f"{tree}/"): line for line in lines(census(tmp_path / "out", tree))}
    inside = {f"{package}!/usr/p{i}" for package in ("t.tar", "t.tar.xz", "t.tar.zst", "data.tar.gz", "x.deb") for i in (1, 4, 7)}
    whole = {f"d{i % 3}/p{i}" for i in range(1, 8)} | inside | {"z-the-same", "m.ko.xz", "x.rpm!/usr/bin/p"}
    broken = {"cut", "cut.tar.zst", "none.rpm"}
    assert {name for name in found if not name.startswith("cut.tar.zst!")} == whole | broken
    assert {name for name, line in found.items() if "refused" in line} == broken
    assert all("cost" not in line for line in found.values())
    assert found["x.deb!/usr/p1"]["as"] == found["d1/p1"]["as"] and found["m.ko.xz"]["as"] == found["d0/p6"]["as"]


def test_jobs_and_shards_change_no_byte(tree, tmp_path):
    one = census(tmp_path / "one", "--jobs", 1, tree).read_bytes()
    assert census(tmp_path / "two", "--jobs", 2, "--costs", tmp_path / "costs", tree).read_bytes() == one
    assert len(lines(tmp_path / "costs")) == len([line for line in lines(tmp_path / "one") if "bytes" in line])
    listed = tmp_path / "list"
    listed.write_text(f"{tree}\n")
    parts = [str(census(tmp_path / f"s{i}", "--shard", f"{i}/4", "--list", listed)) for i in (1, 2, 3, 4)]
    assert all(len(lines(part)) < len(lines(tmp_path / "one")) for part in parts)  # of so few files one may have none
    must(CENSUS, "merge", "-o", str(tmp_path / "merged"), *parts, parts[1])
    assert (tmp_path / "merged").read_bytes() == one
    assert must("sort", "-mu", *parts).encode() == one


# --- Reports ------------------------------------------------------------------------------------------------


def report(folder, *files):
    page, table = folder / "page.html", folder / "table.csv"
    must(CENSUS, "report", "--html", str(page), "--csv", str(table), *map(str, files))
    with open(table, encoding="utf-8", newline="") as file:
        rows = {tuple(row[:5]): row[5] for row in csv.reader(file)}
    return page.read_text(encoding="utf-8"), rows


def test_a_report_counts_each_line_once_and_adds_up(tree, tmp_path):
    whole = census(tmp_path / "whole", "--check", tree)
    parts = [census(tmp_path / f"s{i}", "--check", "--shard", f"{i}/2", tree) for i in (1, 2)]
    assert report(tmp_path, whole) == report(tmp_path, whole, *parts)
    page_text, rows = report(tmp_path, *parts)
    found = [line for line in lines(whole) if "as" in line]
    machine = found[0]["machine"]
    again = reports.of_table(tmp_path / "table.csv")
    for drawn in (page.answers(again), page.left_out(again)):
        assert drawn and all(f"<td class=word>{cell}</td>" in page_text or f"<td>{cell}</td>" in page_text for row in drawn for cell in row)
    for name, value in (("bytes", [line["as"]["3"]["bytes"] for line in found]), ("eh_frame", [line["eh_frame"] for line in found]),
                        ("said_code", [line["as"]["3"]["said"]["code"] for line in found]), ("checked", [1 for _ in found])):
        assert int(rows["size", machine, "3", "", name]) == sum(value) > 0
    assert int(rows["all", "", "", "", "files"]) == len(lines(whole))
    assert int(rows["size", machine, "3", "", "unexplained"]) == 0
    assert sum(int(value) for key, value in rows.items() if key[0] == "ratio" and key[2] == "3") == len(found)
    assert not re.search(r"<script|https?:|<link|@import|url\(", page_text)
    drawings = re.findall(r"<svg.*?</svg>", page_text)
    assert len(drawings) == 3
    for drawing in drawings:
        xml.etree.ElementTree.fromstring(drawing)
