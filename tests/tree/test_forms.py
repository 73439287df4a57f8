"""A form says what its source says, its fields what a browser sends."""

from __future__ import annotations

import pytest

from upwell.models.tree import Field, Form, parse
from upwell.models.tree.parse import Engine


@pytest.fixture(params=["lxml", "lexbor"])
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "lexbor":
        pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    chosen: Engine = request.param
    return chosen


def only(page: str) -> Form:
    (form,) = parse(page.encode()).forms
    return form


@pytest.mark.parametrize(
    ("control", "kind", "value"),
    [
        ("<input name=x>", "text", ""),
        ("<input name=x value=' v '>", "text", " v "),
        ("<input name=x type=Search>", "search", ""),
        ("<input name=x type=invented value=v>", "text", "v"),
        ("<input name=x type=hidden value=h>", "hidden", "h"),
        ("<input name=x type=password value=p>", "password", "p"),
        ("<input name=x type=checkbox>", "checkbox", None),
        ("<input name=x type=checkbox checked>", "checkbox", "on"),
        ("<input name=x type=radio value=r checked>", "radio", "r"),
        ("<input name=x type=file value=f>", "file", None),
        ("<input name=x type=submit value=Go>", "submit", None),
        ("<input name=x type=image src=s.gif>", "image", None),
        ("<input name=x type=reset>", "reset", None),
        ("<button name=x value=1>Go</button>", "submit", None),
        ("<button name=x type=button>Go</button>", "button", None),
        ("<textarea name=x>\ntwo\n lines</textarea>", "textarea", "\ntwo\n lines"),
        ("<select name=x></select>", "select", None),
        ("<select name=x><option value=1>a<option>b</select>", "select", "1"),
        ("<select name=x><option value=1>a<option selected> b  c</select>", "select", "b c"),
        ("<select name=x><option value=''>any<option>b</select>", "select", ""),
        ("<select name=x><optgroup><option>in group</optgroup></select>", "select", "in group"),
    ],
)
def test_a_field_has_the_value_nobody_touched(control: str, kind: str, value: str | None) -> None:
    (field,) = only(f"<form>{control}</form>").fields
    assert ("x", kind, value) == (field.name, field.type, field.value)


@pytest.mark.parametrize(
    ("page", "options"),
    [
        ("<select><option value=1> A  b<option>C</select>", (("1", "A b"), ("C", "C"))),
        ("<button value=1>Go <b>on</b></button>", (("1", "Go on"),)),
        ("<input type=submit value=Go>", (("Go", ""),)),
        ("<input value=v>", ()),
    ],
)
def test_options_are_what_can_be_chosen_or_pressed(
    page: str, options: tuple[tuple[str, str], ...]
) -> None:
    assert options == only(f"<form>{page}</form>").fields[0].options


@pytest.mark.parametrize(
    ("page", "label"),
    [
        ("<label for=i>For it</label><input id=i>", "For it"),
        ("<label>Around <input id=i></label>", "Around"),
        ("<label for=i>Around <input id=i></label>", "Around Around"),
        ("<label for=i>First <label for=j>Second <input id=i>", "Second First"),
        ("<label for=other>No</label><input id=i>", ""),
    ],
)
def test_a_label_is_found_by_id_and_around_the_field(page: str, label: str) -> None:
    assert label == only(f"<form>{page}</form>").fields[0].label


def test_a_form_is_described_in_full() -> None:
    page = """<form method=POST action="/s?x=1" id=f class="a b" name=n role=search
        aria-label=al title=t><p>Search <script>no()</script> books</p>
        <input name=q id=i class=c placeholder=p title=t2 value=v aria-label=a2 disabled>
        <input type=image alt=Find src=go.gif><button name=b>Go</button></form>"""
    expected = Form(
        method="post",
        action="/s?x=1",
        own="f a b n al t",
        role="search",
        text="Search books Go",
        buttons="Find go.gif b Go",
        fields=(
            Field("q", "text", "v", "", "p t2 v a2", "i c", (), True),
            Field("", "image", None, "", "Find", "", (("", ""),)),
            Field("b", "submit", None, "", "", "", (("", "Go"),)),
        ),
    )
    assert expected == only(page)


def test_all_forms_come_in_document_order_wherever_they_stand() -> None:
    page = (
        "<form id=a></form><table><form id=b><tr><td><input name=q></form></table>"
        "<noscript><form id=c></form></noscript></body></html><form id=d></form>"
        "<svg><form id=e></form></svg><form id=f>"
    )
    assert list("abcdef") == [form.own for form in parse(page.encode()).forms]


def test_the_text_of_a_form_is_cut_at_400_characters() -> None:
    assert 400 == len(only("<form>" + "word " * 1000 + "</form>").text)


@pytest.mark.parametrize(
    ("method", "expected"),
    [("", "get"), ("GET", "get"), (" Post ", "post"), ("dialog", "get"), ("put", "get")],
)
def test_a_method_a_browser_does_not_know_is_get(method: str, expected: str) -> None:
    assert expected == only(f"<form method='{method}'></form>").method


@pytest.mark.parametrize(
    ("page", "names"),
    [
        # begins in one cell and ends in another
        ("<table><tr><td><form><input name=a></td><td><input name=b></form></table>", ["ab"]),
        # ends in a cell within, so that what comes next is outside
        (
            "<form><table><tr><td><input name=a></form></td><td><input name=b></table>",
            ["a"],
        ),
        ("<p><form><input name=a></p></div><div><input name=b></div></form>", ["ab"]),
        ("<form action=/s /><input name=a></form><input name=b>", ["a"]),
        ("<table><form><tr><td><input name=a></tr></form><tr><td><input name=b></table>", ["a"]),
        ("<!-- <form><input name=x></form> --><form><input name=a></form>", ["a"]),
        ("<script>w('<form>')</script><p title='</form><form>'><form><input name=a>", ["a"]),
        ("<form><input name=a><p title='</form>'><input name=b><!-- <form> --></form>", ["ab"]),
        ("<FORM><input name=a><Form><input name=b></FORM><input name=c>", ["a", "b"]),
        ("<form><input name=a></body></html><input name=b></form>", ["ab"]),
    ],
)
def test_a_form_holds_what_stands_between_its_tags_wherever_they_stand(
    page: str, names: list[str], engine: Engine
) -> None:
    forms = parse(page.encode(), engine=engine).forms
    assert names == ["".join(field.name for field in form.fields) for form in forms]


@pytest.mark.parametrize(
    "control",
    [
        "<input form=f name=x>",
        "<select name=x form='f'><option>a</select>",
        "<textarea name=x form=f>t</textarea>",
        '<button form="f" name=x>Go</button>',
        "<INPUT FORM=f name=x>",
    ],
)
@pytest.mark.parametrize("page", ["<form id=f></form>{}", "<p>{}</p><form id=f></form>"])
def test_a_control_outside_is_of_the_form_that_it_names(
    page: str, control: str, engine: Engine
) -> None:
    other = "<form id=g><input name=y></form>"
    first, second = parse((page.format(control) + other).encode(), engine=engine).forms
    assert ["x"] == [field.name for field in first.fields]
    assert ["y"] == [field.name for field in second.fields]


def test_a_control_character_of_a_form_is_left_out_and_the_form_stays() -> None:
    page = b"<form action=/s class='a\x01b'><input name='q\x02' type=text></form>"
    (form,) = parse(page).forms
    assert ("ab", "/s") == (form.own, form.action)
