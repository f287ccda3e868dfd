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
    /// Bytes that may be written at a folder; `nil` when it is not known.
    var freeDisk: @Sendable (URL) -> Int? = { DiskRoom.free(at: $0) }
    /// Connections that break off in a row without getting further than any before, after which it ends. What came is kept.
    private static let mostFailures = 4
    /// Connections in all: a server that gives a little each time is asked again another day.
    private static let mostConnections = 100

    private let part: GrowingFile
    private let facts: SmallFile
    private let whole: URL
    private let folder: URL

    /// A recording that is here.
    struct Fetched: Sendable {
        /// Whoever has it removes it.
        var file: URL
        /// Whether nobody said how long it is, so that it may have been cut off.
        var mayBeCut: Bool
    }

    /// What must be known to go on with a part, and of what is whole whether that is certain.
    private struct Facts: Codable {
        var url: String
        var validator: String?
        var total: Int?
        var mayBeCut: Bool?
    }

    /// - Throws: ``SystemError``; ``FeedError`` `occupied` when another process fetches it.
    init(_ key: String, in folder: URL) throws {
        try NewFile.makeFolder(folder.path)
        self.folder = folder
        whole = folder.appendingPathComponent("\(key).recording")
        facts = SmallFile(folder.appendingPathComponent("\(key).json"))
        guard let part = try GrowingFile(folder.appendingPathComponent("\(key).part").path) else {
            throw FeedError(.occupied, "Another process is fetching this recording. Wait for it, or stop it there.")
        }
        self.part = part
    }

    /// - Parameter said: Bytes that it has as the feed says, which is not always true.
    func run(
        _ url: URL, said: Int? = nil, _ fetcher: WebFetcher, hosts: AllowedHosts, namedBy who: String,
        progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> Fetched {
        // An earlier run has fetched it and was stopped while it listened.
        if FileManager.default.fileExists(atPath: whole.path) {
            return Fetched(file: whole, mayBeCut: known()?.mayBeCut == true)
        }
        var (connections, failures, furthest) = (0, 0, try part.size)
        while true {
            connections += 1
            do {
                try await attempt(url, said: said, fetcher, hosts: hosts, namedBy: who, progress: progress)
                let mayBeCut = known()?.mayBeCut == true
                try part.move(to: whole.path)
                if !mayBeCut { try? FileManager.default.removeItem(at: facts.url) }
                return Fetched(file: whole, mayBeCut: mayBeCut)
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

    private func known() -> Facts? { facts.read().flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0)) } }

    private func attempt(
        _ url: URL, said: Int?, _ fetcher: WebFetcher, hosts: AllowedHosts, namedBy who: String,
        progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws {
        let known = known()
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
            let start = try begin(response, from, asked: url)
            guard !start.isComplete else { return }
            if let total = start.total, total > mostBytes { throw try tooLarge() }
            try checkRoom(for: start.total)
            progress(try part.size, start.total)
            for try await piece in response.body {
                guard try part.size + piece.count <= mostBytes else { throw try tooLarge() }
                if start.total == nil { try checkRoom(for: nil) }
                try part.append(piece)
                progress(try part.size, start.total)
            }
            try checkEnd(start, said: said)
        }
    }

    /// Holds what came against what the server, or else the feed, says of its length.
    private func checkEnd(_ start: Start, said: Int?) throws {
        let size = try part.size
        if let end = start.end, size != end {
            throw FeedError(.badResponse, "The recording came in another length than the server said. Try again.")
        }
        guard start.total == nil, !start.saysItsEnd else { return }
        // Where the connection ended, the recording may have.
        if let said, size < said {
            throw FeedError(
                .badResponse,
                "The recording broke off after \(size) bytes, and the feed says that it has \(said). Try again later.")
        }
        guard var known = known() else { return }
        known.mayBeCut = true
        try facts.write(try JSONEncoder().encode(known))
    }

    /// - Parameter total: Bytes of the whole; `nil` where nobody says.
    private func checkRoom(for total: Int?) throws {
        guard let free = freeDisk(folder) else { return }
        let size = try part.size
        let missing = total.map { max(0, $0 - size) } ?? 0
        guard missing <= free, free - missing >= DiskRoom.reserve else {
            func megabytes(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
            let needs = total == nil ? "" : " The rest of the recording takes \(megabytes(missing))."
            throw FeedError(
                .diskFull,
                "The disk has \(megabytes(free)) free, of which \(megabytes(DiskRoom.reserve)) stay free.\(needs) Make room, and fetch it again; it goes on where it was.",
                help: [.makeRoom])
        }
    }

    /// Nothing is kept of what cannot become whole.
    private func tooLarge() throws -> FeedError {
        try part.truncate(to: 0)
        return FeedError(.tooLarge, "The recording has more than \(mostBytes >> 30) GB, and is not fetched.")
    }

    /// What a response is the beginning of.
    private struct Start {
        /// Bytes of the whole; `nil` where nobody says.
        var total: Int?
        /// Bytes that there must be when the response has ended.
        var end: Int?
        /// Whether a body that is cut off is told as such.
        var saysItsEnd = true
        /// Nothing more is to come.
        var isComplete = false
    }

    /// Makes the part ready for what comes.
    private func begin(_ response: HTTPResponse, _ from: URL, asked url: URL) throws -> Start {
        let size = try part.size
        switch response.status {
        case 206:
            guard let range = response.contentRange, range.first == size else {
                try part.truncate(to: 0)
                throw FeedError(.badResponse, "The server sent another part of the recording than was asked for.")
            }
            let total = range.total ?? known()?.total
            // A server may send a part of the rest, and then is asked for more. Whether there is more nobody knows without the whole's length.
            return Start(total: total, end: total ?? range.last + 1, saysItsEnd: false)
        case 416:
            if size > 0, response.unsatisfiedTotal == size, known()?.total ?? size == size {
                return Start(isComplete: true)
            }
            // What is here is longer than the whole, or belongs to another.
            try part.truncate(to: 0)
            throw FeedError(.badResponse, "The recording has changed meanwhile. It is fetched from its beginning.")
        default:
            try WebFetcher.check(response.status, from, "the recording")
            try part.truncate(to: 0)
            let total = response.contentLength
            let record = Facts(url: url.absoluteString, validator: response.rangeValidator, total: total)
            try facts.write(try JSONEncoder().encode(record))
            return Start(total: total, end: total, saysItsEnd: response.saysItsEnd)
        }
    }
}
