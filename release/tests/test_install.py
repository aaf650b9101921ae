"""What install.t cannot test: links in installed documents, and what zsh prints on a terminal."""
import os
import pty
import re
import select
import time

import pytest

from release.tests.conftest import BUILD, ROOT, done


@pytest.fixture(scope="module", name="moved")
def installed_and_moved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("install")
    done(ROOT / "release/install", "--build", BUILD, "--destdir", folder, "--prefix", "/first")
    return (folder / "first").rename(folder / "then")


def test_no_link_of_a_document_leads_nowhere(moved):
    """A link to a file that is not installed leads to the repository; the file must be in this tree."""
    left = []
    for page in moved.rglob("*.md"):
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            outside = re.match(r"https://github\.com/sframe-conformance/sframe-conformance/(?:blob|tree)/main/([^#]*)", link)
            if outside:
                left.append(outside[1])
                assert (ROOT / outside[1]).exists(), f"{page.name}: {link}"
            elif not re.match(r"[a-z]+:|#", link):
                assert (page.parent / link.partition("#")[0]).exists(), f"{page.name}: {link}"
    assert len(left) > 20


def typed_into_zsh(place, typed, expected):
    """What zsh has printed after TYPED and a tabulator, as soon as EXPECTED is there or 20 seconds are over."""
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
