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
