"""What the tests of fuzz/ share."""
import pathlib

FUZZ = pathlib.Path(__file__).resolve().parent.parent
