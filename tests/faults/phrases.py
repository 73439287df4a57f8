"""What the made sites say around their records."""

from __future__ import annotations

from typing import NamedTuple


class Phrases(NamedTuple):
    """Labels of one language."""

    home: str
    about: str
    catalogue: str
    help: str
    search: str
    found: str  # {n}
    none: str  # {q}
    hint: str
    enter: str
    author: str
    year: str
    price: str
    next: str
    previous: str
    welcome: str
    footer: str
    missing: str


PHRASES = {
    "en": Phrases(
        "Home", "About us", "Catalogue", "Help", "Search", "{n} titles match your request",
        "Sorry, nothing matches {q}", "Try a shorter or more general word.", "Type a word above.",
        "Author", "Year", "Price", "Next", "Previous",
        "Welcome. We keep books on many things and are open every day but Sunday.",
        "Terms of use. Privacy. Made by hand.", "This page does not exist.",
    ),
    "de": Phrases(
        "Startseite", "Über uns", "Katalog", "Hilfe", "Suchen", "{n} Titel passen zur Anfrage",
        "Leider passt nichts zu {q}", "Versuchen Sie ein kürzeres Wort.", "Geben Sie ein Wort ein.",
        "Autor", "Jahr", "Preis", "Weiter", "Zurück",
        "Willkommen. Wir führen Bücher über vieles und haben täglich geöffnet.",
        "Impressum. Datenschutz. Von Hand gemacht.", "Diese Seite gibt es nicht.",
    ),
    "fr": Phrases(
        "Accueil", "À propos", "Catalogue", "Aide", "Chercher", "{n} titres répondent à la demande",
        "Désolé, rien ne répond à {q}", "Essayez un mot plus court.", "Saisissez un mot.",
        "Auteur", "Année", "Prix", "Suivant", "Précédent",
        "Bienvenue. Nous gardons des livres sur bien des choses, ouverts tous les jours.",
        "Mentions légales. Confidentialité. Fait à la main.", "Cette page n’existe pas.",
    ),
    "ja": Phrases(
        "ホーム", "会社概要", "目録", "ヘルプ", "検索", "{n} 件の資料が見つかりました",
        "{q} に一致する資料はありません", "短い言葉でお試しください。", "言葉を入力してください。",
        "著者", "発行年", "価格", "次へ", "前へ",
        "ようこそ。いろいろな本を毎日ご覧いただけます。",
        "利用規約。個人情報。手作り。", "このページは存在しません。",
    ),
    "ru": Phrases(
        "Главная", "О нас", "Каталог", "Помощь", "Найти", "Найдено книг: {n}",
        "По запросу {q} ничего нет", "Попробуйте слово короче.", "Введите слово.",
        "Автор", "Год", "Цена", "Дальше", "Назад",
        "Добро пожаловать. У нас книги обо всём, открыто каждый день.",
        "Условия. Конфиденциальность. Сделано вручную.", "Такой страницы нет.",
    ),
}  # fmt: skip
