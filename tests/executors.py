"""Executors of every kind, on which an experiment must find the same."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import pytest


@contextmanager
def dask():
    distributed = pytest.importorskip("distributed", reason="the extra `dask` runs experiments on a cluster")
    with (
        distributed.LocalCluster(2, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


EXECUTORS = {
    "one thread": lambda: ThreadPoolExecutor(1),
    "three threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2, get_context("spawn")),
    "dask": dask,
}
