# What lexbor writes: `lexbor.walk`, read from the bytes of the serialised tree.
#
# lexbor escapes `&`, `<` and `>` in strings, `&`, `"` and often `<` in values, quotes every value and ends every
# element but the void ones; so a tag is told from a string by its first byte.


cdef class Markup(Standard):
    """A reader of serialised trees, for one page after another."""

    cdef Written written
    cdef const char* at
    cdef Py_ssize_t n_bytes
    cdef Py_ssize_t said  # where the string begins that is being read; -1: none
    cdef Py_ssize_t said_to
    cdef list pieces  # of a string that comments cut
    cdef str names_kept  # class and id of the tag at hand, if they had to be unescaped
    cdef str own_kept
    cdef Ints names  # where the names of what is open begin
    cdef int title_at  # how many are open around the title
    cdef int foreign  # the same around SVG, and around what is no part of the page
    cdef int left_out

    def __cinit__(self):
        self.written = Written()

    def __dealloc__(self):
        free(self.names.at)

    def read(self, str html not None, places, int n_elements):
        """The fields of a tag tree by name; None of a page that must be walked over."""
        self.begin(places, n_elements)
        self.at = self.written.of(html, &self.n_bytes)
        self.said, self.pieces = -1, []
        self.names.n, self.title_at, self.foreign, self.left_out = 0, 0, 0, 0
        return self.columns() if self.scan() else None

    cdef bint scan(self) except -1:
        """Read the page; whether it is one that is written without a doubt."""
        cdef Py_ssize_t i = self.prolog()
        cdef Py_ssize_t stop
        cdef const char* found
        while 0 <= i < self.n_bytes:
            if self.at[i] != c"<":
                found = <const char*>memchr(self.at + i, c"<", self.n_bytes - i)
                stop = found - self.at if found is not NULL else self.n_bytes
                self.string(i, stop)
                i = stop
            elif i + 2 < self.n_bytes and self.at[i + 1] == c"/":
                i = self.end_tag(i + 2)
                if not self.names.n:
                    return i >= 0
            elif self.starts(i, b"<!--", 4):
                i = self.behind(i + 4, b"-->", 3)
            else:
                i = self.start_tag(i + 1)
        return False

    cdef Py_ssize_t prolog(self) noexcept:
        """Where the root begins."""
        cdef Py_ssize_t i = 0
        while i >= 0 and not self.starts(i, b"<html", 5):
            if self.starts(i, b"<!--", 4):
                i = self.behind(i + 4, b"-->", 3)
            elif self.starts(i, b"<!", 2) or self.starts(i, b"<?", 2):
                i = self.behind(i, b">", 1)
            else:
                return -1
        return i

    cdef bint starts(self, Py_ssize_t i, const char* with_, Py_ssize_t n) noexcept:
        return i + n <= self.n_bytes and memcmp(self.at + i, with_, n) == 0

    cdef Py_ssize_t behind(self, Py_ssize_t i, const char* sought, Py_ssize_t n) noexcept:
        """Where the first of these behind a place ends; -1 if there is none."""
        cdef const char* found
        while i + n <= self.n_bytes:
            found = <const char*>memchr(self.at + i, sought[0], self.n_bytes - i - n + 1)
            if found is NULL:
                return -1
            i = found - self.at
            if memcmp(found, sought, n) == 0:
                return i + n
            i += 1
        return -1

    cdef Py_ssize_t start_tag(self, Py_ssize_t i) except -2:
        """Open an element; where its tag ends, -1 if that is in doubt."""
        cdef Tag tag
        if self.said >= 0:
            self.settle(True)
        self.n_left -= 1
        if self.n_left < 0:
            return -1
        if not self.tag_at(i, &tag):
            return -1
        cdef int kid = self.memo.below(self.where, tag.name, tag.names, tag.own)
        cdef char shape = self.memo.spots[kid >> 1].shape
        if shape == UNSURE or (self.foreign and shape == TEMPLATE):
            return -1
        if self.left_out:
            self.where = kid
        else:
            self.go_down(kid, &tag)
            if self.titled is not None and not self.title_at:
                self.title_at = self.names.n + 1
        if shape == VOID and not self.foreign:
            self.shut_here()
            return tag.stop
        push(&self.names, i)
        if shape == RAW:
            return self.raw(&tag)
        if shape == FOREIGN and not self.foreign:
            self.foreign = self.names.n
        elif shape == TEMPLATE and not self.left_out:
            self.left_out = self.names.n
        return tag.stop

    cdef int shut_here(self) except -1:
        """End the element opened last, of which nothing may be told."""
        if self.left_out:
            self.where = self.memo.spots[self.where >> 1].up
        else:
            self.shut()
        return 0

    cdef Py_ssize_t end_tag(self, Py_ssize_t i) except -2:
        """Close an element; where its tag ends, -1 if it is not the one that is open."""
        cdef const char* begin = self.at + self.names.at[self.names.n - 1]
        cdef Py_ssize_t n = 0
        if self.said >= 0:
            self.settle(True)
        while i + n < self.n_bytes and self.at[i + n] != c">":
            if self.at[i + n] != begin[n]:
                return -1
            n += 1
        if begin[n] not in b" >":
            return -1
        if self.titled is not None and self.title_at == self.names.n:
            self.title_ends()
            self.title_at = 0
        if self.left_out == self.names.n:
            self.left_out = 0
        if self.foreign == self.names.n:
            self.foreign = 0
        self.shut_here()
        self.names.n -= 1
        return i + n + 1

    cdef Py_ssize_t raw(self, Tag* tag) except -2:
        """Read what nothing is escaped in; where the end tag begins."""
        cdef Py_ssize_t i = tag.stop, stop = i - 1
        cdef const char* found
        while True:
            stop = self.behind(stop + 1, b"</", 2)
            if stop < 0:
                return -1
            if self.starts(stop, tag.name.at, tag.name.n) and self.at[stop + tag.name.n] == c">":
                break
        stop -= 2
        if stop > i:
            found = <const char*>memchr(self.at + i, c"<", stop - i)
            if found is not NULL and (self.foreign or self.nests(i, stop)):
                return -1  # not raw in SVG; a script that is spoken of in a comment
            if self.foreign and memchr(self.at + i, c"&", stop - i) is not NULL:
                return -1
            self.said, self.said_to = i, stop
            self.settle(False)
        return stop

    cdef bint nests(self, Py_ssize_t i, Py_ssize_t stop) except -1:
        """Whether a script may hold the end tag of a script."""
        cdef Py_ssize_t comment = self.behind(i, b"<!--", 4)
        return 0 <= comment <= stop and b"<script" in self.at[comment:stop].lower()

    cdef int string(self, Py_ssize_t i, Py_ssize_t stop) except -1:
        """Part of a string, or all of it."""
        if self.said >= 0:
            self.pieces.append(unescaped(self.at + self.said, self.said_to - self.said))
        self.said, self.said_to = i, stop
        return 0

    cdef int settle(self, bint escaped) except -1:
        """A string has ended."""
        cdef const char* at = self.at + self.said
        cdef Py_ssize_t n = self.said_to - self.said
        self.said = -1
        if self.left_out or (not self.pieces and self.passes(at, n)):
            self.pieces.clear()
            return 0
        cdef str string = unescaped(at, n) if escaped else PyUnicode_DecodeUTF8(at, n, "strict")
        if self.pieces:
            string = "".join(self.pieces) + string
            self.pieces.clear()
        return self.told(string)

    cdef bint tag_at(self, Py_ssize_t i, Tag* tag) except -1:
        """Find the parts of a start tag; whether there is one."""
        cdef Text name, value
        cdef Py_ssize_t begin = i
        tag.n, tag.has_href = 0, False
        tag.names.n = tag.own.n = 0
        while i < self.n_bytes and self.at[i] not in b" >":
            i += 1
        tag.name.at, tag.name.n, tag.first = self.at + begin, i - begin, i
        if not self.lowered(&tag.name):
            return False
        while i < self.n_bytes and self.at[i] == c" ":
            i = self.attribute(i + 1, &name, &value)
            if i < 0:
                return False
            tag.n += 1
            if name.n == 5 and memcmp(name.at, b"class", 5) == 0:
                tag.names = value
            elif name.n == 2 and memcmp(name.at, b"id", 2) == 0:
                tag.own = value
            elif name.n == 4 and memcmp(name.at, b"href", 4) == 0:
                tag.has_href = True
        tag.stop = i + 1
        if tag.names.n and memchr(tag.names.at, c"&", tag.names.n) is not NULL:
            self.names_kept = unescaped(tag.names.at, tag.names.n)
            tag.names.at = PyUnicode_AsUTF8AndSize(self.names_kept, &tag.names.n)
        if tag.own.n and memchr(tag.own.at, c"&", tag.own.n) is not NULL:
            self.own_kept = unescaped(tag.own.at, tag.own.n)
            tag.own.at = PyUnicode_AsUTF8AndSize(self.own_kept, &tag.own.n)
        return i < self.n_bytes and self.at[i] == c">"

    cdef Py_ssize_t attribute(self, Py_ssize_t i, Text* name, Text* value) noexcept:
        """Name and value of an attribute; where it ends."""
        cdef Py_ssize_t begin = i
        cdef const char* found
        i += 1  # `=` may begin a name
        while i < self.n_bytes and self.at[i] not in b"= >":
            i += 1
        name.at, name.n = self.at + begin, i - begin
        value.at, value.n = NULL, 0
        if i >= self.n_bytes or self.at[i] != c"=":
            return i
        if not self.starts(i, b'="', 2):
            return -1
        value.at = self.at + i + 2
        found = <const char*>memchr(value.at, c'"', self.n_bytes - i - 2)
        if found is NULL:
            return -1
        value.n = found - value.at
        return i + 2 + value.n + 1

    cdef dict attributes(self, Tag* tag):
        """All of an element's."""
        cdef Text name, value
        cdef Py_ssize_t i = tag.first
        found = {}
        while self.at[i] == c" ":
            i = self.attribute(i + 1, &name, &value)
            found[self.memo.named_as(name)] = unescaped(value.at, value.n)
        return found


cdef str unescaped(const char* at, Py_ssize_t n):
    """A string as it was before lexbor escaped it."""
    if n == 0:
        return ""
    if memchr(at, c"&", n) is NULL:
        return PyUnicode_DecodeUTF8(at, n, "strict")
    cdef bytes made = PyBytes_FromStringAndSize(NULL, n)
    cdef char* to = PyBytes_AS_STRING(made)
    cdef const char* stop = at + n
    cdef const char* found
    cdef int i
    while at < stop:
        found = <const char*>memchr(at, c"&", stop - at)
        n = (found if found is not NULL else stop) - at
        memcpy(to, at, n)
        to, at = to + n, at + n
        for i in range(5):
            n = _ESCAPES[i].n
            if stop - at >= n and memcmp(at, _ESCAPES[i].escaped, n) == 0:
                memcpy(to, _ESCAPES[i].meant, _ESCAPES[i].n_meant)
                to, at = to + _ESCAPES[i].n_meant, at + n
                break
        else:
            if at < stop:
                to[0] = at[0]
                to, at = to + 1, at + 1
    return PyUnicode_DecodeUTF8(PyBytes_AS_STRING(made), to - PyBytes_AS_STRING(made), "strict")


cdef struct Escape:
    const char* escaped
    const char* meant
    int n
    int n_meant

cdef Escape[5] _ESCAPES = [
    Escape("&amp;", "&", 5, 1),
    Escape("&quot;", '"', 6, 1),
    Escape("&lt;", "<", 4, 1),
    Escape("&gt;", ">", 4, 1),
    Escape("&nbsp;", b"\xc2\xa0", 6, 2),
]
