"""What the header of every story has that twbench linked."""

__all__ = ["CRAFTS_SIGNATURE", "HEADER_SIZE", "SIGNATURE", "SIGNATURE_AT"]

HEADER_SIZE = 64
"""Bytes of the header of any story (Z-Machine Standards, 11)."""
SIGNATURE = b"twb1"
"""Of stories of rooms and things."""
CRAFTS_SIGNATURE = b"twc1"
"""Of stories of crafting, see `twbench.story.crafts`."""
SIGNATURE_AT = 0x38
