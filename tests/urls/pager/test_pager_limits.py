"""Where the pager's few numbers lie: what is still turned, and what no longer is."""

from __future__ import annotations

from .test_pager import followed


def test_an_arrow_beside_a_few_words_leads_on_and_beside_a_title_it_does_not() -> None:
    """Words of no language we have, as long as labels are; titles are longer."""
    lead = "<a href='/s?q=rain&start=20'>%s »</a>"
    assert 1 == len(followed(lead % "ausgedachte Treffer erfunden"))
    assert 0 == len(followed(lead % "The long rain over the hills and its rivers"))


def test_an_offset_has_up_to_five_digits_and_a_month_of_a_year_has_six() -> None:
    lead = "<a href='/s?q=rain&from=%s'>&raquo;</a>"
    assert 1 == len(followed(lead % "1040"))
    assert [] == followed(lead % "201602")
    assert [] == followed(lead % "1467331200")


def test_the_next_page_by_a_time_is_followed_for_its_word() -> None:
    lead = "<a href='/s?q=rain&before=1467331200'>%s</a>"
    assert 1 == len(followed(lead % "Next"))
    assert [] == followed(lead % "&raquo;")


def test_a_pager_is_found_behind_many_links_and_not_behind_any_number() -> None:
    def page(n: int) -> str:
        links = "".join(f"<p>Title <a href='/item/{k}'>of</a>" for k in range(n))
        return f"{links} 1 <a href='/s?q=rain&page=2'>2</a> <a href='/s?q=rain&page=3'>3</a>"

    assert 2 == len(followed(page(1_500)))
    assert [] == followed(page(3_000))


def _numbered(between: str, n: int = 5) -> str:
    links = [f"<a href='/s?q=rain&page={i}'>{i}</a>" for i in range(2, n + 1)]
    return between.join(["1", *links])


def test_ornament_between_two_numbers_does_not_part_a_strip() -> None:
    """Cells, spans, pictures, dots: they are fewer than what stands between two records."""
    ornament = "<span><i></i><b>|</b><i></i></span>" * 7
    assert 4 == len(followed(_numbered(ornament)))
    assert 2 == len(followed(f"{_numbered(' ', 2)} {'. ' * 28} <a href='/s?q=rain&page=9'>9</a>"))


def test_numbers_with_whole_records_between_them_are_no_strip() -> None:
    record = "<div><h3>Title</h3><p>Some <b>words</b> of it</p></div>" * 8
    assert 4 > len(followed(_numbered(record)))


def test_words_before_the_number_of_a_path_belong_to_the_pager() -> None:
    links = " ".join(f"<a href='/s/newest+entries+of+all/page/{i}'>{i}</a>" for i in (2, 3, 4))
    assert 3 == len(followed(f"1 {links}", "http://a.example/s", None))
