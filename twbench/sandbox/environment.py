"""The environment variables that a stranger's program gets to see."""

__all__ = ["visible_environment"]

import os
import site
from collections.abc import Iterable

from twbench.errors import SandboxError

_HARMLESS = frozenset(
    (
        *("PATH", "LANG", "LANGUAGE", "TZ", "TERM", "NO_COLOR", "COLUMNS"),
        *("PYTHONHASHSEED", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONUNBUFFERED"),
        *("PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE", "PYTHONWARNINGS"),
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"),
        *("VECLIB_MAXIMUM_THREADS", "RAYON_NUM_THREADS", "TOKENIZERS_PARALLELISM"),
        *("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"),
        *("LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    )
)


def visible_environment(names: Iterable[str] = ()) -> dict[str, str]:
    """Return the environment of an agent's process, sorted by name.

    It has of this process's environment what says how programs run here (language, time zone,
    numbers of threads, certificates), and the variables ``names``: keys of services, proxies, whose
    addresses may hold passwords, places of models. Raises SandboxError if one of them is not set.
    ``HOME`` and ``TMPDIR`` are for whoever starts the process: folders of its own.
    """
    named = set(names)
    missing = sorted(named - os.environ.keys())
    if missing:
        raise SandboxError(f"The environment variable {missing[0]}, for the agent, is not set.")
    seen = {
        name: value
        for name, value in sorted(os.environ.items())
        if name in named or name in _HARMLESS or name.startswith("LC_")
    }
    if site.ENABLE_USER_SITE:  # by default in the home folder, which is another one inside
        seen.setdefault("PYTHONUSERBASE", site.getuserbase())
    return dict(sorted(seen.items()))
