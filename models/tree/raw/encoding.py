"""Which characters the bytes of a page are, in the order of the HTML standard."""

from __future__ import annotations

import codecs
import re

from ..params import PRESCAN

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.I)
_META = re.compile(r"<meta\s[^>]{0,1024}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I | re.A)

# Labels the standard maps to a superset, because pages that say the one mean the other.
_MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-8",  # a page that can say so in ASCII is not written in it
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
# Labels of the standard that Python has under no name.
_LABELS = {
    label: name
    for name, labels in {
        "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff",
        "utf-16-be": "unicodefffe",
        "iso8859-2": "iso88592",
        "iso8859-3": "iso88593",
        "iso8859-4": "iso88594",
        "iso8859-5": "iso88595",
        "iso8859-6": "csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i iso88596",
        "iso8859-7": "iso88597 sun_eu_greek",
        "iso8859-8": "csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i iso88598 logical visual",
        "iso8859-10": "iso885910",
        "iso8859-13": "iso885913",
        "iso8859-14": "iso885914",
        "iso8859-15": "csisolatin9 iso885915",
        "koi8-r": "koi koi8",
        "koi8-u": "koi8-ru",
        "mac-roman": "csmacintosh mac x-mac-roman",
        "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        "cp874": "dos-874 iso885911 windows-874",
        "cp932": "windows-31j x-sjis",
        "cp949": "cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 windows-949",
        "cp1250": "x-cp1250",
        "cp1251": "x-cp1251",
        "cp1252": "iso88591 x-cp1252 x-user-defined",
        "cp1253": "x-cp1253",
        "cp1254": "iso88599 x-cp1254",
        "cp1255": "x-cp1255",
        "cp1256": "x-cp1256",
        "cp1257": "x-cp1257",
        "cp1258": "x-cp1258",
        "gb18030": "csgb2312 gb_2312 gb_2312-80 x-gbk",
        "big5hkscs": "cn-big5 x-x-big5",
        "euc_jp": "cseucpkdfmtjapanese x-euc-jp",
    }.items()
    for label in labels.split()
}
REPLACEMENT = "replacement"
# Encodings in which bytes that look harmless are a script: nothing of such a page is read.
_REPLACED = frozenset(
    "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement".split()
)
_WIDE = ("utf-16-le", "utf-16-be")
# The standard's encodings under Python's names; others are no encodings of a page.
_OF_PAGES = frozenset(
    "utf-8 cp866 cp874 cp932 cp949 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258"
    " iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13"
    " iso8859-14 iso8859-15 iso8859-16 koi8-r koi8-u mac-roman mac-cyrillic gb18030 big5hkscs"
    " euc_jp iso2022_jp".split()
)


def decoded(body: bytes, content_type: str = "") -> tuple[str, str]:
    """Text of a page and the encoding it was read with; never raises.

    Parameters
    ----------
    body
        The bytes as served.
    content_type
        The header of that name, or an empty string.

    Reading
    -------
    Byte order mark, header, `<meta>`, then UTF-8 if the bytes are valid UTF-8, else windows-1252.
    A declaration that is none of the standard's encodings is passed over.
    A page whose `<meta>` (not whose header) names another encoding although its bytes are valid
    UTF-8 is read as UTF-8: saved pages are often converted and keep the old line. One of ASCII
    alone is in both; it has the name of the other, in which its forms are sent.
    `x-user-defined`, windows-1252 in a `<meta>` by the standard, is that in a header too.

    Examples
    --------
    >>> decoded(b"caf\\xe9", "text/html; charset=ISO-8859-1")
    ('café', 'cp1252')
    >>> decoded("café".encode())
    ('café', 'utf-8')
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace"), name
    header = _first(_HEADER, content_type)
    stated = header and (_wide(header) or _page_encoding(header))
    if stated == REPLACEMENT:
        return "\ufffd" * bool(body), stated
    if stated and stated != "utf-8":
        return body.decode(stated, "replace"), stated
    if b"\x1b" not in body:  # ISO-2022-JP is the one encoding in use whose bytes are all ASCII
        try:
            text = body.decode("utf-8")
            head = body[:PRESCAN].decode("latin-1") if body.isascii() and not stated else ""
            return text, encoding_named(_first(_META, head)) or "utf-8"
        except UnicodeDecodeError:
            pass
    name = stated or _page_encoding(_first(_META, body[:PRESCAN].decode("latin-1"))) or _guess(body)
    if name == REPLACEMENT:
        return "\ufffd" * bool(body), name
    return body.decode(name, "replace"), name


def as_utf8(body: bytes, content_type: str = "") -> tuple[bytes, str]:
    """The page in UTF-8, and the encoding it was read with; the very bytes if they are UTF-8.

    >>> as_utf8(b"caf\\xe9")
    (b'caf\\xc3\\xa9', 'cp1252')
    """
    text, name = decoded(body, content_type)
    if name == "utf-8" and not body.startswith(codecs.BOM_UTF8) and "\ufffd" not in text:
        return body, name
    return text.encode("utf-8", "replace"), name


def _guess(body: bytes) -> str:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _first(pattern: re.Pattern[str], string: str) -> str:
    found = pattern.search(string)
    return found.group(1) if found else ""


def _wide(label: str) -> str:
    """UTF-16 if a header says so, which it may; least byte first if it does not say which."""
    name = _python(label)
    return "utf-16-le" if name == "utf-16" else name if name in _WIDE else ""


def encoding_named(label: str) -> str:
    """Python's name of an encoding that a page may have; empty for anything else.

    >>> encoding_named("Shift_JIS"), encoding_named("hz-gb-2312"), encoding_named("klingon")
    ('cp932', '', '')
    """
    found = _page_encoding(label)
    return "" if found == REPLACEMENT else found


def _page_encoding(label: str) -> str:
    """Python's name of the encoding that a label means; empty if pages have none."""
    name = _python(label)
    meant = _MEANT.get(name, name)
    return meant if meant in _OF_PAGES or meant == REPLACEMENT else ""


def _python(label: str) -> str:
    label = label.strip().lower()
    if label in _REPLACED:
        return REPLACEMENT
    try:
        return _LABELS.get(label) or codecs.lookup(label).name
    except (LookupError, UnicodeError, ValueError):
        return ""
