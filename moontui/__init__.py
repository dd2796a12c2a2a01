"""What people see: the command line, the app, the line game, and the words of both languages."""
