"""What `make release` has made in build/release: every file is listed and explained, and works on a bare machine."""
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from common.commands import must

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build/release"
MACHINES = {"x86_64": "", "aarch64": "/usr/bin/qemu-aarch64"}
OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}[platform.machine()]


def one(pattern):
    found = list(RELEASE.glob(pattern))
    assert len(found) == 1, f"{pattern}: {found}"
    return found[0]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# --- All files -------------------------------------------------------------------------------------------------

def test_the_sums_list_every_file_and_are_right():
    listed = dict(reversed(line.split("  ")) for line in (RELEASE / "SHA256SUMS").read_text().splitlines())
    assert set(listed) == {path.name for path in RELEASE.iterdir()} - {"SHA256SUMS"}
    assert listed == {name: sha256((RELEASE / name).read_bytes()) for name in listed}


def test_the_sbom_has_every_file_with_its_licence_and_what_is_inside_the_programs():
    sbom = json.loads(one("*.spdx.json").read_text(encoding="utf-8"))
    packages = {package["name"]: package for package in sbom["packages"]}
    assert sbom["spdxVersion"] == "SPDX-2.3"
    for path in RELEASE.iterdir():
        if path.name != "SHA256SUMS" and not path.name.endswith(".spdx.json"):
            assert packages[path.name]["checksums"][0]["checksumValue"] == sha256(path.read_bytes())
            assert packages[path.name]["licenseDeclared"] in ("MIT", "CC0-1.0")
    assert {"elfutils (libdw)", "elfutils (libelf)", "jansson", "zlib", "GNU C Library"} <= set(packages)
    known = {package["SPDXID"] for package in sbom["packages"]} | {"SPDXRef-DOCUMENT"}
    assert all({each["spdxElementId"], each["relatedSpdxElement"]} <= known for each in sbom["relationships"])


def members(path):
    with tarfile.open(path) as archive:
        for member in archive:
            yield member, archive.extractfile(member).read() if member.isfile() else b""


@pytest.mark.parametrize("pattern", ["sframe-conformance-*.[0-9].tar.gz", "*-linux-x86_64.tar.gz",
                                     "*-linux-aarch64.tar.gz", "sframe-corpus-*.tar"])
def test_no_archive_names_the_machine_or_who_made_it(pattern):
    words = re.compile(rb"|".join(re.escape(os.fsencode(word)) for word in {f"{ROOT}/", "/.release-"}))
    for member, data in members(one(pattern)):
        assert (member.uid, member.gid) == (0, 0) and member.uname in ("", "root")
        assert member.mode & 0o777 in (0o755, 0o644, 0o775, 0o664, 0o777), member.name
        assert not words.search(data) or "release/" in member.name, member.name


# --- The corpus ------------------------------------------------------------------------------------------------

def test_the_manifest_of_the_corpus_is_right(tmp_path):
    must("tar", "-xf", one("sframe-corpus-*.tar"), "-C", tmp_path)
    folder = next(tmp_path.iterdir())
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert {row["name"] for row in manifest["files"]} | {"manifest.json"} == {
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    page = (folder / "README.md").read_text(encoding="utf-8")
    for row in manifest["files"]:
        assert row["sha256"] == sha256((folder / row["name"]).read_bytes())
        if "plain" in row:
            plain = must("zstd", "-dc", folder / row["name"], text=False)
            assert row["plain"] == {"bytes": len(plain), "sha256": sha256(plain)} and f"`{row['name']}`" in page
            lines = plain.splitlines() if "lines" in row else []
            assert not lines or len(lines) - lines[-1].startswith(b'{"corpus":') == row["lines"]


def test_the_runner_takes_the_corpus_as_it_is(tmp_path):
    must("zstd", "-d", "-o", tmp_path / "core.jsonl", one("sframe-corpus-*-core.jsonl.zst"))
    must(ROOT / "build/sframe-conform", "--strict", "--corpus", tmp_path / "core.jsonl", f"oracle={ROOT}/build/adapters/oracle")


# --- Programs where nothing else is ----------------------------------------------------------------------------

def emulated(emulator, folder, programs):
    """What the runner says of the emulated oracle.  The emulator starts no programs of its machine by itself."""
    for name in (f"sframe-{program}" for program in programs):
        assert must(emulator, folder / name, "--version") == must(ROOT / "build" / name, "--version")
    assert must(emulator, folder / "sframe-gen", "emit", "--core") == must(ROOT / "build/sframe-gen", "emit", "--core")
    return must(ROOT / "build/sframe-conform", "--core", "--strict", f"oracle={emulator} {folder}/sframe-adapter-oracle")


@pytest.mark.parametrize("machine", MACHINES)
def test_the_programs_run_in_a_bare_folder(machine, tmp_path):
    """Nothing is there but the archive and /proc.  qemu-user runs the programs of another machine."""
    must("tar", "-xf", one(f"*-linux-{machine}.tar.gz"), "-C", tmp_path)
    place, emulator = next(tmp_path.iterdir()).name, MACHINES[machine]
    if emulator and not shutil.which("qemu-aarch64"):
        pytest.skip("no qemu-aarch64 here")
    inside = f"{tmp_path}/{place}" if emulator else f"/{place}"
    (tmp_path / "proc").mkdir()
    (tmp_path / "tmp").mkdir()
    if emulator:
        said = emulated(emulator, Path(f"{inside}/bin"), ("ref", "gen", "conform", "crosscheck", "convert"))
    else:
        said = must("unshare", "--mount", "--map-root-user", "--pid", "--fork", "sh", "-ec",
                   'mount -t proc proc "$0/proc"; exec chroot "$0" "$@"', tmp_path, f"{inside}/bin/sframe-conform", "--core",
                   "--strict", f"oracle={inside}/bin/sframe-adapter-oracle")
    assert "as expected" in said and " 0 unexpected" in said


@pytest.mark.skipif(not shutil.which(f"qemu-{OTHER}"), reason=f"no qemu-{OTHER} here")
def test_the_wheel_of_the_other_machine_runs(tmp_path):
    """Of what `make packages` left in build/packages."""
    wheel, = (ROOT / "build/packages").glob(f"sframe_conformance-*_{OTHER}.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    folder = tmp_path / "sframe_conformance/bin"
    for path in folder.iterdir():  # as pip does
        path.chmod(0o755)
    said = emulated(f"qemu-{OTHER}", folder, ("gen", "conform"))
    assert "as expected" in said and " 0 unexpected" in said


# --- Debian packages -------------------------------------------------------------------------------------------

def test_the_packages_have_the_version_of_the_tools():
    version = re.search(r"^VERSION := (\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert (ROOT / "debian/changelog").read_text(encoding="utf-8").startswith(f"sframe-conformance ({version}) ")
    for name in ("sframe-conformance", "libsframe-ref-dev", "sframe-corpus"):
        assert must("dpkg-deb", "-f", one(f"{name}_*.deb"), "Version").strip() == version


def test_lintian_has_nothing_to_say():
    assert must("lintian", "--fail-on", "error,warning", *RELEASE.glob("*.deb")) == ""


def test_the_packages_install_and_work_in_a_bare_debian(tmp_path):
    if not shutil.which("mmdebstrap"):
        pytest.skip("no mmdebstrap here")
    test = ("sframe-conform --core --strict oracle=sframe-adapter-oracle && "
            "{ sframe-conform --core 'readelf=sframe-adapter-dump gnu readelf' || test \\$? -eq 1; } && "
            "test -s /usr/share/sframe-corpus/core.jsonl.zst && test -s /usr/lib/*/libsframe-ref.a")
    said = must("mmdebstrap", "--variant=apt", "--include=" + ",".join(["python3", "binutils"]), "bookworm", "/dev/null",
               *(f"--customize-hook=copy-in {path} /tmp" for path in RELEASE.glob("*.deb")),
               '--customize-hook=chroot "$1" sh -c "apt-get install -y /tmp/*.deb"',
               f'--customize-hook=chroot "$1" sh -ec "{test}"', cwd=tmp_path, capture_output=False,
               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # where hooks write
    assert said.count(" 0 unexpected") >= 1 and "readelf (" in said
