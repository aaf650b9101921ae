"use strict";
// The vectors of the core, when they are asked for: `packed.js` beside this file is made by release/site/make-site.

const PARTS_MOST = 1 << 24; // bytes of such a section
let vectorsLoading;

async function unpacked(base64) {
  const stream = new Blob([bytesOfBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// A page that was opened from a disk can load nothing but a script.
function loadVectors() {
  vectorsLoading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("packed.js", document.querySelector("script[src$='vectors.js']").src);
    script.onload = () => resolve(unpacked(VECTORS_PACKED));
    script.onerror = () => reject(new Error("the vectors of the core are not there"));
    document.head.append(script);
  });
  return vectorsLoading;
}

// A large section is described by parts: see docs/vectors.md.  A link may have anybody's.
function bytesOfParts(parts) {
  const whole = parts.reduce((size, { times, bytes }) => size + times * Math.max(1, bytes.length / 2), 0);
  if (!(whole <= PARTS_MOST)) throw new Error("the section is too large");
  const pieces = parts.map(({ times, bytes, count = [] }) => {
    const one = bytesOfHex(bytes), piece = new Uint8Array(times * one.length), view = new DataView(piece.buffer);
    for (let at = 0; at < piece.length; at += one.length) piece.set(one, at);
    for (const { at, width, step } of count)
      for (let time = 0; time < times; time++) {
        const place = time * one.length + at, little = !parts[0].bytes.startsWith("de"), more = BigInt(step) * BigInt(time);
        if (width === 1) view.setUint8(place, view.getUint8(place) + Number(more));
        else if (width === 2) view.setUint16(place, view.getUint16(place, little) + Number(more), little);
        else if (width === 4) view.setUint32(place, view.getUint32(place, little) + Number(more), little);
        else view.setBigUint64(place, view.getBigUint64(place, little) + more, little);
      }
    return piece;
  });
  const section = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  pieces.reduce((at, piece) => (section.set(piece, at), at + piece.length), 0);
  return section;
}

function bytesOfHex(text) {
  const digits = text.replace(/0x|\\x|[\s,;:]/gi, ""), wrong = digits.search(/[^0-9a-f]/i);
  if (wrong >= 0) throw new Error(`“${digits.slice(wrong, wrong + 12)}” is no hexadecimal digit`);
  if (digits.length % 2) throw new Error("a byte has two digits, and the last one has one");
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.substr(2 * at, 2), 16));
}

// A vector whose id has all the words; the one that has the id first.
async function vectorsLike(text, most) {
  const words = text.toLowerCase().split(/[\s,]+/).filter(word => word), { vectors } = await loadVectors();
  const exact = vectors.filter(one => one.id === text);
  return exact.length ? exact : vectors.filter(one => words.every(word => one.id.includes(word))).slice(0, most);
}
