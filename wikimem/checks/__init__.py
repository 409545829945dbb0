"""Around the main job: making a vault, looking at it, proving it, saying what a run would change. `wiki` calls it."""
