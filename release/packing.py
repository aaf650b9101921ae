"""What the scripts of a release share: what is installed, archives, packages and checksums that are the same each time."""
import argparse
import hashlib
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

from common import standard

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = ROOT / "release" / "installed.txt"
PLACE = "sframe-conformance/sframe-conformance"  # of the repository, at GitHub

LIBRARIES = {  # what is linked statically, by package: its name, its licence
    "libelf-dev": ("elfutils (libelf)", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "libdw-dev": ("elfutils (libdw)", "LGPL-3.0-or-later OR GPL-2.0-or-later"),
    "libjansson-dev": ("jansson", "MIT"),
    "zlib1g-dev": ("zlib", "Zlib"),
    "libc": ("GNU C Library", "LGPL-2.1-or-later"),
}

# The files that package managers install, each made in a copy of a folder; {to}: where it shall be.  {folders}: of several.
PIP = ["/usr/bin/python3", "-m", "pip"]
PACK = {
    "python": ([*PIP, "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", "{to}",
                "."],),
    "rust": (["cargo", "package", "--quiet", "--offline", "--allow-dirty", "--no-verify"],
             ["sh", "-c", 'cp target/package/*.crate "$1"', "sh", "{to}"]),
    "npm": (["npm", "pack", "--silent", "--offline", "--pack-destination", "{to}", "{folders}"],),
}
EPOCH = "315532800"  # the time of all files in packages: 1980, the first year that a wheel can have

TAR = ("tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--format=gnu")


def tar(folder, path, epoch):
    """Packs the folder under its own name; all members get the time EPOCH."""
    subprocess.run([*TAR, f"--mtime=@{epoch}", "-C", folder.parent, "-cf", path, folder.name], check=True)


def sha256(path):
    """The hash of a file, which is read in parts, as it may be large."""
    with open(path, "rb") as file:
        hashed = hashlib.sha256()
        for block in iter(lambda: file.read(1 << 20), b""):
            hashed.update(block)
    return hashed.hexdigest()


def rows():
    """The rows of installed.txt."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [cell.strip() for cell in line.split("|")]


def installed(build, libdir, is_wanted=lambda to: True):
    """(mode, source, place below the prefix) of each file; for a link, the source is its target."""
    for mode, source, to in rows():
        source, to = source.format(build=build), to.format(libdir=libdir)
        if not is_wanted(to):
            continue
        if mode == "link":
            yield mode, source, to
            continue
        folder, pattern = os.path.split(ROOT / source)
        found = sorted(path for path in pathlib.Path(folder).glob(pattern) if path.is_file())
        if not found:
            sys.exit(f"{source}: not there; run `make install`, which builds it first")
        for path in found:
            yield mode, path, f"{to}{path.name}" if to.endswith("/") else to


def content(source, place, places, repository):
    """The bytes of an installed file. Links to files that are not installed (at PLACES) lead to the repository."""
    def change(link):
        path, mark, anchor = link[1].partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(place), path))
        if not path or re.match(r"[a-z]+:", path) or any(f"{each}/".startswith(f"{there}/") for each in places):
            return link[0]
        file = os.path.normpath(source.parent / path)
        kind = "tree" if os.path.isdir(file) else "blob"
        return f"](https://github.com/{repository}/{kind}/main/{os.path.relpath(file, ROOT)}{mark}{anchor})"

    if source.suffix != ".md":
        return source.read_bytes()
    return re.sub(r"\]\(([^)\s]+)\)", change, source.read_text(encoding="utf-8")).encode()


def pack(kind, folders, to):
    """Writes the files that people install into the folder TO.  False: its tool is not there."""
    for command in PACK.get(kind, ()):
        if not shutil.which(command[0]):
            return False
        words = [each for word in command for each in (map(str, folders) if word == "{folders}" else [word.format(to=to)])]
        done = subprocess.run(words, cwd=folders[0], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "CARGO_TARGET_DIR": "target"})
        if done.returncode != 0:
            sys.stderr.write(done.stdout)
            print(f"{' '.join(words)} failed, for the package {folders[0].name}", file=sys.stderr)
            sys.exit(1)
    return True


def repository(text):
    """A name at GitHub, for an option."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", text):
        raise argparse.ArgumentTypeError(f"{text}: it wants OWNER/NAME")
    return text


def parser_of(doc):
    """The command line of a script that makes packages, described by its own text; what all of them take."""
    head, rest = doc.split("\n\n", 1)
    parser = standard.parser(head, epilog=rest)
    parser.add_argument("--to", default="build/packages", type=pathlib.Path, metavar="FOLDER", help="(build/packages)")
    parser.add_argument("--repository", default=PLACE, type=repository, metavar="OWNER/NAME",
                        help=f"on GitHub ({PLACE})")
    return parser


def deliver(made, to, lacking):
    """Moves what was made to its folder, in place of what had these names.  Returns 3 if packages are LACKING."""
    to.mkdir(parents=True, exist_ok=True)
    for path in sorted(made.iterdir()):
        if (to / path.name).is_dir():
            shutil.rmtree(to / path.name)
        shutil.move(path, to.resolve() / path.name)
        print(to.resolve() / path.name)
    if lacking:
        print(f"not packed, as this machine lacks a tool: {', '.join(lacking)}", file=sys.stderr)
    return 3 if lacking else 0
