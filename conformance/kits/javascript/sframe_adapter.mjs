// An adapter for sframe-conform in JavaScript, for Node: copy this module and call run() with functions of your own.
//
// Each of decode, check, lookup, flip and unwind takes a request and returns an answer as docs/protocol.md describes
// it, as an object, or a promise of one; the functions below make its values. Addresses are BigInt, as a number has
// only 53 bits. An operation without a function is not declared, and never asked. If the section cannot be read, throw
// Refused, or name the reader's own class of errors in `refusals`. If the reader cannot do what was asked, throw
// Unsupported. Any other error ends the adapter, and the runner counts that as a failure: an accident is not a refusal.
//
// If your reader opens a section once and is then asked many times, give run() also `open`: it takes a request, of
// which only the section counts, and returns what the reader keeps. Each request about the section has that as
// request.opened, also a request that brings its own section. If `open` refuses the section, that is the answer to
// each question about it. At the end `close` gets what `open` returned.
//
// Write the members of an answer in the order of corpus/schema: the runner compares that fastest.
import fs from "node:fs";
import process from "node:process";

const LENGTH_LIMIT = 64n << 20n; // bytes in a section
const LINE_LIMIT = 160;
const COUNT_LIMIT = 1n << 16n; // registers, modules or pieces of memory
const OPEN_LIMIT = 16n; // sections that are open at once
const ADDRESS_LIMIT = 2n ** 64n - 1n;
const OPERATIONS = ["decode", "check", "lookup", "flip", "unwind"];

export const SAME = "same"; // the rule of a value that is still in its register
export const UNDEFINED = "undefined"; // the rule of RA in an outermost frame, which has no caller

/** The section cannot be read. */
export class Refused extends Error {}

/** The reader cannot do what was asked here. */
export class Unsupported extends Error {}

/** What an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md. */
export class Scenario {
  limit; // how many frames to give at most
  registers = new Map(); // "sp", "fp", "r30" and so on, or "pac_mask"
  modules; // further sections, each with address and bytes
  memory; // what can be read, each with address and bytes
  bigEndian; // the byte order of memory

  /** The word of 8 bytes at an address; undefined if it cannot be read. */
  word(address) {
    const bytes = Array.from({ length: 8 }, (_, i) => this.#byte(BigInt.asUintN(64, address + BigInt(i))));
    if (bytes.includes(undefined)) return undefined;
    return new DataView(Uint8Array.from(bytes).buffer).getBigUint64(0, !this.bigEndian);
  }

  #byte(address) {
    const offset = (piece) => BigInt.asUintN(64, address - piece.address);
    const piece = this.memory.find((each) => offset(each) < each.bytes.length);
    return piece?.bytes[Number(offset(piece))];
  }
}

// --- What answers are made of ------------------------------------------------------------------------------

export const address = (value) => `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`;

/** "aux" of a decode, "bytes" of a flip. */
export const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** Base plus offset; a base is "sp", "fp", "cfa" or a DWARF number such as "r10". */
export const ruleSum = (base, offset) => ({ base, offset });

/** The word in memory at base plus offset. */
export const ruleLoad = (base, offset) => ({ base, offset, deref: true });

/** The answer to a lookup that finds nothing. What is missing: "function", "row", or "unknown" for either. */
export const none = (what) => ({ none: what });

/** The bits that are set, by their names in this profile; a bit without a name by its value. */
export function flags(profile, bits) {
  const names = { 1: "sorted" };
  if (profile !== "v3") names[2] = "frame_pointer";
  if (profile !== "v1" && profile !== "v2") names[4] = "pcrel";
  const set = Array.from({ length: 8 }, (_, i) => 1 << i).filter((bit) => bits & bit);
  return set.map((bit) => names[bit] ?? address(bit));
}

/** JSON.stringify() takes no BigInt, and makes null of much that no answer may hold. */
function json(value) {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  if (typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  if (value === null || typeof value !== "object") throw new TypeError(`an answer cannot hold ${String(value)}`);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${json(each)}`).join(",")}}`;
}

// --- Standard input and output ------------------------------------------------------------------------------

/** Ends the adapter, because the runner could take later output for the answer to another request. */
function fail(message) {
  fs.writeSync(2, `sframe_adapter: ${message}\n`);
  process.exit(2);
}

/** Calls again while the system answers "later" (EAGAIN), as it does for a non-blocking pipe. */
function again(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Standard input. A read ends as soon as it has the bytes that are asked for. */
const input = {
  chunk: Buffer.alloc(1 << 16), begin: 0, end: 0,

  /** Whether there is more input; waits for it. */
  fill() {
    if (this.begin === this.end) {
      this.begin = 0;
      this.end = again(() => fs.readSync(0, this.chunk));
    }
    return this.begin < this.end;
  },

  /** At most so many bytes; fewer where the input ends. */
  bytes(length) {
    const found = Buffer.alloc(length);
    let got = 0;
    while (got < length && this.fill()) {
      const copied = this.chunk.copy(found, got, this.begin, Math.min(this.end, this.begin + length - got));
      got += copied;
      this.begin += copied;
    }
    return found.subarray(0, got);
  },
};

/** Writes a line at once, as the runner waits for it. */
function write(value) {
  let left = Buffer.from(`${json(value)}\n`);
  try {
    while (left.length > 0) left = left.subarray(again(() => fs.writeSync(1, left)));
  } catch (error) {
    fail(`standard output cannot be written: ${error.message}`);
  }
}

// --- Requests ----------------------------------------------------------------------------------------------

/** One line without its end; undefined where the input ends before it begins. */
function readLine() {
  let line = "";
  while (line.length < LINE_LIMIT) {
    if (!input.fill()) {
      if (line === "") return undefined;
      fail("the input ends within a request's line");
    }
    const byte = input.chunk[input.begin++];
    if (byte === 0x0a) return line;
    if (byte < 0x20 || byte > 0x7e) {
      const digits = byte.toString(16).padStart(2, "0");
      fail(`a request's line holds the byte 0x${digits}: do the bytes before it match their LENGTH?`);
    }
    line += String.fromCharCode(byte);
  }
  return fail(`a request's line is longer than ${LINE_LIMIT - 1} bytes`);
}

/** Reads a number; BigInt() alone also takes blanks, prefixes and an empty word. */
function numberOf(what, word, base, limit) {
  const digits = base === 10 ? /^[0-9]+$/ : /^[0-9a-fA-F]+$/;
  if (!digits.test(word)) fail(`${what} is not a number to base ${base}: '${word}'`);
  const number = BigInt(base === 10 ? word : `0x${word}`);
  if (number > limit) fail(`${what} is over the limit of ${limit}: '${word}'`);
  return number;
}

const requestNumber = (word) => numberOf("NUMBER", word, 10, 2n ** 63n - 1n);

function readBytes(word, number) {
  const length = Number(numberOf("LENGTH", word, 10, LENGTH_LIMIT));
  const found = input.bytes(length);
  const got = found.length;
  if (got !== length) fail(`the input ends within the bytes of request ${number}: ${got} of ${length}`);
  return found;
}

/** A line of two words within a scenario. */
function readPair() {
  const line = readLine() ?? fail("the input ends within a scenario");
  const words = line.split(" ");
  return words.length === 2 ? words : fail(`a line of a scenario is not two words: '${line}'`);
}

function readRegister() {
  const [name, value] = readPair();
  if (name.length > 15) fail(`not the name of a register: '${name}'`);
  return [name, numberOf("VALUE", value, 16, ADDRESS_LIMIT)];
}

function readPiece(number) {
  const [where, length] = readPair();
  return { address: numberOf("ADDRESS", where, 16, ADDRESS_LIMIT), bytes: readBytes(length, number) };
}

/** Reads the scenario that follows the section's bytes; the line's last words say how long it is. */
function readScenario([limit, ...counts], abi, number) {
  const scenario = new Scenario();
  scenario.limit = Number(numberOf("LIMIT", limit, 10, 2n ** 32n - 1n));
  const [registers, modules, pieces] = ["REGISTERS", "MODULES", "PIECES"].map(
    (what, i) => ({ length: Number(numberOf(what, counts[i], 10, COUNT_LIMIT)) }));
  scenario.registers = new Map(Array.from(registers, readRegister));
  scenario.modules = Array.from(modules, () => readPiece(number));
  scenario.memory = Array.from(pieces, () => readPiece(number));
  scenario.bigEndian = abi === "aarch64_be" || abi === "s390x";
  return scenario;
}

/** Reads the section of a request. A scenario that may follow its bytes is not read yet. */
function readSection([, number, profile, abi, where, length]) {
  return {
    profile, // "v1", "v2", "v2e1", "v2e2", "v3"
    abi, // "amd64", "aarch64", "aarch64_be", "s390x"
    address: numberOf("ADDRESS", where, 16, ADDRESS_LIMIT), // where the section lies in memory
    bytes: readBytes(length, requestNumber(number)),
    pc: 0n, // the PC of a lookup or of the topmost frame
    scenario: undefined, // for an unwinding
    opened: undefined, // what `open` returned
    refusal: undefined, // what `open` threw, if it refused
  };
}

/** The request about a section: operation, PC, and for an unwinding the scenario's length, by which it is read. */
function about(section, [operation, pc, ...counts], number) {
  const request = { ...section, operation, pc: numberOf("PC", pc, 16, ADDRESS_LIMIT) };
  if (operation === "unwind") request.scenario = readScenario(counts, request.abi, number);
  return request;
}

// --- Answering ---------------------------------------------------------------------------------------------

class Adapter {
  #sections = new Map(); // those that are open, by their names, which are numbers

  constructor(declared) {
    this.declared = declared;
    this.refusals = [Refused, Unsupported, ...[declared.refusals ?? []].flat()];
  }

  hello() {
    const { name, version, profiles, abis, foreignByteOrder = true, exposes, requires, open } = this.declared;
    const words = (text) => text.split(" ").filter((word) => word !== "");
    return {
      protocol: open ? 3 : 1, name, version, profiles: words(profiles), abis: words(abis),
      operations: OPERATIONS.filter((operation) => this.declared[operation]), foreign_byte_order: foreignByteOrder,
      ...(open && { opens: true }), ...(exposes !== undefined && { exposes: words(exposes) }),
      ...(requires !== undefined && { requires }),
    };
  }

  isRefusal(error) {
    return this.refusals.some((known) => error instanceof known);
  }

  /** Opens the section. If it is refused, keeps the refusal, which answers each question about it. */
  async open(section) {
    try {
      section.opened = await this.declared.open?.(section);
    } catch (error) {
      if (!this.isRefusal(error)) throw error;
      section.refusal = error;
    }
  }

  async close(section) {
    if (section.refusal === undefined) await this.declared.close?.(section.opened);
  }

  async answer(request) {
    const { operation } = request;
    try {
      if (!OPERATIONS.includes(operation) || !this.declared[operation])
        throw new Unsupported("the adapter has no function for this operation");
      if (request.refusal) throw request.refusal;
      const answered = await this.declared[operation](request);
      return operation === "lookup" ? { pc: address(request.pc), ...answered } : answered;
    } catch (error) {
      if (!this.isRefusal(error)) throw error;
      return { [error instanceof Unsupported ? "unsupported" : "error"]: error.message || "no reason given" };
    }
  }

  /** The name of a section. Ends the adapter unless it is open, or not open, as isOpen demands. */
  named(word, isOpen) {
    const name = numberOf("NAME", word, 10, OPEN_LIMIT - 1n);
    if (this.#sections.has(name) !== isOpen) fail(`the section ${word} is ${isOpen ? "not open" : "open already"}`);
    return name;
  }

  async answerAlone(words) {
    const section = readSection(words);
    await this.open(section);
    const answer = await this.answer(about(section, [words[0], ...words.slice(6)], words[1]));
    await this.close(section);
    return answer;
  }

  async answerOpen(words) {
    const name = this.named(words[6], false);
    this.#sections.set(name, readSection(words));
    await this.open(this.#sections.get(name));
  }

  answerAsk(words) {
    return this.answer(about(this.#sections.get(this.named(words[2], true)), words.slice(3), words[1]));
  }

  async answerClose(words) {
    const name = this.named(words[2], true);
    await this.close(this.#sections.get(name));
    this.#sections.delete(name);
  }

  async answerLine(line) {
    if (line === "hello 1") return this.hello();
    const words = line.split(" ");
    const { answerOpen, answerAsk, answerClose, answerAlone } = this;
    const kept = new Map([["open", [answerOpen, 7]], ["ask", [answerAsk, 5]], ["close", [answerClose, 3]]]);
    const [answer, wanted] = (this.declared.open && kept.get(words[0])) || [answerAlone, 7];
    const unwinds = words[answer === answerAsk ? 3 : 0] === "unwind";
    if (words.length !== wanted + (unwinds ? 4 : 0)) fail(`not a request of the protocol: '${line}'`);
    return { request: requestNumber(words[1]), ...(await answer.call(this, words)) };
  }

  async closeAll() {
    for (const section of this.#sections.values()) await this.close(section);
  }
}

/** Answers requests until the input ends. DECLARED has name, version, profiles and abis (lists are strings of words),
 * the functions by their names, and perhaps foreignByteOrder, exposes, requires (docs/requirements.md), refusals, open
 * and close. */
export async function run(declared) {
  process.stdout.write = process.stderr.write.bind(process.stderr); // what the reader prints is not part of the answers
  const adapter = new Adapter(declared);
  for (let line; (line = readLine()) !== undefined;) write(await adapter.answerLine(line));
  await adapter.closeAll();
}
