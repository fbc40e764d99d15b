from engine.games.saint_malo.face import GAME

__all__ = ["GAME"]
