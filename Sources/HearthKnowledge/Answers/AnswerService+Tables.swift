import HearthCore
import HearthExtractive
import HearthModels
import HearthText

// Where a question wants the rows of a table compared, counted or added up: "which server has the most memory?", "how many employees work in
// Leeds?"

extension AnswerService {
    /// A document with tables, and the passage by which it was found.
    struct FoundTables {
        var passage: Passage
        var source: TableSource
    }

    /// Documents whose tables are read for one question, and what a search for them looks at.
    private static let mostTables = 8
    private static let mostAdded = 6
    private static let mostTableChunks = 60
    /// Chunks of a document that is read for its tables.
    private static let largestTable = 4_000

    /// Of sheets and files of values.
    private static let sheetFormats: Set<DocumentFormat> = [.csv, .xlsx, .ods]

    // MARK: - Finding tables

    /// What was found, and behind it tables that have words of the question: prose shares more of them, and buries the rows.
    func withTables(_ sought: Sought, _ request: AnswerRequest) async throws -> Sought {
        let question = sought.followUp.question
        guard sought.gist == nil, sought.limit == nil, sought.followUp.earlier.questions.isEmpty,
            !request.filter.isOfChunks,
            ExtractiveAnswerer.asksForTotal(question) || ExtractiveAnswerer.asksForRows(question)
        else { return sought }
        let added = try await tables(for: question, request.filter, besides: Set(sought.found.passages.map(\.chunkID)))
        guard !added.isEmpty else { return sought }
        var sought = sought
        let least = sought.found.passages.map(\.score).min() ?? 1
        sought.found.passages += added.enumerated().map { place, passage in
            var passage = passage
            passage.score = least / Double(place + 2)
            return passage
        }
        return sought
    }

    /// The passages with rows that have the most of a question's words, one of each document: sheets first.
    private func tables(
        for question: String, _ filter: SearchFilter, besides known: Set<Int64>
    ) async throws -> [Passage] {
        let words = SearchAnalyzer.words(
            ofQuery: question, likely: LanguageIdentifier().identify(question).language,
            languages: try await library.languages(analysedAs: SearchAnalyzer.version)
        ).filter { !$0.isStopword && !$0.isRequest }
        let terms = Set(words.flatMap { [$0.term, $0.plain] + $0.others }).sorted().map { QueryTerm($0) }
        guard !terms.isEmpty else { return [] }
        var sheets = filter
        sheets.formats = filter.formats?.intersection(Self.sheetFormats) ?? Self.sheetFormats
        var matches: [ChunkMatch] = []
        if sheets.formats?.isEmpty == false {
            matches += try await library.fullText(
                terms, limit: Self.mostTableChunks, filter: sheets, ranking: FullTextRanking())
        }
        matches += try await library.fullText(
            terms, limit: Self.mostTableChunks, filter: filter, ranking: FullTextRanking())
        var seen: Set<Int64> = []
        let ids = matches.map(\.chunkID).filter { seen.insert($0).inserted }
        let chunks = try await library.chunks(ids: ids).filter { AnswerPassage.holdsRows($0.chunk.text) }
        var chosen: [StoredChunk] = []
        for chunk in chunks where chosen.count < Self.mostAdded {
            if !chosen.contains(where: { $0.documentID == chunk.documentID }) { chosen.append(chunk) }
        }
        chosen.removeAll { known.contains($0.id) }
        guard !chosen.isEmpty else { return [] }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: Set(chosen.map(\.documentID))), limit: chosen.count, offset: 0)
        let byID = Dictionary(documents.map { ($0.id, $0) }) { first, _ in first }
        return chosen.compactMap { chunk in byID[chunk.documentID].map { Self.passage(chunk, of: $0) } }
    }

    /// The documents of those passages that have rows, with all of their text.
    func tables(of passages: [Passage]) async throws -> [FoundTables] {
        var first: [Passage] = []
        for passage in passages where first.count < Self.mostTables {
            if !first.contains(where: { $0.documentID == passage.documentID }), AnswerPassage.holdsRows(passage.text) {
                first.append(passage)
            }
        }
        guard !first.isEmpty else { return [] }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: Set(first.map(\.documentID))), limit: first.count, offset: 0)
        let byID = Dictionary(documents.map { ($0.id, $0) }) { first, _ in first }
        var found: [FoundTables] = []
        for passage in first {
            try Task.checkCancellation()
            guard let document = byID[passage.documentID], document.chunkCount <= Self.largestTable,
                let content = try await library.content(ofDocument: passage.documentID)
            else { continue }
            let file = PartPlace.origin(of: passage.path).file
            let isPart =
                try await !library.places(ofPartsOf: file).isEmpty
                || document.warnings.contains { $0.kind == .truncated || $0.kind == .damaged }
            let headings = content.blocks.compactMap { block -> TextSpan? in
                guard case .heading = block.kind else { return nil }
                return block.span
            }
            found.append(
                FoundTables(
                    passage: passage,
                    source: TableSource(
                        text: content.text, title: passage.title,
                        fileName: FileName.words(of: passage.path, besides: passage.title), headings: headings,
                        isPart: isPart)))
        }
        return found
    }

    // MARK: - Answering

    /// The answer that is computed from the rows of one table.
    ///
    /// - Returns: `nil` where none is asked for, or no table is surely meant: then sentences and rows answer as they do.
    func tabled(
        _ asked: FollowUp, _ found: ExtractiveAnswer, _ passages: [Passage], on today: CivilDate?,
        decision: RoutingDecision, context: AnswerContext
    ) async throws -> Answer? {
        guard asked.earlier.questions.isEmpty, ExtractiveAnswerer.asksForRows(asked.question) else { return nil }
        let tables = try await tables(of: passages)
        let best = found.abstained ? nil : found.sentences.first
        switch answerer.asked(on: today).tableFinding(for: asked.question, in: tables.map(\.source)) {
        case .told(let reply, let source):
            return try await answer(reply, of: tables[source].passage, decision: decision, context: context)
        case .untold(let note):
            // One row of the table is the answer by chance only.
            guard best == nil || best?.told != nil else { return nil }
            return try await untold(note, asked, found, passages, decision: decision, context: context)
        case nil:
            guard let best, let told = best.told,
                ExtractiveAnswerer.tellsOtherNumber(than: asked.question, told: told, row: best.shown ?? best.text)
            else { return nil }
            return try await untold(Self.notCountedNote, asked, found, passages, decision: decision, context: context)
        }
    }

    private static let notCountedNote =
        "No rows were counted: it is not clear which of a table's rows are meant, and a number in one of them is no number of rows."

    private func untold(
        _ note: String, _ asked: FollowUp, _ found: ExtractiveAnswer, _ passages: [Passage], decision: RoutingDecision,
        context: AnswerContext
    ) async throws -> Answer {
        var answer = Self.abstention(to: asked.question, route: decision, context: context)
        answer.notes = [note]
        if let best = found.sentences.first, best.isNear, passages.indices.contains(best.passage) {
            let passage = passages[best.passage]
            answer.nearest = [
                try await citation(
                    index: 1, passage: passage, span: best.quote.shifted(by: passage.span.start),
                    quote: passage.text.text(in: best.quote) ?? "", supported: true,
                    places: CitationPlaces(library: library))
            ]
        }
        return answer
    }

    /// What was computed, with each row that is told as citation. A number of rows stands in no document, so that none is cited for it.
    private func answer(
        _ reply: TableReply, of passage: Passage, decision: RoutingDecision, context: AnswerContext
    ) async throws -> Answer {
        let places = CitationPlaces(library: library)
        let text = try await library.content(ofDocument: passage.documentID)?.text ?? ""
        var citations: [Citation] = []
        for part in reply.parts {
            citations.append(
                try await citation(
                    index: citations.count + 1, passage: passage, span: part.row,
                    quote: text.text(in: part.row) ?? "", words: part.words, supported: true, places: places))
        }
        let parts = zip(reply.parts, citations).map { "\($0.text) [\($1.index)]" }
        var told = parts.joined(separator: reply.number == nil ? " " : ", ")
        if let number = reply.number {
            told = "\(number): \(told)" + (reply.hasMore ? ", …" : "") + (reply.of.isEmpty ? "" : " (\(reply.of))")
        }
        return Answer(
            text: told, abstained: false, citations: citations, route: decision, context: context,
            notes: [reply.note])
    }
}
