"""What reads the markup of a page: libxml2 through lxml, or lexbor; both to the same columns."""
