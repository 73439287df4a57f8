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
        *(0.528, 0.213, 0.457, 0.033, 0.345, 0.1, 0.008, -0.554),
        *(0.319, 0.012, -1.268, -0.0, 0.114, 0.157, -0.127, 0.395),
    ),
    knots=(-1.062, -0.317, 0.28, 0.837, 1.417, 2.253, 4.575),
    below=(-0.709, -0.72, -0.763, -0.765, -0.74, -0.76, -1.366),
    above=(0.841, 0.863, 0.854, 0.712, 0.647, 1.144, 9.0),
)
