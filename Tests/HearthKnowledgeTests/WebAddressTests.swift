import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What may be fetched from where.
struct WebAddressTests {
    @Test(arguments: [
        ("example.org/feed", "https://example.org/feed"), ("http://example.org/a", "https://example.org/a"),
        ("feed://example.org/a", "https://example.org/a"), ("feed:https://example.org/a", "https://example.org/a"),
        ("https://example.org/a#part", "https://example.org/a"), ("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
        ("http://example.org:80/a", "https://example.org/a"), (" https://example.org ", "https://example.org"),
    ]) func whatIsTypedBecomesAnAddress(_ typed: String, _ wanted: String) throws {
        #expect(try WebAddress.typed(typed).absoluteString == wanted)
    }

    @Test(arguments: [
        "", "https://", "file:///etc/passwd", "https://ann:secret@example.org/", "ftp://example.org", "https://a b",
    ])
    func whatIsNoneIsRefused(_ typed: String) {
        #expect(throws: FeedError.self) { try WebAddress.typed(typed) }
    }

    @Test(arguments: [
        "localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "10.0.0.1:8080", "192.168.1.1", "172.16.0.1",
        "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::1]", "[::1]:80", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]",
        "[64:ff9b::a00:1]", "[2002:a00:1::]", "printer", "printer.local", "router.lan", "localhost.",
        "metadata.internal", "010.1.1.1",
        "224.0.0.1", "1.2.3.4.5", "[2001::1]", "[2001:0:a00:1::]", "[2001:00:a00:1::]", "[2001:000:a00:1::]",
        "[2001:0000:a00:1::]", "[2001:db8::1]", "[2001:0db8::1]", "[2001:DB8::1]", "[2001:x::1]",
    ]) func placesInOnesOwnNetworkAreTold(_ host: String) { #expect(WebAddress.isPrivate(host)) }

    @Test(arguments: [
        "example.org", "example.org:8080", "93.184.216.34", "172.32.0.1", "[2606:2800:220:1::]", "1e100.net",
        "3.example.org", "[2001:4860:4860::8888]", "[2001:db80::1]",
    ])
    func othersAreNot(_ host: String) { #expect(!WebAddress.isPrivate(host)) }

    @Test func onlyHostsThatWereAllowedAreAsked() throws {
        func reason(_ hosts: AllowedHosts, _ url: String, _ who: String?) throws -> FeedError.Reason? {
            do {
                try hosts.check(try #require(URL(string: url)), namedBy: who)
                return nil
            } catch let error as FeedError {
                return error.reason
            }
        }
        let hosts = AllowedHosts(["example.org", "localhost:9000"], first: "example.org")
        #expect(try reason(hosts, "https://example.org/a", nil) == nil)
        #expect(try reason(hosts, "https://EXAMPLE.org/a", "example.org") == nil)
        #expect(try reason(hosts, "https://example.org:8443/a", nil) == .hostNotAllowed)
        #expect(try reason(hosts, "https://other.example/a", "example.org") == .hostNotAllowed)
        // Also one that was allowed: what comes from outside has nothing asked here.
        #expect(try reason(hosts, "http://localhost:9000/a", "example.org") == .privateAddress)
        #expect(try reason(hosts, "file:///etc/passwd", "example.org") == .badAddress)
        let own = AllowedHosts(["nas.local", "10.0.0.2"], first: "nas.local")
        #expect(try reason(own, "https://10.0.0.2/a", "nas.local") == nil)
        #expect(try reason(own, "https://10.0.0.3/a", "nas.local") == .hostNotAllowed)
    }

    @Test func eachHostIsAnErrandOfItsOwnInTheLedger() async throws {
        let library = MemoryLibrary()
        let transport = ScriptedTransport([
            .init(status: 301, headers: [("location", "http://www.example.org/b")]),
            .init(status: 302, headers: [("location", "https://other.example/c")]),
        ])
        let fetcher = WebFetcher(transport: transport, ledger: library)
        let url = try #require(URL(string: "http://example.org/a"))
        await #expect(throws: FeedError.self) {
            try await fetcher.get(
                url, .page, hosts: AllowedHosts(["example.org", "www.example.org"], first: "example.org"),
                limits: .init(bytes: 1_000, time: .seconds(5)))
        }
        // Nothing in the clear, and nothing to the host that nobody allowed.
        #expect(transport.requests.map(\.url.absoluteString) == ["https://example.org/a", "https://www.example.org/b"])
        #expect(transport.requests.allSatisfy { !$0.followsRedirects && $0.credential == nil })
        let records = try await library.ledger(LedgerFilter()).map(\.entry)
        #expect(records.map(\.kind) == [.decision, .outcome, .decision, .outcome])
        #expect(records.map(\.host) == ["example.org", "example.org", "www.example.org", "www.example.org"])
        #expect(Set(records.map(\.purpose)) == ["page"])
    }

    @Test func circlesEnd() async throws {
        let transport = ScriptedTransport(
            Array(repeating: .init(status: 302, headers: [("location", "/a")]), count: 20))
        let fetcher = WebFetcher(transport: transport, ledger: MemoryLibrary())
        let url = try #require(URL(string: "https://example.org/a"))
        await #expect(throws: FeedError.self) {
            try await fetcher.get(
                url, .feed, hosts: AllowedHosts(["example.org"], first: "example.org"),
                limits: .init(bytes: 1_000, time: .seconds(5)))
        }
        #expect(transport.requests.count == 6)
    }
}
