import HearthCore
import HearthModels
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

/// What a question names as a month, documents have in figures.
@Suite struct DatedSearchTests {
    private let library = MemoryLibrary()

    private func ingest(_ text: String, language: String = "en", path: String) async throws {
        let analyzer = SearchAnalyzer(language: language)
        var document = SampleDocuments(dimension: nil).document(title: "Note", texts: [text])
        document.content.text = text
        document.language = language
        document.analysis = SearchAnalyzer.version
        for index in document.chunks.indices {
            document.chunks[index].titleTerms = analyzer.terms(in: "Note").joined(separator: " ")
            document.chunks[index].terms = analyzer.terms(in: text).joined(separator: " ")
        }
        _ = try await library.replaceSource(
            SampleDocuments(dimension: nil).source(path, of: document), with: document)
    }

    private func ask(_ question: String, today: CivilDate? = nil) async throws -> Answer {
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil)
        var request = AnswerRequest(question: question)
        request.today = today
        for try await event in service.ask(request) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    private func paths(_ query: String, today: CivilDate? = nil) async throws -> [String] {
        var request = SearchRequest(text: query, limit: 5)
        request.today = today
        return try await Retriever(library: library, embedder: nil).search(request).passages.map(\.path)
    }

    private func strangers() async throws {
        for (number, text) in [
            "The dough rests over night.", "The heron lives in the marsh.", "The choir sings on Mondays.",
            "The bus stops at the old pumping station.", "The garden needs water in the summer.",
        ].enumerated() { try await ingest(text, path: "/note\(number)") }
    }

    @Test func rowsOfTheMonthAreFoundAndTold() async throws {
        try await ingest(
            """
            Row 1 · Date: 2024-02-11 · Item: Gas bill · Amount: 39.20
            Row 2 · Date: 2024-03-05 · Item: Gas bill · Amount: 41.50
            Row 3 · Date: 2024-03-19 · Item: Water bill · Amount: 28.75
            Row 4 · Date: 2024-04-02 · Item: Window cleaner · Amount: 15.00
            """, path: "/bills")
        try await strangers()
        for question in ["How much did we pay in March?", "How much did we pay in March 2024?"] {
            let answer = try await ask(question)
            #expect(!answer.abstained, "\(question)")
            #expect(answer.text.contains("41.50") && answer.text.contains("28.75"), "\(question)")
            #expect(!answer.text.contains("39.20") && !answer.text.contains("15.00"), "\(question)")
        }
    }

    @Test(arguments: [
        ("März 2024", "Zahlung 05.03.2024 Miete", "de"), ("March 2024", "rent 2024-03-05 paid", "en"),
        ("March 2024", "Miete für März 2024", "de"), ("3月", "家賃は2024年3月5日に", "ja"),
        ("on 5 March 2024", "rent 05/03/2024", "en"), ("on 5 March 2024", "rent 3/5/2024", "en"),
    ])
    func formsOfADateAreLookedFor(query: String, text: String, language: String) async throws {
        try await ingest(text, language: language, path: "/rent")
        try await ingest("The tower was built in 1911 by 20 men.", path: "/tower")
        try await strangers()
        #expect(try await paths(query).first == "/rent", "\(query)")
    }

    @Test func whatLiesInTheTimeComesFirst() async throws {
        let today = CivilDate(year: 2026, month: 11, day: 24)
        try await ingest("Boiler service, 12 September 2025: the burner was cleaned.", path: "/before")
        try await ingest("Boiler service, 2 October 2026: the burner was cleaned.", path: "/after")
        try await strangers()
        #expect(try await paths("boiler service last month", today: today).first == "/after")
        #expect(try await paths("boiler service in September").first == "/before")
    }

    /// A person called June, and a fall that is none of the seasons, lift no date.
    @Test func namesOfMonthsThatAreOtherWordsLiftNothing() async throws {
        let today = CivilDate(year: 2026, month: 11, day: 24)
        try await ingest("June said the boiler needs a new burner.", path: "/said")
        try await ingest("2026-06-05 boiler burner, 2026-06-19 boiler, 2026-10-03 boiler burner", path: "/dates")
        try await strangers()
        #expect(try await paths("What did June say of the boiler?", today: today).first == "/said")
        let forms = DateTerms(
            AskedDates(in: "If I fall, what did June say?", languages: ["en", "sv"], today: today),
            languages: ["en"], today: today)
        #expect(forms.single.isEmpty && forms.phrases.isEmpty)
    }

    /// The place that is shown is where the words of the query stand, and not where a figure of its month does.
    @Test func figuresOfADateAloneAreNoPlace() async throws {
        let filler = String(repeating: "Page 3 of 5 lists 3 pumps and 4 taps. ", count: 12)
        try await ingest(filler + "The boiler was paid on 2024-03-05.", path: "/long")
        try await strangers()
        let request = SearchRequest(text: "boiler in March 2024", limit: 5)
        let found = try await Retriever(library: library, embedder: nil).search(request).passages
        let first = try #require(found.first)
        let match = try #require(first.match)
        let start = try #require(first.text.firstRange(of: "boiler")).lowerBound
        let place = first.span.start + first.text.utf8.distance(from: first.text.startIndex, to: start)
        #expect(match.start == place)
    }

    @Test func formsAreOfTheTimesAlone() {
        let forms = DateTerms(
            AskedDates(in: "in March 2024", languages: ["en"]), languages: ["de", "ja"], today: nil)
        #expect(forms.phrases.contains("2024 03") && forms.phrases.contains("3 月"))
        #expect(forms.single.contains("05032024") && forms.single.contains("三月"))
        #expect(!forms.phrases.contains("2024 04"))
        let none = DateTerms(AskedDates(in: "the roof", languages: ["en"]), languages: ["en"], today: nil)
        #expect(none.single.isEmpty && none.phrases.isEmpty)
    }
}
