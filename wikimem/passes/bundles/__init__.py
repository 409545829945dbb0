"""The formats a bundle is written and read in, one module each, and what becomes of pages that come in. Pure."""
