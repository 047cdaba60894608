"""Building a dataset: candidates in chunks, judged, assembled, resumed."""
