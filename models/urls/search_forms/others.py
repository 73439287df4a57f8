"""Forms of a site that ask for something else than the one that is asked."""

from __future__ import annotations

from ..canonical import arguments

QUERY = "{query}"


def asks_otherwise(template: str, asked: str) -> bool:
    """Whether one URL template asks for something else than another.

    At another address, by another field, or with another choice: of authors and not of books. A
    form that is laid out twice may send less the second time, and asks for the same.

    Examples
    --------
    >>> asked = "http://a.example/s?q={query}&of=books"
    >>> [asks_otherwise(f"http://a.example/{other}", asked) for other in
    ...  ("authors?q={query}", "s?q={query}&of=authors", "s?name={query}&of=books", "s?q={query}")]
    [True, True, True, False]
    """
    if template.partition("?")[0] != asked.partition("?")[0]:
        return True
    one, other = dict(arguments(template)), dict(arguments(asked))
    if [name for name in one if one[name] == QUERY] != [n for n in other if other[n] == QUERY]:
        return True
    return any(
        one[name] and other[name] and one[name] != other[name] for name in one.keys() & other
    )
