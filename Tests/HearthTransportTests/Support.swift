import Foundation
import HearthCore
import HearthTesting
import Synchronization

@testable import HearthTransport

/// Keeps entries in memory, and fails when it is told to.
final class MemoryLedger: RoutingLedger {
    struct Full: ReadableError {
        let code = "ledger-full"
        let kind = Failure.Kind.diskFull
        let message = "The disk is full."
    }

    private let state = Mutex<(entries: [LedgerEntry], isFull: Bool)>(([], false))

    var entries: [LedgerEntry] { state.withLock { $0.entries } }
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    func append(_ entry: LedgerEntry) async throws -> Int {
        try state.withLock { state in
            guard !state.isFull else { throw Full() }
            state.entries.append(entry)
            return state.entries.count
        }
    }
}

/// A transport with its ledger, quick retries and the waits it was asked for.
struct Fixture: Sendable {
    let transport: AsyncHTTPTransport
    let ledger = MemoryLedger()
    let waits: Waits

    final class Waits: Sendable {
        private let list = Mutex<[Duration]>([])
        var all: [Duration] { list.withLock { $0 } }
        func add(_ wait: Duration) { list.withLock { $0.append(wait) } }
    }

    init(_ change: (inout AsyncHTTPTransport.Configuration) -> Void = { _ in }) throws {
        let waits = Waits()
        var configuration = AsyncHTTPTransport.Configuration()
        configuration.clock = TransportClock(sleep: { waits.add($0) })
        configuration.jitter = { 1 }
        change(&configuration)
        self.waits = waits
        transport = try AsyncHTTPTransport(configuration: configuration, ledger: ledger)
    }

    /// Sends, and reads the whole body.
    func fetch(_ request: HTTPRequest) async throws -> (response: HTTPResponse, body: [UInt8]) {
        let response = try await transport.send(request)
        var body: [UInt8] = []
        for try await piece in response.body { body += piece }
        return (response, body)
    }

    /// The error with which a request ends, wherever it ends.
    func failure(_ request: HTTPRequest) async -> TransportError? {
        do {
            _ = try await fetch(request)
            return nil
        } catch {
            return error as? TransportError
        }
    }
}

func get(_ url: URL, path: String = "/", maximum: Int = 64 << 20) -> HTTPRequest {
    HTTPRequest(
        .get, url.appending(path: path), ledgerRecord: 1, purpose: "test", maximumResponseBytes: maximum)
}

func post(_ url: URL, _ body: String = #"{"prompt":"hello"}"#, credential: Credential? = nil) -> HTTPRequest {
    HTTPRequest(
        .post, url.appending(path: "v1/chat"), headers: [("content-type", "application/json")], body: Array(body.utf8),
        credential: credential, ledgerRecord: 7, purpose: "ask")
}

/// Bytes that look like nothing, always the same.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
        withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
}

// MARK: -

/// A certificate for `localhost` and 127.0.0.1 that signs itself, made for these tests with
/// `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500`. Its key protects nothing.
enum TestIdentity {
    static let identity = WireServer.Identity(certificate: certificate, key: key)

    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUK135qWrJz5tyw5LG+E5i7YnXG3swCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MTMxOFoYDzIxMjYxMDI4
        MDkxMzE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASsTlnAqGCZGks/N8jDwVUB2drCDlnp2wfMzNS/D/CnMisl5e5BAscn
        bNSRMdpCp1qwb/sFI3Wf0Bue8+s8M52Ro28wbTAdBgNVHQ4EFgQUF3ZtwsJXYPHZ
        AG0hrFDDLfmncFMwHwYDVR0jBBgwFoAUF3ZtwsJXYPHZAG0hrFDDLfmncFMwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIhAOT+idcq83/c7rjIA2g3vGNaB6kSjHyO1gYZBtmBD/86AiAL
        wVEtMt4s1PSOt/Fux5LAHo/DS3jnSNv0cKU2N/NpWA==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSU6nbtWwgKIoLtJs
        I1Fb++dnZAVl+fRhTCr8IWqqzM2hRANCAASsTlnAqGCZGks/N8jDwVUB2drCDlnp
        2wfMzNS/D/CnMisl5e5BAscnbNSRMdpCp1qwb/sFI3Wf0Bue8+s8M52R
        -----END PRIVATE KEY-----
        """
}
