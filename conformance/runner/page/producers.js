// --- Producers: assemblers and linkers down, ABIs and kinds of output across -------------------------------

const MADE = { missing: "died", malformed: "bad", irregular: "left", valid: "good" }; // the worst first
const MADE_KEY = [
  ["good", "\u2713 valid, nothing found"],
  ["left", "\u2713 valid, and so many findings"],
  ["left", "\u25d0 some irregular"],
  ["bad", "\u2717 some malformed"],
  ["died", "\u2020 a section is missing"],
  ["quiet", "\u00b7 none made"],
];

const foundIn = line => counted(line.findings);
const madeBy = ({ producer, objects_of: objects, abi, output }) =>
  `${producer}${objects ? `, objects of ${objects}` : ""}, ${abi} ${output}`;

function madeCell(line) {
  const verdicts = Object.keys(MADE).filter(verdict => line[verdict] > 0), found = foundIn(line);
  const [worst] = verdicts, kind = MADE[worst] === "good" && found.length ? "left" : MADE[worst];
  const judged = verdicts.map(verdict => `${number(line[verdict])} ${verdict}`).join(", ");
  const named = found.map(([name, n]) => `${name} (${number(n)})`).join(", ");
  const title = `${madeBy(line)}: ${judged}${named && `; ${named}`}`;
  const inside = [sign(MARKS[MADE[worst]], worst), found.length > 0 && ` ${found.length}`];
  return el(`td.${kind}`, { title },
    found.length ? el("a", { href: "#found", click: () => showFound(line) }, inside) : inside);
}

function producerRows(producer, lines, columns) {
  const rows = [...new Set(lines.map(line => line.objects_of))];
  const cellOf = (objects, { group: abi, name: output }) => {
    const line = lines.find(one => one.objects_of === objects && one.abi === abi && one.output === output);
    const title = `${madeBy({ producer, objects_of: objects, abi, output })}: none made`;
    return line ? madeCell(line) : el("td.none", { title }, sign("\u00b7", "none made"));
  };
  return matrixRows(producer, rows, objects => objects || "its own", columns, cellOf);
}

/* All findings, or those of a cell. */
function showFound(line) {
  const all = list(report.producers.findings), counts = members(line && line.findings);
  const shown = line ? all.filter(({ name }) => counts[name] > 0) : all;
  const found = document.getElementById("found");
  const row = ({ name, title, files }) => el("tr", null, el("th", { scope: "row" }, code(name)),
    el("td", null, title), el("td", null, number(line ? counts[name] : files)));
  const showAll = () => {
    showFound(null);
    found.focus();
  };
  found.replaceChildren(
    el("h3", null, plural(shown.length, "finding"),
      line && [" in ", madeBy(line), " ", button("", "Show all", showAll)]),
    el("table.findings", null, headings(["finding", "what is wrong", "files"]),
      el("tbody", null, shown.map(row))));
}

function showProducers() {
  if (!report.producers)
    return;
  const lines = list(report.producers.lines);
  const made = lines.map(({ abi, output }) => [abi, output]);
  const columns = matrixColumns(made, ABIS, Object.keys(OUTPUTS));
  const bodies = [...new Set(lines.map(line => line.producer))]
    .map(name => producerRows(name, lines.filter(({ producer }) => producer === name), columns));
  document.querySelectorAll("#producers, nav [href='#producers']").forEach(one => one.hidden = false);
  add(content("producers"),
    el("p.intro", null, "What assemblers and linkers make of the same sources: the worst that the oracle " +
      "says of their sections, and how many findings there are. A section can be valid and say what is " +
      "not so."),
    scrolling("Producers by what they make", "table.matrix",
      matrixHeadings(["producer", "objects of"], columns), bodies),
    matrixKey(MADE_KEY),
    el("div", { id: "found", tabindex: -1 }));
  showFound(null);
}
