import HearthCore
import HearthExtractive
import HearthModels
import HearthSystem
import HearthText

// Where a question names a document: "what is “Letter from the council” about?", "what does the lease say about heating?"

extension AnswerService {
    /// What is looked for where a question is answered, and what was found.
    struct Sought {
        var followUp: FollowUp
        var found: SearchResponse
        /// Where a document as a whole is asked about: what it says of itself.
        var gist: Gist?
        /// What to say where nothing is found.
        var limit: String?
    }

    /// The sentences that tell what a document is about.
    struct Gist {
        var sentences: [Sentence]
        var notes: [String]
        /// Whether each is a paragraph: a line of its own would run on in Markdown.
        var isList = false
        /// The text of a talk, of which no sentence says what it is about.
        var talk: String?

        struct Sentence {
            /// Bytes of the document's text.
            var span: TextSpan
            /// As those bytes stand there.
            var quote: String
            /// As it is told.
            var shown: String
            var passage: Passage
        }
    }

    /// Documents whose names a question is held against; the newest, where there are more.
    private static let mostNamed = 20_000
    /// Documents of one name that are searched together.
    private static let mostOfName = 200
    /// Documents that a note names.
    private static let mostInNote = 5

    /// What is found for a question: in the documents that it names, where it asks about documents, and else in all that it is asked of.
    func seek(_ request: AnswerRequest) async throws -> Sought {
        let followUp = FollowUp(request.question, history: request.history)
        if let (gist, passages) = try await page(askedBy: request) {
            return Sought(followUp: followUp, found: SearchResponse(passages: passages, notes: []), gist: gist)
        }
        if let sought = try await ofBoxes(followUp, request) { return sought }
        guard let (matter, documents) = try await named(by: request) else {
            if let sought = try await ofDays(followUp, request) { return sought }
            return Sought(followUp: followUp, found: try await search(followUp, request))
        }
        switch matter {
        case .whole:
            guard let document = documents.first,
                let (gist, passages) = try await gist(of: document, request, most: Self.extractiveSentences)
            else { return Sought(followUp: followUp, found: try await search(followUp, request)) }
            var sought = Sought(followUp: followUp, found: SearchResponse(passages: passages, notes: []), gist: gist)
            if let note = Self.severalNote(documents) { sought.gist?.notes.append(note) }
            return sought
        case .all:
            guard let (gist, passages) = try await overview(of: documents, request) else {
                return Sought(followUp: followUp, found: try await search(followUp, request))
            }
            return Sought(followUp: followUp, found: SearchResponse(passages: passages, notes: []), gist: gist)
        case .topic(let topic):
            var limited = request
            let named = documents.prefix(Self.mostOfName)
            limited.filter.documentIDs = Set(named.map(\.id))
            // The words of the name say where to look, and what is asked about is the topic alone.
            let asked = FollowUp(topic, history: [])
            return Sought(
                followUp: asked, found: try await search(asked, limited), limit: Self.limitNote(Array(named)))
        }
    }

    /// The documents that a question asks about, the newest first, and what it asks; `nil` where it asks about something else.
    private func named(
        by request: AnswerRequest
    ) async throws -> (matter: DocumentQuestion.Matter, documents: [StoredDocument])? {
        // What somebody wrote of a document, or at some time, is not the document.
        guard !request.filter.isOfChunks else { return nil }
        let isChosen = request.filter.documentIDs?.count == 1
        let asksOfOne = DocumentQuestion.asksOfOne(request.question, isChosen: isChosen)
        guard asksOfOne || DocumentQuestion.mayAsk(request.question) else { return nil }
        var filter = request.filter
        filter.withoutJournal = true
        let documents = try await library.documents(matching: filter, limit: Self.mostNamed, offset: 0)
        if let asked = DocumentQuestion.read(request.question, names: documents.map(Self.names)) {
            return (asked.matter, asked.documents.map { documents[$0] })
        }
        guard asksOfOne, !documents.isEmpty else { return nil }
        if documents.count == 1 { return (.whole, documents) }
        let cited = documents.filter { request.citedDocuments.contains($0.id) }
        if DocumentQuestion.asksOfAll(request.question, isAfterAnswer: !cited.isEmpty) { return (.all, documents) }
        return cited.count == 1 ? (.whole, cited) : nil
    }

    // MARK: - A page

    /// Bytes of a page that are told.
    private static let mostOfPage = 1_200

    /// What stands on the page or the slide that a question asks for: of the document that it names, that was talked of before, or that alone has
    /// such pages; else of the newest that has one of this number. `nil` for any other question.
    private func page(askedBy request: AnswerRequest) async throws -> (gist: Gist, passages: [Passage])? {
        guard !request.filter.isOfChunks, request.question.contains(where: \.isNumber) else { return nil }
        var filter = request.filter
        filter.withoutJournal = true
        guard PageQuestion(request.question, names: Self.words(of: [request.question])) != nil else { return nil }
        let all = try await library.documents(matching: filter, limit: Self.mostNamed, offset: 0).filter(\.isPaged)
        let words = Set(request.question.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        // Of names only what the question says of them matters.
        func said(_ document: StoredDocument) -> Set<String> {
            Self.words(of: Self.names(document)).intersection(words)
        }
        guard let asked = PageQuestion(request.question, names: all.reduce(into: []) { $0.formUnion(said($1)) }) else {
            return nil
        }
        let kind = all.filter {
            asked.isSlide == Self.slideFormats.contains($0.format) && $0.pageCount >= asked.number
        }
        let cited = kind.filter { request.citedDocuments.contains($0.id) }
        let most = kind.map { said($0).count }.max() ?? 0
        let meant = most > 0 ? kind.filter { said($0).count == most } : cited.isEmpty ? kind : cited
        for document in meant {
            let chunks = try await library.chunks(ofDocument: document.id).filter { $0.chunk.page == asked.number }
            guard let first = chunks.first, let last = chunks.last else { continue }
            let passages = chunks.map { Self.passage($0, of: document) }
            guard let content = try await library.content(ofDocument: document.id) else { continue }
            let span = TextSpan(start: first.chunk.span.start, end: last.chunk.span.end)
            let told = Self.lines(content.text.text(in: span) ?? "")
            let shown = told.cut ? told.text + " …" : told.text
            let sentence = Gist.Sentence(
                span: TextSpan(start: span.start, end: span.start + told.bytes),
                quote: content.text.text(in: TextSpan(start: span.start, end: span.start + told.bytes)) ?? "",
                shown: shown,
                passage: passages[0])
            let note = meant.count > 1 ? Self.severalNote([document] + meant.filter { $0.id != document.id }) : nil
            return (Gist(sentences: [sentence], notes: [note].compactMap(\.self)), passages)
        }
        return nil
    }

    private static let slideFormats: Set<DocumentFormat> = [.pptx, .odp]

    private static func words(of names: [String]) -> Set<String> {
        Set(names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    }

    /// The lines of a page, one behind the other with a point between, and how many bytes of it they are.
    private static func lines(_ text: String) -> (text: String, bytes: Int, cut: Bool) {
        let beginning = String(text.prefixOfBytes(mostOfPage))
        let isCut = beginning.utf8.count < text.utf8.count
        let end = isCut ? beginning.lastIndex(where: \.isWhitespace) ?? beginning.endIndex : beginning.endIndex
        let kept = beginning[..<end]
        let lines = kept.split(whereSeparator: \.isNewline).map { PlainText.line(String($0)) }.filter { !$0.isEmpty }
        return (lines.joined(separator: " · "), kept.utf8.count, isCut)
    }

    private static func names(_ document: StoredDocument) -> [String] {
        [document.title].compactMap(\.self)
            + document.paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    }

    // MARK: - The whole

    /// What a document is about, and its passages: those that say it first, then those of its beginning. `nil` where it has no text.
    private func gist(
        of document: StoredDocument, _ request: AnswerRequest, most: Int
    ) async throws -> (gist: Gist, passages: [Passage])? {
        guard let content = try await library.content(ofDocument: document.id) else { return nil }
        let sentences = DocumentGist.told(
            of: content.text, title: document.title, blocks: content.blocks, most: most)
        let passages = try await library.chunks(ofDocument: document.id).map { Self.passage($0, of: document) }
        guard !sentences.isEmpty, let first = passages.first else { return nil }
        var found: [Gist.Sentence] = []
        for sentence in sentences {
            guard let quote = content.text.text(in: sentence.span) else { continue }
            let shown = PlainText.line(sentence.shown)
            found.append(
                Gist.Sentence(
                    span: sentence.span, quote: quote,
                    shown: sentence.speaker.map { "\($0): \(shown)" } ?? shown,
                    passage: passages.last { $0.span.start <= sentence.span.start } ?? first))
        }
        let telling = Set(found.map(\.passage.chunkID))
        var ordered =
            passages.filter { telling.contains($0.chunkID) } + passages.filter { !telling.contains($0.chunkID) }
        ordered = Array(ordered.prefix(max(request.maximumPassages, telling.count)))
        for place in ordered.indices { ordered[place].score = 1 / Double(place + 1) }
        let isCut = content.text.utf8.count > DocumentGist.mostBytes
        var gist = Gist(sentences: found, notes: isCut ? [Self.cutNote] : [])
        if content.blocks.contains(where: { $0.kind == .utterance }) { gist.talk = content.text }
        return (gist, ordered)
    }

    /// Topics of a talk that are told, and bytes of it that are read for them.
    private static let mostTopics = 5
    private static let mostOfTalk = 200_000

    /// Names, terms of several words and abbreviations; a single word is as often one that people say all the time.
    private static func topics(of talk: String) -> [String] {
        let phrases = KeyphraseExtractor().keyphrases(in: String(talk.prefixOfBytes(mostOfTalk)), limit: 4 * mostTopics)
        var topics: [String] = []
        for phrase in phrases.map(\.text) where topics.count < mostTopics {
            guard phrase.contains(" ") || phrase.count(where: \.isUppercase) > 1 else { continue }
            // "GPU" beside "GPUs", and "Studio Ghibli style" beside "Studio Ghibli", are one.
            guard !topics.contains(where: { phrase.contains($0) || $0.contains(phrase) }) else { continue }
            topics.append(PlainText.line(phrase))
        }
        return topics
    }

    /// Documents that are told of where a library as a whole is asked about.
    private static let mostTold = 8
    /// Documents that are read for that: thousands of pictures may have no text.
    private static let mostLooked = 64
    /// Bytes of what tells anything of a document.
    private static let leastTold = 8

    /// What the newest documents are about, each with its name and the first that is told of it. `nil` where none has text.
    private func overview(
        of documents: [StoredDocument], _ request: AnswerRequest
    ) async throws -> (gist: Gist, passages: [Passage])? {
        var told: [Gist.Sentence] = []
        var passages: [Passage] = []
        for document in documents.prefix(Self.mostLooked) {
            guard told.count < Self.mostTold else { break }
            // A text of which something better than its first line leads is told by that alone.
            guard let found = try await gist(of: document, request, most: 2), var sentence = found.gist.sentences.first,
                sentence.quote.utf8.count >= Self.leastTold
            else { continue }
            let name = PlainText.line(document.title ?? Self.names(document).first ?? "")
            let topics = found.gist.talk.map(Self.topics) ?? []
            let comesBackTo = topics.isEmpty ? "" : " – " + topics.joined(separator: " · ")
            if !name.isEmpty, !sentence.shown.hasPrefix(name) {
                sentence.shown = "\(name)\(comesBackTo): \(sentence.shown)"
            }
            told.append(sentence)
            passages.append(sentence.passage)
        }
        guard !told.isEmpty else { return nil }
        for place in passages.indices { passages[place].score = 1 / Double(place + 1) }
        let notes =
            documents.count > told.count
            ? ["There are \(documents.count) documents; these are the newest \(told.count) that have text."] : []
        return (Gist(sentences: told, notes: notes, isList: true), passages)
    }

    private static let cutNote = "The document is long: what is told of it is from its beginning."

    static func passage(_ stored: StoredChunk, of document: StoredDocument) -> Passage {
        var passage = Passage(
            chunkID: stored.id, documentID: stored.documentID, path: document.presentPath ?? "", title: document.title,
            page: document.isPaged ? stored.chunk.page : nil, span: stored.chunk.span, text: stored.chunk.text,
            score: 0,
            headings: stored.chunk.headings, startTime: stored.chunk.startTime, endTime: stored.chunk.endTime,
            label: document.label)
        passage.sharedBy = document.sharedBy
        return passage
    }

    /// The answer that a document gives about itself: some of its sentences, each with its place.
    func answer(_ gist: Gist, decision: RoutingDecision) async throws -> Answer {
        let places = CitationPlaces(library: library)
        var citations: [Citation] = []
        var text: [String] = []
        var passages: [Passage] = []
        for sentence in gist.sentences {
            citations.append(
                try await citation(
                    index: citations.count + 1, passage: sentence.passage, span: sentence.span, quote: sentence.quote,
                    supported: true, places: places))
            text.append("\(sentence.shown) [\(citations.count)]")
            if !passages.contains(where: { $0.chunkID == sentence.passage.chunkID }) {
                passages.append(sentence.passage)
            }
        }
        return Answer(
            text: text.joined(separator: gist.isList ? "\n\n" : " "), abstained: false, citations: citations,
            route: decision,
            context: AnswerContext(included: passages), notes: gist.notes)
    }

    // MARK: - Notes

    /// Documents that are named as not read whole.
    private static let mostCut = 2

    /// Where what answers, or what was nearest, stands in a document of which not all was read: that what is missing may be there.
    func notReadWhole(_ answer: Answer, _ found: SearchResponse) async throws -> [String] {
        let cited = answer.citations.map(\.documentID)
        let ids = Set(cited.isEmpty ? found.passages.prefix(Self.extractiveSentences).map(\.documentID) : cited)
        guard !ids.isEmpty else { return [] }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: ids), limit: ids.count, offset: 0)
        return documents.lazy.compactMap { document -> String? in
            guard document.warnings.contains(where: { $0.kind == .truncated }) else { return nil }
            let name = document.title ?? document.presentPath ?? document.id
            return "Of “\(PlainText.line(name))” not all was read, so that something may be missing here."
        }.prefix(Self.mostCut).map(\.self)
    }

    private static func severalNote(_ documents: [StoredDocument]) -> String? {
        guard documents.count > 1, let first = documents.first else { return nil }
        let others = documents.dropFirst().prefix(mostInNote).map(called).joined(separator: ", ")
        let more = documents.count - 1 - mostInNote
        return "\(documents.count) documents may be meant; this is about \(called(first)). The others: \(others)"
            + (more > 0 ? " and \(more) more." : ".")
    }

    private static func limitNote(_ documents: [StoredDocument]) -> String {
        guard documents.count == 1, let document = documents.first else {
            return "Only the \(documents.count) documents that the question names were looked at."
        }
        return "Only \(called(document)) was looked at, which the question names."
    }

    private static func called(_ document: StoredDocument) -> String {
        "“\(document.title ?? document.presentPath ?? document.id)”"
    }
}
