import HearthCore
import HearthModels
import HearthTesting
import HearthText
import Testing

@testable import HearthKnowledge

/// What the engine without a model makes of the passages that were found.
@Suite struct BasicAnswerTests {
    private let library = MemoryLibrary()

    /// One document, each text a chunk of it.
    ///
    /// - Parameter gap: The two bytes of white space between two of them.
    private func ingest(
        _ texts: [String], language: String, path: String, gap: String = "\n\n", by sender: String? = nil
    ) async throws {
        let analyzer = SearchAnalyzer(language: language)
        let samples = SampleDocuments(dimension: nil)
        var document = samples.document(title: "Note", texts: texts)
        document.content.text = texts.joined(separator: gap)
        document.language = language
        document.analysis = SearchAnalyzer.version
        for index in document.chunks.indices {
            document.chunks[index].titleTerms = analyzer.terms(in: "Note").joined(separator: " ")
            document.chunks[index].terms = analyzer.terms(in: texts[index]).joined(separator: " ")
            document.chunks[index].chunk.origin = sender.flatMap { ChunkOrigin(first: nil, last: nil, senders: [$0]) }
        }
        _ = try await library.replaceSource(samples.source(path, of: document), with: document)
    }

    private func ask(
        _ question: String, reader: (any ReadingModel)? = nil, history: [Message] = [], cited: Set<String> = []
    ) async throws -> Answer {
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil, reader: reader)
        var request = AnswerRequest(question: question, history: history)
        request.citedDocuments = cited
        for try await event in service.ask(request) {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    private static let lighthouse = [
        "The lighthouse of Dornsea stands on a cliff above the harbour.",
        "It was built by the fishermen of the town, who carried the grey stone up the path.",
        "Its lamps burned petroleum until the year 1931.",
    ]

    @Test func whatSomebodySaidIsInWhatTheyWroteAndNotInWhatWasWrittenToThem() async throws {
        try await ingest(
            ["Hi Bob! The felt on the roof has come loose on the north side."], language: "en", path: "/a.eml",
            by: "Ann Miller <ann@example.org>")
        try await ingest(
            ["Hi Ann! Halden wants 1,850 pounds for the roof. I said yes."], language: "en", path: "/b.eml",
            by: "Bob <bob@example.org>")
        let bob = try await ask("What did Bob say about the roof?").text
        #expect(bob.contains("Halden"), "\(bob)")
        let ann = try await ask("What did Ann say about the roof?").text
        #expect(ann.contains("felt"), "\(ann)")
    }

    /// "And the deposit?" after a question about one lease means the deposit of that lease.
    @Test func aQuestionThatGoesOnKeepsToTheDocumentOfTheAnswerBefore() async throws {
        try await ingest(
            [
                "The lease of the mill ends on 1 May 2027.",
                "The tenant of the mill keeps the yard clean. A deposit of £900 is held by the agent.",
            ], language: "en", path: "/mill")
        try await ingest(
            [
                "The lease of the barn and its deposit: the deposit for the barn is £2,500, a deposit that the lease names twice.",
                "When the lease ends the deposit is paid back.",
            ], language: "en", path: "/barn")
        for (number, text) in Self.strangers.enumerated() {
            try await ingest([text], language: "en", path: "/note\(number)")
        }
        let first = try await ask("When does the lease of the mill end?")
        let cited = Set(first.citations.map(\.documentID))
        #expect(first.text.contains("2027"))
        let history = [
            Message(.user, "When does the lease of the mill end?"), Message(.assistant, first.text),
        ]
        let next = try await ask("And how much is the deposit?", history: history, cited: cited)
        #expect(next.citations.first.map { cited.contains($0.documentID) } == true)
        #expect(next.text.contains("£900"))
        // What that document does not name is asked of all.
        let other = try await ask("And where is the barn?", history: history, cited: cited)
        #expect(other.citations.first.map { !cited.contains($0.documentID) } ?? true)
    }

    private static let strangers = [
        "The dough rests over night.", "The heron lives in the marsh.", "The lamp was cleaned by the keeper.",
        "The bus stops at the old pumping station.", "The oranges are boiled for two hours.",
        "The choir sings in the hall on Mondays.", "The garden needs water in the summer.",
    ]

    /// What no stemmer joins, and what one word asks and another tells, is found without vectors.
    @Test func irregularFormsAndRelatedWordsAreSearchedFor() async throws {
        try await ingest(["Last summer we swam in the lake every morning."], language: "en", path: "/summer")
        try await ingest(["Salary: £42,000 a year."], language: "en", path: "/contract")
        let retriever = Retriever(library: library, embedder: nil)
        func first(_ text: String) async throws -> String? {
            try await retriever.search(SearchRequest(text: text, limit: 3)).passages.first?.path
        }
        #expect(try await first("Where did we swim?") == "/summer")
        #expect(try await first("How much do I earn?") == "/contract")
    }

    /// The words that a reader found stand in the document at the bytes that the citation names.
    @Test func theCitationSaysWhichOfItsWordsAnswer() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse")
        let question = "Until when did the lamps of the lighthouse burn petroleum?"
        let answer = try await ask(question, reader: ScriptedReader(finding: "the year 1931", probability: 0.99))
        let citation = try #require(answer.citations.first)
        let words = try #require(citation.answer)
        #expect(citation.verified)
        #expect(citation.span.contains(words))
        #expect(Self.lighthouse.joined(separator: "\n\n").text(in: words) == "the year 1931")
        #expect(citation.answerInQuote.flatMap { citation.quote.text(in: $0) } == "the year 1931")
        #expect(try await ask(question).citations.first?.answer == nil)
    }

    /// Of a row the cell that answers is told, with its column and what the row is about, and the row is cited as it stands; the head of a long table is in another chunk.
    @Test func aRowOfATableIsToldWithItsColumnsAndCitedAsItStands() async throws {
        let head = "| Home | Rent | Water |\n|---|---|---|\n"
        let rows = (1...140).map { "| Flat \($0) | \(2_000 + $0) | \(5_000 + $0) |" }
        let texts = [head + rows[..<70].joined(separator: "\n"), rows[70...].joined(separator: "\n")]
        try await ingest(texts, language: "en", path: "/rents", gap: "\r\n")
        for flat in [7, 104] {
            let answer = try await ask("How much is the water of flat \(flat)?")
            #expect(answer.text == "\(5_000 + flat) (Water; Flat \(flat)) [1]")
            let citation = try #require(answer.citations.first)
            #expect(citation.verified)
            #expect(citation.quote == rows[flat - 1])
            #expect(texts.joined(separator: "\r\n").text(in: citation.span) == rows[flat - 1])
        }
    }

    /// Too small for the instructions with the question, or for any passage beside them.
    @Test(arguments: [8, 64, 200, 320])
    func aWindowThatIsTooSmallLeavesTheWorkToTheNextEngine(window: Int) async throws {
        let days = (1...40).map { "On day \($0) the log tells of wind and of rain from the west." }
        try await ingest(
            [(Self.lighthouse + days).joined(separator: " ")], language: "en", path: "/lighthouse")
        let local = ScriptedModel([], contextLength: window)
        let router = ModelRouter(models: [local, BasicEngine()])
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil), router: router, embedder: nil)
        var last: Answer?
        for try await event in service.ask(AnswerRequest(question: "Where does the lighthouse stand?")) {
            if case .final(let answer) = event { last = answer }
        }
        let answer = try #require(last)
        #expect(answer.route.engine == .basic && answer.route.wasFallback)
        #expect(answer.route.fallbackReason?.contains("context-too-long") == true, "\(answer.route)")
        #expect(local.requests.isEmpty, "it was asked nothing")
        // With no other engine it is said what is the matter.
        let alone = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [local]), embedder: nil)
        let error = await #expect(throws: ContextError.self) {
            for try await _ in alone.ask(AnswerRequest(question: "Where does the lighthouse stand?")) {}
        }
        #expect(error?.kind == .contextTooLong && error?.message.contains("window") == true)
    }

    @Test func theWordsOfAHugeDocumentAreReadFromItsChunksAlone() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse", gap: "  ")
        let found = try await Retriever(library: library, embedder: nil).search(
            SearchRequest(text: "lighthouse cliff", limit: 1)
        ).passages
        let whole = try #require(try await PassageExpander(library: library).gathered(found).first)
        #expect(whole.text == Self.lighthouse.joined(separator: "  "))
        let bounded = try #require(try await PassageExpander(library: library, chunksOfTexts: 2).gathered(found).first)
        #expect(bounded.span == whole.span)
        #expect(bounded.text == Self.lighthouse.joined(separator: "\n\n"), "the text was read, not the chunks")
        // The same for what a model reads.
        let expanded = try await PassageExpander(library: library, chunksOfTexts: 0).expand(found)
        let usual = try await PassageExpander(library: library).expand(found)
        #expect(expanded.map(\.span) == usual.map(\.span) && usual.map(\.span) != found.map(\.span))
    }

    @Test func chunksThatOverlapAreJoinedWithoutSayingAnythingTwice() {
        let text = "One two three. Four five six. Seven eight."
        func chunk(_ id: Int64, _ span: Range<Int>) -> StoredChunk {
            StoredChunk(
                id: id, documentID: "d",
                chunk: Chunk(
                    index: Int(id), span: TextSpan(span), text: text.text(in: TextSpan(span)) ?? "", tokens: 1))
        }
        let overlapping = [chunk(1, 0..<29), chunk(2, 15..<42)]
        #expect(PassageExpander.joined(overlapping[...], as: TextSpan(0..<42)) == text)
        let apart = [chunk(1, 0..<14), chunk(2, 15..<29), chunk(3, 30..<42)]
        #expect(
            PassageExpander.joined(apart[...], as: TextSpan(0..<42)) == "One two three.\nFour five six.\nSeven eight.")
        #expect(PassageExpander.joined(apart[...], as: TextSpan(0..<40)) == nil)
        #expect(PassageExpander.joined(apart[1...], as: TextSpan(0..<42)) == nil)
    }

    @Test func whatStandsBesideAFoundChunkIsReadWithIt() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse")
        let found = try await Retriever(library: library, embedder: nil).search(
            SearchRequest(text: "lighthouse cliff", limit: 1)
        ).passages
        let gathered = try await PassageExpander(library: library).gathered(found)
        let passage = try #require(gathered.first)
        #expect(gathered.count == 1)
        for text in Self.lighthouse { #expect(passage.text.contains(text)) }
        #expect(try await library.text(ofDocument: passage.documentID)?.text(in: passage.span) == passage.text)
    }

    @Test func nothingIsGatheredTwiceAndNothingGrowsBeyondWhatIsRead() async throws {
        let texts = (0..<30).map { number in
            "Heron \(number) " + String(repeating: "walked along the marsh in the rain. ", count: 8)
        }
        try await ingest(texts, language: "en", path: "/herons")
        let found = try await Retriever(library: library, embedder: nil).search(
            SearchRequest(text: "heron marsh", limit: 10)
        ).passages
        let gathered = try await PassageExpander(library: library).gathered(found)
        let spans = gathered.map(\.span).sorted { $0.start < $1.start }
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start })
        #expect(gathered.allSatisfy { $0.text.unicodeScalars.count <= PassageExpander.readable + 100 })
        #expect(found.allSatisfy { chunk in gathered.contains { $0.span.contains(chunk.span) } })
    }

    @Test func aQuestionInALanguageOfNoDocumentIsToldSo() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse")
        let answer = try await ask(
            "Wann wurde der alte Leuchtturm über dem Hafen gebaut und womit brannten die Lampen?")
        #expect(answer.abstained)
        #expect(answer.notes.contains { $0.contains("German") && $0.contains("English") }, "\(answer.notes)")
        let other = try await ask("Which language do the people of Brazil speak in the morning?")
        #expect(other.abstained)
        #expect(other.notes.allSatisfy { !$0.contains("English") }, "\(other.notes)")
    }

    @Test func whereTheDocumentsDoNotSayItTheNearestIsShown() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse")
        let answer = try await ask("Who painted the lighthouse?")
        #expect(answer.abstained && answer.citations.isEmpty)
        let nearest = try #require(answer.nearest.first)
        #expect(nearest.verified && nearest.quote.lowercased().contains("lighthouse"), "\(nearest)")
        let other = try await ask("Which language do the people of Brazil speak in the morning?")
        #expect(other.abstained && other.nearest.isEmpty, "\(other.nearest)")
        // One word of many is chance.
        let chance = try await ask("What is the combination of the safe in the lighthouse bank of Geneva?")
        #expect(chance.abstained && chance.nearest.isEmpty, "\(chance.nearest)")
    }

    /// What stands below "When it is closed" says nothing of windows, whether it must be done or not.
    @Test func theNearestSaysWhatIsAskedAboutInItsOwnWords() async throws {
        try await ingest(
            [
                "When it is closed\nThe stretch between Gull Sluice and the bird hide is closed from March to July. Dogs must be on a lead all year.",
                "A second valve for the garden tap sits in the cellar and must be shut before the first frost.",
                "If water comes through the ceiling, close the stopcock first.",
            ], language: "en", path: "/path")
        for question in ["Should I close the windows?", "Must we close the windows?", "Do I have to lock the windows?"]
        {
            let answer = try await ask(question)
            #expect(answer.abstained && answer.nearest.isEmpty, "\(question): \(answer.nearest.map(\.quote))")
        }
        let stopcock = try await ask("Who painted the stopcock?")
        #expect(stopcock.abstained && stopcock.nearest.first?.quote.contains("stopcock") == true)
    }

    /// The search finds some of the rows; all of them are added up, each with its place.
    @Test func aSumIsOfAllRowsOfTheTableThatSayIt() async throws {
        let rows = [
            "Row 1 · Item · Amount · Date", "Row 2 · Item: Rent · Amount: 1,200.50 · Date: 3 March 2026",
            "Row 3 · Item: Water · Amount: 48.50 · Date: 9 March 2026",
            "Row 4 · Item: Rent · Amount: 1,200.50 · Date: 3 April 2026",
            "Row 5 · Item: Rent · Amount: 1,250 · Date: 3 May 2026", "Row 6 · Item: Total · Amount: 3,699.50",
        ]
        try await ingest(rows, language: "en", path: "/accounts", gap: "\n ")
        let answer = try await ask("How much did we pay for rent altogether?")
        #expect(answer.text == "3,651.00 = 1,200.50 [1] + 1,200.50 [2] + 1,250 [3] (Amount; Rent)", "\(answer.text)")
        #expect(answer.citations.map(\.quote) == [rows[1], rows[3], rows[4]])
        #expect(answer.citations.allSatisfy(\.verified) && answer.citations.map(\.index) == [1, 2, 3])
        let cells = answer.citations.map { citation in citation.answerInQuote.flatMap { citation.quote.text(in: $0) } }
        #expect(cells == ["1,200.50", "1,200.50", "1,250"])
        #expect(answer.notes.contains { $0.contains("computed from the 3 rows") })
    }

    @Test func eachCurrencyHasASumOfItsOwn() async throws {
        let rows = [
            "Row 1 · Item · Amount · Date", "Row 2 · Item: Hotel · Amount: €120 · Date: 3 March 2026",
            "Row 3 · Item: Hotel · Amount: $90 · Date: 9 March 2026",
            "Row 4 · Item: Hotel · Amount: €30 · Date: 3 April 2026",
            "Row 5 · Item: Taxi · Amount: €12 · Date: 3 May 2026",
        ]
        try await ingest(rows, language: "en", path: "/trip", gap: "\n ")
        let answer = try await ask("How much did we pay for the hotel altogether?")
        #expect(
            answer.text == "€150 = €120 [1] + €30 [2] (Amount; Hotel)\n$90 [3] (Amount; Hotel)", "\(answer.text)")
        #expect(answer.citations.map(\.quote) == [rows[1], rows[3], rows[2]])
        #expect(answer.notes.contains { $0.hasPrefix("Amounts in different currencies are not added up") })
    }

    @Test func aQuoteIsWhatStandsInTheDocument() async throws {
        try await ingest(Self.lighthouse, language: "en", path: "/lighthouse")
        try await ingest(["The dough rests all night. Bread is baked with great heat."], language: "en", path: "/bread")
        let answer = try await ask("What did the lamp of the lighthouse burn?")
        #expect(!answer.abstained)
        #expect(answer.text.contains("Its lamps burned petroleum"))
        #expect(!answer.citations.isEmpty && answer.citations.allSatisfy(\.verified))
    }

    @Test func aTitleThatStandsAloneIsNoSentence() {
        func spans(_ text: String, title: String?, headings: [String] = []) -> [TextSpan] {
            var passage = Passage(
                chunkID: 1, documentID: "a", path: "/a", title: title, page: nil,
                span: TextSpan(start: 0, end: text.utf8.count), text: text, score: 1, headings: headings,
                label: .personal)
            passage.text = text
            return passage.headingSpans
        }
        #expect(spans("Boiler report\n\nIt works.", title: "Boiler report") == [TextSpan(start: 0, end: 13)])
        #expect(
            spans("Report\n\nWork\nIt works.", title: "Report", headings: ["Work"])
                == [TextSpan(start: 0, end: 6), TextSpan(start: 8, end: 12)])
        // A note whose first line is its title says something with it.
        for text in [
            "The key is under the pot", "The key is under the pot\nor in the shed", "The key is under the pot.\n\nRed.",
        ] {
            #expect(spans(text, title: String(text.prefix { $0 != "\n" })).isEmpty, "\(text)")
        }
        #expect(spans("It works.\n\nBoiler report\n\nMore.", title: "Boiler report").isEmpty)
    }
}
