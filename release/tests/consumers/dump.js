// As dump.py.
import { core, whole } from "sframe-corpus";

const hex = (number) => (number === undefined ? "-" : `0x${number.toString(16)}`);
try {
  for await (const v of process.argv.length > 2 ? whole() : core()) {
    const accepts = ["answer", "error", "none"].filter((what) => v.accepts(what));
    console.log([v.id, v.profile, v.abi, v.operation, v.class, v.breaks ?? "-", Buffer.from(v.bytes).toString("hex"),
      hex(v.address), hex(v.pc), accepts].join("\t"));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
