"""What the tests of release/ share: the tree, the build, a browser."""
import os
import pathlib

import pytest

from conformance.runner.page.browser import browser, watched

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")


@pytest.fixture(scope="session")
def chromium():
    with browser() as one:
        yield one


@pytest.fixture
def page(chromium):
    with watched(chromium) as one:
        yield one


@pytest.fixture
def drawn(chromium):
    with chromium.drawn():
        yield
