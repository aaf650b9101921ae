"""What `make install` puts where, and that a stranger's program builds against it."""
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, **options)


def make(*arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return run(["make", "--no-print-directory", *arguments], env=environment)


@pytest.fixture(scope="module", name="stage")
def staged(tmp_path_factory):
    stage = tmp_path_factory.mktemp("stage")
    make("install", f"DESTDIR={stage}", "PREFIX=/opt/sframe")
    return stage


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_everything_lies_under_destdir_and_prefix(stage):
    assert files(stage) == {
        "opt/sframe/bin/sframe-ref", "opt/sframe/lib/libsframe-ref.a",
        "opt/sframe/lib/pkgconfig/libsframe-ref.pc", "opt/sframe/include/sframe-ref/sframe-ref.h",
        "opt/sframe/include/sframe-ref/clauses.def", "opt/sframe/share/man/man1/sframe-ref.1"}


@pytest.mark.parametrize("compiler", [["gcc", "-std=c17"], ["gcc", "-x", "c++"]])
def test_a_program_builds_by_pkg_config(stage, tmp_path, compiler):
    source = tmp_path / "consumer.c"
    source.write_text(CONSUMER, encoding="utf-8")
    flags = run(["pkg-config", "--define-variable=prefix=" + str(stage / "opt/sframe"), "--cflags", "--libs",
                 "libsframe-ref"], env={**os.environ, "PKG_CONFIG_PATH": str(stage / "opt/sframe/lib/pkgconfig")})
    program = tmp_path / "consumer"
    run([*compiler, "-Wall", "-Werror", "-Wextra", "-o", program, source, "-x", "none", *flags.stdout.split()])
    assert run([program]).stdout == "malformed\n"


def test_the_installed_tool_says_its_version_and_the_pc_file_the_same(stage):
    said = run([stage / "opt/sframe/bin/sframe-ref", "--version"]).stdout.split()
    package = (stage / "opt/sframe/lib/pkgconfig/libsframe-ref.pc").read_text(encoding="utf-8")
    assert said == ["sframe-ref", re.search(r"Version: (\S+)", package).group(1)]


def test_the_man_page_names_every_command_and_option_that_help_names(stage):
    page = (stage / "opt/sframe/share/man/man1/sframe-ref.1").read_text(encoding="utf-8").replace("\\-", "-")
    usage = run([stage / "opt/sframe/bin/sframe-ref", "--help"]).stdout
    words = set(re.findall(r"sframe-ref (\w+)", usage)) | set(re.findall(r"--[a-z]+", usage))
    assert sorted(word for word in words if word not in page) == []


def test_uninstall_leaves_nothing(stage):
    make("uninstall", f"DESTDIR={stage}", "PREFIX=/opt/sframe")
    assert files(stage) == set()
