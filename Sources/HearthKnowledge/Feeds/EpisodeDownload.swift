import Foundation
import HearthCore
import HearthSystem

/// Fetches one recording into a file of its owner's alone, and goes on where an earlier run stopped.
///
/// A part is gone on with only where the server says that it is still the same file (`If-Range`, RFC 9110, 13.1.5). What is whole has
/// another name than what is not.
struct EpisodeDownload {
    /// The largest recording that is taken, over all connections.
    var mostBytes = 4 << 30
    /// Before the second connection; twice as long each time that nothing was gained.
    var pause = Duration.milliseconds(500)
    /// Connections that break off in a row without getting further than any before, after which it ends. What came is kept.
    private static let mostFailures = 4
    /// Connections in all: a server that gives a little each time is asked again another day.
    private static let mostConnections = 100

    private let part: GrowingFile
    private let facts: SmallFile
    private let whole: URL

    /// What must be known to go on with a part.
    private struct Facts: Codable {
        var url: String
        var validator: String?
        var total: Int?
    }

    /// - Throws: ``SystemError``; ``FeedError`` `occupied` when another process fetches it.
    init(_ key: String, in folder: URL) throws {
        try NewFile.makeFolder(folder.path)
        whole = folder.appendingPathComponent("\(key).recording")
        facts = SmallFile(folder.appendingPathComponent("\(key).json"))
        guard let part = try GrowingFile(folder.appendingPathComponent("\(key).part").path) else {
            throw FeedError(.occupied, "Another process is fetching this recording. Wait for it, or stop it there.")
        }
        self.part = part
    }

    /// - Returns: The whole file. Whoever has it removes it.
    func run(
        _ url: URL, _ fetcher: WebFetcher, hosts: AllowedHosts, namedBy who: String,
        progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> URL {
        // An earlier run has fetched it and was stopped while it listened.
        if FileManager.default.fileExists(atPath: whole.path) { return whole }
        var (connections, failures, furthest) = (0, 0, try part.size)
        while true {
            connections += 1
            do {
                try await attempt(url, fetcher, hosts: hosts, namedBy: who, progress: progress)
                try part.move(to: whole.path)
                try? FileManager.default.removeItem(at: facts.url)
                return whole
            } catch let error as CancellationError {
                throw error
            } catch {
                guard let kind = error.readable?.kind, [.connectionFailed, .timedOut, .badResponse].contains(kind)
                else {
                    throw error
                }
                // What is fetched again from its beginning is nothing gained.
                let size = try part.size
                failures = size > furthest ? 0 : failures + 1
                furthest = max(furthest, size)
                guard failures < Self.mostFailures, connections < Self.mostConnections else { throw error }
                try await Task.sleep(for: pause * (1 << failures))
            }
        }
    }

    private func attempt(
        _ url: URL, _ fetcher: WebFetcher, hosts: AllowedHosts, namedBy who: String,
        progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws {
        let known = facts.read().flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0)) }
        var headers: [(name: String, value: String)] = [("accept", "audio/*, video/*;q=0.9, */*;q=0.1")]
        let size = try part.size
        if size > 0, let known, known.url == url.absoluteString, let validator = known.validator {
            headers += [("range", "bytes=\(size)-"), ("if-range", validator)]
        } else if size > 0 {
            // Nobody could tell whether the rest belongs to it.
            try part.truncate(to: 0)
        }
        try await fetcher.open(
            url, .recording, hosts: hosts, namedBy: who, headers: headers,
            limits: .init(bytes: mostBytes, time: .seconds(12 * 3_600))
        ) { response, from, _ in
            let total = try begin(response, from, asked: url)
            if let total, total > mostBytes { throw try tooLarge() }
            progress(try part.size, total)
            for try await piece in response.body {
                guard try part.size + piece.count <= mostBytes else { throw try tooLarge() }
                try part.append(piece)
                progress(try part.size, total)
            }
            if let total, try part.size != total {
                throw FeedError(.badResponse, "The recording came in another length than the server said. Try again.")
            }
        }
    }

    /// Nothing is kept of what cannot become whole.
    private func tooLarge() throws -> FeedError {
        try part.truncate(to: 0)
        return FeedError(.tooLarge, "The recording has more than \(mostBytes >> 30) GB, and is not fetched.")
    }

    /// Makes the part ready for what comes.
    ///
    /// - Returns: Bytes of the whole, where the server says.
    private func begin(_ response: HTTPResponse, _ from: URL, asked url: URL) throws -> Int? {
        let size = try part.size
        switch response.status {
        case 206:
            guard let range = Self.range(response), range.first == size else {
                try part.truncate(to: 0)
                throw FeedError(.badResponse, "The server sent another part of the recording than was asked for.")
            }
            return range.total
        case 416:
            // What is here is longer than the whole, or is the whole.
            try part.truncate(to: 0)
            throw FeedError(.badResponse, "The recording has changed meanwhile. It is fetched from its beginning.")
        default:
            try WebFetcher.check(response.status, from, "the recording")
            try part.truncate(to: 0)
            let total = response.header("content-length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
            let record = Facts(url: url.absoluteString, validator: Self.validator(response), total: total)
            try facts.write(try JSONEncoder().encode(record))
            return total
        }
    }

    /// A strong entity tag, else the date of the last change.
    private static func validator(_ response: HTTPResponse) -> String? {
        func usable(_ text: String) -> Bool {
            text.utf8.count <= 512 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
        if let tag = response.header("etag") { return tag.hasPrefix("\"") && usable(tag) ? tag : nil }
        return response.header("last-modified").flatMap { usable($0) ? $0 : nil }
    }

    /// `Content-Range: bytes 100-199/200` (RFC 9110, 14.4).
    private static func range(_ response: HTTPResponse) -> (first: Int, total: Int?)? {
        guard let text = response.header("content-range")?.lowercased(), text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int($0) }), first >= 0 else {
            return nil
        }
        return (first, Int(parts[1]))
    }
}
