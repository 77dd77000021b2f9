"""What a space says: statistics, hardest boards, columns, data frames, export; and answers to many boards."""
