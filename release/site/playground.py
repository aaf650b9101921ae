"""Data of the playground, as scripts: the oracle, the words of the texts, the core; and links to the playground.

A page that was opened from a disk can load scripts, and nothing else."""
import base64
import json
import urllib.parse
import zlib

from release.site.markup import rows_of

LINK_MOST = 1 << 15  # bytes of a section in a link
EXAMPLE = "v3/amd64/decode/"  # the first valid vector whose id begins so is open at first
PREFIXES = ("sfde", "sfdi", "sfda")


def fields(clauses):
    """Names of fields and their clauses."""
    for name, ids in rows_of("fields.txt").items():
        named = [clauses[clause].id for clause in ids.split()]
        for prefix in PREFIXES if name.startswith("*") else ("",):
            yield prefix + name.removeprefix("*"), named


def facts(clauses, points, vectors):
    quotes = {clause.id: [[quote.words, ", ".join(f"{text} {section}" for text in quote.texts
                                                  for section in clause.texts[text])] for quote in clause.quotes]
              for clause in clauses.values() if clause.quotes}
    still = [{name: point[name] for name in ("id", "title", "profiles", "clauses")}
             for point in points if point["status"] == "open"]
    example = next(vector for name, vector in vectors.items() if name.startswith(EXAMPLE) and vector["class"] == "valid")
    return {"quotes": quotes, "points": still, "fields": dict(fields(clauses)), "example": example["input"]}


def points_of(vector):
    """Points of the ledger that a vector is about."""
    readings = vector["expect"].get("readings", []) if isinstance(vector["expect"], dict) else []
    return sorted({one["ledger"] for one in (vector, *readings) if "ledger" in one})


def packed(vectors):
    """The core's sections, each once, and what the page needs of each vector; compressed, in base64."""
    sections, listed = {}, []
    for name, vector in vectors.items():
        given = vector["input"]
        section = json.dumps({part: given[part] for part in ("bytes", "parts") if part in given})
        listed.append({"id": name, "section": sections.setdefault(section, len(sections)), "address": given["address"],
                       "points": points_of(vector), **({"pc": given["pc"]} if "pc" in given else {})})
    text = json.dumps({"vectors": listed, "sections": [json.loads(section) for section in sections]})
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def scripts(clauses, points, vectors, wasm):
    """The name and the text of each script."""
    known = json.dumps(facts(clauses, points, vectors), ensure_ascii=False, separators=(",", ":"))
    yield "facts.js", f"const FACTS = {known};\n"
    yield "wasm.js", f'const ORACLE_WASM = "{base64.b64encode(wasm).decode()}";\n'
    yield "packed.js", f'const VECTORS_PACKED = "{packed(vectors)}";\n'


def link(vector=None, section=b"", **more):
    """A link that opens the playground with a vector, or with a section, its address and so on."""
    if vector is not None:
        more = {"vector": vector}
    elif section:
        more = {"section": base64.urlsafe_b64encode(section).decode().rstrip("="), **more}
    return "/playground.md" + ("#" + urllib.parse.urlencode(more, safe="/") if more else "")
