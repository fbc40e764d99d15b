from engine.games.castles_of_tuscany.face import GAME

__all__ = ["GAME"]
