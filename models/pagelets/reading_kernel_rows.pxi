# The fields of an object: what `fields._Reader` says.

cdef enum:
    LONGEST = 10000  # pairs of a cell and a column that are weighed


cdef class Plan:
    """Reads objects of one template.

    Parameters
    ----------
    layout
        How its texts are told apart.
    star
        Its columns, for objects that lack some.
    ranked
        Names by place and rank, where places tell all columns apart.
    names
        Names by column.
    taken
        Names that no label of a new column can have.
    """

    cdef tuple layout
    cdef object star, taken
    cdef dict ranked, names, most

    def __init__(self, layout, star, dict ranked, dict names, taken):
        self.layout, self.star, self.ranked = tuple(layout), star, ranked
        self.names, self.taken, self.most = names, taken, star.most

    def row(self, Page page, Py_ssize_t start, Py_ssize_t stop, references):
        """The fields of one object; what the title leads to is its `link`."""
        cdef dict out = {}
        cdef list found = self.direct(page, start, stop) if self.ranked else None
        cdef tuple each
        if found is None:
            found = self.named(page, start, stop)
        for each in found:
            name = each[0]
            if not name or name in out:
                continue
            out[name] = each[2]
            if name == "title":
                url = references.around(each[1])
                if url is not None:
                    out["link"] = url
        return out

    cdef list direct(self, Page page, Py_ssize_t start, Py_ssize_t stop):
        """One look-up a text, where nothing of the object is new; else None."""
        cdef list out = [], names
        cdef dict met = {}
        cdef Py_ssize_t node, rank
        cdef str text
        for node in range(start, stop):
            string = page.text[node]
            if string is None or not says(string):
                continue
            place = page.place(node)
            names = self.ranked.get(place)
            if names is None:
                return None
            text = folded(string)
            rank = met.get(place, 0)
            if rank == len(names) or is_colon(text[len(text) - 1]) or is_colon(text[0]):
                return None
            met[place] = rank + 1
            out.append((names[rank], node, text))
        if self.star.telling:
            for place, n in self.most.items():
                if met.get(place, 0) < n:
                    return None
        return out

    cdef list named(self, Page page, Py_ssize_t start, Py_ssize_t stop):
        """Each cell with the name of its column."""
        cdef list held = page.values(start, stop, self.layout), keys = [], out = []
        cdef dict ranks = {}
        cdef Py_ssize_t i
        cdef tuple one
        for one in held:
            place = one[1]
            if one[2]:
                keys.append((place, labelled(one[2])))
            else:
                rank = ranks.get(place, 0)
                keys.append((place, rank))
                ranks[place] = rank + 1
        if self.star.telling:
            keys = self.shifted(held, keys, ranks)
        for i in range(len(held)):
            one = held[i]
            name = self.names.get(keys[i])
            if not name:
                name = "" if one[2] in self.taken else one[2]
            out.append((name, one[0], one[3]))
        return out

    cdef list shifted(self, list held, list keys, dict ranks):
        """Where an object has fewer cells at a place than its template, the columns that fit."""
        cdef set short = set()
        for place in self.star.telling:
            if 0 < ranks.get(place, 0) < self.most[place]:
                short.add(place)
        if not short or len(held) * len(self.star.spots) > LONGEST:
            return keys
        forms = tuple([tuple.__new__(Key, key) for key in keys])
        matched = self.star.matched(forms, tuple([kind(one[3]) for one in held]))
        return [
            matched.get(i, key) if key[1] >= 0 and key[0] in short else key
            for i, key in enumerate(keys)
        ]
