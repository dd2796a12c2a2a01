"""How tables on the LAN find each other.

A host announces itself by multicast DNS and answers questions that are broadcast; a guest listens
to both and remembers where it has been. All that is heard is hearsay. Three rules follow:

1. Nothing is listed before its address has accepted a TCP connection; what refuses one goes.
2. Texts from outside are cleaned, numbers are bounded, and whatever can pile up has a limit.
3. Discovery may fail, in part or entirely: then it says so, and the game goes on without it.

A row says where a table may be, never who is behind it; that is for the certificate to prove.
"""
