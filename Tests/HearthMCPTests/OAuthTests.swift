import Foundation
import HearthCore
import Testing

@testable import HearthMCP

/// What is read of others who let people in, and what is sent to them; without a connection.
@Suite("Signing in at a server, as messages")
struct OAuthTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    // MARK: Challenges

    @Test(
        arguments: [
            ("Bearer", [nil, nil, nil]),
            (
                #"Bearer resource_metadata="https://a.example/m", scope="files:read files:write""#,
                ["https://a.example/m", "files:read files:write", nil]
            ),
            (
                #"Basic realm="x, Bearer y=1", Bearer error=insufficient_scope ,scope = "a\"b""#,
                [nil, #"a"b"#, "insufficient_scope"]
            ),
            (#"bearer scope="first", scope="second""#, [nil, "first", nil]),
            (#"Bearer resource_metadata="https://a.example/unfinished"#, [nil, nil, nil]),
        ] as [(String, [String?])])
    func `A challenge is read whatever stands before it`(_ header: String, _ wanted: [String?]) throws {
        let challenge = try #require(OAuthChallenge(header))
        #expect([challenge.metadata, challenge.scope, challenge.error] == wanted)
    }

    @Test func `What is no challenge of this kind is none, and one that is too long is not read`() {
        #expect(OAuthChallenge(nil) == nil && OAuthChallenge("") == nil && OAuthChallenge("Basic realm=x") == nil)
        #expect(OAuthChallenge("Bearer scope=\"" + String(repeating: "a", count: 9_000) + "\"") == nil)
        #expect(OAuthChallenge(String(repeating: ",\"", count: 2_000)) == nil)
    }

    // MARK: Descriptions

    @Test func `Where servers describe themselves follows from their addresses`() throws {
        let server = try url("https://tools.example.org/a/mcp")
        #expect(
            OAuthResource.addresses(of: server, named: "https://tools.example.org/here").map(\.absoluteString) == [
                "https://tools.example.org/here",
                "https://tools.example.org/.well-known/oauth-protected-resource/a/mcp",
                "https://tools.example.org/.well-known/oauth-protected-resource",
            ])
        // A challenge sends nobody elsewhere.
        #expect(
            OAuthResource.addresses(of: server, named: "https://other.example.org/here").allSatisfy {
                $0.host() == "tools.example.org"
            })
        #expect(
            OAuthIssuer.addresses(of: try url("https://auth.example.org/tenant/")).map(\.absoluteString) == [
                "https://auth.example.org/.well-known/oauth-authorization-server/tenant",
                "https://auth.example.org/.well-known/openid-configuration/tenant",
                "https://auth.example.org/tenant/.well-known/openid-configuration",
            ])
        #expect(OAuthAddress.resource(of: try url("HTTPS://Tools.Example.org/#x")) == "https://tools.example.org")
    }

    @Test(arguments: [
        ("https://tools.example.org/mcp", true), ("https://tools.example.org", true),
        ("https://tools.example.org/mc", false), ("https://tools.example.org/mcp/more", false),
        ("https://other.example.org/mcp", false), ("http://tools.example.org/mcp", false),
        ("https://tools.example.org:444/mcp", false), ("https://tools.example.org/mcp#a", false),
    ])
    func `A description is taken where it is about the server that was asked`(_ resource: String, _ isTaken: Bool)
        throws
    {
        let metadata: JSONObject = [
            "resource": .string(resource), "authorization_servers": ["https://auth.example.org"],
        ]
        let server = try url("https://tools.example.org/mcp")
        #expect(((try? OAuthResource(metadata, of: server)) != nil) == isTaken)
    }

    private func issuer(_ changes: JSONObject = [:], named: String = "https://auth.example.org") throws -> OAuthIssuer {
        var metadata: JSONObject = [
            "issuer": "https://auth.example.org",
            "authorization_endpoint": "https://auth.example.org/authorize?tenant=1",
            "token_endpoint": "https://auth.example.org/token", "code_challenge_methods_supported": ["plain", "S256"],
        ]
        for (name, value) in changes { metadata[name] = value }
        return try OAuthIssuer(metadata, named: named)
    }

    @Test func `Who lets people in has to call itself so, and to take PKCE and codes`() throws {
        _ = try issuer()
        _ = try issuer(named: "https://auth.example.org/")
        for wrong in ["https://auth.example.org/x", "https://AUTH.example.org", "http://auth.example.org"] {
            #expect(throws: MCPAnswerProblem.self) { try issuer(named: wrong) }
        }
        let unfit: [JSONObject] = [
            ["code_challenge_methods_supported": ["plain"]], ["code_challenge_methods_supported": .null],
            ["response_types_supported": ["token"]], ["token_endpoint": .null], ["authorization_endpoint": 3],
        ]
        for changes in unfit { #expect(throws: MCPAnswerProblem.self, "\(changes)") { try issuer(changes) } }
    }

    // MARK: An attempt

    private func attempt(_ changes: JSONObject = [:]) throws -> OAuthAttempt {
        let issuer = try issuer(changes)
        return OAuthAttempt(
            issuer: issuer, client: OAuthClient(id: "a client&more", at: issuer),
            resource: "https://tools.example.org/mcp",
            redirect: "http://127.0.0.1:5000/callback", scope: "look up")
    }

    @Test func `What the browser opens names the server, and holds a challenge and no secret`() throws {
        let attempt = try attempt()
        let address = try #require(attempt.address)
        let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(query["tenant"] == "1" && query["response_type"] == "code" && query["client_id"] == "a client&more")
        #expect(query["resource"] == "https://tools.example.org/mcp" && query["scope"] == "look up")
        #expect(query["code_challenge_method"] == "S256" && query["state"] == attempt.state)
        let verifier = try #require(attempt.exchange("c").first { $0.0 == "code_verifier" }?.1)
        #expect(verifier.utf8.count == 43 && !address.absoluteString.contains(verifier))
        let again = try self.attempt()
        #expect(again.state != attempt.state && again.exchange("c").map(\.1) != attempt.exchange("c").map(\.1))
    }

    @Test func `An answer counts for its own attempt, from the one that was asked`() throws {
        let named: JSONObject = ["authorization_response_iss_parameter_supported": true]
        let attempt = try attempt(named)
        let good = ["state": attempt.state, "code": "abc", "iss": "https://auth.example.org"]
        #expect(try attempt.code(in: good) == "abc")
        let wrong: [[String: String]] = [
            good.merging(["state": "another"]) { $1 }, good.merging(["iss": "https://evil.example.org"]) { $1 },
            good.filter { $0.key != "iss" }, good.filter { $0.key != "code" }, good.merging(["code": "a b"]) { $1 },
            good.merging(["error": "access_denied"]) { $1 }, [:],
        ]
        for answer in wrong { #expect(throws: MCPAnswerProblem.self, "\(answer)") { try attempt.code(in: answer) } }
        // One that never names itself need not; but where somebody is named, it has to be the right one.
        let silent = try self.attempt()
        #expect(try silent.code(in: ["state": silent.state, "code": "abc"]) == "abc")
        #expect(throws: MCPAnswerProblem.self) {
            try silent.code(in: ["state": silent.state, "code": "abc", "iss": "https://evil.example.org"])
        }
    }

    // MARK: Tokens

    @Test func `Tokens are taken as they are sent in headers, and renewed a minute early`() throws {
        let now = Date(timeIntervalSince1970: 1_000)
        let usual: JSONObject = [
            "access_token": "a", "token_type": "bearer", "expires_in": "3600", "refresh_token": "r",
        ]
        let tokens = try OAuthTokens(usual, now: now)
        #expect(tokens.expiresAt == 4_600 && tokens.refresh == "r")
        #expect(!tokens.isSpent(at: Date(timeIntervalSince1970: 4_539)))
        #expect(tokens.isSpent(at: Date(timeIntervalSince1970: 4_540)))
        // Where no other refresh token comes, the former one stays good.
        let next = try OAuthTokens(["access_token": "b", "token_type": "Bearer"], now: now, former: tokens)
        #expect(next.refresh == "r" && next.expiresAt == nil && !next.isSpent(at: .distantFuture))
        let wrong: [JSONObject] = [
            ["token_type": "Bearer"], ["access_token": "a", "token_type": "mac"], ["access_token": "a"],
            ["access_token": "a\r\nX: y", "token_type": "Bearer"], ["access_token": "", "token_type": "Bearer"],
            ["access_token": .string(String(repeating: "a", count: 20_000)), "token_type": "Bearer"],
        ]
        for answer in wrong { #expect(throws: MCPAnswerProblem.self) { try OAuthTokens(answer, now: now) } }
    }

    @Test func `What others say is shown short and harmless`() {
        let refusal = OAuthRefusal(["error": "bad\u{1B}[31m", "error_description": "no\n\u{202E}way"], status: 400)
        #expect(refusal.code == "bad[31m" && refusal.message == "noway")
        #expect(PercentCoding.encoded("a b&=ü~") == "a%20b%26%3D%C3%BC~")
        #expect(OAuthText.scopes(in: "a  b\u{7F} c\"d e") == ["a", "e"])
    }
}
