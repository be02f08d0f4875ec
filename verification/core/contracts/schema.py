"""Decides which rules of a published input schema a value breaks.

The schema is JSON Schema 2020-12 and is read as published, with the keywords that the contracts' input
schemas use; another keyword is refused when the rules are made. As there, 1.0 is an integer, `true` is not a
number, and a length counts code points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from verification.core.contracts.faults import Finding, Path
from verification.core.contracts.strict_json import BROKEN

_ANNOTATIONS: Final = frozenset({"$schema", "title", "description", "default", "format"})
_KEYWORDS: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum"}
    | {"minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"}
)


def is_integer(value: Any) -> bool:
    """Whether JSON Schema calls a value an integer: by its value, not by how it is written."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "object": (lambda value: isinstance(value, dict), "an object"),
    "array": (lambda value: isinstance(value, list), "an array"),
    "string": (lambda value: isinstance(value, str), "a string"),
    "integer": (is_integer, "an integer"),
    "number": (_is_number, "a number"),
    "boolean": (lambda value: isinstance(value, bool), "true or false"),
}


def understood(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` itself; ValueError if it holds a keyword that `findings` doesn't know."""
    unknown = schema.keys() - _KEYWORDS - _ANNOTATIONS
    if unknown or schema["type"] not in _TYPES or schema.get("additionalProperties"):
        raise ValueError(f"unknown schema keywords: {sorted(unknown) or schema}")
    for inner in (*schema.get("properties", {}).values(), schema.get("items")):
        if inner is not None:
            understood(inner)
    return schema


def findings(schema: dict[str, Any], value: Any, path: Path = ()) -> Iterator[Finding]:
    """Every rule that `value` breaks, in document order: a whole before its parts, lazily."""
    matches, name = _TYPES[schema["type"]]
    if value is BROKEN:
        return
    if not matches(value):
        yield Finding(path, "wrong_type", f"Must be {name}.")
    elif isinstance(value, dict):
        yield from _object(schema, value, path)
    elif isinstance(value, list):
        yield from _array(schema, value, path)
    elif isinstance(value, str):
        yield from _length(schema, value, path)
    else:
        yield from _range(schema, value, path)


def _object(schema: dict[str, Any], value: dict[str, Any], path: Path) -> Iterator[Finding]:
    for name in schema.get("required", ()):
        if name not in value:
            yield Finding((*path, name), "missing_field", f"The field {name} is required.")
    for name, member in value.items():
        if name in schema["properties"]:
            yield from findings(schema["properties"][name], member, (*path, name))
        else:
            yield Finding((*path, name), "unknown_field", "This contract has no such field.")


def _array(schema: dict[str, Any], value: list[Any], path: Path) -> Iterator[Finding]:
    if len(value) < schema.get("minItems", 0):
        yield Finding(path, "too_few", f"At least {schema['minItems']} must be given.")
    if len(value) > schema.get("maxItems", len(value)):
        yield Finding(path, "too_many", f"At most {schema['maxItems']} may be given.")
    for index, item in enumerate(value):
        yield from findings(schema["items"], item, (*path, index))


def _length(schema: dict[str, Any], value: str, path: Path) -> Iterator[Finding]:
    if len(value) < schema.get("minLength", 0):
        yield Finding(path, "too_short", f"At least {schema['minLength']} characters are needed.")
    if len(value) > schema.get("maxLength", len(value)):
        yield Finding(path, "too_long", f"At most {schema['maxLength']} characters may be given.")
    if value not in schema.get("enum", (value,)):
        yield Finding(path, "out_of_range", f"Must be one of: {', '.join(schema['enum'])}.")


def _range(schema: dict[str, Any], value: float, path: Path) -> Iterator[Finding]:
    least, most = schema.get("minimum", value), schema.get("maximum", value)
    if not least <= value <= most:
        bounds = [f"at least {least}"] * ("minimum" in schema) + [f"at most {most}"] * ("maximum" in schema)
        yield Finding(path, "out_of_range", f"Must be {' and '.join(bounds)}.")
