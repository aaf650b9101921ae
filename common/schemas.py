"""Judges JSON by the schemas of corpus/schema/, which name one another by their $id, so that nothing is fetched."""
import functools
import json
import pathlib
import warnings

import jsonschema


@functools.cache
def schemas():
    folder = pathlib.Path(__file__).resolve().parents[1] / "corpus/schema"
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.schema.json")}


@functools.cache
def validator(name):
    """The validator for NAME.schema.json."""
    schema = schemas()[f"{name}.schema.json"]
    with warnings.catch_warnings():  # newer jsonschema has another resolver, older only this one
        warnings.simplefilter("ignore", DeprecationWarning)
        resolver = jsonschema.RefResolver(schema["$id"], schema, store=dict(schemas()))
        return jsonschema.Draft202012Validator(schema, resolver=resolver)
