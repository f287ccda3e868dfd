import Foundation
import HearthCore
import HearthGGUF

/// What a server says about a file, and the file's first bytes.
struct RemoteFile: Sendable {
    var url: URL
    /// The file's size; `nil` when the server does not say.
    var bytes: Int?
    var entityTag: String?
    /// SHA-256 of the file, when the server names it.
    var sha256: String?
    /// Whether parts of it can be asked for, without which a broken download begins anew.
    var acceptsRanges: Bool
    /// The first bytes; more of them where a GGUF header goes on.
    var head: [UInt8]
    /// What the GGUF header says; `nil` when it is no GGUF file.
    var header: ModelHeader?
    /// Why the GGUF header could not be read.
    var headerProblem: GGUFError?
    /// Bytes that were fetched for all this.
    var fetchedBytes: Int
}

/// Looks at a model's file where it is, and fetches only what that needs.
///
/// Headers of chat models take one to ten megabytes, because the vocabulary is in them. They are fetched in windows that
/// double, so that a small one costs little, a large one few requests, and reading again from the start stays linear.
struct RemoteFileReader: Sendable {
    let connection: ModelConnection
    var firstWindow = 256 << 10
    /// The largest header that is read. That of Gemma 3, with 262,144 tokens, has seven megabytes.
    var maximumHeader = 64 << 20
    var timeLimit = Duration.seconds(120)

    /// - Throws: ``RegistryError`` `model-not-found`, `needs-token`, `bad-response`, `bad-address`; what the transport throws.
    func read(_ url: URL) async throws -> RemoteFile {
        let errand = try await connection.begin("probe", url)
        do {
            let file = try await read(url, record: errand.record)
            await errand.end()
            return file
        } catch {
            await errand.end(error)
            throw error
        }
    }

    private func read(_ url: URL, record: Int) async throws -> RemoteFile {
        let (linkedHash, linkedBytes) = try await linkedFacts(url, record: record)
        var file = try await firstPart(url, record: record)
        file.sha256 = linkedHash ?? file.sha256
        if file.bytes == nil { file.bytes = linkedBytes }
        guard ModelFormat.detect(file.head) == .gguf else { return file }
        while true {
            do {
                file.header = ModelHeader(try GGUFFile(data: Data(file.head), isComplete: false))
                return file
            } catch {
                file.headerProblem = error
                guard error.reason == .truncated, try await readOn(&file, record: record) else { return file }
            }
        }
    }

    /// Hugging Face tells the hash and the size of a large file while it redirects to where the file lies.
    private func linkedFacts(_ url: URL, record: Int) async throws -> (sha256: String?, bytes: Int?) {
        let response = try await connection.send(
            url, method: .head, record: record, purpose: "probe", maximumBytes: 1 << 20, followsRedirects: false,
            timeLimit: timeLimit)
        // It has no body; read to its end, it is a connection that ended well.
        for try await _ in response.body {}
        return (
            ServerHash.of(response), response.header("x-linked-size").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        )
    }

    private func firstPart(_ url: URL, record: Int) async throws -> RemoteFile {
        let window = min(firstWindow, maximumHeader)
        let response = try await connection.send(
            url, headers: [("range", "bytes=0-\(window - 1)")], record: record, purpose: "probe", maximumBytes: Int.max,
            timeLimit: timeLimit)
        if response.status == 416 {
            throw RegistryError(.damaged, "The file at \(url.host() ?? "the server") is empty. Check the address.")
        }
        try ServerAnswer.check(response, url)
        let isPart = response.status == 206
        guard !isPart || response.contentRange?.first == 0 else {
            throw RegistryError(
                .badResponse, "\(url.host() ?? "The server") sent another part of the file than was asked.")
        }
        var file = RemoteFile(
            url: url, bytes: isPart ? response.contentRange?.total : response.contentLength,
            entityTag: response.header("etag"), sha256: ServerHash.of(response), acceptsRanges: isPart, head: [],
            fetchedBytes: 0)
        // A server that knows no ranges sends everything: the connection is dropped when enough is there.
        file.head = try await Self.take(response, atMost: isPart ? window : maximumHeader) { head in
            !isPart && head.count >= window && Self.isDecided(head)
        }
        file.fetchedBytes = file.head.count
        return file
    }

    /// Whether more bytes would not change what is known of the file.
    private static func isDecided(_ head: [UInt8]) -> Bool {
        guard ModelFormat.detect(head) == .gguf else { return true }
        // Only at sizes that double, so that reading from the start again stays linear.
        guard head.count.nonzeroBitCount == 1 else { return false }
        do {
            _ = try GGUFFile(data: Data(head), isComplete: false)
            return true
        } catch {
            return error.reason != .truncated
        }
    }

    /// - Returns: `false` when there is nothing more to read.
    private func readOn(_ file: inout RemoteFile, record: Int) async throws -> Bool {
        let end = min(file.bytes ?? .max, maximumHeader, file.head.count * 2)
        guard file.acceptsRanges, end > file.head.count else { return false }
        var headers = [(name: "range", value: "bytes=\(file.head.count)-\(end - 1)")]
        if let tag = file.entityTag, tag.hasPrefix("\"") { headers.append(("if-range", tag)) }
        let response = try await connection.send(
            file.url, headers: headers, record: record, purpose: "probe", maximumBytes: Int.max, timeLimit: timeLimit)
        guard response.status == 206, response.contentRange?.first == file.head.count else { return false }
        let more = try await Self.take(response, atMost: end - file.head.count)
        file.head += more
        file.fetchedBytes += more.count
        return !more.isEmpty
    }

    /// Reads a body up to a size and drops the rest.
    private static func take(
        _ response: HTTPResponse, atMost limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var checkpoint = 64 << 10
        for try await piece in response.body {
            var rest = piece[...]
            while !rest.isEmpty {
                let room = min(checkpoint, limit) - bytes.count
                bytes += rest.prefix(room)
                rest = rest.dropFirst(room)
                if bytes.count >= limit { return bytes }
                if bytes.count == checkpoint {
                    if isEnough(bytes) { return bytes }
                    checkpoint *= 2
                }
            }
        }
        return bytes
    }
}
