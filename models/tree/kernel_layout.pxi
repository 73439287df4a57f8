# What lexbor 3.1 keeps a tree in, and whether it is so: no function of its own is called.

cdef struct Held:  # a string
    const char* at
    size_t n

cdef struct DomNode:  # of any type
    void* events
    uintptr_t name
    uintptr_t prefix
    uintptr_t namespace
    void* document
    DomNode* next
    DomNode* before
    DomNode* up
    DomNode* first
    DomNode* last
    void* user
    int type

cdef struct DomAttribute:
    DomNode node
    uintptr_t upper
    uintptr_t written  # the name as it was written, where it is another
    Held* value
    void* owner
    DomAttribute* next
    DomAttribute* before

cdef struct DomElement:
    DomNode node
    uintptr_t upper
    uintptr_t written
    Held* of_type
    DomAttribute* first

cdef struct DomText:
    DomNode node
    Held text

cdef union Letters:
    const char* elsewhere
    char here[17]

cdef struct Called:  # a name that the standard does not know; of the document
    Letters letters
    size_t n

cdef enum:
    AN_ELEMENT = 1
    A_TEXT = 3
    AN_INSTRUCTION = 7
    A_COMMENT = 8
    AN_ATTRIBUTE = 2
    KNOWN = 1000  # lower numbers of names are lexbor's own, higher ones are addresses


cdef const DomNode* at_address(size_t address) noexcept:
    return <const DomNode*>address


cdef inline Text value_of(const DomAttribute* attribute) noexcept:
    if attribute.value is NULL or attribute.value.at is NULL:
        return Text(NULL, 0)
    return Text(attribute.value.at, attribute.value.n)


cdef inline Text letters_of(uintptr_t name) noexcept:
    """A name that the document keeps."""
    cdef const Called* called = <const Called*>name
    if called.n < sizeof(called.letters.here):
        return Text(&called.letters.here[0], called.n)
    return Text(called.letters.elsewhere, called.n)


def stands(root not None) -> bool:
    """Whether the nodes of a tree lie in memory as they are read here.

    All that selectolax tells of a node is compared with what lies at its address: its neighbours,
    its kind, its name, its string and its attributes. A string is looked at when its length is the
    right one, an attribute when it names its element.
    """
    return all(node_stands(node, root) for node in root.traverse(include_text=True))


cdef bint node_stands(node, root) except -1:
    cdef const DomNode* found = at_address(node.mem_id)
    kinds = {AN_ELEMENT: "is_element_node", A_TEXT: "is_text_node", A_COMMENT: "is_comment_node"}
    kind = kinds.get(found.type)
    if kind is None or not getattr(node, kind) or found.name != node.tag_id:
        return False
    for there, near in (
        (<size_t>found.next, node.next),
        (<size_t>found.before, node.prev),
        (<size_t>found.first, node.first_child),
        (<size_t>found.last, node.last_child),
    ):
        if there != (0 if near is None else near.mem_id):
            return False
    if node.mem_id != root.mem_id and <size_t>found.up != node.parent.mem_id:
        return False
    if found.type == A_TEXT:
        return is_text(&(<const DomText*>found).text, node.text_content)
    return found.type == A_COMMENT or element_stands(<const DomElement*>found, node)


cdef bint element_stands(const DomElement* element, node) except -1:
    cdef const DomAttribute* each = element.first
    cdef uintptr_t name
    if element.node.name >= KNOWN and not is_name(letters_of(element.node.name), node.tag):
        return False
    for called, value in node.attributes.items():
        if each is NULL or each.owner is not element or each.node.type != AN_ATTRIBUTE:
            return False
        name = each.written or each.node.name
        if name >= KNOWN and not is_name(letters_of(name), called):
            return False
        if value is None:
            if each.value is not NULL and each.value.at is not NULL:
                return False
        elif each.value is NULL or not is_text(each.value, value):
            return False
        each = each.next
    return each is NULL


cdef bint is_name(Text name, str expected) except -1:
    cdef Held held
    held.at, held.n = name.at, name.n
    return is_text(&held, expected)


cdef bint is_text(const Held* text, str expected) except -1:
    cdef bytes written = expected.encode()
    if text.n != <size_t>len(written) or text.at is NULL:
        return False
    return memcmp(text.at, PyBytes_AS_STRING(written), text.n) == 0
