"""`python -m moontui`."""

from moontui.cli import main

raise SystemExit(main())
