"""Work in other processes, which may hang or die."""
