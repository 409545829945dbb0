from wikimem.compiler import Order as Order
from wikimem.errors import WikimemError as WikimemError
from wikimem.model.narrow import Narrow as Narrow
from wikimem.verbs.memory import Note as Note
from wikimem.wiki import Wiki as Wiki

__version__: str
__all__ = ["Narrow", "Note", "Order", "Wiki", "WikimemError"]
