"""Real applications that nobody here wrote: started, crawled by the installed command, scored."""
