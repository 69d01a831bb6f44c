"""The values of Dividha: its house rules."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.house_rules import option, phrase


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of a table (DV-9 to DV-11, DV-14, DV-18, DV-19, DV-21, DV-22)."""

    divine_intervention: bool = option(phrase("Divine Intervention"))
    rule_of_order: bool = option(phrase("Rule of Order"))
    aural_rule: bool = option(phrase("Aural Rule"))
    ante_rise: int = option(
        phrase("Ante rise"),
        {
            0: phrase("never"),
            3: phrase("every 3 hands"),
            5: phrase("every 5 hands"),
            10: phrase("every 10 hands"),
            20: phrase("every 20 hands"),
        },
        default=5,
    )
    demons_wager: bool = option(phrase("Demon’s Wager"))
    pay_to_trade: bool = option(phrase("Pay to trade"))
    split_all_in: bool = option(phrase("Split all-in"), default=True)
    opponents_purse: bool = option(phrase("Opponent’s purse"))
