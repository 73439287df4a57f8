"""`python -m upwell` is `upwell`."""

from .cli import main

if __name__ == "__main__":
    main()
