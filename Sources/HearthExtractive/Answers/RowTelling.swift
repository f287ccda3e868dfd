import HearthCore
import HearthText

/// A cell of a row, with the name of its column where the table has names.
struct TableCell: Hashable, Sendable {
    var name: String?
    var text: String

    /// Whether a figure is all that it says: "31", "£920", "-4.50 EUR". Without the name of its column nobody knows what of.
    var isFigure: Bool { text.contains(where: \.isNumber) && text.count(where: \.isLetter) <= 3 }
}

/// A row of a table as somebody would say it: what is asked for, and behind it in brackets what that is and of what, "1,200 (Amount; Rent,
/// 3 March 2026)".
///
/// All words are those of the row. There are none between them that would be of one language, since a row is of any.
struct RowTelling {
    struct Told: Hashable, Sendable {
        var text: String
        /// Place of the cell that answers.
        var cell: Int
    }

    /// Cells of a row that are all told; of a longer one those that the question names, the first one, and dates.
    private static let mostTold = 5
    /// Bytes of a cell that is told beside the one that answers.
    private static let longestBeside = 80

    private let question: AnswerQuestion
    private let language: String
    private let dates: DateReader

    /// - Parameter language: ISO 639-1, of the row.
    init(_ question: AnswerQuestion, language: String) {
        (self.question, self.language) = (question, language)
        dates = DateReader(languages: [language])
    }

    /// - Returns: `nil` where no cell, or more than one, would answer: then the row is told as it stands.
    func told(_ cells: [TableCell]) -> Told? {
        guard cells.count > 1, let answer = answering(cells) else { return nil }
        let isWide = cells.count > Self.mostTold
        let beside = cells.indices.filter { place in
            let cell = cells[place]
            guard place != answer, cell.text.utf8.count <= Self.longestBeside else { return false }
            if asks(for: cell) { return true }
            return isDate(cell) || !cell.isFigure && (!isWide || place == 0)
        }
        return Self.text(cells[answer], beside: beside.map { cells[$0] }).map { Told(text: $0, cell: answer) }
    }

    /// - Returns: `nil` where nothing would say what the cell is.
    static func text(_ cell: TableCell, beside: [TableCell]) -> String? {
        let around = [cell.name ?? "", beside.map(\.text).joined(separator: ", ")].filter { !$0.isEmpty }
        return around.isEmpty ? nil : "\(cell.text) (\(around.joined(separator: "; ")))"
    }

    // MARK: - Which cell

    /// The one cell that the question wants, by what it asks for and by the names of columns.
    func answering(_ cells: [TableCell]) -> Int? {
        let isForTime = question.kind.contains(.time)
        let isForNumber =
            question.kind.contains(.number) || question.wanted.contains(.money)
            || question.kind.isEmpty && question.terms.contains { AskingVerbs.isOfMoney($0.text) }
        // What the question names is known already, but for a date of which it names a part.
        let unsaid = cells.indices.filter { !asks(for: cells[$0]) || isForTime && isDate(cells[$0]) }
        let fitting = unsaid.filter { place in
            if isForTime { return cells[place].text.contains(where: \.isNumber) || isDate(cells[place]) }
            return !isForNumber || cells[place].text.contains(where: \.isNumber) && !isDate(cells[place])
        }
        if let named = only(fitting.filter { cells[$0].name.map(says) == true }) { return named }
        if isForNumber { return only(fitting.filter { AmountColumns.isOne(cells[$0]) }) ?? pair(cells, fitting) }
        if isForTime { return only(fitting.filter { isDate(cells[$0]) }) ?? pair(cells, fitting) }
        return pair(cells, fitting)
    }

    /// The one cell that may be added to others: what the question wants, or the only sum of money.
    func amount(_ cells: [TableCell]) -> Int? {
        if let answer = answering(cells), cells[answer].isFigure, !isDate(cells[answer]) { return answer }
        return only(cells.indices.filter { cells[$0].isFigure && AmountColumns.isOne(cells[$0]) && !isDate(cells[$0]) })
    }

    private func only(_ places: [Int]) -> Int? { places.count == 1 ? places[0] : nil }

    /// Of two cells of which the question names one, the other.
    private func pair(_ cells: [TableCell], _ fitting: [Int]) -> Int? {
        cells.count == 2 && cells.contains(where: asks) ? only(fitting) : nil
    }

    /// Whether the question names what a cell says.
    func asks(for cell: TableCell) -> Bool {
        says(cell.text) || question.dates.dates(in: cell.text).contains { !question.dates.matches($0).isEmpty }
    }

    private func says(_ text: String) -> Bool {
        WordForms.read(String(text.prefixOfBytes(300)), language: language).contains { word in
            question.place(of: word, language: language).map { place in
                !question.terms[place].isGrammar && !question.onlyByDates.contains(place)
            } ?? false
        }
    }

    func isDate(_ cell: TableCell) -> Bool { !dates.dates(in: String(cell.text.prefixOfBytes(100))).isEmpty }
}

extension TableRows {
    /// The cells of a row that say something, with the names of their columns.
    func namedCells(of row: Row) -> [TableCell] {
        let cells = cells(of: row)
        if row.form == .told {
            return (cells.first ?? "").split(separator: Self.parting).map { Self.named(String($0)) }
        }
        guard let (names, cells) = columns(of: row, cells) else {
            return cells.filter { !$0.isEmpty }.map { TableCell(name: nil, text: $0) }
        }
        return zip(names, cells).filter { !$0.1.isEmpty }.map { TableCell(name: $0.isEmpty ? nil : $0, text: $1) }
    }

    /// Where a cell stands.
    ///
    /// - Returns: Bytes of the text; `nil` where the row has the same words twice, or writes them in another way.
    func span(of cell: TableCell, in row: Row, of text: String) -> TextSpan? {
        guard let line = text.text(in: row.span), !cell.text.isEmpty else { return nil }
        let bytes = Array(line.utf8)
        if let name = cell.name, row.form == .told {
            for written in ["\(name): \(cell.text)", "\(name) \(cell.text)"] {
                guard let start = ByteSearch.first(Array(written.utf8), in: bytes) else { continue }
                let end = row.span.start + start + written.utf8.count
                return TextSpan(start: end - cell.text.utf8.count, end: end)
            }
        }
        let wanted = Array(cell.text.utf8)
        guard let first = ByteSearch.first(wanted, in: bytes), ByteSearch.last(wanted, in: bytes) == first else {
            return nil
        }
        let start = row.span.start + first
        return TextSpan(start: start, end: start + cell.text.utf8.count)
    }

    /// "Amount: 920" of a row that was written with the names of its columns.
    private static func named(_ cell: String) -> TableCell {
        let marks: Set<Character> = [":", "?", "!", "：", "？"]
        var place = cell.startIndex
        while let mark = cell[place...].firstIndex(where: marks.contains), mark > cell.startIndex {
            let next = cell.index(after: mark)
            guard next < cell.endIndex else { break }
            if cell[next] == " " {
                let name = cell[mark] == ":" ? cell[..<mark] : cell[...mark]
                return TableCell(name: String(name), text: String(cell[cell.index(after: next)...]))
            }
            place = next
        }
        return TableCell(name: nil, text: cell)
    }
}
