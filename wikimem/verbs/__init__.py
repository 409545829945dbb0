"""What the `Wiki` handle does besides capturing, compiling and asking: one module a verb. Only `wiki` calls them."""
