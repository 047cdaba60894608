"""All packages are at hand after one import."""

import textworld

M = textworld.generator.maker.GameMaker()
room = M.new_room("Tower")
M.set_player(room)
flag = M.new(type="o", name="flag")
room.add(flag)
event = textworld.generator.game.Event(conditions={M.new_fact("in", flag, M.inventory)})
M.quests = [textworld.generator.game.Quest(win_events=[event], reward=2)]
game = M.build()
options = textworld.GameOptions()
options.path = "./tower.z8"
game_file = textworld.generator.compile_game(game, options)
assert isinstance(game, textworld.Game)
assert isinstance(M.state, textworld.logic.State)
assert textworld.generator.data.KnowledgeBase.default().logic.rules

request = textworld.EnvInfos(inventory=True)
env = textworld.envs.wrappers.Filter(textworld.start(game_file, request))
assert isinstance(env, textworld.core.Wrapper)
env.reset()
_, score, done, infos = env.step("take flag")
assert (score, done) == (2, True)
assert "flag" in infos["inventory"]
env.close()
agent = textworld.agents.RandomCommandAgent(seed=1)
textworld.play(game_file=game_file, agent=agent, max_nb_steps=3, silent=True)

jericho = textworld.envs.zmachine.jericho.JerichoEnv(request)
env = textworld.envs.wrappers.tw_inform7.TWInform7(jericho)
env.load(game_file)
assert "nothing" in env.reset().inventory
env.close()
env = textworld.envs.tw.TextWorldEnv(textworld.EnvInfos(admissible_commands=True))
env.load(game_file.replace(".z8", ".json"))
assert "take flag" in env.reset().admissible_commands
assert textworld.envs.wrappers.generic.GenericEnvironment
assert textworld.generator.inform7.world2inform7.Inform7Game(game).game is game
