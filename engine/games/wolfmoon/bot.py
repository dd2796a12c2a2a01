from engine.bots.chance import RandomBot as GreedyBot
