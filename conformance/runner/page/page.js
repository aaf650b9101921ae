"use strict";
// The report is data from strangers: it becomes text nodes and attributes, never markup.

// --- The data -----------------------------------------------------------------------------------------------

const KIND = { pass: "good", reading: "good", unsupported: "left", fail: "bad", unread: "bad" }; // others: died
const OUTCOMES = ["pass", "reading", "unsupported", "fail", "unread", "crash", "exit", "hang", "flood", "garbage", "stray"];
const DIED = { crash: "crashes", exit: "exits early", hang: "hangs", flood: "floods", garbage: "answers garbage", stray: "answers out of turn" };
const ABIS = ["amd64", "aarch64", "aarch64_be", "s390x"];
const OPERATIONS = ["decode", "check", "lookup", "flip", "unwind", "encode"];
const CLASS_WORDS = {
  valid: "one answer is right",
  malformed: "cannot be read as laid out: an error is due",
  irregular: "breaks a statement, and can be read all the same: an error, or the answer as the bytes stand",
  contested: "the texts allow several readings",
};

const kindOf = outcome => KIND[outcome] || "died";
const list = value => Array.isArray(value) ? value : [];
const members = value => value && typeof value === "object" && !Array.isArray(value) ? value : {};
const number = n => Number(n || 0).toLocaleString("en");
const plural = (n, one, many) => `${number(n)} ${n === 1 ? one : many || one + "s"}`;
const sum = counts => Object.values(members(counts)).reduce((total, n) => total + (Number(n) || 0), 0);
const sumOf = (counts, kind) =>
  Object.entries(members(counts)).reduce((total, [outcome, n]) => total + (kindOf(outcome) === kind ? n : 0), 0);
const deathOf = counts => DIED[Object.entries(members(counts)).filter(([outcome]) => kindOf(outcome) === "died")
  .sort(([, a], [, b]) => b - a)[0][0]] || "dies";
const labelOf = implementation => String(implementation.adapter);
const inOrder = order => (a, b) => (order.indexOf(a) + 1 || 99) - (order.indexOf(b) + 1 || 99) || (a < b ? -1 : Number(a > b));

const report = JSON.parse(document.getElementById("report").textContent);
const clauseWords = members(members(report.clause_words).clauses || report.clause_words);
const implementations = list(report.implementations);
const cases = readCases();
const causes = groupByCause(cases);

/* A line is what filters need, a tab, and the rest, which stays text until the case is opened. */
function readCases() {
  const found = [];
  document.querySelectorAll("script.cases").forEach((script, i) => {
    for (const line of script.textContent.split("\n")) {
      const tab = line.indexOf("\t");
      if (tab < 0)
        continue;
      const one = JSON.parse(line.slice(0, tab));
      [one.profile, one.abi, one.operation] = String(one.id).split("/");
      one.implementation = labelOf(implementations[i]);
      one.rest = line.slice(tab + 1);
      found.push(one);
    }
    script.remove();
  });
  return found;
}

function groupByCause(all) {
  const found = new Map();
  for (const one of all) {
    const key = one.implementation + "\n" + one.cause;
    if (!found.has(key))
      found.set(key, { implementation: one.implementation, cause: one.cause, cases: [] });
    found.get(key).cases.push(one);
  }
  return [...found.values()];
}

// --- Elements -----------------------------------------------------------------------------------------------

/* Characters that cannot be seen, or that turn the text around them, are shown by name. */
function visible(text) {
  return String(text).replace(
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, c => {
      const code = c.charCodeAt(0);
      return code < 32 ? String.fromCharCode(0x2400 + code) : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
    });
}

/* el("a.name", {href: "#"}, "text", element, [more]); what is null is left out. */
function el(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length)
    element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {}))
    if (typeof value === "function")
      element.addEventListener(name, value);
    else if (value !== null && value !== false)
      element.setAttribute(name, value === true ? "" : visible(value));
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined)
      element.append(child instanceof Node ? child : visible(child));
  return element;
}

const content = id => document.querySelector(`#${id} .content`);
const scrolling = (label, ...children) => el("div.scroll", { role: "region", "aria-label": label, tabindex: 0 }, children);
const badge = (kind, ...text) => el(`span.badge.${kind}`, null, text);

/* Some now, and more when asked for. */
function paged(parent, items, step, make) {
  const next = from => {
    parent.append(...items.slice(from, from + step).map(make));
    const left = items.length - from - step;
    if (left > 0) {
      const more = el("button.more", { type: "button", click: () => {
        const last = parent.lastElementChild.previousElementSibling;
        more.remove();
        next(from + step);
        focusOn(last.nextElementSibling);
      } }, `${number(Math.min(step, left))} more of ${number(left)}`);
      parent.append(more);
    }
  };
  next(0);
}

/* Which lines of a long table are shown at first: those that matter, what they are in, and what surrounds them. */
function shownLines(lines) {
  const few = lines.length <= 60, shown = new Set(lines.slice(0, few ? 60 : 12).keys());
  let left = 200;
  lines.forEach((line, i) => {
    if (!line.matters || left-- <= 0)
      return;
    for (let j = Math.max(0, i - 4); j < Math.min(lines.length, i + 5); j++)
      shown.add(j);
    for (let outer = line.within; outer !== undefined; outer = lines[outer].within)
      shown.add(outer);
  });
  return shown;
}

/* The other lines unfold where they are left out. */
function folded(body, lines, columns, make) {
  const shown = shownLines(lines);
  const gap = (from, to) => {
    const row = el("tr.gap", null, el("td", { colspan: columns }, el("button", { type: "button", click: () => {
      const until = Math.min(to, from + 200);
      const revealed = lines.slice(from, until).map(make);
      row.replaceWith(...revealed, ...(until < to ? [gap(until, to)] : []));
      revealed[0].tabIndex = -1;
      revealed[0].focus();
    } }, `\u2026 ${plural(to - from, "line")}`)));
    return row;
  };
  for (let i = 0; i < lines.length;) {
    let end = i;
    while (end < lines.length && !shown.has(end))
      end++;
    body.append(end > i ? gap(i, end) : make(lines[i]));
    i = Math.max(end, i + 1);
  }
}

// --- What was run, and each verdict -------------------------------------------------------------------------

function showAbout() {
  const corpus = members(report.corpus), selection = members(report.selection);
  const begun = report.started && !isNaN(new Date(report.started)) ? new Date(report.started) : null;
  document.getElementById("about").append(...[
    el("span", null, "suite ", el("b", null, report.suite)),
    el("span", null, plural(corpus.vectors, "vector"), ", ", el("code", { title: corpus.hash }, String(corpus.hash).slice(0, 16))),
    begun && el("span", null, el("time", { datetime: begun.toISOString() },
      begun.toISOString().slice(0, 16).replace("T", " ") + " UTC")),
    el("span", null, `took ${Number(report.seconds || 0).toFixed(1)} s`),
    report.complete ? el("span", null, "complete") : null,
  ].filter(Boolean));
  const chosen = [
    list(selection.select).length ? `only ${list(selection.select).join(", ")}` : null,
    list(selection.skip).length ? `without ${list(selection.skip).join(", ")}` : null,
    selection.shard ? `shard ${selection.shard}` : null,
  ].filter(Boolean);
  document.getElementById("notices").append(...[
    report.complete ? null :
      el("p.notice", null, el("b", null, "Partial. "), "The run ended early; this is what was judged until then."),
    chosen.length ? el("p.notice", null, el("b", null, "A selection of the corpus: "), chosen.join("; ")) : null,
  ].filter(Boolean));
}

function verdictOf(implementation) {
  const counts = implementation.outcomes, asked = sum(counts), label = labelOf(implementation);
  const bad = sumOf(counts, "bad"), died = sumOf(counts, "died"), left = sumOf(counts, "left");
  if (implementation.missing)
    return [badge("left", "not run"), implementation.missing];
  if (asked === 0)
    return [badge("bad", "nothing asked"), "no vector fits what it declares"];
  if (left === asked)
    return [badge("left", "unsupported"), `it supports none of the ${number(asked)} it was asked`];
  if (bad + died === 0)
    return left ? [badge("good", "passes"), `${number(asked - left)} of ${number(asked)} asked; ${number(left)} unsupported`]
      : [badge("good", "passes all"), `${number(asked)} asked`];
  const grouped = causes.filter(cause => cause.implementation === label &&
    cause.cases.some(one => ["bad", "died"].includes(kindOf(one.outcome)))).length;
  return [died ? badge("died", deathOf(counts)) : badge("bad", "fails"),
    `${number(bad + died)} of ${number(asked)} asked, by ${plural(grouped, "cause")}` +
    (died ? `; ${number(died)} gave no answer to judge` : "")];
}

function expectedness(implementation) {
  const unmatched = list(implementation.unmatched);
  if (implementation.missing)
    return null;
  return [
    implementation.unexpected ? el("a.unexpected", { href: address({ implementation: labelOf(implementation), unexpected: "yes" }) },
      `${number(implementation.unexpected)} unexpected`) :
      el("span.quiet", null, sumOf(implementation.outcomes, "bad") + sumOf(implementation.outcomes, "died") ? "all known" : null),
    unmatched.length ? el("span.unexpected", { title: unmatched.join("\n") },
      ` ${plural(unmatched.length, "expectation")} matched nothing: ${unmatched.slice(0, 3).join(", ")}${unmatched.length > 3 ? " \u2026" : ""}`) : null,
  ];
}

/* Of everything selected: what was judged how, and what it was never asked. */
function proportions(implementation) {
  const skipped = members(implementation.skipped), skips = sum(skipped);
  const parts = Object.entries(members(implementation.outcomes)).filter(([, n]) => n > 0)
    .sort(([a], [b]) => inOrder(OUTCOMES)(a, b)).map(([outcome, n]) => [kindOf(outcome), outcome, n]);
  if (skips)
    parts.push(["skipped", "not asked", skips]);
  const why = Object.entries(skipped).filter(([, n]) => n > 0).map(([reason, n]) => `${reason} ${number(n)}`).join(", ");
  return [
    el("div.proportions", { "aria-hidden": "true" },
      parts.map(([kind, , n]) => { const part = el(`i.${kind}`); part.style.flexGrow = n; return part; })),
    el("ul.legend", null, parts.map(([kind, name, n]) =>
      el(`li.${kind}`, null, el("b", null, number(n)), " ", name, name === "not asked" && why ? ` (by ${why})` : null))),
  ];
}

function declared(implementation) {
  const exposes = list(implementation.exposes);
  return el("p.quiet", null, [
    list(implementation.profiles).join(" "), list(implementation.abis).join(" "), list(implementation.operations).join(" "),
    implementation.foreign_byte_order === false ? "own byte order only" : null,
    exposes.length ? el("span", { title: exposes.join("\n") }, `states ${plural(exposes.length, "part")} of the model: ${exposes.slice(0, 4).join(", ")}${exposes.length > 4 ? " \u2026" : ""}`) : null,
  ].filter(Boolean).map((part, i) => [i ? " \u00b7 " : null, part]));
}

function showVerdicts() {
  content("verdicts").append(...implementations.map(implementation => el("article.verdict", null,
    el("div", null, el("h3", null, labelOf(implementation)),
      el("p.quiet", null, [implementation.name, implementation.version].filter(Boolean).join(" "))),
    el("div", null, el("p.sentence", null, verdictOf(implementation), expectedness(implementation)),
      implementation.missing ? null : [proportions(implementation), declared(implementation)]))));
}

// --- Features: profile and ABI down, implementations and operations across ------------------------------------

function featureCell(implementation, row, operation) {
  const feature = list(implementation.features).find(f => f.profile === row.profile && f.abi === row.abi && f.operation === operation);
  const isDeclared = [["profiles", row.profile], ["abis", row.abi], ["operations", operation]]
    .every(([member, value]) => list(implementation[member]).includes(value));
  const where = `${labelOf(implementation)}, ${row.profile} ${row.abi} ${operation}: `;
  const asked = feature ? sum(feature.outcomes) : 0;
  if (!asked)
    return el("td.none", { title: where + (isDeclared ? "no vector" : "not declared") },
      el("span", { "aria-hidden": "true" }, isDeclared ? "\u00b7" : "\u2013"),
      el("span.spoken", null, isDeclared ? "no vector" : "not declared"));
  const bad = sumOf(feature.outcomes, "bad"), died = sumOf(feature.outcomes, "died"), left = sumOf(feature.outcomes, "left");
  const kind = died ? "died" : bad ? "bad" : left ? "left" : "good";
  const mark = { died: "\u2020", bad: "\u2717", left: "\u25d0", good: "\u2713" }[kind];
  const spoken = died ? deathOf(feature.outcomes) : { bad: "fails", left: "part unsupported", good: "passes all" }[kind];
  const counted = kind === "good" ? number(asked) : [number(died + bad || asked - left), el("small", null, `/${number(asked)}`)];
  const title = where + Object.entries(feature.outcomes).map(([outcome, n]) => `${number(n)} ${outcome}`).join(", ");
  const inside = [el("span", { "aria-hidden": "true" }, mark), " ", el("span.spoken", null, spoken + " "), counted];
  return el(`td.${kind}`, { title }, kind === "good" ? inside : el("a", { href: address({
    implementation: labelOf(implementation), profile: row.profile, abi: row.abi, operation }) }, inside));
}

function showFeatures() {
  const run = implementations.filter(implementation => !implementation.missing);
  const rows = [], seen = new Set(), used = new Set();
  for (const implementation of run)
    for (const feature of list(implementation.features)) {
      used.add(feature.operation);
      const { profile, abi } = feature, key = profile + " " + abi;
      if (!seen.has(key))
        rows.push({ profile, abi });
      seen.add(key);
    }
  rows.sort((a, b) => inOrder([])(a.profile, b.profile) || inOrder(ABIS)(a.abi, b.abi));
  const operations = [...used].sort(inOrder(OPERATIONS));
  const profiles = [...new Set(rows.map(row => row.profile))];
  if (!rows.length)
    return content("features").append(el("p", null, "Nothing was asked."));
  content("features").append(
    scrolling("Implementations by feature", el("table.matrix", null,
      el("thead", null,
        el("tr", null, el("th", { rowspan: 2, scope: "col" }, "profile, ABI"), run.map(implementation =>
          el("th.group", { colspan: operations.length, scope: "colgroup" }, labelOf(implementation)))),
        el("tr", null, run.map(() => operations.map((operation, i) => el(i ? "th" : "th.first", { scope: "col" }, operation))))),
      profiles.map(profile => el("tbody", null, rows.filter(row => row.profile === profile).map(row =>
        el("tr", null, el("th", { scope: "row" }, el("b", null, profile), " ", row.abi),
          run.map(implementation => operations.map((operation, i) => {
            const cell = featureCell(implementation, row, operation);
            cell.classList.toggle("first", i === 0);
            return cell;
          })))))))),
    el("p.quiet.key", null, [["good", "\u2713 passes all"], ["bad", "\u2717 fails so many"], ["died", "\u2020 crashes, hangs, or gives no answer to judge"],
      ["left", "\u25d0 passes so many, the rest unsupported"], ["quiet", "\u2013 not declared"], ["quiet", "\u00b7 no vector"]]
      .map(([kind, words]) => el(`span.${kind}`, null, words))));
}

// --- Readings of contested points -----------------------------------------------------------------------------

function showReadings() {
  const points = new Map();
  for (const implementation of implementations)
    for (const point of list(implementation.readings)) {
      if (!points.has(point.ledger))
        points.set(point.ledger, { ...point, took: new Map() });
      points.get(point.ledger).took.set(labelOf(implementation), members(point.took));
    }
  const run = implementations.filter(implementation => !implementation.missing).map(labelOf);
  const isApart = point => [...point.took.values()].some(took => Object.keys(took).some(reading => reading !== point.oracle));
  const all = [...points.values()].sort((a, b) => a.ledger < b.ledger ? -1 : 1);
  const apart = all.filter(isApart), alike = all.filter(point => !isApart(point));
  const cell = (point, label) => {
    const took = Object.entries(point.took.get(label) || {}).filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a);
    if (!took.length)
      return el("td.none", null, el("span", { "aria-hidden": "true" }, "\u2013"), el("span.spoken", null, "not asked"));
    return el("td", null, took.map(([reading, n]) => el(reading === "unread" ? "div.bad" : reading === point.oracle ? "div.quiet" : "div.other",
      null, reading === "unread" ? "none of them" : reading, el("small", null, ` ${number(n)}`),
      reading === point.oracle ? el("span.spoken", null, " (the oracle's)") : null)));
  };
  const table = some => scrolling("Readings of contested points", el("table.readings", null,
    el("thead", null, el("tr", null, el("th", { scope: "col" }, "point"), el("th", { scope: "col" }, "the oracle reads"),
      run.map(label => el("th", { scope: "col" }, label)))),
    el("tbody", null, some.map(point => el("tr", null,
      el("th", { scope: "row" }, point.title, el("small", null, point.ledger)), el("td.oracle", null, "\u25c6 ", point.oracle),
      run.map(label => cell(point, label)))))));
  content("readings").append(...[
    el("p.intro", null, all.length ? `The texts leave ${plural(all.length, "point")} open that were asked about. No reading counts as a failure; ` +
      "what fits none does." : "No contested vector was asked."),
    apart.length ? table(apart) : null,
    alike.length ? el("details.alike", null, el("summary", null, `${plural(alike.length, "point")} on which all read as the oracle does`), table(alike)) : null,
  ].filter(Boolean));
}

// --- Filters, kept in the URL's fragment ------------------------------------------------------------------------

const FILTERS = ["implementation", "profile", "abi", "operation", "class", "outcome", "clause", "text", "unexpected"];
const form = document.getElementById("filters");
let opened = null; // the case that a link leads to

const address = chosen => "#" + new URLSearchParams(chosen).toString();
const isState = () => location.hash.includes("=");

function chosenNow() {
  const chosen = {};
  for (const name of FILTERS) {
    const input = form.elements[name];
    const value = input.type === "checkbox" ? (input.checked ? "yes" : "") : input.value.trim();
    if (value)
      chosen[name] = value;
  }
  return chosen;
}

function readAddress() {
  const wanted = new URLSearchParams(isState() ? location.hash.slice(1) : "");
  for (const name of FILTERS) {
    const input = form.elements[name], value = wanted.get(name) || "";
    if (input.type === "checkbox")
      input.checked = value === "yes";
    else if (input.tagName === "SELECT" && ![...input.options].some(option => option.value === value))
      input.append(el("option", { value }, value)), input.value = value;
    else
      input.value = value;
  }
  opened = wanted.get("case");
}

function writeAddress() {
  const state = { ...chosenNow(), ...(opened ? { case: opened } : {}) };
  history.replaceState(null, "", Object.keys(state).length ? address(state) : location.pathname + location.search);
}

function fits(one, chosen) {
  for (const name of ["implementation", "profile", "abi", "operation", "class", "outcome"])
    if (chosen[name] && one[name] !== chosen[name])
      return false;
  return (!chosen.unexpected || one.unexpected) && (!chosen.text || String(one.id).includes(chosen.text)) &&
    (!chosen.clause || list(one.clauses).includes(chosen.clause));
}

function showFilters() {
  const values = { implementation: implementations.map(labelOf) };
  for (const name of ["profile", "abi", "operation", "class", "outcome"])
    values[name] = [...new Set(cases.map(one => one[name]).filter(Boolean))].sort(
      inOrder({ outcome: OUTCOMES, operation: OPERATIONS, abi: ABIS }[name] || []));
  for (const [name, some] of Object.entries(values))
    form.elements[name].append(el("option", { value: "" }, "any"), ...some.map(value => el("option", { value }, value)));
  const clauses = new Set();
  for (const one of cases)
    for (const clause of list(one.clauses))
      clauses.add(clause);
  document.getElementById("clauses").append(...[...clauses].sort().map(clause => el("option", { value: clause })));
  form.addEventListener("input", () => { opened = null; writeAddress(); showCauses(); });
  form.addEventListener("reset", () => setTimeout(() => { opened = null; writeAddress(); showCauses(); }));
  form.addEventListener("submit", event => event.preventDefault());
}

// --- Causes and cases -------------------------------------------------------------------------------------------

const linkOf = one => `${one.implementation}:${one.id}`;

function caseDetails(one, isOpen) {
  const details = el("details.case", { open: isOpen }, el("summary", null, el("code", null, one.id), " ",
    one.unexpected ? el("span.unexpected", null, one.expected ? `expected ${one.expected}` : "unexpected") : null, el("span.reason", null, one.reason)));
  const fill = () => details.childElementCount === 1 && details.append(caseBody(one));
  details.addEventListener("toggle", event => {
    event.stopPropagation();
    if (details.open) {
      fill();
      opened = linkOf(one);
    } else if (opened === linkOf(one))
      opened = null;
    writeAddress();
  });
  if (isOpen)
    fill();
  return details;
}

function causeDetails({ implementation, cause, some }) {
  const unexpected = some.filter(one => one.unexpected).length, outcome = some[0].outcome;
  const details = el("details.cause", null, el("summary", null,
    badge(kindOf(outcome), outcome), el("b", null, implementation), el("span.what", null, cause),
    el("span.number", null, plural(some.length, "case"), unexpected ? el("span.unexpected", null, `, ${number(unexpected)} unexpected`) : null)));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) {
      const inside = el("div.cases");
      details.append(inside);
      paged(inside, some, 50, one => caseDetails(one, false));
    }
  });
  return details;
}

function showCauses() {
  const chosen = chosenNow();
  const some = causes.map(cause => ({ ...cause, some: cause.cases.filter(one => fits(one, chosen)) }))
    .filter(cause => cause.some.length);
  const weight = cause => [cause.some.some(one => one.unexpected) ? 1 : 0,
    ["left", "good", "bad", "died"].indexOf(kindOf(cause.some[0].outcome)), cause.some.length];
  some.sort((a, b) => { const x = weight(a), y = weight(b); return y[0] - x[0] || y[1] - x[1] || y[2] - x[2]; });
  const total = some.reduce((n, cause) => n + cause.some.length, 0);
  document.getElementById("counted").textContent = cases.length === 0 ? "Every case passed." :
    `${number(total)} of ${plural(cases.length, "case")} that did not pass, by ${plural(some.length, "cause")}`;
  const place = content("failures");
  place.replaceChildren();
  paged(place, some, 100, causeDetails);
  const linked = opened && cases.find(one => linkOf(one) === opened);
  document.getElementById("linked").replaceChildren(...(linked ?
    [el("p.quiet", null, `The case that this address leads to, of ${linked.implementation}:`), caseDetails(linked, true)] :
    opened ? [el("p.notice", null, `The case of this address is not among those that did not pass: ${opened}`)] : []));
}

// --- One case ---------------------------------------------------------------------------------------------------

const LONG = 20000;

/* Text as it came; of much of it the beginning. */
function verbatim(text) {
  const pre = el("pre", { tabindex: 0 }, text.slice(0, LONG));
  return text.length <= LONG ? pre : [pre, el("button.more", { type: "button", click: event => {
    pre.textContent = visible(text);
    event.target.remove();
  } }, `all ${number(text.length)} characters`)];
}

function clauseList(ids) {
  const items = el("ul.clauses", null, ids.map(id => el("li", null, el("a", { href: address({ clause: id }) }, el("code", null, id)), " ", clauseWords[id] || null)));
  return ids.length <= 4 ? items : el("details", null, el("summary", null, plural(ids.length, "clause")), items);
}

const fact = (name, ...value) => value.flat().some(part => part !== null && part !== undefined && part !== "") ?
  [el("dt", null, name), el("dd", null, value)] : null;

function facts(one, rest) {
  const fault = members(rest.fault), input = members(rest.input), oracle = members(members(rest.expect).oracle);
  const point = one.ledger && implementations.flatMap(i => list(i.readings)).find(reading => reading.ledger === one.ledger);
  return el("dl.facts", null,
    fact("outcome", badge(kindOf(one.outcome), one.outcome), rest.signal ? [" ", el("code", null, rest.signal)] : null,
      one.unexpected ? el("span.unexpected", null, ` unexpected${one.expected ? `: ${one.expected} was expected` : ""}`) : " as expected"),
    fact("because", one.reason || null),
    fact("class", one.class ? [el("b", null, one.class), CLASS_WORDS[one.class] ? `: ${CLASS_WORDS[one.class]}` : null] : null),
    fact("note", rest.note || null),
    fault.clause ? fact("fault", el("code", null, fault.clause), " ", clauseWords[fault.clause] || null, fault.way ? el("div", null, fault.way) : null,
      fault.twin ? el("div.quiet", null, "the same without it: ", el("code", null, fault.twin)) : null) : null,
    fact("clauses", list(one.clauses).length ? clauseList(list(one.clauses)) : null),
    one.ledger ? fact("ledger", el("code", null, one.ledger), " ", point ? point.title : null) : null,
    oracle.verdict ? fact("our oracle", `${oracle.verdict}`) : null,
    fact("asked", [one.operation, input.pc ? ` of ${input.pc}` : null, input.address ? `, section at ${input.address}` : null, ` by ${one.profile} for ${one.abi}`]),
    fact("address", el("a", { href: address({ case: linkOf(one) }) }, "link to this case")));
}

function caseBody(one) {
  let rest;
  try {
    rest = one.rest ? JSON.parse(one.rest) : null;
  } catch {
    rest = null;
  }
  const body = el("div.body", null, facts(one, rest || {}));
  if (!rest) {
    body.append(el("p.notice", null, "The bytes and answers of this case are in the JSON report. To stay small, this page " +
      "holds those of the first cases of each cause."));
    return body;
  }
  body.append(el("div.halves", null, comparison(one, rest), bytesOf(rest)));
  if (rest.stderr)
    body.append(el("h4", null, "Standard error"), ...[verbatim(String(rest.stderr))].flat());
  return body;
}

// The section's bytes, beside their fields where those are given.

function byteLines(rest) {
  const hex = String(members(rest.input).bytes || "").replace(/[^0-9a-f]/gi, ""), length = hex.length >> 1;
  const given = list(rest.fields).filter(field => Number.isInteger(field.offset) && field.length > 0 && field.offset < length);
  const fields = [], lines = [];
  let at = 0;
  for (const field of given.sort((a, b) => a.offset - b.offset)) {
    if (field.offset > at)
      fields.push({ offset: at, length: field.offset - at });
    fields.push(field);
    at = Math.max(at, field.offset + field.length);
  }
  if (at < length)
    fields.push({ offset: at, length: length - at });
  const width = given.length ? 8 : 16;
  for (const field of fields)
    for (let from = field.offset; from < Math.min(length, field.offset + field.length); from += width)
      lines.push({ offset: from, hex: hex.slice(2 * from, 2 * Math.min(from + width, field.offset + field.length)),
        name: from === field.offset ? field.name : null, meaning: from === field.offset ? field.meaning : null, broken: [] });
  return { lines, length, annotated: given.length > 0 };
}

function bytesOf(rest) {
  const { lines, length, annotated } = byteLines(rest), expect = members(rest.expect);
  const violations = list(members(expect.oracle).violations).concat(list(expect.violations));
  const beyond = [];
  for (const violation of violations) {
    const offset = Number(violation.offset);
    const line = lines.find(({ offset: from, hex }) => offset >= from && offset < from + hex.length / 2);
    if (line) {
      line.broken.push({ ...violation, at: offset });
      line.matters = true;
    } else
      beyond.push(violation);
  }
  const words = violation => [el("code", null, violation.clause), " ", clauseWords[violation.clause] || violation.severity];
  const body = el("tbody");
  folded(body, lines, annotated ? 4 : 2, line => {
    const bytes = line.hex.match(/../g) || [];
    const broken = new Set(line.broken.map(violation => violation.at - line.offset));
    return el(line.matters ? "tr.broken" : "tr", null, el("th", { scope: "row" }, line.offset.toString(16).padStart(4, "0")),
      el("td.hex", null, bytes.map((byte, i) => [i ? " " : null, broken.has(i) ? el("mark", null, byte) : byte])),
      annotated ? [el("td.name", null, line.name), el("td", null, line.meaning,
        line.broken.map(violation => el("div.violation", null, "\u25b2 ", words(violation))))] :
        line.broken.length ? el("td", null, line.broken.map(violation => el("div.violation", null, "\u25b2 ",
          `0x${violation.at.toString(16)} `, words(violation)))) : null);
  });
  return el("div", null, el("h4", null, `The section, ${plural(length, "byte")}`),
    length ? scrolling("The section's bytes", el("table.bytes", null, body)) : el("p.quiet", null, "No bytes at all."),
    beyond.map(violation => el("p.violation", null, `\u25b2 at ${violation.offset}, past the last byte: `, words(violation))));
}

// What was expected beside what was answered, member by member.

const isRule = value => "base" in members(value) && Object.keys(value).every(name => ["base", "offset", "deref"].includes(name));
const isPlain = value => value === null || typeof value !== "object";
const isOneLine = value => isPlain(value) || isRule(value) || Array.isArray(value) && value.length < 9 && value.every(isPlain);

function valueText(value) {
  if (value === undefined)
    return "\u2014";
  if (isRule(value)) {
    const sign = value.offset < 0 ? "\u2212" : "+";
    const place = `${value.base} ${sign} ${typeof value.offset === "number" ? Math.abs(value.offset) : JSON.stringify(value.offset)}`;
    return value.deref ? `[${place}]` : place;
  }
  if (Array.isArray(value) && value.length && value.every(one => typeof one === "string"))
    return value.join(" ");
  return typeof value === "string" && value ? value : JSON.stringify(value);
}

/* Lines for all members of either side, with the path that differences name them by. */
function memberLines(expected, actual, lines = [], path = "", depth = 0, within = undefined) {
  const sides = [expected, actual];
  const isList = sides.some(Array.isArray);
  const names = isList ? [...Array(Math.max(...sides.map(side => list(side).length))).keys()] :
    [...new Set(sides.flatMap(side => Object.keys(members(side))))];
  for (const name of names) {
    const values = sides.map(side => isList ? list(side)[name] : Object.hasOwn(members(side), name) ? side[name] : undefined);
    const inner = isList ? `${path}[${name}]` : path ? `${path}.${name}` : String(name);
    const isNested = !values.every(isOneLine) && !values.some(value => value !== undefined && isPlain(value)) && depth < 40;
    const summary = value => value === undefined || !isNested ? valueText(value) :
      Array.isArray(value) ? plural(value.length, "entry", "entries") : "";
    lines.push({ path: inner, name: isList ? `[${name}]` : name, depth, within, values: values.map(summary) });
    if (isNested)
      memberLines(values[0], values[1], lines, inner, depth + 1, lines.length - 1);
  }
  return lines;
}

function markDifferences(lines, differences) {
  const unplaced = [];
  const byPath = new Map(lines.map(line => [line.path, line]));
  for (const difference of differences) {
    let path = String(difference.path), line = byPath.get(path);
    for (; !line && path; line = byPath.get(path)) // a rule is one line, and its members are marked there
      path = path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
    if (line)
      line.matters = true;
    else
      unplaced.push(difference);
  }
  return unplaced;
}

function compared(expected, actual, differences) {
  const lines = memberLines(expected, actual);
  const unplaced = markDifferences(lines, differences);
  const body = el("tbody");
  folded(body, lines, 3, line => {
    const name = el("th", { scope: "row", title: line.path }, line.name);
    name.style.paddingInlineStart = `${0.5 + line.depth}rem`;
    return el(line.matters ? "tr.differs" : "tr", null, name, line.values.map((value, i) =>
      el(value === "\u2014" ? "td.absent" : "td", null, line.matters ? el(i ? "mark" : "b", null, value) : value)));
  });
  return [unplaced.length ? el("ul", null, unplaced.slice(0, 50).map(difference => el("li", null, el("code", null, difference.path),
    `: expected ${valueText(difference.expected)}, got ${valueText(difference.actual)}`))) : null,
  scrolling("Expected beside answered", el("table.compared", null,
    el("thead", null, el("tr", null, el("th", { scope: "col" }, "member"), el("th", { scope: "col" }, "expected"), el("th", { scope: "col" }, "answered"))), body))];
}

function acceptedWords(accept) {
  const words = { error: "an error", none: "that nothing is found", answer: "the answer as the bytes stand" };
  return list(accept).map(one => words[one] || one).join(", or ");
}

function comparison(one, rest) {
  const expect = members(rest.expect), place = el("div"), readings = list(expect.readings);
  const isAnswer = rest.answer && typeof rest.answer === "object";
  const { request, ...actual } = members(rest.answer);
  const strip = value => { const { violations, ...others } = members(value); return one.operation === "check" ? others : members(value); };
  const show = (expected, accept) => {
    place.replaceChildren(...[
      accept ? el("p", null, `Accepted: ${acceptedWords(accept)}.`) : null,
      isAnswer || expected ? compared(strip(expected), strip(actual), list(rest.differences)) : null,
      isAnswer ? null : typeof rest.answer === "string" ? [el("p", null, "Answered, word for word:"), verbatim(rest.answer)] :
        el("p.quiet", null, "There was no answer."),
    ].flat(Infinity).filter(Boolean));
  };
  const choose = i => show(readings[i].answer, readings[i].answer ? null : readings[i].accept);
  if (readings.length)
    choose(Math.max(0, readings.findIndex(reading => reading.reading === expect.oracle)));
  else if (expect.accept)
    show(expect.answer, expect.accept);
  else
    show(expect, null);
  const chooser = readings.length ? el("label", null, "expected by the reading ", el("select", { change: event => choose(event.target.selectedIndex) },
    readings.map(reading => el("option", { selected: reading.reading === expect.oracle }, `${reading.reading}${reading.reading === expect.oracle ? ", the oracle's" : ""}`)))) : null;
  return el("div", null, el("h4", null, "Expected and answered"), chooser, place);
}

// --- Keyboard, theme, moving about ------------------------------------------------------------------------------

function focusOn(element) {
  const target = element && (element.matches("details") ? element.querySelector("summary") : element);
  if (target) {
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  }
}

function onKey(event) {
  const target = event.target, isTyping = target.matches("input, select, textarea");
  if (event.ctrlKey || event.altKey || event.metaKey)
    return;
  const summary = target.closest("#failures summary");
  const step = { j: 1, k: -1, ...(summary ? { ArrowDown: 1, ArrowUp: -1 } : {}) }[event.key];
  if (step && !isTyping) {
    const all = [...document.querySelectorAll("#failures details:is(.cause, .case) > summary")].filter(one => one.checkVisibility());
    const inside = target.closest("#failures details.case > *:not(summary)");
    const from = all.indexOf(inside ? inside.parentElement.firstElementChild : summary);
    focusOn(all[from < 0 ? (step > 0 ? 0 : all.length - 1) : from + step]);
  } else if (event.key === "/" && !isTyping)
    focusOn(form.elements.text);
  else if (event.key === "Escape" && target.closest("#failures details[open]")) {
    const details = target.closest("#failures details[open]");
    details.open = false;
    focusOn(details);
  } else
    return;
  event.preventDefault();
}

function showTheme() {
  const button = document.getElementById("theme"), themes = ["auto", "light", "dark"];
  const set = theme => {
    document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  let stored = null;
  try {
    stored = localStorage.getItem("theme");
  } catch { /* pages read from files may have no storage */ }
  set(themes.includes(stored) ? stored : "auto");
  button.addEventListener("click", () => {
    set(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length]);
    try {
      localStorage.setItem("theme", document.documentElement.dataset.theme);
    } catch { /* then it holds until the page is closed */ }
  });
}

/* Links to parts of the page leave the filters in the address alone. */
function onLink(event) {
  const link = event.target.closest("a[href^='#']"), part = link && !link.hash.includes("=") && document.querySelector(link.hash);
  if (part) {
    event.preventDefault();
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  }
}

function goToAddress() {
  readAddress();
  showCauses();
  if (isState())
    document.getElementById("failures").scrollIntoView();
}

showTheme();
showAbout();
showVerdicts();
showFeatures();
showReadings();
showFilters();
goToAddress();
addEventListener("hashchange", goToAddress);
document.addEventListener("keydown", onKey);
document.addEventListener("click", onLink);
