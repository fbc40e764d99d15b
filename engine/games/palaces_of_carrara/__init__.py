from engine.games.palaces_of_carrara.face import GAME

__all__ = ["GAME"]
