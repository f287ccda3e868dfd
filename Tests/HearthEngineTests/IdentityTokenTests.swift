import Crypto
import Foundation
import HearthCore
import Testing

@testable import HearthEngine

/// What of an ID token is believed: only what its provider signed, for this server, this attempt and this moment.
@Suite("ID tokens")
struct IdentityTokenTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let key: SigningKey

    init() throws { key = try SigningKey.shared.get() }

    private func claims(_ changed: JSONObject = [:], without missing: String? = nil) -> JSONValue {
        let now = Int(Self.now.timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(ScriptedIdentityProvider.issuer), "aud": "hearth", "sub": "subject-1", "nonce": "once",
            "iat": .number(JSONNumber(now - 10)), "exp": .number(JSONNumber(now + 300)),
        ]
        for (name, value) in zip(changed.keys, changed.values) { claims[name] = value }
        if let missing { claims[missing] = nil }
        return .object(claims)
    }

    private func seconds(_ offset: Int) -> JSONValue {
        .number(JSONNumber(Int(Self.now.timeIntervalSince1970) + offset))
    }

    private func keys(_ key: SigningKey? = nil, id: String = "first") throws -> [IdentityKey] {
        let object = try #require(try (key ?? self.key).publicKey(id).objectValue)
        return [try #require(IdentityKey(object))]
    }

    private func identity(_ text: String, keys: [IdentityKey]? = nil, access: String? = "access") throws -> Identity {
        try IdentityToken(text).identity(
            try keys ?? self.keys(),
            IdentityToken.Expectation(
                issuer: ScriptedIdentityProvider.issuer, clientID: "hearth", nonce: "once", accessToken: access,
                now: Self.now))
    }

    private func token(_ claims: JSONValue, _ header: JSONObject = ["alg": "RS256", "kid": "first"]) throws -> String {
        try key.signed(claims, header: header)
    }

    private func problem(_ work: () throws -> Void) -> IdentityProblem.Reason? {
        do {
            try work()
            return nil
        } catch {
            return (error as? IdentityProblem)?.reason
        }
    }

    @Test func `What a provider signed for this server, attempt and moment says who somebody is`() throws {
        let found = try identity(
            try token(
                claims([
                    "name": "Mira Holm", "preferred_username": "mira", "email": "mira@example.org",
                    "email_verified": true,
                ])))
        #expect(
            found
                == Identity(
                    issuer: ScriptedIdentityProvider.issuer, subject: "subject-1", verifiedEmail: "mira@example.org",
                    names: ["Mira Holm", "mira"]))
        // One that names no key is of the only one that could have signed it.
        #expect(try identity(try token(claims(), ["alg": "RS256"])).subject == "subject-1")
        let curve = SigningKey.p256(P256.Signing.PrivateKey())
        let text = try curve.signed(claims(), header: ["alg": "ES256", "kid": "curve"])
        #expect(try identity(text, keys: try keys() + keys(curve, id: "curve")).subject == "subject-1")
    }

    @Test func `An address of mail counts only with the provider's word as a truth`() throws {
        for verified: JSONValue in [false, "true", .null, 1] {
            let found = try identity(
                try token(claims(["email": "mira@example.org", "email_verified": verified])))
            #expect(found.verifiedEmail == nil, "\(verified)")
        }
        for email in ["mira", "@example.org", "mira@", "a@b@example.org", "mira@exämple.org", "mi ra@example.org"] {
            let found = try identity(
                try token(claims(["email": .string(email), "email_verified": true])))
            #expect(found.verifiedEmail == nil, "\(email)")
        }
    }

    @Test func `A token without a signature, or with one by a shared secret, is none`() throws {
        for algorithm in ["none", "None", "NONE", "HS256", "HS512", "", "RS1"] {
            #expect(
                problem { _ = try identity(try token(claims(), ["alg": .string(algorithm)])) } == .algorithm,
                "\(algorithm)")
        }
        // Signed by the public key as if that were a secret.
        let secret = try key.publicKey("first").description
        let text = ["{\"alg\":\"HS256\",\"kid\":\"first\"}", claims().description]
            .map { Base64URL.encoded(Array($0.utf8)) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(text.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        #expect(problem { _ = try identity(text + "." + Base64URL.encoded(Array(code))) } == .algorithm)
        let bare = try token(claims()).split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(problem { _ = try identity(bare) } == .malformed)
        #expect(problem { _ = try identity(try token(claims(), ["alg": "RS256", "crit": ["exp"]])) } == .algorithm)
    }

    @Test func `What was changed, or signed by another, is not believed`() throws {
        let parts = try token(claims()).split(separator: ".").map(String.init)
        let other = Base64URL.encoded(Array(claims(["sub": "subject-2"]).description.utf8))
        #expect(problem { _ = try identity("\(parts[0]).\(other).\(parts[2])") } == .signature)
        var signature = try #require(Base64URL.decoded(parts[2]))
        signature[10] ^= 1
        #expect(problem { _ = try identity("\(parts[0]).\(parts[1]).\(Base64URL.encoded(signature))") } == .signature)
        #expect(problem { _ = try identity(try token(claims(), ["alg": "RS256", "kid": "second"])) } == .unknownKey)
        // A key of one kind signs nothing of the other, and one that is for something else nothing at all.
        #expect(problem { _ = try identity(try token(claims(), ["alg": "ES256", "kid": "first"])) } == .unknownKey)
        #expect(problem { _ = try identity(try token(claims(), ["alg": "PS256", "kid": "first"])) } == .unknownKey)
        var object = try #require(try key.publicKey("first").objectValue)
        object["use"] = "enc"
        #expect(IdentityKey(object) == nil)
        // Of two of the same name nobody knows which is meant.
        #expect(problem { _ = try identity(try token(claims()), keys: try keys() + keys()) } == .unknownKey)
        #expect(IdentityKey(["kty": "oct", "k": "c2VjcmV0"]) == nil)
        #expect(
            IdentityKey([
                "kty": "RSA", "n": .string(Base64URL.encoded([UInt8](repeating: 255, count: 128))), "e": "AQAB",
            ]) == nil)
    }

    @Test func `A token for another server, another attempt or another time is not for this one`() throws {
        func reason(_ changed: JSONObject, without missing: String? = nil) throws -> IdentityProblem.Reason? {
            let text = try token(claims(changed, without: missing))
            return problem { _ = try identity(text) }
        }
        #expect(try reason(["iss": .string(ScriptedIdentityProvider.issuer + "/")]) == .issuer)
        #expect(try reason([:], without: "iss") == .issuer)
        #expect(try reason(["aud": "another"]) == .audience)
        #expect(try reason(["aud": ["another", "hearth"]]) == .audience)
        #expect(try reason(["aud": ["another", "hearth"], "azp": "another"]) == .audience)
        #expect(try reason(["aud": "hearth", "azp": "another"]) == .audience)
        #expect(try reason(["aud": ["another", "hearth"], "azp": "hearth"]) == nil)
        #expect(try reason(["nonce": "another"]) == .nonce)
        #expect(try reason([:], without: "nonce") == .nonce)
        #expect(try reason(["exp": seconds(-61)]) == .time)
        #expect(try reason(["exp": seconds(-30)]) == nil)
        #expect(try reason(["iat": seconds(120)]) == .time)
        #expect(try reason(["nbf": seconds(120)]) == .time)
        #expect(try reason(["nbf": "soon"]) == .time)
        #expect(try reason([:], without: "exp") == .malformed)
        #expect(try reason([:], without: "sub") == .malformed)
        #expect(try reason(["sub": .string(String(repeating: "a", count: 256))]) == .malformed)
    }

    @Test func `A token belongs to what came with it`() throws {
        let half = Array(ContentHash(of: Array("access".utf8)).bytes.prefix(16))
        let text = try token(claims(["at_hash": .string(Base64URL.encoded(half))]))
        #expect(try identity(text).subject == "subject-1")
        #expect(problem { _ = try identity(text, access: "another") } == .accessToken)
        #expect(problem { _ = try identity(text, access: nil) } == .accessToken)
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "e30.e30.e30", "e30=.e30.e30", "!!.e30.e30", "AA.AA.AA"])
    func `What cannot be read is no token`(_ text: String) {
        #expect(problem { _ = try identity(text) } != nil)
    }

    @Test func `Base64 of addresses is read strictly`() {
        #expect(Base64URL.decoded("-_8") == [0xFB, 0xFF])
        for text in ["", "A", "AA=", "AA==", "A+", "A/", "A A", "ä"] {
            #expect(Base64URL.decoded(text) == nil, "\(text)")
        }
    }
}
