// --- Elements ----------------------------------------------------------------------------------------------

/* Characters that cannot be seen, or that turn the text around them, are shown by name. */
const UNSEEN = new RegExp("(?![\\t\\n\\u00ad])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}" +
  "\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]", "gu");

/* Writes such characters as \u{...}, as the other formats do.  So is a backslash that would read as one. */
function visible(text) {
  const name = c => `\\u{${c.codePointAt(0).toString(16)}}`;
  return String(text).replace(/\\(?=[ux]\{)/g, name).replace(UNSEEN, name);
}

/* Strangers' text and elements, in lists or not; null and false are left out. */
function add(place, ...children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      place.append(child instanceof Node ? child : visible(child));
  return place;
}

/* el("a.name", {href: "#"}, "text", element, [more]) */
function el(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes || {}))
    if (typeof value === "function")
      element.addEventListener(name, value);
    else if (value !== null && value !== false)
      element.setAttribute(name, value === true ? "" : visible(value));
  return add(element, children);
}

const content = id => document.querySelector(`#${id} .content`);
const badge = (kind, text) => el(`span.badge.${kind}`, null, text);
const code = text => el("code", null, text);
const unexpectedly = (...words) => el("span.unexpected", null, words);
const button = (what, text, click) => el(`button${what}`, { type: "button", click }, text);
const number = n => Number(n || 0).toLocaleString("en");
const plural = (n, one, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;
const atMost = (n, items) => items.slice(0, n).join(", ") + (items.length > n ? " \u2026" : "");

/* A sign for the eye, words for the ear. */
const sign = (mark, words) => [el("span", { "aria-hidden": "true" }, mark), el("span.spoken", null, words)];

/* A table that scrolls within itself. */
const scrolling = (label, what, ...children) =>
  el("div.scroll", { role: "region", "aria-label": label, tabindex: 0 }, el(what, null, children));
const headings = names => el("thead", null,
  el("tr", null, names.map(name => el("th", { scope: "col" }, name))));

function focusOn(element) {
  const target = element && (element.matches("details") ? element.querySelector("summary") : element);
  if (target) {
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  }
}

/* Makes the first STEP items, and a button for the next ones. */
function paged(place, items, step, make) {
  const next = from => {
    const left = items.length - from - step;
    const made = items.slice(from, from + step).map(make);
    const more = event => {
      event.target.remove();
      next(from + step);
    };
    const words = `${number(Math.min(step, left))} more of ${number(left)}`;
    add(place, made, left > 0 && button(".more", words, more));
    if (from > 0)
      focusOn(made[0]);
  };
  next(0);
}

/* Details whose inside is made when they are first opened. */
function lazily(details, make) {
  const fill = () => details.open && details.childElementCount === 1 && add(details, make());
  details.addEventListener("toggle", fill);
  fill();
  return details;
}

const FEW = 100, BEGINNING = 12, AROUND = 4, MATTERING = 200, UNFOLDED = 200;

/* Which lines of a long table are shown at first: those that matter, what they are in and what is around. */
function shownLines(lines) {
  const shown = new Set(lines.slice(0, lines.length <= FEW ? FEW : BEGINNING).keys());
  const mattering = [...lines.keys()].filter(i => lines[i].matters).slice(0, MATTERING);
  for (const i of mattering) {
    for (let j = Math.max(0, i - AROUND); j < Math.min(lines.length, i + AROUND + 1); j++)
      shown.add(j);
    for (let outer = lines[i].within; outer !== undefined; outer = lines[outer].within)
      shown.add(outer);
  }
  return shown;
}

/* Lines that are not shown at first are behind buttons in their places. */
function folded(body, lines, columns, make) {
  const shown = shownLines(lines);
  const gap = (from, to) => {
    const unfold = () => {
      const until = Math.min(to, from + UNFOLDED), revealed = lines.slice(from, until).map(make);
      row.replaceWith(...revealed, ...(until < to ? [gap(until, to)] : []));
      revealed[0].tabIndex = -1;
      revealed[0].focus();
    };
    const opener = button("", `\u2026 ${plural(to - from, "line")}`, unfold);
    const row = el("tr.gap", null, el("td", { colspan: columns }, opener));
    return row;
  };
  for (let i = 0; i < lines.length;) {
    let end = i;
    while (end < lines.length && !shown.has(end))
      end++;
    body.append(end > i ? gap(i, end) : make(lines[i]));
    i = Math.max(end, i + 1);
  }
  return body;
}
