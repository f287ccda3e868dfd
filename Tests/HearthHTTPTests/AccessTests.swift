import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Who may come in")
struct AccessTests {
    private let routes = [
        ServerRoute(.get, "/open", access: .open) { _ in .text("open") },
        ServerRoute(.get, "/secret") { request in .text(request.caller.logName) },
        ServerRoute(.post, "/secret") { _ in .text("changed") },
        ServerRoute(.get, "/items/:id") { request in .text(request.parameter("id")) },
    ]

    @Test func `Without a token only what is open is served`() async throws {
        try await Loopback.with(routes) { server async throws in
            #expect(try await server.send("GET", "/open", token: nil).body == "open")
            let refused = try await server.send("GET", "/secret", token: nil)
            #expect(refused.status == 401)
            #expect(refused.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            #expect(!refused.body.contains(Loopback.token))
        }
    }

    @Test(arguments: ["wrong", "", Loopback.token + "x", String(Loopback.token.dropLast()), "a b"])
    func `A wrong token is refused, whatever it is`(_ token: String) async throws {
        try await Loopback.with(routes) { server async throws in
            #expect(try await server.send("GET", "/secret", token: token).status == 401)
            // Also where nothing would have been needed: a client should learn that its token is wrong.
            #expect(try await server.send("GET", "/open", token: token).status == 401)
        }
    }

    @Test func `The token comes as a bearer token or as an API key`() async throws {
        try await Loopback.with(routes) { server async throws in
            #expect(try await server.send("GET", "/secret").body == "token")
            let key = try await server.send("GET", "/secret", headers: ["x-api-key: \(Loopback.token)"], token: nil)
            #expect(key.body == "token")
            #expect(try await server.send("GET", "/secret", headers: ["x-api-key: no"], token: nil).status == 401)
        }
    }

    @Test(arguments: [
        "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2", "0.0.0.0",
        "2130706433", "[::ffff:127.0.0.1]", "localhost:99999", "localhost:", "", "a b", "localhost@evil.example",
    ])
    func `A page whose name was bound to this address is refused`(_ host: String) async throws {
        try await Loopback.with(routes) { server async throws in
            let reply = try await server.send("GET", "/open", host: host)
            #expect(reply.status == 421 || reply.status == 400)
            #expect(!reply.body.contains("open"))
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "localhost:12345"])
    func `Names of this machine are served`(_ host: String) async throws {
        try await Loopback.with(routes) { server async throws in
            #expect(try await server.send("GET", "/open", host: host).body == "open")
        }
    }

    @Test func `A request without a host, or with two, is refused`() async throws {
        try await Loopback.with(routes) { server async throws in
            let found = try Reply(try await server.raw("GET /open HTTP/1.1\r\nConnection: close\r\n\r\n"))
            #expect(found.status == 400)
            let two = "GET /open HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
            let reply = try Reply(try await server.raw(two))
            #expect(reply.status >= 400)
        }
    }

    @Test func `Whoever watches the server in an older HTTP may leave the host out, and gets nothing else`()
        async throws
    {
        try await Loopback.with(routes) { server async throws in
            for target in ["/healthz", "/readyz?a=1", "/health"] {
                let reply = try Reply(try await server.raw("GET \(target) HTTP/1.0\r\n\r\n"))
                #expect(reply.status == 200, "\(target)")
            }
            let bearer = "Authorization: Bearer \(Loopback.token)\r\n"
            #expect(try Reply(try await server.raw("GET /metrics HTTP/1.0\r\n\(bearer)\r\n")).status == 200)
            #expect(try Reply(try await server.raw("GET /metrics HTTP/1.0\r\n\r\n")).status == 401)
            for refused in [
                "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
                "GET /healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n",
                "GET /healthz HTTP/1.0\r\nHost:\r\n\r\n",
                "GET /healthz HTTP/1.0\r\nOrigin: http://\r\n\r\n",
                "GET /healthz HTTP/1.0\r\nSec-Fetch-Site: none\r\n\r\n",
                "GET /healthz HTTP/1.0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
                "GET /open HTTP/1.0\r\n\r\n", "GET /open HTTP/1.0\r\n\(bearer)\r\n",
                "POST /healthz HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
            ] {
                let reply = try Reply(try await server.raw(refused))
                #expect(reply.status == 400 || reply.status == 421, "\(refused)")
            }
        }
    }

    @Test(arguments: ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "file://"])
    func `A page of another origin is refused even with the token`(_ origin: String) async throws {
        try await Loopback.with(routes) { server async throws in
            let reply = try await server.send("POST", "/secret", headers: ["Origin: \(origin)"], body: "{}")
            #expect(reply.status == 403)
            #expect(reply.errorCode == "foreign-origin")
            #expect(reply.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test func `Each answer tells browsers to be careful with it`() async throws {
        try await Loopback.with(routes) { server async throws in
            for target in ["/open", "/nowhere"] {
                let headers = try await server.send("GET", target).headers
                let policy = try #require(headers["content-security-policy"])
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe-inline"))
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["referrer-policy"] == "no-referrer")
                #expect(headers["cache-control"] == "no-store")
            }
        }
    }

    @Test(arguments: [
        "/items/..%2f..%2fetc%2fpasswd", "/items/%2e%2e", "/items/%00", "/items/%zz", "/items/%ff",
        "//evil.example/open",
        "/../../etc/passwd", "/open/../secret", "/items/a%2fb", "/open%00", "/OPEN",
    ])
    func `A path is what it says, and leads nowhere else`(_ target: String) async throws {
        try await Loopback.with(routes) { server async throws in
            let reply = try await server.send("GET", target, token: nil)
            // What matches a route still needs the token; what does not is not there.
            #expect([400, 401, 404].contains(reply.status))
        }
    }

    @Test func `A parameter is decoded once`() async throws {
        try await Loopback.with(routes) { server async throws in
            #expect(try await server.send("GET", "/items/a%20b%2Fc%2525").body == "a b/c%25")
        }
    }
}
