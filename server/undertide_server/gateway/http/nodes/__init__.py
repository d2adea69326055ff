"""The operator's pages of a server with several workers: what all of them tell, in one answer."""
