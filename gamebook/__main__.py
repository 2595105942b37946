"""`python -m gamebook` is the command `gamebook`."""

from gamebook.cli.main import main

if __name__ == "__main__":
    main()
