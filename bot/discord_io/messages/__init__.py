"""Messages that are kept up to date: tables, notices, panels, boards, and their pictures."""
