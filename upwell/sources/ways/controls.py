"""Sites whose search form has other controls than one field of words."""

from __future__ import annotations

from hashlib import blake2b
from types import MappingProxyType

from ..database.database import Database
from ..database.record import Record
from ..pages.pages import Pages
from ..pages.visit import Page
from .door import Door, Request, Served, Tree, element


class SelectsOnly(Door):
    """A form of selects: nothing can be typed, each facet offers its values."""

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)
        for form in self.forms(tree):
            for field in list(form.iter("input", "select", "label")):
                if field.tag == "label" or field.get("name"):
                    field.drop_tree()
            for facet, values in self.pages.offered.items():
                label = element("label", f"{self.pages.labels.get(facet, facet)} ")
                select = element("select", name=facet)
                select.append(element("option", "–", value=""))
                for value in values:
                    select.append(element("option", value, value=value))
                label.append(select)
                form.insert(0, label)


class TwoFields(Door):
    """Two fields to type in: the first is of places that nobody knows, the second of words."""

    where = "near"

    def enter(self, request: Request) -> Request | Served:
        place = request.arguments.get(self.where, "")
        if not place or not self.is_search(request.path):
            return request
        return request.at(self.plain(f"{request.arguments.get(self.names['query'], '')} qwxzvj"))

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)
        for form in self.forms(tree):
            form.insert(0, element("input", type="text", name=self.where, size="12"))


class HiddenDefault(Door):
    """A select whose default leaves out 60 % of the records; no link says that there are more."""

    name, usual = "state", "1"
    _options = MappingProxyType({"1": "✓", "2": "✗", "3": "✓ ✗"})

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        kept: dict[str, list[Record]] = {"1": [], "2": []}
        for record in pages.database.by_id.values():
            kept["1" if _draw(record.id) < 0.4 else "2"].append(record)
        family = pages.family
        self._parts = {"3": pages}
        for name, records in kept.items():
            database = Database(records, family.rules, family.language)
            self._parts[name] = Pages(family, pages.seed, database)

    def choose(self, request: Request) -> Pages:
        if not self.is_search(request.path):
            asked = self.pages.addresses.read(request.address)
            return self.pages if asked.page == "item" else self._parts[self.usual]
        return self._parts.get(request.arguments.get(self.name, ""), self._parts[self.usual])

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)
        now = request.arguments.get(self.name, self.usual)
        for form in self.forms(tree):
            select = element("select", name=self.name)
            for value, text in self._options.items():
                select.append(element("option", text, value=value))
                if value == now:
                    select[-1].set("selected", "selected")
            form.append(select)
        for link in tree.iter("a"):  # those of an answer keep what was chosen
            address = link.get("href") or ""
            if now != self.usual and self.is_search(address):
                link.set("href", f"{address}{'&' if '?' in address else '?'}{self.name}={now}")


def _draw(number: int) -> float:
    return int.from_bytes(blake2b(b"state %d" % number, digest_size=4).digest()) / 2**32
