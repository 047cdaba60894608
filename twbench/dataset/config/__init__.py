"""What a dataset is to be: its configuration, read and checked, and the plan of its games."""
