"""The commands of `moontui`, one file each."""
