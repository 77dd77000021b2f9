"""Tables: the distance of every board of a space, in a few bits each."""
