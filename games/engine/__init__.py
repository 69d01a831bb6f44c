"""The parts shared by all games: seats, offers, hands, tables and fair chance. No game is named here."""
