// Judges two answers to a lookup: a right one, and one with a wrong offset.
import { core } from "sframe-corpus";

for await (const vector of core()) {
  if (vector.id !== "v3/amd64/lookup/settled-inc-single-instruction/in-first-row/pcrel") continue;
  for (const offset of [320, 312]) {
    const { outcome, differences } = vector.judge({
      pc: "0x11001", function: 0, row: 0, cfa: { base: "sp", offset }, ra: { base: "cfa", offset: -8, deref: true },
      fp: "same", mangled_ra: false, signal: false,
    });
    console.log(outcome);
    for (const { path, expected, actual } of differences) console.log(`${path} is ${actual}, not ${expected}`);
  }
}
