"""The links that open a page at the quote, followed in Chromium, which marks the text that it found."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import steps
from tests.browser.conftest import CHROMIUM
from tests.browser.pages import HostileMirror
from tests.mirror.behaviours import CHINESE, EMOJI, HOST, ONCE, ROOT, TWICE
from tests.mirror.robots import HOSTS

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("browser")]
PAGE = f"https://{HOST}{ROOT}page.html"
RETRIES = "https://docs.x402.org/core-concepts/retries"
QUOTES = [
    (ONCE, PAGE),
    (EMOJI, PAGE),
    (CHINESE, PAGE),
    ("Waiting Back off first", PAGE),
    ("first 1 second", PAGE),
    ("retry without a budget turns", PAGE),
    ("for attempt in range(5):\n    time.sleep(2 ** attempt)", PAGE),
    ("Two different authorizations are two payments, even if the request is the same.", RETRIES),
    ("undecided: ask again with the same signature", RETRIES),
]
MARKED = """
async (shot) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 255) return Math.floor(at / 4 / image.width);
  return null;
}
"""


@pytest.fixture(scope="module")
def reader(chromium: Browser, program: str, pages: HostileMirror) -> Iterator[Page]:
    """A reader for whom the mirror is the web."""
    rules = ",".join(f"MAP {host}:443 127.0.0.1:{pages.port}" for host in HOSTS)
    args = [*CHROMIUM, f"--host-resolver-rules={rules}"]
    browser = chromium.browser_type.launch(executable_path=program, args=args)
    yield browser.new_page(ignore_https_errors=True, viewport={"width": 900, "height": 2_000})
    browser.close()


def marked_at(reader: Page, link: str) -> int | None:
    """The topmost line of pixels that Chromium marks as the target text; None where it marks none."""
    reader.goto("about:blank")
    reader.goto(link)
    reader.add_style_tag(content="::target-text { background: #f0f; color: #f0f }")
    reader.wait_for_timeout(300)
    shot = base64.b64encode(reader.screenshot(full_page=True)).decode()
    reader.goto("about:blank")
    return reader.evaluate(MARKED, shot)


def links(page: Page) -> list[str]:
    found = page.get_by_role("link", name=re.compile("^Open the page at the (quote|passage)")).all()
    return [link.get_attribute("href") or "" for link in found]


def test_every_link_opens_its_page_at_the_quote(page: Page, reader: Page):
    steps.check(page, QUOTES)
    urls = links(page)
    places = {url: marked_at(reader, url) for url in urls}
    assert len(urls) == len(QUOTES)
    assert [url for url, place in places.items() if place is None] == []


def test_of_two_places_each_link_opens_its_own(page: Page, reader: Page):
    steps.check(page, [(TWICE, PAGE), (ONCE, PAGE)])
    first, second = (marked_at(reader, url) for url in links(page)[:2])
    assert first is not None and second is not None and first < second


def test_the_closest_passage_is_opened_at_its_own_words(page: Page, reader: Page):
    steps.check(page, [(ONCE.replace("small", "little"), PAGE)])
    [url] = links(page)
    assert marked_at(reader, url) is not None
