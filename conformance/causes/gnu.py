"""What readers of GNU binutils have in common: crashes, and what they do not look at."""
import collections

from rule import Prints, Shows
from section import WORD_SIZES

NONE_IS_RIGHT = "no answer is right, so nothing is compared with what is said beside"
OF_BYTES_OF_OTHERS = "what it says comes from bytes that belong to something else"
UNCHECKED = (  # clauses that are not looked at, or not always
    "fre.inside", "header.fre-len-inside", "header.fde-array", "fde.fre-off-inside", "fre.size-known",
    "header.aux-inside", "header.freoff-inside", "attribute.inside", "info.fre-type-known", "abi.known",
)


def died_outside(case):
    return case.signal in ("SIGSEGV", "SIGBUS")


def asserts(*assertions):
    return lambda case: case.signal == "SIGABRT" and case.place.assertion in assertions


def unchecked(case):
    """A broken section is used: whatever makes it unreadable is not looked at."""
    return case.is_broken and case.answered and set(case.violated) <= set(UNCHECKED)


def pairs(case, answer, rows_at=None):
    """Of each row that is told: function, row, and the bytes of both."""
    for told, function in zip(answer.get("functions", ()), case.section.functions(rows_at)):
        if function is not None:
            for row, raw in zip(told["rows"], case.section.rows(function)):
                yield told, row, function, raw


def came(case):
    """The same of what came.  Of a lookup: the row that has the PC, and what was told of it."""
    if not case.answered:
        return ()
    return pairs(case, case.answer) if case.operation == "decode" else row_at(case)


def row_at(case):
    """The row that has the PC, of functions that do not repeat."""
    found = [(case.answer, case.answer, function, raw)
             for told, function in zip(case.ask(operation="decode").get("functions", ()), case.section.functions())
             if function is not None and told["pc_type"] == "inc"
             for raw in case.section.rows(function)
             if raw.start <= case.pc - int(told["start"], 16) < told["size"]]
    return found[-1:]


def fixed(case, register):
    """What stands for a rule that the row leaves to the header."""
    offset = getattr(case.section, f"fixed_{register}")
    return {"base": "cfa", "offset": offset, "deref": True} if offset else "same"


def words_of_shared_rows(case, answer):
    """In the other byte order, words of rows that an even number of functions shares, turned once too often."""
    users = collections.Counter(function.rows_at for function in case.section.functions() if function is not None)
    for _, row, function, raw in pairs(case, answer):
        if case.section.order == "big" and users[function.rows_at] % 2 == 0 and raw.words and "cfa" in row:
            size = WORD_SIZES[raw.info >> 5 & 3]
            turned = raw.words[0].to_bytes(size, "big", signed=True)
            row["cfa"]["offset"] = int.from_bytes(turned, "little", signed=True)


def padding_of_fp(case, answer):
    """Padding for FP, and a word behind it, as a pair."""
    for _, row, function, raw in pairs(case, answer):
        if function.is_flex and raw.words and raw.count > 3:
            at = 2 + (2 if raw.words[2] else 1)
            if raw.count > at + 1 and raw.words[at] == 0:
                row["fp"] = {"base": "cfa", "offset": raw.words[at + 1], "deref": True}


def pair_is_cut(case):
    """Control words whose offset is missing say nothing."""
    missing = {1: "cfa", 3: "ra", 5: "fp"}
    return any(function.is_flex and raw.words and raw.count in missing and raw.words[-1] and
               row.get(missing[raw.count]) in (None, fixed(case, missing[raw.count]) if raw.count > 1 else None)
               for _, row, function, raw in came(case))


CRASHES = [
    Shows("gnu-outside-memory", died_outside),
    Shows("gnu-assert-row-type", asserts("sframe_fre_start_addr_size: 0")),
    Shows("gnu-assert-row-start", asserts(
        "sframe_decoder_get_fre: ifre.fre_start_addr <= fdep->func_size",
        "sframe_decoder_get_fre: fre->fre_start_addr < fdep->sfde_func_size",
        "sframe_decoder_get_fre: fre->fre_start_addr == fdep->sfde_func_size")),
    Shows("gnu-assert-row-size", asserts(
        "sframe_decode_fre: fre_size == (addr_size + sizeof (fre->fre_info) + datawords_sz)",
        "sframe_decode_fre: fre_size == (addr_size + sizeof (fre->fre_info) + stack_offsets_sz)")),
    Shows("gnu-assert-flex-cut", asserts("dump_sframe_func_fres_flex: !err_cfa_reg && !err_cfa_offset")),
]

SHARED = [Prints("libsframe-shared-rows", words_of_shared_rows)]
FLEX = [  # what 2.47 makes of flexible rows, besides
    Prints("gnu-flex-padding", padding_of_fp),
    Shows("gnu-flex-cut", pair_is_cut, loose=NONE_IS_RIGHT),
]
UNCHECKED_RULES = [Shows("gnu-unchecked", unchecked, loose=OF_BYTES_OF_OTHERS)]
