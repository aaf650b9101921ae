// --- Findings: what each implementation fails in the whole corpus, by the page that explains it -------------

const breakableId = name => String(name).split("/").map((part, i) => [i > 0 && "/", el("wbr"), part]);

function explainedRow({ page, title, vectors, smallest }) {
  return el("tr", null,
    el(page ? "th" : "th.bad", { scope: "row" }, page ? code(page) : "no page"),
    el("td", null, page ? title : "Not explained"),
    el("td", null, number(vectors)),
    el("td", null, el("code", null, breakableId(smallest))));
}

function explainedRows(adapter, lines) {
  const vectorsOf = some => some.reduce((total, { vectors }) => total + vectors, 0);
  const left = vectorsOf(lines.filter(({ page }) => !page)), pages = lines.filter(({ page }) => page).length;
  return el("tbody", null,
    el("tr", null, el("th", { colspan: 4, scope: "rowgroup" }, adapter, " ",
      el("small", null, `${plural(vectorsOf(lines), "vector")} failed`, pages > 0 && `, ${plural(pages, "cause")}`,
        left > 0 && [", ", unexpectedly(`${number(left)} not explained`)]))),
    lines.map(explainedRow));
}

function showExplained() {
  if (!report.causes)
    return;
  const lines = list(report.causes.lines), adapters = [...new Set(lines.map(({ adapter }) => adapter))];
  document.querySelectorAll("#explained, nav [href='#explained']").forEach(one => one.hidden = false);
  add(content("explained"),
    el("p.intro", null, "Each vector of the whole corpus that an implementation fails, by the page of ",
      code("conformance/findings/"), " that says why. ", code("make peers-all"), " made this table; the parts of this " +
      "page around it are about the vectors of this run."),
    lines.length === 0 ? el("p", null, "Nothing fails.") :
      scrolling("Failures by page of findings", "table.explained",
        headings(["page", "what is wrong", "vectors", "smallest vector"]),
        adapters.map(name => explainedRows(name, lines.filter(({ adapter }) => adapter === name)))));
}
