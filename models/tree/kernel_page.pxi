# A page in the making, whoever tells it: what `walk.Walk` holds, and `target.Target` does with it.

cdef struct Node:
    int row
    int parent
    int end
    int words
    char linked
    char spaced

cdef class Page:
    """Nodes by number, and what else the page says."""

    cdef Memo memo
    cdef Node* nodes
    cdef int n
    cdef int room
    cdef int where  # the row of the place that is open
    cdef int top  # its node
    cdef int gap  # white space: 1 for the end of a block, 2 for each blank string
    cdef int most  # attributes of an element
    cdef int deepest
    cdef int n_forms
    cdef bint truncated
    cdef Ints links  # open ones
    cdef list text
    cdef Ints concealed  # rows of places of elements that are no nodes
    cdef list heard  # strings inside of an open noscript
    cdef list opened  # noscripts that are open, and how things stood
    cdef dict stated
    cdef dict moved
    cdef dict noscripts
    cdef dict noscripts_below
    cdef str title
    cdef str base
    cdef str echo

    def __dealloc__(self):
        free(self.nodes)
        free(self.links.at)
        free(self.concealed.at)

    cdef int clear(self, places, int most) except -1:
        places.fresh()
        self.memo = memo_of(places)
        self.n = self.gap = self.n_forms = self.links.n = self.concealed.n = 0
        self.where, self.top = ROOT, -1
        self.most, self.deepest = most, places.depth
        self.truncated = False
        self.text, self.opened, self.heard = [], [], None
        self.stated, self.moved, self.noscripts, self.noscripts_below = {}, {}, {}, {}
        self.title = self.base = self.echo = ""
        return 0

    cdef int add(self, int row, str string) except -1:
        """One more node; an element's has no string."""
        if self.n == self.room:
            self.nodes = <Node*>grown(self.nodes, &self.room, sizeof(Node))
        cdef Node* node = &self.nodes[self.n]
        node.row, node.parent, node.end, node.words = row, self.top, self.n + 1, 0
        node.linked, node.spaced = False, self.gap != 0
        self.gap = 0
        self.text.append(string)
        self.n += 1
        return 0

    cdef int say(self, str string) except -1:
        """A content node."""
        if self.where == ROOT:  # no engine tells one outside of all elements
            return 0
        self.add(self.where | 1, string)
        self.nodes[self.n - 1].words = n_words(string)
        self.nodes[self.n - 1].linked = self.links.n > 0
        return 0

    cdef int shut(self) except -1:
        """The element opened last ends."""
        cdef Spot* where = &self.memo.spots[self.where >> 1]
        cdef int top = self.top
        self.where = where.up
        if where.kind == IS_HIDDEN:
            return 0
        self.nodes[top].end = self.n
        self.top = self.nodes[top].parent
        if not where.inline:
            self.gap |= 1
            if where.kind == IS_NOSCRIPT:
                self.noscript_end(top)
        elif where.kind == IS_LINK and self.links.n and self.links.at[self.links.n - 1] == top:
            self.links.n -= 1
        return 0

    cdef int noscript(self, int above) except -1:
        rank = self.noscripts_below[above] = self.noscripts_below.get(above, 0) + 1
        if self.heard is None:
            self.heard = []
        self.opened.append((rank, len(self.heard), self.gap, self.echo, self.truncated))
        return 0

    cdef int noscript_end(self, int node) except -1:
        """Keep a noscript that holds the page's text; of another nothing but its marks."""
        rank, n_heard, gap, echo, truncated = self.opened.pop()
        cdef str text = "".join(self.heard[n_heard:])
        if not self.opened:
            self.heard = None
        if len(text) >= 2 * NOSCRIPT_WORDS - 1 and n_words(text) >= NOSCRIPT_WORDS:
            self.noscripts[node] = rank
            return 0
        cdef int i
        for i in range(node, self.n):
            if not self.nodes[i].row & 1:
                push(&self.concealed, self.nodes[i].row)
        self.forget(node)
        self.gap, self.echo = gap, echo
        return 0

    cdef int forget(self, int node) except -1:
        """All of it that is from this node on."""
        self.n = node
        del self.text[node:]
        for table in (self.moved, self.noscripts, self.stated):  # in the order of their nodes
            while table and next(reversed(table)) >= node:
                table.popitem()
        for each in [each for each in self.noscripts_below if each >= node]:
            del self.noscripts_below[each]
        return 0

    cdef int says(self, int row, attributes) except -1:
        """What an element says of the page, though it may be hidden."""
        tag = self.memo.tags[row >> 1]
        if tag == "base":
            self.base = self.base or (attributes.get("href") or "").strip()
        elif tag == "form":
            self.n_forms += 1
        return 0

    cdef dict columns(self):
        """The fields of a tag tree by name."""
        cdef int i, n = self.n, row
        cdef Spot* spot
        cdef Node* node
        tags, named = PyList_New(n), PyList_New(n)
        shorts, longs = bytes_of(6 * 4 * n), bytes_of(2 * 8 * n)
        cdef int32_t* parent = <int32_t*>PyByteArray_AS_STRING(shorts)
        cdef int32_t* end = parent + n
        cdef int32_t* depth = end + n
        cdef int32_t* fanout = depth + n
        cdef int32_t* words = fanout + n
        cdef int32_t* linked = words + n
        cdef int64_t* path = <int64_t*>PyByteArray_AS_STRING(longs)
        cdef int64_t* key = path + n
        spaced = []
        for i in range(n):
            node = &self.nodes[i]
            row = node.row
            spot = &self.memo.spots[row >> 1]
            parent[i], end[i], words[i], fanout[i] = node.parent, node.end, node.words, 0
            linked[i] = node.words if node.linked else 0
            if node.parent >= 0:
                fanout[node.parent] += 1
            depth[i] = spot.depth + (row & 1)
            path[i] = spot.content_path if row & 1 else spot.path
            key[i] = spot.content_key if row & 1 else spot.key
            put_item(tags, i, TEXT if row & 1 else self.memo.tags[row >> 1])
            put_item(named, i, None if row & 1 else self.memo.named[row >> 1])
            if node.spaced:
                spaced.append(i)
        a, b, c, d, e, f = frombuffer(shorts, int32).reshape(6, n)
        g, h = frombuffer(longs, int64).reshape(2, n)
        return {
            "parent": a,
            "end": b,
            "depth": c,
            "fanout": d,
            "words": e,
            "linked": f,
            "path": g,
            "key": h,
            "tag": tags,
            "text": self.text,
            "spaced": spaced,
            "named": named,
            "stated": self.stated,
            "moved": self.moved,
            "noscripts": self.noscripts,
            "n_forms": self.n_forms,
            "hidden": self.hidden(),
            "title": self.title,
            "base": self.base,
            "echo": self.echo,
            "truncated": self.truncated,
        }

    cdef dict hidden(self):
        """Numbers of what is concealed, by tag and class."""
        cdef int i
        found = {}
        for i in range(self.concealed.n):
            for mark in self.memo.marks[self.memo.spots[self.concealed.at[i] >> 1].marks]:
                found[mark] = found.get(mark, 0) + 1
        return found


cdef inline bytes_of(Py_ssize_t n):
    return PyByteArray_FromStringAndSize(NULL, n)


cdef inline bint is_blank(str string):
    """Whether a string is white space; most are not from their first character on."""
    if PyUnicode_IS_ASCII(string) and len(string):
        if (<unsigned char*>PyUnicode_DATA(string))[0] > 32:
            return False
    return string.isspace()


cdef inline void put_item(list items, int at, object item):
    Py_INCREF(item)
    PyList_SET_ITEM(items, at, item)


cdef char _OF_WORDS[128]
for _i in range(128):
    _OF_WORDS[_i] = chr(_i).isalnum() or chr(_i) == "_"


cdef int n_words(str string) except -1:
    """Maximal runs of letters, digits and underscores."""
    cdef int n = 0
    cdef bint inside = False, before = False
    cdef Py_UCS4 character
    cdef const unsigned char* at
    cdef Py_ssize_t i
    if PyUnicode_IS_ASCII(string):
        at = <const unsigned char*>PyUnicode_DATA(string)
        for i in range(len(string)):
            inside = _OF_WORDS[at[i]]
            n += inside > before
            before = inside
        return n
    for character in string:
        inside = _OF_WORDS[character] if character < 128 else character.isalnum()
        n += inside > before
        before = inside
    return n
