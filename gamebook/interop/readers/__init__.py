"""One module per format: text in, a draft out."""
