"""What the tests of release/ share: the tree, the build, package managers without a network, a browser."""
import os
import pathlib

import pytest

from common import commands
from conformance.runner.page.browser import watched
from conformance.runner.page.tests.conftest import chromium  # a fixture

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("BUILD", "build")
OFFLINE = {"CARGO_NET_OFFLINE": "true", "GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local",
           "GONOSUMDB": "*", "npm_config_offline": "true", "npm_config_audit": "false", "PIP_NO_INDEX": "1",
           "LC_ALL": "C.UTF-8"}
os.environ.pop("SFRAME_CORPUS", None)  # which a package would read


def run(*command, cwd=ROOT, **environment):
    return commands.run(*command, cwd=cwd, env={**os.environ, **OFFLINE, **environment}, timeout=300)


def done(*command, cwd=ROOT, **environment):
    result = run(*command, cwd=cwd, **environment)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout


@pytest.fixture
def page(chromium):
    with watched(chromium) as one:
        yield one


@pytest.fixture
def drawn(chromium):
    with chromium.drawn():
        yield
