"""Applications: what is made with the explorer. They use its public names, and it imports none of them."""
