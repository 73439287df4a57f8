"""`python -m tests.e2e.replayer DIRECTORY URL [POINT N]`: the worker of `replaying` on its own.

Its parser process imports this module too, and needs nothing of it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

if __name__ == "__main__":
    from .replaying import forever

    asyncio.run(forever(Path(sys.argv[1]), *sys.argv[2:]))
