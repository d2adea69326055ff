"""What a server does before it serves: it opens its store, joins the other nodes, takes up runs."""
