"""What a guest may ask: addresses that act, forms that are never sent, links beside records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import Field, Form, Link
from upwell.models.urls.manners import acts, is_avoided, never_sent_because, record_action_links
from upwell.models.urls.search_forms.defaults import choices

BOX = Field("q", "search", "")
GO = Field("", "submit", None, options=(("", "Search"),))
FORM = Form("get", "/find", "", "", "", "Search", (BOX, GO))

# path, whether it acts
PATHS = [
    ("/delete", True),
    ("/bookmark/?page=2", False),  # a collection
    ("/posts/17/delete", True),
    ("/posts/delete/17", True),
    ("/edit.php?id=4", True),
    ("/item_remove.aspx", True),
    ("/account/logOut", True),
    ("/x?action=logout", True),
    ("/x?do=edit", True),
    ("/x?op=addToCart&id=3", True),
    ("/x?add-to-cart=3", True),  # a whole phrase as a name
    ("/x?logout", True),  # an argument that is a value alone
    ("/artikel/l%C3%B6schen", True),
    ("/artikel/loeschen", True),
    ("/panier/ajouter", True),
    ("/a/%E5%89%8A%E9%99%A4", True),  # Japanese
    ("/se-desabonner", True),
    ("/order-of-the-phoenix", False),
    ("/how-to-delete-a-file", False),
    ("/delete-me-not", False),
    ("/x?order=descending", False),
    ("/x?delete=1", False),  # a name decides nothing
    ("/x?sort=votes", False),
    ("/editions/1998", False),
    ("/addresses", False),
    ("/x?title=Vote+for+me", False),
]


@pytest.mark.parametrize(("path", "expected"), PATHS)
def test_whole_segments_and_values_decide_whether_an_address_acts(
    path: str, expected: bool
) -> None:
    assert expected == acts("http://a.example" + path)


def test_a_query_is_no_act_but_only_where_it_stands_for_the_query() -> None:
    url = "http://a.example/s?q=delete"
    assert not acts(url + "&page=2", "Delete")
    assert acts(url + "&action=delete", "delete")


def test_a_query_in_a_path_is_an_act_like_any_segment() -> None:
    assert acts("http://a.example/logout", "logout")
    assert not acts("http://a.example/find/tulips", "tulips")


CODE = Field("code", "text", "", label="Voucher")
# what the form has beside its text field, why it is never sent
NEVER = [
    ({"action": "http://b.example/find"}, "another owner"),
    ({"action": "/items/delete"}, "acts"),
    ({"action": "/order-by"}, ""),
    ({"fields": (BOX, Field("pw", "password", ""), GO)}, "a password"),
    ({"fields": (BOX, Field("scan", "file", None), GO)}, "a file"),
    ({"fields": (BOX, Field("mail", "email", ""), GO)}, "an e-mail address"),
    ({"fields": (BOX, Field("your_email", "text", ""), GO)}, "an e-mail address"),
    ({"fields": (BOX, Field("cc-number", "text", ""), GO)}, "a card"),
    ({"fields": (BOX, Field("cardno", "tel", ""), GO)}, "a card"),
    ({"fields": (BOX, Field("mailbox_type", "text", ""), GO)}, ""),
    ({"fields": (BOX, Field("do", "hidden", "edit"), GO)}, "sends do=edit"),
    ({"fields": (BOX, Field("order", "hidden", "descending"), GO)}, ""),
    ({"fields": (BOX, Field("", "submit", None, options=(("", "Unsubscribe"),)))}, "button"),
    ({"fields": (BOX, Field("", "submit", None, options=(("", "Kaufen"),)))}, "button"),
    ({"fields": (BOX, Field("", "submit", None, options=(("", "Order by"),)))}, ""),
    ({"fields": (BOX, Field("", "submit", None, options=(("", "Submit"),)))}, ""),
    ({"fields": (BOX, GO, Field("", "submit", None, options=(("", "Delete"),)))}, ""),  # unpressed
    ({"fields": (BOX, Field("", "submit", None, options=(("", "Apply"),)))}, ""),  # a filter
    ({"fields": (CODE, Field("", "submit", None, options=(("", "Apply"),)))}, "button"),
    (
        {"method": "post", "fields": (BOX, Field("", "submit", "", options=(("", "Run"),)))},
        "button",
    ),
    ({"fields": (BOX, Field("do", "select", "delete"), GO)}, "sends do=delete"),
    ({"fields": (BOX, Field("t", "select", "7", options=(("7", "Delete all"),)), GO)}, "sends t=7"),
    ({"fields": (BOX, Field("sort", "select", "update"), GO)}, ""),  # lists are sorted by it
    ({"fields": (BOX, Field("type", "checkbox", "Favorite", "Favori"), GO)}, ""),  # a kind
]


@pytest.mark.parametrize(("changed", "why"), NEVER)
def test_a_form_is_never_sent_for_one_reason_or_may_be(
    changed: dict[str, object], why: str
) -> None:
    said = never_sent_because(replace(FORM, **changed), "http://a.example/")  # type: ignore[arg-type]
    assert why in said
    assert bool(why) == bool(said)


def test_an_owner_has_all_ports_of_a_domain_and_one_of_an_address() -> None:
    form = replace(FORM, action="http://www.example.com:81/find")
    assert not never_sent_because(form, "http://example.com/")
    assert never_sent_because(replace(FORM, action="http://127.0.0.1:81/find"), "http://127.0.0.1/")


def test_every_language_of_the_list_acts_in_addresses_and_on_buttons() -> None:
    words = "delete löschen borrar supprimer elimina verwijderen usuń apagar radera slet slett"
    words += " poista smazat törlés șterge sil διαγραφή удалить видалити 削除 删除 삭제"
    assert all(acts(f"http://a.example/x/{word}/1") for word in words.split())
    for word in words.split():
        button = Field("", "submit", None, options=(("", word.title()),))
        assert never_sent_because(replace(FORM, fields=(BOX, button)), "http://a.example/"), word


def test_nothing_that_does_something_is_chosen_in_a_form() -> None:
    page = (
        "<form><input name=q><select name=what><option value=view>View<option value=delete>Go"
        "<option value=7>Delete all<option value=old>Old</select><input type=checkbox value=1"
        " name=remove-all><input type=checkbox name=z value=2><label for=y>Delete all</label>"
        "<input type=checkbox id=y name=y value=3><input type=radio name=task value=logout></form>"
    )
    form = parse(page.encode(), url="http://a.example/").forms[0]
    made = ["no what instead of view", "z=2", "what=old instead of view"]
    assert made == [str(choice) for choice in choices(form, "q")]


ROW = "<li><a href=/i/{0}>A title of {0} words</a> 12 EUR {1}</li>"
MENU = "<ul><li><a href=/a>Art</a> <a href=/a/all>All</a><li><a href=/b>Books</a></ul>"


@pytest.mark.parametrize(
    "beside",
    [
        "<a href=/x/{0}?f=3>×</a>",
        "<a href=/u/{0}>Author number {0}</a>",
        "<span><a href=/y/{0}><img src=a.png></a></span>",
    ],
)
def test_a_link_beside_the_one_that_leads_to_the_record_is_found_without_a_word(
    beside: str,
) -> None:
    rows = "".join(ROW.format(n, beside.format(n)) for n in range(5))
    tree = parse(f"{MENU}<ul>{rows}</ul>".encode(), url="http://a.example/")
    found = record_action_links(tree)
    assert len(found) == 5
    assert all("/i/" not in url for url in found)


def test_a_menu_of_several_levels_loses_nothing() -> None:
    menu = "".join(
        f"<li><a href=/m{n}>Part {n}</a><ul><li><a href=/m{n}/1>One {n}</a>"
        f"<li><a href=/m{n}/2>Two {n}</a></ul></li>"
        for n in range(4)
    )
    assert frozenset() == record_action_links(
        parse(f"<ul>{menu}</ul>".encode(), url="http://a.example/")
    )


@pytest.mark.parametrize(
    ("page", "link", "private"),
    [
        # page, what it leads to, whether that is of a person
        ("/admin/", "/admin/books/", False),  # one was let in there
        ("/admin/books/", "/admin/authors/?q=a", False),
        ("/admin/", "/admin/password/", True),
        ("/admin/", "/admin/logout/", True),
        ("/admin", "/admin/books/", True),  # a page of that name is no folder
        ("/books/", "/admin/books/", True),
        ("http://b.example/admin/", "/admin/books/", True),  # another host's
    ],
)
def test_inside_a_private_part_its_own_pages_are_open(page: str, link: str, private: bool) -> None:
    home = "http://a.example"
    at = page if "://" in page else home + page
    assert private == is_avoided(Link(0, home + link, "books"), at)
