# What lxml tells: `target.Target`, event by event.

cdef enum:
    IS_CONCEALED = -2  # among the elements that are open in the source


cdef class Target(Page):
    """A target of `lxml.etree.HTMLParser`, for one page after another."""

    cdef Ints above  # open in the source, while some are ghosts
    cdef bint strayed  # whether that is kept
    cdef int ghosts  # elements that are open in the source and closed here
    cdef str said  # what was told since the last tag
    cdef list pieces  # and what was not

    def __dealloc__(self):
        free(self.above.at)

    def begin(self, places, int n_attributes):
        """Forget the page before."""
        self.clear(places, n_attributes)
        self.above.n = self.ghosts = 0
        self.strayed = False
        self.said, self.pieces = "", []

    def start(self, tag, attributes):
        """A tag was opened."""
        if self.pieces:
            self.settle()
        self.said = ""
        cdef int kid = self.kid(tag, attributes)
        cdef char kind = self.memo.spots[kid >> 1].kind
        cdef int node = self.n
        if kind == IS_LINK:
            if "href" in attributes:
                push(&self.links, node)
        elif kind:
            if kind == IS_ENDS:
                self.implied_end(kid)
                kid = self.kid(tag, attributes)
                kind = self.memo.spots[kid >> 1].kind
            if kind == IS_HIDDEN:
                self.hide(kid, attributes)
                return
            if kind == IS_NOSCRIPT:
                self.noscript(self.above.at[self.above.n - 1] if self.strayed else self.top)
            elif tag == "input":
                self.echo = self.echo or echo_of(attributes)
            else:
                self.says(kid, attributes)
        if attributes and len(attributes) > self.memo.spots[kid >> 1].n_named:
            if len(attributes) > self.most:
                self.truncated = True
                attributes = dict(islice(attributes.items(), self.most))
            self.stated[node] = attributes
        if self.strayed:
            if self.above.at[self.above.n - 1] != self.top:
                self.moved[node] = self.above.at[self.above.n - 1]
            push(&self.above, node)
        self.add(kid, None)
        self.where, self.top = kid, node

    def end(self, tag):
        """The element opened last has ended."""
        if self.pieces:
            self.settle()
        self.said = ""
        if self.strayed and self.is_ghost():
            return
        # the root stays open: `<html/>` ends it, and a page goes on
        if self.where != ROOT and self.memo.spots[self.where >> 1].depth:
            self.shut()

    def data(self, str string not None):
        """A string stands between two tags; `&amp;` cuts it into pieces that are told in turn."""
        if self.said or self.heard is not None or self.is_mute():
            self.pieces.append(string)
        else:
            self.tell(string)

    def close(self):
        """The page has ended; what was seen of it."""
        if self.pieces:
            self.settle()
        self.strayed = False
        while self.where != ROOT:
            self.shut()
        return self.columns()

    cdef int kid(self, tag, attributes) except -1:
        """The row of the place of an element here."""
        cdef Text called, names, own
        cdef PyObject* found
        called.at = PyUnicode_AsUTF8AndSize(tag, &called.n)
        names.at = own.at = NULL
        names.n = own.n = 0
        if type(attributes) is dict:
            found = PyDict_GetItem(attributes, "class")
            if found is not NULL:
                names.at = PyUnicode_AsUTF8AndSize(<object>found, &names.n)
            found = PyDict_GetItem(attributes, "id")
            if found is not NULL:
                own.at = PyUnicode_AsUTF8AndSize(<object>found, &own.n)
        return self.memo.below(self.where, called, names, own)

    cdef bint is_mute(self) noexcept:
        return self.where != ROOT and self.memo.spots[self.where >> 1].mute

    cdef int tell(self, str string) except -1:
        self.said = string
        if is_blank(string):
            self.gap += 2
        else:
            self.say(string)
        return 0

    cdef int settle(self) except -1:
        """Put together the pieces of a string."""
        cdef str said = self.said, string = said + "".join(self.pieces)
        self.pieces.clear()
        if said and not said.isspace():
            self.text[self.n - 1] = string
            self.nodes[self.n - 1].words = n_words(string)
        elif said:
            self.gap -= 2
            self.tell(string)
        elif not self.heard_here(string):
            self.tell(string)
        return 0

    cdef bint heard_here(self, str string) except -1:
        """Note a string for what is open around it; whether it is hidden."""
        cdef Spot* where = &self.memo.spots[self.where >> 1]
        if self.heard is not None:
            self.heard.append(string)
        if not self.title and self.memo.tags[self.where >> 1] == "title":
            self.title = " ".join(string.split())
        return where.kind == IS_HIDDEN

    cdef int implied_end(self, int kid) except -1:
        """Close what the next of its kind ends."""
        cdef int closes = self.memo.spots[kid >> 1].closes, node = self.top, i
        cdef Spot* where
        if not self.strayed:
            self.strayed, self.above.n = True, 0
            while node >= 0:
                push(&self.above, node)
                node = self.nodes[node].parent
            push(&self.above, -1)
            for i in range(self.above.n // 2):
                node = self.above.at[i]
                self.above.at[i] = self.above.at[self.above.n - 1 - i]
                self.above.at[self.above.n - 1 - i] = node
        for i in range(closes):
            where = &self.memo.spots[self.where >> 1]
            self.nodes[self.top].end = self.n
            self.top = self.nodes[self.top].parent
            self.where = where.up
            self.gap |= not where.inline
        self.ghosts += closes
        return 0

    cdef bint is_ghost(self) except -1:
        """Whether what ends in the source was closed before."""
        self.above.n -= 1
        cdef int node = self.above.at[self.above.n]
        if node == self.top or node == IS_CONCEALED:
            return False
        if self.links.n and self.links.at[self.links.n - 1] == node:
            self.links.n -= 1
        self.ghosts -= 1
        self.strayed = self.ghosts != 0
        return True

    cdef int hide(self, int kid, attributes) except -1:
        cdef Spot* spot = &self.memo.spots[kid >> 1]
        push(&self.concealed, kid)
        if spot.tells:
            self.says(kid, attributes)
        if spot.depth > self.deepest:
            self.truncated = True
        if self.strayed:
            push(&self.above, IS_CONCEALED)
        self.where = kid
        return 0
