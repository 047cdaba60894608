"""What is played, by whom, and by which protocol."""
