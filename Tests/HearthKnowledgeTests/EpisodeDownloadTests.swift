import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What a server cannot make the fetching of a recording do.
struct EpisodeDownloadTests {
    private typealias Reply = ScriptedTransport.Reply

    private static let broken = ScriptedTransport.Failed(code: "broken")

    /// What the fetching of a recording of at most 1,000 bytes ends with, and how many requests it made.
    private func fetch(_ replies: [Reply]) async throws -> (code: String?, requests: Int, size: Int) {
        let transport = ScriptedTransport(replies)
        let fetcher = WebFetcher(transport: transport, ledger: MemoryLibrary())
        let url = try #require(URL(string: "https://example.org/1.mp3"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("episode-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var download = try EpisodeDownload("key", in: folder)
        (download.mostBytes, download.pause) = (1_000, .zero)
        var code: String?
        do {
            _ = try await download.run(
                url, fetcher, hosts: AllowedHosts(["example.org"], first: "example.org"), namedBy: "The feed",
                progress: { _, _ in })
        } catch {
            code = error.readable?.code
        }
        let part = folder.appendingPathComponent("key.part").path
        let size = try FileManager.default.attributesOfItem(atPath: part)[.size] as? Int
        return (code, transport.requests.count, size ?? -1)
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
}
