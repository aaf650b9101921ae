"""An adapter for the reader in tiny.py: all that it needs beside the kit."""
import sframe_adapter as kit
import tiny


def open_section(request):
    return tiny.Section(request.bytes, request.address, request.profile)


def rules(section, row):
    if not row.words:  # erratum 2 gave such rows a meaning
        return {"ra": kit.UNDEFINED} if section.text == "v2e2" else {}
    fp = row.words[1] if len(row.words) > 1 else section.fixed_fp
    return {"cfa": kit.rule_sum("sp" if row.cfa_from_sp else "fp", row.words[0]),
            "ra": kit.rule_load("cfa", section.fixed_ra),
            "fp": kit.rule_load("cfa", fp) if len(row.words) > 1 or fp else kit.SAME}


def lookup(request):
    section = request.opened
    function, index, row = section.find(request.pc)
    if row is None:
        return kit.none("function" if function is None else "row")
    found = rules(section, row)
    if not found:
        raise kit.Refused("the row says nothing")
    return {"function": function, "row": index} | found | {"mangled_ra": row.mangled_ra, "signal": False}


def decode(request):
    section = request.opened
    return {"profile": request.profile, "version": 2, "byte_order": "little", "abi": "amd64",
            "flags": kit.flags(request.profile, section.flags), "fixed_fp": section.fixed_fp,
            "fixed_ra": section.fixed_ra, "aux": section.aux.hex(), "address": kit.address(request.address),
            "functions": [
                {"start": kit.address(function.start), "size": function.size,
                 "pc_type": "mask" if function.mask else "inc", "fre_type": f"addr{1 << function.row_type}",
                 "rep_size": function.rep_size, "fde_type": "default", "signal": False,
                 "pauth_key": "b" if function.key_b else "a",
                 "rows": [{"start": row.start, "mangled_ra": row.mangled_ra} | rules(section, row)
                          for row in section.rows(function)]}
                for function in section.functions()]}


if __name__ == "__main__":
    kit.run("tiny", "1", "v2 v2e1 v2e2", "amd64", decode=decode, lookup=lookup, foreign_byte_order=False,
            refusals=tiny.Unreadable, open=open_section,
            exposes="decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp "
                    "decode.fixed_ra decode.aux decode.address decode.functions lookup")
