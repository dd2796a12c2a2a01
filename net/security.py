"""Keys, passwords and tokens: who a host is, and who may come in."""

from __future__ import annotations

import hmac
import os
import secrets
import ssl
from base64 import b64decode, b64encode
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import scrypt, sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp, mkstemp
from unicodedata import normalize

from net.invites import PIN_BYTES
from net.reading import read_small

YEARS = 20
KEYS = 4096
"""How many keys a `Limiter` remembers."""
SALT_BYTES = 16
SCHEME = "scrypt-14-8-1"
"""Names the cost of a password's hash, so that a later scheme can be told apart."""


class BadKey(ValueError):
    """A key or certificate that cannot be used; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a host is: a self-signed certificate, known by its pin."""

    certificate: Path
    key: Path
    pin: bytes
    """The start of the certificate's SHA-256."""


def load_or_make(folder: Path) -> Identity:
    """The identity kept in a folder, made on the first call. Raises `BadKey` if it is damaged."""
    home = folder / "identity"
    if not home.exists():
        make_identity(home)
    certificate = home / "certificate.pem"
    try:
        der = ssl.PEM_cert_to_DER_cert(read_small(certificate).decode("ascii"))
    except (OSError, ValueError) as error:
        raise BadKey(damaged(home)) from error
    identity = Identity(certificate, home / "key.pem", pin_from(der))
    server_context(identity)  # find out now if the two do not go together
    return identity


def make_identity(home: Path) -> None:
    """Make a key and a certificate in a folder of their own, which a single rename puts in place:
    neither can exist without the other, and of two hosts that start at once one wins."""
    home.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(mkdtemp(dir=home.parent, prefix=".identity."))
    try:
        key, certificate = new_certificate()
        private_file(draft / "key.pem", key)
        private_file(draft / "certificate.pem", certificate)
        draft.rename(home)
    except OSError:
        if not home.exists():  # no other host was faster
            raise
    finally:
        rmtree(draft, ignore_errors=True)
    flush(home.parent)


def new_certificate() -> tuple[bytes, bytes]:
    """A new key and a certificate for it, both as PEM."""
    from cryptography import x509  # slow to import, and needed once in a host's life
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    # the same for every host, since strangers see the certificate
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "moontui")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365.25 * YEARS))
        .sign(key, hashes.SHA256())
    )
    return (
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.public_bytes(serialization.Encoding.PEM),
    )


def server_context(identity: Identity) -> ssl.SSLContext:
    """How a host speaks TLS. Raises `BadKey` if its key cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # no session is resumed: players return by seat token
    try:
        # the password is never used; without one, a key that wants it would ask at the terminal
        context.load_cert_chain(identity.certificate, identity.key, password="")
    except OSError as error:
        raise BadKey(damaged(identity.certificate.parent)) from error
    return context


def client_context() -> ssl.SSLContext:
    """How a guest speaks TLS. It accepts any certificate: ask `pin_of` before sending a byte."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def pin_of(connection: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """The pin of the other side. Raises `BadKey` if it showed no certificate."""
    der = connection.getpeercert(binary_form=True)
    if der is None:
        raise BadKey("The host did not show who it is.")
    return pin_from(der)


def pin_from(der: bytes) -> bytes:
    return sha256(der).digest()[:PIN_BYTES]


def damaged(home: Path) -> str:
    return (
        f"The key of this host in {home} is damaged or belongs to another user; "
        "remove that folder and a new key is made, which friends are then asked to trust."
    )


def hash_password(text: str) -> str:
    """A password as a host keeps it. Takes about 50 ms: call it in a thread."""
    salt = secrets.token_bytes(SALT_BYTES)
    parts = (b64encode(part).decode() for part in (salt, stretch(text, salt)))
    return "$".join((SCHEME, *parts))


def check_password(text: str, hashed: str) -> bool:
    """Whether it is the password. Takes about 50 ms: call it in a thread. No password matches a
    damaged hash."""
    try:
        scheme, salt, stretched = hashed.split("$")
        expected = b64decode(stretched, validate=True)
        found = stretch(text, b64decode(salt, validate=True))
    except ValueError:
        return False
    return scheme == SCHEME and same(found, expected)


def stretch(text: str, salt: bytes) -> bytes:
    """The hash of a password; keyboards differ in how they send an accent, so it is composed."""
    return scrypt(as_bytes(normalize("NFC", text)), salt=salt, n=2**14, r=8, p=1, dklen=32)


class Limiter:
    """At most a number of times in a number of seconds, for each key separately."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float]) -> None:
        self.limit = limit
        self.seconds = seconds
        self.clock = clock
        self.times: OrderedDict[str, deque[float]] = OrderedDict()
        """When each key was allowed; the key allowed last comes last."""

    def allow(self, key: str) -> bool:
        """Whether it may happen now; if so, it counts."""
        now = self.clock()
        self.forget(now)
        times = self.times.get(key, deque())
        while times and now - times[0] >= self.seconds:
            times.popleft()
        if len(times) >= self.limit:
            return False
        times.append(now)
        self.times[key] = times
        self.times.move_to_end(key)
        if len(self.times) > KEYS:
            self.times.popitem(last=False)
        return True

    def forget(self, now: float) -> None:
        """Drop the keys whose time has passed."""
        while self.times:
            times = next(iter(self.times.values()))
            if now - times[-1] < self.seconds:
                return
            self.times.popitem(last=False)


def new_token() -> str:
    """A secret that lets in whoever shows it; fit for file names and addresses."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """A token as a host keeps it."""
    return sha256(as_bytes(token)).digest()


def same(one: bytes, other: bytes) -> bool:
    """Whether two secrets are equal, in a time that does not reveal how far they match."""
    return hmac.compare_digest(one, other)


def as_bytes(text: str) -> bytes:
    """A text in UTF-8, even one with half characters in it, as a terminal may pass on."""
    return text.encode("utf-8", "surrogatepass")


class FolderInUse(OSError):
    """Another host keeps its tables in this folder."""


def private_file(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, all of it or nothing, and make it last.

    A missing folder is made, for the owner alone.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mkstemp makes it 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
    flush(path.parent)


def flush(folder: Path) -> None:
    """Make sure that a rename in a folder survives a power cut."""
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
