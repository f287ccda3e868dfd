"""How `hearth serve` listens: over TLS, beyond this machine, and never by accident."""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess

import pytest

from conftest import HEARTH, TOKEN, Server

OPENSSL = shutil.which("openssl")
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificate")


def certificate(folder, name):
    cert, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    return str(cert), str(key)


@pytest.fixture(scope="module")
def identity(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("tls"), "one")


@pytest.fixture(scope="module")
def encrypted(home, identity):
    server = Server(home, ["--tls-certificate", identity[0], "--tls-key", identity[1]])
    yield server
    server.stop()


def fails(home, *arguments):
    environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
    return subprocess.run(
        [HEARTH, "serve", "--port", "0", *arguments], env=environment, capture_output=True, text=True, timeout=60)


def ask(server, identity, path, headers=None, method="GET", body=None):
    context = ssl.create_default_context(cafile=identity[0])
    connection = http.client.HTTPSConnection("localhost", server.ready["port"], context=context, timeout=30)
    connection.request(method, path, body=body, headers={**({"content-type": "application/json"} if body else {}), **(headers or {})})
    response = connection.getresponse()
    body = response.read()
    return response, body, connection.sock.version() if connection.sock else None


@needs_openssl
def test_a_client_that_trusts_the_certificate_is_served(encrypted, identity):
    assert encrypted.url.startswith("https://")
    assert encrypted.ready["signIn"].startswith("https://")
    response, body, version = ask(encrypted, identity, "/api/about", {"authorization": f"Bearer {TOKEN}"})
    assert response.status == 200 and b"version" in body
    assert version in ("TLSv1.2", "TLSv1.3", None)


@needs_openssl
def test_a_link_signs_in_by_post_and_is_used_up_by_nothing_else(encrypted, identity):
    path = encrypted.ready["signIn"].split(str(encrypted.ready["port"]), 1)[1]
    code = path.split("code=", 1)[1]
    for _ in range(2):
        response, _, _ = ask(encrypted, identity, path)
        assert response.status == 303 and response.getheader("location") == f"/#/sign-in?code={code}"
        assert response.getheader("set-cookie") is None
    page, body, _ = ask(encrypted, identity, "/")
    assert page.status == 200 and b"<html" in body.lower()
    signed_in, body, _ = ask(encrypted, identity, "/api/session", method="POST", body=json.dumps({"token": code}))
    assert signed_in.status == 200
    key = json.loads(body)["key"]
    session, body, _ = ask(encrypted, identity, "/api/session", {"hearth-session": key})
    assert session.status == 200 and json.loads(body)["signedIn"]
    again, _, _ = ask(encrypted, identity, "/api/session", method="POST", body=json.dumps({"token": code}))
    assert again.status == 401


@needs_openssl
def test_a_client_that_does_not_trust_it_ends_the_handshake(encrypted):
    with pytest.raises(ssl.SSLCertVerificationError):
        connection = http.client.HTTPSConnection(
            "localhost", encrypted.ready["port"], context=ssl.create_default_context(), timeout=30)
        connection.request("GET", "/healthz")


@needs_openssl
def test_old_versions_of_tls_are_refused(encrypted, identity):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(identity[0])
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        with socket.create_connection(("localhost", encrypted.ready["port"]), timeout=30) as plain:
            context.wrap_socket(plain, server_hostname="localhost")


@needs_openssl
def test_plain_requests_to_an_encrypted_server_get_nothing(encrypted):
    with socket.create_connection(("127.0.0.1", encrypted.ready["port"]), timeout=30) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            answer = plain.recv(4096)
        except ConnectionResetError:
            answer = b""
    assert not answer.startswith(b"HTTP/")


@needs_openssl
def test_a_key_that_does_not_belong_to_the_certificate_ends_it(home, identity, tmp_path):
    _, other = certificate(tmp_path, "two")
    outcome = fails(home, "--tls-certificate", identity[0], "--tls-key", other)
    assert outcome.returncode not in (0, 2), outcome
    assert other in outcome.stderr and "belong together" in outcome.stderr
    assert "BEGIN" not in outcome.stderr


def test_files_that_are_not_there_end_it(home, tmp_path):
    outcome = fails(home, "--tls-certificate", str(tmp_path / "no.pem"), "--tls-key", str(tmp_path / "no-key.pem"))
    assert outcome.returncode not in (0, 2) and "no.pem" in outcome.stderr


def test_beyond_this_machine_needs_tls_or_a_flag(home):
    outcome = fails(home, "--listen", "0.0.0.0")
    assert outcome.returncode == 2 and "--insecure" in outcome.stderr and "--tls-certificate" in outcome.stderr


def test_the_flag_lets_it_listen_and_says_what_it_means(home):
    environment = {**os.environ, "HEARTH_HOME": str(home), "HEARTH_TOKEN": TOKEN}
    process = subprocess.Popen(
        [HEARTH, "serve", "--port", "0", "--json", "--listen", "0.0.0.0", "--insecure"], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert '"url":"http://' in process.stdout.readline().replace("\\/", "/")
    finally:
        process.terminate()
        process.wait(timeout=60)
    assert "everybody on the way can read along" in process.stderr.read()


def test_a_name_of_this_machine_in_use_is_told(home, server):
    outcome = fails(home, "--port", str(server.ready["port"]))
    assert outcome.returncode not in (0, 2) and "in use" in outcome.stderr
