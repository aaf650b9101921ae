// --- What was run ------------------------------------------------------------------------------------------

function showAbout() {
  const corpus = members(report.corpus), hash = String(corpus.hash);
  const begun = new Date(report.started);
  const time = () => el("time", { datetime: report.started },
    begun.toISOString().slice(0, 16).replace("T", " "), " UTC");
  const parts = [
    ["suite ", el("b", null, report.suite)],
    [plural(corpus.vectors, "vector"), ", ", el("code", { title: hash }, hash.slice(0, 16))],
    isNaN(begun) ? "" : time(),
    `took ${Number(report.seconds || 0).toFixed(1)} s`,
    report.complete ? "complete" : "",
  ];
  add(document.getElementById("about"), parts.map(part => part && el("span", null, part)));
}

function showNotices() {
  const { core, select, skip, shard } = members(report.selection);
  const selection = [
    core && "the core",
    list(select).length && `only ${list(select).join(", ")}`,
    list(skip).length && `without ${list(skip).join(", ")}`,
    shard && `shard ${shard}`,
  ].filter(Boolean).join("; ");
  const notice = (title, words) => words && el("p.notice", null, el("b", null, title), " ", words);
  add(document.getElementById("notices"),
    notice("Partial.", !report.complete && "The run ended early; this is what was judged until then."),
    notice("A selection of the corpus:", selection),
    notice("The corpus is at fault:", report.fault));
}

// --- Verdicts ----------------------------------------------------------------------------------------------

/* In a badge, and in a few words. */
function verdictOf(implementation) {
  const counts = implementation.outcomes, asked = sum(counts);
  const left = sum(counts, "left"), died = sum(counts, "died"), wrong = sum(counts, "bad") + died;
  if (implementation.missing)
    return ["left", "not run", implementation.missing];
  if (asked === 0)
    return ["bad", "nothing asked", "no vector fits what it declares"];
  if (left === asked)
    return ["left", "unsupported", `it supports none of the ${number(asked)} it was asked`];
  const of = n => `${number(n)} of ${number(asked)} asked`;
  if (wrong === 0 && left === 0)
    return ["good", "passes all", `${number(asked)} asked`];
  if (wrong === 0)
    return ["good", "passes", `${of(asked - left)}; ${number(left)} unsupported`];
  const words = `${of(wrong)}, by ${plural(causesOf(implementation), "cause")}`;
  return died ? ["died", deathOf(counts), `${words}; ${number(died)} gave no answer to judge`] :
    ["bad", "fails", words];
}

const isWrong = one => ["bad", "died"].includes(kindOf(one.outcome));
const causesOf = implementation =>
  causes.filter(cause => cause.implementation === labelOf(implementation) &&
    cause.cases.some(isWrong)).length;

/* Beside what the expectation file says. */
function expectedness(implementation) {
  const { missing, unexpected, outcomes, ended, gave_up: gaveUp } = implementation;
  const unmatched = list(implementation.unmatched), exceeded = list(implementation.exceeded);
  const known = sum(outcomes, "bad") + sum(outcomes, "died") > 0 && el("span.quiet", null, "all known");
  const link = () => el("a.unexpected",
    { href: address({ implementation: labelOf(implementation), unexpected: "yes" }) },
    `${number(unexpected)} unexpected`);
  return missing ? [] : [
    unexpected ? link() : known,
    exceeded.length > 0 && el("span.unexpected", { title: exceeded.join("\n") },
      `${plural(exceeded.length, "expectation")} matched too much: ${atMost(3, exceeded)}`),
    unmatched.length > 0 && el("span.unexpected", { title: unmatched.join("\n") },
      `${plural(unmatched.length, "expectation")} matched nothing: ${atMost(3, unmatched)}`),
    [ended, gaveUp].map(words => words && unexpectedly(words)),
  ];
}

/* Of everything selected: what was judged how, and what it was never asked. */
function proportions(implementation) {
  const skipped = counted(implementation.skipped), order = inOrder(Object.keys(OUTCOMES));
  const parts = counted(implementation.outcomes).sort(([a], [b]) => order(a, b))
    .map(([outcome, n]) => ({ kind: kindOf(outcome), name: outcome, n }));
  if (skipped.length)
    parts.push({ kind: "skipped", n: sum(implementation.skipped),
      name: `not asked (by ${skipped.map(([reason, n]) => `${reason} ${number(n)}`).join(", ")})` });
  const stripe = ({ kind, n }) => {
    const element = el(`i.${kind}`);
    element.style.flexGrow = n;
    return element;
  };
  return [
    el("div.proportions", { "aria-hidden": "true" }, parts.map(stripe)),
    el("ul.legend", null, parts.map(({ kind, name, n }) =>
      el(`li.${kind}`, null, el("b", null, number(n)), " ", name))),
  ];
}

function declared(implementation) {
  const exposes = list(implementation.exposes);
  const parts = [
    ...["profiles", "abis", "operations"].map(name => list(implementation[name]).join(" ")),
    implementation.foreign_byte_order === false && "own byte order only",
    exposes.length > 0 && `states ${plural(exposes.length, "part")} of the model: ${atMost(4, exposes)}`,
  ];
  return el("p.quiet", { title: exposes.join("\n") || null }, parts.filter(Boolean).join(" \u00b7 "));
}

function showVerdicts() {
  const show = implementation => {
    const [kind, short, words] = verdictOf(implementation);
    return el("article.verdict", null,
      el("div", null,
        el("h3", null, labelOf(implementation)),
        el("p.quiet", null, [implementation.name, implementation.version].filter(Boolean).join(" "))),
      el("div", null,
        el("p.sentence", null, badge(kind, short), el("span", null, words), expectedness(implementation)),
        !implementation.missing && [proportions(implementation), declared(implementation)]));
  };
  add(content("verdicts"), implementations.map(show));
}

// --- Features: profile and ABI down, implementations and operations across ---------------------------------

const MARKS = { good: "\u2713", bad: "\u2717", died: "\u2020", left: "\u25d0" };
const FEATURE_WORDS = { good: "passes all", bad: "fails", left: "passes, the rest unsupported" };
const FEATURE_KEY = [
  ["good", "\u2713 passes all"],
  ["bad", "\u2717 fails so many"],
  ["died", "\u2020 crashes, hangs, or gives no answer to judge"],
  ["left", "\u25d0 passes so many, the rest unsupported"],
  ["quiet", "\u2013 not declared"],
  ["quiet", "\u00b7 no vector"],
];

function featureCell(implementation, { profile, abi }, operation) {
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
  const kind = died ? "died" : bad ? "bad" : left ? "left" : "good";
  const words = died ? deathOf(counts) : FEATURE_WORDS[kind];
  const inside = [sign(MARKS[kind], words), " ", number(bad + died || asked - left),
    kind !== "good" && el("small", null, `/${number(asked)}`)];
  const href = address({ implementation: labelOf(implementation), profile, abi, operation });
  const title = where + counted(counts).map(([outcome, n]) => `${number(n)} ${outcome}`).join(", ");
  return el(`td.${kind}`, { title }, kind === "good" ? inside : el("a", { href }, inside));
}

function showFeatures() {
  const run = implementations.filter(implementation => !implementation.missing);
  const features = run.flatMap(implementation => list(implementation.features));
  const operations = [...new Set(features.map(feature => feature.operation))].sort(inOrder(OPERATIONS));
  const profiles = [...new Set(features.map(feature => feature.profile))].sort();
  const abisOf = profile =>
    [...new Set(features.filter(one => one.profile === profile).map(one => one.abi))].sort(inOrder(ABIS));
  const isFirst = i => i === 0 ? ".first" : "";
  const row = (profile, abi) => el("tr", null,
    el("th", { scope: "row" }, el("b", null, profile), " ", abi),
    run.map(implementation => operations.map((operation, i) => {
      const cell = featureCell(implementation, { profile, abi }, operation);
      cell.classList.toggle("first", i === 0);
      return cell;
    })));
  const groups = run.map(implementation =>
    el("th.group", { colspan: operations.length, scope: "colgroup" }, labelOf(implementation)));
  const columns = run.map(() => operations.map((operation, i) =>
    el(`th${isFirst(i)}`, { scope: "col" }, operation)));
  add(content("features"), features.length === 0 ? el("p", null, "Nothing was asked.") : [
    scrolling("Implementations by feature", "table.matrix",
      el("thead", null,
        el("tr", null, el("th", { rowspan: 2, scope: "col" }, "profile, ABI"), groups),
        el("tr", null, columns)),
      profiles.map(profile => el("tbody", null, abisOf(profile).map(abi => row(profile, abi))))),
    el("p.quiet.key", null, FEATURE_KEY.map(([kind, words]) => el(`span.${kind}`, null, words))),
  ]);
}

// --- Readings of contested points --------------------------------------------------------------------------

/* What all implementations say of each point of the ledger: which readings each took, and how often. */
function contestedPoints() {
  const points = new Map();
  for (const implementation of implementations)
    for (const point of list(implementation.readings)) {
      if (!points.has(point.ledger))
        points.set(point.ledger, { ...point, took: new Map() });
      points.get(point.ledger).took.set(labelOf(implementation), counted(point.took).sort(byCount));
    }
  return [...points.values()].sort((a, b) => inOrder([])(a.ledger, b.ledger));
}

function readingCell(point, label) {
  const show = ([reading, n]) => {
    const href = address({ implementation: label, ledger: point.ledger });
    const kind = reading === "unread" ? "bad" : reading === point.oracle ? "quiet" : "other";
    return el(`a.${kind}`, { href }, reading === "unread" ? "none of them" : reading,
      el("small", null, ` ${number(n)}`),
      reading === point.oracle && el("span.spoken", null, " (the oracle's)"));
  };
  const took = point.took.get(label) || [];
  return took.length ? el("td", null, took.map(show)) : el("td.none", null, sign("\u2013", "not asked"));
}

function showReadings() {
  const labels = implementations.filter(implementation => !implementation.missing).map(labelOf);
  const all = contestedPoints();
  const isApart = point => [...point.took.values()].flat().some(([reading]) => reading !== point.oracle);
  const apart = all.filter(isApart), alike = all.filter(point => !isApart(point));
  const row = point => el("tr", null,
    el("th", { scope: "row" }, point.title, el("small", null, point.ledger)),
    el("td.oracle", null, "\u25c6 ", point.oracle),
    labels.map(label => readingCell(point, label)));
  const table = points => scrolling("Readings of contested points", "table.readings",
    headings(["point", "the oracle reads", ...labels]), el("tbody", null, points.map(row)));
  add(content("readings"),
    el("p.intro", null, all.length === 0 ? "No contested vector was asked." :
      `${plural(all.length, "open point")} came up. To take any reading is no failure; to fit none is.`),
    apart.length > 0 && table(apart),
    alike.length > 0 && el("details.alike", null,
      el("summary", null, `${plural(alike.length, "point")} on which all read as the oracle does`),
        table(alike)));
}
