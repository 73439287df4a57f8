"""Names of months in the languages of the web, whole and cut short."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

# January to December; forms of one month are joined by a bar.
_NAMES = {
    "en": "january february march april may june july august september|sept"
    " october november december",
    "de": "januar|jänner februar|feber märz|maerz|mrz april mai juni juli august september oktober"
    " november dezember",
    "fr": "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre"
    " décembre|decembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre"
    " diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre"
    " ottobre novembre dicembre",
    "pt": "janeiro fevereiro março|marco abril maio junho julho agosto setembro"
    " outubro novembro dezembro",
    "nl": "januari februari maart|mrt april mei juni juli augustus september"
    " oktober november december",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "nb": "januar februar mars april mai juni juli august september oktober november desember",
    "fi": "tammikuu|tammikuuta helmikuu|helmikuuta maaliskuu|maaliskuuta huhtikuu|huhtikuuta"
    " toukokuu|toukokuuta kesäkuu|kesäkuuta heinäkuu|heinäkuuta elokuu|elokuuta syyskuu|syyskuuta"
    " lokakuu|lokakuuta marraskuu|marraskuuta joulukuu|joulukuuta",
    "pl": "styczeń|stycznia luty|lutego marzec|marca kwiecień|kwietnia maj|maja czerwiec|czerwca"
    " lipiec|lipca sierpień|sierpnia wrzesień|września październik|października listopad|listopada"
    " grudzień|grudnia",
    "cs": "leden|ledna únor|února březen|března duben|dubna květen|května červen|června"
    " červenec|července srpen|srpna září říjen|října listopad|listopadu prosinec|prosince",
    "sk": "január|januára február|februára marec|marca apríl|apríla máj|mája jún|júna júl|júla"
    " august|augusta september|septembra október|októbra november|novembra december|decembra",
    "hu": "január február március április május június július augusztus szeptember október november"
    " december",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie"
    " decembrie",
    "hr": "siječanj|siječnja veljača|veljače ožujak|ožujka travanj|travnja svibanj|svibnja"
    " lipanj|lipnja srpanj|srpnja kolovoz|kolovoza rujan|rujna listopad|listopada"
    " studeni|studenog|studenoga|studenom prosinac|prosinca",
    "ru": "январь|января февраль|февраля март|марта апрель|апреля май|мая июнь|июня июль|июля"
    " август|августа сентябрь|сентября октябрь|октября ноябрь|ноября декабрь|декабря",
    "uk": "січень|січня лютий|лютого березень|березня квітень|квітня травень|травня червень|червня"
    " липень|липня серпень|серпня вересень|вересня жовтень|жовтня"
    " листопад|листопада грудень|грудня",
    "be": "студзень|студзеня люты|лютага сакавік|сакавіка красавік|красавіка травень|траўня"
    " чэрвень|чэрвеня ліпень|ліпеня жнівень|жніўня верасень|верасня кастрычнік|кастрычніка"
    " лістапад|лістапада снежань|снежня",
    "bg": "януари февруари март април май юни юли август септември октомври ноември декември",
    "el": "ιανουάριος|ιανουαρίου φεβρουάριος|φεβρουαρίου μάρτιος|μαρτίου απρίλιος|απριλίου"
    " μάιος|μαΐου ιούνιος|ιουνίου ιούλιος|ιουλίου αύγουστος|αυγούστου σεπτέμβριος|σεπτεμβρίου"
    " οκτώβριος|οκτωβρίου νοέμβριος|νοεμβρίου δεκέμβριος|δεκεμβρίου",
    "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "id": "januari februari|pebruari maret april mei juni juli agustus september oktober november"
    " desember",
    "tl": "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre",
    "th": "มกราคม|ม.ค. กุมภาพันธ์|ก.พ. มีนาคม|มี.ค. เมษายน|เม.ย. พฤษภาคม|พ.ค. มิถุนายน|มิ.ย."
    " กรกฎาคม|ก.ค. สิงหาคม|ส.ค. กันยายน|ก.ย. ตุลาคม|ต.ค. พฤศจิกายน|พ.ย. ธันวาคม|ธ.ค.",
    "hi": "जनवरी फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर नवंबर|नवम्बर दिसंबर|दिसम्बर",
    "bn": "জানুয়ারী|জানুয়ারি ফেব্রুয়ারী|ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "ka": "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი"
    " დეკემბერი",
    "ar": "يناير فبراير مارس أبريل|ابريل مايو يونيو يوليو أغسطس|اغسطس سبتمبر"
    " أكتوبر|اكتوبر نوفمبر ديسمبر",
    "he": "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
}
LANGUAGES = tuple(sorted(_NAMES))
_MOST = 3  # times as many languages in which a word is this month as another: "mar" is March
_SHORTEST = 3  # letters of a name that is cut short; fewer stand for other words


@lru_cache(1 << 12)
def month(word: str, language: str = "") -> int:
    """The number of the month that a word names; 0: none, or one of several.

    Parameters
    ----------
    word
        In lower case; it may be cut short, with a point or without.
    language
        Of the page, where one word is two months: `listopad` is the tenth and the eleventh.

    Examples
    --------
    >>> month("märz"), month("sept."), month("févr."), month("listopad"), month("listopad", "pl")
    (3, 9, 2, 0, 11)
    >>> month("ma"), month("the")
    (0, 0)
    """
    by_language = _months()
    own = by_language.get(language.partition("-")[0], {})
    bare = word.removesuffix(".")
    if bare in own:
        return own[bare]
    found = Counter(table[bare] for table in by_language.values() if bare in table)
    number, n = max(found.items(), key=lambda one: (one[1], -one[0]), default=(0, 0))
    return number if n >= _MOST * (found.total() - n) else 0


@lru_cache(1)
def _months() -> dict[str, dict[str, int]]:
    """By language the month of each name, and of each beginning that one name alone has."""
    out: dict[str, dict[str, int]] = {}
    for language, line in _NAMES.items():
        whole: dict[str, int] = {}
        cut: dict[str, set[int]] = {}
        for number, forms in enumerate(line.split(), 1):
            for name in forms.split("|"):
                whole[name.removesuffix(".")] = number
                for length in range(_SHORTEST, len(name)):
                    cut.setdefault(name[:length].removesuffix("."), set()).add(number)
        short = {part: min(of) for part, of in cut.items() if len(of) == 1}
        out[language] = {**short, **whole}
    return out
