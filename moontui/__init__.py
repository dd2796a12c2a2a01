"""What people see: the command line, the line game and the words of both languages."""
