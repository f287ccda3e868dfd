import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthKnowledge

/// What a sentence does not say itself and is told with it: who says it, and whether it is done.
@Suite struct ToldSentenceTests {
    private let library = MemoryLibrary()

    private func ingest(_ files: [String: String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        for try await event in Ingestor(library: library, embedder: nil).ingest([folder.path]) {
            if case .file(let report) = event { #expect(report.status == .added) }
        }
    }

    private func ask(_ question: String) async throws -> Answer {
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil)
        for try await event in service.ask(AnswerRequest(question: question)) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    // MARK: Conversations

    private static let chat = """
        [2026-11-02 09:12] Priya Raman: Morning all. The freeze starts Friday.
        [2026-11-02 09:15] Tom Okafor: rollback procedure is 80% done
        [2026-11-02 09:31] Wen Zhao: The new panel is on staging. I will be away on Monday.
        [2026-11-02 10:31] Priya Raman: Who covers for Wen?
        [2026-11-02 10:35] Lukas Brandt: I can do it
        """

    @Test func whatSomebodySaidIsToldUnderTheirNameAlone() async throws {
        try await ingest(["x.txt": Self.chat])
        let said = try await ask("What did Wen Zhao say?")
        #expect(said.text.hasPrefix("Wen Zhao: "), "\(said.text)")
        #expect(!said.text.contains("Morning") && !said.text.contains("rollback"), "\(said.text)")
        let away = try await ask("Who is away on Monday?")
        #expect(away.text.contains("Wen Zhao: I will be away on Monday."), "\(away.text)")
        let quote = try #require(away.citations.first?.quote)
        #expect(quote.hasPrefix("[2026-11-02 09:31] Wen Zhao:") && !quote.contains("Priya"), "\(quote)")
        #expect(away.citations.allSatisfy { $0.verified })
    }

    @Test func turnsAreFoundInTextsThatAreNoExport() {
        let text = "Notes of the pilot\n" + Self.chat
        let turns = ConversationTurns(text, isChat: false)
        #expect(turns.turns.map(\.speaker) == ["Priya Raman", "Tom Okafor", "Wen Zhao", "Priya Raman", "Lukas Brandt"])
        #expect(turns.turns.allSatisfy { text.text(in: $0.span)?.hasPrefix("[2026-11-02") == true })
        #expect(text.text(in: turns.turns[1].span)?.hasSuffix("80% done") == true)
        let log = "[2026-01-01 10:00:00] ERROR: disk full\n[2026-01-01 10:00:01] INFO: up"
        #expect(ConversationTurns(log, isChat: false).turns.isEmpty)
        // A diary has hours, and nobody says what stands behind them.
        #expect(
            ConversationTurns("[10:15] Lunch: soup. It was good.\n[12:00] Walk: long.", isChat: false).turns.isEmpty)
    }

    // MARK: Boxes

    private static let list = """
        # To do

        ## This week

        - [x] Book flight
        - [ ] Answer Hannah
        - [ ] Slides

        ## Later

        - [ ] Order chair
        - [x] Renew the badge
        """

    @Test func anItemIsToldWithWhetherItIsDone() async throws {
        try await ingest(["todo.md": Self.list])
        let open = try await ask("Have I answered Hannah?")
        #expect(open.text.hasPrefix("Answer Hannah (open)"), "\(open.text)")
        #expect(open.citations.first?.quote == "- [ ] Answer Hannah")
        let done = try await ask("Did I book the flight?")
        #expect(done.text.hasPrefix("Book flight (done)"), "\(done.text)")
        #expect(done.citations.allSatisfy { $0.verified })
    }

    @Test func openAndDoneItemsAreListed() async throws {
        try await ingest(["todo.md": Self.list, "note.md": "# Boiler\n\nThe open tasks of the boiler are with Tom."])
        for question in ["Which tasks are open?", "What do I still have to do?", "What is still to do in my list?"] {
            let answer = try await ask(question)
            #expect(
                answer.text == "Answer Hannah (open) [1]\n\nSlides (open) [2]\n\nOrder chair (open) [3]",
                "\(question): \(answer.text)")
            #expect(answer.citations.count == 3 && answer.citations.allSatisfy { $0.verified })
        }
        #expect(
            try await ask("What do I still have to do this week?").text
                == "Answer Hannah (open) [1]\n\nSlides (open) [2]")
        #expect(try await ask("What have I done?").text == "Book flight (done) [1]\n\nRenew the badge (done) [2]")
    }
}
