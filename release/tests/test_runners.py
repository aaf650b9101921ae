"""The packages that bring the runner: they install without a network and (except cargo's and go's) without a compiler,
and one command then gives a first verdict."""
import base64
import csv
import functools
import hashlib
import io
import os
import platform
import re
import shutil
import zipfile

import pytest

from release.tests.conftest import BUILD, ROOT, done, run

MAKE = ROOT / "release/packages/make-runners"
MACHINE = platform.machine()
OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}[MACHINE]
NPM = {"x86_64": "x64", "aarch64": "arm64"}
VERSION = re.search(r"^VERSION := (\S+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
PROGRAMS = ("sframe-conform", "sframe-gen", "sframe-adapter-oracle")
NOTHING_ASKED = ("--core", "--select", "v9/*")
MODULE = "github.com/sframe-conformance/sframe-conformance/sframe-conformance"


def make(to, programs, **environment):
    done(MAKE, "--version", VERSION, "--to", to, "--programs", f"{MACHINE}={BUILD}/static", "--programs", f"{OTHER}={programs}",
         **environment)
    return to


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """Files that stand for the programs of the other machine, as these would not run here."""
    folder = tmp_path_factory.mktemp("other")
    for name in PROGRAMS:
        (folder / name).write_text(f"{name} of {OTHER}\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def index(others, tmp_path_factory):
    return make(tmp_path_factory.mktemp("index"), others)


def bare(folder, *tools):
    """A PATH with these tools and those that every machine has, but without a compiler."""
    folder.mkdir()
    for tool in ("sh", "cat", "cp", "dirname", "env", "mkdir", "sed", *tools):
        (folder / tool).symlink_to("/usr/bin/python3" if tool == "python3" else shutil.which(tool))
    assert not any(shutil.which(name, path=folder) for name in ("cc", "gcc", "clang", "ld"))
    return str(folder)


# --- Installed by each ---------------------------------------------------------------------------------------------


def by_pip(index, folder):
    path = bare(folder / "path", "python3")
    done("/usr/bin/python3", "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    done("/usr/bin/python3", "-m", "pip", "--python", folder / "venv/bin/python", "install", "--quiet", "--no-index",
         "--find-links", index, "sframe-conformance", cwd=folder, PATH=path)
    return folder / "venv/bin/sframe-conformance", path


def by_npm(index, folder):
    path = bare(folder / "path", "node")
    (folder / "package.json").write_text('{"name": "consumer", "private": true}', encoding="utf-8")
    done("npm", "install", "--silent", index / f"sframe-conformance-{VERSION}.tgz",
         index / f"sframe-conformance-linux-{NPM[MACHINE]}-{VERSION}.tgz", cwd=folder)
    return folder / "node_modules/.bin/sframe-conformance", path


def by_cargo(index, folder):
    done("tar", "-xf", index / f"sframe-conformance-{VERSION}.crate", cwd=folder)
    done("cargo", "install", "--quiet", "--path", folder / f"sframe-conformance-{VERSION}", "--root", folder, "--target-dir",
         folder / "target", cwd=folder)
    return folder / "bin/sframe-conformance", bare(folder / "path")


def by_go(index, folder):
    """Installs with go, from a folder that is laid out as a module proxy."""
    served, version = folder / "proxy" / MODULE / "@v", f"v{VERSION}"
    served.mkdir(parents=True)
    shutil.copyfile(index / "runner-go/go.mod", served / f"{version}.mod")
    (served / f"{version}.info").write_text(f'{{"Version": "{version}"}}', encoding="utf-8")
    (served / "list").write_text(f"{version}\n", encoding="utf-8")
    with zipfile.ZipFile(served / f"{version}.zip", "w") as archive:
        for path in (index / "runner-go").rglob("*"):
            if path.is_file():
                archive.write(path, f"{MODULE}@{version}/{path.relative_to(index / 'runner-go')}")
    done("go", "install", f"{MODULE}@{version}", cwd=folder, GOPROXY=f"file://{folder}/proxy", GOBIN=str(folder / "bin"),
         GOMODCACHE=str(folder / "modules"), GOFLAGS="-mod=mod -modcacherw")
    return folder / "bin/sframe-conformance", bare(folder / "path")


INSTALL = {"pip": by_pip, "npm": by_npm, "cargo": by_cargo, "go": by_go}


@pytest.fixture(scope="module")
def installed(index, tmp_path_factory):
    """By the name of an installer: a function that runs the installed command; each installs once."""
    @functools.cache
    def of(name):
        folder = tmp_path_factory.mktemp(name)
        command, path = INSTALL[name](index, folder)
        return lambda *words, **environment: run(command, *words, cwd=folder,
                                                 **{"PATH": path, "XDG_CACHE_HOME": str(folder / "cache")} | environment)

    return of


@pytest.mark.parametrize("name", INSTALL)
def test_the_first_verdict_is_one_command(name, installed):
    """On a machine with nothing else: the demo looks for readelf and does not find it."""
    said = installed(name)("demo")
    assert said.returncode == 0 and said.stderr == "", said
    assert re.search(r"^oracle .*: \d{4} asked: .* pass", said.stdout, re.MULTILINE)
    assert "not asked" in said.stdout and "as expected: 1 implementation" in said.stdout


def test_the_demo_asks_readelf_where_it_is(installed, tmp_path):
    """Here readelf knows the option but gives no right answer.  The demo reports that, and still succeeds.

    It is as old as can be, as an old one is asked less."""
    tool = tmp_path / "readelf"
    tool.write_text("#!/bin/sh\ncase $1 in --help) echo --sframe ;; --version) echo GNU readelf 2.40 ;; *) exit 1 ;; esac\n",
                    encoding="utf-8")
    tool.chmod(0o755)
    path = bare(tmp_path / "path", "python3")
    said = installed("pip")("demo", PATH=f"{tmp_path}:{path}")
    assert said.returncode == 0, said
    assert re.search(r"^readelf \(GNU readelf 2\.40\): \d+ asked: .* fail", said.stdout, re.MULTILINE), said.stdout


@pytest.fixture(scope="module")
def status_without_a_package():
    return run(BUILD / "sframe-conform", *NOTHING_ASKED, f"oracle={BUILD}/adapters/oracle").returncode


@pytest.mark.parametrize("name", INSTALL)
def test_the_runner_is_what_it_would_be_without_a_package(name, installed, status_without_a_package):
    ask = installed(name)
    assert ask("--version").stdout == done(BUILD / "sframe-conform", "--version")
    assert ask(*NOTHING_ASKED, "oracle=sframe-adapter-oracle").returncode == status_without_a_package != 0
    assert ask("--no-such-option").returncode == 2


@pytest.mark.parametrize("name", ["pip", "npm"])
def test_a_kit_is_an_adapter_that_is_asked(name, installed, tmp_path):
    ask, folder = installed(name), tmp_path / "mine"
    said = ask("kit", "python", folder)
    assert said.returncode == 0, said
    assert said.stdout.splitlines()[-1] == f"sframe-conformance --core 'mine=python3 {folder}/example.py'"
    said = ask("--core", f"mine=/usr/bin/python3 {folder}/example.py")
    assert said.returncode == 0 and re.search(r"^mine \(tiny .*: \d+ asked: \d+ pass", said.stdout, re.MULTILINE), said


def test_each_kit_is_there_and_says_what_comes_next(installed, tmp_path):
    kits = sorted(path.name for path in (ROOT / "conformance/kits").iterdir() if path.is_dir() and path.name != "tests")
    for kit in kits:
        said = installed("pip")("kit", kit, tmp_path / kit)
        assert said.returncode == 0 and "sframe-conformance --core" in said.stdout.splitlines()[-1], said
        files = {path.name for path in (ROOT / "conformance/kits" / kit).iterdir() if path.is_file()}
        assert {path.name for path in (tmp_path / kit).iterdir()} <= files


@pytest.mark.parametrize("words, said", [(["kit", "cobol", "x"], "no kit for 'cobol'; there are c go "),
                                         (["kit", "python", "."], "is there"), (["kit"], "needs LANGUAGE and FOLDER"),
                                         (["demo", "x"], "takes no argument"), (["docs", "x"], "takes no argument")])
def test_wrong_use_is_reported(words, said, installed):
    result = installed("pip")(*words)
    assert result.returncode == 2 and said in result.stderr and result.stdout == "" and result.stderr.count("\n") == 1


def test_documents_are_there(installed):
    folder = installed("pip")("docs").stdout.strip()
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= set(os.listdir(folder))


def test_a_machine_without_its_package_is_reported(index, tmp_path):
    (tmp_path / "package.json").write_text('{"name": "consumer", "private": true}', encoding="utf-8")
    done("npm", "install", "--silent", "--omit=optional", index / f"sframe-conformance-{VERSION}.tgz", cwd=tmp_path)
    result = run(tmp_path / "node_modules/.bin/sframe-conformance", "demo", cwd=tmp_path)
    assert result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert f"sframe-conformance-linux-{NPM[MACHINE]} is not installed" in result.stderr


def test_what_cannot_be_unpacked_is_reported(installed, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name in ("cargo", "go"):
        result = installed(name)("demo", XDG_CACHE_HOME=str(tmp_path / "file"))
        assert result.returncode == 2 and result.stderr.startswith("sframe-conformance: ") and result.stderr.count("\n") == 1


# --- What they are made of -----------------------------------------------------------------------------------------


def test_the_programs_need_no_library():
    for name in PROGRAMS:
        assert "INTERP" not in done("readelf", "-lW", BUILD / "static" / name)


@pytest.mark.parametrize("machine, tag", [("x86_64", "manylinux2014"), ("aarch64", "manylinux_2_17"), ("aarch64", "musllinux_1_1")])
def test_pip_finds_the_wheel_of_a_machine(machine, tag, index, tmp_path):
    done("/usr/bin/python3", "-m", "pip", "download", "--quiet", "--no-deps", "--no-index", "--find-links", index,
         "--only-binary=:all:", "--platform", f"{tag}_{machine}", "--dest", tmp_path, "sframe-conformance", cwd=tmp_path)
    wheel, = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        program = archive.read("sframe_conformance/bin/sframe-conform")
        assert archive.getinfo("sframe_conformance/bin/sframe-conform").external_attr >> 16 & 0o111
        record = archive.read(f"sframe_conformance-{VERSION}.dist-info/RECORD").decode()
        names = set(archive.namelist())
        for name, recorded, _ in csv.reader(io.StringIO(record)):
            names.remove(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).rstrip(b"=").decode()
            assert recorded in (f"sha256={digest}", "") and (recorded or name.endswith("RECORD"))
    assert names == set() and (program == f"sframe-conform of {OTHER}\n".encode()) == (machine == OTHER)


def test_they_are_the_same_bytes_each_time(index, others, tmp_path):
    again = make(tmp_path / "again", others, TZ="Pacific/Auckland", SOURCE_DATE_EPOCH="1", HOME=str(tmp_path),
                 CARGO_HOME=os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo")),
                 RUSTUP_HOME=os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup")))
    files = {path.relative_to(index) for path in index.rglob("*") if path.is_file()}
    assert files == {path.relative_to(again) for path in again.rglob("*") if path.is_file()} and len(files) > 100
    assert [name for name in files if (index / name).read_bytes() != (again / name).read_bytes()] == []
