"""What conformance/features reads of sections; transcripts/features.t has the rest."""
import random

from conformance.section_features import features

# Two functions below the section, in order; the second has three rows, the last of them mangled.
V2 = ("e2de0205" "0200f800" "02000000" "04000000" "0f000000" "00000000" "28000000"
      "00f0ffff" "10000000" "00000000" "01000000" "00000000"
      "fcefffff" "20000000" "03000000" "03000000" "00000000" "000310" "000310" "0405f0f0" "0886f0f0f0")


def test_any_bytes_can_be_read():
    draws, whole = random.Random(1), bytes.fromhex(V2)
    for end in range(len(whole)):
        features("v2e2", 0, whole[:end])
    for _ in range(3000):
        spoiled = bytearray(whole)
        for _ in range(draws.randrange(1, 6)):
            spoiled[draws.randrange(2, len(spoiled))] = draws.choice((0, 1, 2, 3, 0x10, 0x7f, 0x80, 0xff))
        features("v2e2", draws.choice((0, 0x10000, 2**64 - 8)), bytes(spoiled))
