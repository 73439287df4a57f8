"""The pairing of rows and columns whose costs have the least sum."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]  # rows, columns


def assignment(costs: Costs) -> list[tuple[int, int]]:
    """Pairs (row, column) in order of the rows; of the larger side some are left over.

    Reading
    -------
    Shortest augmenting paths (Hungarian method): row after row is paired, along the path on which
    the sum grows least. Of equal sums the path through the first columns is taken, so that the
    same costs give the same pairs everywhere.

    Examples
    --------
    >>> assignment(np.array([[1.0, 2.0], [1.0, 9.0]]))
    [(0, 1), (1, 0)]
    >>> assignment(np.array([[3.0], [1.0]]))
    [(1, 0)]
    """
    if costs.shape[0] > costs.shape[1]:
        return sorted((row, column) for column, row in assignment(costs.T))
    n, m = costs.shape
    of_row, of_column = np.zeros(n + 1), np.zeros(m + 1)  # dual prices; 0 is no row, no column
    paired = np.zeros(m + 1, dtype=np.intp)  # column -> its row
    for row in range(1, n + 1):
        paired[0], column = row, 0
        least, before = np.full(m + 1, np.inf), np.zeros(m + 1, dtype=np.intp)
        reached = np.zeros(m + 1, dtype=bool)
        while paired[column]:
            reached[column] = True
            at = paired[column]
            reduced = costs[at - 1] - of_row[at] - of_column[1:]
            shorter = ~reached[1:] & (reduced < least[1:])
            least[1:][shorter], before[1:][shorter] = reduced[shorter], column
            column = 1 + int(np.where(reached[1:], np.inf, least[1:]).argmin())
            step = least[column]
            of_row[paired[reached]] += step
            of_column[reached] -= step
            least[~reached] -= step
        while column:
            paired[column] = paired[before[column]]
            column = int(before[column])
    return sorted((int(row) - 1, column) for column, row in enumerate(paired[1:]) if row)
