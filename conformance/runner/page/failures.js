// --- Filters, kept in the URL's fragment -------------------------------------------------------------------

const EQUAL = ["implementation", "profile", "abi", "operation", "class", "outcome", "ledger"];
const FILTERS = [...EQUAL, "clause", "text", "unexpected"];
const form = document.getElementById("filters");
let linked = null; // the case that the address leads to

const address = state => "#" + new URLSearchParams(state).toString();
const isState = hash => hash.includes("=");
const linkOf = one => `${one.implementation}:${one.id}`;

function chosenNow() {
  const chosen = {};
  for (const name of FILTERS) {
    const input = form.elements[name];
    const value = input.type === "checkbox" ? input.checked && input.value : input.value.trim();
    if (value)
      chosen[name] = value;
  }
  return chosen;
}

function readAddress() {
  const wanted = new URLSearchParams(isState(location.hash) ? location.hash.slice(1) : "");
  for (const name of FILTERS) {
    const input = form.elements[name], value = wanted.get(name) || "";
    if (input.type === "checkbox") {
      input.checked = value === input.value;
      continue;
    }
    if (input.tagName === "SELECT" && ![...input.options].some(option => option.value === value))
      input.append(new Option(visible(value), value));
    input.value = value;
  }
  linked = wanted.get("case");
}

function writeAddress() {
  const state = { ...chosenNow(), ...(linked ? { case: linked } : {}) };
  history.replaceState(null, "", Object.keys(state).length ? address(state) :
    location.pathname + location.search);
}

/* Readings that were taken are only listed if an outcome or a point of the ledger is chosen. */
function fits(one, chosen) {
  return (isFailure(one) || chosen.outcome || chosen.ledger) &&
    EQUAL.every(name => !chosen[name] || one[name] === chosen[name]) &&
    (!chosen.unexpected || one.unexpected) &&
    (!chosen.text || String(one.id).includes(chosen.text)) &&
    (!chosen.clause || list(one.clauses).includes(chosen.clause));
}

function showFilters() {
  const orders = { outcome: Object.keys(OUTCOMES), operation: OPERATIONS, abi: ABIS };
  const option = value => new Option(visible(value), value);
  for (const name of EQUAL) {
    const values = name === "implementation" ? implementations.map(labelOf) :
      [...new Set(cases.map(one => one[name]).filter(Boolean))].sort(inOrder(orders[name] || []));
    form.elements[name].append(new Option("any", ""), ...values.map(option));
  }
  const clauses = new Set();
  for (const one of cases)
    for (const clause of list(one.clauses))
      clauses.add(clause);
  document.getElementById("clauses").append(...[...clauses].sort().map(option));
  const changed = () => {
    linked = null;
    writeAddress();
    showCauses();
  };
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(changed)); // once the form is empty
  form.addEventListener("submit", event => event.preventDefault());
}

// --- Causes and cases --------------------------------------------------------------------------------------

function caseDetails(one, isOpen) {
  const details = el("details.case", { open: isOpen }, el("summary", null,
    code(one.id),
    one.unexpected && unexpectedly(one.expected ? `expected ${one.expected}` : "unexpected"),
    el("span.reason", null, one.reason)));
  details.addEventListener("toggle", event => {
    event.stopPropagation();
    if (details.open)
      linked = linkOf(one);
    else if (linked === linkOf(one))
      linked = null;
    writeAddress();
  });
  return lazily(details, () => caseBody(one));
}

/* A cause often begins with the outcome, which stands in the badge. */
const withoutOutcome = (cause, outcome) =>
  cause.startsWith(`${outcome} `) ? cause.slice(outcome.length + 1) : cause;

function causeDetails({ implementation, cause, some }) {
  const unexpected = some.filter(one => one.unexpected).length, outcome = some[0].outcome;
  const details = el("details.cause", null, el("summary", null,
    badge(kindOf(outcome), outcome),
    el("b", null, implementation),
    el("span.what", null, withoutOutcome(cause, outcome)),
    el("span.number", null, plural(some.length, "case"),
      unexpected > 0 && unexpectedly(`, ${number(unexpected)} unexpected`))));
  return lazily(details, () => {
    const inside = el("div.cases");
    paged(inside, some, 50, one => caseDetails(one, false));
    return inside;
  });
}

/* Orders causes: unexpected ones first, then by the worst kind of outcome, then by how many cases they have. */
function byWeight(a, b) {
  const weight = ({ some }) => [Number(some.some(one => one.unexpected)),
    KINDS.indexOf(kindOf(some[0].outcome)), some.length];
  const [x, y] = [weight(a), weight(b)];
  return y[0] - x[0] || y[1] - x[1] || y[2] - x[2];
}

/* The words of a wrong value, with an ellipsis behind a value that is cut.  The words themselves stay: SARIF knows a
 * result by them. */
const withEllipses = words => !words.startsWith("gives a wrong ") ? words :
  words.replace(/["[].*?(?= instead of |, all |, most |$)/g, value => {
    try {
      JSON.parse(value);
      return value;
    } catch {
      return `${value}\u2026`;
    }
  });

/* What the runner found that failures have in common, without knowing the reader. */
function showCommon() {
  const item = (implementation, { words, explains, smallest }) => el("li", null,
    el("b", null, withEllipses(words)), ` explains ${plural(explains, "failure")}, the smallest `,
    el("a", { href: address({ case: linkOf({ implementation: labelOf(implementation), id: smallest }) }) }, smallest));
  add(document.getElementById("common"), implementations.filter(({ causes: found }) => list(found).length).map(one => [
    el("h3", null, `What failures of ${labelOf(one)} have in common`),
    el("ol", null, list(one.causes).map(found => item(one, found)))]));
}

function showCauses() {
  const chosen = chosenNow();
  const fitting = causes.map(cause => ({ ...cause, some: cause.cases.filter(one => fits(one, chosen)) }))
    .filter(({ some }) => some.length).sort(byWeight);
  const total = fitting.reduce((n, { some }) => n + some.length, 0), all = cases.filter(isFailure).length;
  document.getElementById("counted").textContent = all + total === 0 ? "Every case passed." :
    `${plural(total, "case")} in ${plural(fitting.length, "group")}; in all ${plural(all, "failure")}`;
  content("failures").replaceChildren();
  paged(content("failures"), fitting, 100, causeDetails);
  showLinked();
}

function showLinked() {
  const place = document.getElementById("linked");
  const one = linked && cases.find(some => linkOf(some) === linked);
  place.replaceChildren();
  if (one)
    add(place, el("p.quiet", null, `The case of this address, of ${one.implementation}:`),
      caseDetails(one, true));
  else if (linked)
    add(place, el("p.notice", null,
      `The case of this address is not among those that did not pass: ${linked}`));
}
