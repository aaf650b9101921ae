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
/* Of a malformed or irregular one, if that rests on an open point. */
const OPEN_WORDS = "but rests on an open point, so an error and an answer are both right";
const ACCEPT_WORDS = {
  error: "an error",
  none: "that nothing is found",
  answer: "the answer as the bytes stand",
};

// --- Reading it --------------------------------------------------------------------------------------------

const list = value => Array.isArray(value) ? value : [];
const members = value => value && typeof value === "object" && !Array.isArray(value) ? value : {};
const shared = document.getElementById("report").textContent.trim().split("\n"); // see report/shared.h
const LIGHT = ["id", "class", "outcome", "expected", "unexpected", "reason", "clauses", "ledger", "cause"];
const valueOf = keeping(makeValue);
const lightOf = keeping(line => withMembers(line, (name, value) => LIGHT.includes(name) ? standing(value) : undefined));
const report = withMembers(shared.length - 1, (name, value) => name === "implementations" ?
  JSON.parse(textOf(value)).map(implementationOf) : standing(value));
const clauseWords = members(report.clause_words);
const clauseFactRows = JSON.parse(document.getElementById("clause-facts").textContent); // ours: see clauses.awk
const implementations = list(report.implementations);
const labelOf = implementation => String(implementation.adapter).toWellFormed(); // as addresses keep it
const cases = readCases();
const causes = groupByCause(cases);
const isFailure = one => one.unexpected || kindOf(one.outcome) !== "good"; // readings taken are cases, too

const PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"];

/* Text and section, as in "v3 2.1.3", of where the texts that are asked for say a clause: "*" is all that do. */
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

/* A line's JSON, put together if it is told by what differs from another. */
function textOf(line) {
  const [first, ...differences] = shared[line].split("\t");
  if (differences.length === 0)
    return first;
  const base = textOf(first);
  let at = 0, text = "";
  for (const difference of differences) {
    const [, keep, drop, words] = /^(\d+) (\d+) (.*)$/.exec(difference);
    text += base.slice(at, at + Number(keep)) + words;
    at += Number(keep) + Number(drop);
  }
  return text + base.slice(at);
}

/* A value as it stands in another. */
function standing(value) {
  return typeof value === "number" ? valueOf(value) : Array.isArray(value) ? value[0] : value;
}

/* An object, each member made of its name and of how its value stands. */
function withMembers(line, make) {
  const [[names, values]] = Object.entries(JSON.parse(textOf(line)));
  return Object.fromEntries(valueOf(names).map((name, i) => [name, make(name, values[i])]));
}

function makeValue(line) {
  const value = JSON.parse(textOf(line));
  return Array.isArray(value) ? value.map(standing) :
    typeof value === "object" ? withMembers(line, (name, inner) => standing(inner)) : value;
}

/* What a line gives, made once. */
function keeping(make) {
  const made = new Map();
  return line => made.get(line) ?? made.set(line, make(line)).get(line);
}

/* Its cases stay numbers: what lists and filters need of them is read at the start, the rest when one is opened. */
function implementationOf(line) {
  return withMembers(line, (name, value) => name === "cases" ? JSON.parse(textOf(value)) : standing(value));
}

/* Each field begins where that before it ends, unless it says otherwise. */
function fieldsOf(given) {
  let end = 0;
  return list(given).map(field => {
    const offset = field.offset ?? end;
    end = offset + field.length;
    return { ...field, offset };
  });
}

/* All of a case; null: the page had no room for it. */
function restOf(one) {
  const [vector, result] = one.lines.map(valueOf);
  return result.thin ? null : { ...vector, ...result, fields: fieldsOf(vector.fields) };
}

function readCases() {
  return implementations.flatMap(implementation => {
    const numbers = list(implementation.cases), some = [];
    for (let i = 0; i < numbers.length; i += 2) {
      const one = { ...lightOf(numbers[i]), ...lightOf(numbers[i + 1]), lines: numbers.slice(i, i + 2) };
      [one.profile, one.abi, one.operation] = String(one.id).split("/");
      one.implementation = labelOf(implementation);
      some.push(one);
    }
    return some;
  });
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

/* Of the ways to die the most frequent. */
function deathOf(counts) {
  const deaths = counted(counts).filter(([outcome]) => kindOf(outcome) === "died").sort(byCount);
  return (OUTCOMES[deaths[0][0]] || [])[1] || "dies";
}

/* Compares as a list has it; what it does not have comes last, by itself. */
function inOrder(order) {
  const place = value => order.indexOf(value) + 1 || order.length + 1;
  return (a, b) => place(a) - place(b) || (a < b ? -1 : Number(a > b));
}
