"""A match that was played on is kept and marked, accuses nobody, and counts for nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record import Record, branched, fingerprint, to_text
from moontui.client.ledger import Ledger
from moontui.client.results import Telling
from moontui.client.session import Session
from moontui.client.statistics import statistics
from moontui.words.catalogue import Catalogue
from net import messages as said
from net.client import Client
from tests.engine.records import played
from tests.moontui.desk import keep

MATCH = played()
ON = branched(MATCH, len(MATCH.moves))
"""Somebody has gone on from the last moment of a match, and done as before."""


def heard(folder: Path, record: Record, alone: bool) -> Session:
    """What a player's end makes of a record that a host shows at the end."""
    words = Catalogue("en", "wolfmoon")
    session = Session(Client("", 0, "Ana"), lambda game: words, folder)
    session.alone = alone
    session.keep_proof(said.Proof(MATCH.secret.hex(), list(MATCH.nonces), to_text(record)))
    return session


def test_who_plays_on_alone_accuses_nobody_and_has_a_record(tmp_path: Path) -> None:
    session = heard(tmp_path, ON, alone=True)
    assert not session.witness.accusation
    assert session.record is not None
    assert session.record.exists()


def test_at_anybody_elses_table_the_same_is_an_accusation(tmp_path: Path) -> None:
    assert heard(tmp_path, ON, alone=False).witness.accusation == "played_on"


def test_it_is_another_match_in_the_list_and_marked(tmp_path: Path) -> None:
    keep(tmp_path, MATCH, "dealt.moon")
    keep(tmp_path, ON, "on.moon")
    found = {one.match: one for one in Ledger(tmp_path).all()}
    assert found.keys() == {fingerprint(MATCH), fingerprint(ON)}
    one = found[fingerprint(ON)]
    assert "played on" in Telling(Catalogue("en", "wolfmoon"), one, 0).ending
    assert (
        "played on" not in Telling(Catalogue("en", "wolfmoon"), found[fingerprint(MATCH)], 0).ending
    )


@pytest.mark.parametrize(("record", "counted"), [(MATCH, 1), (ON, 0)], ids=("dealt", "played on"))
def test_only_what_was_dealt_counts(tmp_path: Path, record: Record, counted: int) -> None:
    keep(tmp_path, record)
    found = statistics(Ledger(tmp_path).all(), "Ana")
    assert sum(one.all.played for one in found.values()) == counted
