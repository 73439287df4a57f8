"""How each law of reading is kept: `python -m tests.laws [--quick] [--write] [LAW ...]`.

Of all pages of the bundled families that have something to tell, the share that was right before
and is right after, and the share right before. `--quick` takes two families a law, drawn by a
hash of its name; `--write` keeps the shares in `shares.json`, which the tests and CI hold to.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from xxhash import xxh3_64_intdigest

from .pages import Kept
from .reading import LAWS, keep

SHARES = Path(__file__).parent / "shares.json"
FLOOR = 0.99  # of every law; what falls short today stands in `shares.json`
SLACK = 0.02  # a page or two of two families
QUICK = 2


def drawn(law: str, quick: bool) -> Sequence[str]:
    """The families of a law, or some of them."""
    names = LAWS[law][1]
    order = sorted(names, key=lambda name: xxh3_64_intdigest(f"{law} {name}".encode()))
    return order[:QUICK] if quick else names


def main(arguments: Sequence[str]) -> int:
    """Print a row a law; 1 when one is kept less than it was."""
    if "--help" in arguments:
        print(__doc__)
        return 0
    quick = "--quick" in arguments
    named = [one for one in arguments if not one.startswith("--")]
    laws = [law for law in LAWS if not named or any(law.startswith(one) for one in named)]
    shares = json.loads(SHARES.read_text("utf-8")) if SHARES.exists() else {}
    short = False
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        todo = {
            law: {name: pool.submit(keep, law, name) for name in drawn(law, quick)} for law in laws
        }
        print(f"{'law':34}{'kept':>7}{'right before':>14}{'was':>7}  least of all families")
        for law, each in todo.items():
            found = {name: future.result() for name, future in each.items()}
            total = sum(found.values(), Kept(0, 0, 0))
            was = shares.get(law, {})
            floor = min(was.get(name, FLOOR) for name in found) if quick else was.get("", FLOOR)
            least = min(found, key=lambda name: found[name].share)
            mark = "" if total.share >= min(FLOOR, floor) - SLACK else "   LESS THAN IT WAS"
            short |= bool(mark)
            print(
                f"{law:34}{total.share:7.3f}{total.before:14.3f}{was.get('', FLOOR):7.3f}"
                f"  {least} {found[least].share:.3f}{mark}",
                flush=True,
            )
            shares[law] = {"": round(total.share, 3)} | {
                name: round(one.share, 3) for name, one in found.items() if one.share < FLOOR
            }
    if "--write" in arguments:
        SHARES.write_text(json.dumps(shares, indent=1) + "\n", "utf-8")
    return int(short)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
