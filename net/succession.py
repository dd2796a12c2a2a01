"""A succession: a host's signed word that a table is at another host from now on.

A host is its key, and so is whoever follows it: the word names the table, the key of the successor,
a number that grows with every move (the epoch), and what the table's journal came to. Nobody else
can say it, it is good for no other table, and an older one leads nobody back.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from net.reading import NONSENSE, read_small
from net.security import BadKey, Identity, pin_from, private_file, same
from net.told import Digest, Number, Succession, TableId

LONGEST_CHAIN = 16
"""How many moves a table remembers, the newest."""
KEPT = 256
"""How many tables a host remembers that have gone."""
LARGEST = 128 * 1024


class Signed(Struct, frozen=True):
    """Something that the owner of a key has said, with the certificate of that key."""

    certificate: str
    signature: str


def sign(identity: Identity, text: str) -> Signed:
    """Say something as the owner of a key. Raises `BadKey`."""
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509 import load_pem_x509_certificate

    try:
        key = serialization.load_pem_private_key(read_small(identity.key), None)
        certificate = load_pem_x509_certificate(read_small(identity.certificate))
    except (OSError, ValueError, TypeError) as error:
        raise BadKey(f"The key in {identity.key.parent} cannot be read.") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise BadKey(f"The key in {identity.key.parent} is not one of ours.")
    signature = key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    der = certificate.public_bytes(serialization.Encoding.DER)
    return Signed(der.hex(), signature.hex())


def signer(said: Signed | Succession, text: str) -> bytes:
    """The pin of whoever has said something. Raises `BadKey` if nobody did."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509 import load_der_x509_certificate

    try:
        der = bytes.fromhex(said.certificate)
        key = load_der_x509_certificate(der).public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            raise BadKey("It was signed with a key of another kind.")
        key.verify(bytes.fromhex(said.signature), text.encode(), ec.ECDSA(hashes.SHA256()))
    except (ValueError, InvalidSignature, UnsupportedAlgorithm) as error:
        raise BadKey("It was not signed by whom it names.") from error
    return pin_from(der)


def succession(
    identity: Identity, table: str, epoch: int, successor: bytes, digest: str
) -> Succession:
    """The word of a host that another one has its table. Raises `BadKey`."""
    word = words(table, epoch, identity.pin, successor, digest)
    said = sign(identity, word)
    return Succession(table, epoch, successor.hex(), digest, said.certificate, said.signature)


def words(table: str, epoch: int, old: bytes, successor: bytes, digest: str) -> str:
    """What a succession says, as it is signed."""
    return f"moontui succession {table} {epoch} {old.hex()} {successor.hex()} {digest}"


def taking(table: str, epoch: int, old: bytes) -> str:
    """What the successor signs, so that nobody can be named who does not know of it."""
    return f"moontui take {table} {epoch} {old.hex()}"


def predecessor(one: Succession) -> bytes:
    """The pin of the host that has handed its table on. Raises `BadKey` if it did not."""
    try:
        old = pin_from(bytes.fromhex(one.certificate))
    except ValueError as error:
        raise BadKey("It shows no certificate.") from error
    signer(one, words(one.table, one.epoch, old, bytes.fromhex(one.successor), one.digest))
    return old


def signed_by(one: Succession) -> bytes:
    """Who has signed a succession; empty: nobody."""
    try:
        return predecessor(one)
    except BadKey:
        return b""


def followed(
    chain: Sequence[Succession], table: str, pin: bytes, epoch: int
) -> tuple[bytes, int] | None:
    """Where a table has gone from the host with a pin, and in which epoch; None: nowhere that this
    host has signed for. What was signed before the epoch that is known counts no more."""
    at, now = pin, epoch
    for one in chain[-LONGEST_CHAIN:]:
        if one.table != table or one.epoch <= now:
            continue
        try:
            if same(predecessor(one), at):
                at, now = bytes.fromhex(one.successor), one.epoch
        except BadKey:
            continue
    return (at, now) if now > epoch else None


def digest_of(journal: bytes) -> str:
    return sha256(journal).hexdigest()


# ── what a host remembers ───────────────────────────────────────────────────────────────────────


class Whereabouts(Struct, frozen=True, forbid_unknown_fields=True):
    """By what successions a table came to where it is, and where that was last."""

    chain: Annotated[tuple[Succession, ...], Meta(min_length=1, max_length=LONGEST_CHAIN)]
    address: Annotated[str, Meta(max_length=255)] = ""
    """Empty: on this machine."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    name: Annotated[str, Meta(max_length=200)] = ""
    """Whose machine it is."""

    @property
    def last(self) -> Succession:
        return self.chain[-1]

    def then(self, one: Succession, address: str, port: int, name: str) -> Whereabouts:
        return Whereabouts((*self.chain, one)[-LONGEST_CHAIN:], address, port, name)


class Successions:
    """The tables that have come to this host from another, or gone from it, each in a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: dict[str, Whereabouts] = {}

    def read(self) -> None:
        """Remember all of them, when the host starts; a file that makes no sense says nothing."""
        files = sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []
        for file in files:
            try:
                found = msgspec.json.decode(read_small(file, LARGEST), type=Whereabouts)
            except (OSError, *NONSENSE):
                continue
            if found.last.table == file.stem:
                self.tables[file.stem] = found

    def path(self, table: str) -> Path:
        return self.folder / f"{table}.json"

    def write(self, found: Whereabouts) -> None:
        """Get it onto the disk, before anybody hears of it. Raises `OSError`."""
        private_file(self.path(found.last.table), msgspec.json.encode(found))

    def note(self, found: Whereabouts) -> None:
        """It is on the disk, and holds from now on."""
        self.tables.pop(found.last.table, None)
        self.tables[found.last.table] = found
        while len(self.tables) > KEPT:  # its journal is gone, so it is refused all the same
            first = next(iter(self.tables))
            del self.tables[first]
            self.path(first).unlink(missing_ok=True)

    def gone(self, table: str, pin: bytes) -> Whereabouts | None:
        """Where a table has gone; None: it never was here, or is here."""
        found = self.tables.get(table)
        here = found is not None and same(bytes.fromhex(found.last.successor), pin)
        return None if here else found


class Staged(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is on its way to this host, and not here before its old host has said so."""

    table: TableId
    epoch: Number
    digest: Digest
    seat: Annotated[int, Meta(ge=0, le=9)]
    """Whose machine this is, and who keeps the table from then on."""
    old: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    """The pin of the old host."""
    address: Annotated[str, Meta(max_length=255)]
    port: Annotated[int, Meta(ge=0, le=65535)]
    chain: Annotated[tuple[Succession, ...], Meta(max_length=LONGEST_CHAIN)] = ()

    def is_settled_by(self, one: Succession, pin: bytes) -> bool:
        """Whether this is the old host's word that it is here: the host with this pin."""
        try:
            old = predecessor(one)
        except BadKey:
            return False
        return (
            same(old, bytes.fromhex(self.old))
            and same(bytes.fromhex(one.successor), pin)
            and (one.table, one.epoch, one.digest) == (self.table, self.epoch, self.digest)
        )
