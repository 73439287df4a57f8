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
    cdef str path
    while True:
        found = PyDict_GetItem(known, node)
        if found is not NULL:
            break
        below.append(node)
        node = parents[node]
    path = <str>found
    for each in reversed(below):
        path = f"{path}/{name_of((<list>tree.tag)[<Py_ssize_t>each])}[{tree.position(each)}]"
        known[each] = path
    return path or "/"


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
