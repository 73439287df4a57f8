# What nodes add to displayed text: the loop of `TagTree.shown`.


def shown(list tags, list texts, spaced, inline):
    """The string of each content node, a space of what is no inline element or has one before."""
    cdef list out = []
    cdef Py_ssize_t node
    for node in range(len(texts)):
        string = texts[node]
        if string is None:
            string = "" if tags[node] in inline else " "
        out.append(string)
    for node in spaced:
        out[node] = " " + <str>out[node]
    return out


def tagged(list tags, str tag):
    """The nodes that have this tag."""
    cdef list out = []
    cdef Py_ssize_t node, n = len(tag)
    cdef str other
    for node in range(len(tags)):
        other = <str>tags[node]
        if len(other) == n and other == tag:
            out.append(node)
    return out


def visibles(list shown, list bounds):
    """`visible` of each of these stretches."""
    cdef Py_ssize_t start, stop
    return [visible(shown, start, stop) for start, stop in bounds]


def visible(list shown, Py_ssize_t start, Py_ssize_t stop):
    """What the nodes [start, stop) show, white space folded."""
    cdef str text = "".join(shown[start:stop])
    cdef Py_ssize_t n = len(text), kept
    cdef int kind = PyUnicode_KIND(text)
    if kind == 4 or not n:
        return " ".join(text.split())
    cdef void* into = malloc(n * kind)
    if into is NULL:
        raise MemoryError
    try:
        if kind == 1:
            kept = fold(<const uint8_t*>PyUnicode_DATA(text), n, <uint8_t*>into)
        else:
            kept = fold(<const uint16_t*>PyUnicode_DATA(text), n, <uint16_t*>into)
        return PyUnicode_FromKindAndData(kind, into, kept)
    finally:
        free(into)


ctypedef fused Letter:
    uint8_t
    uint16_t


cdef Py_ssize_t fold(const Letter* text, Py_ssize_t n, Letter* into) noexcept:
    """Letters with one space for white space between them; how many they are."""
    cdef Py_ssize_t i, kept = 0
    cdef bint due = False
    for i in range(n):
        if text[i] <= 32 or text[i] > 127:
            if Py_UNICODE_ISSPACE(text[i]):
                due = kept > 0
                continue
        if due:
            into[kept] = 32
            kept += 1
            due = False
        into[kept] = text[i]
        kept += 1
    return kept
