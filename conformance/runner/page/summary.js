// --- What was run ------------------------------------------------------------------------------------------

function showAbout() {
  const corpus = members(report.corpus), hash = String(corpus.hash);
  const begun = new Date(report.started);
  const time = () => el("time", { datetime: report.started },
    begun.toISOString().slice(0, 16).replace("T", " "), " UTC");
  const parts = [
    ["suite ", el("b", null, report.suite)],
    [plural(corpus.vectors, "vector"), members(report.selection).core && " of the core", ", ",
      el("code", { title: hash }, hash.slice(0, 16))],
    isNaN(begun) ? "" : time(),
    `took ${Number(report.seconds || 0).toFixed(1)} s`,
    report.complete ? "complete" : "",
    report.exact ? "judged with --exact" : "",
    report.seed ? `asked in several orders (--seed ${report.seed})` : "",
  ];
  add(document.getElementById("about"), parts.map(part => part && el("span", null, part)));
}

function showNotices() {
  const { select, skip, shard, idle } = members(report.selection);
  const faults = list(report.faults).filter(({ adapter, kind }) =>
    adapter === null && !["corpus", "incomplete", "selection"].includes(kind)).map(({ words }) => words);
  const selection = [
    list(select).length && `only ${list(select).join(", ")}`,
    list(skip).length && `without ${list(skip).join(", ")}`,
    shard && `shard ${shard}`,
  ].filter(Boolean).join("; ");
  const notice = (title, words) => words && el("p.notice", null, el("b", null, title), " ", words);
  add(document.getElementById("notices"),
    notice("Partial.", !report.complete && "The run ended early; this is what was judged until then."),
    notice("A selection of the corpus:", selection),
    notice("No vector fits:", list(idle).join(", ")),
    notice("Not known to be whole:", members(report.corpus).closed === false &&
      "the corpus has no closing line, which would count its vectors."),
    notice("The corpus is at fault:", report.fault),
    notice("Wrong with the run:", faults.join("; ")));
}

// --- Verdicts: a row for each implementation ---------------------------------------------------------------

/* The faults of an implementation's run, without those that its row says anyway. */
const SAID_IN_ROW = ["missing", "expectation", "ended", "gave up"];
const faultsOf = implementation => list(report.faults).filter(({ adapter, kind }) =>
  adapter !== null && adapter === implementation.adapter && !SAID_IN_ROW.includes(kind)).map(({ words }) => words);

/* How many questions the implementation left out.  Unjudged answers, and those outside of a set, do not count. */
const leftOut = counts => sum(counts, "left") - ["unjudged", "outside"]
  .reduce((total, outcome) => total + (members(counts)[outcome] || 0), 0);

/* The kind and the words of a badge; and why, if numbers do not say it. */
function verdictOf(implementation) {
  const counts = implementation.outcomes, asked = sum(counts);
  const left = sum(counts, "left"), died = sum(counts, "died");
  if (implementation.missing)
    return ["left", "not run", implementation.missing];
  if (asked === 0)
    return ["bad", "nothing asked", "no vector fits what it declares"];
  if (left === asked)
    return ["bad", "nothing judged"];
  if (died)
    return ["died", deathOf(counts)];
  if (sum(counts, "bad"))
    return ["bad", "fails"];
  return faultsOf(implementation).length ? ["bad", "not as wanted"] : ["good", leftOut(counts) ? "passes" : "passes all"];
}

const isWrong = one => ["bad", "died"].includes(kindOf(one.outcome));
const groupsOf = implementation =>
  causes.filter(cause => cause.implementation === labelOf(implementation) &&
    cause.cases.some(isWrong)).length;

/* What is to be said of the run that is not about single vectors. */
function remarks(implementation) {
  const { ended, gave_up: gaveUp, unmatched, exceeded } = implementation;
  const expectations = (globs, happened) => globs.length > 0 &&
    el("span", { title: globs.join("\n") },
      `${plural(globs.length, "expectation")} ${happened}: ${atMost(3, globs)}`);
  return [expectations(list(exceeded), "matched too much"), expectations(list(unmatched), "matched nothing"),
    ended, gaveUp, ...faultsOf(implementation)].filter(Boolean);
}

/* A bar of all vectors selected: by kinds of outcomes, and hatched those that were never asked. */
function proportions(implementation, outcomes) {
  const stripe = (kind, n) => {
    const element = el(`i.${kind}`);
    element.style.flexGrow = n;
    return n > 0 && element;
  };
  const counts = members(implementation.outcomes);
  return el("div.proportions", { "aria-hidden": "true" },
    outcomes.map(outcome => stripe(kindOf(outcome), counts[outcome])),
    stripe("skipped", sum(implementation.skipped)));
}

const notAskedWords = implementation =>
  counted(implementation.skipped).map(([reason, n]) => `${number(n)} by ${reason}`).join(", ");

function verdictRow(implementation, outcomes) {
  const label = labelOf(implementation), [kind, short, why] = verdictOf(implementation);
  const counts = members(implementation.outcomes), { unexpected, skipped } = implementation;
  const wrong = groupsOf(implementation);
  const cell = (what, n, wanted) => el(`td${what}`, null, n > 0 && (wanted ?
    el("a", { href: address({ implementation: label, ...wanted }) }, number(n)) : number(n)));
  const numbers = [
    el("td", null, number(implementation.judged), el("small", null, ` of ${number(sum(counts))}`)),
    el("td.bar-cell", null, proportions(implementation, outcomes)),
    outcomes.map(outcome => cell(`.${kindOf(outcome)}`, counts[outcome],
      !["pass", "unsupported", "unjudged", "outside"].includes(outcome) && { outcome })),
    el("td.quiet", { title: notAskedWords(implementation) }, number(sum(skipped))),
    cell("", wrong, {}),
    unexpected ? cell(".unexpected", unexpected, { unexpected: "yes" }) : el("td.quiet", null, "0"),
  ];
  return el("tr", null,
    el("th", { scope: "row", title: label }, el("b", null, label), " ",
      el("span.quiet", null, [implementation.name, implementation.version].filter(Boolean).join(" "))),
    el("td", null, badge(kind, short)),
    why ? el("td.why", { colspan: outcomes.length + 5 }, why) : numbers);
}

/* What each said that it can do, and how much was therefore not asked. */
function declarations(asked) {
  const row = implementation => {
    const exposes = list(implementation.exposes);
    return el("tr", null,
      el("th", { scope: "row" }, labelOf(implementation)),
      ["profiles", "abis", "operations"].map(name => el("td", null, list(implementation[name]).join(" "))),
      el("td", null, implementation.foreign_byte_order === false ? "its own" : "both"),
      el("td", null, notAskedWords(implementation) || "nothing"),
      el("td", null, exposes.length ? exposes.join(", ") : "all"));
  };
  return el("details.alike", null,
    el("summary", null, "What each declares, and was therefore not asked"),
    scrolling("What each declares", "table.declared",
      headings(["implementation", "profiles", "ABIs", "operations", "byte order", "not asked",
        "states of the model"]),
      el("tbody", null, asked.map(row))));
}

/* The lines of each requirement set, and what came of the vectors that they put outside. */
function requirements(asked) {
  const rows = ({ name, lines }, label) => list(lines).map(({ line, wants, else: owed, kept, broke }) =>
    el("tr", null, el("th", { scope: "row" }, label), el("td", null, `${name}, line ${line}`), el("td", null, wants),
      el("td", null, owed), el("td", null, number(kept)), el(`td${broke ? ".bad" : ""}`, null, number(broke))));
  const some = asked.filter(({ requires }) => list(members(requires).lines).length);
  return some.length > 0 && el("details.alike", null,
    el("summary", null, "What lies outside of their requirement sets"),
    scrolling("Outside of requirement sets", "table.declared",
      headings(["implementation", "set", "wants", "else owes", "kept", "not kept"]),
      el("tbody", null, some.flatMap(one => rows(one.requires, labelOf(one))))));
}

function showVerdicts() {
  const seen = new Set(implementations.flatMap(one => counted(one.outcomes).map(([outcome]) => outcome)));
  const outcomes = [...seen].sort(inOrder(Object.keys(OUTCOMES)));
  const columns = el("tr", null,
    ["implementation", "verdict", "judged"].map(name => el("th", { scope: "col" }, name)),
    el("th", { scope: "col" }, el("span.spoken", null, "proportions")),
    outcomes.map(outcome => el(`th.${kindOf(outcome)}`, { scope: "col" }, outcome)),
    ["not asked", "groups", "unexpected"].map(name => el("th", { scope: "col" }, name)));
  const rows = implementation => el("tbody.verdict", null, verdictRow(implementation, outcomes),
    remarks(implementation).map(words => el("tr", null,
      el("td.unexpected.remark", { colspan: outcomes.length + 7 }, el("div", null, words)))));
  const asked = implementations.filter(implementation => !implementation.missing);
  content("verdicts").replaceChildren();
  add(content("verdicts"),
    scrolling("Verdicts", "table.verdicts", el("thead", null, columns), implementations.map(rows)),
    asked.length > 0 && declarations(asked), requirements(asked));
}

// --- Features: implementations and operations down, profiles and ABIs across -------------------------------

const MARKS = { good: "\u2713", bad: "\u2717", died: "\u2020", left: "\u25d0" };
const FEATURE_WORDS = { good: "passes all", bad: "fails", left: "passes, the rest not judged" };
const FEATURE_KEY = [
  ["good", "\u2713 passes all"],
  ["bad", "\u2717 fails so many"],
  ["died", "\u2020 crashes, hangs, or gives no answer to judge"],
  ["left", "\u25d0 passes so many, the rest not judged: unsupported, refused, nothing said, or outside"],
  ["quiet", "\u2013 not declared"],
  ["quiet", "\u00b7 no vector"],
];

function featureCell(implementation, { group: profile, name: abi }, operation) {
  const where = `${labelOf(implementation)}, ${profile} ${abi} ${operation}: `;
  const feature = list(implementation.features).find(one =>
    one.profile === profile && one.abi === abi && one.operation === operation);
  const counts = members(feature).outcomes, asked = sum(counts);
  if (!asked) {
    const isDeclared = list(implementation.profiles).includes(profile) &&
      list(implementation.abis).includes(abi) &&
      list(implementation.operations).includes(operation);
    const words = isDeclared ? "no vector" : "not declared";
    return el("td.none", { title: where + words }, sign(isDeclared ? "\u00b7" : "\u2013", words));
  }
  const bad = sum(counts, "bad"), died = sum(counts, "died"), left = sum(counts, "left");
  const kind = died ? "died" : bad ? "bad" : left === asked || leftOut(counts) ? "left" : "good";
  const words = died ? deathOf(counts) : left === asked ? "nothing was judged" : FEATURE_WORDS[kind];
  const inside = [sign(MARKS[kind], words), " ", number(bad + died || asked - left),
    kind !== "good" && el("small", null, `/${number(asked)}`)];
  const href = address({ implementation: labelOf(implementation), profile, abi, operation });
  const title = where + counted(counts).map(([outcome, n]) => `${number(n)} ${outcome}`).join(", ");
  return el(`td.${kind}`, { title }, kind === "good" ? inside : el("a", { href }, inside));
}

/* The columns of a matrix: each pair of a group and a name once, in order. */
function matrixColumns(pairs, groups, names) {
  const inColumn = (a, b) => inOrder(groups)(a.group, b.group) || inOrder(names)(a.name, b.name);
  const unique = new Map(pairs.map(([group, name]) => [`${group} ${name}`, { group, name }]));
  return [...unique.values()].sort(inColumn)
    .map((one, i, all) => ({ ...one, isFirst: i === 0 || one.group !== all[i - 1].group }));
}

/* A name that can be broken before _ and behind dots. */
const breakable = name => String(name).split(/(?=_)|(?<=\.)/)
  .flatMap((part, i) => i ? [el("wbr"), part] : part);

function matrixHeadings(rows, columns) {
  const groups = columns.filter(({ isFirst }) => isFirst).map(({ group }) => el("th.group.first",
    { colspan: columns.filter(one => one.group === group).length, scope: "colgroup" }, group));
  const names = columns.map(({ name, isFirst }) =>
    el(`th${isFirst ? ".first" : ""}`, { scope: "col" }, breakable(OUTPUTS[name] || name)));
  return el("thead", null,
    el("tr", null, rows.map(name => el("th", { rowspan: 2, scope: "col" }, name)), groups),
    el("tr", null, names));
}

/* A line for each of several rows of one thing; makeCell(row, column) */
function matrixRows(heading, rows, wordsOf, columns, makeCell) {
  return el("tbody", null, rows.map((row, i) => el("tr", null,
    i === 0 && el("th", { rowspan: rows.length, scope: "rowgroup" }, breakable(heading)),
    el("th", { scope: "row" }, breakable(wordsOf(row))),
    columns.map(column => {
      const cell = makeCell(row, column);
      cell.classList.toggle("first", column.isFirst);
      return cell;
    }))));
}

const matrixKey = entries =>
  el("p.quiet.key", null, entries.map(([kind, words]) => el(`span.${kind}`, null, words)));

function featureRows(implementation, columns) {
  const rows = [...new Set([...list(implementation.operations),
    ...list(implementation.features).map(feature => feature.operation)])].sort(inOrder(OPERATIONS));
  return matrixRows(labelOf(implementation), rows, operation => operation, columns,
    (operation, column) => featureCell(implementation, column, operation));
}

function showFeatures() {
  const run = implementations.filter(implementation => !implementation.missing);
  const features = run.flatMap(implementation => list(implementation.features));
  const columns = matrixColumns(features.map(({ profile, abi }) => [profile, abi]), [], ABIS);
  add(content("features"), columns.length === 0 ? el("p", null, "Nothing was asked.") : [
    scrolling("Implementations by feature", "table.matrix",
      matrixHeadings(["implementation", "operation"], columns),
      run.map(implementation => featureRows(implementation, columns))),
    matrixKey(FEATURE_KEY),
  ]);
}

// --- Readings of contested points --------------------------------------------------------------------------

/* What came of each point of the ledger: who took which of its readings, and how often. */
function contestedPoints() {
  const points = new Map();
  for (const implementation of implementations)
    for (const point of list(implementation.readings)) {
      if (!points.has(point.ledger))
        points.set(point.ledger, { ...point, took: new Map([[point.oracle, []]]) });
      const { took } = points.get(point.ledger);
      for (const [reading, n] of counted(point.took))
        took.set(reading, [...took.get(reading) || [], [labelOf(implementation), n]]);
    }
  return [...points.values()].sort((a, b) => inOrder([])(a.ledger, b.ledger));
}

function readingRow(point, reading, took) {
  const kind = reading === "unread" ? "bad" : reading === point.oracle ? "oracle" : "other";
  const link = ([label, n]) => el(`a.${kind}`,
    { href: address({ implementation: label, ledger: point.ledger }) }, label,
    el("small", null, ` ${number(n)}`));
  return el("tr", null,
    el(`td.${kind}`, null, kind === "oracle" && [sign("\u25c6", "the oracle's:"), " "],
      kind === "bad" ? "none of them" : reading),
    el("td", null, took.length ? took.map(one => [link(one), " "]) : "nobody"));
}

/* The rows of a point: the oracle's reading first, `unread` last. */
function readingRows(point) {
  const place = inOrder([point.oracle]);
  const rows = [...point.took].sort(([a], [b]) =>
    Number(a === "unread") - Number(b === "unread") || place(a, b));
  return el("tbody", null,
    el("tr", null, el("th", { colspan: 2, scope: "rowgroup" }, point.title, " ",
      el("small", null, point.ledger))),
    rows.map(([reading, took]) => readingRow(point, reading, took)));
}

function showReadings() {
  const all = contestedPoints();
  const isApart = ({ took, oracle }) => [...took.keys()].some(reading => reading !== oracle);
  const apart = all.filter(isApart), alike = all.filter(point => !isApart(point));
  const table = points => el("table.readings", null, headings(["reading", "taken by"]),
    points.map(readingRows));
  add(content("readings"),
    el("p.intro", null, all.length === 0 ? "No contested vector was asked." :
      `${plural(all.length, "open point")} came up. To take any reading is no failure; to fit none is.`),
    apart.length > 0 && table(apart),
    alike.length > 0 && el("details.alike", null,
      el("summary", null, `${plural(alike.length, "point")} on which all read as the oracle does`),
      table(alike)));
}
