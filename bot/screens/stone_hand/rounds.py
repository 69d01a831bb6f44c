"""What other games call a hand is a round here: a hand is what three dice make."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core.sentences import phrase

ROUNDS: Mapping[str, str] = {
    "Hand {hand} of table {table}, as you saw it": phrase("Round {hand} of table {table}, as you saw it"),
    "Hand {hand} of table {table}, as {name} saw it": phrase(
        "Round {hand} of table {table}, as {name} saw it"
    ),
    "Hand {hand} of table {table}, as everybody saw it": phrase(
        "Round {hand} of table {table}, as everybody saw it"
    ),
    "Hand {hand} of table {table}, as you saw it.": phrase("Round {hand} of table {table}, as you saw it."),
    "Hand {hand} of table {table}, as everybody saw it.": phrase(
        "Round {hand} of table {table}, as everybody saw it."
    ),
    "Show this hand": phrase("Show this round"),
    "Biggest pot: {who} in hand {hand} of table {table}.": phrase(
        "Biggest pot: {who} in round {hand} of table {table}."
    ),
    "The last hand: **{name}** won it with {hand}.": phrase("The last round: **{name}** won it with {hand}."),
    "The last hand: **{name}** won it.": phrase("The last round: **{name}** won it."),
    "Hand {hand}": phrase("Round {hand}"),
    "Watch another hand": phrase("Watch another round"),
    "Keep this hand": phrase("Keep this round"),
    "Hand {hand} of table {table} is kept for you. `/hand kept` leads back to it.": phrase(
        "Round {hand} of table {table} is kept for you. `/hand kept` leads back to it."
    ),
    "{game}, table {table}, hand {hand}": phrase("{game}, table {table}, round {hand}"),
    "**Mixed into hand {number}:** {cuts}": phrase("**Mixed into round {number}:** {cuts}"),
    "**The hand before:** seed `{seed}`": phrase("**The round before:** seed `{seed}`"),
    "for the next hand `{seal}`": phrase("for the next round `{seal}`"),
    "`/hand history table:{number}` gives you the last hand as a file, with proofs of all you saw.": phrase(
        "`/hand history table:{number}` gives you the last round as a file, with proofs of all you saw."
    ),
    "hand {number}, seal:": phrase("round {number}, seal:"),
    "After the hand, compare it with what `python -m games verify FILE` says of its file.": phrase(
        "After the round, compare it with what `python -m games verify FILE` says of its file."
    ),
    "Table {table}: your words “{words}” are mixed into hand {hand}, sealed with `{seal}`.": phrase(
        "Table {table}: your words “{words}” are mixed into round {hand}, sealed with `{seal}`."
    ),
    "**Closes after this hand**": phrase("**Closes after this round**"),
    "**Closes after this hand** · {name}": phrase("**Closes after this round** · {name}"),
    "The hand was called off{why}. Every stake went back to whoever made it.": phrase(
        "The round was called off{why}. Every stake went back to whoever made it."
    ),
    "The hand at table {number} has been called off. Everyone has back what they began it with.": phrase(
        "The round at table {number} has been called off. Everyone has back what they began it with."
    ),
    "The next hand hasn’t been called for yet.": phrase("The next round hasn’t been called for yet."),
    "I play this hand to its end for you, and then you go.": phrase(
        "I throw for you until this round is over and settled, and then you go."
    ),
    "the first hand is next": phrase("the first round is next"),
    "with every hand a table plays": phrase("with every round a table plays"),
    "Who do you want to ask about the last hand?": phrase("Who do you want to ask about the last round?"),
    "Best hand: {hand}, by {name} in hand {number}": phrase("Best hand: {hand}, by {name} in round {number}"),
    "Best hand: {hand}, in hand {number}": phrase("Best hand: {hand}, in round {number}"),
    "{name} {gain} in hand {number}": phrase("{name} {gain} in round {number}"),
    "{gain} in hand {number}": phrase("{gain} in round {number}"),
    "{what}, hand {number}": phrase("{what}, round {number}"),
}
