// As dump.py.
import { readFileSync } from "node:fs";
import { core, whole } from "sframe-corpus";

const said = []; // all at once, as a write for each line costs more than the line
const hex = (number) => (number === undefined ? "-" : `0x${number.toString(16)}`);

function dump(v) {
  const accepts = ["answer", "error", "none"].filter((what) => v.accepts(what));
  said.push([v.id, v.profile, v.abi, v.operation, v.class, v.breaks ?? "-", Buffer.from(v.bytes).toString("hex"),
    hex(v.address), hex(v.pc), accepts].join("\t"));
}

function say(value) {
  if (value === undefined) return "nothing";
  if (typeof value === "object") return Array.isArray(value) ? "list" : "object";
  const text = JSON.stringify(value);
  return text.length < 240 ? text : "string";
}

async function judge(path) {
  const cases = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split("\t"));
  let at = 0;
  for await (const v of core())
    for (; at < cases.length && cases[at][0] === v.id; at++) {
      const [, exposes, answer] = cases[at];
      const { outcome, reading, differences } = v.judge(JSON.parse(answer), exposes === "-" ? undefined : JSON.parse(exposes));
      const shown = outcome === "fail" ? differences.slice(0, 16) : [];
      said.push([outcome, reading ?? "-", ...shown.map((each) =>
        `${each.path}: ${say(each.expected)} > ${say(each.actual)}`)].join("\t"));
    }
}

try {
  if (process.argv[2] === "judge") await judge(process.argv[3]);
  else for await (const v of process.argv.length > 2 ? whole() : core()) dump(v);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
if (said.length > 0) console.log(said.join("\n"));
