package import HearthCore
import HearthText

/// A document in whose tables an answer is looked for.
package struct TableSource: Sendable {
    package var text: String
    package var title: String?
    /// The words of its file's name, see `FileName`.
    package var fileName: String?
    /// Bytes of the text that are headings, the names of sheets among them.
    package var headings: [TextSpan]
    /// Whether not all of it was read, so that rows may be missing.
    package var isPart: Bool

    package init(text: String, title: String?, fileName: String?, headings: [TextSpan], isPart: Bool) {
        (self.text, self.title, self.fileName) = (text, title, fileName)
        (self.headings, self.isPart) = (headings, isPart)
    }
}

/// What was computed from the rows of a table.
package struct TableReply: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// Bytes of the document's text: the row, and the cell in it that answers; `nil` where that cannot be told from the rest of it.
        package var row: TextSpan
        package var words: TextSpan?
        /// As it is told.
        package var text: String
    }

    /// A number that stands in no document; `nil` where rows themselves answer.
    package var number: Int?
    package var parts: [Part]
    /// Whether more rows are counted than are told.
    package var hasMore = false
    /// What the rows have in common, in the words of the table.
    package var of = ""
    /// How it was found.
    package var note: String
}

/// What comes of such a question.
package enum TableFinding: Hashable, Sendable {
    /// - Parameter source: Place among the documents.
    case told(TableReply, source: Int)
    /// The table is known, and nothing can be computed from it.
    case untold(note: String)
}

extension ExtractiveAnswerer {
    /// Bytes of a document that are looked through for tables.
    private static let mostTableText = 8 << 20
    /// Columns of one table that are looked at.
    private static let mostColumns = 60

    /// Whether a question wants rows compared or counted.
    package static func asksForRows(_ question: String) -> Bool { TableQuestion(question, today: nil) != nil }

    /// Whether a row tells a number of something else than a question counts: of "how many employees?" what one of them spent.
    ///
    /// - Parameters:
    ///   - told: What is told of the row.
    ///   - row: All of it, with the names of its columns.
    package static func tellsOtherNumber(than question: String, told: String, row: String) -> Bool {
        guard let question = TableQuestion(question, today: nil), question.kind == .count,
            let thing = question.things.first
        else { return false }
        return question.said(in: row).terms.contains(thing) && !question.said(in: told).terms.contains(thing)
    }

    /// Compares or counts the rows of the one table that says all that a question does.
    ///
    /// - Returns: `nil` where it asks for nothing of that, and where no table is surely meant.
    package func tableFinding(for question: String, in sources: [TableSource]) -> TableFinding? {
        guard let question = TableQuestion(question, today: today), !question.asked.isEmpty else { return nil }
        var found: [(outcome: TableOutcome, weight: Int, source: Int)] = []
        for (place, source) in sources.enumerated() where source.text.utf8.count <= Self.mostTableText {
            let table = TableRows(source.text)
            guard !table.rows.isEmpty else { continue }
            let titles = [source.title, source.fileName].compactMap(\.self).map { $0.replacing("_", with: " ") }
            for grid in TableGrid.all(of: table, in: source.text) where grid.names.count <= Self.mostColumns {
                let heading = source.headings.last { $0.end <= grid.start }.flatMap { source.text.text(in: $0) }
                guard
                    let match = TableMatch(
                        question, grid, names: [heading, grid.caption].compactMap(\.self), titles: titles),
                    let outcome = outcome(of: match, table, source.text)
                else { continue }
                found.append((outcome, match.weight, place))
            }
        }
        guard let most = found.map(\.weight).max() else { return nil }
        let best = found.filter { $0.weight == most }
        guard best.count == 1 else { return .untold(note: Self.severalNote) }
        guard !sources[best[0].source].isPart else { return .untold(note: Self.partNote) }
        switch best[0].outcome {
        case .told(let reply): return .told(reply, source: best[0].source)
        case .fault(let note): return .untold(note: note)
        }
    }

    private func outcome(of match: TableMatch, _ table: TableRows, _ text: String) -> TableOutcome? {
        switch match.question.kind {
        case .extreme(let degree): TableExtreme(match, table, text).outcome(degree)
        case .count: TableCount(match, table, text).outcome()
        case .comparison(let degree): TableComparison(match, table, text).outcome(degree)
        }
    }

    private static let severalNote = "No rows were compared or counted: more than one table may be meant."
    private static let partNote =
        "No rows were compared or counted: not all of the table was read, or it was read in several parts."
}

extension AnswerPassage {
    /// Whether a text has rows of a table.
    package static func holdsRows(_ text: String) -> Bool { !TableRows(text).rows.isEmpty }
}

/// What comes of one table.
enum TableOutcome {
    case told(TableReply)
    /// Why nothing can be computed, though the table says all of the question.
    case fault(note: String)
}
