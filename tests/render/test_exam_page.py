"""The page of an exam's results, and the plot of skill against cost."""

from __future__ import annotations

from numduel.exam.questions import Exam, questions
from numduel.exam.results import Result
from numduel.exam.scoring import Answer
from numduel.intervals import Measure
from numduel.render.cost_plot import PricedSkill, cost_plot
from numduel.render.exam_page import page
from numduel.storage.calls import Usage
from numduel.views.prices import Price

USED = Usage(1, 1000, 100)


def answer_all(player: str, usage: Usage) -> Result:
    given = (Answer(one.id, next(iter(one.worths)), usage=usage) for one in questions())
    return Result(Exam(), player, 0, tuple(given), "0.1.0")


def test_page_shows_figures_and_costs_and_escapes_names() -> None:
    results = [answer_all("model:<b>", USED), answer_all("skilled", Usage())]
    shown = page(results, Price(2.0, 10.0))
    assert "<b>" not in shown
    assert "model:&lt;b&gt;" in shown
    assert shown.count("<table>") == 2
    assert "Skill and cost per question" in shown
    assert "0.003000 per question" in shown
    assert "http" not in shown
    assert "Skill and cost" not in page(results)
    assert "<circle" in page(results[1:], Price(1.0, 1.0))


def test_cost_plot_leaves_out_players_without_costs() -> None:
    good = Measure(0.9, (0.8, 0.95))
    assert cost_plot([PricedSkill("free", 0.0, good)]) == ""
    drawn = cost_plot([PricedSkill("free", 0.0, good), PricedSkill("paid", 0.02, good)])
    assert drawn.count("<circle") == 1
    assert "paid 0.90 for 0.02" in drawn
    for skill in (-1.7, -0.04, 0.0, 1.0):  # every dot is inside the plot
        low = cost_plot([PricedSkill("low", 1.0, Measure(skill, None))])
        y = float(low.split('cy="')[1].split('"')[0])
        assert 0 < y < 360, skill
