"""CFI programs with a truth written by hand.  Bugs of the zoo need them, and no family of sframe-programs has them; if
a family gets one of them, it can be deleted here."""
from conformance.zoo.writers import asking

# For each ABI: the numbers of SP, FP and RA; at a function's start the CFA's offset from SP; code for .fill, and its
# size; the rule of RA at a function's start.
SLOT = {"base": "cfa", "offset": -8, "deref": True}
ABIS = {
    "amd64": (7, 6, 16, 8, ("1,1,0x90", 1), SLOT),
    "aarch64": (31, 29, 30, 0, ("1,4,0xd503201f", 4), "same"),
    "aarch64_be": (31, 29, 30, 0, ("1,4,0x1f2003d5", 4), "same"),
    "s390x": (15, 11, 14, 160, ("1,2,0x0707", 2), "same"),
}
HEAD = "\t.cfi_sections .eh_frame, .sframe\n\t.text\n"
OTHER_SECTION = '\t.section .text.other,"ax",@progbits\n'


def function(abi, about, lines, rows, size, section=""):
    text = "".join(f"\t{line}\n" for line in lines)
    return asking.Function(f"{abi}/own/{about}", abi, HEAD, f"{section}\t.type f0, %function\nf0:\n{text}"
                           f"\t.size f0, .-f0\n" + ("\t.text\n" if section else ""),
                           {"name": "f0", "size": size, "rows": rows})


def of_abi(abi):
    sp, fp, ra, entry, (piece, unit), ra_place = ABIS[abi]
    start = {"at": 0, "cfa": {"base": sp, "offset": entry}, "ra": ra_place, "fp": "same", "sp": {"base": "cfa", "offset": 0}}
    code = f".fill {piece}"

    def changed(at, **places):
        return {**start, "at": at, **places}

    def plain(about, section=""):
        return function(abi, about, [".cfi_startproc", code, f".cfi_def_cfa_offset {entry + 16}", code, ".cfi_endproc"],
                        [start, changed(unit, cfa={"base": sp, "offset": entry + 16})], 2 * unit, section)

    ra_said = f".cfi_offset {ra}, -8" if ra_place == SLOT else f".cfi_same_value {ra}"
    return [
        function(abi, "SP saved", [".cfi_startproc", code, f".cfi_offset {sp}, -24", code, ".cfi_endproc"],
                 [start, changed(unit, sp={"base": "cfa", "offset": -24, "deref": True})], 2 * unit),
        function(abi, "SP above the CFA", [".cfi_startproc", code, f".cfi_val_offset {sp}, 16", code, ".cfi_endproc"],
                 [start, changed(unit, sp={"base": "cfa", "offset": 16})], 2 * unit),
        function(abi, "simple, and all is said", [".cfi_startproc simple", f".cfi_def_cfa {sp}, {entry}", ra_said,
                                                  f".cfi_same_value {fp}", f".cfi_val_offset {sp}, 0", code, ".cfi_endproc"],
                 [start], unit),
        function(abi, "FP undefined", [".cfi_startproc", f".cfi_undefined {fp}", code, ".cfi_endproc"],
                 [{**start, "fp": "undefined"}], unit),
        plain("before another section"),
        plain("in another section", OTHER_SECTION),
        plain("behind another section"),
    ]


def functions():
    return [each for abi in ABIS for each in of_abi(abi)]
