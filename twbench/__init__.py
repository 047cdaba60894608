"""twbench: a declarative dataset and benchmark builder for text-based games."""

__version__ = "0.1.0"
