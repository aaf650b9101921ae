// A reader that reads the header alone: stands for yours.
const VERSIONS = { v1: 1, v2: 2, v2e1: 2, v2e2: 2, v3: 3 };
const FUNCTION_SIZE = { 1: 17, 2: 20, 3: 16 };
const HEADER_SIZE = 28;

/** Counts and offsets; throws if the section cannot be read. */
export function readHeader(section, profile) {
  const magic = section.length < 2 ? 0 : section[0] | (section[1] << 8);
  if (magic !== 0xdee2 && magic !== 0xe2de) throw new Error("no magic number");
  if (section.length < HEADER_SIZE) throw new Error("the header is cut");
  const view = new DataView(section.buffer, section.byteOffset, section.length);
  const [functions, , rowBytes, functionsAt, rowsAt] = [8, 12, 16, 20, 24].map((at) => view.getUint32(at, magic === 0xdee2));
  const version = section[2];
  if (version !== VERSIONS[profile]) throw new Error(`version ${version}`);
  const body = section.length - HEADER_SIZE - section[7];
  if (body < 0) throw new Error("the auxiliary header is cut");
  if (functionsAt + functions * FUNCTION_SIZE[version] > Math.min(body, rowsAt)) {
    throw new Error("functions end behind the section, or in the rows");
  }
  if (rowsAt + rowBytes > body) throw new Error("rows end behind the section");
  return { version, functions, functionsAt, rowsAt };
}
