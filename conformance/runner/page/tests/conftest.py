"""The pages and the browser that the tests share."""

import subprocess

import pytest

from conformance.runner.page.browser import browser, watched
from conformance.runner.page.tests.pages import GENERATOR, MANY, ROOT, Made


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with the core, and with a fifth of it, which is enough for most tests and takes less time."""
    folder = tmp_path_factory.mktemp("pages")
    subprocess.run([*GENERATOR, "emit", "--core", "--to", folder / "core.jsonl"], cwd=ROOT, check=True)
    lines = (folder / "core.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "some.jsonl").write_bytes(b"".join(lines[::5]))
    return folder


@pytest.fixture(scope="session")
def plain(folder):
    return Made(folder, "plain")


@pytest.fixture(scope="session")
def hostile(folder):
    return Made(folder, "hostile", "--hostile", "--partial")


@pytest.fixture(scope="session")
def many(folder):
    return Made(folder, "many", "--cases", str(MANY))


@pytest.fixture(scope="session")
def peers(folder):
    return Made(folder, "peers", "--vectors", folder / "core.jsonl", "--peers", "13")


@pytest.fixture(scope="session")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture
def page(chromium):
    """Opens the page, and checks that it reads no other file."""
    with watched(chromium) as one:
        yield one
    assert len([url for url in chromium.requests if url.startswith("file:")]) <= 1
