"""Options of all subjects of `undertide inspect`, and the output of their data."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from undertide_server.cli.parts import FILE, FOLDER, faults_told
from undertide_server.util.rng import seed_of
from undertide_shared.extras import require

if TYPE_CHECKING:
    from rich.console import RenderableType

    from undertide_server.content.records.ruleset import Ruleset
    from undertide_server.worldgen.game.repertoire import Repertoire

Data = TypeVar("Data", bound=Mapping[str, Any])


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all subjects of `inspect` have: the fields of `ViewOptions`.

    The command ends if the extra `inspect` is not installed.
    """

    @wraps(command)
    def shown(**given: Any) -> None:
        require("inspect")
        command(**given)

    seed = click.option(
        "--seed",
        type=seed_of,
        metavar="N",
        default="1",
        show_default=True,
        help="As for `serve`.",
    )
    options = [
        click.option(
            "--preset", metavar="NAME", help="Preset to show; by default the server's own."
        ),
        seed,
        click.option("--config", type=FOLDER, help="As for `serve`."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option("--png", type=FILE, metavar="FILE", help="Write a picture to FILE."),
    ]
    for option in reversed(options):
        shown = option(shown)
    return shown


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """The content to show, and the form of the output."""

    preset: str | None
    seed: bytes
    config: Path | None
    as_json: bool
    png: Path | None

    def repertoire(self) -> "Repertoire":
        """Return the code behind the keys of the content."""
        from undertide_server.extending.loading import repertoire_of_this_process

        return repertoire_of_this_process()

    def chosen_preset(self) -> str:
        """Return the preset's name. Ends the command if no preset has that name."""
        from undertide_server.startup.choices import Choices, settings_of

        with faults_told():
            return settings_of(Choices(preset=self.preset, config=self.config)).server.preset

    def ruleset(self) -> "Ruleset":
        """Return the preset's content. Ends the command if there is none or it is faulty."""
        from undertide_server.content.load import load_ruleset

        preset = self.chosen_preset()
        with faults_told():
            return load_ruleset(preset, self.config)

    def show(
        self,
        data: Data,
        render: Callable[[Data], "RenderableType"],
        plot: Callable[[Data, Path], None],
    ) -> None:
        """Write the picture if one is wanted; print the data as JSON or for people."""
        from rich.console import Console

        if self.png is not None:
            with faults_told():
                plot(data, self.png)
        if self.as_json:
            click.echo(json.dumps(data, ensure_ascii=False))
        elif self.png is None:
            Console().print(render(data))
