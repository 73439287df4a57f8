"""All classes of fault by name."""

from __future__ import annotations

from .addresses import ActionWords, Echo, IdColumn, Spellings
from .lists import Archive, DataClasses, Early, Highlighted, SharedWord, Snippets, Twice
from .site import MadeSite
from .ways_in import Browse, ForeignLabels, NoForm, OtherForm, Undeclared

CLASSES: dict[str, type[MadeSite]] = {
    each.name: each
    for each in (
        MadeSite,  # the control, without a fault
        SharedWord,
        IdColumn,
        Highlighted,
        Browse,
        Twice,
        Echo,
        ActionWords,
        DataClasses,
        Archive,
        Snippets,
        Early,
        Spellings,
        OtherForm,
        NoForm,
        ForeignLabels,
        Undeclared,
    )
}
MAKES = (1, 2, 3)
