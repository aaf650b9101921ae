"use strict";
// The report is data from strangers: it becomes text nodes and attributes, never markup.

// --- What its words mean -----------------------------------------------------------------------------------

/* What came of vectors; the kinds of outcome are "good", "left", "bad" and "died". */
const OUTCOMES = { // outcome: kind, what one says of an implementation
  pass: ["good"],
  reading: ["good"],
  unsupported: ["left"],
  unjudged: ["left"],
  outside: ["left"],
  same: ["good"],
  absent: ["left"],
  omits: ["left"],
  refused: ["left"],
  hides: ["bad"],
  wrong: ["bad"],
  trouble: ["bad"],
  fail: ["bad"],
  unread: ["bad"],
  inconsistent: ["bad"],
  unsteady: ["bad"],
  "not-run": ["bad"],
  crash: ["died", "crashes"],
  exit: ["died", "exits early"],
  hang: ["died", "hangs"],
  flood: ["died", "floods"],
  garbage: ["died", "answers garbage"],
  stray: ["died", "answers out of turn"],
};
const KINDS = ["left", "good", "bad", "died"]; // the last is the worst
const ABIS = ["amd64", "aarch64", "aarch64_be", "s390x"];
/* What producers make, as a narrow column calls it. */
const OUTPUTS = {
  object: "object",
  relocatable: "relocat\u00adable",
  executable: "execut\u00adable",
  shared: "shared",
};
const OPERATIONS = ["decode", "check", "lookup", "flip", "unwind", "assemble", "link", "encode", "merge"];
const CLASS_WORDS = {
  valid: "one answer is right",
  malformed: "cannot be read as laid out: an error is due",
  irregular: "breaks a statement, and can be read all the same: an error, or the answer as the bytes stand",
  contested: "the texts allow several readings",
};
/* For malformed and irregular vectors, if that rests on an open point. */
const OPEN_WORDS = "but rests on an open point, so an error and an answer are both right";
const ACCEPT_WORDS = {
  error: "an error",
  none: "that nothing is found",
  answer: "the answer as the bytes stand",
};

// --- Reading it --------------------------------------------------------------------------------------------

const list = value => Array.isArray(value) ? value : [];
const members = value => value && typeof value === "object" && !Array.isArray(value) ? value : {};
const clauseFactRows = JSON.parse(document.getElementById("clause-facts").textContent); // ours: see clauses.awk
const labelOf = implementation => String(implementation.adapter).toWellFormed(); // as addresses keep it
const isFailure = one => one.unexpected || kindOf(one.outcome) !== "good"; // readings taken are cases, too

let report, clauseWords, implementations, cases, causes;

/* Reads the data that report/html.c wrote. */
async function readReport() {
  const packed = Uint8Array.from(atob(document.getElementById("report").textContent.trim()), c => c.charCodeAt(0));
  const text = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  const [first, ...halves] = (await text).split("\x1e").slice(1).map(one => JSON.parse(one));
  report = first;
  clauseWords = members(report.clause_words);
  implementations = list(report.implementations);
  const vectors = halves.filter(({ of }) => of === null);
  cases = halves.filter(({ of }) => of !== null).map(half => {
    const one = { ...vectors[half.vector], ...half }, [profile, abi, operation] = String(one.id).split("/");
    return { ...one, profile, abi, operation, implementation: labelOf(implementations[one.of]) };
  });
  causes = groupByCause(cases);
}

const PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"];

/* Where TEXTS state a clause, as in "v3 2.1.3"; "*" stands for all texts that state it. */
function placesOf(sections, texts) {
  const profiles = sections.length === PROFILES.length ? PROFILES : PROFILES.filter(one => one !== "v2e2");
  const all = sections.flatMap((named, i) => (named || "").split(", ").filter(one => one && one !== "header")
    .map(one => /^V/.test(one) ? one.toLowerCase() : `${profiles[i]} ${one}`.replace("v2e2", "v2e1")));
  return [...new Set(all)].filter(place => texts === "*" || texts.split(" ").includes(place.split(" ")[0]));
}

function factsOf(id) {
  const rows = clauseFactRows.filter(row => row[1] === id), of = kind => rows.filter(row => row[0] === kind);
  const sections = of("clause").flatMap(row => row[2]);
  return {
    quotes: of("quote").map(([, , texts, words]) => ({ words, places: placesOf(sections, texts) })),
    lines: of("line").map(([, , place, text]) => ({ place, text })),
  };
}

function groupByCause(all) {
  const found = new Map();
  for (const one of all) {
    const cause = one.cause || one.outcome, key = one.implementation + "\n" + cause;
    if (!found.has(key))
      found.set(key, { implementation: one.implementation, cause, cases: [] });
    found.get(key).cases.push(one);
  }
  return [...found.values()];
}

// --- Counting ----------------------------------------------------------------------------------------------

const kindOf = outcome => (OUTCOMES[outcome] || ["died"])[0];
const counted = counts => Object.entries(members(counts)).filter(([, n]) => n > 0);
const byCount = ([, a], [, b]) => b - a;
const sum = (counts, kind) => counted(counts)
  .reduce((total, [outcome, n]) => total + (!kind || kindOf(outcome) === kind ? n : 0), 0);

/* The most frequent way to die, in words. */
function deathOf(counts) {
  const deaths = counted(counts).filter(([outcome]) => kindOf(outcome) === "died").sort(byCount);
  return (OUTCOMES[deaths[0][0]] || [])[1] || "dies";
}

/* Compares by the order of a list.  Values that it does not have come last, in their own order. */
function inOrder(order) {
  const place = value => order.indexOf(value) + 1 || order.length + 1;
  return (a, b) => place(a) - place(b) || (a < b ? -1 : Number(a > b));
}
