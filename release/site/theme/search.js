// Search without a network: each word must be in a page; titles count most.  PAGES is made by release/site/make-site.
const wanted = new URLSearchParams(location.search).get("q") || "";
const words = wanted.toLowerCase().split(/\s+/).filter(word => word);

function score([, title, text]) {
  const [head, body] = [title.toLowerCase(), text.toLowerCase()];
  if (!words.every(word => head.includes(word) || body.includes(word)))
    return 0;
  return 1 + words.reduce((sum, word) => sum + (head === word ? 100 : head.includes(word) ? 10 : 0), 0) + 1 / (1 + text.length);
}

function shown([location, title, text]) {
  const [item, link, excerpt] = ["li", "a", "p"].map(name => document.createElement(name));
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  link.href = location || "index.html";
  link.textContent = title;
  excerpt.textContent = text.slice(at, at + 200);
  item.append(link, excerpt);
  return item;
}

if (words.length) {
  const best = new Map(); // of each page the part that fits best
  for (const page of PAGES) {
    const [points, path] = [score(page), page[0].replace(/#.*/, "")];
    if (points > (best.get(path)?.[0] || 0))
      best.set(path, [points, page]);
  }
  const found = [...best.values()].sort((a, b) => b[0] - a[0]);
  document.querySelector("header input").value = wanted;
  document.getElementById("found").textContent = `${found.length} pages with “${wanted}”${found.length > 50 ? ", the first 50" : ""}`;
  document.getElementById("results").replaceChildren(...found.slice(0, 50).map(([, page]) => shown(page)));
}
