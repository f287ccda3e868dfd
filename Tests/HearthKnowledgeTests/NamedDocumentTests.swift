import HearthCore
import HearthModels
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

/// A question that names a document is answered from it, without a model.
@Suite struct NamedDocumentTests {
    private let library = MemoryLibrary()

    private func ingest(_ title: String, _ texts: [String], language: String = "en", path: String) async throws {
        let analyzer = SearchAnalyzer(language: language)
        let samples = SampleDocuments(dimension: nil)
        var document = samples.document(title: title, texts: texts)
        document.content.text = texts.joined(separator: "\n\n")
        document.language = language
        document.analysis = SearchAnalyzer.version
        for index in document.chunks.indices {
            document.chunks[index].titleTerms = analyzer.terms(in: title).joined(separator: " ")
            document.chunks[index].terms = analyzer.terms(in: texts[index]).joined(separator: " ")
        }
        _ = try await library.replaceSource(samples.source(path, of: document), with: document)
    }

    private func ask(_ question: String, only: Set<String>? = nil) async throws -> Answer {
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil)
        let request = AnswerRequest(question: question, filter: SearchFilter(documentIDs: only))
        for try await event in service.ask(request) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    private func fill() async throws {
        try await ingest(
            "Letter from the school",
            [
                "Dear parents,", "Thank you for your replies.",
                "The sports day is on 12 June at the river field. Every class runs a relay, and the oldest run the mile. Parents may bring a cake "
                    + "for the stall.",
                "Kind regards,", "Ms Abara",
            ], path: "/letters/school.txt")
        try await ingest(
            "Lease",
            [
                "The tenant rents the flat above the bakery.",
                "The heating is serviced once a year by the landlord. The rent is £640 a month.",
            ], path: "/lease.txt")
        try await ingest(
            "Allotment", ["The parents of the plum tree are unknown. Heating a greenhouse is forbidden on the plots."],
            path: "/allotment.txt")
    }

    @Test func theWholeIsToldInItsOwnSentencesWithACitationEach() async throws {
        try await fill()
        for question in ["What is “Letter from the school” about?", "Summarize the letter from the school"] {
            let answer = try await ask(question)
            #expect(!answer.abstained)
            #expect(answer.text.contains("The sports day is on 12 June at the river field. [1]"), "\(answer.text)")
            #expect(!answer.text.contains("regards") && !answer.text.contains("Thank you"), "\(answer.text)")
            #expect((2...3).contains(answer.citations.count))
            #expect(answer.citations.allSatisfy { $0.path == "/letters/school.txt" && $0.verified })
            #expect(Set(answer.context.included.map(\.documentID)) == Set(answer.citations.map(\.documentID)))
        }
    }

    @Test func theTopicIsLookedForInTheNamedDocumentAlone() async throws {
        try await fill()
        let heating = try await ask("What does the lease say about heating?")
        #expect(heating.text.contains("serviced once a year"))
        #expect(heating.citations.allSatisfy { $0.path == "/lease.txt" })
        // The letter speaks of parents, and so does the allotment; the lease does not.
        let parents = try await ask("What does the lease say about parents?")
        #expect(parents.abstained)
        #expect(parents.notes.contains { $0.contains("“Lease”") })
    }

    @Test func aQuestionOfFactIsAskedOfAll() async throws {
        try await fill()
        let rent = try await ask("What is the rent?")
        #expect(rent.text.contains("£640"))
        let day = try await ask("When is the sports day?")
        #expect(day.text.contains("12 June"))
    }

    @Test func ofOneChosenDocumentNoNameIsNeeded() async throws {
        try await fill()
        let documents = try await library.documents(matching: .everything, limit: 10, offset: 0)
        let lease = try #require(documents.first { $0.title == "Lease" })
        let answer = try await ask("What is this document about?", only: [lease.id])
        #expect(answer.text.contains("above the bakery"))
        // Of three, nobody knows which is meant.
        #expect(try await ask("What is this document about?").abstained)
    }

    @Test func ofAllDocumentsEachIsToldWithItsName() async throws {
        try await fill()
        for question in ["What is in my library?", "What is this about?"] {
            let answer = try await ask(question)
            let lines = answer.text.split(separator: "\n")
            #expect(lines.count == 3 && answer.citations.count == 3, "\(answer.text)")
            #expect(Set(answer.citations.map(\.path)).count == 3 && answer.citations.allSatisfy(\.verified))
            #expect(
                lines.contains { $0.hasPrefix("Lease: The tenant rents the flat above the bakery. [") },
                "\(answer.text)")
            #expect(answer.notes.isEmpty)
        }
        for number in 1...9 {
            try await ingest(
                "Note \(number)", ["The bench number \(number) is painted green."], path: "/note-\(number).txt")
        }
        let many = try await ask("Summarize my documents")
        #expect(many.citations.count == 8)
        #expect(many.notes == ["There are 12 documents; these are the newest 8 that have text."])
    }

    @Test func severalOfOneNameAreTold() async throws {
        try await ingest("Minutes May", ["The hedge is cut in June by the council."], path: "/minutes-may.txt")
        try await ingest("Minutes June", ["The bench is painted green in July."], path: "/minutes-june.txt")
        let whole = try await ask("Summarize the minutes")
        #expect(!whole.abstained)
        #expect(whole.notes.contains { $0.contains("2 documents may be meant") })
        let topic = try await ask("What do the minutes say about the bench?")
        #expect(topic.text.contains("painted green"))
    }
}
