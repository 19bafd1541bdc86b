"""The sentences about ratings, the same in every interface."""

from __future__ import annotations

from ..errors import capitalise, counted
from ..games import find
from ..intervals import Interval
from ..play import players
from ..play.match import Match
from ..ratings.person import PersonInGame, Suggestion
from ..ratings.rated_games import RatedGame, Uncounted, find_objection
from ..ratings.reset import ResetPlan
from ..ratings.scale import Scale, scales

NONE_YET = "No ratings yet. Finish a game against the computer without help."

METHOD = (
    "Your rating follows from your real choices against the computer: how often you kept what the "
    "position was worth. Games with help don't count. Casual has 1000 points."
)

REASONS = {
    Uncounted.UNFINISHED: "The game isn't over, so it doesn't count for your rating yet.",
    Uncounted.NO_PERSON: "",
    Uncounted.FRIEND: "Games with a friend don't count for your rating.",
    Uncounted.HELP: "Games with hints, analysis or undo don't count for your rating.",
    Uncounted.LUCK: "Luck alone decides this game, so it doesn't count for a rating.",
    Uncounted.NO_SCALE: "This game has no rating: its opponents haven't been measured.",
    Uncounted.OTHER_RULES: "These rules have no rating: opponents were measured with {rules}.",
    Uncounted.CONTINUED: "This game began from another game, so it doesn't count for your rating.",
    Uncounted.PIPED: "Moves from a file or a program don't count for your rating.",
    Uncounted.UNSOLVED: "This game is too complex to solve, so it doesn't count for your rating.",
}

NEAR_POINTS = 15
"""Points between a rating and an opponent's up to which they are called equally strong."""

NO_CHOICES = "You had no real choice in this game, so your rating stays the same."


def name_opponent(who: str) -> str:
    """Return the name of an opponent: levels and characters have a capital letter.

    >>> name_opponent("casual"), name_opponent("my-bot")
    ('Casual', 'my-bot')
    """
    return capitalise(who) if who in players.kinds() else who


# ---- one game


def describe_uncounted(reason: Uncounted, scale: Scale | None) -> str:
    """Return why a game doesn't count, as a sentence; `scale` is that of the game.

    >>> describe_uncounted(Uncounted.FRIEND, None)
    "Games with a friend don't count for your rating."
    >>> describe_uncounted(Uncounted.OTHER_RULES, scales()["quest"])
    'These rules have no rating: opponents were measured with Stand.'
    """
    return REASONS[reason].format(rules=name_rules(scale) or "the default rules")


def name_rules(scale: Scale | None) -> str:
    """Return the options of a scale that aren't the default, such as "Stand"; "" without any."""
    options = () if scale is None else scale.options
    return " and ".join(name.replace("_", " ").capitalize() for name in options)


def describe_objection(match: Match) -> str:
    """Return why a finished match doesn't count; "" if it does.

    Also "" for a game between two people or two programs, where no one expects a rating.
    """
    reason = find_objection(match)
    if reason in (None, Uncounted.FRIEND, Uncounted.NO_PERSON):
        return ""
    return describe_uncounted(reason, scales().get(match.game.id))


def describe_counted(game: RatedGame) -> str:
    """Return that a game changes nothing because it had no real choices; otherwise nothing."""
    return "" if any(tally.number for tally in game.decisions.values()) else NO_CHOICES


# ---- a rating


def format_rating(person: PersonInGame) -> str:
    """Return the rating as a phrase: "about 1080 (1010–1150)", or the interval if it is wide."""
    rating = person.rating
    if rating is None:
        return "no rating yet"
    return format_points(rating.value, rating.interval, is_wide=person.is_wide)


def format_points(value: float, interval: Interval, *, is_wide: bool) -> str:
    """Return a rating as a phrase; if its interval is wide, only the interval.

    >>> format_points(1080.2, (1010.4, 1149.6), is_wide=False)
    'about 1080 (1010–1150)'
    >>> format_points(1080.2, (810.4, 1349.6), is_wide=True)
    'between 810 and 1350'
    """
    low, high = map(round, interval)
    return f"between {low} and {high}" if is_wide else f"about {format_short(value, interval)}"


def format_short(value: float, interval: Interval, *, is_wide: bool = False) -> str:
    """Return a rating for a narrow column; if its interval is wide, only the interval.

    >>> format_short(1080.2, (1010.4, 1149.6))
    '1080 (1010–1150)'
    >>> format_short(1080.2, (810.4, 1349.6), is_wide=True)
    '810–1350'
    """
    low, high = map(round, interval)
    return f"{low}–{high}" if is_wide else f"{round(value)} ({low}–{high})"


def describe_rating(person: PersonInGame) -> str:
    """Return the rating in plain words: value, interval, and the games that it follows from."""
    rating = person.rating
    if rating is None:
        return "No rating yet: you had no real choice in the games so far."
    low, high = map(round, rating.interval)
    games = counted(rating.games, "game")
    if person.is_wide:
        return f"Between {low} and {high} after {games}. It needs more games to say more."
    return f"About {round(rating.value)}, between {low} and {high}, from {games}."


def describe_strength(person: PersonInGame) -> str:
    """Return the levels nearest to the rating: "Between Casual and Skilled."; "" if it is wide."""
    if person.rating is None or person.is_wide:
        return ""
    rating, opponents = person.rating.value, person.scale.opponents.items()
    levels = {
        name_opponent(name): one.rating.value for name, one in opponents if name in players.LEVELS
    }
    closest = min(levels, key=lambda name: abs(levels[name] - rating))
    if abs(levels[closest] - rating) <= NEAR_POINTS:
        return f"About as strong as {closest}."
    below = [name for name, value in levels.items() if value < rating]
    above = [name for name, value in levels.items() if value > rating]
    if below and above:
        return f"Between {below[-1]} and {above[0]}."
    return f"Stronger than {below[-1]}." if below else f"Weaker than {above[0]}."


def describe_suggestion(suggestion: Suggestion) -> str:
    """Return the next opponent as a sentence, with the reason.

    >>> describe_suggestion(Suggestion("skilled", "casual", 7, 10))
    'You beat Casual 7 of 10: try Skilled.'
    >>> describe_suggestion(Suggestion("casual", "skilled", 0, 5))
    'You beat Skilled 0 of 5: try Casual.'
    >>> describe_suggestion(Suggestion("ida"))
    'Try Ida: closest to your rating.'
    >>> describe_suggestion(Suggestion("ida", is_early=True))
    'Next, try Ida.'
    """
    name = name_opponent(suggestion.opponent)
    if not suggestion.latest:
        return (
            f"Next, try {name}." if suggestion.is_early else f"Try {name}: closest to your rating."
        )
    latest = name_opponent(suggestion.latest)
    return f"You beat {latest} {suggestion.won} of {suggestion.played}: try {name}."


def describe_results(won: int, drawn: int, lost: int) -> str:
    """Return the results against an opponent as a phrase.

    >>> describe_results(7, 0, 3), describe_results(0, 1, 0)
    ('7 won, 3 lost', '0 won, 1 drawn, 0 lost')
    """
    draws = f", {drawn} drawn" if drawn else ""
    return f"{won} won{draws}, {lost} lost"


def describe_next(person: PersonInGame) -> str:
    """Return the opponents nearest to a rating and the next one to try; "" if there is neither."""
    suggestion = person.suggestion
    advice = "" if suggestion is None else describe_suggestion(suggestion)
    return f"{describe_strength(person)} {advice}".strip()


def describe_after_game(person: PersonInGame) -> str:
    """Return the line after a game that counts: the new rating, its change, and a suggestion.

    The suggestion is there if recent results lead to it.
    """
    title = find(person.scale.game).title
    if person.rating is None:
        return f"No rating in {title} yet: you had no real choice in the games so far."
    change = ""
    if person.change is not None and not person.is_wide:
        change = f", {format_change(person.change)}{_explain_change(person)}"
    more = " It needs more games to say more." if person.is_wide else ""
    if person.suggestion is not None and person.suggestion.latest:
        more = f" {describe_suggestion(person.suggestion)}"
    return f"Your rating in {title}: {format_rating(person)}{change}.{more}"


def _explain_change(person: PersonInGame) -> str:
    """Return why a rating went down after a win or up after a loss; otherwise nothing."""
    expected = {"won": 1, "lost": -1, "drawn": 0}[person.latest_result]
    if (person.change or 0) * expected >= 0:
        return ""
    result = "win" if person.latest_result == "won" else "loss"
    return f": your choices count, not the {result}"


def format_change(change: int) -> str:
    """Return a change of a rating.

    >>> [format_change(change) for change in (20, -3, 0)]
    ['up 20', 'down 3', 'unchanged']
    """
    return f"up {change}" if change > 0 else f"down {-change}" if change else "unchanged"


def describe_curve(person: PersonInGame) -> str:
    """Return what the curve shows, for readers who don't see it."""
    if not person.points:
        return ""
    first, last = (point.rating for point in (person.points[0], person.points[-1]))
    values = [point.rating.value for point in person.points]
    return (
        f"Your rating over {counted(len(values), 'game')}: from {round(first.value)} to "
        f"{round(last.value)}, lowest {round(min(values))}, highest {round(max(values))}."
    )


# ---- a reset


def describe_reset(plan: ResetPlan) -> list[str]:
    """Return what a reset moves and what it keeps, as sentences."""
    if plan.is_empty:
        return ["There is nothing to reset."]
    kept = [counted(plan.kept, "unfinished game")] if plan.kept else []
    games = counted(len(plan.games), "finished game")
    return [
        "This resets your statistics, ratings and streaks.",
        f"Moved aside: {games}, and the results of practice, daily puzzles and duels.",
        f"Kept: {', '.join([*kept, 'lessons and settings'])}.",
    ]


def describe_reset_done(folder: str) -> str:
    """Return where the files are after a reset."""
    return f"Your statistics start again. The earlier games and results are in {folder}."
