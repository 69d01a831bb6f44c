"""How people stand: records, titles, boards, seasons and the arcade's points."""
