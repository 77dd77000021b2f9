"""What people look at: boards, tables and growth as terminal text. Says nothing to the terminal itself."""
