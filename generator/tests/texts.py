"""Texts in the notation, as `show` prints them: by id, what their rows say, and that they are read again."""
import re
import subprocess

from generator.tests.conftest import GENERATOR, ROOT

REGISTERS = {"amd64": {7: "sp", 6: "fp"}, "aarch64": {31: "sp", 29: "fp"}, "aarch64_be": {31: "sp", 29: "fp"},
             "s390x": {15: "sp", 11: "fp"}}


def by_id(texts):
    return {text.split("\n")[0].removeprefix("# "): text.rstrip("\n") + "\n" for text in texts.split("\n\n")}


def by_number(path, texts):
    """Writes a file for each text; its name is the number."""
    for number, text in enumerate(texts):
        (path / str(number)).write_text(text, encoding="utf-8")
    return path


def make_all(folder, count, option):
    """What `make` with the option writes for all files of the folder, in one process."""
    command = [*GENERATOR[:-1], str(ROOT / GENERATOR[-1]), "make", option, *map(str, range(count))]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def without_comments(texts):
    """The texts one after the other, as `make --print` prints them."""
    return "---\n".join(re.sub(r"^#.*\n", "", text, flags=re.MULTILINE) for text in texts)


def read_again(folder, texts):
    by_number(folder, texts)
    assert make_all(folder, len(texts), "--print") == without_comments(texts)


def rule_said(abi, rule, cfa):
    """A rule of the truth as a text says it.  cfa: the CFA's rule in flexible rows, which say CFA + N by its base."""
    if isinstance(rule, str):
        return {"same": None, "complex": "unknown", "unstated": "unknown"}.get(rule, rule)
    base, offset, deref = rule["base"], rule["offset"], rule.get("deref", False)
    if cfa and base == "cfa" and not deref:
        base, offset, deref = cfa["base"], cfa["offset"] + offset, cfa.get("deref", False)
    name = base if base == "cfa" else REGISTERS[abi].get(base, f"r{base}")
    return ("*(%s)" if deref else "%s") % (name + (f"{offset:+d}" if offset else ""))


def row_said(abi, row, text):
    flexible = re.search("^function .* flex", text, re.MULTILINE)
    if row["ra"] == "undefined" and "\nsection " in text:
        return {"empty": ""}
    said = {name: rule_said(abi, row[name], row["cfa"] if flexible and name != "cfa" else None) for name in ("cfa", "ra", "fp")}
    if abi == "amd64" and not flexible and said["ra"] == "*(cfa-8)":
        del said["ra"]
    return {name: rule for name, rule in said.items() if rule} | ({"mangled": ""} if row.get("mangled") else {})


def rows_of(text):
    """The start and the words of each row, without words that say nothing."""
    rows = re.findall(r"^(?:# )?  (\d+)((?: \S+)*)$", text, re.MULTILINE)
    return [(int(start), dict(re.findall(r"(empty|mangled|cfa|ra|fp) ?((?<= )[^ a-z]?\S+)?(?= |$)",
                                         re.sub(r" (empty|mangled)\b", r" \1 ", words).replace(" ra padding", ""))))
            for start, words in rows]
