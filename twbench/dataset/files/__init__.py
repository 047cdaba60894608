"""The files of a dataset: tables, index, fingerprint, storage, and how they are read."""
