"""What players type and what stories answer."""
