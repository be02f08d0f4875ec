"""A newcomer's way through the site: one address is opened, from there on only what the pages show is used.

What is counted: presses of links, buttons and of what opens or chooses something, and fields that are filled in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Locator, Page, expect

Kind = Literal["link", "button"]
SLOW = 60_000
"""Milliseconds in which a check must have ended."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is seen at one moment, and how much was pressed and filled in until then."""

    name: str
    told: str
    clicks: int
    fields: int


Picture = Callable[[Page, Step, int], None]


@dataclass
class Walk:
    """`picture` is called with each step and its number, from 1."""

    page: Page
    picture: Picture | None = None
    steps: list[Step] = field(default_factory=list)
    clicks: int = 0
    fields: int = 0

    def start(self, address: str) -> None:
        """The one address that must be known."""
        assert not self.steps, "whoever is on the site goes on by what its pages show"
        self.page.goto(address)

    def press(self, name: str, kind: Kind = "button", within: str = "body") -> None:
        """A link or button by the words on it."""
        self._press(self.page.locator(within).get_by_role(kind, name=name).first)

    def open(self, summary: str) -> None:
        """A part of the page that is folded away, by its heading."""
        self._press(self.page.locator("summary", has_text=summary))

    def fill(self, label: str, text: str, within: str = "body") -> None:
        """A field by its label; the last one, as forms grow downwards."""
        found = self.page.locator(within).get_by_label(label, exact=True).last
        found.fill(text)
        self.fields += 1

    def choose_file(self, label: str, file: Path) -> None:
        """Counted as a press: the file's name is picked in the system's window."""
        self.page.get_by_label(label).set_input_files(file)
        self.clicks += 1

    def see(self, at: Locator | str, name: str, told: str, *, top: bool = False) -> None:
        """A step: `at` must be there by now, and is brought into view; `top`: the page from its top."""
        found = self.page.locator(at) if isinstance(at, str) else at
        expect(found.first).to_be_visible(timeout=SLOW)
        place = "window.scrollTo(0, 0)" if top else "node.scrollIntoView({ block: 'center' })"
        found.first.evaluate(f"node => {{ {place} }}")
        self.steps.append(Step(name, told, self.clicks, self.fields))
        if self.picture:
            self.picture(self.page, self.steps[-1], len(self.steps))

    def _press(self, found: Locator) -> None:
        expect(found).to_be_visible()
        found.click()
        self.clicks += 1
