"""Other ways in: plain SSH, a browser, the accounts of this machine, and its owner."""
