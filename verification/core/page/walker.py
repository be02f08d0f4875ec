"""Decides in which order a parsed page is read: one walk in document order, without recursion.

What an element does to the text is decided in `element`; here it is done, and undone at the element's end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from lxml.etree import _Element

from verification.core.page.css.cascade import Cascade
from verification.core.page.document import Document, ExtractionUncertain
from verification.core.page.element import APART, PERMALINK, PLAIN, Effect, Effects
from verification.core.page.outline import Outline
from verification.core.page.scope import Scope
from verification.core.page.superscripts import Raiser
from verification.core.page.writer import Writer

DEPTH: Final = 500


class _Frame(NamedTuple):
    """An element whose content is being read; `outer` and `siblings` are what to go back to after it."""

    element: _Element
    effect: Effect
    start: int
    outer: Scope
    siblings: Iterator[_Element]


class Walker:
    """Walks one page. `unique`: the ids that stand once on it; `scope`: what its root takes over."""

    def __init__(self, document: Document, cascade: Cascade, unique: Collection[str], scope: Scope) -> None:
        self.writer = Writer()
        self.outline = Outline(unique)
        self._document = document
        self._effects = Effects(cascade)
        self._raiser = Raiser(self.writer.texts)
        self._frames: list[_Frame] = []
        self._voids = 0
        self._scope = scope
        self._shown = True

    def walk(self) -> None:
        """Raises TooCostly; ExtractionUncertain for a page too deep or where a part left out has no sure end."""
        siblings: Iterator[_Element] = iter((self._document.root,))
        while True:
            element = next(siblings, None)
            if element is None:
                if not self._frames:
                    return
                siblings, element = self._leave()
            else:
                done = self._effects.of(element, self._scope)
                name = element.get("id")
                if done is None or done is PERMALINK or done is APART:
                    self._pass_over(element, name if done is PERMALINK else None)
                    if done is APART:
                        self.writer.block(1)
                elif done is PLAIN and not name and not len(element):
                    self._write(element.text)
                else:
                    self._enter(element, done, name, siblings)
                    siblings = iter(element)
                    self._write(element.text)
                    continue
            self._write(element.tail)

    def _pass_over(self, element: _Element, name: str | None) -> None:
        """What is left out has no place in the outline, unless it has the `name` of its heading."""
        self._document.needs_sure_end(element)
        if name:
            self.outline.enter(self._frames, element.tag, len(self.writer.texts), name)
            self.outline.leave(len(self._frames), len(self.writer.texts))

    def _enter(self, element: _Element, done: Effect, name: str | None, siblings: Iterator[_Element]) -> None:
        position = len(self.writer.texts)
        if name:
            self.outline.enter(self._frames, element.tag, position, name)
        self._frames.append(_Frame(element, done, position, self._scope, siblings))
        if len(self._frames) - self._voids > DEPTH:
            raise ExtractionUncertain
        if (done.nosnippet or not (done.scope or self._scope).shown) and self._document.cuts_short(element):
            raise ExtractionUncertain
        if done.separation:
            self._separate(done)
        if done.scope is not None:
            self._scope, self._shown = done.scope, done.scope.shown
        self._voids += done.void

    def _separate(self, done: Effect) -> None:
        if done.separation == "block":
            self.writer.block(done.breaks)
        elif done.separation == "line":
            self.writer.line_break()
        elif done.separation == "row":
            self.writer.row()
        elif done.separation == "cell":
            self.writer.cell()
        else:
            self.writer.box()

    def _leave(self) -> tuple[Iterator[_Element], _Element]:
        """End the innermost element: it, and its siblings that are still to come."""
        element, done, start, outer, siblings = self._frames.pop()
        if len(self.outline.open) > len(self._frames):
            self.outline.leave(len(self._frames), len(self.writer.texts))
        if done.separation == "block":
            self.writer.block(done.breaks)
        elif done.separation == "row":
            self.writer.row_end()
        elif done.separation == "box":
            self.writer.box_end(start)
        if done.marks:
            self._mark(done, start, outer)
        if done.scope is not None:
            self._scope, self._shown = outer, outer.shown
        self._voids -= done.void
        return siblings, element

    def _mark(self, done: Effect, start: int, outer: Scope) -> None:
        position = len(self.writer.texts)
        if done.raised:
            self._raiser.end(start, done.raised)
        if done.region and not (done.region == "code" and outer.code):
            self.outline.regions.append((start, position, done.region))
        if done.nosnippet:
            self.outline.nosnippet.append((start, position))

    def _write(self, text: str | None) -> None:
        if not text or not self._shown:
            return
        if not self._scope.tabular:
            self.writer.write(text, self._scope.spaces, self._scope.case)
        elif text.strip(" \t\n"):  # a browser moves it out of the table
            self.writer.block(1)
            self.writer.write(text, case=self._scope.case)
            self.writer.block(1)
