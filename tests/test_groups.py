"""Tests that share a service or a chain stay in one process: a group that is ignored is ignored in silence."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("kept")
def test_groups_are_kept_together(request: pytest.FixtureRequest):
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("one process, or no --dist loadgroup: there are no groups")
    assert request.node.nodeid.endswith("@kept")
