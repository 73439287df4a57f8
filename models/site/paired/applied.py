"""A published model whose columns of rows and own pages share their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...pagelets import Template as RowTemplate
from ...templates import Template as OwnTemplate
from .names import NO_NAMES, SharedNames, slot_of

if TYPE_CHECKING:
    from ..model import SiteModel


def with_shared_names(model: SiteModel, names: SharedNames) -> SiteModel:
    """The model as it was learned, with columns called so.

    A column that is no news under one name is none under the other.
    """
    if names == NO_NAMES:
        return model
    learned = {
        slot_of(column): column.name
        for template in model.pagelets.templates
        for column in template.columns
    }
    unsteady = {*model.identity.unsteady}
    unsteady |= {now for slot, now in names.rows.items() if learned.get(slot) in unsteady}
    rows = tuple(_rows_named(one, names) for one in model.pagelets.templates)
    return msgspec.structs.replace(
        model,
        pagelets=msgspec.structs.replace(model.pagelets, templates=rows),
        items={kind: _own_named(one, names) for kind, one in model.items.items()},
        identity=msgspec.structs.replace(model.identity, unsteady=tuple(sorted(unsteady))),
        names=names,
    )


def _rows_named(template: RowTemplate, names: SharedNames) -> RowTemplate:
    columns = tuple(
        msgspec.structs.replace(one, name=names.rows.get(slot_of(one), one.name))
        for one in template.columns
    )
    return msgspec.structs.replace(template, columns=columns)


def _own_named(template: OwnTemplate, names: SharedNames) -> OwnTemplate:
    columns = {
        slot: msgspec.structs.replace(one, name=names.own.get(one.name, one.name))
        for slot, one in template.columns.items()
    }
    return msgspec.structs.replace(template, columns=columns)
