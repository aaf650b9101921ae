"""The pages and the browser that the tests share."""

import subprocess

import pytest

from conformance.runner.page.browser import browser, watched
from conformance.runner.page.tests import make_report
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
def report(folder):
    return make_report.run(folder / "some.jsonl")


@pytest.fixture(scope="session")
def plain(folder, report):
    return Made(folder, "plain", report)


@pytest.fixture(scope="session")
def hostile(folder, report):
    return Made(folder, "hostile", make_report.hostile(report))


@pytest.fixture(scope="session")
def many(folder, report):
    return Made(folder, "many", make_report.many(report, MANY))


@pytest.fixture(scope="session")
def peers(folder, report):
    return Made(folder, "peers", make_report.peers(report, 13))


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
