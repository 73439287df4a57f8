"""Numbers with what they count or measure: "1,5 kg", "12 pages", "-20 %"."""

from __future__ import annotations

import re
from typing import Any

from .characters import plain
from .numbers import AMOUNT, read_amount

# Units by what is printed; letters of either case where no other unit is meant.
_EXACT = frozenset(
    "g kg mg µg t lb lbs oz mm cm dm m km in ft yd mi nm µm l ml cl dl m²"
    " m³ km² ha cm² cm³ mm² ft² sqft"
    " W kW MW Wh kWh mAh Ah V mV kV A mA Hz kHz MHz GHz B kB KB MB GB TB"
    " PB KiB MiB GiB TiB bit Mbit px"
    " MP dpi ppi rpm bar hPa Pa kPa MPa N Nm J kJ MJ kcal cal °C °F K lm"
    " lx dB dBA s ms min h km/h mph"
    " kg/m² g/m² cc ccm PS hp kn ° % ‰ \" ''".split()
)
_QUANTITY = re.compile(rf"(?P<sign>[-+±~≈]?)\s?(?P<amount>{AMOUNT})\s?(?P<unit>[^\d\s][^\d]*)")
_NOUN = re.compile(r"[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*)?\.?")


def quantity(text: str) -> tuple[str, str, str] | None:
    """Sign, digits and unit of a text that is one quantity; the unit may be any noun.

    >>> quantity("1,5 kg"), quantity("(12 pages)"), quantity("12"), quantity("3 for £2")
    (('', '1,5', 'kg'), ('', '12', 'pages'), None, None)
    """
    text = plain(text)
    inner = text[1:-1].strip() if text[:1] == "(" and text[-1:] == ")" else text
    found = _QUANTITY.fullmatch(inner)
    if found is None:
        return None
    unit = found["unit"].strip()
    if not is_unit(unit) and _NOUN.fullmatch(unit) is None:
        return None
    return found["sign"].replace("+", ""), found["amount"], unit


def is_unit(word: str) -> bool:
    """Whether a word is a unit of measure or a percentage.

    >>> is_unit("kg"), is_unit("pages"), is_unit("%")
    (True, False, True)
    """
    return word in _EXACT


def quantity_value(text: str, mark: str) -> Any:
    """Number and unit of a text; None: it is no quantity.

    >>> quantity_value("1,5 kg", ","), quantity_value("1,5 kg", ".")
    ({'value': 1.5, 'unit': 'kg'}, None)
    """
    found = quantity(text)
    if found is None or found[0] not in ("", "-"):
        return None
    sign, amount, unit = found
    value = read_amount(amount, mark)
    return None if value is None else {"value": -value if sign else value, "unit": unit}
