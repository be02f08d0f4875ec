"""Decides in which order a parsed page is read: one walk in document order, without recursion.

What an element does to the text is decided in `element`; here it is done, and undone at the element's end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from lxml.etree import _Element

from verification.core.page.css.cascade import Cascade
from verification.core.page.document import Document, ExtractionUncertain
from verification.core.page.element import PLAIN, Effect, Effects
from verification.core.page.outline import Outline
from verification.core.page.scope import Scope
from verification.core.page.superscripts import rewrite
from verification.core.page.tags import TRANSPARENT
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
    """Walks one page. `unique`: the ids that stand once on it; `forms`: those whose place is wanted."""

    def __init__(
        self, document: Document, cascade: Cascade, unique: Collection[str], forms: Collection[_Element]
    ) -> None:
        self.writer = Writer()
        self.outline = Outline(unique)
        self._document = document
        self._open_at_end = {document.last, *document.last.iterancestors()}
        self._effects = Effects(cascade)
        self._forms = forms
        self._frames: list[_Frame] = []
        self._scope = Scope()
        self._shown = True

    def walk(self) -> None:
        """Raises ExtractionUncertain for a page too deep or whose end is in a part left out; TooCostly."""
        siblings: Iterator[_Element] = iter((self._document.root,))
        while True:
            element = next(siblings, None)
            if element is None:
                if not self._frames:
                    return
                siblings, element = self._leave()
            else:
                done = self._effects.of(element, self._scope)
                if done is None or done.left_out:
                    self._pass_over(element, done)
                elif done is PLAIN and not len(element):
                    self._write(element.text)
                else:
                    self._enter(element, done, siblings)
                    siblings = iter(element)
                    self._write(element.text)
                    continue
            self._write(element.tail)

    def _pass_over(self, element: _Element, done: Effect | None) -> None:
        if element in self._open_at_end:
            raise ExtractionUncertain
        if done is not None:
            self.outline.enter(self._frames, element.tag, len(self.writer.texts), done.id)
            self.outline.leave(len(self._frames), len(self.writer.texts))

    def _enter(self, element: _Element, done: Effect, siblings: Iterator[_Element]) -> None:
        position = len(self.writer.texts)
        if done.id:
            self.outline.enter(self._frames, element.tag, position, done.id)
        self._frames.append(_Frame(element, done, position, self._scope, siblings))
        if len(self._frames) > DEPTH:
            self._check_depth()
        if done is not PLAIN:
            self._begin(done)

    def _check_depth(self) -> None:
        """Void elements that libxml2 takes for containers don't count."""
        if sum(frame.element.tag not in TRANSPARENT for frame in self._frames) > DEPTH:
            raise ExtractionUncertain

    def _begin(self, done: Effect) -> None:
        match done.separation:
            case "block":
                self.writer.block(done.breaks)
            case "line":
                self.writer.line_break()
            case "row":
                self.writer.row()
            case "cell":
                self.writer.cell()
            case "box":
                self.writer.box()
        if done.scope is not None:
            self._use(done.scope)

    def _leave(self) -> tuple[Iterator[_Element], _Element]:
        """End the innermost element: it, and its siblings that are still to come."""
        frame = self._frames.pop()
        self.outline.leave(len(self._frames), len(self.writer.texts))
        if frame.effect is not PLAIN:
            self._end(frame)
        return frame.siblings, frame.element

    def _end(self, frame: _Frame) -> None:
        done, start, position = frame.effect, frame.start, len(self.writer.texts)
        if done.raised:
            rewrite(self.writer.texts, start, done.raised)
        if done.region and not (done.region == "code" and frame.outer.code):
            self.outline.regions.append((start, position, done.region))
        if done.nosnippet:
            self.outline.nosnippet.append((start, position))
        if frame.element in self._forms:
            self.outline.forms.append((start, position))
        match done.separation:
            case "block":
                self.writer.block(done.breaks)
            case "row":
                self.writer.row_end()
            case "box":
                self.writer.box_end(start)
        if self._scope is not frame.outer:
            self._use(frame.outer)

    def _use(self, scope: Scope) -> None:
        self._scope, self._shown = scope, scope.shown

    def _write(self, text: str | None) -> None:
        if not text or not self._shown:
            return
        if not self._scope.tabular:
            self.writer.write(text, self._scope.spaces)
        elif text.strip(" \t\n"):  # a browser moves it out of the table
            self.writer.block(1)
            self.writer.write(text)
            self.writer.block(1)
