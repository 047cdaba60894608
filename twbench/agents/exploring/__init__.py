"""What an explorer of stories needs: reading, a map, habits of players, and an agenda."""
