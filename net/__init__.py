"""Tables over the network: the host, its clients, and the ways they find each other."""
