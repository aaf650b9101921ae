// Keeps sections open as opens.c does.
import * as kit from "../javascript/sframe_adapter.mjs";

kit.run({
  name: "opens", version: "0", profiles: "v2", abis: "amd64",
  open(request) {
    if (String(request.bytes) === "no") throw new kit.Refused("not this one");
    return { bytes: request.bytes, asked: 0 };
  },
  lookup({ opened, pc }) {
    opened.asked++;
    return { function: pc === 1n ? opened.asked : undefined, bytes: kit.hex(opened.bytes) };
  },
  unwind: ({ scenario }) => ({ limit: scenario.limit, sp: kit.address(scenario.registers.get("sp") ?? 0) }),
  close: (section) => console.error(`closed after ${section.asked}`),
});
