"""`python -m gamebook` is the command `gamebook`."""

from gamebook.cli.signals import listen, silence


def main() -> None:
    """The console script. Signals are heard before what is heavy is imported."""
    listen()
    try:
        from gamebook.cli.main import main as command  # noqa: PLC0415

        command()
    finally:
        silence()


if __name__ == "__main__":
    main()
