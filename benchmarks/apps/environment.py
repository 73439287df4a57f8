"""Two programs with settings of one prefix: what each may see of the environment.

The applications' scripts and the product both read names that begin with `UPWELL_`, and mean
different things by the same name (`UPWELL_SEED`); the product refuses names that it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

PREFIX = "UPWELL_"
FOLDER, CACHE, RUN, SEED = (PREFIX + name for name in ("APPS", "CACHE", "RUN", "SEED"))
KERNELS = PREFIX + "PURE"  # no setting: whether compiled code may be used
QUIET = {"PYTHONDONTWRITEBYTECODE": "1"}  # nothing is written into the applications' folder


def of_application(environment: Mapping[str, str], run: Path, seed: int) -> dict[str, str]:
    """For an application's scripts: a run folder of their own, a data set, the shared cache.

    >>> found = of_application({"UPWELL_DELAY": "3", "HOME": "/h"}, Path("/tmp/run"), 2)
    >>> found["UPWELL_RUN"], found["UPWELL_SEED"], "UPWELL_DELAY" in found, found["HOME"]
    ('/tmp/run', '2', False, '/h')
    """
    cache = {name: environment[name] for name in (CACHE,) if name in environment}
    return _others(environment) | cache | QUIET | {RUN: str(run), SEED: str(seed)}


def of_product(environment: Mapping[str, str]) -> dict[str, str]:
    """For the command under test: its defaults, whatever was set for the applications or for it.

    >>> of_product({"UPWELL_SEED": "2", "UPWELL_DELAY": "3", "HOME": "/h"})
    {'HOME': '/h'}
    """
    kernels = {name: environment[name] for name in (KERNELS,) if name in environment}
    return _others(environment) | kernels


def _others(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith(PREFIX)}
