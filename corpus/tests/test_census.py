"""sframe-measure, sframe-census and its reports: numbers as readelf and objdump have them; the same lines however the work is
split, and whatever kills it."""
import csv
import gzip
import json
import lzma
import os
import pathlib
import re
import signal
import struct
import subprocess
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
    """What is measured, after readelf's entries and objdump's sections were counted: the same numbers; and the entries."""
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

    def other_cfa(section):
        section[-1] ^= 0x40
    wrong = measured(with_section(target, "v3", other_cfa))["compared"]
    assert wrong["unexplained"] > 0 and sum(wrong["pages"].values()) > 0


def test_a_file_that_breaks_its_limits_is_a_line(tmp_path):
    large = tmp_path / "large"
    with open(large, "wb") as file:
        file.write(b"\x7fELF")
        file.truncate(200 << 20)
    found = subprocess.run(["prlimit", "--as=100000000", MEASURE, str(large), MEASURE], capture_output=True, text=True, check=True)
    refused, well = map(json.loads, found.stdout.splitlines())
    assert "as" not in refused and ("refused" in refused or "failed" in refused)
    assert well["as"]["3"]["functions"] > 10 and well["cost"]["kilobytes"] > 100


def test_names_come_from_standard_input_up_to_a_length():
    done = run(MEASURE, input=f"{MEASURE}\0{CONVERT}\0")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [MEASURE, CONVERT]
    for text in ("x" * (1 << 20), "cut off"):
        done = run(MEASURE, input=text)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


# --- Many files ---------------------------------------------------------------------------------------------


def rpm(path, name, contents):
    """One file in a package whose headers are empty."""
    def entry(name, mode, data):
        fields = [1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name + b"\0"
        return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)
    header = b"\x8e\xad\xe8\x01" + bytes(4) + struct.pack(">II", 0, 0)
    cpio = entry(b"./" + name, 0o100755, contents) + entry(b"link", 0o120777, b"x") + entry(b"TRAILER!!!", 0, b"")
    path.write_bytes(bytes(96) + header + header + gzip.compress(cpio))


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
    assert all(0 < len(lines(part)) < len(lines(tmp_path / "one")) for part in parts)
    must(CENSUS, "merge", "-o", str(tmp_path / "merged"), *parts, parts[1])
    assert (tmp_path / "merged").read_bytes() == one
    assert must("sort", "-mu", *parts).encode() == one


FAKE = """#!/bin/bash
while IFS= read -r -d '' name; do
    echo "$name" >>{log}
    {more}
    echo '{{"file": "", "bytes": 1, "cost": {{}}}}'
done
"""


def fake(folder, more=":"):
    """A sframe-measure that notes what it is asked."""
    path, log = folder / "measure", folder / "log"
    log.write_text("")
    path.write_text(FAKE.format(log=log, more=more))
    path.chmod(0o755)
    return str(path), lambda: log.read_text().splitlines()


def test_a_census_that_is_killed_goes_on_where_it_was(tree, tmp_path):
    measure, asked = fake(tmp_path)
    whole = census(tmp_path / "whole", tree, measure=measure).read_bytes()
    total = len(asked())
    measure, asked = fake(tmp_path, f"[ $(wc -l <{tmp_path}/log) = 5 ] && kill -9 $PPID")
    done = run(CENSUS, "--measure", measure, "-o", str(tmp_path / "out"), "--jobs", "1", str(tree))
    assert done.returncode == -signal.SIGKILL and not (tmp_path / "out").exists()
    with open(tmp_path / "out.part", "a", encoding="utf-8") as file:
        file.write('{"file":"half of a li')
    measure, asked = fake(tmp_path)
    assert census(tmp_path / "out", tree, measure=measure).read_bytes() == whole
    assert len(asked()) == total - 4 and not (tmp_path / "out.part").exists()
    # Once more: nothing is left to do.
    assert census(tmp_path / "out", tree, measure=measure).read_bytes() == whole
    assert len(asked()) == total - 4


def test_a_program_that_dies_takes_no_other_file_with_it(tree, tmp_path):
    measure, _ = fake(tmp_path, '[[ "$name" = */p3 ]] && exit 9')
    found = lines(census(tmp_path / "out", tree / "d0", tree / "d1", measure=measure, status=1))
    assert [line["file"].rpartition("/")[2] for line in found if "failed" in line] == ["p3"]
    assert len([line for line in found if "bytes" in line]) == 5


@pytest.mark.parametrize("packed", [False, True])
def test_what_failed_before_a_census_was_killed_is_measured_again(tree, tmp_path, packed):
    """Perhaps what killed the census killed sframe-measure a moment before."""
    path, last = tree / "d0", tmp_path / "last"
    last.write_bytes(b"\x7fELF")
    if packed:
        path = tmp_path / "d0.tar"
        with tarfile.open(path, "w") as file:
            file.add(tree / "d0")
    measure, _ = fake(tmp_path, f'[ $(wc -l <{tmp_path}/log) = 2 ] && exit 9; [[ "$name" = */last ]] && kill -9 $PPID')
    done = run(CENSUS, "--measure", measure, "-o", str(tmp_path / "out"), "--jobs", "1", str(path), str(last))
    assert done.returncode == -signal.SIGKILL
    measure, asked = fake(tmp_path)
    found = lines(census(tmp_path / "out", path, last, measure=measure))
    assert len(found) == 4 and len(asked()) == 2 and not [line for line in found if "failed" in line]


def test_a_file_that_has_changed_has_one_line(tmp_path):
    measure, asked = fake(tmp_path)
    program = tmp_path / "program"
    sums = []
    for contents in (b"\x7fELF", b"\x7fELF2"):
        program.write_bytes(contents)
        found, = lines(census(tmp_path / "out", program, measure=measure))
        sums.append(found["sha256"])
    assert len(set(sums)) == 2 and len(asked()) == 2


def test_output_that_is_lost_is_trouble_and_none_is_half_there(tree, tmp_path):
    """Said in one line, and a later run goes on."""
    out, measure = tmp_path / "out", fake(tmp_path)[0]
    command = f"ulimit -f 1; exec {CENSUS} --measure {measure} -o {out} --jobs 1 {tree}"
    done = run("bash", "-c", command)
    assert done.returncode == 2 and "cannot write" in done.stderr and len(done.stderr.splitlines()) == 1
    assert not out.exists() and 0 < (tmp_path / "out.part").stat().st_size <= 1024
    assert len(lines(census(out, tree, measure=measure))) > 20
    assert run(CENSUS, "--measure", measure, "-o", "/dev/full", str(tree)).returncode == 2


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


def test_names_of_files_are_no_markup(tmp_path):
    line = {"file": "<script>&\udc80", "sha256": "", "refused": "<b> at 0x12"}
    (tmp_path / "lines").write_text(json.dumps(line) + "\n")
    page, rows = report(tmp_path, tmp_path / "lines")
    assert "<script" not in page and "<b>" not in page and rows["refused", "", "", "<b> at N", "files"] == "1"


@pytest.mark.parametrize("text", ["{}\n", '{"file":"b","sha256":""}\n{"file":"a","sha256":""}\n', '{"file":"a","sha256":""}', "[\n"],
                         ids=["no census", "not sorted", "cut off", "no JSON"])
def test_what_is_no_sorted_census_is_refused(text, tmp_path):
    (tmp_path / "lines").write_text(text)
    done = run(CENSUS, "report", "--csv", str(tmp_path / "csv"), str(tmp_path / "lines"))
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and not (tmp_path / "csv").exists()
