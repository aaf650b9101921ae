"""What the tests of fuzz/ share."""
import pathlib
import sys

FUZZ = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(FUZZ))
