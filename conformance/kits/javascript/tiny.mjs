// A tiny reader of SFrame version 2 on AMD64; example.mjs is an adapter for it.
const HEADER_SIZE = 28;
const FUNCTION_SIZE = 20;
const MAGIC = 0xdee2;
const VERSION = 2;
const AMD64 = 3;
const PCREL = 4;

export class Unreadable extends Error {}

export class Section {
  /** TEXT is "v2", "v2e1" or "v2e2". */
  constructor(bytes, address, text) {
    if (bytes.length < HEADER_SIZE) throw new Unreadable("the header is not whole");
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const field = (at) => this.view.getUint32(at, true);
    if (this.view.getUint16(0, true) !== MAGIC || bytes[2] !== VERSION || bytes[4] !== AMD64)
      throw new Unreadable("not little-endian SFrame version 2 of AMD64");
    [this.address, this.text, this.flags] = [address, text, bytes[3]];
    [this.fixedFp, this.fixedRa] = [this.view.getInt8(5), this.view.getInt8(6)];
    if (this.fixedRa === 0)
      throw new Unreadable("rows of AMD64 do not say where the return address is, so the header must");
    const end = HEADER_SIZE + bytes[7];
    this.functionCount = field(8);
    [this.functionsAt, this.rowsAt] = [end + field(20), end + field(24)];
    this.rowsEnd = this.rowsAt + field(16);
    if (this.functionsAt + this.functionCount * FUNCTION_SIZE > this.rowsAt)
      throw new Unreadable("the functions are not whole");
    if (this.rowsEnd > bytes.length) throw new Unreadable("the rows are not whole");
    this.aux = bytes.subarray(HEADER_SIZE, end);
  }

  *functions() {
    for (let i = 0; i < this.functionCount; i++) yield this.#function(this.functionsAt + i * FUNCTION_SIZE);
  }

  #function(at) {
    const info = this.view.getUint8(at + 16);
    const fromField = this.text !== "v2" && this.flags & PCREL; // the flag came with erratum 1
    if ((info & 15) > 2) throw new Unreadable("a type of rows that nobody has defined");
    const start = this.address + BigInt(this.view.getInt32(at, true) + (fromField ? at : 0));
    return {
      start: BigInt.asUintN(64, start), size: this.view.getUint32(at + 4, true), mask: (info & 16) !== 0,
      rowType: info & 15, repSize: this.view.getUint8(at + 17), keyB: (info & 32) !== 0,
      rowCount: this.view.getUint32(at + 12, true), rowsAt: this.rowsAt + this.view.getUint32(at + 8, true),
    };
  }

  /** The number of SIZE bytes at AT. */
  #number(at, size, signed) {
    if (at + size > this.rowsEnd) throw new Unreadable("a row is not whole");
    return this.view[`get${signed ? "Int" : "Uint"}${8 * size}`](at, true);
  }

  *rows({ rowsAt: at, rowType, rowCount }) {
    for (let i = 0; i < rowCount; i++) {
      const start = this.#number(at, 1 << rowType, false);
      const info = this.#number(at + (1 << rowType), 1, false);
      at += (1 << rowType) + 1;
      const [count, size] = [info >> 1 & 15, 1 << (info >> 5 & 3)];
      if (size > 4) throw new Unreadable("a size of words that nobody has defined");
      const words = Array.from({ length: count }, (_, j) => this.#number(at + j * size, size, true));
      if (count > 2) throw new Unreadable("a row of AMD64 has no more than two words");
      yield { start, mangledRa: (info & 128) !== 0, cfaFromSp: (info & 1) !== 0, words };
      at += count * size;
    }
  }

  /** The index of the function that has the PC, the row that holds there, and its index, as far as they exist. */
  find(pc) {
    let index = 0;
    for (const each of this.functions()) {
      const offset = BigInt.asUintN(64, pc - each.start);
      if (offset < each.size) return { function: index, ...this.#findRow(each, Number(offset)) };
      index++;
    }
    return {};
  }

  /** The last row that starts at or before the offset. If the function repeats a block, rows count from it. */
  #findRow(each, offset) {
    if (each.mask && each.repSize === 0) throw new Unreadable("a block that repeats has no size");
    let [found, index] = [{}, 0];
    for (const row of this.rows(each)) {
      if (row.start > (each.mask ? offset % each.repSize : offset)) break;
      found = { index: index++, row };
    }
    return found;
  }
}
