"""`python -m quoteproof.verify`: checks a receipt offline, with this tree, Python and `cryptography` alone."""
