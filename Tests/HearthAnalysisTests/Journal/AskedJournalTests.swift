import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

/// Questions that are answered by the days of a journal.
@Suite struct AskedJournalTests {
    private static let diary = [
        ("2026-02-06", "Went running at the quay with Otto!! The rain was in my ears."),
        (
            "2026-03-08",
            "Mothering Sunday. Took Nan to the orchid house. She told me they have found a lump and she is having a biopsy."
        ),
        ("2026-03-11", "Scared. I can't eat. Freya made me toast."),
        (
            "2026-03-12",
            "Biopsy. Drove Nan to the hospital. Four hours in a corridor. Nan wanted chips afterwards so we had chips."
        ),
        ("2026-05-09", "Ran along the canal with Otto, 1500 metres. My knee hurts."),
        ("2026-05-18", "Doctor says I mustn't run for three weeks. The Borough Run is on 13 June."),
    ]

    private func ask(_ question: String, _ fixture: JournalFixture? = nil) async throws -> Answer {
        let fixture = fixture ?? JournalFixture()
        try await fixture.journal.add(
            Self.diary.map { day, text in
                JournalSession(id: day, date: CivilDate(day), text: text, languages: ["en"])
            })
        let retriever = Retriever(library: fixture.library, embedder: nil)
        let service = AnswerService(
            library: fixture.library, retriever: retriever,
            router: ModelRouter(
                models: [BasicEngine()], policy: RoutingPolicy(), configuration: .init(ledger: fixture.library)),
            embedder: nil)
        var request = AnswerRequest(question: question)
        request.today = CivilDate("2026-11-28")
        var answer: Answer?
        for try await event in service.ask(request) { if case .final(let final) = event { answer = final } }
        return try #require(answer)
    }

    @Test func aDayIsToldByItsEntry() async throws {
        let answer = try await ask("What did I do on 12 March?")
        #expect(answer.text.hasPrefix("Biopsy. Drove Nan to the hospital. [1]"))
        #expect(
            !answer.citations.isEmpty && answer.citations.allSatisfy { $0.path == "journal:2026-03-12" && $0.verified })
    }

    @Test func aMonthIsToldDayByDay() async throws {
        let answer = try await ask("What happened in March?")
        let lines = answer.text.components(separatedBy: "\n\n")
        #expect(lines.contains { $0.hasPrefix("2026-03-08 · Mothering Sunday.") && $0.contains("a lump") })
        #expect(lines.map { String($0.prefix(7)) } == Array(repeating: "2026-03", count: lines.count))
        #expect(lines == lines.sorted())
    }

    @Test func howItFeltIsToldByWhatWasFelt() async throws {
        #expect(try await ask("How was I feeling in March?").text.contains("Scared."))
    }

    @Test func theLastTimeIsThatBeforeItWasForbidden() async throws {
        #expect(
            try await ask("When did I last run?").text.hasPrefix(
                "2026-05-09 · Ran along the canal with Otto, 1500 metres."))
        #expect(try await ask("When did I first run?").text.hasPrefix("2026-02-06 · Went running at the quay"))
    }

    @Test func ofATimeWithoutEntriesThatIsSaid() async throws {
        let answer = try await ask("What did I write yesterday?")
        #expect(answer.abstained && answer.notes.contains("The journal has no entry of that time."))
    }

    /// Documents that are none of the journal are asked as before.
    @Test func whatDocumentsSayOfATimeStaysTheirs() async throws {
        let fixture = JournalFixture()
        let text = "The boiler was serviced on 9 September 2026 by Ngozi."
        var document = SampleDocuments(dimension: nil).document(title: "Note", texts: [text])
        document.content.text = text
        document.chunks[0].terms = "boiler serviced september ngozi 9 2026"
        _ = try await fixture.library.replaceSource(
            SampleDocuments(dimension: nil).source("/letter.txt", of: document), with: document)
        #expect(try await ask("Who serviced the boiler in September?", fixture).text.contains("Ngozi"))
    }
}
