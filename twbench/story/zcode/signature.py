"""What the header of every story has that twbench linked."""

__all__ = ["SIGNATURE", "SIGNATURE_AT"]

SIGNATURE = b"twb1"
SIGNATURE_AT = 0x38
