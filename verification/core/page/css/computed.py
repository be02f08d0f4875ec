"""Decides what a style comes to for one element, once its variables are known.

A declaration that makes no valid value then is no longer passed over: it counts as unset (CSS Variables, §3.1).
"""

from __future__ import annotations

from typing import Any

from verification.core.page.css.budget import Budget
from verification.core.page.css.properties import UNKNOWN, Style, longhands
from verification.core.page.css.variables import Pending, Variables


class Resolver:
    """Equal questions get the same objects, so that styles can be told apart by identity."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._known: dict[tuple[int, int], tuple[Style, Style, Variables, Variables]] = {}

    def resolved(self, style: Style, inherited: Variables) -> tuple[Style, Variables]:
        """The style without variables, and those that the element has. Raises TooCostly."""
        key = (id(style), id(inherited))  # both are kept below, so no other object gets these
        if key not in self._known:
            own = {name: value for name, value in style.items() if name.startswith("--")}
            self._budget.spend(len(style) + (len(inherited.values) if own else 0))
            variables = inherited.with_own(own) if own else inherited
            self._known[key] = (style, _without_variables(style, variables), inherited, variables)
        _, made, _, variables = self._known[key]
        return made, variables


def _without_variables(style: Style, variables: Variables) -> Style:
    if not any(isinstance(value, Pending) or name.startswith("--") for name, value in style.items()):
        return style
    return {
        name: _value(name, value, variables) if isinstance(value, Pending) else value
        for name, value in style.items()
        if not name.startswith("--")
    }


def _value(name: str, pending: Pending, variables: Variables) -> Any:
    tokens = variables.replaced(pending.tokens)
    values = dict(longhands(pending.name, list(tokens))) if tokens else {}
    return values.get(name, UNKNOWN)
