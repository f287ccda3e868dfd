import Foundation
import HearthCore
import Testing

@testable import HearthTransport

@Suite struct CheckedRequestTests {
    private func reason(_ url: String, headers: [(name: String, value: String)] = [], credential: Credential? = nil)
        throws -> TransportError.Reason?
    {
        let url = try #require(URL(string: url))
        do {
            _ = try CheckedRequest(
                HTTPRequest(.get, url, headers: headers, credential: credential, ledgerRecord: 1, purpose: "test"))
            return nil
        } catch {
            return error.reason
        }
    }

    private func credential(_ key: String, header: String = "Authorization", for url: String) throws -> Credential {
        let origin = try #require(URL(string: url).flatMap { Origin($0) })
        return Credential(header: header, prefix: "Bearer ", key: Secret(key), origin: origin)
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/v1", "http://127.255.3.4/", "http://[::1]:11434/api", "http://localhost/",
        "http://LOCALHOST:1/",
        "https://api.example.org/v1/chat?x=%20y", "https://10.0.0.1/",
    ])
    func loopbackAndTLSAreAllowed(url: String) throws {
        #expect(try reason(url) == nil)
    }

    @Test(arguments: [
        "http://api.example.org/", "http://192.168.1.7:11434/", "http://10.0.0.1/", "http://0.0.0.0/", "http://[::]/",
        "http://[fe80::1]/", "http://[::ffff:127.0.0.1]/", "http://127.1/", "http://2130706433/", "http://0x7f000001/",
        "http://localhost.example.org/", "http://127.0.0.1.example.org/", "http://localhost./",
    ])
    func plainHTTPElsewhereIsRefused(url: String) throws {
        #expect(try reason(url) == .needsTLS)
    }

    @Test(arguments: [
        "ftp://example.org/", "file:///etc/passwd", "example.org", "https://", "https://user:pass@example.org/",
        "https://user@example.org/", "https://exa%2Fmple.org/", "https://example.org:0/", "https://example.org:99999/",
        "unix:///tmp/socket", "http+unix://%2Ftmp%2Fs/x",
    ])
    func addressesThatCouldMeanSomethingElseAreRefused(url: String) throws {
        guard let url = URL(string: url) else { return }
        #expect(try reason(url.absoluteString) == .badURL)
    }

    @Test func theAddressIsBuiltFromWhatWasChecked() throws {
        let url = try #require(URL(string: "HTTPS://API.example.org/a%20b?q=1&r=%C3%A4#fragment"))
        let request = try CheckedRequest(HTTPRequest(.get, url, ledgerRecord: 1, purpose: "test"))
        #expect(request.address == "https://api.example.org:443/a%20b?q=1&r=%C3%A4")
        #expect(request.host == "api.example.org")
        let local = try #require(URL(string: "http://[::1]:8080"))
        #expect(
            try CheckedRequest(HTTPRequest(.get, local, ledgerRecord: 1, purpose: "test")).address
                == "http://[::1]:8080/")
    }

    @Test func anAddressThatIsTooLongIsRefused() throws {
        #expect(try reason("https://example.org/" + String(repeating: "a", count: 20_000)) == .badURL)
    }

    @Test(arguments: [
        ("x", "a\r\nEvil: 1"), ("x", "a\nb"), ("x", "a\u{0}b"), ("x", "a\u{7f}"), ("x\r\nEvil", "1"), ("x y", "1"),
        ("", "1"),
        ("x:", "1"), ("ä", "1"), ("Authorization", "Bearer stray"), ("x-api-key", "stray"), ("cookie", "a=b"),
        ("Host", "evil.example"), ("Content-Length", "3"), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
    ])
    func headersThatSmuggleAreRefused(name: String, value: String) throws {
        #expect(try reason("https://example.org/", headers: [(name, value)]) == .badHeader)
    }

    @Test(arguments: ["", "key\r\nEvil: 1", "key\u{0}"])
    func keysThatSmuggleAreRefused(key: String) throws {
        let bound = try credential(key, for: "https://example.org")
        #expect(try reason("https://example.org/", credential: bound) == .badHeader)
    }

    @Test(arguments: [
        "https://evil.example/", "https://example.org:444/", "https://example.org.evil.example/",
        "https://www.example.org/",
        "https://127.0.0.1/",
    ])
    func theKeyGoesOnlyToItsOrigin(url: String) throws {
        let bound = try credential("sk-secret", for: "https://example.org")
        #expect(try reason("https://example.org/v1", credential: bound) == nil)
        #expect(try reason("https://EXAMPLE.org:443/v1", credential: bound) == nil)
        #expect(try reason(url, credential: bound) == .wrongOrigin)
    }

    @Test func aKeyForTLSIsNotSentWithoutIt() throws {
        let bound = try credential("sk-secret", for: "https://127.0.0.1:8080")
        #expect(try reason("http://127.0.0.1:8080/", credential: bound) == .wrongOrigin)
    }
}
