"""The computer: processes and their time limits, memory, whole files, folders that go away."""
