"""What readers of GNU binutils have in common: crashes, and what they do not look at."""
from rule import Shows

UNCHECKED = (  # clauses that are not looked at, or not always
    "fre.inside", "header.fre-len-inside", "header.fde-array", "fde.fre-off-inside", "fre.size-known",
    "header.aux-inside", "header.freoff-inside", "attribute.inside", "info.fre-type-known",
)


def died_outside(case):
    return case.signal in ("SIGSEGV", "SIGBUS")


def asserts(*assertions):
    return lambda case: case.signal == "SIGABRT" and case.place.assertion in assertions


def unchecked(case):
    """A broken section is used: whatever makes it unreadable is not looked at."""
    return case.is_broken and case.answered and set(case.violated) <= set(UNCHECKED)


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
