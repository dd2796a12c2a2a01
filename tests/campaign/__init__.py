"""The long runs of the random tests: `make campaign`, or `python -m tests.campaign --help`."""
