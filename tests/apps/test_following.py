"""Every line of a growing file counts once, at the moment at which it came."""

from __future__ import annotations

from pathlib import Path

from benchmarks.apps.following import Follower


def test_a_line_comes_when_it_is_whole(tmp_path: Path) -> None:
    path, copy = tmp_path / "file", tmp_path / "copy"
    follower = Follower(path, copy)
    follower.look(1.0)
    path.write_bytes(b"one\ntw")
    follower.look(2.0)
    with path.open("ab") as file:
        file.write(b"o\nthree\n")
    follower.look(3.0)
    follower.look(4.0)
    assert [2.0, 3.0, 3.0] == follower.arrivals
    assert b"one\ntwo\nthree\n" == copy.read_bytes()


def test_what_the_end_of_a_file_cuts_out_has_been_there(tmp_path: Path) -> None:
    path, copy = tmp_path / "file", tmp_path / "copy"
    follower = Follower(path, copy)
    path.write_bytes(b"one\ntwo\n")
    follower.look(1.0)
    beside = tmp_path / "new"
    beside.write_bytes(b"two\nthree\nfour\n")
    beside.replace(path)
    follower.look(2.0)
    assert [1.0, 1.0, 2.0, 2.0] == follower.arrivals
    assert b"one\ntwo\nthree\nfour\n" == copy.read_bytes()


def test_a_file_that_was_cut_back_is_read_from_its_beginning(tmp_path: Path) -> None:
    path, copy = tmp_path / "file", tmp_path / "copy"
    follower = Follower(path, copy)
    path.write_bytes(b"one\ntwo\n")
    follower.look(1.0)
    with path.open("r+b") as file:
        file.truncate(4)
    follower.look(2.0)
    with path.open("ab") as file:
        file.write(b"other\n")
    follower.look(3.0)
    assert b"one\ntwo\nother\n" == copy.read_bytes()
