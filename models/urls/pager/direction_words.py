"""Page turns by words that no list of labels has: "More notices", where the address agrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .cursor import is_count, shape, spelled, step_between
from .items import Item
from .labels import direction_beside


def worded_directions(
    found: Sequence[Item],
    urls: Sequence[str],
    page: str,
    query: str | None,
    languages: frozenset[str] | None = None,
) -> dict[int, str]:
    """Items that lead on or back by one of their words and by their address.

    Parameters
    ----------
    found
        The items of a page.
    urls
        Of all its links.
    page
        Its own.
    query
        What it answers; None for a list that is browsed: there nothing is found.
    languages
        Languages whose words count; all of them by default.

    Reading
    -------
    What the pages are of, the site alone knows. So the address has to bear the word out: it is the
    page's own but for one number, greater or less as the word says, and no other link but one back
    has its form. Titles of records may begin with such a word; their addresses have one form.
    Where nothing was asked no address bears out enough: *learn more* leads to a page of its own.

    Examples
    --------
    >>> more = Item(7, 7, "http://a.example/s?q=x&from=10", "More notices", None, None)
    >>> worded_directions([more], [more.url], "http://a.example/s?q=x", "x")
    {0: 'more'}
    >>> titles = [Item(n, n, f"http://a.example/s?q=x&id={n}", f"More of {n}", None, None)
    ...           for n in (3, 4, 5)]
    >>> worded_directions(titles, [title.url for title in titles], "http://a.example/s?q=x", "x")
    {}
    """
    out: dict[int, str] = {}
    if query is None:
        return out
    for i, item in enumerate(found):
        if item.number is not None or not item.url or item.step or item.rel:
            continue
        said = direction_beside(item.text, languages)
        step = step_between(page, item.url, query) if said else None
        if said is None or step is None or not step.exact or not is_count(step.value):
            continue
        ahead = int(step.value) > (int(step.own) if is_count(step.own) else 1)
        if ahead == (said != "prev"):
            out[i] = said
    forms = Counter(shape(url).letters for url in {*map(spelled, urls)}) if out else Counter()
    return {i: step for i, step in out.items() if forms[shape(found[i].url).letters] <= 2}
