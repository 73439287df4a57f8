# XPaths of nodes: the climb of `TagTree.xpath`.


def xpath(tree, dict known, list parents, Py_ssize_t node, name_of):
    """The path of an element, by those of its ancestors that are known; they grow.

    Parameters
    ----------
    parents
        In the unrepaired tree.
    name_of
        How the name of a tag is written.
    """
    cdef list below = []
    cdef list tags = tree.tag, ends = tree.ends
    cdef bint plain = not (tree.moved or tree.noscripts)
    cdef Py_ssize_t rank
    cdef str path
    while True:
        found = PyDict_GetItem(known, node)
        if found is not NULL:
            break
        below.append(node)
        node = parents[node]
    path = <str>found
    for each in reversed(below):
        node = each
        rank = among_few(tags, ends, parents[node], node) if plain else 0
        path = f"{path}/{name_of(tags[node])}[{rank or tree.position(node)}]"
        known[each] = path
    return path or "/"


cdef enum:
    FEW = 32  # elements that are counted again for each of them


cdef Py_ssize_t among_few(list tags, list ends, Py_ssize_t parent, Py_ssize_t node) except -1:
    """`position` of an element that stands among the first of its siblings; else 0."""
    cdef Py_ssize_t child = parent + 1, met = 1, n
    cdef PyObject* tag = <PyObject*>tags[node]
    for n in range(FEW):
        if child >= node:
            return met
        if <PyObject*>tags[child] == tag or <str>tags[child] == <str>tags[node]:
            met += 1
        child = ends[child]
    return 0


def number_children(list tags, list ends, dict positions, Py_ssize_t child, Py_ssize_t stop):
    """Positions of the children that stand from here on among those of their tag."""
    cdef dict met = {}
    cdef PyObject* before
    cdef long position
    while child < stop:
        tag = tags[child]
        before = PyDict_GetItem(met, tag)
        position = 1 if before is NULL else <long><object>before + 1
        positions[child] = met[tag] = position
        child = ends[child]
