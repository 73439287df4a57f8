"""Numbers of the certificate of coverage."""

from __future__ import annotations

from typing import NamedTuple

SAMPLE = 2_048  # objects whose captures are kept: a share is then known to 1.1 points at worst
N_SLICES = 8  # parts they are written in: an answer of a large site changes few
MOST_CAPTURES = 255  # that are counted of an object; it is one that comes often

FEWEST_ANSWERS = 8  # before that nothing is certified
FEWEST_LISTED = 20  # objects met on lists that tell what questions find
HALF_WINDOW = 50  # answers; what they brought is set beside what as many before them brought
NEAREST = 0.002  # to 0 and 1 that an estimate is believed


class Calibration(NamedTuple):
    """How estimates are weighed, and how far the truth was from that, by the estimate."""

    weights: tuple[float, ...]
    knots: tuple[float, ...]
    below: tuple[float, ...]
    above: tuple[float, ...]


# Of 208 crawls of bundled databases: `python -m benchmarks.quality.crawls.coverage fit`.
CALIBRATION = Calibration(
    weights=(
        *(0.976, 0.185, 0.416, 0.059, 0.346, 0.137, 0.001, -0.663),
        *(0.339, 0.036, -1.343, 0.009, 0.074, 0.128, -0.074, 0.299),
    ),
    knots=(-0.859, -0.046, 0.641, 1.315, 2.011, 3.063, 5.231),
    below=(-0.673, -0.811, -0.846, -0.874, -0.746, -1.113, -1.363),
    above=(0.871, 0.925, 0.923, 0.723, 0.841, 9.0, 9.0),
)
