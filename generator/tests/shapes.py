"""Groups of JSON values that a schema cannot distinguish, so that one of each group need be validated.

What a keyword says of a value depends on little of it: `pattern` on whether the string matches, `minimum` on which side
of the bound a number lies, `items` on which kinds of items there are.  The shape of a value keeps all that any keyword
of the schemas can see, and nothing else: values of one shape are valid together or not at all.
"""
import bisect
import json
import re

ANNOTATIONS = {"$schema", "$id", "title", "description"}
SCHEMA_IN = {"items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"}
SCHEMAS_IN = {"anyOf", "oneOf", "allOf"}
NAMED_SCHEMAS_IN = {"properties", "$defs"}
COUNTS = {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}
LONG = 64  # such strings are hardly ever the same


class Shapes:
    """Of all values that the schema `name`, or one that it refers to, may be asked about."""

    def __init__(self, folder, name):
        self._members, self._words, self._most = set(), set(), 0
        patterns, least, greatest = set(), set(), set()
        self._found = {"pattern": patterns, "minimum": least, "maximum": greatest}
        self._read(folder, name)
        self._patterns = [re.compile(pattern) for pattern in sorted(patterns)]
        self._least, self._greatest = sorted(least), sorted(greatest)
        self._ids, self._names, self._strings = {}, {}, {}

    def _read(self, folder, name):
        waiting, done = [name], set()
        while waiting:
            name = waiting.pop()
            if name not in done:
                done.add(name)
                waiting += self._learn(json.loads((folder / name).read_text(encoding="utf-8")))

    def _learn(self, schema):
        """What the keywords of a schema can see; the files that it refers to."""
        files = []
        for keyword, given in schema.items() if isinstance(schema, dict) else ():
            if keyword in SCHEMA_IN:
                files += self._learn(given)
            elif keyword in SCHEMAS_IN:
                files += [file for each in given for file in self._learn(each)]
            elif keyword in NAMED_SCHEMAS_IN:
                self._members.update(given if keyword == "properties" else ())
                files += [file for each in given.values() for file in self._learn(each)]
            elif keyword == "$ref":
                files += [given.split("#")[0]] if not given.startswith("#") else []
            elif keyword == "required":
                self._members.update(given)
            elif keyword in ("enum", "const"):
                words = given if keyword == "enum" else [given]
                assert all(isinstance(each, (str, bool)) for each in words), f"shapes.py knows no such values: {words}"
                self._words.update(words)
            elif keyword in self._found:
                self._found[keyword].add(given)
            elif keyword in COUNTS:
                self._most = max(self._most, given + 1)
            else:
                assert keyword in ANNOTATIONS | {"type", "uniqueItems"}, f"shapes.py does not know `{keyword}`"
        return files

    def _of_string(self, value):
        if value in self._words:
            return value
        return str, min(len(value), self._most), *(pattern.search(value) is not None for pattern in self._patterns)

    def _short(self, value):
        known = self._strings.get(value)
        if known is None:
            known = self._strings[value] = self._id(self._of_string(value))
        return known

    def _name(self, name):
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = name if name in self._members else self._of_string(name)
        return known

    def _id(self, shape):
        return self._ids.setdefault(shape, len(self._ids))

    def of(self, value):
        """A number for the shape: the same one for equal shapes."""
        kind = type(value)
        if kind is str:
            return self._short(value) if len(value) <= LONG else self._id(self._of_string(value))
        if kind is int:
            return self._id((int, bisect.bisect_right(self._least, value), bisect.bisect_left(self._greatest, value)))
        if kind is dict:
            members = frozenset((self._name(name), self.of(each)) for name, each in value.items())
            return self._id((dict, min(len(value), self._most), members))
        if kind is list:
            items = frozenset(map(self.of, value))
            unique = len(items) == len(value) or len({json.dumps(each, sort_keys=True) for each in value}) == len(value)
            return self._id((list, min(len(value), self._most), unique, items))
        return self._id((kind, value))  # true, false, null; a fraction, which no vector has
