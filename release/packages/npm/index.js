// Test vectors for readers of SFrame: for await (const vector of core()) ...; see README.md.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

export const VERSION = "@VERSION@";
export const VARIABLE = "SFRAME_CORPUS";

class Vector {
  constructor(line) {
    const { id, profile, abi, operation, clauses, input, expect } = line;
    Object.assign(this, { id, profile, abi, operation, class: line.class, clauses, expect, json: line });
    if (!/^([0-9a-f]{2})*$/.test(input.bytes)) throw new Error("no bytes");
    this.bytes = new Uint8Array(Buffer.from(input.bytes, "hex"));
    this.address = BigInt(input.address);
    this.pc = input.pc === undefined ? undefined : BigInt(input.pc);
  }

  get breaks() {
    return ["malformed", "irregular"].includes(this.class) ? this.clauses[0] : undefined;
  }

  accepts(what) {
    return accepted(this.expect).has(what) || (what === "error" && this.json.breaches !== undefined);
  }
}

// What may be answered, by an expectation or by one of its readings.
function accepted(expect) {
  if (expect.readings) return new Set(expect.readings.flatMap((reading) => [...accepted(reading)]));
  if (!expect.accept && !expect.answer) return new Set([kind(expect)]);
  const words = new Set(expect.accept ?? []);
  if (expect.answer) {
    words.delete("answer");
    words.add(kind(expect.answer));
  } else if (words.has("answer")) {
    words.add("none"); // any answer at all
  }
  return words;
}

function kind(answer) {
  if (answer.verdict === "malformed" || answer.none === "error") return "error";
  return answer.none === undefined ? "answer" : "none";
}

export async function* core() {
  const name = new URL("core.jsonl.gz", import.meta.url);
  yield* vectors(createReadStream(name), createGunzip(), "core.jsonl.gz");
}

export async function* whole(path = process.env[VARIABLE]) {
  if (!path) throw new Error(`say where the whole corpus is: whole(path), or ${VARIABLE} in the environment`);
  yield* vectors(createReadStream(path), undefined, path);
}

// A corpus ends with a line that counts its vectors, so that none is missed.
async function* vectors(file, unpack, name) {
  const input = unpack ? file.pipe(unpack) : file;
  let failure, count = 0, done = false;
  const lines = createInterface({ input, crlfDelay: Infinity });
  for (const stream of new Set([file, input])) {
    stream.on("error", (error) => {
      failure = error;
      lines.close();
    });
  }
  try {
    for await (const line of lines) {
      if (done) throw new Error(`${name}: goes on behind its last line`);
      const read = parsed(line, `${name}:${count + 1}`);
      if (read instanceof Vector) {
        count++;
        yield read;
      } else {
        done = true;
        if (read !== count) throw new Error(`${name}: ${count} vectors, but its last line says ${read}`);
      }
    }
  } finally {
    file.destroy();
  }
  if (failure) throw failure;
  if (!done) throw new Error(`${name}: its last line is missing, so vectors may be missing, too`);
}

// A vector, or how many there should have been.
function parsed(line, where) {
  try {
    const read = JSON.parse(line);
    return read.corpus ? read.corpus.vectors : new Vector(read);
  } catch (error) {
    throw new Error(`${where}: no vector (is the file still compressed?): ${error.message}`);
  }
}
