"""What is fetched is compared with ci/lock before any of it is used, and counts as signed by the distribution's keys alone.
The scripts run in a copy of ci/, on an apt and a cargo that serve what a test puts there."""
import hashlib
import os
import re
import shutil
import subprocess

import pytest

from ci.tests.conftest import ROOT

CI = ROOT / "ci"
MOLD, LLVM, CRATE = "ci/mold forky", "ci/assembler-cases llvm", "ci/crate mine adapter/Cargo.toml"
APT_GET = r"""#!/bin/sh
state=$(sed -n 's/^Dir::State "\(.*\)";/\1/p' "$2")
list=$(sed -n 's/^Dir::Etc::sourcelist "\(.*\)";/\1/p' "$2")
shift 2
case "$*" in
"--print-uris update") echo "'http://mirror/debian/dists/bookworm/InRelease' one_InRelease 0" ;;
indextargets*) echo "http://mirror/debian/ bookworm $SERVED/$ENTRY" ;;
*update) cat "$SERVED/update" 2>&1 || printf 'Origin: Debian\nSHA256:\n' >"$state/lists/one_InRelease" ;;
"install -s mold") echo 'Inst mold (2.1 Debian)' ;;
download* | "source --download-only"*) echo DOWNLOAD >>"$SERVED/calls"; cp "$list" "$SERVED/list"; cp "$SERVED"/*_* . ;;
esac
"""
DPKG_DEB = """#!/bin/sh
echo UNPACKED >&2
exec /usr/bin/dpkg-deb "$@"
"""
CARGO = r"""#!/bin/sh
echo "$1" >>"$SERVED/calls"
case $1 in
generate-lockfile) cat "$SERVED/Cargo.lock" >Cargo.lock; cat Cargo.toml >>"$SERVED/asked" ;;
vendor) ls "$CARGO_HOME" >"$SERVED/home"; echo VENDOR >&2; cp -r "$SERVED/vendor" . ;;
install) mkdir -p "$5/bin" "$7" ;; # --root, --target-dir
esac
"""


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Place:
    """A copy of ci/ whose lock is a test's own, and stubs that serve the files of a folder."""

    def __init__(self, folder):
        self.served, self.lock = folder / "served", folder / "ci/lock"
        self.toolchains, self.keyring = folder / ".toolchains", folder / "keyrings/debian-archive-keyring.gpg"
        self.folder = folder
        for name in ("served", "stubs", "home/registry", "keyrings", "adapter", "ci"):
            (folder / name).mkdir(parents=True)
        for path in CI.iterdir():
            if path.is_file():
                shutil.copy(path, folder / "ci" / path.name)
        common = folder / "ci/apt-private.sh"
        common.write_text(common.read_text().replace("/usr/share/keyrings", str(self.keyring.parent)))
        for name, text in {"apt-get": APT_GET, "apt-cache": "#!/bin/sh\necho mold\n", "dpkg-deb": DPKG_DEB, "cargo": CARGO,
                           "dpkg": "#!/bin/sh\necho amd64\n"}.items():
            (folder / "stubs" / name).write_text(text)
            (folder / "stubs" / name).chmod(0o755)
        (folder / "home/config.toml").touch()
        (folder / "adapter/Cargo.toml").write_text('mine = "*"\n')
        self.keyring.touch()
        self.rows("")

    def rows(self, *rows, of="ci/none"):
        self.lock.write_text("\n".join(["# what it means", "", "ci/other", "  other 1 0", "", of, *map("  {}".format, rows), ""]))

    def run(self, command, entry="none:1", **variables):
        done = subprocess.run(command.split(), cwd=self.folder, capture_output=True, text=True, check=False,
                              env={"PATH": f"{self.folder}/stubs:{os.environ['PATH']}", "SERVED": str(self.served),
                                   "HOME": str(self.folder), "CARGO_HOME": f"{self.folder}/home", "ENTRY": entry, **variables})
        return done.returncode, done.stderr.splitlines()

    def calls(self):
        return (self.served / "calls").read_text().split() if (self.served / "calls").exists() else []

    def serve_mold(self):
        """A package as apt has it; returns its hash."""
        made, file = self.folder / "made", self.served / "mold_1%3a2.1_amd64.deb"
        for name in ("usr/bin/mold", "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "DEBIAN/control"):
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).touch()
        (made / "DEBIAN/control").write_text("Package: mold\nVersion: 1:2.1\nArchitecture: amd64\nMaintainer: a <a@b>\n"
                                             "Description: a\n")
        subprocess.run(["/usr/bin/dpkg-deb", "-b", made, file], check=True, capture_output=True)
        return sha256(file.read_bytes())

    def serve_crate(self, checksum="aa", name="mine"):
        (self.served / "vendor" / name).mkdir(parents=True)
        (self.served / "Cargo.lock").write_text(
            f'version = 4\n\n[[package]]\nname = "adapter"\nversion = "0.1.0"\ndependencies = [\n "{name}",\n]\n\n'
            f'[[package]]\nname = "{name}"\nversion = "1.0.0"\nsource = "registry+x"\n'
            + (f'checksum = "{checksum}"\n' if checksum else "dependencies = []\n"))


@pytest.fixture()
def place(tmp_path):
    return Place(tmp_path)


def refused(answer, *words):
    """The last line says what differs, and both hashes."""
    status, lines = answer
    return status == 1 and all(word in lines[-1] for word in (*words, "nothing of it was unpacked or run"))


def test_the_same_bytes_are_taken_in_silence_and_others_fail_before_they_are_unpacked(place):
    was = place.serve_mold()
    place.rows(f"mold:amd64 1:2.1 {was}", of=MOLD)
    status, lines = place.run(MOLD)
    assert status == 0 and not any("ci/lock" in line for line in lines)
    assert (place.toolchains / "mold-forky/bin/mold").exists()
    shutil.rmtree(place.toolchains)
    file = next(place.served.glob("*.deb"))
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert refused(answer := place.run(MOLD), "mold:amd64 1:2.1", MOLD, was, sha256(file.read_bytes()))
    assert "UNPACKED" not in answer[1] and not (place.toolchains / "mold-forky").exists()


def test_a_changed_byte_of_sources_fails_before_they_are_unpacked(place):
    (place.served / "llvm-toolchain-22_22.1.orig.tar.xz").write_bytes(b"other")
    place.rows(f"llvm-toolchain-22:source 22.1 {sha256(b'recorded')}", of=LLVM)
    assert refused(place.run(LLVM), "llvm-toolchain-22:source 22.1", sha256(b"recorded"), sha256(b"other"))
    assert list(place.toolchains.glob("sources/llvm-trixie.part/apt/*.orig.tar.xz"))
    assert not (place.toolchains / "sources/llvm-trixie.part/apt/source").exists()


@pytest.mark.parametrize("row, words", [("mold:amd64 1:2.0 00", "mold:amd64 is 1:2.1, recorded is 1:2.0"),
                                        ("mould:amd64 1:2.1 00", "mold:amd64 is 1:2.1, recorded is none"),
                                        (None, f"records nothing under '{MOLD}'")])
def test_another_version_is_reported_before_it_is_unpacked(place, row, words):
    place.serve_mold()
    if row:
        place.rows(row, of=MOLD)
    status, lines = place.run(MOLD)
    (reported,) = [number for number, line in enumerate(lines) if words in line]
    assert status == 0 and reported < lines.index("UNPACKED")


def test_recording_writes_the_rows_of_one_command(place):
    row = f"  mold:amd64 1:2.1 {place.serve_mold()}\n"
    place.rows("mold:amd64 1:2.0 00", "gone:amd64 1 00", of=MOLD)
    before = place.lock.read_text()
    assert place.run(MOLD)[0] == 0 and place.lock.read_text() == before
    assert place.run(MOLD, RECORD="yes")[0] == 0
    head, _, rest = place.lock.read_text().partition(f"{MOLD}\n")
    assert rest == row and head == before.partition(MOLD)[0]
    place.rows(row.strip()[:-1] + "x", of=MOLD)
    before = place.lock.read_text()
    assert refused(place.run(MOLD, RECORD="yes"), "mold:amd64 1:2.1") and place.lock.read_text() == before


# --- Crates -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("checksum", ["bb", None])
def test_another_checksum_of_a_crate_fails_before_it_is_fetched(place, checksum):
    place.serve_crate(checksum)
    place.rows("mine 1.0.0 aa", of=CRATE)
    assert refused(place.run(CRATE), "mine 1.0.0", "records aa", checksum or "SHA-256 [") and "vendor" not in place.calls()


def test_cargo_takes_nothing_from_a_cache_that_it_does_not_check(place):
    place.serve_crate()
    assert place.run(CRATE)[0] == 0 and (place.served / "home").read_text() == "config.toml\n"


def test_another_checksum_of_wild_fails_before_it_is_fetched(place):
    place.serve_crate("bb", "wild-linker")
    place.rows("wild-linker 1.0.0 aa", of="ci/wild")
    assert refused(place.run("ci/wild"), "wild-linker 1.0.0", "records aa", "bb")
    assert place.calls() == ["generate-lockfile"] and 'version = "=1.0.0"' in (place.served / "asked").read_text()


def test_wild_is_built_from_what_was_compared_alone(place):
    place.serve_crate("aa", "wild-linker")
    place.rows("wild-linker 1.0.0 aa", of="ci/wild")
    assert place.run("ci/wild")[0] == 0 and place.calls() == ["generate-lockfile", "vendor", "install"]
    assert (place.toolchains / "wild/VERSIONS").read_text() == "wild-linker 1.0.0\n"
    place.rows()
    status, lines = place.run("ci/wild")
    assert status == 1 and len(lines) == 1 and "no row" in lines[0]


# --- Keys ---------------------------------------------------------------------------------------------------

def test_without_the_distributions_keys_nothing_is_fetched(place):
    place.serve_mold()
    place.keyring.unlink()
    status, lines = place.run(MOLD)
    assert status == 1 and len(lines) == 1 and f"no {place.keyring} here" in lines[0] and not place.calls()


def signed_by(place):
    return re.findall(r"signed-by=([^\] ]+)\]", (place.served / "list").read_text())


@pytest.mark.parametrize("name, text", [
    ("a.list:2", "# deb http://mirror/debian\ndeb [arch=amd64 signed-by=/of/theirs.gpg] http://mirror/debian bookworm main\n"),
    ("a.sources:2", "# a\n\nTypes: deb\nSigned-By: /other\n\n# b\nTypes: deb\nsigned-by:  /of/theirs.gpg \n\nTypes: deb\n")])
def test_the_keys_that_the_machine_names_are_preferred(place, name, text):
    place.serve_mold()
    (place.served / name.partition(":")[0]).write_text(text)
    place.keyring.unlink()
    assert place.run(MOLD, entry=name)[0] == 0 and signed_by(place) == ["/of/theirs.gpg"]


def test_keys_in_the_midst_of_the_sources_are_not_taken_for_a_file(place):
    place.serve_mold()
    (place.served / "a.sources").write_text("Types: deb\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n")
    assert place.run(MOLD, entry="a.sources:1")[0] == 0 and signed_by(place) == [str(place.keyring)]


def test_keys_that_the_machine_names_and_lacks_are_reported(place):
    (place.served / "a.list").write_text("deb [signed-by=/of/theirs.gpg] http://mirror/debian bookworm main\n")
    (place.served / "update").write_text("E: The repository 'http://mirror/debian bookworm InRelease' is not signed.\n")
    status, lines = place.run(MOLD, entry="a.list:1")
    assert status == 1 and len(lines) == 1 and "no /of/theirs.gpg;" in lines[0] and not place.calls()


# --- The table ----------------------------------------------------------------------------------------------

def table():
    """Rows by command."""
    rows, command = {}, None
    for line in (CI / "lock").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            assert re.fullmatch(r"  \S+ \S+ [0-9a-f]{64}", line), line
            rows[command].append(line)
        elif line and not line.startswith("#"):
            command = line
            assert command not in rows
            rows[command] = []
    return rows


def fetching():
    return {path.name for path in CI.iterdir() if path.is_file() and os.access(path, os.X_OK)
            and re.search(r"^[^#]*\bmake_once ", path.read_text(encoding="utf-8"), re.MULTILINE)}


def test_each_script_that_fetches_has_rows():
    assert len(fetching()) > 10 and {command.split()[0] for command in table()} == {f"ci/{name}" for name in fetching()}
    assert all(table().values())


def test_each_command_of_a_makefile_that_fetches_has_rows():
    makefiles = [ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk")]
    recipes = re.findall(r"^\t.*", "\n".join(path.read_text(encoding="utf-8") for path in makefiles), re.MULTILINE)
    words = re.compile(rf"\bci/(?:(?:{'|'.join(fetching() - {'cbmc'})})(?: [a-z0-9]+)+|cbmc)(?=$|[\s;&])")
    commands = {command for line in recipes for command in words.findall(line)}
    assert len(commands) > 10 and sorted(commands - {*table()}) == []
