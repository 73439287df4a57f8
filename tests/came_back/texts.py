"""What sites say, in eight languages: results, no match, error, block, log-in, script."""

from __future__ import annotations

from typing import NamedTuple

Note = tuple[str, ...]  # a heading, then paragraphs; {q} is the query


class Texts(NamedTuple):
    """The phrases of one language; sites draw one of each list."""

    words: list[str]
    menu: list[str]
    search: str
    found: list[str]  # {n}, {q}
    labels: tuple[str, str, str]  # author, year, price
    footer: str
    popular: str
    none: list[Note]
    error: list[Note]
    block: list[Note]
    login: list[Note]  # heading, sentence, user, password, button
    script: list[str]
    away: Note


def _words(text: str) -> list[str]:
    return text.split()


ENGLISH = Texts(
    _words(
        "river lantern orchard copper winter harbour meadow thunder candle forest saddle mirror "
        "anchor barley cradle falcon garden hammer island jacket kettle ladder marble needle"
    ),
    ["Home", "About us", "Catalogue", "Contact", "Opening hours", "News"],
    "Search",
    ["{n} results for {q}", "Your search for “{q}” returned {n} items", "Showing {n} matches"],
    ("Author", "Year", "Price"),
    "All rights reserved. Terms of use. Privacy.",
    "Popular at the moment",
    [
        ("0 results for {q}", "Please check the spelling or try fewer words."),
        ("Sorry", "We could not find anything that matches “{q}”.", "Try a more general term."),
        ("No items were found", "Your search returned no records."),
    ],
    [
        ("Something went wrong", "An unexpected error has occurred. Please try again later."),
        ("Database error", "SQLSTATE[HY000] [2002] Connection refused in query.php on line 214."),
        ("Internal error", "Our engineers were informed. Reference: 7f3a-22e1-90bb."),
    ],
    [
        ("Are you a human?", "Please solve the puzzle below to continue.", "Request 91-FA-7C."),
        ("Access denied", "Your address was blocked because of unusual traffic.", "Ray 5d1e."),
        ("Too many requests", "You have been rate limited. Slow down and come back later."),
    ],
    [
        ("Sign in", "You must be signed in to search.", "E-mail", "Password", "Sign in"),
        ("Members only", "Please log in to see this page.", "User name", "Password", "Log in"),
    ],
    ["You need to enable JavaScript to run this app.", "Please turn on JavaScript and reload."],
    ("Bad gateway", "The server did not answer in time."),
)

GERMAN = Texts(
    _words(
        "Fluss Laterne Obstgarten Kupfer Winter Hafen Wiese Donner Kerze Wald Sattel Spiegel "
        "Anker Gerste Wiege Falke Garten Hammer Insel Jacke Kessel Leiter Marmor Nadel"
    ),
    ["Startseite", "Über uns", "Katalog", "Kontakt", "Öffnungszeiten", "Aktuelles"],
    "Suchen",
    ["{n} Treffer für {q}", "Ihre Suche nach „{q}“ ergab {n} Treffer", "Es werden {n} gezeigt"],
    ("Autor", "Jahr", "Preis"),
    "Alle Rechte vorbehalten. Impressum. Datenschutz.",
    "Gerade beliebt",
    [
        ("0 Treffer für {q}", "Bitte prüfen Sie die Schreibweise oder kürzen Sie die Eingabe."),
        ("Leider nichts gefunden", "Zu „{q}“ liegen keine Einträge vor."),
        ("Keine Ergebnisse", "Ihre Suche ergab keine Treffer.", "Suchen Sie allgemeiner."),
    ],
    [
        ("Es ist ein Fehler aufgetreten", "Bitte versuchen Sie es später noch einmal."),
        ("Datenbankfehler", "Verbindung zu db03 abgelehnt (Code 1045). Zeile 88."),
        ("Interner Fehler", "Die Anfrage konnte nicht verarbeitet werden. Kennung 4f-9912."),
    ],
    [
        ("Sind Sie ein Mensch?", "Lösen Sie bitte die Aufgabe, um fortzufahren."),
        ("Zugriff verweigert", "Ihre Adresse wurde wegen auffälligen Verkehrs gesperrt."),
        ("Zu viele Anfragen", "Bitte warten Sie einige Minuten, bevor Sie weitersuchen."),
    ],
    [
        ("Anmelden", "Bitte melden Sie sich an, um zu suchen.", "E-Mail", "Passwort", "Anmelden"),
        ("Nur für Mitglieder", "Zugang nur mit Konto.", "Benutzer", "Kennwort", "Einloggen"),
    ],
    ["Bitte aktivieren Sie JavaScript.", "Diese Anwendung braucht JavaScript."],
    ("Wartung", "Der Dienst ist vorübergehend nicht erreichbar."),
)

FRENCH = Texts(
    _words(
        "rivière lanterne verger cuivre hiver port prairie tonnerre bougie forêt selle miroir "
        "ancre orge berceau faucon jardin marteau île veste bouilloire échelle marbre aiguille"
    ),
    ["Accueil", "À propos", "Catalogue", "Contact", "Horaires", "Actualités"],
    "Rechercher",
    ["{n} résultats pour {q}", "Votre recherche « {q} » : {n} réponses", "{n} notices affichées"],
    ("Auteur", "Année", "Prix"),
    "Tous droits réservés. Mentions légales. Confidentialité.",
    "Les plus consultés",
    [
        ("0 résultat pour {q}", "Vérifiez l’orthographe ou essayez moins de mots."),
        ("Désolé", "Aucun document ne correspond à « {q} »."),
        ("Aucun résultat", "Votre recherche n’a donné aucune réponse.", "Élargissez la recherche."),
    ],
    [
        ("Une erreur est survenue", "Veuillez réessayer dans quelques instants."),
        ("Erreur de base de données", "Connexion refusée : code 2003, ligne 51."),
        ("Erreur interne", "Votre demande n’a pas pu être traitée. Référence 88-AC."),
    ],
    [
        ("Êtes-vous un humain ?", "Merci de résoudre l’énigme pour continuer."),
        ("Accès refusé", "Votre adresse a été bloquée à cause d’un trafic inhabituel."),
        ("Trop de requêtes", "Vous avez dépassé la limite. Revenez plus tard."),
    ],
    [
        ("Connexion", "Identifiez-vous pour chercher.", "Courriel", "Mot de passe", "Se connecter"),
        ("Réservé aux abonnés", "Ouvrez une session.", "Identifiant", "Mot de passe", "Entrer"),
    ],
    ["Veuillez activer JavaScript.", "Cette application nécessite JavaScript."],
    ("Service indisponible", "Le serveur est momentanément arrêté."),
)

SPANISH = Texts(
    _words(
        "río linterna huerto cobre invierno puerto prado trueno vela bosque silla espejo ancla "
        "cebada cuna halcón jardín martillo isla chaqueta tetera escalera mármol aguja"
    ),
    ["Inicio", "Quiénes somos", "Catálogo", "Contacto", "Horario", "Noticias"],
    "Buscar",
    ["{n} resultados para {q}", "Su búsqueda de «{q}» dio {n} registros", "Se muestran {n} fichas"],
    ("Autor", "Año", "Precio"),
    "Todos los derechos reservados. Aviso legal. Privacidad.",
    "Lo más visto",
    [
        ("0 resultados para {q}", "Revise la ortografía o use menos palabras."),
        ("Lo sentimos", "No hay nada que coincida con «{q}»."),
        ("Sin resultados", "Su búsqueda no produjo ningún registro.", "Pruebe otro término."),
    ],
    [
        ("Ha ocurrido un error", "Inténtelo de nuevo más tarde."),
        ("Error de base de datos", "Conexión rechazada: código 1040 en la línea 77."),
        ("Error interno", "No se pudo procesar la solicitud. Referencia 31-B0."),
    ],
    [
        ("¿Es usted humano?", "Resuelva el acertijo para continuar."),
        ("Acceso denegado", "Su dirección fue bloqueada por tráfico inusual."),
        ("Demasiadas solicitudes", "Espere unos minutos antes de continuar."),
    ],
    [
        ("Iniciar sesión", "Debe identificarse para buscar.", "Correo", "Contraseña", "Entrar"),
        ("Solo socios", "Acceda con su cuenta.", "Usuario", "Clave", "Acceder"),
    ],
    ["Active JavaScript para continuar.", "Esta aplicación necesita JavaScript."],
    ("Fuera de servicio", "El servidor no responde por el momento."),
)
