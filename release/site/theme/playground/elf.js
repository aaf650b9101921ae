"use strict";
// The SFrame sections of an ELF file, of 32 or 64 bits and either byte order.  All of it is a stranger's: whatever lies
// outside of the file is left out.

const SHT_NOBITS = 8, SHT_GNU_SFRAME = 0x6ffffff4, PT_GNU_SFRAME = 0x6474e554, ET_REL = 1, SHN_XINDEX = 0xffff;
// Where a member lies, and its size.
const ELF32 = {
  file: { type: [16, 2], segments: [28, 4], sections: [32, 4], segmentSize: [42, 2], segmentCount: [44, 2],
          sectionSize: [46, 2], sectionCount: [48, 2], names: [50, 2] },
  section: { name: [0, 4], type: [4, 4], address: [12, 4], offset: [16, 4], size: [20, 4], link: [24, 4] },
  segment: { type: [0, 4], offset: [4, 4], address: [8, 4], size: [16, 4] },
};
const ELF64 = {
  file: { type: [16, 2], segments: [32, 8], sections: [40, 8], segmentSize: [54, 2], segmentCount: [56, 2],
          sectionSize: [58, 2], sectionCount: [60, 2], names: [62, 2] },
  section: { name: [0, 4], type: [4, 4], address: [16, 8], offset: [24, 8], size: [32, 8], link: [40, 4] },
  segment: { type: [0, 4], offset: [8, 8], address: [16, 8], size: [32, 8] },
};

const isElf = bytes => bytes.length >= 16 && [0x7f, 0x45, 0x4c, 0x46].every((one, at) => bytes[at] === one);

function sectionsOfElf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = bytes[5] !== 2, layout = bytes[4] === 2 ? ELF64 : ELF32;
  const read = {
    2: at => view.getUint16(at, little),
    4: at => view.getUint32(at, little),
    8: at => view.getBigUint64(at, little),
  };
  const number = (at, [offset, size]) => at + offset + size > bytes.length ? 0n : BigInt(read[size](at + offset));
  const record = (kind, at) => Object.fromEntries(
    Object.entries(layout[kind]).map(([name, place]) => [name, number(at, place)]));
  const table = (kind, offset, count, size) => {
    const room = size === 0n || offset >= bytes.length ? 0n : (BigInt(bytes.length) - offset) / size;
    return Array.from({ length: Number(count < room ? count : room) },
      (_, index) => ({ index, ...record(kind, Number(offset + BigInt(index) * size)) }));
  };
  const content = one => one.offset > bytes.length || one.size > BigInt(bytes.length) - one.offset ? null :
    bytes.slice(Number(one.offset), Number(one.offset + one.size));

  const file = record("file", 0);
  const first = record("section", Number(file.sections < bytes.length ? file.sections : 0n));
  const sections = file.sections === 0n ? [] :
    table("section", file.sections, file.sectionCount || first.size, file.sectionSize);
  const names = sections[Number(file.names === BigInt(SHN_XINDEX) ? first.link : file.names)];
  const nameOf = ({ name }) => {
    const text = names && content(names);
    const end = text ? text.indexOf(0, Number(name)) : -1;
    return end < 0 ? "" : new TextDecoder().decode(text.subarray(Number(name), end));
  };
  const found = (one, name) => ({ name, address: one.address, bytes: content(one), object: file.type === BigInt(ET_REL) });
  const named = sections.map(one => [one, nameOf(one)]).filter(([one, name]) => one.type !== BigInt(SHT_NOBITS) &&
    (one.type === BigInt(SHT_GNU_SFRAME) || name === ".sframe")).map(([one, name]) => found(one, `[${one.index}] ${name}`));
  const segments = () => table("segment", file.segments, file.segmentCount, file.segmentSize)
    .filter(one => one.type === BigInt(PT_GNU_SFRAME)).map(one => found(one, `segment ${one.index}`));
  return (named.length ? named : segments()).filter(one => one.bytes);
}
