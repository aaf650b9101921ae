// Holds a reader against the vectors.  Copy this file, and call your own reader instead of readHeader.
import assert from "node:assert";
import { test } from "node:test";
import { core } from "sframe-corpus";
import { readHeader } from "./header-reader.js";

// Clauses.  A reader of headers does not see what is wrong with rows.
const HEADER = ["preamble.magic", "preamble.complete", "version.known", "version.described", "header.complete",
  "header.aux-inside", "header.fde-array", "header.fdeoff-inside", "header.freoff-inside", "header.fre-len-inside"];

function isAsked(vector) {
  const mustAnswer = !vector.accepts("error");
  const mustRefuse = !vector.accepts("answer") && HEADER.includes(vector.breaks);
  return vector.operation === "check" && (mustAnswer || mustRefuse);
}

let asked = 0;
for await (const vector of core()) {
  if (!isAsked(vector)) continue;
  asked++;
  test(vector.id, () => {
    if (vector.accepts("error")) assert.throws(() => readHeader(vector.bytes, vector.profile));
    else readHeader(vector.bytes, vector.profile);
  });
}
test("some vectors were asked", () => assert.notStrictEqual(asked, 0));
