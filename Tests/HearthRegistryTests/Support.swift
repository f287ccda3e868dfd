import Foundation
import HearthCore
import HearthTesting
import HearthTransport
import Synchronization

@testable import HearthRegistry

final class MemoryLedger: RoutingLedger {
    private let state = Mutex<[LedgerEntry]>([])
    var entries: [LedgerEntry] { state.withLock { $0 } }

    func append(_ entry: LedgerEntry) async throws -> Int {
        state.withLock { entries in
            entries.append(entry)
            return entries.count
        }
    }
}

/// A folder that goes away with it, a transport, and a ledger.
final class Fixture: Sendable {
    let folder: URL
    let ledger = MemoryLedger()
    let transport: AsyncHTTPTransport
    let credential: Mutex<Credential?> = Mutex(nil)

    init(_ change: (inout AsyncHTTPTransport.Configuration) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "hearth-models-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = AsyncHTTPTransport.Configuration()
        configuration.circuitBreaker.threshold = 1_000_000
        change(&configuration)
        transport = try AsyncHTTPTransport(configuration: configuration, ledger: ledger)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var connection: ModelConnection {
        ModelConnection(transport: transport, ledger: ledger) { [self] origin in
            let credential = credential.withLock { $0 }
            return credential?.origin == origin ? credential : nil
        }
    }

    var models: URL { folder.appending(path: "models") }
    func place(_ name: String = "model.gguf") -> URL { models.appending(path: name) }
    var partials: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: models.appending(path: ".partial").path)) ?? [])
            .filter { !$0.hasSuffix(".lock") }.sorted()
    }

    /// One that never waits.
    func downloader(_ change: (inout DownloadConfiguration) -> Void = { _ in }) -> ModelDownloader {
        var configuration = DownloadConfiguration()
        configuration.sleep = { _ in try Task.checkCancellation() }
        configuration.progressInterval = 0
        configuration.freeDisk = { _ in 1 << 40 }
        change(&configuration)
        return ModelDownloader(connection: connection, configuration: configuration)
    }

    func fetch(_ request: DownloadRequest, with downloader: ModelDownloader? = nil) async throws -> DownloadedFile {
        for try await event in (downloader ?? self.downloader()).download(request) {
            if case .done(let file) = event { return file }
        }
        throw CancellationError()
    }

    /// The code of the error with which a download ends; `nil` when it ends well.
    func failure(_ request: DownloadRequest, with downloader: ModelDownloader? = nil) async -> String? {
        do {
            _ = try await fetch(request, with: downloader)
            return nil
        } catch {
            return (error as? any ReadableError)?.code ?? "\(error)"
        }
    }
}

/// A server of one file that knows ranges and entity tags.
struct FileServer: Sendable {
    var bytes: [UInt8]
    var tag: String? = "\"one\""
    var knowsRanges = true

    func answer(_ request: ReceivedRequest) -> WireResponse {
        var headers: [(name: String, value: String)] = []
        if let tag { headers.append(("etag", tag)) }
        guard knowsRanges, let range = request.header("range"), range.hasPrefix("bytes="),
            request.header("if-range") == nil || request.header("if-range") == tag
        else { return .http(headers: headers, body: request.method == "HEAD" ? [] : bytes) }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard let first = Int(ends[0]), first < bytes.count else {
            return .http(416, headers: [("content-range", "bytes */\(bytes.count)")])
        }
        let last = min(Int(ends[1]) ?? .max, bytes.count - 1)
        headers.append(("content-range", "bytes \(first)-\(last)/\(bytes.count)"))
        return .http(206, headers: headers, body: Array(bytes[first...last]))
    }
}

func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
}

/// A small GGUF file: metadata of text and numbers, and one tensor of F32 zeros.
struct SampleGGUF {
    enum Value {
        case text(String), number(UInt32), texts([String])
    }

    var metadata: [(String, Value)] = [
        ("general.architecture", .text("llama")), ("general.name", .text("Sample")),
        ("llama.context_length", .number(4096)), ("llama.embedding_length", .number(64)),
        ("llama.block_count", .number(2)), ("llama.attention.head_count", .number(4)),
        ("llama.attention.head_count_kv", .number(2)),
    ]
    var tensorElements: UInt64 = 1024

    var bytes: [UInt8] { header + [UInt8](repeating: 0, count: Int(tensorElements) * 4) }

    var header: [UInt8] {
        func number(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        func text(_ value: String) -> [UInt8] { number(UInt64(value.utf8.count)) + Array(value.utf8) }
        var result = Array("GGUF".utf8) + number(UInt32(3)) + number(UInt64(1)) + number(UInt64(metadata.count))
        for (key, value) in metadata {
            result += text(key)
            switch value {
            case .text(let value): result += number(UInt32(8)) + text(value)
            case .number(let value): result += number(UInt32(4)) + number(value)
            case .texts(let values):
                result += number(UInt32(9)) + number(UInt32(8)) + number(UInt64(values.count))
                for value in values { result += text(value) }
            }
        }
        result += text("token_embd.weight") + number(UInt32(1)) + number(tensorElements) + number(UInt32(0))
        result += number(UInt64(0))
        return result + [UInt8](repeating: 0, count: (32 - result.count % 32) % 32)
    }
}
