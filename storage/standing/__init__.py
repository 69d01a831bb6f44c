"""People's records, titles, boards, seasons and the arcade's points."""
