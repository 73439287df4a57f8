"""How much of a source was seen, and what questions do not reach, as sentences."""

from __future__ import annotations

from upwell.streams.records import SiteStatus


def coverage_sentence(status: SiteStatus) -> str:
    """The certificate in a sentence; empty before there is one.

    >>> from upwell.streams.records import SiteCoverage
    >>> found = SiteCoverage(share=0.979, size=1021, low=1003, high=1060)
    >>> status = SiteStatus(site="s", url="u", settings={}, phase="parked", coverage=found)
    >>> coverage_sentence(status)
    'about 97.9% of 1,021 objects (1,003 to 1,060 with 90% certainty)'
    """
    found = status.coverage
    if found.share is None:
        return ""
    return (
        f"about {found.share:.1%} of {found.size:,} objects "
        f"({found.low:,} to {found.high:,} with 90% certainty)"
    )


def unreached_sentence(status: SiteStatus) -> str:
    """What questions do not reach, as far as it shows; empty where nothing does.

    >>> status = SiteStatus(site="s", url="u", settings={}, phase="parked", n_cut=1, only_listed=20)
    >>> unreached_sentence(status)
    '1 answer hides matches; about 20 objects stand on lists, where no question found them'
    """
    told = []
    if status.n_cut:
        hides = "1 answer hides" if status.n_cut == 1 else f"{status.n_cut:,} answers hide"
        told.append(f"{hides} matches")
    if status.only_listed:
        told.append(
            f"about {status.only_listed:,} objects stand on lists, where no question found them"
        )
    return "; ".join(told)
