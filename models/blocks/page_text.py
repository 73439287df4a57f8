"""The content of one page alone, by evidence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .best_cut import best_cut, logistic
from .evidence.scoring import Evidence

Chosen = NDArray[np.bool_]


def page_choice(page: Evidence) -> Chosen:
    """Blocks of a page that are its content, cut where the expected F1 is highest."""
    chances = logistic(page.log_odds)
    return chances >= best_cut(chances, page.blocks.words)


def chosen_text(page: Evidence, chosen: Chosen) -> str:
    """Text of the chosen blocks, one line each."""
    return "\n".join(
        text for text, taken in zip(page.blocks.text, chosen.tolist(), strict=True) if taken
    )
