"""Forms of observation: vectors, and texts that fit their space and reveal nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from adapter_support import every_variant  # noqa: F401

import numduel
from duel_support import Variant, where
from numduel import Player, SetupError
from numduel.adapters.encoding import Encoding
from numduel.adapters.gymnasium import Duel
from numduel.adapters.observations import describe


def play_out(duel: Duel, seed: int) -> list[tuple[Any, str]]:
    """Play a random game; return every observation, and the record at that time."""
    random = Random(seed)
    seen, _ = duel.reset(seed=seed)
    found, is_over = [(seen, duel.record())], False
    while not is_over:
        action = random.choice(np.flatnonzero(duel.action_masks()).tolist())
        seen, _, terminated, truncated, _ = duel.step(action)
        is_over = terminated or truncated
        found.append((seen, duel.record()))
    return found


def test_observations_of_every_variant_fit_their_space(every_variant: list[Variant]) -> None:  # noqa: F811
    for number, variant in enumerate(every_variant):
        for form in ("vector", "text"):
            with where(variant, form):
                duel = Duel(variant.id, observation=form, max_turns=6, **variant.options)
                try:
                    games = play_out(duel, number)
                except SetupError:
                    continue  # the agent never has a move there
                assert all(seen in duel.observation_space for seen, _ in games)


def test_vector_holds_the_numbers_of_the_planes_once() -> None:
    for id in numduel.games():
        planes, vector = Duel(id), Duel(id, observation="vector")
        names = Encoding(numduel.new(id, seed=1)).names
        for seed in range(3):
            with where(id, seed):
                stack, row = planes.reset(seed=seed)[0], vector.reset(seed=seed)[0]
                (rows, columns), features = numduel.new(id, seed=1).layout()
                at = 0
                for plane, feature in zip(stack, features, strict=True):
                    count = rows * columns if feature.per_tile else 1
                    assert np.array_equal(plane.ravel()[:count], row[at : at + count]), names
                    at += count
                assert at == len(row)


def test_text_names_the_legal_actions_and_the_end() -> None:
    duel = Duel("sum", target=9, seat=1, observation="text")
    seen, _ = duel.reset(seed=1)
    assert seen.startswith("Sum Battle. You are Player 1. Your turn.\n\n")
    assert seen.endswith("Legal actions: " + "; ".join(f"{n - 1} = {n}" for n in range(1, 10)))
    over = duel.step(8)[0]
    assert over.startswith("Sum Battle. You are Player 1. The game is over: Player 1 has won.")
    assert over.endswith("Legal actions: none")
    game = numduel.new("sum")
    after = game.play(game.start(), "5")
    waiting = describe(Encoding(game), game, after, Player.ONE, ())
    assert waiting.startswith("Sum Battle. You are Player 1. The opponent's turn.")


def test_text_does_not_depend_on_hidden_numbers() -> None:
    """Cells that differ are never opened: the texts are the same."""
    texts = []
    for board in ("3 8 7/6 9 4/5 1 2", "3 8 7/6 9 4/5 2 1"):
        duel = Duel(
            "quest", board=board, target=40, seat=1, opponent=open_first, observation="text"
        )
        seen = [duel.reset(seed=1)[0], duel.step(6)[0], duel.step(5)[0]]
        texts.append(seen)
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 3


def open_first(observation: str, mask: Any) -> int:
    assert "Still hidden" in observation
    return int(mask.argmax())


def test_unknown_form_is_refused() -> None:
    for wrong in ("pixels", None, 3):
        with pytest.raises(SetupError, match="observation must be planes, vector, or text, not"):
            Duel("sum", observation=wrong)  # type: ignore[arg-type]
