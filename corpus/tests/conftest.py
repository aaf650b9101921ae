"""What the tests of corpus/ share. SFRAME_REF names the oracle, REAL_FILES the folder that corpus/compile-real filled."""
import os
import pathlib

import pytest

from common.scripts import module_of
from corpus.tests.compiled import CODE, ODD, TARGETS, must

CORPUS = pathlib.Path(__file__).resolve().parent.parent


def script(name):
    return module_of(CORPUS / name)


@pytest.fixture(scope="session")
def oracle():
    return os.environ.get("SFRAME_REF", str(CORPUS.parent / "build" / "sframe-ref"))


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
