# What attributes say: the loop of `attributes.stated_of`.


def stated(tree, dict saying):
    """References and pictures by node, and the nodes of properties."""
    cdef list tags = tree.tag, items = []
    cdef dict references = {}, pictures = {}
    cdef str tag, href
    for node, attributes in (<dict?>tree.stated).items():
        tag = tags[node]
        if tag == "a" or tag == "area":
            href = attributes.get("href")
            if href is not None:
                references[node] = (href.partition("#")[0] if "#" in href else href).strip()
        elif tag == "img":
            href = attributes.get("src")
            if href and not href.startswith("data:"):
                pictures[node] = href
        if "itemprop" in attributes and tag in saying:
            items.append(node)
    return references, pictures, items
