import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What a server cannot make the fetching of a recording do.
struct EpisodeDownloadTests {
    private typealias Reply = ScriptedTransport.Reply

    private static let broken = ScriptedTransport.Failed(code: "broken")

    private struct Outcome {
        var code: String?
        var requests: Int
        /// Of what is left of a part.
        var size: Int
        /// Of what is whole; `nil` where nothing is.
        var whole: Int?
        var mayBeCut: Bool?
    }

    /// What the fetching of a recording of at most 1,000 bytes ends with, and how many requests it made.
    ///
    /// - Parameters:
    ///   - said: Its length as the feed says.
    ///   - free: What the disk has, above what stays free.
    private func fetch(_ replies: [Reply], said: Int? = nil, free: Int? = nil) async throws -> Outcome {
        let transport = ScriptedTransport(replies)
        let fetcher = WebFetcher(transport: transport, ledger: MemoryLibrary())
        let url = try #require(URL(string: "https://example.org/1.mp3"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("episode-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var download = try EpisodeDownload("key", in: folder)
        (download.mostBytes, download.pause) = (1_000, .zero)
        download.freeDisk = { _ in free.map { $0 + DiskRoom.reserve } }
        var outcome = Outcome(requests: 0, size: -1)
        do {
            let fetched = try await download.run(
                url, said: said, fetcher, hosts: AllowedHosts(["example.org"], first: "example.org"),
                namedBy: "The feed", progress: { _, _ in })
            outcome.whole = try Data(contentsOf: fetched.file).count
            outcome.mayBeCut = fetched.mayBeCut
        } catch {
            outcome.code = error.readable?.code
        }
        let part = folder.appendingPathComponent("key.part").path
        let size = try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int
        (outcome.requests, outcome.size) = (transport.requests.count, size ?? -1)
        return outcome
    }

    private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    private static func first(_ count: Int, total: Int? = nil) -> Reply {
        let headers = [("etag", "\"a\"")] + (total.map { [("content-length", "\($0)")] } ?? [])
        return Reply(
            headers: headers.map { (name: $0.0, value: $0.1) }, pieces: [bytes(count)], ending: .failure(broken))
    }

    private static func next(_ count: Int, from start: Int) -> Reply {
        Reply(
            status: 206, headers: [(name: "content-range", value: "bytes \(start)-\(start + count - 1)/*")],
            pieces: [bytes(count)], ending: .failure(broken))
    }

    @Test func theLimitIsThatOfAllConnectionsTogether() async throws {
        let found = try await fetch([Self.first(600), Self.next(300, from: 600), Self.next(101, from: 900)])
        // Of what cannot become whole nothing is kept.
        #expect(found.code == "too-large" && found.requests == 3 && found.size == 0)
    }

    @Test func whatTheServerCallsTooLargeIsNotBegun() async throws {
        let found = try await fetch([Self.first(10, total: 1_001)])
        #expect(found.code == "too-large" && found.requests == 1 && found.size == 0)
    }

    @Test func whatIsFetchedAgainFromItsBeginningIsNothingGained() async throws {
        // Another part than was asked for: what is here is dropped each time.
        let wrong = Self.next(1, from: 0)
        let found = try await fetch([
            Self.first(20), wrong, Self.first(10), wrong, Self.first(10), wrong, Self.first(10), wrong,
        ])
        #expect(found.code == "broken" && found.requests == 5)
    }

    @Test func aServerThatGivesOneByteAtATimeIsAskedAHundredTimes() async throws {
        let found = try await fetch([Self.first(1)] + (1..<150).map { Self.next(1, from: $0) })
        // What came is kept for another day.
        #expect(found.code == "broken" && found.requests == 100 && found.size == 100)
    }

    // MARK: Whether it is whole

    private static func ended(_ count: Int, _ headers: [(name: String, value: String)] = []) -> Reply {
        Reply(headers: [(name: "etag", value: "\"a\"")] + headers, pieces: [bytes(count)])
    }

    @Test func whatEndsWithItsConnectionIsNotedAsPerhapsCutOff() async throws {
        let found = try await fetch([Self.ended(300)])
        #expect(found.whole == 300 && found.mayBeCut == true)
        // The feed says no more than what came.
        let said = try await fetch([Self.ended(300)], said: 300)
        #expect(said.whole == 300 && said.mayBeCut == true)
    }

    @Test func aBodyThatSaysItsEndIsWholeWhateverTheFeedSays() async throws {
        let counted = try await fetch([Self.ended(300, [(name: "content-length", value: "300")])], said: 900)
        #expect(counted.whole == 300 && counted.mayBeCut == false)
        let chunked = try await fetch([Self.ended(300, [(name: "transfer-encoding", value: "chunked")])], said: 900)
        #expect(chunked.whole == 300 && chunked.mayBeCut == false)
    }

    @Test func whatEndsBeforeTheFeedsLengthIsGoneOnWith() async throws {
        let rest = Reply(
            status: 206, headers: [(name: "content-range", value: "bytes 300-899/900")], pieces: [Self.bytes(600)])
        let found = try await fetch([Self.ended(300), rest], said: 900)
        #expect(found.whole == 900 && found.mayBeCut == false && found.requests == 2)
        // Where the server has no more, it is not taken for whole, and kept for another day.
        let refused = Reply(status: 503)
        let short = try await fetch([Self.ended(300), refused, refused, refused, refused], said: 900)
        #expect(short.code == "bad-response" && short.whole == nil && short.size == 300)
    }

    @Test func aRangeBeyondTheEndSaysThatTheWholeIsHere() async throws {
        let end = Reply(status: 416, headers: [(name: "content-range", value: "bytes */300")])
        let found = try await fetch([Self.first(300), end])
        #expect(found.whole == 300 && found.requests == 2)
    }

    // MARK: Room

    @Test func aDiskIsNotFilled() async throws {
        let tooSmall = try await fetch([Self.first(10, total: 900)], free: 899)
        #expect(tooSmall.code == "disk-full" && tooSmall.requests == 1 && tooSmall.size == 0)
        let enough = try await fetch([Self.ended(900, [(name: "content-length", value: "900")])], free: 900)
        #expect(enough.whole == 900)
        // Where nobody says how much there will be, the disk is looked at while it comes.
        let unknown = try await fetch([Self.ended(300)], free: -1)
        #expect(unknown.code == "disk-full" && unknown.size == 0)
    }
}
