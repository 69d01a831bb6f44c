"""Money: accounts and transfers, wages and gifts, daily limits, refunds, and the managers' audit log."""
