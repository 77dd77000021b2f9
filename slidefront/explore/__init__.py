"""The level loop: from one finished layer to the next, until a depth or the end of the space (see `levels`)."""
