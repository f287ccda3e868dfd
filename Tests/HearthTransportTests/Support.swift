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
