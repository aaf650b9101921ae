"""What the tests of corpus/ share."""
import pathlib
import re

import pytest

from common.scripts import module_of
from corpus.tests.compiled import CODE, ODD, REF, TARGETS, must, run
from ref.tests.elfmaker import Elf, Section

CORPUS = pathlib.Path(__file__).resolve().parent.parent


def script(name):
    return module_of(CORPUS / name)


def asked_at_once(sections, *command):
    """What the oracle prints of each section, a triple of profile, address and bytes, as JSON or in the notation.  Those of
    one profile lie in one file, so that the oracle is started once for them."""
    printed = {}
    for profile in {profile for profile, _, _ in sections}:
        some = [section for section in sections if section[0] == profile]
        file = Elf([Section(".sframe", data, address=int(address, 16)) for _, address, data in some]).file()
        done = run(REF, *command, "--profile", profile, "-", input=file, text=False)
        assert done.returncode in (0, 1) and done.stderr == b"", done.stderr
        printed.update(zip(some, re.split(rb"^(?=\{)|^# section .*\n", done.stdout, flags=re.MULTILINE)[1:], strict=True))
    return printed


@pytest.fixture(scope="session", params=TARGETS)
def target(request, tmp_path_factory):
    """An object and a shared object of one target."""
    prefix, flags, link = TARGETS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    compiled, linked = str(folder / "code.o"), str(folder / "code.so")
    must(prefix + "gcc", *flags, "-fasynchronous-unwind-tables", "-fPIC", "-c", "-o", compiled, CODE)
    must(prefix + "ld", *link, "-shared", "-o", linked, compiled)
    return {"name": request.param, "prefix": prefix, "object": compiled, "shared": linked, "folder": folder}


@pytest.fixture(scope="session")
def odd(tmp_path_factory):
    """A shared object of CFI that compilers seldom write."""
    folder = tmp_path_factory.mktemp("odd")
    shared = str(folder / "odd.so")
    must("gcc", "-c", "-o", str(folder / "odd.o"), ODD)
    must("ld", "-shared", "-o", shared, str(folder / "odd.o"))
    return {"name": "odd", "prefix": "", "shared": shared, "folder": folder}
