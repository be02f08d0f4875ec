"""Decides what a reader of Markdown sees, and where its links lead: CommonMark with GitHub's additions."""

from __future__ import annotations

from dataclasses import replace

from verification.core.citations.inline import Inline
from verification.core.citations.lines import laid_out
from verification.core.citations.reading import Anchor, Block, Reading
from verification.core.text.layers import Layer, rewrite


def read(document: str) -> Reading:
    """The reading of a Markdown document."""
    text, layers, blocks, definitions = laid_out(document, markdown=True)
    inline = Inline(text, definitions)
    for block in blocks:
        if block.kind != "code":
            inline.read(block.start, block.end)
    seen, layer = rewrite(text, *inline.edits())
    anchors = sorted(inline.anchors, key=lambda anchor: (anchor.start, anchor.end))
    if layer is not None:
        layers = (*layers, layer)
        blocks = tuple(_block(block, layer) for block in blocks)
        anchors = [_anchor(anchor, layer) for anchor in anchors]
        inline.code = [layer.forth(*span) for span in inline.code]
    return Reading(
        seen,
        layers,
        tuple(block for block in blocks if block.start < block.end),
        tuple(anchor for anchor in anchors if anchor.start < anchor.end),
        code=tuple(inline.code),
        definitions=definitions,
    )


def _block(block: Block, layer: Layer) -> Block:
    start, end = layer.forth(block.start, block.end)
    return replace(block, start=start, end=end)


def _anchor(anchor: Anchor, layer: Layer) -> Anchor:
    start, end = layer.forth(anchor.start, anchor.end)
    return replace(anchor, start=start, end=end)
