"""Currencies by the signs and words that stand beside amounts, as ISO 4217 calls them."""

from __future__ import annotations

import re

# Signs that one currency has, and words no other text beside an amount is.
SIGNS = {
    "€": "EUR", "£": "GBP", "₤": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH",
    "₪": "ILS", "₫": "VND", "₱": "PHP", "₦": "NGN", "฿": "THB", "₡": "CRC", "₲": "PYG", "₵": "GHS",
    "₸": "KZT", "₼": "AZN", "₾": "GEL", "֏": "AMD", "៛": "KHR", "₮": "MNT", "₭": "LAK", "৳": "BDT",
    "円": "JPY", "元": "CNY", "원": "KRW", "圓": "TWD", "US$": "USD", "A$": "AUD", "AU$": "AUD",
    "C$": "CAD", "CA$": "CAD", "CDN$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "NT$": "TWD",
    "R$": "BRL", "MX$": "MXN", "Z$": "ZWL", "J$": "JMD", "TT$": "TTD", "EC$": "XCD", "B$": "BND",
    "CN¥": "CNY", "JP¥": "JPY", "RMB": "CNY", "zł": "PLN", "zl": "PLN", "Kč": "CZK", "kč": "CZK",
    "Kc": "CZK", "Ft": "HUF", "lei": "RON", "RON": "RON", "лв": "BGN", "лв.": "BGN", "грн": "UAH",
    "грн.": "UAH", "руб": "RUB", "руб.": "RUB", "рублей": "RUB", "рубля": "RUB", "рубль": "RUB",
    "р.": "RUB", "тг": "KZT", "тенге": "KZT", "kn": "HRK", "Rp": "IDR", "RM": "MYR", "Rs": "INR",
    "Rs.": "INR", "₨": "INR", "TL": "TRY", "S/": "PEN", "S/.": "PEN", "Bs.": "BOB", "KSh": "KES",
    "Ksh": "KES", "GH₵": "GHS", "euro": "EUR", "euros": "EUR", "Euro": "EUR", "Euros": "EUR",
    "дин": "RSD", "дин.": "RSD", "din.": "RSD", "Fr.": "CHF", "SFr.": "CHF", "sFr.": "CHF",
    "ден": "MKD", "KM": "BAM", "ريال": "SAR", "درهم": "AED", "جنيه": "EGP", "บาท": "THB",
    "KD": "KWD", "Dhs": "AED", "Dhs.": "AED", "DH": "MAD", "Br": "BYN", "сум": "UZS", "сом": "KGS",
    "đ": "VND", "VNĐ": "VND", "Lek": "ALL", "ƒ": "AWG", "₶": "FRF",
}  # fmt: skip
# Signs of several currencies, with the one that is meant where nothing says otherwise.
SHARED = {"$": "USD", "¥": "JPY", "kr": "", "kr.": "", "Kr": "", "Kr.": "", "Р": "RUB"}
_BY_LANGUAGE = {
    ("¥", "zh"): "CNY", ("kr", "sv"): "SEK", ("kr", "nb"): "NOK", ("kr", "no"): "NOK",
    ("kr", "nn"): "NOK", ("kr", "da"): "DKK", ("kr", "is"): "ISK", ("kr", "fo"): "DKK",
}  # fmt: skip
CODES = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP
    BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
    SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES
    VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    DEM PTE FRF ITL ESP ATS NLG BEF FIM IEP GRD SIT SKK EEK LVL LTL MTL CYP LUF""".split()
)
_WORDS = frozenset({"ALL", "TRY", "COP", "MAD", "CUP", "GEL", "BAM", "TOP", "SOS", "LAK", "CAD"})


def _alternatives() -> str:
    known = sorted({*SIGNS, *SHARED}, key=lambda sign: (-len(sign), sign))
    parts = []
    for sign in known:
        left = r"(?<![^\W\d_])" if sign[0].isalpha() else ""
        right = r"(?![^\W\d_])" if sign[-1].isalpha() else ""
        parts.append(f"{left}{re.escape(sign)}{right}")
    codes = r"(?<![^\W\d_])(?:" + "|".join(sorted(CODES)) + r")(?![^\W\d_])"
    return "|".join([codes, *parts])


CURRENCY = _alternatives()


def iso(sign: str, stated: str = "", language: str = "") -> str:
    """The code of a currency's sign; empty where nothing says which of several it is.

    Parameters
    ----------
    sign
        As it stands beside an amount.
    stated
        The code that the site states for machines, which settles what a shared sign means.
    language
        Of the site's pages.

    Examples
    --------
    >>> iso("€"), iso("kr", language="sv"), iso("$"), iso("$", stated="AUD"), iso("kr")
    ('EUR', 'SEK', 'USD', 'AUD', '')
    """
    if sign in CODES:
        return sign
    if sign not in SHARED:
        return SIGNS.get(sign, "")
    bare = sign.rstrip(".").lower() if sign[:1] in "kK" else sign
    return stated or _BY_LANGUAGE.get((bare, language.partition("-")[0]), "") or SHARED[sign]
