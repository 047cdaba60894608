"""The version of twbench: a part of every fingerprint.

It stands by itself, so that what needs the version needs nothing else of the package.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
"""The version of twbench, which every dataset and run names."""
