from engine.games.castles_of_burgundy_card_game.face import GAME

__all__ = ["GAME"]
