"""The tasks of a new user can be done as `docs/screens/` shows them, with as many clicks as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import screens
from tests.browser.tasks import TASKS
from tests.live import Service

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
LIST = (screens.FOLDER / screens.LIST).read_text(encoding="utf-8")
FEW = 6
"""More presses than these would be too many for any of the tasks."""


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_done_from_the_pages_alone(chromium: Browser, service: Service, tmp_path: Path, name: str):
    walk = screens.done(chromium, service, name, tmp_path)
    assert screens.section(name, TASKS[name], walk) in LIST
    assert walk.clicks <= FEW


def test_each_step_has_a_picture_and_no_picture_is_left_over():
    named = {screens.FOLDER / each for each in re.findall(r"\[picture\]\(([^)]+)\)", LIST)}
    there = {each for each in screens.FOLDER.rglob("*") if each.is_file() and each.name != screens.LIST}
    assert named == there and len(named) >= 3 * len(TASKS)
    assert sum(each.stat().st_size for each in there) < 3_000_000
