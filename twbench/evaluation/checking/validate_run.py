"""Runs and submissions checked, and marked if they pass."""

__all__ = ["runs_and_submissions", "validate_run"]

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from twbench.dataset.config.yaml_files import load_yaml
from twbench.dataset.files.index import BUILT
from twbench.errors import DatasetError, RunError
from twbench.evaluation.checking.own_modules import use_recorded_modules
from twbench.evaluation.checking.rerun import Granted
from twbench.evaluation.checking.rerun import rerun as play_again
from twbench.evaluation.checking.submission import METADATA, check_submission
from twbench.evaluation.checking.validate import Validation, validate
from twbench.evaluation.records.marks import REPLAYED, RERUN, keep_mark
from twbench.evaluation.records.run_folder import RunFolder


def runs_and_submissions(path: str | Path) -> list[Path]:
    """Return the run or the submission at ``path``, or those directly in it."""
    folder = Path(path)
    if not folder.is_dir() or (folder / "run.json").exists() or (folder / METADATA).exists():
        return [folder]
    inner = [file.parent for name in ("run.json", METADATA) for file in folder.glob(f"*/{name}")]
    return sorted(inner) or [folder]


def validate_run(
    path: str | Path,
    dataset: str | Path | None = None,
    *,
    rerun: bool = False,
    agent_module: str | Path | None = None,
    agent_folders: Sequence[str | Path] = (),
    agent_environment: Sequence[str] = (),
    modules: Sequence[str | Path] = (),
) -> Validation:
    """Type every command of the run or submission at ``path`` into its stories again.

    The ``dataset`` is the one that was played (None: that of its name in ``datasets/``). With
    ``rerun`` the agent plays again as well; ``agent_module`` is the file of one that does not come
    with twbench, and it may read ``agent_folders`` and see the variables ``agent_environment``, as
    in an evaluation. Of ``modules``, files with families of one's own, those are run that the run
    was played with. A run that is as recorded gets a mark, which the leaderboards of this user show
    unless it cannot be kept, such as in a folder that is for reading alone.

    >>> from pathlib import Path
    >>> for folder in Path("runs").iterdir():
    ...     print(validate_run(folder, "datasets/mine").mark)
    replayed

    Raises what `twbench.evaluation.checking.validate.validate` does, and AgentError for an agent
    that is not the one that has played.
    """
    folder = _run_of(Path(path))
    record = RunFolder(folder).read_record()
    own = use_recorded_modules(folder, record, modules)
    if dataset is None:
        dataset = _usual_place(folder, record["dataset"]["name"])
    found = validate(folder, Path(dataset))
    mark = REPLAYED
    if rerun and not found.differences:
        granted = Granted(
            None if agent_module is None else Path(agent_module),
            tuple(map(Path, agent_folders)),
            tuple(agent_environment),
        )
        found = replace(found, differences=play_again(folder, Path(dataset), granted, own))
        mark = RERUN
    if found.differences:
        return found
    _check_unchanged(folder, found.run_sha256)
    try:
        keep_mark(folder, mark, found.run_sha256)
    except RunError as error:  # what was found stands, and may have taken hours
        return replace(found, mark=mark, not_kept=str(error))
    return replace(found, mark=mark)


def _usual_place(folder: Path, name: str) -> Path:
    """Return where the dataset of a run is looked for; raises DatasetError if nothing is there."""
    dataset = BUILT / name
    if dataset.exists():
        return dataset
    raise DatasetError(
        f"{folder} was played on a dataset that is looked for at {dataset}, and is not there: name"
        " its folder with --dataset."
    )


def _check_unchanged(folder: Path, sha256: str) -> None:
    """Raise RunError unless the run is still the one that was read: a replay may take hours."""
    files = RunFolder(folder)
    record, digest = files.read_record_and_hash()
    if digest != sha256:
        raise RunError(f"{folder} was changed while it was checked: check it again.")
    files.check_tables(record)


def _run_of(path: Path) -> Path:
    """Return the folder of the run at ``path``, which may be a submission."""
    metadata = path / METADATA
    if (path / "run.json").exists() or not metadata.exists():
        return path
    return check_submission(path, load_yaml(metadata))
