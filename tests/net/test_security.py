"""Keys are made once and kept private; passwords, tokens and limits let the right people in."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_IMODE

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from net import security
from net.client import Client
from net.security import (
    BadKey,
    Identity,
    Limiter,
    check_password,
    client_context,
    digest,
    hash_password,
    load_or_make,
    new_token,
    pin_of,
    private_file,
    same,
    server_context,
)
from tests.net.moves import Laptop

PIN = bytes(range(16))


@pytest.fixture
def careless() -> Iterator[None]:
    """A process that lets everybody read what it writes, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


# Private files


@pytest.mark.usefixtures("careless")
def test_a_private_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "secrets" / "one"
    private_file(file, b"wolf")
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)


def test_a_private_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "one"
    private_file(file, b"a long first text")
    private_file(file, b"short")
    assert file.read_bytes() == b"short"


def test_a_file_that_was_open_to_all_is_private_once_rewritten(tmp_path: Path) -> None:
    file = tmp_path / "one"
    file.write_bytes(b"old")
    file.chmod(0o666)
    private_file(file, b"new")
    assert mode(file) == 0o600


def test_writing_a_private_file_leaves_no_draft(tmp_path: Path) -> None:
    private_file(tmp_path / "one", b"wolf")
    assert list(tmp_path.iterdir()) == [tmp_path / "one"]


def test_a_private_file_that_cannot_be_written_leaves_no_draft(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    with pytest.raises(OSError, match="one"):
        private_file(tmp_path / "one", b"wolf")
    assert list(tmp_path.iterdir()) == [tmp_path / "one"]


# The host's key


@pytest.fixture(scope="module")
def identity(tmp_path_factory: pytest.TempPathFactory) -> Identity:
    return load_or_make(tmp_path_factory.mktemp("host"))


def test_a_key_is_made_once(tmp_path: Path) -> None:
    assert load_or_make(tmp_path) == load_or_make(tmp_path)


def test_every_host_has_a_key_of_its_own(tmp_path: Path, identity: Identity) -> None:
    assert load_or_make(tmp_path).pin != identity.pin


@pytest.mark.usefixtures("careless")
def test_a_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    identity = load_or_make(tmp_path / "moontui")
    assert mode(identity.key) == 0o600
    assert mode(identity.key.parent) == mode(tmp_path / "moontui") == 0o700


def test_hosts_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as hosts:
        pins = {made.pin for made in hosts.map(load_or_make, [tmp_path] * 8)}
    assert len(pins) == 1


def test_making_a_key_leaves_no_draft(tmp_path: Path) -> None:
    identity = load_or_make(tmp_path)
    assert set(tmp_path.rglob("*")) == {
        tmp_path / "identity",
        identity.certificate,
        identity.key,
    }


def test_a_certificate_is_good_for_twenty_years_on_p_256(identity: Identity) -> None:
    certificate = x509.load_pem_x509_certificate(identity.certificate.read_bytes())
    life = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert life.days // 365 == 20
    public = certificate.public_key()
    assert isinstance(public, ec.EllipticCurvePublicKey)
    assert public.curve.name == "secp256r1"


def test_a_pin_is_the_start_of_the_hash_of_the_certificate(identity: Identity) -> None:
    certificate = x509.load_pem_x509_certificate(identity.certificate.read_bytes())
    der = certificate.public_bytes(serialization.Encoding.DER)
    assert identity.pin == sha256(der).digest()[:16]


@pytest.mark.parametrize("name", ["key.pem", "certificate.pem"])
def test_a_half_written_file_is_told_in_one_sentence(tmp_path: Path, name: str) -> None:
    load_or_make(tmp_path)
    file = tmp_path / "identity" / name
    whole = file.read_bytes().rstrip()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(BadKey, match=r"^The key of this host in \S+identity is damaged"):
            load_or_make(tmp_path)


@pytest.mark.parametrize("name", ["key.pem", "certificate.pem"])
def test_any_wrong_byte_is_either_harmless_or_told(tmp_path: Path, name: str) -> None:
    load_or_make(tmp_path)
    file = tmp_path / "identity" / name
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
        with suppress(BadKey):
            load_or_make(tmp_path)


@pytest.mark.parametrize("name", ["key.pem", "certificate.pem"])
def test_a_missing_file_is_told_and_not_made_anew(tmp_path: Path, name: str) -> None:
    load_or_make(tmp_path)
    (tmp_path / "identity" / name).unlink()
    with pytest.raises(BadKey):
        load_or_make(tmp_path)
    assert not (tmp_path / "identity" / name).exists()


def test_a_key_of_another_certificate_is_told(tmp_path: Path, identity: Identity) -> None:
    private_file(load_or_make(tmp_path).key, identity.key.read_bytes())
    with pytest.raises(BadKey):
        load_or_make(tmp_path)


def test_a_locked_key_is_told_and_not_asked_for_at_the_terminal(tmp_path: Path) -> None:
    made = load_or_make(tmp_path)
    key = serialization.load_pem_private_key(made.key.read_bytes(), None)
    locked = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"moon"),
    )
    private_file(made.key, locked)
    with pytest.raises(BadKey):
        load_or_make(tmp_path)


def test_a_host_with_a_key_does_without_the_slow_library(identity: Identity) -> None:
    script = (
        "import sys; from pathlib import Path; from net.security import load_or_make;"
        "load_or_make(Path(sys.argv[1])); assert 'cryptography' not in sys.modules"
    )
    home = identity.key.parents[1]
    subprocess.run([sys.executable, "-c", script, home], check=True, cwd=Path(__file__).parents[2])


# The channel


async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"moon")
    writer.close()
    await writer.wait_closed()


async def visit(identity: Identity, guest: ssl.SSLContext) -> tuple[bytes, str, bytes]:
    """Connect to a host; returns the pin it shows, what it speaks and what it says."""
    server = await asyncio.start_server(greet, "127.0.0.1", 0, ssl=server_context(identity))
    async with server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=guest)
        channel = writer.get_extra_info("ssl_object")
        pin, version = pin_of(channel), channel.version()
        said = await reader.read()
        writer.close()
        await writer.wait_closed()
        return pin, version, said


async def test_a_guest_sees_the_pin_of_the_host(identity: Identity) -> None:
    pin, version, said = await visit(identity, client_context())
    assert (pin, version, said) == (identity.pin, "TLSv1.3", b"moon")


async def test_another_host_shows_another_pin(identity: Identity, tmp_path: Path) -> None:
    pin, *_ = await visit(load_or_make(tmp_path), client_context())
    assert pin != identity.pin


async def test_an_older_tls_is_refused(identity: Identity) -> None:
    old = client_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises((ssl.SSLError, ConnectionError)):
        await visit(identity, old)


def test_who_shows_no_certificate_has_no_pin(identity: Identity) -> None:
    to_host, to_guest = ssl.MemoryBIO(), ssl.MemoryBIO()
    host = server_context(identity).wrap_bio(to_host, to_guest, server_side=True)
    guest = client_context().wrap_bio(to_guest, to_host)
    for side in (guest, host, guest, host):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    with pytest.raises(BadKey, match="did not show who it is"):
        pin_of(host)


# Passwords


def test_the_right_password_is_let_in() -> None:
    assert check_password("full moon", hash_password("full moon"))


@pytest.mark.parametrize("guess", ["", "Full moon", "full moon ", "\ud800"])
def test_a_wrong_password_is_not(guess: str) -> None:
    assert not check_password(guess, hash_password("full moon"))


def test_an_accent_may_be_typed_in_either_way() -> None:
    assert check_password("Zoe\u0308", hash_password("Zoë"))


def test_equal_passwords_have_different_hashes() -> None:
    assert hash_password("full moon") != hash_password("full moon")


def test_a_hash_does_not_tell_the_password() -> None:
    assert "full moon" not in hash_password("full moon")


@pytest.mark.parametrize(
    "hashed", ["", "$$", "full moon", "scrypt-14-8-1$$", "scrypt-14-8-1$é$é", "plain$YQ==$YQ=="]
)
def test_nobody_passes_a_damaged_hash(hashed: str) -> None:
    assert not check_password("full moon", hashed)


# Limits


class Clock:
    """A clock that a test moves forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_limit_allows_so_many_and_no_more() -> None:
    limiter = Limiter(3, 60, Clock())
    assert [limiter.allow("ana") for _ in range(5)] == [True, True, True, False, False]


def test_a_limit_is_for_each_key_by_itself() -> None:
    limiter = Limiter(1, 60, Clock())
    assert limiter.allow("ana")
    assert limiter.allow("bob")


def test_a_limit_slides_along() -> None:
    clock = Clock()
    limiter = Limiter(2, 60, clock)
    limiter.allow("ana")
    clock.now += 40
    limiter.allow("ana")
    clock.now += 20
    assert [limiter.allow("ana") for _ in range(2)] == [True, False]


def test_what_was_refused_does_not_count() -> None:
    clock = Clock()
    limiter = Limiter(1, 60, clock)
    limiter.allow("ana")
    clock.now += 59
    assert not limiter.allow("ana")
    clock.now += 1
    assert limiter.allow("ana")


def test_a_limit_of_none_allows_nothing() -> None:
    assert not Limiter(0, 60, Clock()).allow("ana")


def test_keys_are_forgotten_when_their_time_is_over() -> None:
    clock = Clock()
    limiter = Limiter(5, 60, clock)
    for number in range(1000):
        limiter.allow(f"guest {number}")
    clock.now += 60
    limiter.allow("ana")
    assert list(limiter.times) == ["ana"]


def test_a_flood_of_keys_takes_little_memory() -> None:
    limiter = Limiter(5, 60, Clock())
    for number in range(3 * security.KEYS):
        limiter.allow(f"guest {number}")
    assert len(limiter.times) == security.KEYS


def test_a_full_limiter_keeps_those_seen_last() -> None:
    limiter = Limiter(1, 60, Clock())
    for number in range(3 * security.KEYS):
        limiter.allow(f"guest {number}")
    assert not limiter.allow(f"guest {3 * security.KEYS - 1}")


# Tokens


def test_no_two_tokens_are_alike() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000


def test_a_token_has_32_bytes_in_letters_that_travel() -> None:
    token = new_token()
    assert len(token) == 43
    assert token.replace("-", "a").replace("_", "a").isalnum()


def test_a_host_keeps_the_hash_of_a_token() -> None:
    assert digest("moon") == sha256(b"moon").digest()


def test_the_digest_of_any_text_can_be_made() -> None:
    assert len(digest("\ud800" * 1_000_000)) == 32


@pytest.mark.parametrize(("one", "other"), [(b"a", b"b"), (b"a", b"aa"), (b"", b"a")])
def test_different_secrets_are_not_the_same(one: bytes, other: bytes) -> None:
    assert not same(one, other)


def test_equal_secrets_are_the_same() -> None:
    assert same(digest("moon"), digest("moon"))


async def test_whoever_only_looks_at_the_key_leaves_nothing_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = Laptop("Ann", tmp_path)
    port = await house.open()
    try:
        for _ in range(20):
            client = Client("127.0.0.1", port, "Ben", pin=house.pin)
            assert await client.open() == house.pin
            await client.close()
        await client.connect()
        await client.close()
    finally:
        await house.stop()
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []
