"""What this machine does in two minutes, beside the figures of the machine it was built on."""

from .figure import Figure
from .measuring import STEPS, measured
from .stored import MACHINE, Compared, compared

__all__ = ["MACHINE", "STEPS", "Compared", "Figure", "compared", "measured"]
