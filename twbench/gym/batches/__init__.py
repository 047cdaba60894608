"""Games played side by side: the order they come in, the seats they are played at, and processes.

`order` says which game is next. A `seat` plays one game after the other by the rules of a batch;
`shelf` keeps games open meanwhile. `seats` are several, in this process, and `workers` several in
worker processes, each of which runs `process` and speaks in `messages`. `environment` is what users
hold.
"""
