"""Tables of contents: the records of each section, month by month, latest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from ..database.record import Record


class Contents:
    """Sections of a site and their months, with the numbers of their records.

    `field` is the records' section; a month is that of their `date`.
    """

    def __init__(self, records: Iterable[Record], field: str) -> None:
        found: dict[str, dict[str, list[tuple[int, int]]]] = {}  # latest first when sorted
        for record in records:
            if field in record.values and "date" in record.values:
                months = found.setdefault(record.values[field].shown, {})
                day = int(float(record.values["date"].sort))
                months.setdefault(_month(day), []).append((-day, record.id))
        self._found = {section: found[section] for section in sorted(found)}
        self._keys = {str(number): section for number, section in enumerate(self._found, 1)}
        self._numbers = {section: key for key, section in self._keys.items()}

    @property
    def sections(self) -> Sequence[str]:
        """All sections, by name."""
        return list(self._found)

    def key(self, section: str) -> str:
        """How addresses call a section."""
        return self._numbers[section]

    def section(self, key: str) -> str:
        """The section that addresses call so; empty when there is none."""
        return self._keys.get(key, "")

    def months(self, section: str) -> list[str]:
        """Months of a section with records, latest first, as 2024-05."""
        return sorted(self._found[section], reverse=True)

    def month(self, section: str, month: str) -> list[int]:
        """Records of a month, the section's latest when none is named; latest first."""
        found = self._found[section].get(month or self.months(section)[0], [])
        return [number for _, number in sorted(found)]


def _month(day: int) -> str:
    return date.fromordinal(day).strftime("%Y-%m")
