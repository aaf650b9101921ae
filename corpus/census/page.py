"""The page of a census: one file of HTML without network and scripts; its plots are SVG in the page."""
import html
import math
import pathlib

ORC = ", by ORC"  # behind a machine's name: SFrame was made from the Linux kernel's ORC instead of .eh_frame
BY_SIZE = ("functions", "code", "eh_frame", "sframe")
STEP, STEPS = 2, 150  # classes of files by SFrame in percent of .eh_frame: their width and number; the last is open
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 420, 250, 60, 40, 12
STYLE = pathlib.Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def escaped(text):
    return html.escape(str(text))


def number(value):
    return f"{value:,}"


def size(value):
    for unit, least in (("GB", 10 ** 9), ("MB", 10 ** 6), ("kB", 10 ** 3)):
        if value >= least:
            return f"{value / least:,.1f} {unit}"
    return f"{value} B"


def power(exponent):
    """A power of two as programmers write it."""
    unit, rest = ("Mi", exponent - 20) if exponent >= 20 else ("Ki", exponent - 10) if exponent >= 10 else ("", exponent)
    return f"{1 << rest}{unit}"


def percent(part, whole, digits=1):
    """PART as a percentage.  More digits are used where fewer would round it to 100 % or 0 %."""
    if not whole:
        return "–"
    text = f"{100 * part / whole:.{digits}f}"
    if part < whole and float(text) == 100 or part > 0 and float(text) == 0:
        return percent(part, whole, digits + 1) if digits < 6 else ("> 99.999 %" if part else "0 %")
    return f"{text} %"


def table(caption, heads, body, words=1, long=None):
    """The first WORDS columns are words, the others numbers; LONG is a column that may be of several lines."""
    def kind(i):
        return ' class="word long"' if i == long else " class=word" if i < words else ""

    def row(cells, tag):
        return "<tr>" + "".join(f"<{tag}{kind(i)}>{escaped(cell)}</{tag}>" for i, cell in enumerate(cells)) + "</tr>"
    body = [row(cells, "td") for cells in body]
    if not body:
        return ""
    return (f"<div class=wide><table><caption>{escaped(caption)}</caption><thead>{row(heads, 'th')}</thead>"
            f"<tbody>{''.join(body)}</tbody></table></div>")


# --- Plots --------------------------------------------------------------------------------------------------


def nice(most):
    """A round number that is at least MOST, for the end of an axis."""
    unit = 1
    while unit * 10 < most:
        unit *= 10
    return next((unit * step for step in (1, 2, 3, 4, 5, 6, 8, 10) if unit * step >= most), most)


def frame(most, label, said):
    """The vertical axis, with five lines from 0 to MOST; SAID makes a value's text, LABEL is that of the other axis."""
    parts = []
    for i in range(5):
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * i / 4
        parts.append(f'<path class="axis" d="M{LEFT} {y:.1f}H{WIDTH}"/>'
                     f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{escaped(said(most * i / 4))}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 4}" text-anchor="middle">{escaped(label)}</text>')
    return "".join(parts)


def figure(title, inside, below=0):
    """BELOW: how much room it needs below the plot."""
    return (f'<figure><figcaption>{escaped(title)}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT + below}" width="{WIDTH}" '
            f'role="img" aria-label="{escaped(title)}">{inside}</svg></figure>')


def height(value, most):
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most


def bars(title, items, said):
    """ITEMS: name, value and color."""
    most = nice(max(value for _, value, _ in items))
    step = (WIDTH - LEFT) / len(items)
    parts = [frame(most, "", said)]
    for i, (name, value, color) in enumerate(items):
        x, y = LEFT + step * (i + .2), height(value, most)
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * .6:.1f}" height="{HEIGHT - BOTTOM - y:.1f}" '
                     f'fill="var(--c{color})"/>')
        parts += [f'<text x="{x + step * .3:.1f}" y="{HEIGHT - BOTTOM + below}" text-anchor="middle">{escaped(text)}</text>'
                  for below, text in ((14, name), (28, said(value)))]
    return figure(title, "".join(parts))


def curves(title, label, marks, series, most, said):
    """SERIES: name, color, points (x from 0 to 1, value); MARKS: x from 0 to 1, text.  Names stand below the plot."""
    parts = [frame(most, label, said)]
    for at, text in marks:
        x = LEFT + (WIDTH - LEFT - 20) * at
        parts.append(f'<path class="axis" d="M{x:.1f} {HEIGHT - BOTTOM}v4"/>'
                     f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{escaped(text)}</text>')
    for i, (name, color, points) in enumerate(series):
        path = "L".join(f"{LEFT + (WIDTH - LEFT - 20) * at:.1f} {height(min(value, most), most):.1f}" for at, value in points)
        parts.append(f'<path class="line" d="M{path}" stroke="var(--c{color})"/>'
                     f'<path d="M{LEFT} {HEIGHT + 10 + 15 * i}h18" class="line" stroke="var(--c{color})"/>'
                     f'<text x="{LEFT + 23}" y="{HEIGHT + 14 + 15 * i}">{escaped(name)}</text>')
    return figure(title, "".join(parts), 5 + 15 * len(series))


def versions_of(census, machine):
    return sorted(version for name, version in census.tables["size"] if name == machine)


def machines_of(census):
    """The machines; those with the most .eh_frame come first."""
    names = [name for name, _ in census.tables["machine"]]
    return sorted(names, key=lambda name: (-census.sums("machine", name)["eh_frame"], name))


def by_machine(census, table_name):
    """Machines, versions, and the sums of each."""
    order, groups = machines_of(census), census.tables[table_name]
    return [(*key, groups[key][""]) for key in sorted(groups, key=lambda key: (order.index(key[0]), key[1]))]


def color(version):
    return min(int(version), 3)


def totals(census, machine):
    sums = census.sums("machine", machine)
    items = [(measured(machine), sums["eh_frame"], 0)]
    if sums["eh_frame_hdr"]:
        items.append(("with its header", sums["eh_frame"] + sums["eh_frame_hdr"], 0))
    items += [(f"version {version}", census.sums("size", machine, version)["bytes"], color(version))
              for version in versions_of(census, machine)]
    return bars(f"{machine}: bytes of all files together", items, size)


def ratios_of(census, machine, version):
    """How many files are in each class of STEP percent."""
    return [census.sums("ratio", machine, version, f"{i * STEP}%")["files"] for i in range(STEPS + 1)]


def cumulative(census, machine):
    series, last = [], 100
    for version in versions_of(census, machine):
        ratios, passed, points = ratios_of(census, machine, version), 0, [(0, 0)]
        whole = sum(ratios)
        if whole == 0:
            continue
        for i in range(last):
            passed += ratios[i]
            points.append(((i + 1) / last, 100 * passed / whole))
        series.append((f"version {version}", color(version), points))
    marks = [(at / (last * STEP), f"{at} %") for at in range(0, last * STEP + 1, 50)]
    return curves(f"{machine}: files whose SFrame is at most so large", f"of the file's {measured(machine)}", marks, series, 100,
                  lambda value: f"{value:.0f} %")


def per_function(census, machine):
    """Curves of the bytes of a function by the size of its code; both axes are logarithmic."""
    by_size = {version: {int(name): sums for name, sums in census.tables["by_size"][machine, version].items()
                         if 2 <= int(name) <= 16} for version in versions_of(census, machine)}
    classes = sorted(set().union(*by_size.values()))
    if len(classes) < 2:
        return ""
    first, last = classes[0], classes[-1]

    def points(version, measure):
        return [((number - first) / (last - first), math.log2(max(16, sums[measure] / sums["functions"])) - 4)
                for number, sums in sorted(by_size[version].items())]
    series = [(f"version {version}", color(version), points(version, "sframe")) for version in by_size]
    if not machine.endswith(ORC):  # entries of ORC do not belong to functions
        series.insert(0, (".eh_frame", 0, points(list(by_size)[-1], "eh_frame")))
    most = 4 * math.ceil(max(value for _, _, each in series for _, value in each) / 4) or 4
    marks = [((number - first) / (last - first), power(number)) for number in classes[::2]]
    return curves(f"{machine}: bytes of a function's entry and rows, or FDE, by the size of its code",
                  "bytes of code, from here to twice that", marks, series, most, lambda value: power(round(value) + 4))


# --- Sections -----------------------------------------------------------------------------------------------


def median(ratios):
    whole, passed = sum(ratios), 0
    for i, count in enumerate(ratios):
        passed += count
        if whole and 2 * passed >= whole:
            return f"{i * STEP} to {(i + 1) * STEP} %"
    return "–"


def measured(machine):
    """What the SFrame of this machine was made from, and compared with."""
    return "ORC" if machine.endswith(ORC) else ".eh_frame"


ANSWERS = ("machine", "version", "files", "SFrame", "of .eh_frame", "with its header", "median file", "bytes a function",
           "functions said", "code said", "not valid", "rows differ")


def answers(census):
    """A row for each machine and version: how large SFrame is, how much it can say, how much of it is right."""
    body = []
    for machine, version, sums in by_machine(census, "size"):
        right = (number(sums["not_valid"]), number(sums["unexplained"])) if sums["checked"] else ("not checked",) * 2
        body.append((machine, version, number(sums["files"]), size(sums["bytes"]), percent(sums["bytes"], sums["eh_frame"]),
                     percent(sums["bytes"], sums["eh_frame"] + sums["eh_frame_hdr"]), median(ratios_of(census, machine, version)),
                     f"{sums['bytes'] / max(1, sums['said_functions']):.1f}",
                     percent(sums["said_functions"], sums["cfi_functions"]), percent(sums["said_code"], sums["cfi_code"]), *right))
    return body


LEFT_OUT = ("machine", "version", "reason", "functions", "bytes of code", "files", "of all functions")


def left_out(census):
    return [(machine, version, reason, number(sums["functions"]), number(sums["code"]), number(sums["files"]),
             percent(sums["functions"], whole["cfi_functions"], 3))
            for machine, version, whole in by_machine(census, "size")
            for reason, sums in sorted(census.tables["left_out"][machine, version].items(),
                                       key=lambda item: (-item[1]["functions"], item[0]))]


def widths(census):
    body = []
    for machine, version, sums in by_machine(census, "size"):
        starts, offsets = ([sums[f"{name}_{width}"] for width in (1, 2, 4)] for name in ("starts", "offsets"))
        body.append((machine, version, number(sums["functions"]), number(sums["rows"]),
                     *(percent(count, sum(starts)) for count in starts), *(percent(count, sum(offsets)) for count in offsets),
                     number(sums["flexible"]), number(sums["repeating"])))
    return table("Functions and rows that the sections consist of; starts by function, offsets by row.",
                 ("machine", "version", "functions", "rows", "starts of 1 byte", "2", "4", "offsets of 1 byte", "2", "4",
                  "flexible functions", "repeating"), body, 2)


def own(census):
    body, kinds = [], []
    for machine, profile, sums in by_machine(census, "own"):
        verdicts = ", ".join(f"{number(found['files'])} {name}"
                             for name, found in sorted(census.tables["own_verdict"][machine, profile].items()))
        body.append((machine, profile, verdicts, number(sums["files"]), size(sums["bytes"]), percent(sums["bytes"], sums["eh_frame"]),
                     percent(sums["rows_same"], sums["rows_compared"]), number(sums["unexplained"])))
        pages = ", ".join(f"{name} {number(found['rows'])}"
                          for name, found in sorted(census.tables["own_page"][machine, profile].items()))
        kinds += [(machine, profile, census.owners[kind], kind, pages if census.owners[kind] == "unexplained" else "",
                   number(amount["rows"]), number(amount["functions"]), number(amount["files"]))
                  for kind, amount in sorted(census.tables["own_kind"][machine, profile].items())]
    if not body:
        return "<p>No file has SFrame of its own.</p>"
    return table("", ("machine", "read as", "verdicts", "files", "SFrame", "of .eh_frame", "rows the same", "unexplained rows"), body, 3) + \
        table("Where it differs from .eh_frame.", ("machine", "read as", "owner", "kind", "pages of findings", "rows", "functions",
                                                 "files"), kinds, 5)


def tops(census):
    heads = ("file", "machine", ".eh_frame", "SFrame, newest version")

    def listed(name, title, more=None, said=str):
        body = [(file, machine, size(eh_frame), size(sframe), *([said(value)] if more else []))
                for value, file, machine, eh_frame, sframe in census.tops[name].items]
        return table(title, (*heads, *([more] if more else [])), body, 2, 0)
    return listed("largest", "The largest SFrame.") + \
        listed("ratio", "The largest against the file's .eh_frame (of 4 KiB or more).", "of .eh_frame",
               lambda value: f"{100 * value:.1f} %") + \
        listed("left_out", "The most code left out.", "code left out", size) + \
        table("The most rows that differ from .eh_frame without an explanation.", ("file", "machine", "rows"),
              [(file, machine, number(value)) for value, file, machine in census.tops["unexplained"].items], 2, 0)


def counted(caption, name, counts, most=40):
    ordered = sorted(((name, sums["files"]) for name, sums in counts.items()), key=lambda item: (-item[1], item[0]))
    body = [(key, number(count)) for key, count in ordered[:most]]
    if len(ordered) > most:
        body.append((f"{len(ordered) - most} more", number(sum(count for _, count in ordered[most:]))))
    return table(caption, (name, "files"), body, 1, 0)


def plots(census):
    drawn = [name for name in machines_of(census) if versions_of(census, name) and census.sums("machine", name)["eh_frame"]]
    return "".join(f"<h3>{escaped(name)}</h3>" + totals(census, name) + cumulative(census, name) + per_function(census, name)
                   for name in drawn)


def page(census, title):
    files, producers, refused = census.sums("all"), census.tables["producer"]["", ""], census.tables["refused"]["", ""]
    parts = (
        f"<p>{number(files['files'])} ELF files, {number(files['with_cfi'])} of them with CFI, {number(files['with_sframe'])} "
        "with SFrame of their own. What is said of a version that a file does not have is what sframe-convert makes of its CFI.</p>",
        "<h2>How large, how much, how right</h2>",
        table("What every file's .eh_frame, or ORC, would be as SFrame, by sframe-convert.", ANSWERS, answers(census), 2),
        "<h2>Size against .eh_frame</h2>", plots(census), "<h2>What is left out</h2>",
        table("`sframe-crosscheck --kinds` explains the reasons.", LEFT_OUT, left_out(census), 3) or "<p>Nothing is left out.</p>",
        "<h2>What the sections consist of</h2>", widths(census),
        "<h2>SFrame that files have</h2>", own(census),
        "<h2>The largest and the worst</h2>", tops(census), "<h2>Producers</h2>",
        counted("As .comment names them.", "producer", producers) or "<p>No file names one.</p>",
        "<h2>Not measured, or not wholly</h2>", counted("", "reason", refused) or "<p>Every file was measured.</p>")
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{escaped(title)}</title><style>{STYLE}</style></head>\n<body><h1>{escaped(title)}</h1>\n"
            + "\n".join(parts) + "\n</body></html>\n")
