"""The house players: their names and stories, their characters (TB-12), and reasons for their decisions.

A house player plays with the same character at every table, and the bot shows that character beside its name.

If a player asks for the reasons in a finished hand (TB-11, TB-13), the hand is replayed and the house player
repeats its reasoning. A decision is explained only if its answer is public and it depends on no card that the
asker hasn't seen by the end: so cards that were folded or not shown stay secret. The game says what a
decision depends on (`Game.grounds`), and redacts everything else from the view that explains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.errors import N_, Reason
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.history import find_offer
from games.engine.table.table import AnyTable
from games.tools.replay import FinishedHand, seat_in


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A house player; `story` is what the others in the tavern say about them."""

    name: str
    skill: Skill
    temper: Temper
    story: str

    @property
    def character(self) -> Character:
        """The character with which this house player plays."""
        return Character(self.skill, self.temper)


_ALL = (
    HousePlayer(
        "Old Marta",
        "master",
        "even",
        N_("Thirty winters in the chair by the stove. She remembers every bluff, and who poured."),
    ),
    HousePlayer(
        "Tall Pim",
        "apprentice",
        "bold",
        N_("He lights the street lamps without a ladder. He bets as he walks: long strides, and a beam."),
    ),
    HousePlayer(
        "Red Osk",
        "regular",
        "bold",
        N_("He came home from the sea with a goat and no ship. Ask him about the ship."),
    ),
    HousePlayer(
        "Aunt Wil",
        "regular",
        "careful",
        N_("She brought up eight children, none of them hers. She counts her coins twice, and yours once."),
    ),
    HousePlayer(
        "Jory",
        "apprentice",
        "talker",
        N_("He came in for one ale, some years ago. He says more than he holds."),
    ),
    HousePlayer(
        "Little Bess",
        "apprentice",
        "careful",
        N_("The youngest of three sisters, and allowed to stay up late if she plays nicely."),
    ),
    HousePlayer(
        "Hob the Cooper",
        "regular",
        "even",
        N_(
            "He made every barrel in the cellar, and keeps the staves that nobody wanted. They fit somewhere."
        ),
    ),
    HousePlayer(
        "Sella",
        "regular",
        "even",
        N_("She rings the church bell, more or less on the hour. Nothing has ever made her hurry."),
    ),
    HousePlayer(
        "Captain Dun",
        "master",
        "bold",
        N_("He brought a ship home on one mast. Since then no bet has looked large to him."),
    ),
    HousePlayer(
        "Mirre",
        "apprentice",
        "even",
        N_("She’d rather dance, but her shoes are at the cobbler’s. Until then she’s learning cards."),
    ),
    HousePlayer(
        "Grey Toma",
        "regular",
        "even",
        N_("He carries one letter in his coat and knows it by heart, like everything else he has seen."),
    ),
    HousePlayer(
        "Anselm",
        "regular",
        "even",
        N_("He reads footnotes first. The last, he was taught, shall be first, and he’s still waiting."),
    ),
    HousePlayer(
        "Quick Nan",
        "regular",
        "talker",
        N_("She was over the orchard wall before the dogs woke up. She’ll tell you she never had an apple."),
    ),
    HousePlayer(
        "Father Brock",
        "master",
        "careful",
        N_("He has heard what everybody in town regrets, and bets accordingly."),
    ),
    HousePlayer(
        "Ilse",
        "regular",
        "even",
        N_("She bakes for the whole street and plays while the dough rises. It needs no watching, she says."),
    ),
    HousePlayer(
        "Round Piet",
        "apprentice",
        "even",
        N_("He comes for supper and stays for the game. Last at the table means second helpings."),
    ),
    HousePlayer(
        "Fenna",
        "regular",
        "bold",
        N_("Her grandmother won the farm at this table. She’d like the mill as well."),
    ),
    HousePlayer(
        "Lame Rolf",
        "regular",
        "careful",
        N_("He rode at fences once. Now he looks at them for a while first."),
    ),
    HousePlayer(
        "Sweet Ada",
        "master",
        "talker",
        N_("She pours your tea and smiles at her cards, whatever they are. People thank her for both."),
    ),
    HousePlayer(
        "Uncle Vask",
        "master",
        "even",
        N_("Nobody knows whose uncle he is. He keeps what the others throw away, and lives on it."),
    ),
)
HOUSE_PLAYERS: Mapping[str, HousePlayer] = {each.name: each for each in _ALL}
"""All house players by name."""


def house_player(name: str) -> HousePlayer | None:
    """Return the house player of this name, which may have a number appended."""
    return HOUSE_PLAYERS.get(name.rstrip(" 0123456789"))


def suits_beginners(person: HousePlayer) -> bool:
    """Return True if a beginner would enjoy this opponent (TB-12)."""
    is_gentle = person.skill == "apprentice" or (person.temper == "careful" and person.skill != "master")
    return is_gentle and person.temper != "bold"


def character_of(name: str) -> Character:
    """Return the character of a house player by name; unknown names play like a master."""
    found = house_player(name)
    return MASTER if found is None else found.character


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons that a house player reveals, each once, and whether it keeps others secret."""

    told: tuple[Reason, ...]
    keeps_some: bool


def reasons(
    table: AnyTable, game: AnyGame, finished_hand: FinishedHand, seat: Seat, character: Character, asker: int
) -> Reasons:
    """Return the reasons for a seat's decisions, as far as the asker may know them."""
    played = finished_hand.played(game)
    end = played[-1].step.state
    viewer = seat_in(table, tuple(game.result(end).stacks), asker, finished_hand.number)
    seen = set(game.seen(end, viewer))
    if table.carry is not None:
        seen -= game.withheld(end, table.carry, viewer).keys()
    revealed: dict[Reason, None] = {}
    keeps_some = False
    for each in played:
        if each.seat != seat or each.move == game.departure:
            continue
        is_public = game.disclosed(each.move, seat, each.step.state, end) == each.move
        if not is_public:
            continue
        offers, asides = game.offers(each.state, seat), game.asides(each.state, seat)
        offer, numbers = find_offer(game, each, each.move, (*offers, *asides))
        if offer in asides:
            continue
        grounds = game.grounds(each.state, seat, each.move, seen)
        view = game.recollection(each.state, seat) if grounds is None else grounds
        why = game.reason(view, offers, Answer(offer.key, numbers), character)
        if why is not None and grounds is not None:
            revealed[why] = None
        keeps_some |= why is not None and grounds is None
    return Reasons(tuple(revealed), keeps_some)
