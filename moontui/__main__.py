"""`python -m moontui`."""

from moontui.commands.cli import main

raise SystemExit(main())
