"""`sframe-ref dump --notation`: sections as texts.  corpus/tests/test_notation.py has them read back."""

import struct

import pytest

from ref.tests.conftest import call, patched, run, section, section_names
from ref.tests.elfmaker import SHT_GNU_SFRAME, Elf, Section
from ref.tests.test_output import together, variants

# --- What the bytes say ---------------------------------------------------------------------------

SAID = {
    "v1-amd64-mask": """section v1 amd64 at 0x0 sorted
function 0x1000 size 64 mask
  0 cfa sp+8
  11 cfa sp+16
""",
    "v1-aarch64-fixed-ra": """section v1 aarch64 at 0x0 sorted fixed-ra -8
function 0x1000 size 16
  0 cfa sp+16 fp *(cfa-16)
  8 cfa sp+16
""",
    "v1-aarch64be-signed": """section v1 aarch64_be at 0x0 sorted
function 0x10000 size 512 addr2 key-b
  0 cfa sp
  260 cfa sp+288 ra *(cfa-8) fp *(cfa-16) mangled
""",
    "v2-amd64-mask-24": """section v2 amd64 at 0x0 sorted
function 0x1008 size 96 mask block 24
  0 cfa sp+8
  11 cfa sp+16
""",
    "v2-amd64-frame-pointer": """section v2 amd64 at 0x0 sorted frame-pointer
function 0x1000 size 16
  0 cfa fp+16 fp *(cfa-16)
""",
    "v2e1-aarch64-one-or-three": """section v2e1 aarch64 pcrel
function 0x8000 size 20
  0 cfa sp
  4 cfa sp+16 ra *(cfa-8) fp *(cfa-16)
  16 cfa sp
""",
    "v2e2-amd64-aux-3": """section v2e2 amd64 at 0x0 sorted pcrel aux a1b2c3
function 0x5000 size 16
  0 cfa sp+8
""",
    "v2e2-amd64-big": """section v2e2 amd64 at 0x0 sorted big
function 0x1000 size 16
  0 cfa sp+8
""",
    "v2e2-amd64-fifteen-words": """section v2e2 amd64 at 0x0 sorted
function 0x1000 size 32
  0 cfa sp+8 fp *(cfa-16) extra 1 2 3 4 5 6 7 8 9 10 11 12 13
  16 cfa sp+24
""",
    "v2e2-amd64-no-rows": """section v2e2 amd64 at 0x0 sorted
function 0x100 size 16
function 0x110 size 16
  0 cfa sp+8
""",
    "v2e2-amd64-ra-undefined": """section v2e2 amd64 at 0x0 sorted
function 0x1000 size 16
  0 cfa sp+8
  5 empty
  10 empty idle-base words4
""",
    "v2e2-amd64-gap": """section v2e2 amd64 at 0x0 sorted gap-functions 4
function 0x1000 size 16
  0 cfa sp+8
set byte 0x31 0x03
set byte 0x32 0x10
set byte 0x33 0x99
breaks nothing
""",
    "v2e2-amd64-rows-first": """section v2e2 amd64 at 0x0 sorted rows-first
function 0x1000 size 16
  0 cfa sp+8
""",
    "v2e2-amd64-shared": """section v2e2 amd64 at 0x0 sorted
function 0x1000 size 16
  0 cfa sp+8
function 0x1010 shares 0 size 16
""",
    "v2e2-amd64-fixed-fp": """section v2e2 amd64 at 0x0 sorted fixed-fp -16
function 0x1000 size 16
  0 cfa sp+16
  4 cfa sp+16 fp *(cfa-24)
""",
    "v2e2-s390x-registers": """section v2e2 s390x at 0x0 sorted
function 0x1000 size 32
  0 cfa sp+160
  4 cfa sp+160 ra r16 fp r17
  8 cfa sp+160 ra padding fp r17
  12 cfa fp+288 ra r14 fp r11 words2
  16 cfa sp+2208 ra *(cfa-48) fp *(cfa) words4
""",
    "v3-amd64-data-order": """section v3 amd64 sorted data-order 2 1 0
function 0xf000 size 16
  0 cfa sp+8
function 0x10000 size 16
  0 cfa sp+16
function 0x11000 size 16
  0 cfa sp+24
""",
    "v3-amd64-flex-fixed": """section v3 amd64 at 0x0 sorted fixed-fp -16
function 0x1000 size 32 flex
  0 cfa r7+8
  4 cfa r7+16 ra padding fp r6
  8 cfa r7+16 ra *(cfa) fp *(cfa-24) fp-idle 0x30
  12 cfa r7+16 ra cfa+8 ra-idle 0x30 fp *(cfa-16)
""",
    "v3-amd64-flex-widths": """section v3 amd64 at 0x0 sorted
function 0x1000 size 32 flex
  0 cfa *(r17-16)
  4 cfa r4097-256
  8 cfa *(r268435457+2147483647) ra *(cfa-2147483648) fp r6
""",
    "v3-amd64-signal": """section v3 amd64 at 0x0 sorted
function 0x1000 size 9 flex signal
  0 cfa *(r7+160) ra *(r7+168) fp *(r7+120)
function 0x1010 size 16 signal
  0 cfa sp+8
""",
    "v3-s390x-little": """section v3 s390x at 0x0 sorted little
function 0x1000 size 16
  0 cfa sp+160
  6 cfa sp+168 ra *(cfa-48) words2
""",
}


def text_of(it):
    return run("dump", "--notation", *it.options(), "-", data=it.data)


@pytest.mark.parametrize("name", SAID)
def test_a_section_is_printed_in_the_notation(name):
    it = section(name)
    answer = text_of(it)
    assert answer.output == SAID[name]
    assert answer.status == (it.verdict != "valid")


# --- What no line says is an edit -----------------------------------------------------------------

FLAWS = [
    ("0=0000", ["set header magic 0x0", "breaks preamble.magic at 0x0"]),
    ("2=09", ["set header version 0x9", "breaks version.known at 0x2"]),
    ("3=f1", []),  # a flag of no text
    ("4=07", ["set header abi_arch 0x7", "breaks abi.known at 0x4"]),
    ("7=ff", ["set header auxhdr_len 0xff", "breaks header.aux-inside at 0x7"]),
    ("8=07000000", ["set header num_fdes 0x7", "breaks header.fde-array at 0x8"]),
    ("0xc=07000000", ["set header num_fres 0x7", "breaks header.fre-total irregular at 0xc"]),
    ("0x10=07000100", ["set header fre_len 0x10007", "breaks header.fre-len-inside at 0x10"]),
    ("0x10=12000000", ["set header fre_len 0x12", "breaks fre.inside at 0x3e", "breaks tile.cover irregular at 0x3e"]),
    ("0x14=07000100", ["set header fdeoff 0x10007", "breaks header.fdeoff-inside at 0x14"]),
    ("0x14=01000000", ["set header fdeoff 0x1", "breaks header.fde-array at 0x8"]),
    ("0x18=07000100", ["set header freoff 0x10007", "breaks header.freoff-inside at 0x18"]),
    ("0x18=0f000000", ["set header freoff 0xf", "breaks header.fde-array at 0x8"]),
    ("0x28=07000100", ["set function 0 func_start_fre_off 0x10007", "breaks fde.fre-off-inside at 0x28"]),
    ("0x2c=0900", ["set function 0 func_num_fres 0x9", "breaks fre.inside at 0x3f"]),
    ("0x2e=0f", ["set function 0 func_info 0xf", "breaks info.fre-type-known at 0x2e"]),
    ("0x2e=40", ["set function 0 func_info 0x40", "breaks info.unused-v3 irregular at 0x2e"]),
    ("0x2f=02", ["set function 0 func_info2 0x2", "breaks info2.fde-type-known at 0x2f"]),
    ("0x2f=20", ["set function 0 func_info2 0x20", "breaks info2.unused irregular at 0x2f"]),
    ("0x35=65", ["set row 0 1 fre_info 0x65", "breaks fre.size-known at 0x35"]),
    ("+00", []),  # gap-end
    ("0x2c=0900,+0102", ["set function 0 func_num_fres 0x9", "insert 0x3f 0102", "breaks fre.inside at 0x3f",
                         "breaks tile.cover irregular at 0x3f"]),
    ("+0102", ["insert 0x3f 0102", "breaks tile.cover irregular at 0x3f"]),
    ("<0", ["cut 28", "breaks preamble.complete at 0x0"]),
    ("<27", ["set header num_fdes 0x1", "set header num_fres 0x4", "set header fre_len 0x13", "set byte 0x18 0x10",
             "cut 1", "breaks header.complete at 0x18"]),
    ("0=dee2,2=0300,4=01,<3", ["cut 25", "breaks preamble.complete at 0x3"]),
]


def edits(text):
    return [line for line in text.splitlines() if line.split()[0] not in ("section", "function", "#")
            and not line.startswith(" ")]


@pytest.mark.parametrize("patch, told", FLAWS)
def test_an_edit_says_what_lies(patch, told):
    it = patched(section("v3-amd64-call"), patch)
    answer = text_of(it)
    assert edits(answer.output) == told
    assert answer.status == 1


# --- Functions that share rows, and such as no line can place -------------------------------------

ENTRIES = {2: "<iIIIBBH", 3: "<qII"}
THREE = "000308 010310 020320"  # rows


def built(version, entries, rows, rows_first=False, flags=0, total=3):
    """Entries by their fields; of version 3 the attributes lie in the rows."""
    rows = bytes.fromhex(rows)
    array = b"".join(struct.pack(ENTRIES[version], *entry) for entry in entries)
    fdeoff, freoff = (len(rows), 0) if rows_first else (0, len(array))
    header = struct.pack("<HBBBbbBIIIII", 0xDEE2, version, flags, 3, 0, -8, 0, len(entries), total, len(rows), fdeoff,
                         freoff)
    return header + (rows + array if rows_first else array + rows)


def function(fre_off, rows, info=0):
    """Of version 2, with its size and no block."""
    return 0, 16, fre_off, rows, info, 0, 0


LINE = "function 0x10000 size 16"
RULES = ["  0 cfa sp+8", "  1 cfa sp+16", "  2 cfa sp+32"]
PLACES = {
    "from a row on": (built(2, [function(0, 3), function(3, 2)], THREE),
                      [LINE, *RULES, "function 0x10000 shares 0 from 1 size 16"]),
    "some rows": (built(2, [function(0, 3), function(3, 1)], THREE),
                  [LINE, *RULES, "function 0x10000 shares 0 from 1 rows 1 size 16"]),
    "rows and more": (built(2, [function(0, 2), function(3, 2)], THREE),
                      [LINE, *RULES, "function 0x10000 shares 0 from 1 size 16", "set function 0 func_num_fres 0x2"]),
    "rows of another type": (built(2, [function(0, 3), function(3, 1, 1)], THREE),
                             [LINE, *RULES, LINE + " addr2", "set function 1 func_start_fre_off 0x3",
                              "set function 1 func_num_fres 0x1", "breaks fre.inside at 0x4d"]),
    "rows of a later function": (built(2, [function(3, 2), function(0, 3)], THREE),
                                 [LINE, LINE, *RULES, "set function 0 func_start_fre_off 0x3",
                                  "set function 0 func_num_fres 0x2", "# breaks fre.start-first irregular at 0x47",
                                  "# breaks fre.unshared irregular at 0x47"]),
    "not where a row begins": (built(2, [function(0, 3), function(1, 1)], THREE),
                               [LINE, *RULES, LINE, "set function 1 func_start_fre_off 0x1",
                                "set function 1 func_num_fres 0x1", "# breaks fre.start-first irregular at 0x45",
                                "# breaks fre.words-surplus irregular at 0x46",
                                "# breaks fre.unshared irregular at 0x45", "# breaks fre.unshared irregular at 0x47",
                                "# breaks header.fre-total irregular at 0xc"]),
    "no rows, amid those of another": (built(2, [function(0, 3), function(3, 0)], THREE),
                                       [LINE, *RULES, LINE, "set function 1 func_start_fre_off 0x3", "breaks nothing"]),
    "no rows, beyond all": (built(2, [function(0, 3), function(99, 0)], THREE),
                            [LINE, *RULES, LINE, "set function 1 func_start_fre_off 0x63",
                             "breaks fde.fre-off-inside at 0x38"]),
    "rows beyond all": (built(2, [function(99, 1), function(0, 3)], THREE),
                        [LINE, *RULES, "function 0x10000 shares 0 size 16", "set function 0 func_start_fre_off 0x63",
                         "set function 0 func_num_fres 0x1", "forget", "breaks fde.fre-off-inside at 0x24",
                         "breaks fde.overlap irregular at 0x30"]),
    "after a gap": (built(2, [function(2, 3)], "cccc" + THREE), [LINE + " gap 2", *RULES]),
    "rows until the next ones": (built(2, [function(0, 9), function(6, 1)], THREE),
                                 [LINE, *RULES[:2], LINE, RULES[2], "set function 0 func_num_fres 0x9",
                                  "breaks fre.inside at 0x4d", "breaks fre.unshared irregular at 0x4a"]),
    "rows of another type in truth": (built(2, [function(0, 1, 15), function(4, 1)], "00000308 000310", total=2),
                                      [LINE + " addr2", "  0 cfa sp+8", LINE, "  0 cfa sp+16",
                                       "set function 0 func_info 0xf", "breaks info.fre-type-known at 0x2c"]),
    "words of no size until the next": (built(2, [function(0, 2), function(7, 1)], "00630800 010308 000310"),
                                        [LINE, "  0 cfa sp+8 words2", "  1 cfa sp+8", LINE, "  0 cfa sp+16",
                                         "set row 0 0 fre_info 0x63", "breaks fre.size-known at 0x45"]),
    "no attribute": (built(3, [(0, 16, 99)], ""),
                     [LINE, "set header num_fres 0x3", "set header fre_len 0x0",
                      "set function 0 func_start_fre_off 0x63",
                      "cut 5", "breaks fde.fre-off-inside at 0x28"]),
    "the attribute of another": (built(3, [(0, 16, 0), (0, 16, 99)], "0300000000" + THREE),
                                 [LINE, *RULES, "function 0x10000 shares 0 size 16",
                                  "set function 1 func_start_fre_off 0x63", "forget",
                                  "breaks fde.fre-off-inside at 0x38", "breaks fde.overlap irregular at 0x2c"]),
    "in version 3": (built(3, [(0, 16, 0), (0, 16, 0)], "0300000000" + THREE),
                     [LINE, *RULES, "function 0x10000 shares 0 size 16"]),
    "too far from its field": (built(3, [(2**63 - 8, 16, 0)], "0300000000" + THREE, flags=4),
                               ["function 0x1001c size 16", *RULES, "set function 0 func_start 0x7ffffffffffffff8",
                                "# breaks fde.range irregular at 0x1c"]),
    "no attribute, rows first": (built(3, [(0, 16, 99)], "cccc", rows_first=True),
                                 ["set header num_fdes 0x1", "set header num_fres 0x3",
                                  "insert 0x1e 00000000000000001000000063000000", "forget",
                                  "breaks fde.fre-off-inside at 0x2a", "breaks tile.order irregular at 0x18"]),
    "gaps in both, rows first": (built(2, [function(1, 3)], "cc" + THREE + "cc", rows_first=True),
                                 [LINE + " gap 1", *RULES]),
}


def lines_of(data):
    return run("dump", "--notation", "--address", "0x10000", "-", data=data).output.splitlines()


@pytest.mark.parametrize("what", PLACES)
def test_rows_that_are_shared_or_lie_nowhere(what):
    data, told = PLACES[what]
    assert lines_of(data)[1:] == told


def test_words_that_make_no_rules_are_surplus_and_what_they_break_is_told():
    data = built(3, [(0, 16, 0)], "0200000100" + "000639ffff 010402f8", total=2)
    assert lines_of(data) == ["section v3 amd64", LINE + " flex", "  0 empty extra 57 -1 -1", "  1 empty extra 2 -8",
                              "breaks flex.unused irregular at 0x35", "breaks flex.pair-whole irregular at 0x35",
                              "breaks flex.cfa-register irregular at 0x38"]


def test_of_more_than_64_clauses_the_others_are_comments():
    data = built(2, [(0, 16, 0, 0, 0, 0, 1)] * 70, "", total=0)
    broken = [line for line in lines_of(data) if "breaks" in line]
    assert [line.split(" at ")[0] for line in broken] == (["breaks fde.padding irregular"] * 64
                                                         + ["# breaks fde.padding irregular"] * 6)


# --- What is refused ------------------------------------------------------------------------------

def test_functions_that_share_rows_beyond_measure_are_refused():
    done = call("dump", "--notation", "-", data=built(2, [function(2 * (i % 7), 20000) for i in range(2000)],
                                                      "0000" * 20010, total=20000))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"64 rows for each byte" in done.stderr


# --- Whatever the bytes are -----------------------------------------------------------------------

@pytest.mark.parametrize("name", section_names())
def test_every_variant_of_a_section_is_printed(name):
    it = section(name)
    datas = list(variants(it))
    done = call("dump", "--notation", *it.options(), "-", data=together(datas))
    assert done.returncode == 1
    texts = done.stdout.decode().split("# section [")[1:]
    assert len(texts) == len(datas)
    assert done.stderr == b""
    assert all("\nsection v" in text for text in texts)


def test_each_section_of_a_file_has_a_text():
    data = section("v3-amd64-call").data
    file = Elf([Section(".sframe", data, SHT_GNU_SFRAME)] * 2).file()
    heads = [line for line in run("dump", "--notation", "-", data=file).output.splitlines() if "section" in line]
    assert heads == ["# section [1] .sframe", "section v3 amd64 at 0x0 sorted",
                     "# section [2] .sframe", "section v3 amd64 at 0x0 sorted"]


@pytest.mark.parametrize("other", ["--annotate", "--json"])
def test_a_dump_has_one_form(other):
    done = call("dump", "--notation", other, "-", data=bytes(28))
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1
    assert b"--notation" in done.stderr and b"a dump has one form" in done.stderr
