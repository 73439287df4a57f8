"""`upwell`: every command, and what an error looks like."""

from __future__ import annotations

import os
import signal
import sys
from errno import ENOSPC
from typing import Annotated

import typer

from upwell import __version__
from upwell.errors import EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, ConfigError, UpwellError
from upwell.streams.modes import close_to_others
from upwell.terminal import printable

from .commands import Commands, register

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

app = typer.Typer(
    name="upwell",
    cls=Commands,
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"upwell {__version__}")
        raise typer.Exit(EXIT_DONE)


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="Log what happens, to stderr.")
    ] = False,
) -> None:
    """Turns the databases behind web search forms into live streams of objects.

    Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 failed, 2 usage,
    3 configuration, 4 broker unavailable, 70 start me again, 130 interrupted.
    """
    from upwell.config import OF_THE_PROCESS, Settings, resolve, settings
    from upwell.logs import configure

    try:
        known = settings(resolve())
    except ConfigError:
        configure()  # a command that needs settings will say what is wrong with them
        return
    configure("info" if verbose else known.log_level)
    if any(
        getattr(known, name) for name in Settings.model_fields if name.startswith(OF_THE_PROCESS)
    ):
        from upwell.kafka_security import security_of
        from upwell.streams.log.kafka.security import use

        use(security_of(known))


def main(arguments: list[str] | None = None) -> None:
    """Run a command; the process ends with an exit code of DESIGN 6."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM is Ctrl-C
    close_to_others()
    code = run(arguments)
    if code == EXIT_INTERRUPTED:
        sys.stdout.flush()
        os._exit(code)  # what was interrupted inside `exec` would else end as by the signal
    sys.exit(code)


def run(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code.

    >>> run(["--version"]) == EXIT_DONE
    upwell 0.1.0
    True
    """
    for name in _ONE_THREAD:  # before numpy is loaded: equal results, and no fight for cores
        os.environ.setdefault(name, "1")
    try:
        register(app)
        app(args=arguments, prog_name="upwell")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_DONE
    except UpwellError as error:
        typer.echo(f"upwell: {printable(str(error))}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except OSError as error:
        if error.errno != ENOSPC or error.filename is not None:
            raise
        from upwell.streams.sinks import drop_rest

        drop_rest(sys.stdout)
        typer.echo(f"upwell: cannot write stdout: {error.strerror}", err=True)
        return EXIT_FAILED
    return EXIT_DONE
