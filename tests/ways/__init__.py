"""Every way in, crawled with the command as users type it."""
