"""One item of a dataset: made or imported, proven, and compared with the others."""
