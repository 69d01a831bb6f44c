"""What all games share: seats, offers, hands, tables and fair chance. No game is named here."""
