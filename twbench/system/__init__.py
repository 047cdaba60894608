"""The computer: processes and their time limits, memory, folders that go away."""
