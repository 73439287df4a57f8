# The nodes of lexbor, read where they stand: `lexbor._walk` without an object for each.
#
# selectolax tells the address of the root; whether what lies there is laid out as `kernel_layout`
# says is found out by `lexbor_compiled`, before a page is read this way.

cdef list _tags = [None] * KNOWN  # as bytes, by number
cdef list _attributes = [None] * KNOWN  # as strings
cdef Text[KNOWN] _tags_at
cdef uintptr_t _class, _id, _href


cdef class Nodes(Standard):
    """A reader of trees where they stand, for one page after another."""

    cdef const DomElement* element  # opened last
    cdef const DomNode* title_of
    cdef bint unmet  # whether a name was met that nobody told

    def read(self, page not None, places, int n_elements):
        """The fields of a tag tree by name; None of a page that must be walked over.

        Names of tags and attributes are numbers; each is asked for when it is first met.
        """
        cdef const DomNode* root = at_address(page.root.mem_id)
        try:
            for _ in range(2):
                self.begin(places, n_elements)
                self.title_of, self.unmet = NULL, False
                if self.walk(root):
                    return self.columns()
                if not self.unmet:
                    return None
                learn_names(page.root)
        except UnicodeDecodeError:  # lexbor keeps what it cannot read
            pass
        return None

    cdef bint walk(self, const DomNode* root) except -1:
        """Go over the tree; whether it holds nothing that leaves a doubt."""
        cdef const DomNode* node = root
        while True:
            if node.type == AN_ELEMENT:
                if not self.start(<const DomElement*>node):
                    return False
                if node.first is not NULL:
                    node = node.first
                    continue
                self.end(node)
            elif node.type == A_TEXT:
                node = self.string(node)
            elif node.type not in (A_COMMENT, AN_INSTRUCTION):
                return False
            while node is not root and node.next is NULL:
                node = node.up
                self.end(node)
            if node is root:
                return True
            node = node.next

    cdef bint start(self, const DomElement* element) except -1:
        """Open an element; whether it can be read."""
        cdef Tag tag
        cdef int kid
        self.n_left -= 1
        if self.n_left < 0 or not self.named(element, &tag):
            return False
        self.element = element
        kid = self.memo.below(self.where, tag.name, tag.names, tag.own)
        self.go_down(kid, &tag)
        if self.titled is not None and self.title_of is NULL:
            self.title_of = &element.node
        return True

    cdef int end(self, const DomNode* node) except -1:
        if node is self.title_of:
            self.title_ends()
            self.title_of = NULL
        return self.shut()

    cdef const DomNode* string(self, const DomNode* node) except NULL:
        """A string, with those that only comments keep from it; the last of them."""
        cdef const Held* text = &(<const DomText*>node).text
        cdef const DomNode* last = node
        while last.next is not NULL and last.next.type in (A_TEXT, A_COMMENT, AN_INSTRUCTION):
            last = last.next
        if last is node:
            if not self.passes(text.at, text.n):
                self.told(string_of(Text(text.at, text.n)))
            return node
        parts = []
        while True:
            if node.type == A_TEXT:
                text = &(<const DomText*>node).text
                parts.append(string_of(Text(text.at, text.n)))
            if node is last:
                self.told("".join(parts))
                return last
            node = node.next

    cdef bint named(self, const DomElement* element, Tag* tag) except -1:
        """What an element is called; whether it can be told."""
        cdef uintptr_t name = element.written or element.node.name
        cdef const DomAttribute* each = element.first
        cdef Text* kept
        tag.n, tag.has_href = 0, False
        tag.names.n = tag.own.n = 0
        if name < KNOWN:
            tag.name = _tags_at[name]
            if not tag.name.n:
                self.unmet = True
                return False
        else:
            tag.name = letters_of(name)
            if not self.lowered(&tag.name):
                return False
        while each is not NULL:
            tag.n += 1
            name = each.written or each.node.name
            if name == _href:
                tag.has_href = True
            elif name == _class or name == _id:
                kept = &tag.names if name == _class else &tag.own
                kept[0] = value_of(each)
            elif name < KNOWN and _attributes[name] is None:
                self.unmet = True
                return False
            each = each.next
        return True

    cdef dict attributes(self, Tag* tag):
        cdef const DomAttribute* each = self.element.first
        cdef uintptr_t name
        found = {}
        while each is not NULL:
            name = each.written or each.node.name
            called = _attributes[name] if name < KNOWN else self.memo.named_as(letters_of(name))
            found[called] = string_of(value_of(each))
            each = each.next
        return found


cdef int learn_names(root) except -1:
    """Ask what the numbers of names mean that are met below a node."""
    global _class, _id, _href
    cdef const DomElement* element
    cdef const DomAttribute* each
    cdef uintptr_t name
    for node in root.traverse():
        if not node.is_element_node:
            continue
        element = <const DomElement*>at_address(node.mem_id)
        name = element.written or element.node.name
        if name < KNOWN and _tags[name] is None:  # other threads may be reading the bytes
            _tags[name] = node.tag.lower().encode()
            _tags_at[name] = Text(_tags[name], len(_tags[name]))
        each = element.first
        for called in node.attributes:
            name = each.written or each.node.name
            if name < KNOWN:
                _attributes[name] = called
                _class = name if called == "class" else _class
                _id = name if called == "id" else _id
                _href = name if called == "href" else _href
            each = each.next
    return 0
