"""Who may: API keys, certificates and limits."""

import asyncio
import datetime
import ipaddress
from dataclasses import replace

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from google.rpc import error_details_pb2
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceStub
from service import callers, keys
from service.server import running
from service.settings import BadSetting, Settings
from tests.service.client import Client, Refusal

KEY, OTHER, ROTATED = "first-key-0123456789", "other-key-0123456789", "next-key-01234567890"


@pytest.fixture
def settings(database, tmp_path):
    file = tmp_path / "keys"
    file.write_text(f"# keys of the test\nshop: {ROTATED}\n\nclub:{OTHER}\n")
    return Settings(
        address="127.0.0.1:0", database=database, api_keys=f"shop:{KEY}", api_keys_file=str(file)
    )


async def with_key(client, name, request, key, token=None):
    metadata = [("x-api-key", key)] if key else []
    if token:
        metadata.append(("authorization", f"Bearer {token}"))
    return await getattr(client.stub, name)(request, metadata=metadata, timeout=10)


async def refused(client, name, request, key, token=None):
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await with_key(client, name, request, key, token)
    return Refusal.of(error.value)


NEW = pb.NewGameRequest(game_type="saint-malo", players=2)


async def test_setting_up_listing_and_deleting_need_a_key(client):
    for name, request in (
        ("NewGame", NEW),
        ("ListGames", pb.ListGamesRequest()),
        ("DeleteGame", pb.DeleteGameRequest(game_id="x")),
    ):
        refusal = await refused(client, name, request, None)
        assert (refusal.code, refusal.reason) == (StatusCode.UNAUTHENTICATED, "NO_KEY")
        refusal = await refused(client, name, request, "wrong")
        assert (refusal.code, refusal.reason) == (StatusCode.PERMISSION_DENIED, "WRONG_KEY")
        assert "wrong" not in refusal.text


async def test_players_need_no_key(client):
    new = await with_key(client, "NewGame", NEW, KEY)
    assert (await client.get(new.game.game_id)).revision == 0
    assert (await client.moves(new.game.game_id, new.seat_tokens[0])).moves


async def test_a_game_belongs_to_the_name_of_its_key(client):
    new = await with_key(client, "NewGame", NEW, KEY)
    game_id = new.game.game_id
    for key, found in ((KEY, [game_id]), (ROTATED, [game_id]), (OTHER, [])):
        listed = await with_key(client, "ListGames", pb.ListGamesRequest(), key)
        assert [game.game_id for game in listed.games] == found
    delete = pb.DeleteGameRequest(game_id=game_id)
    seat = pb.SetSeatRequest(game_id=game_id, seat=1, level=1)
    for name, request in (("DeleteGame", delete), ("SetSeat", seat)):
        refusal = await refused(client, name, request, OTHER)
        assert (refusal.code, refusal.reason) == (StatusCode.PERMISSION_DENIED, "NOT_ALLOWED")
    refusal = await refused(client, "SetSeat", seat, None, new.seat_tokens[0])
    assert refusal.reason == "NOT_ALLOWED"
    await with_key(client, "SetSeat", seat, ROTATED)
    await with_key(client, "DeleteGame", delete, KEY)


async def test_the_same_request_id_under_two_names_is_two_requests(client):
    request = pb.NewGameRequest(game_type="saint-malo", players=2, request_id="same")
    games = [await with_key(client, "NewGame", request, key) for key in (KEY, ROTATED, OTHER)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "0.0.0.0:0"},
        {"address": "[::]:0"},
        {"api_keys": "short:key"},
        {"api_keys": "no name 0123456789abc"},
        {"api_keys_file": "no such file"},
    ],
)
def test_bad_keys_are_refused_and_no_keys_mean_loopback(wrong):
    with pytest.raises(BadSetting) as error:
        keys.read(Settings(**{"address": "127.0.0.1:0"} | wrong))
    assert "0123456789abc" not in str(error.value)
    assert keys.read(Settings(address="localhost:0")) == {}


# ---- limits


@pytest.fixture
def limited(tmp_path):
    return Settings(
        address="127.0.0.1:0",
        database=str(tmp_path / "games.sqlite3"),
        limit_calls_per_second=10,
        limit_games_per_hour=2,
        limit_watches=1,
        limit_search_seconds_per_minute=1,
    )


async def over_limit(call):
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    assert error.value.code() == StatusCode.RESOURCE_EXHAUSTED
    quota, retry = error_details_pb2.QuotaFailure(), error_details_pb2.RetryInfo()
    for detail in rpc_status.from_call(error.value).details:
        for message in (quota, retry):
            if detail.Is(message.DESCRIPTOR):
                detail.Unpack(message)
    assert quota.violations[0].subject == "address:127.0.0.1"
    assert retry.retry_delay.ToMilliseconds() > 0
    return Refusal.of(error.value).facts["limit"]


async def test_each_limit_is_refused_with_quota_and_time_to_wait(limited):
    async with (
        running(limited) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        client = Client(channel)
        new = await client.new()
        await client.new()
        assert await over_limit(client.new()) == "games"
        stream = client.stub.WatchGame(pb.WatchGameRequest(game_id=new.game.game_id))
        await stream.read()
        second = client.stub.WatchGame(pb.WatchGameRequest(game_id=new.game.game_id))
        assert await over_limit(second.read()) == "watches"
        stream.cancel()
        search = pb.SuggestMoveRequest(game_id=new.game.game_id, threads=2)
        search.max_time.FromMilliseconds(700)
        await client.call("SuggestMove", search, new.seat_tokens[0])
        call = client.call("SuggestMove", search, new.seat_tokens[0])
        assert await over_limit(call) == "search seconds"
        assert (await until_refused(client, "GetGame", get(new))).facts["limit"] == "calls"
        health = health_pb2_grpc.HealthStub(channel)
        for _ in range(60):
            await health.Check(health_pb2.HealthCheckRequest())


def get(new):
    return pb.GetGameRequest(game_id=new.game.game_id)


async def until_refused(client, name, request, token=None, key=None, reason="OVER_LIMIT"):
    """Make a call again and again until it is refused for this reason."""
    for _ in range(1000):
        try:
            await with_key(client, name, request, key, token)
        except grpc.aio.AioRpcError as error:
            refusal = Refusal.of(error)
            if refusal.reason == reason:
                return refusal
    raise AssertionError("not refused")


@pytest.mark.parametrize("method", ["SuggestMove", "SuggestMoveStream"])
async def test_a_search_that_its_caller_leaves_is_paid_for(limited, method):
    async with (
        running(replace(limited, limit_calls_per_second=0)) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        new, client = await Client(channel).new(), Client(channel)
        seat = (("authorization", f"Bearer {new.seat_tokens[0]}"),)
        search = pb.SuggestMoveRequest(game_id=new.game.game_id)
        search.max_time.FromSeconds(30)
        for _ in range(20):
            call = getattr(client.stub, method)(search, metadata=seat)
            await asyncio.sleep(0.6)
            if call.done():
                break
            call.cancel()
        assert await call.code() == StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:192.0.2.7:5000", "192.0.2.7"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000", "2001:db8:1:2::/64"),
        ("ipv6:%5B::1%5D:5000", "::/64"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5000", "fe80::/64"),
        ("unix:/run/burgrave", "/run/burgrave"),
    ],
)
def test_a_caller_is_an_address_or_a_network_of_ipv6(peer, host):
    assert callers._host(peer) == host


async def test_wrong_keys_count_like_calls(settings):
    async with (
        running(replace(settings, limit_calls_per_second=1)) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        refusal = await until_refused(Client(channel), "NewGame", NEW, key="wrong")
        assert refusal.facts["subject"] == "address:127.0.0.1"
        assert (await with_key(Client(channel), "NewGame", NEW, KEY)).seat_tokens


async def test_a_message_that_is_too_large_is_refused(client):
    request = pb.NewGameRequest(game_type="x" * (1 << 21))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await with_key(client, "NewGame", request, KEY)
    assert error.value.code() == StatusCode.RESOURCE_EXHAUSTED


# ---- certificates


def certificate(folder, name, issuer=None):
    """A key and a certificate, signed by `issuer` or by itself; their files."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    issuer_name, issuer_key = issuer or (subject, key)
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject).issuer_name(issuer_name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(issuer_key, hashes.SHA256())
    )  # fmt: skip
    files = folder / f"{name}.pem", folder / f"{name}.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return (subject, key), *files


@pytest.mark.parametrize("mutual", [False, True])
async def test_calls_go_over_tls_and_callers_prove_themselves(tmp_path, mutual):
    authority, ca, _ = certificate(tmp_path, "ca")
    _, chain, key = certificate(tmp_path, "server", authority)
    _, client_chain, client_key = certificate(tmp_path, "client", authority)
    settings = Settings(
        address="127.0.0.1:0",
        database=str(tmp_path / "x"),
        tls_certificate=str(chain),
        tls_key=str(key),
        tls_client_ca=str(ca) if mutual else "",
    )
    anonymous = grpc.ssl_channel_credentials(ca.read_bytes())
    known = grpc.ssl_channel_credentials(
        ca.read_bytes(), client_key.read_bytes(), client_chain.read_bytes()
    )
    async with running(settings) as port:

        async def works(channel):
            async with channel:
                try:
                    call = GameServiceStub(channel).ListGameTypes(pb.ListGameTypesRequest())
                    return bool((await call).game_types)
                except grpc.aio.AioRpcError as error:
                    assert error.code() == StatusCode.UNAVAILABLE
                    return False

        address = f"127.0.0.1:{port}"
        assert await works(grpc.aio.secure_channel(address, known))
        assert await works(grpc.aio.secure_channel(address, anonymous)) == (not mutual)
        assert not await works(grpc.aio.insecure_channel(address))
