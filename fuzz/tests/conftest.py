"""What the tests of fuzz/ share."""
import pathlib
import sys

FUZZ = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(FUZZ), str(FUZZ.parent / "common")]
