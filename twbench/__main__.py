"""``python -m twbench`` is the command ``twbench``."""

import sys

from twbench.cli import main

if __name__ == "__main__":
    sys.exit(main())
