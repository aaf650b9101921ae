// Says the same odd things as odd.c.
import * as kit from "../javascript/sframe_adapter.mjs";

const text = "\\ \" \t \n \x01 \x1f \x7f /";
const answers = {
  0: (request) => ({
    least: -(2n ** 63n), most: 2n ** 63n - 1n, address: kit.address(request.address), yes: true,
    bytes: kit.hex(request.bytes), flags: kit.flags(request.profile, 0xff), cfa: kit.ruleSum("r4294967295", -1),
    ra: kit.ruleLoad("cfa", 0), fp: kit.SAME, sp: kit.UNDEFINED,
  }),
  1: () => ({ 'quo"te': text }),
  2: async () => kit.none("unknown"),
  3: () => { throw new kit.Refused("no"); },
  4: () => { throw new kit.Unsupported("not today"); },
  5: () => { throw new TypeError("a mistake of the reader"); },
  6: async () => { throw new RangeError(); },
  7: () => ({ odd: NaN }),
  8: () => ({ most: 2n ** 64n - 1n, none: undefined, odd: "a\ud800<&>" }),
};

const lookup = (request) => answers[request.pc](request);

function decode() {
  console.log("what the reader prints is none of its answers");
  return { functions: [{ rows: [] }, { rows: [{}, {}] }] };
}

const check = (request) => ({ verdict: request.bytes.length > 0 ? "valid" : "malformed" });
const flip = (request) => ({ bytes: kit.hex(request.bytes) });

function unwind({ scenario }) {
  const known = ["sp", "fp", "r30", "pac_mask"].filter((name) => scenario.registers.has(name));
  const frames = known.map((name) => {
    const value = scenario.registers.get(name);
    const word = scenario.word(value);
    return { pc: kit.address(value), cfa: word === undefined ? undefined : kit.address(word) };
  });
  const modules = Object.fromEntries(scenario.modules.map((module) => ["module", kit.hex(module.bytes)]));
  return { limit: scenario.limit, modules: scenario.modules.length, ...modules, frames, stop: "unsafe" };
}

// Sections that stay open.
const opens = {
  open({ bytes }) {
    if (String(bytes) === "no") throw new kit.Refused("not this one");
    return { asked: 0 };
  },
  lookup({ opened, pc, bytes }) {
    opened.asked++;
    return { function: pc === 1n ? opened.asked : undefined, bytes: kit.hex(bytes) };
  },
  close: (section) => console.error(`closed after ${section.asked}`),
};

kit.run({
  name: 'odd "reader"', version: "0", profiles: "v1 v2 v2e1 v2e2 v3", abis: "amd64 aarch64 aarch64_be s390x",
  exposes: "check.verdict lookup", requires: "any", refusals: [RangeError], check, flip, unwind,
  ...(process.argv.length > 2 ? opens : { decode, lookup }),
});
