"""Money: accounts and transfers, wages and gifts, limits of a day, refunds, and what managers did."""
