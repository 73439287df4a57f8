"""Bytes become characters in the order of the HTML standard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.tree import parse
from upwell.models.tree.raw.encoding import decoded

META = '<meta charset="{}">'
OLD = '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset={}">'


def latin(charset: str, form: str = META) -> bytes:
    return form.format(charset).encode() + "é".encode("latin-1")


@pytest.mark.parametrize(
    ("body", "content_type", "encoding", "text"),
    [
        # mark before header before meta before guess
        (b"\xef\xbb\xbf" + "é".encode(), "text/html; charset=koi8-r", "utf-8", "é"),
        ("é".encode("utf-16-le").join([b"\xff\xfe", b""]), "", "utf-16-le", "é"),
        ("é".encode("utf-16-be").join([b"\xfe\xff", b""]), "", "utf-16-be", "é"),
        ("ж".encode("koi8-r"), "text/html; charset=KOI8-R", "koi8-r", "ж"),
        ("ж".encode("koi8-r"), "text/html;charset='koi8-r'", "koi8-r", "ж"),
        ("é".encode("latin-1"), "text/html; charset=utf-8", "utf-8", "\ufffd"),
        (latin("iso-8859-2"), "text/html; charset=iso-8859-1", "cp1252", "é"),
        (latin("iso-8859-2"), "", "iso8859-2", "é"),
        (latin("windows-1252", OLD), "text/html", "cp1252", "é"),
        ("é".encode(), "", "utf-8", "é"),
        (b"\xe9", "", "cp1252", "é"),
        # labels the standard maps to a superset
        (b"\x93q\x94", "text/html; charset=latin1", "cp1252", "“q”"),
        (b"\x93q\x94", "text/html; charset=us-ascii", "cp1252", "“q”"),
        ("ş".encode("cp1254"), "text/html; charset=iso-8859-9", "cp1254", "ş"),
        ("镕".encode("gbk"), "text/html; charset=gb2312", "gb18030", "镕"),
        ("①".encode("cp932"), "text/html; charset=Shift_JIS", "cp932", "①"),
        ("똠".encode("cp949"), "text/html; charset=euc-kr", "cp949", "똠"),
        # a page that can say utf-16 in ASCII is not written in it
        (META.format("utf-16").encode() + "é".encode(), "", "utf-8", "é"),
        (META.format("unicodefffe").encode() + "é".encode(), "", "utf-8", "é"),
        # a header that says it means it
        ("é".encode("utf-16-le"), "text/html; charset=utf-16", "utf-16-le", "é"),
        ("é".encode("utf-16-be"), "text/html; charset=UTF-16BE", "utf-16-be", "é"),
        # labels that Python does not have
        ("ж".encode("koi8-r"), "text/html; charset=koi", "koi8-r", "ж"),
        ("é".encode("latin-1"), "text/html; charset=iso88591", "cp1252", "é"),
        ("①".encode("cp932"), "text/html; charset=x-sjis", "cp932", "①"),
        ("똠".encode("cp949"), "text/html; charset=windows-949", "cp949", "똠"),
        ("ไ".encode("cp874"), "text/html; charset=windows-874", "cp874", "ไ"),
        (META.format("x-user-defined").encode() + b"\xe9", "", "cp1252", "é"),
        # encodings that are read by nobody
        (b"~{VPND~}", "text/html; charset=hz-gb-2312", "replacement", "\ufffd"),
        (META.format("iso-2022-kr").encode() + b"\x1b$)C\xe9", "", "replacement", "\ufffd"),
        (b"", "text/html; charset=iso-2022-cn", "replacement", ""),
        # what Python knows and is no encoding of a page
        (b"+AOk-", "text/html; charset=utf-7", "utf-8", "+AOk-"),
        (b"e9", "text/html; charset=hex", "utf-8", "e9"),
        (b"\xe9", "text/html; charset=nonsense", "cp1252", "é"),
        (b"\xe9", "text/html; charset=\x00", "cp1252", "é"),
        # converted, but still saying what it was
        (META.format("iso-8859-1").encode() + "é".encode(), "", "utf-8", "é"),
        # the one encoding in use that is all ASCII
        (META.format("iso-2022-jp").encode() + "検".encode("iso-2022-jp"), "", "iso2022_jp", "検"),
        (b"a\x1bb", "", "utf-8", "a\x1bb"),
    ],
)
def test_the_first_that_says_so_wins(
    body: bytes, content_type: str, encoding: str, text: str
) -> None:
    found, name = decoded(body, content_type)
    assert (encoding, text) == (name, found.rpartition(">")[2])


@given(st.binary(max_size=60), st.text(max_size=40))
def test_decoding_never_raises(body: bytes, header: str) -> None:
    text, name = decoded(body, f"text/html; charset={header}")
    assert text == body.decode(name, "replace") or body[:3].startswith(
        (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1251", "koi8-r", "gb18030"])
def test_a_tree_holds_the_characters_whatever_they_were_written_in(encoding: str) -> None:
    tree = parse("<p>Поиск".encode(encoding), f"text/html; charset={encoding}")
    assert "Поиск" == tree.visible(0, tree.n)
