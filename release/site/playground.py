"""Data of the playground, as scripts: the oracle, the words of the texts, the core; and links to the playground.

A page that was opened from a disk can load scripts, and nothing else."""
import base64
import json
import urllib.parse
import zlib

LINK_MOST = 1 << 15  # bytes of a section in a link
EXAMPLE = "v3/amd64/decode/"  # the first valid vector whose id begins so is open at first
# The clauses that say most about a field, by its name in `sframe-ref dump --annotate`; * stands for each of PREFIXES.
FIELDS = {
    "sfp_magic": "preamble.magic preamble.endianness overview.magic-endianness abi.byte-order",
    "sfp_version": "version.field version.known version.described preamble.invariant",
    "sfp_flags": "preamble.flags flags.sorted fde.sorted-flagged flags.frame-pointer flags.pcrel flags.undefined",
    "sfh_abi_arch": "header.abi-arch abi.identified abi.known abi.byte-order",
    "sfh_cfa_fixed_fp_offset": "header.fixed-fp header.fixed-int8 header.fixed-none",
    "sfh_cfa_fixed_ra_offset": "header.fixed-ra header.fixed-int8 header.fixed-none header.fixed-ra-amd64 header.fixed-ra-tracked",
    "sfh_auxhdr_len": "header.aux-len header.aux-follows header.aux-inside",
    "auxiliary header": "header.aux-content header.aux-skip header.aux-end",
    "sfh_num_fdes": "header.num-fdes header.fde-array",
    "sfh_num_fres": "header.num-fres header.fre-total",
    "sfh_fre_len": "header.fre-len tile.fre-length header.fre-len-inside",
    "sfh_fdeoff": "header.fdeoff header.offsets-from-end header.fdeoff-inside tile.order",
    "sfh_freoff": "header.freoff header.offsets-from-end header.freoff-inside tile.order",
    "sfde_func_start_address": "fde.start-address fde.start-signed32 fde.start-pcrel fde.start-section",
    "sfdi_func_start_offset": "index.start-signed64 fde.start-address fde.start-pcrel fde.start-section",
    "*_func_size": "fde.size fde.contains fde.range fde.overlap",
    "sfde_func_start_fre_off": "fde.fre-off fde.fre-off-inside",
    "sfdi_func_start_fre_off": "index.fre-off attribute.first attribute.inside",
    "*_func_num_fres": "fde.num-fres attribute.num-fres fre.inside changes.outermost",
    "*_func_info": "fde.info info.pc-type info.fre-type info.fre-type-known info.pauth-key info.signal info.unused",
    "sfda_func_info2": "attribute.info2 info2.fde-type info2.fde-type-known info2.unused",
    "*_func_rep_size": "fde.rep-size pctype.mask-match fde.rep-size-nonzero",
    "sfde_func_padding2": "fde.padding",
    "sfre_start_address": "fre.start fretype.addr1 fretype.same fre.start-first fre.start-order fre.start-inside",
    "sfre_info": "fre.info-tells fre.size fre.size-known fre.count fre.base-reg fre.mangled",
    "CFA word": "fre.cfa fre.cfa-first fre.words-signed s390x.cfa-decoded",
    "RA word": "fre.ra-tracked aarch64.ra-second s390x.ra-second s390x.ra-invalid",
    "FP word": "fre.fp-third amd64.fp-second aarch64.fp-third s390x.fp-third",
    "CFA control word": "flex.order flex.control-unsigned flex.reg-p flex.deref-p flex.regnum flex.cfa-register",
    "CFA offset word": "flex.pairs flex.offset-signed flex.pair-whole flex.value",
    "RA control word": "flex.order flex.ra-padding flex.zero-alone flex.reg-p flex.deref-p flex.regnum",
    "RA offset word": "flex.pairs flex.offset-signed flex.pair-whole flex.value",
    "FP control word": "flex.order flex.zero-alone flex.reg-p flex.deref-p flex.regnum",
    "FP offset word": "flex.pairs flex.offset-signed flex.pair-whole flex.value",
    "surplus word": "fre.words-surplus flex.surplus",
}
PREFIXES = ("sfde", "sfdi", "sfda")


def fields(clauses):
    """Names of fields and their clauses."""
    for name, ids in FIELDS.items():
        named = [clauses[clause].id for clause in ids.split()]
        for prefix in PREFIXES if name.startswith("*") else ("",):
            yield prefix + name.removeprefix("*"), named


def facts(clauses, points, vectors):
    quotes = {clause.id: [[quote.words, ", ".join(f"{text} {section}" for text in quote.texts
                                                  for section in clause.texts[text])] for quote in clause.quotes]
              for clause in clauses.values() if clause.quotes}
    still = [{name: point[name] for name in ("id", "title", "profiles", "clauses")}
             for point in points if point["status"] == "open"]
    example = next(vector for name, vector in vectors.items() if name.startswith(EXAMPLE) and vector["class"] == "valid")
    return {"quotes": quotes, "points": still, "fields": dict(fields(clauses)), "example": example["input"]}


def points_of(vector):
    """Points of the ledger that a vector is about."""
    readings = vector["expect"].get("readings", []) if isinstance(vector["expect"], dict) else []
    return sorted({one["ledger"] for one in (vector, *readings) if "ledger" in one})


def packed(vectors):
    """The core's sections, each once, and what the page needs of each vector; compressed, in base64."""
    sections, listed = {}, []
    for name, vector in vectors.items():
        given = vector["input"]
        section = json.dumps({part: given[part] for part in ("bytes", "parts") if part in given})
        listed.append({"id": name, "section": sections.setdefault(section, len(sections)), "address": given["address"],
                       "points": points_of(vector), **({"pc": given["pc"]} if "pc" in given else {})})
    text = json.dumps({"vectors": listed, "sections": [json.loads(section) for section in sections]})
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def scripts(clauses, points, vectors, wasm):
    """The name and the text of each script."""
    known = json.dumps(facts(clauses, points, vectors), ensure_ascii=False, separators=(",", ":"))
    yield "facts.js", f"const FACTS = {known};\n"
    yield "wasm.js", f'const ORACLE_WASM = "{base64.b64encode(wasm).decode()}";\n'
    yield "packed.js", f'const VECTORS_PACKED = "{packed(vectors)}";\n'


def link(vector=None, section=b"", **more):
    """A link that opens the playground with a vector, or with a section, its address and so on."""
    if vector is not None:
        more = {"vector": vector}
    elif section:
        more = {"section": base64.urlsafe_b64encode(section).decode().rstrip("="), **more}
    return "/playground.md" + ("#" + urllib.parse.urlencode(more, safe="/") if more else "")
