"""Real applications that are watched while their records change behind the site's back."""
