"""`upwell`: every command, and what an error looks like."""

from __future__ import annotations

import os
import sys

import click
import typer

from upwell import __version__
from upwell.errors import EXIT_DONE, EXIT_INTERRUPTED, EXIT_USAGE, UpwellError

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

app = typer.Typer(
    name="upwell",
    help="Turns the databases behind web search forms into live streams of objects.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"upwell {__version__}")
        raise typer.Exit(EXIT_DONE)


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Turns the databases behind web search forms into live streams of objects."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command; the process ends with an exit code of DESIGN 6."""
    for name in _ONE_THREAD:  # before numpy is loaded: equal results, and no fight for cores
        os.environ.setdefault(name, "1")
    from . import commands  # after the environment is set

    commands.register(app)
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        code = app(args=arguments, standalone_mode=False)
        return int(code) if isinstance(code, int) else EXIT_DONE
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except click.exceptions.Abort:
        return EXIT_INTERRUPTED
    except click.UsageError as error:
        error.show()
        return EXIT_USAGE
    except UpwellError as error:
        typer.echo(f"upwell: {error}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # the reader of our output went away: nothing more to say, and nothing is wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE


if __name__ == "__main__":
    main()
