"use strict";
// The playground.  All that is said of a section comes from the oracle; FACTS has the words of the texts, the open points
// and an example, and is made by release/site/make-site.

const PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"]; // as enum sfr_profile counts them; the next: as the version byte says
const BY_VERSION = PROFILES.length;
const WINDOW = 512; // bytes that are drawn
const LISTED = 50; // violations, rows and so on that are drawn
const HEX_MOST = 1 << 14, LINK_MOST = 1 << 15; // bytes that are written into the page as digits, and into a link

const place = id => document.getElementById(id);
const hex = value => `0x${value.toString(16)}`;
const byteText = value => value.toString(16).padStart(2, "0");
const plural = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

// What is open: BYTES as they are now, of which ORIGINAL were opened; AT is the byte that was chosen.
const now = { bytes: new Uint8Array(), original: new Uint8Array(), address: 0n, profile: BY_VERSION, pc: null,
              vector: null, sections: [], at: 0, from: 0, typed: -1 };
let oracle, checked, model, fields, cells, rows;

// --- Elements ---

// element("a.name", {href: "#"}, "text", element, ...): strangers' text becomes text alone.
function element(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const button = (text, click, attributes = {}) => element("button", { type: "button", click, ...attributes }, text);
const clauseLink = id => element("a", { href: `clauses/${id}.html` }, element("code", {}, id));
const table = (heads, lines) => element("table", {}, element("thead", {}, element("tr", {},
  ...heads.map(head => element("th", { scope: "col" }, head)))), element("tbody", {}, ...lines));

function notice(text) {
  place("notice").textContent = text;
}

// Runs what a user started; whatever goes wrong is said.
const guarded = act => async (...given) => {
  notice("");
  try {
    return await act(...given);
  } catch (error) {
    notice(`Not done: ${error.message}.`);
  }
};

// --- Verdict ---

const VERDICTS = {
  valid: "valid: no clause is broken",
  irregular: "irregular: it can be read, but breaks what a text says",
  malformed: "malformed: it cannot be read as it is laid out",
};

// The words of the text by which the section is read, or else of all.
function quotesOf(clause) {
  const all = FACTS.quotes[clause] || [], text = checked.profile === "v2e2" ? "v2e1" : checked.profile;
  const own = all.filter(([, places]) => places.split(/[ ,]+/).includes(text));
  return (own.length ? own : all).map(([words, places]) => element("blockquote", {}, words, " ", element("small", {}, places)));
}

// The words of the texts stand where a clause comes first.
function violationItem({ at, offset, clause, severity, found, against, words }, index, all) {
  const numbers = found === "0x0" && against === "0x0" ? "" : ` Found ${found}, against ${against}.`;
  const where = at < now.bytes.length ? button(`at ${offset}`, () => choose(at)) : `at ${offset}, the end`;
  return element("li", {}, where, " ", clauseLink(clause), severity === checked.verdict ? " " : ` (${severity}) `, `${words}${numbers}`,
    ...(all.findIndex(one => one.clause === clause) === index ? quotesOf(clause) : []));
}

function showVerdict() {
  const { verdict, profile, count, violations } = checked, at = place("verdict");
  at.className = `verdict ${verdict}`;
  at.textContent = `${VERDICTS[verdict]}. Read by ${profile}, ${plural(now.bytes.length, "byte")}.`;
  const items = violations.slice(0, LISTED).map(violationItem), more = count - items.length;
  place("violations").replaceChildren(...items, ...(more > 0 ? [element("li", {}, `and ${more.toLocaleString("en")} more`)] : []));
}

// --- Bytes and fields ---

const fieldAt = at => fields.find(one => one.offset <= at && at < one.offset + one.length);
const brokenAt = (from, length) => checked.violations.filter(({ at }) => from <= at && at < from + length);

function showWindow() {
  const end = now.from + WINDOW, size = now.bytes.length, shown = `${hex(now.from)} to ${hex(Math.min(end, size))} of ${hex(size)}`;
  const to = from => () => choose(Math.max(0, Math.min(from, size - 1)));
  place("window").replaceChildren(...(size <= WINDOW ? [] : [
    button("Before", to(now.from - WINDOW), now.from === 0 ? { disabled: "" } : {}), ` ${shown} `,
    button("After", to(end), end >= size ? { disabled: "" } : {})]));
}

function showGrid() {
  const wide = matchMedia("(min-width: 34rem)").matches ? 16 : 8, end = Math.min(now.from + WINDOW, now.bytes.length), lines = [];
  cells = new Map();
  for (let line = now.from; line < end; line += wide) {
    const made = element("div", { role: "row" }, element("span.at", { role: "rowheader" }, line.toString(16).padStart(4, "0")));
    for (let at = line; at < Math.min(line + wide, end); at++) {
      const field = fieldAt(at), value = byteText(now.bytes[at]);
      const cell = element("span", { role: "gridcell", tabindex: at === now.at ? 0 : -1, "data-at": at,
        "aria-label": `${hex(at)}: ${value}, ${field ? field.name.trim() : "no field"}` }, value);
      cell.classList.toggle("odd", fields.indexOf(field) % 2 === 1);
      cell.classList.toggle("broken", brokenAt(at, 1).length > 0);
      cell.classList.toggle("changed", now.bytes[at] !== now.original[at]);
      cells.set(at, cell);
      made.append(cell);
    }
    lines.push(made);
  }
  place("grid").replaceChildren(...lines);
}

// Fields, each with the part of the section in which it lies; a part stands before its fields.  Bytes that nothing owns, or
// that were not read, whose names are in brackets, are part of nothing.
function partedFields(all) {
  let part = "";
  for (const one of all) one.part = part = one.part ?? (one.name.startsWith("(") ? "" : part);
  return all.filter(one => one.name !== undefined);
}

function fieldRow(field) {
  const bytes = [...now.bytes.subarray(field.offset, field.offset + field.length)].map(byteText).join(" ");
  const broken = brokenAt(field.offset, Math.max(1, field.length));
  const row = element("tr", { "data-at": field.offset }, element("td", {}, hex(field.offset)), element("td.digits", {}, element("code", {}, bytes)),
    element("td", {}, field.name.trim()), element("td", {}, field.meaning,
      ...broken.flatMap(({ clause }) => [element("b", {}, " breaks "), clauseLink(clause)])));
  row.classList.toggle("broken", broken.length > 0);
  return row;
}

function showFields() {
  const lines = fields.filter(one => one.length).map(field => [field, fieldRow(field)]);
  rows = new Map(lines);
  const parted = lines.flatMap(([field, row], index) => field.part === lines[index - 1]?.[0].part ? [row] :
    [element("tr", {}, element("th", { colspan: 4, scope: "rowgroup" }, field.part)), row]);
  place("fields").replaceChildren(table(["at", "bytes", "field", "meaning"], parted));
}

const pointLink = ({ id, title }) => element("li", {}, element("a", { href: `conformance/ledger/${id}.html` }, title));

// Open points about clauses, folded.
function pointsOf(clauses) {
  const open = FACTS.points.filter(one => one.profiles.includes(checked.profile) && one.clauses.some(id => clauses.includes(id)));
  return open.length ? [element("details.quiet", {}, element("summary", {}, plural(open.length, "open point")),
    element("ul", {}, ...open.map(pointLink)))] : [];
}

// The byte that is pointed at, or else chosen: its field, and what it breaks.
function showDetail(at) {
  const field = fieldAt(at), all = [...cells.values()];
  all.forEach(cell => cell.classList.remove("same", "here"));
  rows.forEach(row => row.classList.remove("same"));
  if (at >= now.bytes.length) {
    place("detail").replaceChildren("No bytes.");
    return;
  }
  cells.get(at)?.classList.add("here");
  if (field) {
    for (let each = field.offset; each < field.offset + field.length; each++) cells.get(each)?.classList.add("same");
    rows.get(field)?.classList.add("same");
  }
  const name = field ? field.name.trim() : "no field", about = FACTS.fields[name] || [];
  const value = element("input", { value: byteText(now.bytes[at]), size: 2, maxlength: 2, "aria-label": `Byte ${hex(at)}`,
    change: guarded(event => setByte(at, event.target.value)) });
  place("detail").replaceChildren(
    element("p", {}, `${hex(at)} `, value, " ", element("b", {}, name), field?.meaning ? `: ${field.meaning}` : "",
      field?.part ? element("span.quiet", {}, ` (${field.part})`) : ""),
    ...brokenAt(field ? field.offset : at, field ? field.length : 1).map(({ clause, words }) =>
      element("p.breaks", {}, "breaks ", clauseLink(clause), ` ${words}`)),
    ...(about.length ? [element("p.quiet", {}, "Clauses: ", ...about.flatMap(id => [clauseLink(id), " "]))] : []),
    ...pointsOf(about));
}

// The list of fields is moved, but not the page.
function showRow(field) {
  const list = place("fields"), row = rows.get(field);
  if (row && (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight))
    list.scrollTop = row.offsetTop - list.clientHeight / 3;
}

// --- What holds ---

function ruleText(rule) {
  if (rule === undefined) return "–";
  if (typeof rule === "string") return rule;
  const sum = `${rule.base}${rule.offset < 0 ? " − " : " + "}${Math.abs(rule.offset)}`;
  return rule.deref ? `*(${sum})` : sum;
}

function answerWords(answer) {
  if (answer.none === "error") return `an error: ${answer.error}`;
  if (answer.none) return answer.none === "row" ? "a function holds it, but none of its rows" : "no function holds it";
  const rules = answer.row === undefined ? "no rows" : `row ${answer.row}`;
  return `function ${answer.function}, ${rules}: CFA ${ruleText(answer.cfa)}, RA ${ruleText(answer.ra)}, FP ${ruleText(answer.fp)}` +
    (answer.mangled_ra ? ", RA is mangled" : "") + (answer.signal ? ", a signal frame" : "");
}

function showAnswer() {
  place("pc").value = now.pc === null ? "" : hex(now.pc);
  place("answer").textContent = now.pc === null ? "" : answerWords(oracle.lookup(now.pc));
}

function rowLine(one, row) {
  const pc = BigInt.asUintN(64, BigInt(one.start) + BigInt(row.start));
  const start = one.pc_type === "inc" ? button(hex(pc), () => ask(pc)) : `${hex(row.start)} in each ${one.rep_size}`;
  return element("tr", {}, element("td", {}, start), ...[row.cfa, row.ra, row.fp].map(rule => element("td", {}, ruleText(rule))),
    element("td", {}, row.mangled_ra ? "RA mangled" : ""));
}

function functionPart(one, index, most) {
  const kinds = [`${one.size} bytes`, one.pc_type, one.fre_type, one.fde_type, one.signal ? "signal frame" : "", one.pauth_key === "b" ? "key B" : ""];
  const head = element("h3", {}, `Function ${index}: `, button(one.start, () => ask(BigInt(one.start))), ` ${kinds.filter(word => word).join(", ")}`);
  const lines = one.rows.slice(0, most).map(row => rowLine(one, row));
  const left = one.rows.length - lines.length;
  return [head, element("div.scroll", { tabindex: 0, role: "group", "aria-label": `Rows of function ${index}` },
    table(["from", "CFA", "RA", "FP", ""], lines)), ...(left > 0 ? [element("p", {}, `and ${plural(left, "row")} more`)] : [])];
}

function showFunctions() {
  const all = model?.functions || [], shown = all.slice(0, LISTED), parts = shown.flatMap((one, at) => functionPart(one, at, LISTED));
  if (model === undefined) parts.push(element("p", {}, "Too much to list; ask for a PC."));
  else if (all.length > shown.length) parts.push(element("p", {}, `and ${plural(all.length - shown.length, "function")} more`));
  place("functions").replaceChildren(...parts);
}

// --- Open points, link ---

function showPoints() {
  const broken = new Set(checked.violations.map(one => one.clause)), about = now.vector ? now.vector.points : [];
  const open = FACTS.points.filter(one => one.profiles.includes(checked.profile));
  const touched = open.filter(one => about.includes(one.id) || one.clauses.some(clause => broken.has(clause)));
  place("points").replaceChildren(
    element("p", {}, touched.length ? "Careful readers may differ here; the verdict takes one of the readings:" :
      "No open point is about what this section breaks."), element("ul", {}, ...touched.map(pointLink)),
    element("p.quiet", {}, element("a", { href: "errata.html" }, `All points that ${checked.profile} leaves open`), `: ${open.length}.`));
}

const isChanged = () => now.bytes.length !== now.original.length || now.bytes.some((one, at) => one !== now.original[at]);

function fragment() {
  const parts = new URLSearchParams();
  if (now.vector && !isChanged()) {
    parts.set("vector", now.vector.id);
  } else {
    const text = Array.from(now.bytes, one => String.fromCharCode(one)).join("");
    parts.set("section", btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, ""));
    parts.set("address", hex(now.address));
    if (now.profile !== BY_VERSION) parts.set("text", PROFILES[now.profile]);
  }
  if (now.pc !== null) parts.set("pc", hex(now.pc));
  return `#${parts}`.replace(/%2F/g, "/");
}

function showLink() {
  const fits = now.bytes.length <= LINK_MOST;
  place("link").hidden = place("copy").hidden = !fits;
  place("link").href = fits ? fragment() : "#";
  place("shared").textContent = fits ? "" : "Too large for a link.";
  place("reset").hidden = !isChanged();
}

// --- What a user does ---

function show() {
  oracle.open(now.bytes, now.address, now.profile);
  [checked, model] = [oracle.check(), oracle.model()];
  for (const one of checked.violations) one.at = Number(one.offset);
  now.at = Math.max(0, Math.min(now.at, now.bytes.length - 1));
  now.from = now.at - now.at % WINDOW;
  fields = partedFields(oracle.fields(now.from, now.from + WINDOW));
  if (now.pc === null && model?.functions?.length) now.pc = BigInt(model.functions[0].start);
  const focused = place("grid").contains(document.activeElement), text = place("hex");
  for (const part of [showVerdict, showWindow, showGrid, showFields, showAnswer, showFunctions, showPoints, showLink]) part();
  showDetail(now.at);
  place("address").value = hex(now.address);
  place("profile").value = now.profile;
  if (text !== document.activeElement) {
    text.disabled = now.bytes.length > HEX_MOST;
    text.value = text.disabled ? "Too many bytes to be written here." : [...now.bytes].map(byteText).join(" ");
  }
  if (focused) cells.get(now.at)?.focus();
}

function openBytes(bytes, more = {}) {
  Object.assign(now, { bytes: bytes.slice(), original: bytes.slice(), pc: null, vector: null, at: 0, typed: -1 }, more);
  show();
}

function openSection(index) {
  const { bytes, address, object } = now.sections[index];
  openBytes(bytes, { address, profile: BY_VERSION });
  if (object) notice("An object file: its relocations are not applied here, so starts are not yet what they will be. sframe-ref applies them.");
}

// Whatever was dropped or pasted: an ELF file with its sections, or a section.
function take(bytes) {
  now.sections = isElf(bytes) ? sectionsOfElf(bytes) : [{ name: "the whole file", address: 0n, bytes }];
  if (now.sections.length === 0) throw new Error("this ELF file has no SFrame section");
  place("section").replaceChildren(...now.sections.map(({ name, bytes: { length } }, index) =>
    element("option", { value: index }, `${name || "without a name"}, ${plural(length, "byte")}`)));
  place("which").hidden = now.sections.length < 2;
  openSection(0);
}

async function openVector(text) {
  const [vector] = await vectorsLike(text, 1);
  if (!vector) throw new Error(`no vector of the core is “${text}”`);
  const { bytes, parts } = (await loadVectors()).sections[vector.section];
  place("which").hidden = true;
  place("vector").value = vector.id;
  openBytes(parts ? bytesOfParts(parts) : bytesOfHex(bytes), { vector, address: BigInt(vector.address),
    profile: PROFILES.indexOf(vector.id.split("/")[0]), pc: vector.pc === undefined ? null : BigInt(vector.pc) });
}

// A link's fragment, or nothing: then the example.
async function openFragment() {
  const parts = new URLSearchParams(location.hash.slice(1)), profile = PROFILES.indexOf(parts.get("text"));
  if (parts.has("vector")) await openVector(parts.get("vector"));
  else if (parts.has("section") || parts.has("parts"))
    openBytes(parts.has("parts") ? bytesOfParts(JSON.parse(parts.get("parts"))) : bytesOfBase64(parts.get("section")),
      { address: numberOf(parts.get("address") || "0"), profile: profile < 0 ? BY_VERSION : profile });
  else return false;
  if (parts.has("pc")) ask(numberOf(parts.get("pc")));
  return true;
}

function numberOf(text) {
  const number = /^\s*(0x)?([0-9a-f]{1,16})\s*$/i.exec(text);
  if (!number) throw new Error(`“${text}” is no address: up to 16 hexadecimal digits`);
  return BigInt(`0x${number[2]}`);
}

function ask(pc) {
  now.pc = pc;
  showAnswer();
  showLink();
}

function choose(at, focus = true) {
  const from = at - at % WINDOW;
  now.typed = -1;
  cells.get(now.at)?.setAttribute("tabindex", -1);
  now.at = at;
  if (from !== now.from) show();
  cells.get(at)?.setAttribute("tabindex", 0);
  if (focus) cells.get(at)?.focus();
  showDetail(at);
  showRow(fieldAt(at));
}

function setByte(at, text) {
  if (!/^[0-9a-f]{1,2}$/i.test(text)) throw new Error(`“${text}” is no byte: two hexadecimal digits`);
  now.bytes[at] = parseInt(text, 16);
  show();
}

// The first digit is a byte's upper half; the second is the lower one, and the next byte follows.
function typeDigit(digit) {
  const at = now.at, value = parseInt(digit, 16), second = now.typed === at;
  now.bytes[at] = second ? now.bytes[at] & 0xf0 | value : now.bytes[at] & 0x0f | value << 4;
  now.typed = second ? -1 : at;
  show();
  if (second && at + 1 < now.bytes.length) choose(at + 1);
}

function keyInGrid(event) {
  const line = place("grid").firstElementChild.childElementCount - 1, last = now.bytes.length - 1;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -line, ArrowDown: line, PageUp: -16 * line, PageDown: 16 * line,
                  Home: -now.at, End: last - now.at };
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (steps[event.key] !== undefined) choose(Math.max(0, Math.min(last, now.at + steps[event.key])));
  else if (/^[0-9a-f]$/i.test(event.key)) typeDigit(event.key);
  else return;
  event.preventDefault();
}

async function suggest(text) {
  const found = text.length > 1 ? await vectorsLike(text, LISTED) : [];
  place("ids").replaceChildren(...found.map(({ id }) => element("option", { value: id })));
  if (found.length === 1 && found[0].id === text) await openVector(text);
}

function listen() {
  const on = (id, name, act) => place(id).addEventListener(name, guarded(act));
  const dropped = act => event => (event.preventDefault(), act(event));
  const pointed = (id, act) => on(id, "pointerover", ({ target }) => act(target.closest("[data-at]")));
  const read = async file => file && take(new Uint8Array(await file.arrayBuffer()));
  on("file", "change", event => read(event.target.files[0]));
  document.addEventListener("dragover", event => event.preventDefault());
  document.addEventListener("drop", dropped(guarded(event => read(event.dataTransfer.files[0]))));
  on("open", "submit", event => event.preventDefault());
  on("vector", "input", event => suggest(event.target.value.trim()));
  on("vector", "change", event => event.target.value.trim() && openVector(event.target.value.trim()));
  on("section", "change", event => openSection(Number(event.target.value)));
  on("hex", "input", event => {
    const bytes = bytesOfHex(event.target.value);
    if (isElf(bytes)) take(bytes);
    else Object.assign(now, { bytes }), show();
  });
  on("profile", "change", event => (now.profile = Number(event.target.value), show()));
  on("address", "change", event => (now.address = numberOf(event.target.value), now.pc = null, show()));
  on("pc", "input", event => ask(numberOf(event.target.value)));
  on("reset", "click", () => (now.bytes = now.original.slice(), show()));
  on("copy", "click", async () => {
    await navigator.clipboard.writeText(place("link").href);
    place("shared").textContent = "Copied.";
  });
  pointed("grid", cell => cell && showDetail(Number(cell.dataset.at)));
  pointed("fields", row => row && showDetail(Number(row.dataset.at)));
  on("grid", "pointerleave", () => showDetail(now.at));
  on("fields", "pointerleave", () => showDetail(now.at));
  on("grid", "click", ({ target }) => target.dataset.at && choose(Number(target.dataset.at)));
  on("fields", "click", ({ target }) => target.closest("[data-at]") && choose(Number(target.closest("[data-at]").dataset.at), false));
  place("grid").addEventListener("keydown", guarded(keyInGrid));
  addEventListener("hashchange", guarded(openFragment));
  matchMedia("(min-width: 34rem)").addEventListener("change", show);
}

async function start() {
  if (new URLSearchParams(location.hash.slice(1)).has("vector"))
    loadVectors().catch(() => {}); // they come while the oracle starts; openVector says if they do not
  oracle = await startOracle(ORACLE_WASM);
  place("profile").append(...PROFILES.map((name, value) => element("option", { value }, name)),
    element("option", { value: BY_VERSION }, "the text that its version names"));
  listen();
  if (!await guarded(openFragment)())
    openBytes(bytesOfHex(FACTS.example.bytes), { address: BigInt(FACTS.example.address) });
  place("section-shown").hidden = false;
}

start().catch(error => document.querySelector("main").append(`The playground does not run here: ${error.message}.`));
