"""What `make install` puts where; the installed tree works alone and moved; uninstalling leaves what was there before."""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = os.environ.get("BUILD", "build")
PREFIX = "/opt/sframe"
PROGRAMS = ("sframe-ref", "sframe-gen", "sframe-conform", "sframe-crosscheck", "sframe-convert", "sframe-measure", "sframe-census",
            "sframe-programs", "sframe-links", "sframe-gate")
CONSUMER = """
#include <sframe-ref.h>
#include <stdio.h>
int main(void)
{
    static const unsigned char bytes[] = {0xe2, 0xde};
    enum sfr_verdict verdict = sfr_check(bytes, sizeof bytes, 0, SFR_PROFILE_BY_VERSION, 0, 0, 0);
    puts(sfr_verdict_name(verdict));
    return verdict != SFR_MALFORMED;
}
"""


def run(command, **options):
    done = subprocess.run(command, **{"cwd": "/", "capture_output": True, "text": True, "check": False} | options)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def make(*arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return run(["make", "--no-print-directory", f"BUILD={BUILD}", *arguments], cwd=ROOT, env=environment)


def contents(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.fixture(scope="module", name="stage")
def staged(tmp_path_factory):
    stage = tmp_path_factory.mktemp("stage")
    make("install", f"DESTDIR={stage}", f"PREFIX={PREFIX}")
    return stage


@pytest.fixture(scope="module", name="moved")
def moved_tree(stage, tmp_path_factory):
    """The installed tree at another place, where nothing leads back to where it was made."""
    place = tmp_path_factory.mktemp("elsewhere") / "here"
    shutil.copytree(stage / PREFIX[1:], place, symlinks=True)
    return place


ALONE = ["unshare", "--mount", "--map-root-user", "sh", "-ec", 'mount -t tmpfs none "$0"; cd /; exec "$@"', str(ROOT)]


def alone(*command, **options):
    """With an empty folder where the source tree is, and nothing on the PATH but the machine's own."""
    return run([*ALONE, *map(str, command)], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, **options)


# --- Where things lie ----------------------------------------------------------------------------------------

def test_everything_lies_under_destdir_and_prefix(stage):
    files = {path for path in contents(stage) if (stage / path).is_file()}
    inside = {path.removeprefix(f"{PREFIX[1:]}/") for path in files if path.startswith(f"{PREFIX[1:]}/")}
    assert len(inside) == len(files)
    names = (*PROGRAMS, "sframe-adapter-oracle", "sframe-adapter-dump", "sframe-adapter-writer")
    assert {path for path in inside if path.startswith("bin/")} == {f"bin/{name}" for name in names}
    assert {f"share/man/man1/{name}.1" for name in names} <= inside
    assert {f"share/man/man5/sframe-{name}.5" for name in ("corpus", "expect", "adapter")} <= inside
    assert {f"share/bash-completion/completions/{name}" for name in PROGRAMS} <= inside
    assert {f"share/zsh/site-functions/_{name}" for name in PROGRAMS} <= inside
    assert {"lib/libsframe-ref.a", "lib/pkgconfig/libsframe-ref.pc", "include/sframe-ref/sframe-ref.h",
            "share/sframe-conformance/conformance/kits/c/sframe_adapter.c",
            "share/sframe-conformance/conformance/kits/go/sframe_adapter.go",
            "share/sframe-conformance/conformance/kits/javascript/sframe_adapter.mjs",
            "share/sframe-conformance/conformance/kits/java/SframeAdapter.java",
            "share/sframe-conformance/corpus/schema/vector.schema.json"} <= inside


def test_no_file_names_the_source_tree_or_the_stage(stage):
    """Programs with -g name sources; people install what is built so."""
    for path in stage.rglob("*"):
        if path.is_file() and path.parent.name != "bin" and path.suffix != ".a":
            assert not re.search(rf"{re.escape(str(ROOT))}\b|{re.escape(str(stage))}", path.read_text(encoding="utf-8")), path


def test_modes_do_not_depend_on_who_installs(tmp_path):
    old = os.umask(0o077)
    try:
        run([ROOT / "release/install", "--build", BUILD, "--destdir", tmp_path, "--prefix", "/p"], cwd=ROOT)
    finally:
        os.umask(old)
    assert {(path.is_dir() or path.parent.name == "bin" or str(path).endswith(("/dump.py", "/writer.py", "/census/sframe-census")),
             path.stat().st_mode & 0o777)
            for path in (tmp_path / "p").rglob("*") if not path.is_symlink()} == {(True, 0o755), (False, 0o644)}


# --- The installed tree alone ----------------------------------------------------------------------------------

def test_the_runner_finds_the_generator_and_the_oracle_passes(moved):
    """Both, and the adapter, from the runner's own place: no PATH leads to them."""
    said = alone(moved / "bin/sframe-conform", "--core", "--strict", "--select", "v3/amd64/lookup/*", "--json", "-",
                 "oracle=sframe-adapter-oracle")
    counts = json.loads(said)["implementations"][0]["outcomes"]
    assert counts.get("pass", 0) > 50 and not counts.get("fail")


JUDGED = r"(\w+) \(\w+ \S+\): (\d+) asked:.* (\d+) same"


@pytest.mark.parametrize("tool", ["as", "ld"])
def test_this_machines_assembler_and_linker_are_judged_as_docs_say(moved, tool):
    """The commands of the page that is installed, by a shell; the programs are found by PATH, the adapter beside them."""
    page = (moved / "share/sframe-conformance/docs/writers.md").read_text(encoding="utf-8")
    command, = re.findall(rf'^    (sframe-\w+ .* \| sframe-conform .*"{tool}=.*)$', page, re.MULTILINE)
    done = subprocess.run([*ALONE, "sh", "-c", command], env={"PATH": f"{moved}/bin:/usr/bin:/bin"}, capture_output=True,
                          text=True, check=False)
    (label, asked, same), = re.findall(JUDGED, done.stdout)
    assert label == tool and int(asked) > 50 and int(same) > 5, done.stdout + done.stderr
    assert done.returncode in (0, 1) and done.stderr == ""


def test_a_kit_of_the_installed_tree_makes_an_adapter(moved, tmp_path):
    kit = moved / "share/sframe-conformance/conformance/kits"
    alone("gcc", "-std=c99", f"-I{kit}/c", "-o", tmp_path / "mine", *(kit / "c" / name for name in (
        "example.c", "tiny.c", "sframe_adapter.c")))
    for adapter in (tmp_path / "mine", f"/usr/bin/python3 {kit}/python/example.py"):
        alone(moved / "bin/sframe-conform", "--core", "--select", "operation=lookup", f"mine={adapter}")


def test_the_gate_of_the_installed_tree_is_green_and_red(moved, tmp_path):
    gate = ["env", "INPUT_PROFILES=v1", f"INPUT_REPORTS={tmp_path}/reports"]
    alone(*gate, f"INPUT_ADAPTER={moved}/bin/sframe-adapter-oracle", moved / "bin/sframe-gate")
    assert json.loads((tmp_path / "reports/report.json").read_text(encoding="utf-8"))["good"] is True
    done = subprocess.run([*ALONE, *gate, "INPUT_ADAPTER=/usr/bin/false", moved / "bin/sframe-gate"], capture_output=True,
                          text=True, check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
    assert done.returncode == 1 and "gate: red" in done.stderr and f"({moved}/bin/sframe-conform)" in done.stderr


# --- The library -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("libdir", ["lib", "lib/x86_64-linux-gnu"])
def test_a_program_builds_by_pkg_config(libdir, tmp_path):
    """Wherever the tree is moved to, and with a folder for each machine as Debian has it."""
    make("install", f"DESTDIR={tmp_path}/first", "PREFIX=/usr", f"LIBDIR={libdir}")
    (tmp_path / "first").rename(tmp_path / "then")
    (tmp_path / "consumer.c").write_text(CONSUMER, encoding="utf-8")
    flags = run(["pkg-config", "--cflags", "--libs", "libsframe-ref"],
                env={**os.environ, "PKG_CONFIG_PATH": f"{tmp_path}/then/usr/{libdir}/pkgconfig"}).split()
    for compiler in (["gcc", "-std=c17"], ["gcc", "-x", "c++"]):
        alone(*compiler, "-Wall", "-Werror", "-Wextra", "-o", tmp_path / "consumer", tmp_path / "consumer.c", "-x", "none", *flags)
        assert alone(tmp_path / "consumer") == "malformed\n"


def test_the_tool_says_its_version_and_the_pc_file_and_the_man_page_the_same(stage):
    version = run([stage / PREFIX[1:] / "bin/sframe-ref", "--version"]).split()[-1]
    package = (stage / PREFIX[1:] / "lib/pkgconfig/libsframe-ref.pc").read_text(encoding="utf-8")
    page = (stage / PREFIX[1:] / "share/man/man1/sframe-conform.1").read_text(encoding="utf-8")
    assert re.search(r"Version: (\S+)", package)[1] == version and f'"sframe-conformance {version}"' in page


# --- Man pages and completions ---------------------------------------------------------------------------------

def options(program):
    return sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", run([ROOT / BUILD / program, "--help"]))))


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_man_page_names_every_command_and_option_that_help_names(stage, program):
    page = (stage / PREFIX[1:] / f"share/man/man1/{program}.1").read_text(encoding="utf-8").replace("\\-", "-")
    usage = run([ROOT / BUILD / program, "--help"])
    words = set(re.findall(rf"{program} (\w+)", usage)) | set(options(program))
    assert [word for word in sorted(words) if word not in page] == []


def test_man_pages_are_well_formed(stage):
    pages = [path for path in (stage / PREFIX[1:] / "share/man").rglob("*.[15]") if not path.is_symlink()]
    assert len(pages) == len(PROGRAMS) + 1 + 3
    for page in pages:
        said = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False)
        assert [line for line in said.stdout.splitlines() if "missing date" not in line] == []


BASH = """
source "$1/share/bash-completion/completions/$2"
COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
$(complete -p "$2" | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("words, expected", [
    (["sframe-conform", "--html", "--ba"], ["--badge", "--badge-svg"]),
    (["sframe-conform", "m"], ["merge"]),
    (["sframe-gen", "emit", "--abi", "aarch64_"], ["aarch64_be"]),
    (["sframe-ref", "decode", "-p", "v2e"], ["v2e1", "v2e2"]),
    (["sframe-convert", "/etc/passw"], ["/etc/passwd"]),
])
def test_bash_completes(stage, words, expected):
    said = run(["bash", "-c", BASH, "bash", str(stage / PREFIX[1:]), *words]).split()
    assert [word for word in said if word != "/etc/passwd-"] == expected


def typed_into_zsh(place, typed, expected):
    """What a terminal shows after the tabulator, until it shows what is expected or 20 seconds are over."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe("zsh", ["zsh", "-fi"], {**os.environ, "TERM": "dumb", "PS1": "> "})
    said, until = "", time.monotonic() + 20
    os.write(terminal, f"fpath=({place}/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D; "
                       f"print rea''dy\n".encode())
    while "ready" not in said.replace("rea''dy", "") and time.monotonic() < until:
        said += os.read(terminal, 4096).decode()
    os.write(terminal, f"{typed}\t".encode())
    while expected not in said and time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 4096).decode()
    os.close(terminal)
    os.waitpid(pid, 0)
    return said


def test_zsh_completes(moved):
    for typed, expected in (("sframe-conform --answ", "sframe-conform --answer-limit"),
                            ("sframe-gen emit --operation unw", "--operation unwind")):
        assert expected in typed_into_zsh(moved, typed, expected)


# --- Uninstalling ----------------------------------------------------------------------------------------------

def test_uninstall_leaves_what_was_there_before_and_what_others_put_there(tmp_path):
    top = tmp_path / "usr/local"
    for folder in ("bin", "share/man/man5"):
        (top / folder).mkdir(parents=True)
    (top / "bin/other").write_text("mine", encoding="utf-8")
    before = contents(top)
    for _ in range(2):  # the second finds its own folders there
        make("install", f"DESTDIR={tmp_path}", "PREFIX=/usr/local")
    (top / "share/sframe-conformance/mine").write_text("mine", encoding="utf-8")
    make("uninstall", f"DESTDIR={tmp_path}", "PREFIX=/usr/local")
    assert contents(top) == before | {"share/sframe-conformance", "share/sframe-conformance/mine"}


def test_another_version_takes_away_what_it_no_longer_has(tmp_path):
    command = [ROOT / "release/install", "--build", BUILD, "--destdir", tmp_path, "--prefix", "/p"]
    run(command, cwd=ROOT)
    record = tmp_path / "p/share/sframe-conformance/installed"
    (tmp_path / "p/bin/sframe-old").write_text("old", encoding="utf-8")
    record.write_text(f"bin/sframe-old\n{record.read_text(encoding='utf-8')}", encoding="utf-8")
    run(command, cwd=ROOT)
    assert not (tmp_path / "p/bin/sframe-old").exists()


def test_readelf_is_asked_by_the_installed_adapter(moved):
    if "--sframe" not in run(["readelf", "--help"]):
        pytest.skip("readelf of this machine does not know --sframe")
    done = subprocess.run([*ALONE, moved / "bin/sframe-conform", "--core", "--select", "operation=decode", "--json", "-",
                           "readelf=sframe-adapter-dump gnu readelf"], capture_output=True, text=True,
                          check=False)
    outcomes = json.loads(done.stdout)["implementations"][0]["outcomes"]
    assert done.returncode in (0, 1) and outcomes["pass"] > 50, done.stderr


def test_an_assembler_that_forgets_the_cfa_is_found_by_the_installed_tree(moved, tmp_path):
    """The machine's own, before which an offset of the CFA is changed."""
    wrong = tmp_path / "as"
    wrong.write_text("#!/bin/sh -e\nsed 's/cfi_def_cfa_offset 16/cfi_def_cfa_offset 8/' \"$3\" >b.s\nas -o \"$2\" b.s\n", encoding="utf-8")
    wrong.chmod(0o755)
    counts = {}
    for name, command in (("right", "as"), ("wrong", wrong)):
        alone("sh", "-c", f"{moved}/bin/sframe-programs --family frames --abi amd64 --output {tmp_path}/asked")
        subprocess.run([*ALONE, moved / "bin/sframe-conform", "--corpus", tmp_path / "asked", "--json", tmp_path / "report",
                        f"x=sframe-adapter-writer as {command}"], capture_output=True, check=False)
        report = json.loads((tmp_path / "report").read_text(encoding="utf-8"))
        counts[name] = report["implementations"][0]["outcomes"].get("wrong", 0)
    assert counts["wrong"] > counts["right"]


@pytest.mark.parametrize("program", [name for name in PROGRAMS if name != "sframe-gate"])
def test_every_program_says_its_version(moved, program):
    version = run([moved / "bin/sframe-ref", "--version"]).split()[-1]
    assert run([moved / "bin" / program, "--version"]).startswith(program)
    assert version in run([moved / "bin" / program, "--version"])


def test_programs_write_what_those_of_the_build_write(moved, tmp_path):
    for arguments in (["sframe-gen", "list"], ["sframe-programs", "--list"], ["sframe-links", "--list"],
                      ["sframe-ref", "clauses"]):
        assert alone(moved / "bin" / arguments[0], *arguments[1:]) == run([ROOT / BUILD / arguments[0], *arguments[1:]])
    said = alone(moved / "bin/sframe-convert", "--output", tmp_path / "made", "/bin/true").splitlines()
    assert said and (tmp_path / "made").stat().st_size > 100
    alone(moved / "bin/sframe-crosscheck", "--convert", "v3", "/bin/true")


def test_a_census_by_the_installed_tree(moved, tmp_path):
    alone(moved / "bin/sframe-census", "--out", tmp_path / "lines", moved / "bin")
    alone(moved / "bin/sframe-census", "report", "--csv", tmp_path / "table", tmp_path / "lines")
    assert "size,amd64,3,,bytes," in (tmp_path / "table").read_text(encoding="utf-8")


def test_links_stay_inside(stage):
    links = [path for path in stage.rglob("*") if path.is_symlink()]
    assert links and all(not os.readlink(path).startswith("/") and path.exists() for path in links)


def test_the_installed_cases_are_those_that_are_compiled_in(moved):
    core = [moved / "bin/sframe-gen", "emit", "--core"]
    read = alone(*core, "--cases", moved / "share/sframe-conformance/corpus/cases").splitlines()
    assert len(read) > 3000 and read[:-1] == alone(*core).splitlines()[:-1]


def test_the_installed_requirement_sets_are_those_that_are_compiled_in(moved):
    folder = moved / "share/sframe-conformance/conformance/requirements"
    names = {path.stem for path in folder.glob("*.txt")}
    assert names == {path.stem for path in (ROOT / "conformance/requirements").glob("*.txt")} and "kernel-v3" in names

    def counted(which):
        report = alone(moved / "bin/sframe-conform", "--core", "--select", "v3/amd64/*", "--requires", which, "--json", "-",
                       "sframe-adapter-oracle")
        return json.loads(report)["implementations"][0]["requires"]["lines"]
    for name in names - {"kernel-v3", "glibc-v2"}:  # of those our oracle owes errors
        assert counted(name) == counted(folder / f"{name}.txt")
