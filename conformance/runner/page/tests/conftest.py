"""The pages and the browser that the tests share."""

import subprocess

import pytest

from conformance.runner.page.browser import browser, watched
from conformance.runner.page.tests.pages import GENERATOR, MANY, ORACLE, ROOT, Made


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    with open(folder / "core.jsonl", "wb") as file:
        subprocess.run([*GENERATOR, "emit", "--core"], cwd=ROOT, stdout=file, check=True)
    return folder


@pytest.fixture(scope="session")
def plain(folder):
    return Made(folder, "plain", "--oracle", ORACLE)


@pytest.fixture(scope="session")
def hostile(folder):
    return Made(folder, "hostile", "--oracle", ORACLE, "--hostile", "--partial")


@pytest.fixture(scope="session")
def many(folder):
    return Made(folder, "many", "--cases", str(MANY))


@pytest.fixture(scope="session")
def peers(folder):
    return Made(folder, "peers", "--oracle", ORACLE, "--peers", "13")


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
