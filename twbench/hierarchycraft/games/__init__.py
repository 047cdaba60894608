"""Games of crafting: with a plan, as plain data, compared up to names; and settings of worlds."""
