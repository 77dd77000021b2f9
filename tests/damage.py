"""Damage to the content of a file."""


def flipped(content: bytes, place: int, bits: int = 1) -> bytes:
    """Flip bits of one byte."""
    changed = bytearray(content)
    changed[place] ^= bits
    return bytes(changed)
