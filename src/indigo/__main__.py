"""`python -m indigo` is the command `indigo`."""

from indigo.cli import main

if __name__ == "__main__":
    main()
