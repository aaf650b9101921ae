// An adapter for the reader in tiny.mjs: all that it needs beside the kit.
import * as kit from "./sframe_adapter.mjs";
import * as tiny from "./tiny.mjs";

const open = (request) => new tiny.Section(request.bytes, request.address, request.profile);

function rules(section, row) {
  if (row.words.length === 0) return section.text === "v2e2" ? { ra: kit.UNDEFINED } : {}; // so says erratum 2
  const fp = row.words[1] ?? section.fixedFp;
  return {
    cfa: kit.ruleSum(row.cfaFromSp ? "sp" : "fp", row.words[0]),
    ra: kit.ruleLoad("cfa", section.fixedRa),
    fp: row.words.length > 1 || fp !== 0 ? kit.ruleLoad("cfa", fp) : kit.SAME,
  };
}

function lookup({ opened: section, pc }) {
  const place = section.find(pc);
  if (!place.row) return kit.none(place.function === undefined ? "function" : "row");
  const found = rules(section, place.row);
  if (!found.ra) throw new kit.Refused("the row says nothing");
  return { function: place.function, row: place.index, ...found, mangled_ra: place.row.mangledRa, signal: false };
}

function decode({ opened: section, profile, address }) {
  const functions = Array.from(section.functions(), (each) => ({
    start: kit.address(each.start), size: each.size, pc_type: each.mask ? "mask" : "inc",
    fre_type: `addr${1 << each.rowType}`, rep_size: each.repSize, fde_type: "default", signal: false,
    pauth_key: each.keyB ? "b" : "a",
    rows: Array.from(section.rows(each), (row) => (
      { start: row.start, mangled_ra: row.mangledRa, ...rules(section, row) })),
  }));
  return {
    profile, version: 2, byte_order: "little", abi: "amd64", flags: kit.flags(profile, section.flags),
    fixed_fp: section.fixedFp, fixed_ra: section.fixedRa, aux: kit.hex(section.aux), address: kit.address(address),
    functions,
  };
}

kit.run({
  name: "tiny", version: "1", profiles: "v2 v2e1 v2e2", abis: "amd64", foreignByteOrder: false,
  exposes: "decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp decode.fixed_ra "
    + "decode.aux decode.address decode.functions lookup",
  refusals: tiny.Unreadable, open, decode, lookup,
});
