// Judges answers as sframe-conform does; docs/protocol.md of the suite says what is compared.
import { readFileSync } from "node:fs";

// By the path of the object that has them: for each member its type and its flags.
function membersOf(text) {
  const table = {};
  for (const line of text.trim().split("\n")) {
    const [path, kind, ...flags] = line.split(" ");
    const end = path.lastIndexOf(".");
    (table[path.slice(0, end)] ??= {})[path.slice(end + 1)] = { kind, flags };
  }
  return table;
}

const MEMBERS = membersOf(readFileSync(new URL("members.txt", import.meta.url), "utf8"));
const STACK = { amd64: ["r7", "r6"], aarch64: ["r31", "r29"], aarch64_be: ["r31", "r29"], s390x: ["r15", "r11"] };

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const fits = (pattern) => (value) => isText(value) && pattern.test(value);
const IS = {
  word: isText,
  none: isText,
  base: isText,
  address: fits(/^0[xX]0*[0-9a-fA-F]{1,16}$/),
  words: (value) => Array.isArray(value) && value.every(isText),
  hex: fits(/^([0-9a-fA-F]{2})*$/),
  integer: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  boolean: (value) => typeof value === "boolean",
  anything: () => true,
  place: (value) => hasShape(value, "place"),
  rule: (value) => isText(value) || hasShape(value, "place"),
};

// Whether all members have names that a schema has, and their types; one that is undefined is not there.
function hasShape(answer, place) {
  return isObject(answer) && Object.entries(answer).every(([name, value]) => {
    if (value === undefined) return true;
    const member = Object.hasOwn(MEMBERS[place], name) ? MEMBERS[place][name] : undefined;
    if (member?.kind === "objects")
      return Array.isArray(value) && value.every((each) => hasShape(each, `${place}.${name}`));
    return member !== undefined && IS[member.kind](value);
  });
}

const isRefusal = (answer) => answer.error !== undefined || answer.none === "error" || answer.verdict === "malformed";

// By what is accepted beside a real answer: an error, or none.
const isAccepted = (accept, answer) =>
  isRefusal(answer) ? accept.includes("error") : accept.includes("none") && answer.none !== undefined;

// Whether answers have the member, or one below it; without a list they have all.
const isExposed = (exposes, path) =>
  exposes === undefined || exposes.some((each) => `${path}.`.startsWith(`${each}.`) || `${each}.`.startsWith(`${path}.`));

// Of an answer with the expected one: the differences, and how many members were compared.
class Comparison {
  differences = [];
  compared = 0;

  constructor(vector, exposes, expected, answer) {
    this.exposes = exposes;
    this.stack = STACK[vector.abi];
    this.isReading = vector.class === "contested";
    this.isPart = vector.operation === "decode" && expected.version === undefined;
    this.members(vector.operation, "", expected, answer);
  }

  differ(path, expected, actual) {
    this.differences.push({ path, expected, actual });
  }

  members(place, before, expected, actual) {
    for (const [name, { kind, flags }] of Object.entries(MEMBERS[place])) {
      const one = expected[name], other = actual[name], path = before + name;
      if (kind === "anything" || (one === undefined && other === undefined)) continue;
      if (one !== undefined && other !== undefined) {
        if (!flags.includes("is_asked") && (one !== false || other !== false)) this.compared++;
        this.values(`${place}.${name}`, path, kind, one, other);
      } else if (one !== undefined
        ? flags.includes("must_be_stated") || isExposed(this.exposes, `${place}.${name}`)
        : !this.mayBeStated(flags, other)) this.differ(path, one, other);
    }
  }

  mayBeStated(flags, value) {
    return this.isPart || flags.includes("may_be_added") || value === false || (this.isReading && !flags.includes("is_rule"));
  }

  values(place, path, kind, one, other) {
    if (kind === "objects") {
      if (one.length !== other.length) this.differ(`${path}.length`, one.length, other.length);
      for (let i = 0; i < one.length && i < other.length; i++) this.members(place, `${path}[${i}].`, one[i], other[i]);
    } else if (isObject(one) && isObject(other)) this.places(path, one, other);
    else if (!(one === other || (kind === "none" && other === "unknown")
      || (kind === "address" && BigInt(one) === BigInt(other))
      || (kind === "hex" && one.toLowerCase() === other.toLowerCase())
      || (kind === "words" && one.length === other.length && one.every((word) => other.includes(word)))))
      this.differ(path, one, other);
  }

  // The stack pointer and the frame pointer may also be named by their numbers.
  places(path, one, other) {
    const name = ({ base }) => ["sp", "fp"][this.stack.indexOf(base)] ?? base;
    if (name(one) !== name(other)) this.differ(`${path}.base`, one.base, other.base);
    if (one.offset !== other.offset) this.differ(`${path}.offset`, one.offset, other.offset);
    if (Boolean(one.deref) !== Boolean(other.deref)) this.differ(`${path}.deref`, one.deref, other.deref);
  }
}

// A trace that finds nothing has no word for that: it ends as if the PC were unknown.
function trace(expected, accept, { stop }) {
  return ["no-function", "no-row"].includes(stop) && accept.includes("none") ? { ...expected, stop } : expected;
}

const said = (outcome, differences = []) => ({ outcome, differences });

function compare({ vector, exposes, answer }, expected) {
  const { differences, compared } = new Comparison(vector, exposes, expected, answer);
  return said(differences.length > 0 ? "fail" : compared > 0 ? "pass" : "unjudged", differences);
}

// What is said so far, and of the verdict.
function judgeVerdict({ answer }, { outcome, differences }, expected) {
  if (answer.verdict === expected) return said(outcome === "unjudged" ? "pass" : outcome, differences);
  return said("fail", [...differences, { path: "verdict", expected, actual: answer.verdict }]);
}

function judgeCheck(judging, expected) {
  if (isExposed(judging.exposes, "check.verdict")) return judgeVerdict(judging, said("pass"), expected);
  return said(judging.answer.verdict === undefined ? "unjudged" : "pass");
}

function judgeValid(judging) {
  if (isRefusal(judging.answer)) return said("fail");
  return judging.vector.operation === "check" ? judgeCheck(judging, "valid") : compare(judging, judging.vector.expect);
}

// Whether one who accepts an irregular section must call it so.
function statesVerdict({ vector, exposes, answer }) {
  if (vector.operation === "check") return exposes !== undefined && isExposed(exposes, "check.verdict");
  return vector.operation === "decode" && vector.expect.answer?.version !== undefined && answer.verdict !== undefined;
}

function judgeBroken(judging) {
  const { vector, answer } = judging, { accept, answer: expected, open, oracle } = vector.expect;
  const isAnything = expected === undefined && accept.includes("error") && accept.includes("answer");
  let judged = said(isAnything ? "unjudged" : "pass");
  if (isAccepted(accept, answer)) return judged;
  if (!accept.includes("answer")) judged = said("fail");
  else if (expected !== undefined) judged = compare(judging, trace(expected, accept, answer));
  const isJudged = vector.class === "irregular" && open === undefined && statesVerdict(judging);
  return isJudged ? judgeVerdict(judging, judged, oracle.verdict) : judged;
}

// Whether the answer is this reading's: as an outcome, with differences.
function fit(judging, { accept = [], answer: expected }) {
  const { vector, answer } = judging, isCheck = vector.operation === "check";
  if (expected === undefined || isAccepted(accept, answer)) return said(isAccepted(accept, answer) ? "pass" : "fail");
  if (isRefusal(answer) || (isCheck && isRefusal(expected)))
    return said(isRefusal(answer) && isRefusal(expected) ? "pass" : "fail");
  return isCheck ? judgeCheck(judging, expected.verdict) : compare(judging, trace(expected, accept, answer));
}

function judgeContested(judging) {
  const { expect: { readings }, json: { breaches = [] } } = judging.vector;
  let closest = [];
  for (const reading of readings) {
    const { outcome, differences } = fit(judging, reading);
    if (outcome === "unjudged") return said(outcome);
    if (outcome === "pass") return { ...said("reading"), reading: reading.reading };
    if (differences.length > 0 && (closest.length === 0 || differences.length < closest.length)) closest = differences;
  }
  const refused = isRefusal(judging.answer) ? readings.find(({ reading }) => breaches.includes(reading)) : undefined;
  return refused ? { ...said("reading"), reading: refused.reading } : said("unread", closest);
}

const BY_CLASS = { valid: judgeValid, malformed: judgeBroken, irregular: judgeBroken, contested: judgeContested };
const NOT_WRONG = ["pass", "reading", "unjudged", "unsupported"];

export function judge(vector, answer, exposes) {
  const judgement = judgeAll(vector, answer, exposes);
  return { ...judgement, isWrong: !NOT_WRONG.includes(judgement.outcome) };
}

function judgeAll(vector, answer, exposes) {
  if (!hasShape(answer, vector.operation)) return said("garbage");
  if (answer.ended !== undefined) return said(answer.ended.startsWith("SIG") ? "crash" : "exit");
  const judged = answer.unsupported === undefined ? BY_CLASS[vector.class]({ vector, exposes, answer }) : said("unsupported");
  const isAlone = Object.keys(answer).every((name) => ["request", "inconsistent"].includes(name));
  return answer.inconsistent && (isAlone || NOT_WRONG.includes(judged.outcome)) ? said("inconsistent") : judged;
}
