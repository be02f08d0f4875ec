from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.verification.server import reply, streamed

ROOT = Path(__file__).parents[3]
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n"


def bomb(wbits: int, megabytes: int = 60) -> bytes:
    stream = zlib.compressobj(9, wbits=wbits)
    return b"".join(stream.compress(bytes(1_000_000)) for _ in range(megabytes)) + stream.flush()


def attacks() -> dict[str, tuple[object, str]]:
    chunk = b"8000\r\n" + bytes(0x8000) + b"\r\n"
    return {
        "/gzip": (reply(bomb(31), Content_Encoding="gzip"), "TooLarge"),
        "/deflate": (reply(bomb(15), Content_Encoding="deflate"), "TooLarge"),
        "/bare": (reply(bomb(-15), Content_Encoding="deflate"), "TooLarge"),
        "/twice": (reply(bomb(31), Content_Encoding="gzip, gzip"), "UnsupportedCoding"),
        "/br": (reply(bytes(500_000), Content_Encoding="br"), "UnsupportedCoding"),
        "/zstd": (reply(bytes(500_000), Content_Encoding="zstd"), "UnsupportedCoding"),
        "/endless": (streamed(CHUNKED + b"\r\n", then=itertools.repeat(chunk)), "TooLarge"),
        "/announced": (reply(bytes(3_000_000)), "TooLarge"),
        "/one-chunk": (streamed(CHUNKED + b"\r\n7fffffff\r\n", then=itertools.repeat(bytes(65536))), "TooLarge"),
        "/header": (streamed(OK, then=itertools.repeat(b"X" * 65536)), "Unreachable"),
        "/hints": (streamed(then=itertools.repeat(b"HTTP/1.1 103 Hint\r\n\r\n" * 3000)), "Unreachable"),
        "/extension": (streamed(CHUNKED + b"\r\n1;", then=itertools.repeat(b"x" * 65536)), "Unreachable"),
        "/bytes": (streamed(CHUNKED + b"\r\n" + b"1\r\nx\r\n" * 20_000, b"0\r\n\r\n"), "20000"),
        "/drip": (streamed(CHUNKED + b"\r\n", then=itertools.repeat(b"1\r\nx\r\n"), every=0.01), "OutOfTime"),
    }


def run(server, *paths: str) -> dict[str, tuple[str, int]]:
    script = ROOT / "tests/verification/adapters/hungry.py"
    command = [sys.executable, str(script), str(server.port), str(server.authority.file), *paths]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return json.loads(ended.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_body_or_head_makes_memory_rise_by_5_megabytes(server):
    table = attacks()
    server.pages({"/warm-up": reply(b"x" * 90_000)} | {path: answer for path, (answer, _) in table.items()})
    found = run(server, *table)
    assert {path: ending for path, (ending, _) in found.items()} == {
        path: ending for path, (_, ending) in table.items()
    }
    assert {path: rise for path, (_, rise) in found.items() if rise > 5_000} == {}
