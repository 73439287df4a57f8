# A page as HTML's standard builds it, whoever tells of its elements: what `lexbor._walk` decides.

cdef struct Tag:
    Text name  # in lower case
    Text names  # class
    Text own  # id
    Py_ssize_t first  # of the attributes, where they are read from what is written
    Py_ssize_t stop  # behind the tag, there
    int n  # attributes
    bint has_href

DEF MOST = 64  # bytes of a tag's name


cdef class Standard(Page):
    """Elements that open and end in their order, and the strings between them."""

    cdef list titled  # strings inside of an open title
    cdef int n_left  # elements that may still be read
    cdef char lower[MOST]

    cdef int begin(self, places, int n_elements) except -1:
        self.clear(places, 0)
        self.n_left, self.titled = n_elements, None
        return 0

    cdef dict attributes(self, Tag* tag):
        """All of an element's."""
        raise NotImplementedError

    cdef int go_down(self, int kid, Tag* tag) except -1:
        """Go down to an element."""
        if not self.opened_as(kid, tag):
            self.top = self.n - 1
        self.where = kid
        return 0

    cdef bint opened_as(self, int kid, Tag* tag) except -1:
        """Note an element and what it says besides being there; whether it is hidden."""
        cdef Spot* spot = &self.memo.spots[kid >> 1]
        cdef int node = self.n
        cdef dict attributes = None
        if spot.kind == IS_HIDDEN or spot.kind == IS_TOLD:
            called = self.memo.tags[kid >> 1]
            if called in ("base", "input"):
                attributes = self.attributes(tag)
            if called == "input" and spot.kind != IS_HIDDEN:
                self.echo = self.echo or echo_of(attributes)
            elif called == "title" and not self.title and self.titled is None:
                self.titled = []
            elif called in ("base", "form"):
                self.says(kid, attributes)
        if spot.kind == IS_HIDDEN:
            push(&self.concealed, kid)
            if not self.is_hidden() and called not in OPAQUE:
                self.truncated = True
            return True
        if spot.kind == IS_NOSCRIPT:
            self.noscript(self.top)
        elif spot.kind == IS_LINK and tag.has_href:
            push(&self.links, node)
        if tag.n > spot.n_named:
            self.stated[node] = attributes or self.attributes(tag)
        self.add(kid, None)
        return False

    cdef bint is_hidden(self) noexcept:
        return self.where != ROOT and self.memo.spots[self.where >> 1].kind == IS_HIDDEN

    cdef int title_ends(self) except -1:
        self.title = " ".join("".join(self.titled).split())
        self.titled = None
        return 0

    cdef bint passes(self, const char* at, Py_ssize_t n) except -1:
        """Whether a string need not be made: of a hidden element, or white space."""
        if self.heard is not None or self.titled is not None:
            return False
        if self.is_hidden():
            return True
        if n < 64 and is_spaces(at, n):
            self.gap |= 2
            return True
        return False

    cdef int told(self, str string) except -1:
        """A string stands here, all of it."""
        if self.heard is not None:
            self.heard.append(string)
        if self.titled is not None:
            self.titled.append(string)
        if self.is_hidden():
            return 0
        if is_blank(string):
            self.gap |= 2
        elif string:
            self.say(string)
        return 0

    cdef bint lowered(self, Text* name) noexcept:
        """Write a tag's name in lower case; whether it is one that has no doubt about it."""
        cdef Py_ssize_t i
        cdef char letter
        if name.n > MOST:
            return False
        for i in range(name.n):
            letter = name.at[i]
            if letter <= 32:  # and all that is not ASCII
                return False
            self.lower[i] = letter + 32 if c"A" <= letter <= c"Z" else letter
        name.at = self.lower
        return name.n > 0 and c"a" <= self.lower[0] <= c"z"


cdef bint is_spaces(const char* at, Py_ssize_t n) noexcept:
    """Whether a string is white space, at a first look."""
    cdef Py_ssize_t i
    for i in range(n):
        if at[i] not in b" \n\t\r\f":
            return False
    return True
