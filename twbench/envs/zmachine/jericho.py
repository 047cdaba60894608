"""The path under which TextWorld documents `twbench.envs.JerichoEnv`."""

__all__ = ["JerichoEnv", "JerichoUnsupportedGameWarning"]

from twbench.envs.jericho_env import JerichoEnv, JerichoUnsupportedGameWarning
