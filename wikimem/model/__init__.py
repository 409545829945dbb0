"""The ground floor: frozen records every room may use. Standard library only."""
