// Search without a network.  Each word must begin some word of a page; titles count most.  What looks like an id of a
// vector, or like a part of a shape, leads to its family.  PAGES and SHAPES are made by release/site/make-site.
const wanted = (new URLSearchParams(location.search).get("q") || "").trim();
const words = wanted.toLowerCase().split(/\s+/).filter(word => word);
const MOST = 50;
const PARTS = {
  v1: "version 1", v2: "version 2", v2e1: "version 2 with errata 1", v2e2: "version 2 with errata 2", v3: "version 3",
  amd64: "AMD64", aarch64: "AArch64", aarch64_be: "big-endian AArch64", s390x: "s390x", decode: "what does the section say?",
  check: "is it correct?", lookup: "what holds at this address?", flip: "write it in the other byte order", unwind: "who called whom?",
};

const begins = (text, word) => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(text[at - 1]) || !/[a-z0-9]/.test(word[0]))
      return at;
  return -1;
};

function score([location, title, text]) {
  const [head, body] = [`${title} ${location}`.toLowerCase(), text.toLowerCase()];
  if (!words.every(word => begins(head, word) >= 0 || begins(body, word) >= 0))
    return 0;
  return 1 + words.reduce((sum, word) => sum + (title.toLowerCase() === word ? 100 : begins(head, word) >= 0 ? 10 : 0), 0) + (location.includes("#") ? 0 : 0.5) + 0.5 / (1 + text.length);
}

function item(address, title, text) {
  const [one, link, excerpt] = ["li", "a", "p"].map(name => document.createElement(name));
  link.href = address;
  link.textContent = title;
  excerpt.textContent = text;
  one.append(link, excerpt);
  return one;
}

function shown([location, title, text]) {
  const place = begins(text.toLowerCase(), words[0]);
  const at = place < 60 ? 0 : text.indexOf(" ", place - 60) + 1;
  return item(location || "index.html", title, text.slice(at, at + 200));
}

// SHAPES has of each family its shapes, and of each shape the details, with N for each number.
const collapsed = text => text.replace(/0x[0-9a-f]+|\d+/g, "N");
const LINES = Object.entries(SHAPES).flatMap(([family, shapes]) => Object.entries(shapes).map(([shape, details]) => (
  { shape, wholes: [shape, ...details.map(detail => `${shape}/${detail}`)], family, address: `families/${family}.html#${shape}` })));

function vectors(wanted) {
  const pieces = wanted.toLowerCase().split("/"), other = pieces.findIndex(piece => !Object.hasOwn(PARTS, piece));
  const about = other < 0 ? pieces : pieces.slice(0, other), [profile, abi, operation] = about.map(piece => PARTS[piece]);
  const rest = pieces.slice(about.length).join("/"), part = collapsed(rest), exact = LINES.filter(({ wholes }) => wholes.includes(part));
  if (!rest)
    return about.length > 1 ? [item("families/index.html", wanted, "the first parts of ids; the families have all")] : [];
  if (/\s/.test(wanted) || !/[-_/]/.test(part) && !exact.length)
    return [];
  if (operation && exact.length)
    return exact.map(({ address, family }) => item(address, wanted, `A vector of the family ${family}, by ${profile}, for ${abi}, ` +
      `asks: ${operation} Shape and detail: ${rest}. sframe-gen show ${wanted}`));
  return LINES.filter(({ wholes }) => wholes.some(whole => whole.includes(part))).map(({ address, shape, family }) =>
    item(address, shape, `a shape of vectors, of the family ${family}`));
}

if (words.length) {
  const best = new Map(); // of each page the part that fits best
  for (const page of PAGES) {
    const [points, path] = [score(page), page[0].replace(/#.*/, "")];
    if (points > (best.get(path)?.[0] || 0))
      best.set(path, [points, page]);
  }
  const pages = [...best.values()].sort((a, b) => b[0] - a[0]).map(([, page]) => page);
  const found = [...vectors(wanted), ...pages.map(shown)];
  document.querySelector("header input").value = wanted;
  document.getElementById("found").textContent = `${found.length} ${found.length === 1 ? "page" : "pages"} with “${wanted}”${found.length > MOST ? `, the first ${MOST}` : ""}`;
  document.getElementById("results").replaceChildren(...found.slice(0, MOST));
}
