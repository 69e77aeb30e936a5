"""Threads and forks."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import galley

from .conftest import MANIFEST

# The fonts of the tests have a box for every letter, so that texts differ in their lengths.
TEXTS = ["some more words to draw " * 20 + "o" * (index % 16) + " w" * index for index in range(64)]


def draw_all(engine: galley.Engine, threads: int, texts: list[str]) -> tuple[float, list[bytes]]:
    """Returns the seconds that drawing took, and the pictures."""
    with ThreadPoolExecutor(threads) as pool:
        start = time.perf_counter()
        pictures = list(pool.map(lambda text: engine.render(text, scale=3), texts))
        return time.perf_counter() - start, pictures


def test_threads_share_an_engine(engine: galley.Engine) -> None:
    one, four = draw_all(engine, 1, TEXTS)[1], draw_all(engine, 4, TEXTS)[1]
    assert one == four and len(set(one)) == len(TEXTS)


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_two_threads_draw_at_the_same_time(engine: galley.Engine) -> None:
    draw_all(engine, 2, TEXTS)
    ratios = []
    # Other programs use the cores too: the best of several runs, one after another.
    for _ in range(12):
        ratios.append(draw_all(engine, 1, TEXTS * 2)[0] / draw_all(engine, 2, TEXTS * 2)[0])
        if ratios[-1] >= 1.5:
            break
    print(f"two threads are {max(ratios):.2f} times as fast as one")
    assert max(ratios) >= 1.5, ratios


def test_an_engine_may_be_closed_while_others_draw() -> None:
    engine = galley.Engine(manifest=MANIFEST)
    failures: list[BaseException] = []

    def draw() -> None:
        try:
            while True:
                engine.render("word")
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    engine.close()
    for thread in threads:
        thread.join()
    assert [type(failure) for failure in failures] == [galley.ClosedError] * 4


def test_a_child_draws_after_a_fork(engine: galley.Engine) -> None:
    expected = engine.render(TEXTS[0])
    is_done = threading.Event()

    def draw() -> None:
        while not is_done.is_set():
            engine.render(TEXTS[1])

    threads = [threading.Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                # A lock that a thread of the parent held would make the child hang.
                os._exit(0 if engine.render(TEXTS[0]) == expected else 1)
            deadline = time.monotonic() + 60
            while True:
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    break
                assert time.monotonic() < deadline, "the child hangs"
                time.sleep(0.005)
            assert os.waitstatus_to_exitcode(status) == 0
    finally:
        is_done.set()
        for thread in threads:
            thread.join()


def render_word(word: str) -> bytes:
    return galley.render(word, width=None)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_of_a_pool_draw(method: str) -> None:
    expected = [render_word(word) for word in ["a", "b", "c"]]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(render_word, ["a", "b", "c"]) == expected
