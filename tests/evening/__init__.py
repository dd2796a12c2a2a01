"""A whole evening among friends, on machines of a LAN: `make evening`."""
