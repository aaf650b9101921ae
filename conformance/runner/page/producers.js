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
  const title = `${madeBy(line)}: ${verdicts.map(verdict => `${number(line[verdict])} ${verdict}`).join(", ")}` +
    found.map(([name, n], i) => `${i ? ", " : "; "}${name} (${number(n)})`).join("");
  const inside = [sign(MARKS[MADE[worst]], worst), found.length > 0 && ` ${found.length}`];
  return el(`td.${kind}`, { title },
    found.length ? el("a", { href: "#found", click: () => showFound(line) }, inside) : inside);
}

function producerRows(producer, lines, columns) {
  const rows = [...new Set(lines.map(line => line.objects_of))];
  return matrixRows(producer, rows, objects => objects || "its own", columns, (objects, { group, name }) => {
    const line = lines.find(one => one.objects_of === objects && one.abi === group && one.output === name);
    const none = { title: `${madeBy({ producer, objects_of: objects, abi: group, output: name })}: none made` };
    return line ? madeCell(line) : el("td.none", none, sign("\u00b7", "none made"));
  });
}

/* All findings, or those of a cell. */
function showFound(line) {
  const all = list(report.producers.findings), counts = members(line && line.findings);
  const shown = line ? all.filter(({ name }) => counts[name] > 0) : all;
  const row = ({ name, title, files }) => el("tr", null,
    el("th", { scope: "row" }, code(name)), el("td", null, title), el("td", null, number(line ? counts[name] : files)));
  document.getElementById("found").replaceChildren(
    el("h3", null, line ? plural(shown.length, "finding") + " in " : plural(all.length, "finding"),
      line && [madeBy(line), " ", button("", "Show all", () => {
        showFound(null);
        document.getElementById("found").focus();
      })]),
    el("table.findings", null, headings(["finding", "what is wrong", "files"]), el("tbody", null, shown.map(row))));
}

function showProducers() {
  if (!report.producers)
    return;
  const lines = list(report.producers.lines);
  const columns = matrixColumns(lines.map(({ abi, output }) => [abi, output]), ABIS, Object.keys(OUTPUTS));
  const producers = [...new Set(lines.map(line => line.producer))];
  document.querySelectorAll("#producers, nav [href='#producers']").forEach(one => one.hidden = false);
  add(content("producers"),
    el("p.intro", null, "What assemblers and linkers make of the same sources: the worst that the oracle says " +
      "of their sections, and how many findings there are. A section can be valid and say what is not so."),
    scrolling("Producers by what they make", "table.matrix", matrixHeadings(["producer", "objects of"], columns),
      producers.map(name => producerRows(name, lines.filter(({ producer }) => producer === name), columns))),
    matrixKey(MADE_KEY),
    el("div", { id: "found", tabindex: -1 }));
  showFound(null);
}
