import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthTransport

@Suite struct TLSTests {
    @Test func aCertificateThatNobodyVouchesForIsRefused() async throws {
        let server = try await WireServer.start(identity: TestIdentity.identity, script: [.http()])
        let fixture = try Fixture()
        #expect(await fixture.failure(post(server.url))?.reason == .tlsFailed)
        #expect(server.log.requests.isEmpty)
        #expect(fixture.ledger.entries.map(\.errorCode) == ["tls-failed"])
        #expect(fixture.ledger.entries.map(\.bytesOut) == [0])
        await server.stop()
    }

    @Test func anAuthorityOfTheSettingsIsTrusted() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(TestIdentity.certificate.utf8).write(to: file)
        let server = try await WireServer.start(identity: TestIdentity.identity, script: [.http(body: noise(100_000))])
        let fixture = try Fixture { $0.certificateAuthorityFiles = [file.path] }
        #expect(try await fixture.fetch(post(server.url)).body == noise(100_000))
        let named = try #require(URL(string: "https://localhost:\(server.port)/"))
        #expect(try await fixture.fetch(post(named)).body == noise(100_000))
        // The certificate is trusted, but it is not one for this address.
        let other = try #require(URL(string: "https://127.0.0.2:\(server.port)/"))
        let error = await fixture.failure(post(other))
        #expect(error?.reason == .tlsFailed || error?.reason == .cannotConnect)
        await server.stop()
    }

    @Test func aServerWithoutTLSIsNotSpokenToInTheClear() async throws {
        let server = try await WireServer.start(script: [.http()])
        let fixture = try Fixture { $0.connectTimeout = .milliseconds(300) }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        #expect(await fixture.failure(post(url)) != nil)
        #expect(server.log.requests.isEmpty)
        await server.stop()
    }

    @Test func aDroppedConnectionIsNoEndOfABodyWithoutLength() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(TestIdentity.certificate.utf8).write(to: file)
        let response = WireResponse.http(body: noise(1_000), framing: .untilClose).dropping(after: 500, reset: true)
        let server = try await WireServer.start(identity: TestIdentity.identity, script: [response])
        let fixture = try Fixture { $0.certificateAuthorityFiles = [file.path] }
        #expect(await fixture.failure(post(server.url))?.reason == .connectionLost)
        await server.stop()
    }

    @Test func authoritiesThatCannotBeReadAreAnError() throws {
        #expect(throws: TransportError.self) { try Fixture { $0.certificateAuthorityFiles = ["/nowhere/at-all.pem"] } }
    }
}
