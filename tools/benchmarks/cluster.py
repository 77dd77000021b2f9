"""Run a command of slidefront on a local Dask cluster of two workers with one thread each."""

import sys

from distributed import LocalCluster

from slidefront.cli import main

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        main([*sys.argv[1:], "--dask", cluster.scheduler_address])
