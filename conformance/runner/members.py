"""Writes the members of answers as tables in C, from the schemas that describe them; and with --answers schemas of what
an adapter may answer."""
import argparse
import json
import os
import pathlib
import sys

sys.path[0] = os.path.realpath(__file__ + "/../../..")  # the root of the tree
from common import standard

# Where the members of each operation's answer are described.
ANSWERS = {"decode": "model.schema.json#/$defs/section", "check": "check.schema.json", "lookup": "lookup.schema.json",
           "flip": "vector.schema.json#/$defs/flip", "unwind": "unwind.schema.json"}
IN_ANY = ("request", "error", "none", "unsupported", "inconsistent", "ended", "stderr", "section", "segment",
          "violations")  # members.c has them
BY_NAME = {"address": "ADDRESS", "location": "PLACE", "rule": "RULE"}  # definitions of model.schema.json
# What schemas do not say.  RULES are unwinding rules; no reading of a contested point leaves one out.
RULES = {"lookup.row", "unwind.frames.cfa"}
# The question states these members: its profile, ABI, address and PC, and so the version.
IS_ASKED = {"decode.version", "decode.profile", "decode.abi", "decode.address", "lookup.pc"}
MAY_BE_ADDED = {"decode.verdict"}  # judge.c compares it
BASES = "sp, fp, cfa, or r and a DWARF number, as r16"  # the pattern of a register, for people
NUMBERED = "a bit, as 0x8"  # that of a flag without a name


class Schemas:
    def __init__(self, folder):
        self.folder, self.files = pathlib.Path(folder), {}

    def at(self, name, reference):
        """The file and the schema to which a reference in the file NAME leads."""
        path, _, inside = reference.partition("#")
        path = path or name
        if path not in self.files:
            self.files[path] = json.loads((self.folder / path).read_text(encoding="utf-8"))
        found = self.files[path]
        for step in inside.strip("/").split("/") if inside else ():
            found = found[step]
        return path, found

    def properties(self, name, schema):
        """For each member, the file and the schema that describe it; members of alternatives are among them."""
        if "$ref" in schema and "properties" not in schema:
            return self.properties(*self.at(name, schema["$ref"]))
        found = {member: (name, inside) for member, inside in schema.get("properties", {}).items()}
        for each in schema.get("oneOf", ()):
            found.update(self.properties(name, each))
        return found

    def kind(self, name, member, schema):
        """The type in members.h and, for objects in a list, the place where they are described."""
        if member == "base":
            return "BASE", None
        if "$ref" in schema:
            called = schema["$ref"].rpartition("/")[2]
            path, named = self.at(name, schema["$ref"])
            return (BY_NAME[called], None) if called in BY_NAME else self.kind(path, member, named)
        if schema.get("type") == "array":
            where, items = (self.at(name, schema["items"]["$ref"]) if "$ref" in schema["items"] else
                            (name, schema["items"]))
            return ("OBJECTS", (where, items)) if items.get("type") == "object" else ("WORDS", None)
        if schema.get("type") == "boolean" or schema.get("const") is True:
            return "BOOLEAN", None
        if schema.get("type") == "integer":
            return "INTEGER", None
        if schema.get("pattern", "").startswith("^([0-9a-f]{2})"):
            return "HEX", None
        if schema.get("type") == "string" or all(isinstance(word, str) for word in schema["enum"]):
            return "WORD", None
        raise ValueError(f"{name}: {member}: no type of an answer's member")


def form_of(schemas, name, schema):
    """The regular expression that a string must fit, and in words what it owes; nothing where any string will do."""
    if "$ref" in schema:
        return form_of(schemas, *schemas.at(name, schema["$ref"]))
    if "items" in schema:
        return form_of(schemas, name, schema["items"])
    if "enum" in schema:
        return "|".join(schema["enum"]), ", ".join(schema["enum"])
    if "anyOf" in schema:
        forms = [form for form in (form_of(schemas, name, each) for each in schema["anyOf"]) if form[0]]
        return "|".join(form for form, _ in forms), ", ".join(owed for _, owed in forms)
    pattern = schema.get("pattern", "")
    return (pattern[1:-1], BASES if pattern.startswith("^(sp|") else NUMBERED) if pattern else ("", "")


def form_in_c(schemas, kind, name, schema):
    """The form of a member in C, if its strings are words; addresses and bytes have a type of their own."""
    form, owed = form_of(schemas, name, schema) if kind in ("WORD", "WORDS", "BASE", "RULE") else ("", "")
    return f', .form = "^({form})$", .owed = "{owed}"' if form else ""


def described(schemas, path, name, schema):
    """The members of an object: for each its path, its type, its schema, where objects in it are described, and its flags."""
    for member, (where, property_) in schemas.properties(name, schema).items():
        here = f"{path}.{member}"
        if "." not in path and member in IN_ANY:
            continue
        kind, inside = schemas.kind(where, member, property_)
        is_rule = kind in ("PLACE", "RULE") or here in RULES
        flags = {"is_rule": is_rule, "may_be_added": here in MAY_BE_ADDED, "is_asked": here in IS_ASKED}
        yield here, kind, (where, property_), inside, [flag for flag, holds in flags.items() if holds]


def write_table(schemas, path, name, schema):
    """Writes a table, after those of the objects in it, and returns its name."""
    lines = []
    for here, kind, (where, property_), inside, flags in described(schemas, path, name, schema):
        member = here.rpartition(".")[2]
        line = f'{{.name = "{member}", .type = {kind}'
        if inside is not None:
            line += f", .inside = {write_table(schemas, here, *inside)}"
        line += form_in_c(schemas, kind, where, property_)
        lines.append(line + "".join(f", .{flag} = true" for flag in flags) + "},")
    table = path.replace(".", "_") + "_members"
    begin = ["IN_ANY_ANSWER,"] if path in ANSWERS else []
    print(f"static const struct member {table}[] = {{", *begin, *lines, "{0},\n};\n", sep="\n    ")
    return table


# --- Schemas of what may be answered -----------------------------------------------------------------------------

TYPES = {"WORD": {"type": "string"}, "BASE": {"type": "string"}, "INTEGER": {"type": "integer"},
         "BOOLEAN": {"type": "boolean"}, "ADDRESS": {"type": "string", "pattern": "^0x[0-9a-fA-F]{1,16}$"},
         "HEX": {"type": "string", "pattern": "^([0-9a-fA-F]{2})*$"}}
WORDS = {"type": "string"}
# The members that any answer may have, as in members.c.
SHARED = {
    "request": {"description": "The number of the request.", "type": "integer", "minimum": 0},
    "error": {"description": "The section is refused; a few words for the report.", **WORDS},
    "none": {"description": "Why nothing was found; unknown: it cannot be said; error: the section is refused.",
             "enum": ["function", "row", "unknown", "error"]},
    "unsupported": {"description": "What was asked cannot be done here.", **WORDS},
    "inconsistent": {"description": "The implementation contradicts itself.", **WORDS},
    "ended": {"description": "How a program of the adapter's ended: a signal, or a status.", **WORDS},
    "stderr": {"description": "What that program wrote.", **WORDS},
    "section": True, "segment": True,
    "violations": {"description": "Only --exact compares them."}}


def answered(schemas, name, member, schema):
    """The schema of what the runner accepts for this member: it demands less than that of the expectation."""
    kind, inside = schemas.kind(name, member, schema)
    if kind in ("PLACE", "RULE"):
        place = answered_object(schemas, *schemas.at("model.schema.json", "#/$defs/location"))
        words = form_of(schemas, name, schema)[1]
        return {"anyOf": [place, {"enum": words.split(", ")}]} if kind == "RULE" else place
    if kind == "OBJECTS":
        return {"type": "array", "items": answered_object(schemas, *inside)}
    form, _ = form_of(schemas, name, schema) if kind in ("WORD", "WORDS", "BASE") else ("", "")
    one = {**TYPES["WORD" if kind == "WORDS" else kind], **({"pattern": f"^({form})$"} if form else {})}
    return {"type": "array", "items": one} if kind == "WORDS" else one


def answered_object(schemas, name, schema, without=()):
    return {"type": "object", "additionalProperties": False,
            "properties": {member: answered(schemas, where, member, inside)
                           for member, (where, inside) in schemas.properties(name, schema).items() if member not in without}}


def answer_schemas(schemas):
    """The schemas, by the names of their files."""
    for name, place in ANSWERS.items():
        members = answered_object(schemas, *schemas.at("", place), IN_ANY)["properties"]
        path = f"answer-{name}.schema.json"
        yield path, {
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": path,
            "title": f"What an adapter may answer to {name}",
            "description": "Only `request` must be there. docs/compared.md says what of it is compared with what.",
            "type": "object", "properties": {**SHARED, **members}, "required": ["request"], "additionalProperties": False}


def write_answers(schemas, folder):
    for path, schema in answer_schemas(schemas):
        (pathlib.Path(folder) / path).write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit status: 0 written, 2 usage or I/O.")
    parser.add_argument("folder", metavar="SCHEMA_FOLDER")
    parser.add_argument("--answers", metavar="FOLDER", help="write schemas of answers there, and no tables")
    options = parser.parse_args()
    schemas = Schemas(options.folder)
    if options.answers:
        write_answers(schemas, options.answers)
        return
    write_table(schemas, "place", *schemas.at("model.schema.json", "#/$defs/location"))
    tables = [f"    [{name.upper()}] = {write_table(schemas, name, *schemas.at('', where))},"
              for name, where in ANSWERS.items()]
    print("static const struct member *const answer_members[OPERATION_COUNT] = {", *tables, "};", sep="\n")


if __name__ == "__main__":
    sys.exit(standard.run(main))
