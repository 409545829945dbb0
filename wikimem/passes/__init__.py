"""The order of work lives in `pipeline`; each pass is one module and imports no other pass."""
