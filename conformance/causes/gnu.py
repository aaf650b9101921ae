"""Rules that the readers of GNU binutils share: crashes, and missing checks.  In docstrings "it" is the reader."""
import collections

from conformance.causes.places import SECRET
from conformance.causes.rule import Prints, Shows
from common.section import WORD_SIZES

UNCHECKED = {  # clauses that are not checked, or not always
    "gnu-abi": {"abi.known"},
    "gnu-fde-type": {"info2.fde-type-known"},
    "gnu-word-size": {"fre.size-known"},
    "gnu-unchecked-rows": {"fre.inside", "fde.fre-off-inside", "attribute.inside"},
    "gnu-unchecked": {"header.fre-len-inside", "header.fde-array", "header.aux-inside", "header.freoff-inside",
                      "info.fre-type-known"},
}


def outside(part):
    """It crashed where it read or wrote outside its memory, in this part of the library."""
    return lambda case: case.signal in ("SIGSEGV", "SIGBUS") and part_of(case.place.functions) == part


def part_of(functions):
    """The part of the library in which FUNCTIONS, the innermost first, are.  In a tool some of them have no name."""
    first = next((name for name in functions if name != SECRET), "")
    if functions and (functions[0].startswith("flip_") or functions[0] == SECRET and first == "sframe_decode"):
        return "flip"
    if first.startswith(("sframe_decoder_get_funcdesc", "sframe_get_funcdesc_with_addr")):
        return "count"
    if first.startswith(("sframe_decode_fre", "sframe_decoder_get_fre", "sframe_find_fre", "state_functions")):
        return "rows"
    return {"sframe_decode": "header", "sframe_decoder_free": "free"}.get(first)


def unchecked(clauses):
    """It uses a broken section, because it does not check what makes it unreadable."""
    return lambda case: case.is_broken and case.answered and bool(set(case.violated) & clauses) and \
        set(case.violated) <= set().union(*UNCHECKED.values())


def asserts(*assertions):
    return lambda case: case.signal == "SIGABRT" and case.place.assertion in assertions


def pairs(case, answer, rows_at=None):
    """For each row of the answer: its function and the row in the answer, and both as the section has them."""
    for answered, function in zip(answer.get("functions", ()), case.section.functions(rows_at)):
        if function is not None:
            for row, raw in zip(answered["rows"], case.section.rows(function)):
                yield answered, row, function, raw


def came(case):
    """The pairs() of the peer's answer.  For a lookup: the row that has the PC, and the answer in place of function and
    row."""
    if not case.answered:
        return ()
    return pairs(case, case.answer) if case.operation == "decode" else row_at(case)


def row_at(case):
    """The row that has the PC, among functions that do not repeat."""
    found = [(case.answer, case.answer, function, raw)
             for (start, right), function in zip(case.functions, case.section.functions())
             if function is not None and right["pc_type"] == "inc"
             for raw in case.section.rows(function)
             if raw.start <= case.pc - start < right["size"]]
    return found[-1:]


def fixed(case, register):
    """The rule of a register for which the row has no word: the header's fixed offset, or "same"."""
    offset = getattr(case.section, f"fixed_{register}")
    return {"base": "cfa", "offset": offset, "deref": True} if offset else "same"


def words_of_shared_rows(case, answer):
    """It flips words of rows once for each function that shares them, so an even number leaves the wrong byte order."""
    users = collections.Counter(function.rows_at for function in case.section.functions() if function is not None)
    for _, row, function, raw in pairs(case, answer):
        if case.section.order == "big" and users[function.rows_at] % 2 == 0 and raw.words and "cfa" in row:
            size = WORD_SIZES[raw.info >> 5 & 3]
            turned = raw.words[0].to_bytes(size, "big", signed=True)
            row["cfa"]["offset"] = int.from_bytes(turned, "little", signed=True)


def padding_of_fp(case, answer):
    """It reads padding for FP, and the word behind it, as a pair."""
    for _, row, function, raw in pairs(case, answer):
        if function.is_flex and raw.words and raw.count > 3:
            at = 2 + (2 if raw.words[2] else 1)
            if raw.count > at + 1 and raw.words[at] == 0:
                row["fp"] = {"base": "cfa", "offset": raw.words[at + 1], "deref": True}


def pair_is_cut(case):
    """It ignores control words whose offset is missing."""
    missing = {1: "cfa", 3: "ra", 5: "fp"}
    return any(function.is_flex and raw.words and raw.count in missing and raw.words[-1] and
               row.get(missing[raw.count]) in (None, fixed(case, missing[raw.count]) if raw.count > 1 else None)
               for _, row, function, raw in came(case))


CRASHES = [
    Shows("gnu-outside-flip", outside("flip")),
    Shows("gnu-outside-rows", outside("rows")),
    Shows("gnu-outside-count", outside("count")),
    Shows("gnu-outside-free", outside("free")),
    Shows("gnu-outside-memory", outside("header")),
    Shows("gnu-assert-row-type", asserts("sframe_fre_start_addr_size: 0")),
    Shows("gnu-assert-row-start", asserts(
        "sframe_decoder_get_fre: ifre.fre_start_addr <= fdep->func_size",
        "sframe_decoder_get_fre: fre->fre_start_addr < fdep->sfde_func_size",
        "sframe_decoder_get_fre: fre->fre_start_addr == fdep->sfde_func_size")),
    Shows("gnu-assert-row-size", asserts(
        "sframe_decode_fre: fre_size == (addr_size + sizeof (fre->fre_info) + datawords_sz)",
        "sframe_decode_fre: fre_size == (addr_size + sizeof (fre->fre_info) + stack_offsets_sz)")),
    Shows("gnu-assert-later-abi", asserts("sframe_get_reg_name: false")),
    Shows("gnu-assert-flex-cut", asserts("dump_sframe_func_fres_flex: !err_cfa_reg && !err_cfa_offset")),
]

SHARED = [Prints("libsframe-shared-rows", words_of_shared_rows)]
FLEX = [  # more faults of 2.47 with flexible rows
    Prints("gnu-flex-padding", padding_of_fp),
    Shows("gnu-flex-cut", pair_is_cut),
]
UNCHECKED_RULES = [Shows(page, unchecked(clauses)) for page, clauses in UNCHECKED.items()]
