"""What the header of every story has that twbench linked."""

__all__ = ["CRAFTS_SIGNATURE", "SIGNATURE", "SIGNATURE_AT"]

SIGNATURE = b"twb1"
"""Of stories of rooms and things."""
CRAFTS_SIGNATURE = b"twc1"
"""Of stories of crafting, see `twbench.story.crafts`."""
SIGNATURE_AT = 0x38
