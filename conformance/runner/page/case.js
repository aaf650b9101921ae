// --- One case ----------------------------------------------------------------------------------------------

const LONG = 20000, LINK_MOST = 1 << 16; // characters of a text; digits of a section in a link
const PLAYGROUND = "@SITE@/playground.html";
const NOT_HELD = "The bytes and answers of this case are in the JSON report. To stay small, this page " +
  "holds those of the first cases of each cause.";

/* Text as it came.  A long one shows its beginning, and a button for the rest. */
function verbatim(text) {
  const pre = el("pre", { tabindex: 0 }, text.slice(0, LONG));
  return [pre, text.length > LONG && button(".more", `all ${number(text.length)} characters`, event => {
    pre.textContent = visible(text);
    event.target.remove();
  })];
}

const TRACE_TITLE = "all of it, in trace.html beside this page";
const tracePage = id => `trace.html#${encodeURIComponent(id)}`;

function dedented(lines) {
  const least = Math.min(...lines.map(line => line.search(/\S/)));
  return lines.map(line => line.slice(least)).join("\n");
}

/* The words of a clause, the texts that have them, and the lines of our oracle that decide it. */
function clauseFacts(id) {
  const { quotes, lines } = factsOf(id);
  const quoted = quotes.map(({ words, places }) =>
    el("div", null, el("q", null, words), " ", el("small", null, places.join(", "))));
  const cited = lines.map(({ place, text }) => [el("small", null, place), el("code", null, dedented(text))]);
  return el("div.said", null, quoted, cited,
    el("a", { href: tracePage(id), title: TRACE_TITLE }, "vectors, open points, findings"));
}

const clauseLink = id => [el("a", { href: address({ clause: id }) }, code(id)), " ", clauseWords[id]];

/* The places in our oracle that decide a clause: all that a long list says of each. */
const clausePlaces = id => [" ", el("a.quiet", { href: tracePage(id), title: TRACE_TITLE },
  factsOf(id).lines.map(line => line.place).join(", ") || "no line rests on it")];

const clauseItems = (ids, facts) => el("ul.clauses", null, ids.map(id => el("li", null, clauseLink(id), facts(id))));

/* The clauses on which the failure likely rests, with their words; all others are folded. */
function clauseList(ids, decides) {
  const first = decides.length > 0 ? decides : ids.slice(0, ids.length <= 4 ? 4 : 0);
  const others = ids.filter(id => !first.includes(id));
  return [
    first.length > 0 && clauseItems(first, clauseFacts),
    others.length > 0 && el("details", null,
      el("summary", null, `${number(others.length)}${first.length > 0 ? " more" : ""} ${others.length === 1 ? "clause" : "clauses"}`),
      clauseItems(others, clausePlaces)),
  ];
}

function faultWords({ clause, way, twin }) {
  return clause && [clauseLink(clause), clauseFacts(clause), way && el("div", null, way),
    twin && el("div.quiet", null, "the same without it: ", code(twin))];
}

function ledgerWords(id) {
  const point = implementations.flatMap(one => list(one.readings)).find(reading => reading.ledger === id);
  return id && [code(id), " ", members(point).title];
}

function facts(one) {
  const input = members(one.input), oracle = members(members(one.expect).oracle);
  const fault = members(one.fault), clauses = list(one.clauses).filter(id => id !== fault.clause);
  const table = {
    outcome: [badge(kindOf(one.outcome), one.outcome), " ", one.signal && [code(one.signal), " "],
      one.unexpected ? unexpectedly(`unexpected: ${one.expected || "pass"} was expected`) : "as expected"],
    because: one.reason,
    class: one.class && [el("b", null, one.class), ": ", members(one.expect).open ? OPEN_WORDS : CLASS_WORDS[one.class]],
    note: one.note,
    fault: faultWords(fault),
    clauses: clauses.length > 0 && clauseList(clauses, list(one.decides).filter(id => id !== fault.clause)),
    "open point": ledgerWords(one.ledger),
    "took reading": one.reading && code(one.reading),
    "closest reading": one.closest && code(one.closest),
    "our oracle": oracle.verdict,
    asked: [one.operation, input.pc && ` of ${input.pc}`, input.address && `, section at ${input.address}`,
      `, by ${one.profile} for ${one.abi}`],
    address: el("a", { href: address({ case: linkOf(one) }) }, "link to this case"),
  };
  return el("dl.facts", null, Object.entries(table).map(([name, value]) =>
    value && [el("dt", null, name), el("dd", null, value)]));
}

function caseBody(one) {
  if (one.thin)
    return el("div.body", null, facts(one), el("p.notice", null, NOT_HELD));
  return el("div.body", null,
    facts(one),
    el("div.halves", null, el("div", null, notationOf(one), comparison(one)), bytesOf(one)),
    list(one.replay).length > 0 && [el("h4", null, "Requests that show it again, as printf writes them"),
      verbatim(list(one.replay).join("\n"))],
    one.stderr && [el("h4", null, "Standard error"), verbatim(String(one.stderr))]);
}

// --- The case as a text: docs/notation.md ------------------------------------------------------------------

const notedLine = line => [/^\s*breaks /.test(line) ? el("mark", null, line) : String(line), "\n"];

function notationOf(one) {
  const lines = list(one.notation);
  return lines.length > 0 && [el("h4", null, "The case as a text"),
    el("pre.notation", { tabindex: 0 }, lines.map(notedLine))];
}

// --- The section's bytes, beside their fields where those are given ----------------------------------------

/* The fields, in order, and what lies between them. */
function wholeFields(given, length) {
  const fields = [];
  let at = 0;
  for (const field of given.sort((a, b) => a.offset - b.offset)) {
    if (field.offset > at)
      fields.push({ offset: at, length: field.offset - at });
    fields.push(field);
    at = Math.max(at, field.offset + field.length);
  }
  if (at < length)
    fields.push({ offset: at, length: length - at });
  return fields;
}

function byteLines(hex, given) {
  const width = given.length ? 8 : 16, length = hex.length / 2;
  return wholeFields(given, length).flatMap(({ offset, length: size, name, meaning }) => {
    const lines = [], end = Math.min(length, offset + size);
    for (let from = offset; from < end; from += width)
      lines.push({ offset: from, bytes: hex.slice(2 * from, 2 * Math.min(from + width, end)).match(/../g),
        ...(from === offset ? { name, meaning } : {}), broken: [] });
    return lines;
  });
}

const violationWords = ({ clause, severity }) =>
  [el("a", { href: tracePage(clause) }, code(clause)), " ", clauseWords[clause] || severity];

function byteRow({ offset, bytes, name, meaning, broken, matters }, isAnnotated) {
  const marked = new Set(broken.map(violation => violation.offset - offset));
  const violations = broken.map(violation => el("div.violation", null,
    `\u25b2 0x${Number(violation.offset).toString(16)} `, violationWords(violation)));
  return el(matters ? "tr.broken" : "tr", null,
    el("th", { scope: "row" }, offset.toString(16).padStart(4, "0")),
    el("td.hex", null, bytes.map((byte, i) => [i > 0 && " ", marked.has(i) ? el("mark", null, byte) : byte])),
    isAnnotated && el("td.name", null, name),
    el("td.meaning", null, meaning, violations));
}

// What makes a large section: bytes, so many times, with numbers in them that count up.
function partsOf(parts) {
  const lines = parts.map(({ times, bytes, count }) => el("li", null, `${times} \u00d7 `, el("code", null, bytes),
    list(count).map(({ at, width, step }) => `; each time the ${plural(width, "byte")} at ${at} are ${step} more`)));
  return el("div", null, el("h4", null, "The section, by parts"), el("ul.parts", null, lines));
}

/* The section in the site's playground.  It stands behind the link's #, which a browser sends to nobody. */
function playgroundLink({ profile }, { bytes, parts, address: at, pc }) {
  const hex = String(bytes || "");
  if (hex.length > LINK_MOST || !/^([0-9a-f]{2})*$/i.test(hex))
    return null;
  const binary = hex.replace(/../g, byte => String.fromCharCode(parseInt(byte, 16)));
  const section = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const given = Object.entries({ ...(parts ? { parts: JSON.stringify(parts) } : { section }), address: at, text: profile, pc });
  const fragment = new URLSearchParams(given.filter(([, value]) => value !== undefined));
  return el("p", null, el("a", { href: `${PLAYGROUND}#${fragment}`, rel: "noreferrer" }, "open it in the playground"));
}

function bytesOf(one) {
  const expect = members(one.expect), input = members(one.input), link = playgroundLink(one, input);
  if (list(input.parts).length > 0)
    return el("div", null, partsOf(input.parts), link);
  const hex = String(input.bytes || ""), length = hex.length / 2;
  const fields = list(one.fields).filter(one => one.offset >= 0 && one.length > 0 && one.offset < length);
  const lines = byteLines(hex, fields);
  const beyond = [];
  for (const violation of [...list(members(expect.oracle).violations), ...list(expect.violations)]) {
    const at = Number(violation.offset);
    const line = lines.find(({ offset, bytes }) => at >= offset && at < offset + bytes.length);
    (line ? line.broken : beyond).push(violation);
    if (line)
      line.matters = true;
  }
  const body = folded(el("tbody"), lines, 4, line => byteRow(line, fields.length > 0));
  return el("div", null,
    el("h4", null, `The section, ${plural(length, "byte")}`),
    link,
    length > 0 ? scrolling("The section's bytes", "table.bytes", body) :
      el("p.quiet", null, "No bytes at all."),
    beyond.map(violation => el("p.violation", null, `\u25b2 at ${violation.offset}, past the last byte: `,
      violationWords(violation))));
}

// --- What was expected beside what was answered, member by member ------------------------------------------

const ABSENT = "\u2014";
const RULE = ["base", "offset", "deref"];
const isRule = value => "base" in members(value) && Object.keys(value).every(name => RULE.includes(name));
const isPlain = value => value === null || typeof value !== "object";
const isShort = value => Array.isArray(value) && value.length < 9 && value.every(isPlain);
const isOneLine = value => isPlain(value) || isRule(value) || isShort(value);

function ruleText({ base, offset, deref }) {
  const distance = typeof offset === "number" ? Math.abs(offset) : JSON.stringify(offset);
  const place = `${base} ${offset < 0 ? "\u2212" : "+"} ${distance}`;
  return deref ? `[${place}]` : place;
}

function valueText(value) {
  if (value === undefined)
    return ABSENT;
  if (isRule(value))
    return ruleText(value);
  if (isShort(value) && value.length)
    return value.join(" ");
  return typeof value === "string" && value ? value : JSON.stringify(value);
}

/* Lines for all members of either side, with the path that differences name them by. */
function memberLines(expected, actual, lines = [], path = "", depth = 0, within = undefined) {
  const sides = [expected, actual], isList = sides.some(Array.isArray);
  const longest = Math.max(...sides.map(side => list(side).length));
  const names = isList ? [...Array(longest).keys()] :
    [...new Set(sides.flatMap(side => Object.keys(members(side))))];
  const inside = (side, name) => !isPlain(side) && Object.hasOwn(side, name) ? side[name] : undefined;
  for (const name of names) {
    const values = sides.map(side => inside(side, name));
    const shown = isList ? `[${name}]` : name;
    const inner = isList || !path ? path + shown : `${path}.${name}`;
    const isNested = depth < 40 && !values.every(isOneLine) &&
      !values.some(value => value !== undefined && isPlain(value));
    const text = value => !isNested || value === undefined ? valueText(value) :
      Array.isArray(value) ? plural(value.length, "entry", "entries") : "";
    lines.push({ path: inner, name: shown, depth, within, values: values.map(text) });
    if (isNested)
      memberLines(...values, lines, inner, depth + 1, lines.length - 1);
  }
  return lines;
}

/* Marks the lines of members that differ.  Returns the differences for which there is no line. */
function markDifferences(lines, differences) {
  const byPath = new Map(lines.map(line => [line.path, line]));
  return differences.filter(difference => {
    let path = String(difference.path), line = byPath.get(path);
    for (; !line && path; line = byPath.get(path)) // a rule is one line, and its members are marked there
      path = path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
    if (line)
      line.matters = true;
    return !line;
  });
}

/* What is long and does not differ shows its beginning. */
const shortened = text => text.length <= 96 ? text :
  `${text.slice(0, 64)}\u2026 (${number(text.length)} characters)`;

function memberRow({ path, name, depth, values, matters }) {
  const heading = el("th", { scope: "row", title: path }, name);
  heading.style.paddingInlineStart = `${0.75 + 0.75 * Math.min(depth, 12)}rem`;
  const cell = (value, i) => el(value === ABSENT ? "td.absent" : "td", null,
    matters ? el(i ? "mark" : "b", null, value) : shortened(value));
  return el(matters ? "tr.differs" : "tr", null, heading, values.map(cell));
}

function compared(expected, actual, differences) {
  const lines = memberLines(expected, actual);
  const unplaced = markDifferences(lines, differences).slice(0, 50).map(one =>
    el("li", null, code(one.path), `: expected ${valueText(one.expected)}, got ${valueText(one.actual)}`));
  return [
    unplaced.length > 0 && el("ul", null, unplaced),
    scrolling("Expected beside answered", "table.compared",
      headings(["member", "expected", "answered"]), folded(el("tbody"), lines, 3, memberRow)),
  ];
}

/* What a vector expects: one answer, one of some, or an answer for each reading. */
function expectations(expect) {
  if (expect.readings)
    return list(expect.readings).map(({ reading, answer, accept }) =>
      ({ name: reading, isOracle: reading === expect.oracle, answer, accept: list(accept) }));
  return [expect.accept ? { answer: expect.answer, accept: list(expect.accept) } :
    { answer: expect, accept: [] }];
}

/* The members of an answer that stand beside the expected ones.  Violations have none there, and an error stands
   by itself. */
function comparable(answer) {
  const { request, violations, error, ...others } = members(answer);
  return others;
}

function comparison(one) {
  const choices = expectations(members(one.expect)), place = el("div"), { error } = members(one.answer);
  const named = one.reading || one.closest;
  const show = ({ name, answer, accept }) => {
    place.replaceChildren();
    add(place,
      accept.length > 0 && el("p", null,
        `Accepted: ${accept.map(word => ACCEPT_WORDS[word] || word).join(", or ")}.`),
      error !== undefined && el("p.refused", null, "Answered with an error: ", code(valueText(error))),
      (answer || !isPlain(one.answer) && error === undefined) &&
        compared(comparable(answer), comparable(one.answer), list(!name || name === named ? one.differences : [])),
      typeof one.answer === "string" && [el("p", null, "Answered, word for word:"), verbatim(one.answer)],
      isPlain(one.answer) && typeof one.answer !== "string" && el("p.quiet", null, "There was no answer."));
  };
  const option = ({ name, isOracle }) => el("option", null, isOracle ? `${name}, the oracle's` : name);
  const chooser = el("select", { change: event => show(choices[event.target.selectedIndex]) },
    choices.map(option));
  const first = choices.findIndex(choice => named ? choice.name === named : choice.isOracle);
  chooser.selectedIndex = Math.max(0, first);
  show(choices[Math.max(0, first)]);
  return el("div", null, el("h4", null, "Expected and answered"),
    choices[0].name && el("label", null, "expected by the reading ", chooser), place);
}
