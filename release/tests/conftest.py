"""What the tests of release/ share: the tree and the build."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "common"))
BUILD = ROOT / os.environ.get("BUILD", "build")
