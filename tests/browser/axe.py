"""axe-core, the rules of accessibility that a program can check, from `tests/browser/package-lock.json`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("node_modules") / "axe-core/axe.min.js"
REMEDY = "npm ci --prefix tests/browser (needs Node with npm)"
SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each instanceof CSSTransition).map(each => each.finished)).then(() => null)"""
"""Colours that are on their way from one theme to the other are nobody's."""
RUN = "({ preload }) => axe.run(document, { resultTypes: ['violations'], preload })"


def script() -> str:
    """Its source. Without it the test is skipped; under CI=true it fails."""
    if not SCRIPT.exists():
        missing = f"axe-core is not here. To bring it: {REMEDY}"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    return SCRIPT.read_text(encoding="utf-8")


def violations(page: Page, *, preload: bool = True) -> list[tuple[str, list[str]]]:
    """The rules that the page, as it stands, breaks, and the markup that breaks them.

    `preload`: whether style sheets are read anew, for the rule about orientation. Where one imports another, as
    the admin's do, axe writes it into a style element of its own, which the page's policy forbids.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    page.evaluate(SETTLED)
    found = page.evaluate(RUN, {"preload": preload})["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
