from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from verification.adapters import frames


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_frames_arrive_whole_and_in_order(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    bodies = [b"", b"one", b"x" * 1_000_000]
    sender = threading.Thread(target=lambda: [frames.send(ours, body) for body in bodies])
    sender.start()
    assert [frames.receive(theirs, 2_000_000) for _ in bodies] == bodies
    sender.join()


@pytest.mark.parametrize("cut", [b"", b"\0\0", b"\0\0\0\5", b"\0\0\0\5half"])
def test_a_frame_that_breaks_off_is_none(pair: tuple[socket.socket, socket.socket], cut: bytes) -> None:
    ours, theirs = pair
    ours.sendall(cut)
    ours.close()
    with pytest.raises(EOFError):
        frames.receive(theirs, 100)


def test_a_longer_frame_than_asked_for_is_not_read(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    frames.send(ours, b"123456")
    with pytest.raises(EOFError):
        frames.receive(theirs, 5)


def test_waiting_ends_at_the_deadline_however_slowly_bytes_drip(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    stop = threading.Event()

    def drip() -> None:
        for byte in b"\0\0\0\x64" + b"x" * 99:
            ours.send(bytes([byte]))
            if stop.wait(0.05):
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        frames.receive(theirs, 1_000, until=started + 0.3)
    assert 0.2 < time.monotonic() - started < 1.5
    stop.set()
    dripping.join()


def test_a_deadline_that_has_passed_sends_and_reads_nothing(pair: tuple[socket.socket, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        frames.send(pair[0], b"x", until=time.monotonic() - 1)
    with pytest.raises(TimeoutError):
        frames.receive(pair[1], 10, until=time.monotonic() - 1)
