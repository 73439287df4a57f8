"""Links that do something when they are opened: a crawler that browses leaves them alone."""

from __future__ import annotations

import re
from urllib.parse import unquote

from upwell.models.tree.tagtree import Link

from ..canonical import arguments

# One is enough where it stands alone in a path or an argument: `/cart/add?id=3`, `?do=edit`.
ACTS = frozenset(
    "add delete remove edit create save update upload submit send reply vote like unlike follow"
    " unfollow subscribe unsubscribe buy purchase checkout cart basket wishlist favourite favorite"
    " bookmark login logout signin signout signup logon logoff register registration account"
    " password reset auth oauth admin confirm cancel invite move rename rollback revert purge undo"
    " download anmelden abmelden registrieren warenkorb bearbeiten loeschen löschen connexion"
    " deconnexion panier inscription supprimer modifier carrito salir registro eliminar carrello"
    " accedi esci elimina modifica carrinho sair excluir winkelwagen inloggen uitloggen verwijderen"
    " koszyk zaloguj wyloguj usun kosik sepet korzina".split()
)
WORDS = re.compile(r"[^\W\d_]+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def acts(link: Link) -> bool:
    """Whether a link may change something, or leads to a form that does.

    Reading
    -------
    Who browses opens what nobody asked for, and errs towards leaving a link alone: what the page
    marks `nofollow`, and what names an act in its path or its arguments. What a link is called
    says less, because names of objects are words too.

    Examples
    --------
    >>> [acts(Link(0, "http://a.example" + path, "")) for path in ("/cart/add?id=3", "/books?p=2")]
    [True, False]
    """
    if "nofollow" in link.rel.lower().split():
        return True
    path = link.url.partition("?")[0].partition("://")[2].partition("/")[2]
    said = [path, *(f"{name} {value}" for name, value in arguments(link.url))]
    return any(_names_an_act(unquote(text)) for text in said)


def _names_an_act(text: str) -> bool:
    return any(word.lower() in ACTS for word in WORDS.findall(CAMEL.sub(" ", text)))
