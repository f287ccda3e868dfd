import HearthCore
import HearthExtractive
import HearthModels

// Where a question wants the rows of a table added up: "how much did we pay for rent altogether?"

extension AnswerService {
    enum Total {
        /// One, or one for each currency.
        case sums([TableSum], Passage)
        case none(note: String)

        /// What is told where there is no sum.
        var note: String? {
            guard case .none(let note) = self else { return nil }
            return note
        }
    }

    /// The sum over the table in which the best row was found, of the whole document: what a search found is a part of it. Where the best is no
    /// row, or of another table, the sum over the only table among what was found that has one.
    ///
    /// - Returns: `nil` where no sum is asked for, or none can be made.
    func total(
        _ asked: FollowUp, _ found: ExtractiveAnswer, _ passages: [Passage], on today: CivilDate?
    ) async throws -> Total? {
        guard ExtractiveAnswerer.asksForTotal(asked.question) else { return nil }
        if let total = try await totalOfBest(asked, found, passages, on: today) { return total }
        // The best may be prose, and the rows far behind it.
        guard asked.earlier.questions.isEmpty else { return nil }
        let answerer = answerer.asked(on: today)
        let totals = try await tables(of: passages).filter { !$0.source.isPart }.compactMap { table -> Total? in
            let above = [table.source.title, table.source.fileName].compactMap(\.self)
            return answerer.total(
                of: asked.question, in: table.source.text, above: above, headings: table.source.headings
            ).map { Self.total($0, table.passage) }
        }
        if totals.count > 1 { return .none(note: "No sum was made: more than one table may be meant.") }
        return totals.first
    }

    /// The sum over the table of the best row.
    private func totalOfBest(
        _ asked: FollowUp, _ found: ExtractiveAnswer, _ passages: [Passage], on today: CivilDate?
    ) async throws -> Total? {
        guard let best = found.sentences.first(where: { $0.shown != nil }), passages.indices.contains(best.passage)
        else { return nil }
        let passage = passages[best.passage]
        let file = PartPlace.origin(of: passage.path).file
        guard try await library.places(ofPartsOf: file).isEmpty else {
            return .none(note: "No sum was made: the table is so large that it was read in several parts.")
        }
        guard let text = try await library.content(ofDocument: passage.documentID)?.text else { return nil }
        let total = answerer.asked(on: today).total(
            of: asked.question, after: asked.earlier.questions, row: best.span.shifted(by: passage.span.start),
            in: text,
            above: passage.headings + [passage.title].compactMap(\.self))
        return total.map { Self.total($0, passage) }
    }

    private static func total(_ total: TableTotal, _ passage: Passage) -> Total {
        switch total {
        case .sum(let sum): .sums([sum], passage)
        case .sums(let sums): .sums(sums, passage)
        case .severalCurrencies:
            .none(note: "No sum was made: the rows that say it are in several currencies, or some of them in none.")
        case .tooMany(let count):
            .none(
                note:
                    "No sum was made: \(count) rows of the table say it, and at most \(ExtractiveAnswerer.mostSummed) are added up."
            )
        }
    }

    /// The sums, and each amount of them with its row as citation. A sum stands in no document, so that none is cited for it.
    func answer(
        _ sums: [TableSum], of passage: Passage, decision: RoutingDecision, context: AnswerContext
    ) async throws -> Answer {
        let places = CitationPlaces(library: library)
        let text = try await library.content(ofDocument: passage.documentID)?.text ?? ""
        var citations: [Citation] = []
        var lines: [String] = []
        for sum in sums {
            var told: [String] = []
            for part in sum.parts {
                citations.append(
                    try await citation(
                        index: citations.count + 1, passage: passage, span: part.row,
                        quote: text.text(in: part.row) ?? "", words: part.amount, supported: true, places: places))
                told.append("\(part.text) [\(citations.count)]")
            }
            // An amount alone is no sum.
            let computed = told.count > 1 ? "\(sum.sum) = " : ""
            lines.append(computed + told.joined(separator: " + ") + (sum.of.isEmpty ? "" : " (\(sum.of))"))
        }
        var notes: [String] = []
        // An amount alone is not computed.
        let computed = sums.filter { $0.parts.count > 1 }
        if !computed.isEmpty {
            let rows = computed.reduce(0) { $0 + $1.parts.count }
            notes.append(
                "\(computed.map(\.sum).joined(separator: "; ")) was computed from the \(rows) rows that are cited, which are "
                    + "all that say it in their table; the sum itself stands in no document.")
        }
        if sums.count > 1 {
            notes.append("Amounts in different currencies are not added up: each currency has a sum of its own.")
        }
        let empty = sums.reduce(0) { $0 + $1.empty }
        if empty > 0 { notes.append("Rows that say it without an amount are not in the sum: \(empty).") }
        return Answer(
            text: lines.joined(separator: "\n"), abstained: false, citations: citations, route: decision,
            context: context, notes: notes)
    }
}
