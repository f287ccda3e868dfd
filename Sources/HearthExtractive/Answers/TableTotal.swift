package import HearthCore
import HearthText

/// What comes of a question that wants amounts of a table added up.
package enum TableTotal: Hashable, Sendable {
    /// The sum, and the cells that it is of.
    case sum(TableSum)
    /// The rows are in several currencies, which nobody can add up: a sum for each, in the order of the table.
    case sums([TableSum])
    /// Some of the rows are in a currency, and others in another or in none.
    case severalCurrencies
    /// More rows say what is asked than are added up.
    case tooMany(Int)
}

/// A sum over the rows of a table that say what is asked.
package struct TableSum: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// Bytes of the document's text: the row, and the amount in it; `nil` where that cannot be told from the rest of it.
        package var row: TextSpan
        package var amount: TextSpan?
        /// As it stands there.
        package var text: String
    }

    /// In the order of the table.
    package var parts: [Part]
    /// Computed, in the way in which the amounts are written; it stands nowhere in the document.
    package var sum: String
    /// The column's name and what all of the rows have in common, in the words of the table; empty where that is nothing.
    package var of: String
    /// How many more rows say what is asked, and have no amount.
    package var empty = 0
}

extension ExtractiveAnswerer {
    /// Rows that are added up: whoever reads the answer is to look at each.
    package static let mostSummed = 20
    /// Bytes of a document, and rows of a table, that are looked through.
    private static let mostSummedText = 8 << 20
    private static let mostTableRows = 50_000

    /// Whether a word is so short that it names nothing, in an alphabet: not of every language the little words are known.
    private static func mayBeGrammar(_ word: String) -> Bool {
        word.unicodeScalars.count <= 3
            && word.unicodeScalars.allSatisfy { ScalarClass($0.value) == .letter && !$0.properties.isIdeographic }
    }

    /// Whether a question wants a sum.
    package static func asksForTotal(_ question: String) -> Bool { TotalWords.ask(question) }

    /// Adds up the rows of a table that say as much of a question as one of them, all of them and not only those that a search found.
    ///
    /// - Parameters:
    ///   - row: The one that was found to answer, in bytes of the text.
    ///   - text: Of the whole document.
    ///   - above: What stands above the table: the title of its document, headings. What a question asks beside that and the row itself, the
    ///     table does not say, and there is no sum.
    /// - Returns: `nil` where no sum is asked for, or nothing is to be added up: then the row answers by itself.
    package func total(
        of question: String, after earlier: String = "", row: TextSpan, in text: String, above: [String]
    ) -> TableTotal? {
        guard TotalWords.ask(question), text.utf8.count <= Self.mostSummedText else { return nil }
        let table = TableRows(text)
        guard let best = table.rows.first(where: { $0.span == row }), !best.isHead else { return nil }
        let rows = table.rows.filter { $0.table == best.table && $0.head == best.head && !$0.isHead }
        guard rows.count <= Self.mostTableRows else { return nil }
        let identifier = LanguageIdentifier()
        let guess = identifier.identify(rows.prefix(20).map { text.text(in: $0.span) ?? "" }.joined(separator: "\n"))
        let asked = identifier.identify(question)
        let language = guess.confidence >= 0.5 ? guess.language : asked.language
        let parsed = AnswerQuestion(
            question, earlier: earlier, languages: [language], asked: asked.language, capitalsMarkNames: false,
            today: today)
        var likeness = TermLikeness(parsed.terms.map(\.text))
        func said(_ text: String) -> [Double] {
            let whole = [(span: TextSpan(start: 0, end: text.utf8.count), isHeading: false)]
            return AnswerSentence.read(
                text, language: language, spans: whole, question: parsed, likeness: &likeness)[0].said
        }
        let own = said(text.text(in: row) ?? "")
        let around = (above + [best.head, best.caption].compactMap { $0.flatMap { text.text(in: $0) } })
            .map { said(String($0.prefixOfBytes(500))) }
        let topics = parsed.terms.indices.filter { place in
            let term = parsed.terms[place]
            return !term.isGrammar && !term.isMeasure && !term.asks && !term.isEarlier
        }
        let isSaid = topics.allSatisfy { term in
            own[term] > AnswerQuestion.related || !parsed.terms[term].wants.isEmpty
                || AskingVerbs.isOfMoney(parsed.terms[term].text) || Self.mayBeGrammar(parsed.terms[term].text)
                || around.contains { $0[term] > AnswerQuestion.related }
        }
        guard isSaid else { return nil }
        let telling = RowTelling(parsed, language: language)
        let cells = table.namedCells(of: best)
        guard !cells.contains(where: { TotalWords.name($0.text) }), let amount = telling.amount(cells),
            let column = cells[amount].name
        else { return nil }
        let wanted = parsed.terms.indices.filter { own[$0] > AnswerQuestion.related && !parsed.terms[$0].isGrammar }
        // Who approved an expense did not spend it, and who paid for it did not either.
        let stops = TableWords.stops(of: TableWords.language(of: question))
        let asides = Set(
            cells.compactMap(\.name).filter { name in
                guard TableColumns.isAside(name, stops: stops) else { return false }
                let named = said(name)
                return !parsed.terms.indices.contains {
                    !parsed.terms[$0].isGrammar && named[$0] > AnswerQuestion.related
                }
            })
        func columns(saying term: Int, of cells: [TableCell]) -> Set<String> {
            Set(cells.filter { said($0.text)[term] >= own[term] }.map { $0.name ?? "" })
        }
        var places: [(term: Int, columns: Set<String>, isPerson: Bool)] = []
        for term in wanted {
            let all = columns(saying: term, of: cells)
            let columns = all.subtracting(asides)
            guard !columns.isEmpty || all.isEmpty else { return nil }
            guard !columns.isEmpty else { continue }
            let isPerson = columns.contains {
                SearchAnalyzer.unstemmed.terms(in: $0).contains(where: TableColumns.persons.contains)
            }
            places.append((term, columns, isPerson))
        }
        var found: [(row: TableRows.Row, cells: [TableCell], amount: TableCell)] = []
        var all: [String] = []
        var empty = 0
        for row in rows {
            let cells = table.namedCells(of: row)
            let amount = cells.first { $0.name == column }
            if let amount { all.append(amount.text) }
            guard !cells.contains(where: { TotalWords.name($0.text) }) else { continue }
            let said = said(text.text(in: row.span) ?? "")
            // No less than the row that was found: "Ramanathan" is like "Raman", and somebody else.
            guard wanted.allSatisfy({ said[$0] >= own[$0] }),
                places.allSatisfy({ place in
                    let own = columns(saying: place.term, of: cells).subtracting(asides)
                    return place.isPerson ? !own.isDisjoint(with: place.columns) : !own.isEmpty
                })
            else { continue }
            if let amount { found.append((row, cells, amount)) } else { empty += 1 }
        }
        guard found.count > 1 else { return nil }
        guard found.count <= Self.mostSummed else { return .tooMany(found.count) }
        let common = found[0].cells.filter { cell in
            cell.name != column && !cell.isFigure && found.allSatisfy { $0.cells.contains(cell) }
        }
        let of = [column, common.map(\.text).joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "; ")
        let parts = found.map {
            TableSum.Part(
                row: $0.row.span, amount: table.span(of: $0.amount, in: $0.row, of: text), text: $0.amount.text)
        }
        let amounts = ExactAmounts(column: all)
        switch amounts.sum(parts.map(\.text)) {
        case .success(let sum): return .sum(TableSum(parts: parts, sum: sum, of: of, empty: empty))
        case .failure(let error):
            guard error.fault == .currencies else { return nil }
            guard let groups = amounts.currencies(parts.map(\.text)) else { return .severalCurrencies }
            var sums: [TableSum] = []
            for group in groups {
                let own = group.map { parts[$0] }
                guard case .success(let sum) = amounts.sum(own.map(\.text)) else { return .severalCurrencies }
                sums.append(TableSum(parts: own, sum: own.count == 1 ? own[0].text : sum, of: of))
            }
            sums[0].empty = empty
            return .sums(sums)
        }
    }
}

extension ExtractiveAnswerer {
    /// Bytes of a document in which a search found no row to begin with.
    private static let mostSearchedText = 1 << 20

    /// The same over the tables of a whole document, where it is not known which row answers: that is the first of each table that says
    /// the most of the question's own words.
    ///
    /// - Parameters:
    ///   - above: What its document is called.
    ///   - headings: Bytes of the text, the names of sheets among them.
    /// - Returns: `nil` where no table has such a sum, or more than one.
    package func total(of question: String, in text: String, above: [String], headings: [TextSpan]) -> TableTotal? {
        guard TotalWords.ask(question), text.utf8.count <= Self.mostSearchedText else { return nil }
        let language = TableWords.language(of: question)
        let stops = TableWords.stops(of: language)
        let words = WordForms.read(question, language: language).filter {
            !stops.contains($0.plain) && !TotalWords.holds($0.plain) && !AskingVerbs.isOfMoney($0.plain)
        }
        let stems = Set(words.map(\.stem))
        let dates = AskedDates(in: question, languages: [language], asked: [language], today: today)
        var best: [Int: (row: TextSpan, worth: Int)] = [:]
        let table = TableRows(text)
        for row in table.rows where !row.isHead {
            let line = table.namedCells(of: row).filter { cell in
                cell.name.map { name in
                    !TableColumns.isAside(name, stops: stops)
                        || WordForms.read(name, language: language).contains { stems.contains($0.stem) }
                } ?? true
            }.map { "\($0.name ?? "") \($0.text)" }.joined(separator: "\n")
            let said = Set(WordForms.read(line, language: language).map(\.stem)).intersection(stems)
            let times = Set(dates.dates(in: line).flatMap { dates.matches($0) })
            let worth = said.count + times.count
            if worth > best[row.table]?.worth ?? 0 { best[row.table] = (row.span, worth) }
        }
        let found = best.values.sorted { $0.row < $1.row }.compactMap { start -> TableTotal? in
            let heading = headings.last { $0.end <= start.row.start }.flatMap { text.text(in: $0) }
            return total(of: question, row: start.row, in: text, above: above + [heading].compactMap(\.self))
        }
        return found.count == 1 ? found[0] : nil
    }
}
