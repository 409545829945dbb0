"""Wire agents to wikimem, and unwire them: what to write where, the surgical edits, and the proof that it works."""
