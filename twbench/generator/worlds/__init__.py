"""Maps of rooms, and worlds with things in them."""
