"""What ``twbench VERB`` does, a module each."""
