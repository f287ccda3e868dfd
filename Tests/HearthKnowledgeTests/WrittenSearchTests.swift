import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What somebody wrote, and when: messages of a conversation that goes on for months.
struct WrittenSearchTests {
    private let library = MemoryLibrary()

    private func ingest() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Each goes on about something else, long enough for a chunk of its own.
        func more(_ words: String) -> String { String(repeating: words + " ", count: 12) }
        let chat = """
            05/02/2024, 10:15 - Ann Mills: The roof leaks near the chimney, \(more("rain wind storm gutter bucket carpet ceiling"))
            06/02/2024, 10:15 - Bob: The roof will do until summer, \(more("football goal referee stadium ticket train beer"))
            05/05/2024, 09:00 - Ann Mills: The roof is mended with slate, \(more("garden bulbs compost fence hedge apple spade"))
            06/05/2024, 09:00 - Bob: The roof looks good now, \(more("piano concert choir violin tenor opera encore"))
            25/05/2024, 09:00 - Bob: See you on Sunday.
            """
        try Data(chat.utf8).write(to: folder.appendingPathComponent("WhatsApp Chat with House.txt"))
        for try await event in Ingestor(library: library, embedder: nil).ingest([folder.path]) {
            if case .file(let report) = event { #expect(report.status == .added && report.format == .chat) }
        }
    }

    private func search(_ text: String, _ filter: SearchFilter = .everything) async throws -> [String] {
        let request = SearchRequest(text: text, limit: 5, filter: filter)
        return try await Retriever(library: library, embedder: nil).search(request).passages.map(\.text)
    }

    private func filter(from senders: [String]? = nil, since: String? = nil) throws -> SearchFilter {
        var filter = SearchFilter()
        filter.senders = senders
        if let since { filter.dates = try Date(since, strategy: .iso8601)...Date.distantFuture }
        return filter
    }

    @Test func aMessageIsFoundByWhoWroteItAndWhen() async throws {
        try await ingest()
        let all = try await search("roof")
        #expect(
            ["leaks", "until summer", "mended", "looks good"].allSatisfy { word in all.contains { $0.contains(word) } })
        let ann = try await search("roof", filter(from: ["ann"]))
        #expect(!ann.isEmpty && ann.allSatisfy { $0.contains("Ann Mills:") })
        let late = try await search("roof", filter(since: "2024-03-01T00:00:00Z"))
        #expect(late.count == 2 && late.allSatisfy { $0.contains("mended") || $0.contains("looks good") })
        let both = try await search("roof", filter(from: ["Ann Mills"], since: "2024-03-01T00:00:00Z"))
        #expect(both.count == 1 && both.first?.contains("mended with slate") == true)
        #expect(try await search("roof", filter(from: ["Carla"])).isEmpty)
    }

    @Test func aQuestionThatNamesWhoAndWhenLeadsThere() async throws {
        try await ingest()
        // The head of the conversation has the names of both, and is no message.
        func first(_ question: String) async throws -> String? {
            try await search(question).first { $0.contains("The roof") }
        }
        #expect(try await first("What did Ann write about the roof in May?")?.contains("mended with slate") == true)
        let earlier = try await first("What did Bob write about the roof in February 2024?")
        #expect(earlier?.contains("until summer") == true)
    }

    @Test func namesAreLookedForByTheirWords() {
        func holds(_ names: [String], _ wanted: String) -> Bool {
            SenderKey.wanted(wanted).map { SenderKey.of(names).contains($0) } ?? false
        }
        #expect(holds(["Ann Keller <ann@example.org>"], "keller ann@exam"))
        #expect(holds(["JÖRG"], "jörg") && holds(["Jo\u{308}rg"], "Jörg"))
        #expect(!holds(["Joanna"], "anna") && !holds(["Ann", "Keller"], "Ann Keller"))
        #expect(holds(["田中太郎"], "田中") && !holds(["Ann"], "…"))
    }
}
