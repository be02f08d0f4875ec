"""The real helper process, and real pages that are too much for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from verification.adapters import extractor
from verification.adapters.extractor import ExtractionUncertain, Extractor, ExtractorUnavailable
from verification.core.page.extract import PageText, extract

ROOT = Path(__file__).resolve().parents[3]
PAGE = "<title>T</title><h1 id=h>Title</h1><p>Ünïcode \U0001f600 text</p>"
COSTLY = "<br>" * 500_000 + "end"  # seconds of work and a hundred megabytes
MEMORY = 512 * 2**20


def is_at_work(pid: int) -> bool:
    """Whether the process has used a tenth of a second: it has greeted and is reading."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) > 10
    except FileNotFoundError:
        return False


@pytest.fixture(scope="module")
def reader() -> Iterator[Extractor]:
    reader = Extractor()
    reader.read("<p>warm</p>", seconds=20, memory=MEMORY, until=time.monotonic() + 60)
    yield reader
    reader.close()


def read(reader: Extractor, html: str, seconds: float = 20.0, memory: int = MEMORY) -> PageText:
    return reader.read(html, seconds=seconds, memory=memory, until=time.monotonic() + 60)


def eventually(holds: Callable[[], Any], seconds: float = 20.0) -> Any:
    until = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < until:
        time.sleep(0.01)
    return found


def children(pid: int) -> list[int]:
    """Of the helper: the one that waits for a page, and those that read one."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """Whether the process runs; a zombie that nobody has reaped doesn't."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_page_reads_as_the_core_reads_it(reader: Extractor) -> None:
    assert read(reader, PAGE) == extract(PAGE)


def test_uncertainty_travels_back(reader: Extractor) -> None:
    with pytest.raises(ExtractionUncertain):
        read(reader, "<p>text</p><script>")
    with pytest.raises(ExtractionUncertain):
        read(reader, "\ud800")


def test_a_page_over_its_time_costs_only_itself(reader: Extractor) -> None:
    helper, started = reader.helper_pid, time.monotonic()
    with pytest.raises(ExtractorUnavailable):
        read(reader, COSTLY, seconds=0.2)
    assert time.monotonic() - started < 10
    assert read(reader, PAGE).title == "T"
    assert reader.helper_pid == helper


def test_a_page_over_its_memory_costs_only_itself(reader: Extractor) -> None:
    helper = reader.helper_pid
    with pytest.raises(ExtractorUnavailable):
        read(reader, COSTLY, memory=56 * 2**20)
    assert read(reader, PAGE, memory=56 * 2**20).title == "T"
    assert reader.helper_pid == helper


def test_the_least_memory_that_may_be_set_is_enough_for_a_page(reader: Extractor) -> None:
    assert read(reader, "<p>word <b>bold</b></p>" * 4_000, memory=64 * 2**20).text


def test_a_child_that_is_killed_costs_only_its_page(reader: Extractor) -> None:
    helper = reader.helper_pid
    assert helper
    (waiting,) = eventually(lambda: children(helper) if len(children(helper)) == 1 else [])
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(read, reader, COSTLY)
        assert eventually(lambda: len(children(helper)) == 2 and is_at_work(waiting))
        os.kill(waiting, signal.SIGKILL)
        with pytest.raises(ExtractorUnavailable):
            page.result()
    assert read(reader, PAGE).title == "T"
    assert reader.helper_pid == helper


def test_a_child_that_is_killed_while_it_waits_costs_nothing(reader: Extractor) -> None:
    helper = reader.helper_pid
    assert helper
    (waiting,) = eventually(lambda: children(helper) if len(children(helper)) == 1 else [])
    os.kill(waiting, signal.SIGKILL)
    assert eventually(lambda: not alive(waiting))
    assert read(reader, PAGE).title == "T"
    assert reader.helper_pid == helper


def test_a_dead_helper_is_replaced_at_the_next_page(reader: Extractor) -> None:
    helper = reader.helper_pid
    assert helper
    os.kill(helper, signal.SIGKILL)
    assert read(reader, PAGE).title == "T"
    assert reader.helper_pid != helper


def test_a_closed_extractor_starts_again_at_need(reader: Extractor) -> None:
    reader.close()
    assert reader.helper_pid is None
    assert read(reader, PAGE).title == "T"


@pytest.mark.parametrize("program", ["/nonexistent/python", "/bin/false"])
def test_a_helper_that_can_not_start_costs_the_page(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", program)
    broken = Extractor()
    with pytest.raises(ExtractorUnavailable):
        read(broken, PAGE)
    monkeypatch.undo()
    assert read(broken, PAGE).title == "T"
    broken.close()


@pytest.mark.parametrize("answer", ["", "{", "[]", "1", '{"text": 1}', "[" * 100_000, "\ud800"])
def test_an_answer_that_makes_no_sense_costs_the_page(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractor, "_WORKER", "tests.verification.adapters.parrot")
    parrot = Extractor()
    with pytest.raises(ExtractorUnavailable):
        read(parrot, answer)
    parrot.close()


def test_a_deadline_ends_the_wait_and_the_work(reader: Extractor) -> None:
    started = time.monotonic()
    with pytest.raises(ExtractorUnavailable):
        reader.read(COSTLY, seconds=20, memory=MEMORY, until=started + 0.3)
    assert time.monotonic() - started < 5
    helper = reader.helper_pid
    assert helper
    assert eventually(lambda: len(children(helper)) == 1, 5)


def test_a_deadline_that_has_passed_reads_nothing(reader: Extractor) -> None:
    with pytest.raises(ExtractorUnavailable):
        reader.read(PAGE, seconds=20, memory=MEMORY, until=time.monotonic() - 1)
    assert read(reader, PAGE).title == "T"


def test_pages_read_side_by_side_keep_apart(reader: Extractor) -> None:
    pages = [f"<title>{number}</title><p>{number} " + "x" * (number * 5_000) for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        read_pages = list(pool.map(lambda html: read(reader, html), pages))
    assert [page.title for page in read_pages] == [str(number) for number in range(24)]
    assert read_pages == [extract(html) for html in pages]


def test_neither_processes_nor_descriptors_are_left_over(reader: Extractor) -> None:
    helper, before = reader.helper_pid, len(os.listdir("/proc/self/fd"))
    assert helper
    for _ in range(10):
        read(reader, PAGE)
        with pytest.raises(ExtractionUncertain):
            read(reader, "<script>")
        with pytest.raises(ExtractorUnavailable):
            read(reader, COSTLY, seconds=0.001)
    assert eventually(lambda: len(children(helper)) == 1)
    assert len(os.listdir("/proc/self/fd")) == before
    assert len(os.listdir(f"/proc/{helper}/fd")) == 5


def test_the_helper_inherits_no_secret_and_no_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUOTEPROOF_SECRET_KEY", "s3cret")
    fresh = Extractor()
    with open(__file__) as held:
        os.set_inheritable(held.fileno(), True)
        read(fresh, PAGE)
        helper = Path(f"/proc/{fresh.helper_pid}")
        assert b"s3cret" not in (helper / "environ").read_bytes()
        targets = [os.readlink(descriptor) for descriptor in (helper / "fd").iterdir()]
    assert sorted(target.split(":")[0] for target in targets) == ["/dev/null"] * 3 + ["socket"] * 2
    fresh.close()


def test_the_helper_imports_the_core_only() -> None:
    script = "import sys, verification.adapters.extract_worker as worker\n"
    script += "others = ('django', 'httpcore', 'quoteproof', 'payments', 'receipts')\n"
    script += "print([name for name in sys.modules if name.split('.')[0] in others])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n"


WEB_PROCESS = """
import os, sys, time
from verification.adapters.extractor import Extractor
reader = Extractor()
reader.read("<p>x", seconds=20, memory=2**29, until=time.monotonic() + 60)
if os.fork() == 0:  # a copy of the web process that outlives it
    sys.stdin.read()
    os._exit(0)
print(reader.helper_pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_helper_ends_with_the_web_process(end: signal.Signals) -> None:
    web = subprocess.Popen(
        [sys.executable, "-c", WEB_PROCESS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert web.stdin
    assert web.stdout
    helper = int(web.stdout.readline())
    assert alive(helper)
    web.send_signal(end)
    web.wait()
    assert eventually(lambda: not alive(helper))
    web.stdin.close()
    web.stdout.close()


def test_a_forked_web_process_has_a_helper_of_its_own(reader: Extractor) -> None:
    helper = reader.helper_pid
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if reader.helper_pid is None and read(reader, PAGE).title == "T" and reader.helper_pid != helper:
                code = 0
            reader.close()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert reader.helper_pid == helper
    assert read(reader, PAGE).title == "T"


def test_limits_come_from_the_settings(settings: Any) -> None:
    assert extractor.read(PAGE) == extract(PAGE)
    settings.EXTRACT_MEMORY_MB = 56
    with pytest.raises(ExtractorUnavailable):
        extractor.read(COSTLY)
    settings.EXTRACT_MEMORY_MB, settings.EXTRACT_SECONDS = 512, 0.2
    with pytest.raises(ExtractorUnavailable):
        extractor.read(COSTLY)


def test_the_callers_deadline_counts_too() -> None:
    with pytest.raises(ExtractorUnavailable):
        extractor.read(PAGE, deadline=time.monotonic() - 1)
    assert extractor.read(PAGE, deadline=time.monotonic() + 60).title == "T"


def test_many_threads_start_one_helper() -> None:
    fresh, barrier = Extractor(), threading.Barrier(6)

    def start(_: int) -> int | None:
        barrier.wait()
        read(fresh, PAGE)
        return fresh.helper_pid

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(start, range(6)))) == 1
    fresh.close()
