# The cells of an object: what `cells` says.

cdef uint64_t CELL = 0x9E3779B97F4A7C15


cdef class Page:
    """One page, as its cells are looked for.

    Parameters
    ----------
    sheet
        The page in lists.
    """

    cdef object tree  # not the sheet: that holds this one
    cdef const int32_t[::1] parent, end, linked
    cdef const int64_t[::1] key
    cdef list tag, text
    cdef bint has_cells
    cdef int32_t* numbers  # of cells among their siblings; 0: not counted yet

    def __cinit__(self, sheet):
        tree = sheet.tree
        self.tree = tree
        self.parent, self.end, self.linked, self.key = tree.parent, tree.end, tree.linked, tree.key
        self.tag, self.text, self.has_cells = tree.tag, tree.text, sheet.has_cells
        self.numbers = <int32_t*>calloc(len(self.tag) + 1, sizeof(int32_t))
        if self.numbers is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.numbers)

    def cells(self, Py_ssize_t start, Py_ssize_t stop, layout):
        """Values of the object [start, stop) in page order."""
        return [tuple.__new__(Cell, one) for one in self.values(start, stop, tuple(layout))]

    cdef list values(self, Py_ssize_t start, Py_ssize_t stop, tuple layout):
        """The same without the class: node, place, label and text."""
        cdef tuple merged, split, values, lists, labels
        merged, split, values, lists, labels = layout
        cdef list out = []
        cdef tuple pending = None  # a label whose value comes next
        cdef Py_ssize_t node
        cdef str text, said
        for node, place, text in self.worded(start, stop, merged):
            said = label_of(text) if split and place in split else ""
            if said:
                value = text[len(said):].lstrip(COLONS)
                out.append((node, place, slug(said), value))
            elif labels and place in labels and is_short(text):
                both = f"{pending[3]} {text}" if pending is not None else text
                pending = (node, place, "", both)
                continue
            elif not (values and place in values) and self.is_label(node, text):
                if pending is not None:
                    out.append(pending)
                pending = (node, place, "", text)
                continue
            elif is_colon(text[0]) and out and self.may_tell(out[len(out) - 1]):
                said = slug(out.pop()[3])
                out.append((node, place, said, text.lstrip(COLONS)))
            else:
                said = slug(pending[3]) if pending is not None else ""
                out.append((node, place, said, text))
            pending = None
        if pending is not None:
            out.append(pending)
        return self.listed(out, lists) if lists else out

    cdef list worded(self, Py_ssize_t start, Py_ssize_t stop, tuple merged):
        """Texts that say something, by their first node; pieces of one sentence are one text."""
        cdef list found = []
        cdef Py_ssize_t node, owner = -1, first = -1, held = -1
        for node in range(start, stop):
            string = self.text[node]
            if string is None:
                continue
            if merged:
                held = self.owner(node, merged)
            if owner >= 0 and held != owner:
                found.append((first, self.key[owner], self.tree.visible(first, node)))
                owner = -1
            if held >= 0:
                if owner < 0 and says(string):
                    owner, first = held, node
            elif says(string):
                found.append((node, self.place(node), folded(string)))
        if owner >= 0:
            stop = min(stop, <Py_ssize_t>self.end[owner])
            found.append((first, self.key[owner], self.tree.visible(first, stop)))
        return found

    cdef Py_ssize_t owner(self, Py_ssize_t node, tuple merged) except -2:
        """The element whose sentence a text belongs to; -1: the text stands for itself."""
        cdef Py_ssize_t at = self.parent[node]
        while at >= 0:
            if self.key[at] in merged:
                return at
            if self.tag[at] not in EMPHASIS:
                return -1
            at = self.parent[at]
        return -1

    cdef int64_t place(self, Py_ssize_t node) except? -1:
        """The key of a text; in a table, with the number of its column."""
        cdef int64_t key = self.key[node]
        cdef Py_ssize_t at
        cdef int level
        if self.has_cells:
            at = self.parent[node]
            for level in range(3):
                if at < 0:
                    break
                if is_cell(<str>self.tag[at]):
                    return (key ^ <int64_t>(<uint64_t>self.number(at) * CELL)) & MASK
                at = self.parent[at]
        return key

    cdef int number(self, Py_ssize_t node) except -1:
        """The number of a cell among its siblings of one tag, from 1."""
        cdef Py_ssize_t at, holder = self.parent[node]
        cdef int n_data = 0, n_heads = 0
        if not self.numbers[node]:
            if holder < 0 or self.tree.moved or self.tree.noscripts:
                self.numbers[node] = self.tree.position(node)
                return self.numbers[node]
            at = holder + 1
            while at < self.end[holder]:
                if <str>self.tag[at] == "td":
                    n_data += 1
                    self.numbers[at] = n_data
                elif <str>self.tag[at] == "th":
                    n_heads += 1
                    self.numbers[at] = n_heads
                at = self.end[at]
        return self.numbers[node]

    cdef bint is_label(self, Py_ssize_t node, str text) except -1:
        cdef bint ends = is_colon(text[len(text) - 1])
        if self.linked[node] or not (ends or self.is_tagged(node)) or not is_short(text):
            return False
        return not ends or TOLD.fullmatch(text) is not None

    cdef bint is_tagged(self, Py_ssize_t node) except -1:
        cdef Py_ssize_t at = self.parent[node]
        while at > 0 and self.tag[at] in EMPHASIS:
            at = self.parent[at]
        return at >= 0 and self.tag[at] in LABELS

    cdef bint may_tell(self, tuple before) except -1:
        """Whether what stands before a colon can be a label."""
        return not before[2] and not self.linked[<Py_ssize_t>before[0]] and is_short(before[3])

    cdef list listed(self, list found, tuple lists):
        """Items of a list one behind the other as one cell."""
        cdef list out = []
        cdef tuple one, before
        for one in found:
            if out and not one[2] and one[1] in lists:
                before = out[len(out) - 1]
                if one[1] == before[1]:
                    text = self.tree.visible(before[0], self.end[<Py_ssize_t>one[0]])
                    out[len(out) - 1] = (before[0], before[1], before[2], text)
                    continue
            out.append(one)
        return out


cdef inline bint is_cell(str tag):
    return tag == "td" or tag == "th"


cdef inline bint is_colon(Py_UCS4 letter) noexcept:
    return letter == c":" or letter == 0xFF1A or letter == c" "


cdef bint is_short(str text):
    """Whether a text has the length of a label."""
    return len(text) <= 40 and len(text.split()) <= 4


cdef bint says(str string):
    """Whether a text holds a letter, a digit or a star."""
    cdef Py_UCS4 letter
    for letter in string:
        if in_word(letter):
            return True
        if letter == 0x2605 or letter == 0x2606 or letter == 0x2B50:
            return True
    return False


cdef str folded(str string):
    """A string without white space around it, and one space for each within."""
    cdef Py_ssize_t i
    cdef const unsigned char* at
    cdef unsigned char before = 32
    if PyUnicode_IS_ASCII(string) and len(string):
        at = <const unsigned char*>PyUnicode_DATA(string)
        for i in range(len(string)):
            if at[i] < 32 or (at[i] == 32 and before == 32):
                break
            before = at[i]
        else:
            if before != 32:
                return string
    return " ".join(string.split())
