"""python -m sframe_conformance: the same as the command sframe-conformance."""
from sframe_conformance import conformance

conformance()
