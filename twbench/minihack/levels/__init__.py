"""Levels as text: written by calls, made of data, checked by NetHack's compiler."""
