"""The settings of the challenges of TextWorld's games: what a configuration needs of them.

Each is a frozen record that judges itself (ConfigError). What makes games of it is loaded when the
first one is made.
"""
