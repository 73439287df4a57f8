"""What is compiled where a compiler is found (docs/decisions/0008, 0010).

All else about the package stands in pyproject.toml. UPWELL_PURE=1 builds without kernels.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup

# Modules in Cython; `NAME.pyx` may include `NAME_*.pxi`.
KERNELS = ("upwell.models.tree.kernel",)


def kernel(name: str) -> Extension:
    """An extension that is left out, with a warning, where it cannot be built."""
    path = Path(*name.split("."))
    sources = sorted(path.parent.glob(f"{path.name}*.p[yx][xi]"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return Extension(
        name,
        [f"{path.as_posix()}.pyx"],
        depends=[source.as_posix() for source in sources],
        define_macros=[("UPWELL_SOURCES", f'"{digest}"')],
        extra_compile_args=[] if os.name == "nt" else ["-O3", "-g0", "-ffp-contract=off"],
        optional=True,
    )


pure = os.environ.get("UPWELL_PURE", "") not in ("", "0")
setup(ext_modules=[] if pure else [kernel(name) for name in KERNELS])
