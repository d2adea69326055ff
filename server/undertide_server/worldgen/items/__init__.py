"""Items by their keys: what each is, gear and what it gives, what is found and what is crafted."""
