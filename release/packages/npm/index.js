// Test vectors for readers of SFrame: for await (const vector of core()) ...; see README.md.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { basename, extname } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { judge } from "./judge.js";

export const VERSION = "@VERSION@";
export const VARIABLE = "SFRAME_CORPUS";

const MOST = 1 << 22; // bytes of a section that is made of parts

function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("no bytes");
  return new Uint8Array(Buffer.from(hex, "hex"));
}

// A large section: parts, each so many times, with numbers in them that count up.
function made(parts) {
  const pieces = [];
  let size = 0;
  for (const { times, bytes, count = [] } of parts) {
    const one = bytesOf(bytes);
    if (!Number.isInteger(times) || times < 1 || one.length === 0 || times > (MOST - size) / one.length)
      throw new Error("parts of a section that make none, or one of more than 4 MiB");
    const piece = new Uint8Array(times * one.length);
    for (let at = 0; at < piece.length; at += one.length) piece.set(one, at);
    for (const number of count) countUp(piece, one.length, number, !parts[0].bytes.startsWith("de"));
    pieces.push(piece);
    size += piece.length;
  }
  const section = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    section.set(piece, at);
    at += piece.length;
  }
  return section;
}

function countUp(piece, size, { at, width, step }, little) {
  const view = new DataView(piece.buffer);
  if (![1, 2, 4, 8].includes(width) || !(at >= 0 && at <= size - width) || !Number.isInteger(step))
    throw new Error("a part of a section that counts outside of its bytes");
  for (let place = at, more = 0; place < piece.length; place += size, more += step) {
    if (width === 1) view.setUint8(place, view.getUint8(place) + more);
    else if (width === 2) view.setUint16(place, view.getUint16(place, little) + more, little);
    else if (width === 4) view.setUint32(place, view.getUint32(place, little) + more, little);
    else view.setBigUint64(place, view.getBigUint64(place, little) + BigInt(more), little);
  }
}

class Vector {
  constructor(line) {
    const { id, profile, abi, operation, clauses, input, expect } = line;
    Object.assign(this, { id, profile, abi, operation, class: line.class, clauses, expect, json: line });
    this.bytes = input.parts ? made(input.parts) : bytesOf(input.bytes);
    this.address = BigInt(input.address);
    this.pc = input.pc === undefined ? undefined : BigInt(input.pc);
  }

  get breaks() {
    return ["malformed", "irregular"].includes(this.class) ? this.clauses[0] : undefined;
  }

  accepts(what) {
    return accepted(this.expect).has(what) || (what === "error" && this.json.breaches !== undefined);
  }

  judge(answer, exposes) {
    return judge(this, answer, exposes);
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
  yield* vectors([createReadStream(name), createGunzip()], "core.jsonl.gz");
}

export async function* whole(path = process.env[VARIABLE]) {
  if (!path) throw new Error(`say where the whole corpus is: whole(path), or ${VARIABLE} in the environment`);
  const kind = extname(path), streams = [createReadStream(path)];
  // An archive has them in a folder of its own name.
  if (kind === ".tar") streams.push(...program("tar", "-xO", `${basename(path, kind)}/whole.jsonl.zst`));
  if (kind === ".tar" || kind === ".zst") streams.push(...program("zstd", "-dc"));
  yield* vectors(streams, path);
}

// Where it reads, and what it writes.
function program(name, ...words) {
  const child = spawn(name, words, { stdio: ["pipe", "pipe", "inherit"] });
  child.on("error", (error) => child.stdout.destroy(new Error(`needs the program ${name}: ${error.message}`)));
  return [child.stdin, child.stdout];
}

// A corpus ends with a line that counts its vectors, so that none is missed.
async function* vectors(streams, name) {
  let failure, count = 0, done = false;
  const lines = createInterface({ input: streams[streams.length - 1], crlfDelay: Infinity });
  streams.forEach((stream, i) => {
    stream.on("error", (error) => {
      if (error.code !== "EPIPE") failure ??= error; // who stops reading says why
      lines.close();
    });
    if (streams[i + 1]?.writable) stream.pipe(streams[i + 1]);
  });
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
    for (const stream of streams) stream.destroy();
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
