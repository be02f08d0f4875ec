"""What a whole paid check costs beside waiting for its pages: service and mirror in processes of their own.

A check's time over HTTP less the time in which the same pages are merely fetched with the same client, both
medians of one interleaved run. Bar: 60 ms.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx

from quoteproof import wallet
from tests.live import Service, running
from tests.mirror.documentation import list_pages
from tests.mirror.packages import unpack
from tests.mirror.server import Mirror

ROUNDS, WARM_UP, BAR_MS = 90, 5, 60.0
SENTENCE = "the"


def page() -> tuple[str, int]:
    """The real page nearest to 100,000 bytes."""
    best = max(list_pages(unpack()), key=lambda each: each.size)
    return best.url, best.size


def paid_check(http: httpx.Client, url: str, key: str) -> float:
    """Milliseconds of one paid request, its 402 apart."""
    body = {"urls": [url], "quotes": [{"source_index": 0, "quote": SENTENCE}]}
    offer = wallet.read_offer(http.post("/v1/verify/quotes", json=body).headers["PAYMENT-REQUIRED"])
    headers = {"PAYMENT-SIGNATURE": wallet.pay(offer, key)}
    start = time.perf_counter()
    response = http.post("/v1/verify/quotes", json=body, headers=headers)
    elapsed = (time.perf_counter() - start) * 1000
    assert response.status_code == 200, response.text
    return elapsed


def fetch_only(mirror: Mirror, url: str) -> float:
    """Milliseconds of the page's own request on a new TLS connection, as a check makes it."""
    host, _, path = url.removeprefix("https://").partition("/")
    with httpx.Client(verify=str(mirror.ca_file)) as client:
        start = time.perf_counter()
        response = client.get(
            f"https://127.0.0.1:{mirror.port}/{path}", headers={"Host": host}, extensions={"sni_hostname": host}
        )
        elapsed = (time.perf_counter() - start) * 1000
    assert response.status_code == 200
    return elapsed


def measure(service: Service, mirror: Mirror) -> tuple[float, float]:
    url, _ = page()
    whole, waiting = [], []
    with httpx.Client(base_url=service.url, timeout=60) as http:
        for _ in range(WARM_UP + ROUNDS):
            whole.append(paid_check(http, url, wallet.new_key()))
            waiting.append(fetch_only(mirror, url))
    return statistics.median(whole[WARM_UP:]), statistics.median(waiting[WARM_UP:])


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, Mirror(documentation=unpack()) as mirror:
        environment = {"QUOTEPROOF_FETCH_RESOLVE": mirror.resolve, "QUOTEPROOF_FETCH_CA_FILE": str(mirror.ca_file)}
        with running(Path(folder), **environment) as service:
            whole, waiting = measure(service, mirror)
    overhead = whole - waiting
    print(f"a paid check of one page of {page()[1]} bytes   {whole:7.1f} ms")
    print(f"the page's own request                      {waiting:7.1f} ms")
    print(f"the check's own overhead                    {overhead:7.1f} ms   bar {BAR_MS:.0f} ms")
    return 0 if overhead <= BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main())
