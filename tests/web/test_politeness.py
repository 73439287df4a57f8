"""The schedule of a host, as a pure function of the moments it was asked at."""

from hypothesis import given
from hypothesis import strategies as st

from upwell.streams.web.politeness.schedule import MOST_HOSTS, Schedule

SECONDS = st.floats(0, 100, allow_nan=False)


@given(st.lists(st.tuples(SECONDS, st.floats(0.1, 10)), min_size=2, max_size=30))
def test_two_requests_are_never_closer_than_the_later_ones_delay(
    asked: list[tuple[float, float]],
) -> None:
    schedule, now, before = Schedule(), 0.0, None
    for step, delay_s in asked:
        now += step
        at = schedule.take("shop.test", now, delay_s)
        assert at >= now
        assert before is None or at >= before + delay_s
        before = at


@given(st.lists(SECONDS, min_size=1), SECONDS)
def test_the_longest_hold_counts(holds: list[float], now: float) -> None:
    schedule = Schedule()
    for until in holds:
        schedule.hold("shop.test", until)
    assert schedule.wait_s("shop.test", now) == max(0.0, max(holds) - now)
    assert schedule.take("shop.test", now, delay_s=0.0) == max(now, *holds, now)


def test_hosts_do_not_wait_for_each_other() -> None:
    schedule = Schedule()
    assert [schedule.take(f"{n}.test", 5.0, 1.0) for n in range(10)] == [5.0] * 10


def test_hosts_of_long_ago_are_forgotten() -> None:
    schedule = Schedule()
    for n in range(MOST_HOSTS):
        schedule.take(f"{n}.test", 0.0, 1.0)
    schedule.take("late.test", 10_000.0, 1.0)
    assert list(schedule._last) == ["late.test"]
