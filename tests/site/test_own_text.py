"""What an own page says in sections, posts and notes is its text, whatever came before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from upwell.models.site import Site, SiteModel

HOST = "http://w.example"
WORDS = (
    "amber birch cobalt dune elder fern garnet heath iris juniper kelp lotus maple nettle opal"
    " pine quartz reed sorrel thyme umber violet willow yarrow zinnia alder bramble clover dill"
).split()
PARTS = "Origin Use Care Trade Names Pests Soil Light Sources".split()
Write = Callable[[int], bytes]


def says(draw: Random, n: int) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(n)).capitalize() + "."


def name_of(number: int) -> str:
    return f"{WORDS[number % 29].capitalize()} {WORDS[number * 7 % 27]} {number}"


def framed(title: str, main: str) -> bytes:
    return (
        f"<title>{title} - The Garden</title><div id=head><a href=/>Home</a> <a href=/about>About"
        f"</a><form action=/s><input name=q></form></div><div id=main>{main}</div>"
        "<div id=foot>All rights of the garden are kept</div>"
    ).encode()


def article(number: int) -> bytes:
    """A page in sections: each may be changed by itself, and some name other pages."""
    draw, parts = Random(number), []
    for at, part in enumerate(draw.sample(PARTS, draw.randrange(3, 8))):
        text = [says(draw, draw.randrange(12, 40)) for _ in range(draw.randrange(1, 7))]
        if draw.random() < 0.4:
            other = draw.randrange(400)
            text[-1] = (
                f"As <b>{draw.choice(WORDS)}</b>, see <a href=/p/{other}>{name_of(other)}</a>"
            )
        parts.append(
            f"<h2><span>{part}</span><span class=change>[<a href='/change?page={number}&part={at}'>"
            f"change</a>]</span></h2>" + "".join(f"<p>{one}</p>" for one in text)
        )
    return framed(name_of(number), f"<h1>{name_of(number)}</h1>" + "".join(parts))


def manual(number: int) -> bytes:
    """A page of a manual: parts in boxes, each with its anchor and a link to its source."""
    draw, parts = Random(number), []
    for at, part in enumerate(draw.sample(PARTS, draw.randrange(3, 8))):
        text = "".join(f"<p>{says(draw, 25)}</p>" for _ in range(draw.randrange(1, 5)))
        parts.append(
            f"<section id=s{at}><h3>{part} <a href=#s{at}>¶</a></h3>{text}"
            f"<p class=tools><a href=/source/{number}.txt?line={at * 9}>Improve</a></section>"
        )
    return framed(name_of(number), f"<article><h1>{name_of(number)}</h1>{''.join(parts)}</article>")


def thread(number: int) -> bytes:
    """A question and what was said to it: each post with its own address and an answer to it."""
    draw, posts = Random(number), []
    for at in range(draw.randrange(3, 12)):
        post = number * 40 + at
        posts.append(
            f"<div class=post id=p{post}><b class=by>{draw.choice(WORDS)}{draw.randrange(99)}</b>"
            f"<a href='/p/{number}#p{post}'>#{at + 1}</a> <i>{draw.randrange(1, 29)}.11.2021</i>"
            f"<div class=said>{says(draw, draw.randrange(8, 40))}</div>"
            f"<a href='/post?quote={post}&thread={number}'>Quote</a></div>"
        )
    return framed(name_of(number), f"<h1>{name_of(number)}</h1>{''.join(posts)}")


def product(number: int) -> bytes:
    """A thing with a few values, and more words of those who have it; each may be reported."""
    draw, voices = Random(number), []
    for at in range(draw.randrange(3, 12)):
        voices.append(
            f"<li class=voice><b>{draw.choice(WORDS)}{draw.randrange(99)}</b> <i>{at % 5 + 1} of 5"
            f"</i><p>{says(draw, draw.randrange(12, 50))}</p>"
            f"<a href='/report/{number * 40 + at}'>Report</a></li>"
        )
    values = f"<dl><dt>Price<dd>{number * 3 + 7}.50<dt>Height<dd>{number % 70 + 4} cm</dl>"
    rows = f"<ol>{''.join(voices)}</ol>"
    return framed(name_of(number), f"<h1>{name_of(number)}</h1>{values}<h2>Said of it</h2>{rows}")


def answer(number: int) -> bytes:
    """What matches a word: each with its page and a few words of it."""
    draw = Random(f"a{number}")
    hits = "".join(
        f"<li class=hit><a href=/p/{i}>{name_of(i)}</a><p>{says(draw, 9)}</p></li>"
        for i in sorted(draw.sample(range(120), 5 + number % 6))
    )
    return framed("Search", f"<h1>Found</h1><ul class=hits>{hits}</ul>")


def learned(write: Write, order: str) -> SiteModel:
    """A site of 60 own pages and 30 answers."""
    site = Site()
    own = [("own", number) for number in range(0, 120, 2)]
    asked = [("asked", number) for number in range(30)]
    pages = {
        "own first": own + asked,
        "answers first": asked + own,
        "mixed": Random(5).sample(own + asked, 90),
    }[order]
    for kind, number in pages:
        if kind == "own":
            site.observe(write(number), f"{HOST}/p/{number}")
        else:
            word = WORDS[number % 29] + "s" * (number // 29)
            site.observe(answer(number), f"{HOST}/s?q={word}", word)
    model = site.publish()
    assert model is not None
    return model


MAKES = {"article": article, "manual": manual, "thread": thread, "product": product}


@pytest.mark.parametrize("order", ["own first", "answers first", "mixed"])
@pytest.mark.parametrize("make", MAKES)
def test_where_answers_lead_to_pages_each_is_one_record(make: str, order: str) -> None:
    model = learned(MAKES[make], order)
    found = [model.read(MAKES[make](n), f"{HOST}/p/{n}") for n in range(1, 40, 3)]
    assert [1] * len(found) == [len(one.objects) for one in found]
    asked = model.read(answer(31), f"{HOST}/s?q=zinnia", "zinnia")
    assert 6 == len(asked.objects)


def essay(number: int) -> bytes:
    """A long text without a link."""
    draw = Random(number)
    text = "".join(f"<p>{says(draw, draw.randrange(15, 60))}</p>" for _ in range(4 + number % 9))
    return framed(name_of(number), f"<h1>{name_of(number)}</h1>{text}")


@pytest.mark.parametrize("write", [article, manual, essay])
def test_parts_of_a_text_are_no_records_where_nothing_was_asked(write: Write) -> None:
    site = Site()
    for number in range(40):
        site.observe(write(number), f"{HOST}/p/{number}")
    model = site.publish()
    assert model is not None
    found = [model.read(write(n), f"{HOST}/p/{n}") for n in range(50, 70)]
    assert [1] * 20 == [len(one.objects) for one in found]


def shelf(number: int, link: str) -> bytes:
    """A page of a catalogue that has a name, and says more of its things than of itself."""
    draw = Random(number)
    rows = "".join(
        f"<div class=thing><a href='{link.format(shelf=number, thing=thing)}'>{name_of(thing)}</a>"
        f"<p>{says(draw, 20)}</p><i>{thing * 3 % 70} pieces</i></div>"
        for thing in draw.sample(range(900), draw.randrange(4, 12))
    )
    return framed(name_of(number), f"<h1>{name_of(number)}</h1>{rows}")


@pytest.mark.parametrize(
    "link", ["/p/{shelf}/{thing}", "/thing?nr={thing}&on={shelf}", "/t/{thing}"]
)
def test_things_of_a_shelf_stay_records_though_their_links_name_the_shelf(link: str) -> None:
    site = Site()
    for number in range(40):
        site.observe(shelf(number, link), f"{HOST}/p/{number}")
    model = site.publish()
    assert model is not None
    for number in range(50, 60):
        page = shelf(number, link)
        found = model.read(page, f"{HOST}/p/{number}")
        assert page.count(b"class=thing") == len(found.objects)


def portrait(number: int) -> bytes:
    """A page unlike all others of its site, whose sections are changed as theirs are."""
    parts = "".join(
        f"<table class=box><tr><th>{part} <a href='/change?page={number}&part={at}'>change</a>"
        f"<tr><td>{says(Random(at), 40)}</table>"
        for at, part in enumerate(PARTS[:6])
    )
    return f"<title>{name_of(number)}</title><center><h4>{name_of(number)}</h4>{parts}".encode()


def test_sections_of_a_page_unlike_all_others_are_no_records_either() -> None:
    model = learned(article, "mixed")
    assert model.pagelets.acting
    assert 1 == len(model.read(portrait(301), f"{HOST}/p/301").objects)
    elsewhere = portrait(301).replace(b"change?page=301&", b"change?page=302&")
    assert 6 == len(model.read(elsewhere, f"{HOST}/p/301").objects)
