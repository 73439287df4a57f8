"""What a site showed and what became of it: asked, waiting, or left out, and why."""
