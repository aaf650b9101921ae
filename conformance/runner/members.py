"""Writes the members of answers as tables in C, from the schemas that describe them."""
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
    """Of the kinds whose strings are words; addresses and bytes have a type of their own."""
    form, owed = form_of(schemas, name, schema) if kind in ("WORD", "WORDS", "BASE", "RULE") else ("", "")
    return f', .form = "^({form})$", .owed = "{owed}"' if form else ""


def write_table(schemas, path, name, schema):
    """Writes a table, after those of the objects in it, and returns its name."""
    lines = []
    for member, (where, described) in schemas.properties(name, schema).items():
        here = f"{path}.{member}"
        if "." not in path and member in IN_ANY:
            continue
        kind, inside = schemas.kind(where, member, described)
        line = f'{{.name = "{member}", .type = {kind}'
        if inside is not None:
            line += f", .inside = {write_table(schemas, here, *inside)}"
        line += form_in_c(schemas, kind, where, described)
        if kind in ("PLACE", "RULE") or here in RULES:
            line += ", .is_rule = true"
        if here in MAY_BE_ADDED:
            line += ", .may_be_added = true"
        if here in IS_ASKED:
            line += ", .is_asked = true"
        lines.append(line + "},")
    table = path.replace(".", "_") + "_members"
    begin = ["IN_ANY_ANSWER,"] if path in ANSWERS else []
    print(f"static const struct member {table}[] = {{", *begin, *lines, "{0},\n};\n", sep="\n    ")
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit status: 0 written, 2 usage or I/O.")
    parser.add_argument("folder", metavar="SCHEMA_FOLDER")
    schemas = Schemas(parser.parse_args().folder)
    write_table(schemas, "place", *schemas.at("model.schema.json", "#/$defs/location"))
    tables = [f"    [{name.upper()}] = {write_table(schemas, name, *schemas.at('', where))},"
              for name, where in ANSWERS.items()]
    print("static const struct member *const answer_members[OPERATION_COUNT] = {", *tables, "};", sep="\n")


if __name__ == "__main__":
    sys.exit(standard.run(main))
