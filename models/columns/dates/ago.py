"""Times that are told from now: "2 hours ago", "gestern", "il y a 3 jours"."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from ..values.characters import plain

# How the languages begin their words for a unit; the longest beginning that fits counts.
_UNITS = {
    "second": "sec|sek|segundo|second|sekund|секунд|δευτερ|saniye|detik|giây|秒|초|วินาที",
    "minute": "min|мин|хвил|хвіл|minut|λεπτ|dakika|menit|phút|分|분|นาที|perc|мінут",
    "hour": "hour|hr|stunde|std|heure|hora|ora|ore|uur|tim|time|tunti|tuntia|godz"
    "|hod|óra|час|годин|ώρ"
    "|saat|jam|giờ|小时|小時|時間|시간|ชั่วโมง|sat|гадзін|ur",
    "day": "day|tag|jour|día|dia|giorn|dag|päiv|dzień|dni|den|dny|deň|nap|zi|dan"
    "|день|дня|дней|дні|днів"
    "|ден|дзён|ημέρ|μέρ|gün|hari|ngày|天|日|일|วัน",
    "week": "week|woche|semaine|semana|settiman|weken|veck|uge|uke|viikko|tydzień"
    "|tygodn|týd|hét|săptăm"
    "|недел|тижд|тижн|εβδομ|hafta|minggu|tuần|周|週|주|สัปดาห์|tjedan",
    "month": "month|monat|mois|mes|mese|mesi|mês|maand|månad|måned|kuukau|miesi"
    "|měsíc|mesiac|hónap|lun"
    "|mjesec|месяц|місяц|месец|μήν|ay|bulan|tháng|ヶ月|か月|个月|個月|개월|เดือน",
    "year": "year|jahr|an|année|año|ano|anno|anni|jaar|år|vuosi|vuotta|rok|lat|let"
    "|roky|év|ani|godin|год"
    "|лет|рік|рок|χρόν|έτ|yıl|tahun|năm|年|년|ปี",
}
_AGO = re.compile(
    r"^(?:vor|il y a|hace|há|ha|für|for|před|pred|acum|prije|преди|πριν|منذ|לפני)\b"
    r"|\b(?:ago|fa|atrás|geleden|sedan|siden|sitten|temu|ezelőtt|önce|lalu|trước|назад|тому)\s*$"
    r"|(?:前|전|ที่แล้ว|पहले)\s*$",
    re.I,
)
_ONE = r"an?|one|eine[mnrs]?|einer|une?|un|una|uno|um|uma|een|en|et|ett|jeden|един|один|bir"
_AMOUNT = re.compile(
    rf"(?:^|\s)(?P<n>\d{{1,9}}|{_ONE})\+?\s?(?P<unit>[^\W\d_]+)"
    r"|(?P<e>\d{1,9})\s?(?P<u>[^\W\d_]+)",
    re.I,
)
_TODAY = frozenset(
    "today heute aujourd'hui hoy oggi hoje vandaag idag tänään dziś dzisiaj dnes azi danas"
    " сегодня сьогодні днес σήμερα bugün 今日 今天 오늘 วันนี้".split()
)
_YESTERDAY = frozenset(
    "yesterday gestern hier ayer ieri ontem gisteren igår eilen wczoraj včera včeraj tegnap jučer"
    " вчера вчора χθες dün kemarin 昨日 昨天 어제 เมื่อวาน".split()
)
_NOW = frozenset(
    ("just now", "now", "gerade eben", "à l'instant", "adesso", "ahora mismo", "только что")
)
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_LONGEST = 40  # letters


def ago(text: str) -> tuple[str, int] | None:
    """Unit and number of a time that is told from now; None: the text is none.

    >>> ago("3 hours ago"), ago("vor einem Tag"), ago("yesterday"), ago("3 hours")
    (('hour', 3), ('day', 1), ('day', 1), None)
    """
    if len(text) > _LONGEST:
        return None
    folded = plain(text).lower().strip(" .,·")
    if folded in _NOW:
        return "second", 0
    if folded in _TODAY:
        return "day", 0
    if folded in _YESTERDAY:
        return "day", 1
    if not _AGO.search(folded):
        return None
    amounts = list(_AMOUNT.finditer(_AGO.sub(" ", folded).strip()))
    if len(amounts) != 1:
        return None
    digits = amounts[0]["n"] or amounts[0]["e"]
    unit = _unit(amounts[0]["unit"] or amounts[0]["u"])
    return (unit, int(digits) if digits.isdigit() else 1) if unit else None


def ago_value(text: str, at: float | None) -> str | None:
    """The time that is meant, by when the page was fetched; None without that.

    As exact as it is told: hours give a minute, days give a day.

    >>> ago_value("3 hours ago", 0.0), ago_value("a month ago", 0.0), ago_value("today", None)
    ('1969-12-31T21:00Z', '1969-12', None)
    """
    found = ago(text)
    if found is None or at is None:
        return None
    unit, n = found
    now = datetime.fromtimestamp(at, UTC)
    if unit in ("month", "year"):
        months = now.year * 12 + now.month - 1 - n * (12 if unit == "year" else 1)
        if months < 12:
            return None
        return (
            f"{months // 12:04}-{months % 12 + 1:02}" if unit == "month" else f"{months // 12:04}"
        )
    try:
        then = now - timedelta(seconds=n * _SECONDS[unit])
    except OverflowError:
        return None
    return then.strftime("%Y-%m-%d" if unit in ("day", "week") else "%Y-%m-%dT%H:%MZ")


def _unit(word: str) -> str:
    """The unit that a word begins like, by its longest beginning."""
    best, found = 0, ""
    for unit, beginnings in _UNITS.items():
        for beginning in beginnings.split("|"):
            if word.startswith(beginning) and len(beginning) > best:
                best, found = len(beginning), unit
    return found
