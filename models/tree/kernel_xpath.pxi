# XPaths of nodes: the climb of `TagTree.xpath`.


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


cdef class Climb:
    """Finds paths by those of ancestors that are known; they grow.

    Parameters
    ----------
    known
        Paths by node.
    parents
        In the unrepaired tree.
    name_of
        How the name of a tag is written.
    """

    cdef object tree, name_of
    cdef dict known
    cdef list tags, ends, parents
    cdef bint plain  # siblings stand where they stood

    def __cinit__(self, tree, dict known, list parents, name_of):
        self.tree, self.known, self.parents, self.name_of = tree, known, parents, name_of
        self.tags, self.ends = tree.tag, tree.ends
        self.plain = not (tree.moved or tree.noscripts)

    cdef str path(self, Py_ssize_t node):
        cdef list below = []
        cdef Py_ssize_t rank
        cdef PyObject* found
        cdef str path
        while True:
            found = PyDict_GetItem(self.known, node)
            if found is not NULL:
                break
            below.append(node)
            node = self.parents[node]
        path = <str>found
        for each in reversed(below):
            node = each
            rank = 0
            if self.plain:
                rank = among_few(self.tags, self.ends, self.parents[node], node)
            rank = rank or <Py_ssize_t>self.tree.position(node)
            path = f"{path}/{self.name_of(self.tags[node])}[{rank}]"
            self.known[each] = path
        return path or "/"


def xpaths(tree, dict known, list parents, list bounds, name_of):
    """The paths of the smallest elements that hold each of these stretches of nodes."""
    cdef Climb climb = Climb(tree, known, parents, name_of)
    cdef list tags = tree.tag, ends = tree.ends, parent = tree.parents, out = []
    cdef Py_ssize_t node, start, stop
    for start, stop in bounds:
        node = start
        while <Py_ssize_t>parent[node] >= 0 and <Py_ssize_t>ends[node] < stop:
            node = parent[node]
        if <str>tags[node] == TEXT:
            node = parent[node]
        out.append(climb.path(node))
    return out


def xpath(tree, dict known, list parents, Py_ssize_t node, name_of):
    """The path of an element."""
    return Climb(tree, known, parents, name_of).path(node)


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
