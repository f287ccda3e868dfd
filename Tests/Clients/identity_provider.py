"""A small provider of OpenID Connect on this machine, with real keys: signs in whoever it is told to, and checks what it is asked."""

import base64
import hashlib
import json
import secrets
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

#: With characters that a form, and a header, have to escape.
CLIENT, SECRET = "hearth", "a-secret-of-the-client:100%"


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value, size=None):
    return encoded(value.to_bytes(size or (value.bit_length() + 7) // 8, "big"))


class Key:
    """A key of either kind, and how it signs."""

    def __init__(self, kind, name):
        self.name, self.algorithm = name, {"rsa": "RS256", "ec": "ES256"}[kind]
        self.private = rsa.generate_private_key(65537, 2048) if kind == "rsa" else ec.generate_private_key(ec.SECP256R1())

    def public(self):
        numbers = self.private.public_key().public_numbers()
        if self.algorithm == "RS256":
            return {"kty": "RSA", "kid": self.name, "use": "sig", "n": number(numbers.n), "e": number(numbers.e)}
        return {"kty": "EC", "crv": "P-256", "kid": self.name, "x": number(numbers.x, 32), "y": number(numbers.y, 32)}

    def signed(self, claims, header=None):
        header = header or {"alg": self.algorithm, "kid": self.name, "typ": "JWT"}
        text = ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))
        if self.algorithm == "RS256":
            return text + "." + encoded(self.private.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256()))
        r, s = decode_dss_signature(self.private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return text + "." + encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


class Provider:
    """`claims` are those of whoever signs in next; `spoil` may change the token that is given for them."""

    def __init__(self):
        self.key, self.claims, self.spoil, self.asked, self.codes = Key("rsa", "one"), {}, None, [], {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def answer(self, value, status=200):
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                provider.asked.append(f"GET {self.path}")
                if self.path == "/realm/.well-known/openid-configuration":
                    return self.answer(provider.description())
                if self.path == "/realm/keys":
                    return self.answer({"keys": [provider.key.public()]})
                return self.answer({}, 404)

            def do_POST(self):
                provider.asked.append(f"POST {self.path}")
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode()))
                token = provider.token(form, self.headers.get("authorization", ""))
                return self.answer(token or {"error": "invalid_grant"}, 200 if token else 400)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self.server.server_port}/realm"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def description(self):
        return {
            "issuer": self.issuer, "authorization_endpoint": self.issuer + "/auth", "token_endpoint": self.issuer + "/token",
            "jwks_uri": self.issuer + "/keys", "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"]}

    def sign_in(self, url):
        """What the browser is sent back with, as an address; the person signed in on the provider's page."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        assert url.startswith(self.issuer + "/auth?")
        assert query["client_id"] == CLIENT and query["response_type"] == "code" and "openid" in query["scope"].split()
        assert query["code_challenge_method"] == "S256" and query["nonce"] and query["state"]
        code = secrets.token_urlsafe(16)
        self.codes[code] = (query, dict(self.claims))
        return query["redirect_uri"] + "?" + urllib.parse.urlencode({"state": query["state"], "code": code})

    def token(self, form, authorization):
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode() if authorization else ""
        if [urllib.parse.unquote(part) for part in pair.split(":")] != [CLIENT, SECRET]:
            return None
        # Once.
        query, claims = self.codes.pop(form.get("code"), (None, None))
        if query is None or form.get("redirect_uri") != query["redirect_uri"]:
            return None
        if encoded(hashlib.sha256(form.get("code_verifier", "").encode()).digest()) != query["code_challenge"]:
            return None
        now, access = int(time.time()), secrets.token_urlsafe(16)
        whole = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": query["nonce"],
            "at_hash": encoded(hashlib.sha256(access.encode()).digest()[:16]), **claims}
        token = self.spoil(whole) if self.spoil else self.key.signed(whole)
        return {"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": token}
