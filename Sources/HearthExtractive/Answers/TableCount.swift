import HearthCore
import HearthText

/// How many rows of a table say what is asked.
struct TableCount {
    private let match: TableMatch
    private let table: TableRows
    private let text: String

    /// Rows that are told of those that are counted.
    private static let mostTold = 5

    init(_ match: TableMatch, _ table: TableRows, _ text: String) {
        (self.match, self.table, self.text) = (match, table, text)
    }

    private var question: TableQuestion { match.question }
    private var grid: TableGrid { match.grid }

    /// - Returns: `nil` where the rows are not of the kind that is asked for, or it is not clear which of them are meant.
    func outcome() -> TableOutcome? {
        guard let thing = question.things.first(where: match.isKind), isOneEach(thing), !grid.hasHeadingLines,
            let conditions = match.conditions(besides: [thing], usesColumns: true)
        else { return nil }
        // "How many days of leave does an employee have?" counts days. "How many open tickets" counts tickets.
        let before = question.things.prefix { $0 != thing }
        guard before.allSatisfy({ term in conditions.contains { $0.term == term && $0.isWhole } }) else { return nil }
        let lines = match.lines(with: conditions)
        guard let first = lines.first, let owner = match.owner(thing) else { return nil }
        let told = lines.count <= Self.mostTold ? lines : Array(lines.prefix(Self.mostTold - 1))
        let parts = told.map { line in
            let row = grid.lines[line].row
            let cell = grid.cell(owner, line)
            return TableReply.Part(
                row: row.span, words: cell.flatMap { table.span(of: $0, in: row, of: text) },
                text: cell?.text ?? match.told(line, values: [], owner: owner, besides: []))
        }
        let of = match.told(conditions, like: first)
        let which = conditions.isEmpty ? "all rows of the table" : "the rows of the table that say “\(of)”"
        return .told(
            TableReply(
                number: lines.count, parts: parts, hasMore: told.count < lines.count, of: of,
                note:
                    "Counted were \(which), which has \(grid.lines.count); the number itself stands in no document."
                    + (grid.sums == 0 ? "" : " Rows that are sums, or below one, were left out: \(grid.sums).")
            ))
    }

    /// Whether no two rows may be of the same: of a list of who was absent when, the rows are no employees.
    private func isOneEach(_ thing: Int) -> Bool {
        let isOfPeople = TableColumns.people.contains(question.terms[thing].plain)
        let naming = grid.names.indices.filter { column in
            match.columns[column].contains(thing)
                || isOfPeople && question.has(Set(TableColumns.persons), in: grid.names[column])
        }
        return naming.allSatisfy { grid.isDistinct($0) || isAttribute($0) }
    }

    /// Whether a column by its name is no more than what many rows share: "Employee type".
    private func isAttribute(_ column: Int) -> Bool {
        SearchAnalyzer.unstemmed.terms(in: grid.names[column]).count > 1
            && !question.has(["name", "names"], in: grid.names[column])
    }
}

/// Which of two has more or less of something: two rows of a table, or two of its columns.
struct TableComparison {
    private let match: TableMatch
    private let table: TableRows
    private let text: String

    init(_ match: TableMatch, _ table: TableRows, _ text: String) {
        (self.match, self.table, self.text) = (match, table, text)
    }

    private var question: TableQuestion { match.question }
    private var grid: TableGrid { match.grid }

    func outcome(_ degree: TableWords.Degree) -> TableOutcome? {
        ofColumns(degree) ?? ofRows(degree)
    }

    /// Whether the one stands before "or" and the other behind it, by what tells them apart.
    private func areSides(_ one: Set<Int>, _ other: Set<Int>) -> Bool {
        guard let border = question.border else { return false }
        let (own, others) = (one.subtracting(other), other.subtracting(one))
        guard !own.isEmpty, !others.isEmpty else { return false }
        func isBefore(_ terms: Set<Int>) -> Bool { terms.allSatisfy { question.terms[$0].span.end <= border } }
        func isBehind(_ terms: Set<Int>) -> Bool { terms.allSatisfy { question.terms[$0].span.start >= border } }
        return isBefore(own) && isBehind(others) || isBehind(own) && isBefore(others)
    }

    /// The terms that neither of both is called by; "which gateway" says what both are.
    private func rest(besides sides: Set<Int>) -> [Int] {
        question.asked.filter { !sides.contains($0) && $0 != question.things.first && !match.isNamed($0) }
    }

    // MARK: - Columns

    private func ofColumns(_ degree: TableWords.Degree) -> TableOutcome? {
        let sides = grid.names.indices.dropFirst().filter { question.said(in: grid.names[$0]).isWhole }
        guard sides.count == 2, areSides(match.columns[sides[0]], match.columns[sides[1]]) else { return nil }
        let rest = rest(besides: match.columns[sides[0]].union(match.columns[sides[1]]))
        let lines = grid.lines.indices.filter { line in
            guard let label = grid.lines[line].cells[0], sides.allSatisfy({ grid.lines[line].cells[$0] != nil }) else {
                return false
            }
            let said = match.said(0, line).terms
            guard rest.allSatisfy(said.contains) else { return false }
            switch degree.measure {
            case .any, .length: return !rest.isEmpty
            case .price: return AmountColumns.isOne(TableCell(name: label, text: ""))
            case .weight: return question.has(TableColumns.weights, in: label)
            case .date, .age: return false
            }
        }
        guard lines.count == 1, let line = lines.first else { return nil }
        let cells = sides.compactMap { grid.lines[line].cells[$0] }
        let label = grid.lines[line].cells[0] ?? ""
        switch TableMeasure.extremes(of: cells, column: cells, language: question.language, isMost: degree.isMost) {
        case .failure(let fault): return Self.fault(fault, label)
        case .success(let places):
            let best = places.first ?? 0
            let told =
                places.count > 1
                ? zip(sides, cells).map { "\(grid.names[$0]): \($1)" }.joined(separator: ", ") + " (\(label))"
                : "\(grid.names[sides[best]]): \(cells[best]) (\(label); \(grid.names[sides[1 - best]]): \(cells[1 - best]))"
            let row = grid.lines[line].row
            let words = grid.cell(sides[best], line).flatMap { table.span(of: $0, in: row, of: text) }
            return .told(
                TableReply(
                    parts: [TableReply.Part(row: row.span, words: words, text: told)],
                    note: Self.note(label, areEqual: places.count > 1)))
        }
    }

    // MARK: - Rows

    private func ofRows(_ degree: TableWords.Degree) -> TableOutcome? {
        for owner in grid.names.indices {
            let lines = grid.lines.indices.filter { match.said(owner, $0).isWhole }
            guard lines.count == 2, areSides(match.said(owner, lines[0]).terms, match.said(owner, lines[1]).terms),
                let chosen = TableValues(match).columns(for: degree), chosen.columns.count == 1,
                let column = chosen.columns.first, column != owner
            else { continue }
            let sides = match.said(owner, lines[0]).terms.union(match.said(owner, lines[1]).terms)
            guard rest(besides: sides).allSatisfy(chosen.terms.contains),
                lines.allSatisfy({ grid.lines[$0].cells[column] != nil })
            else { continue }
            switch TableValues(match).extremes(column, lines, chosen, isMost: chosen.isMost) {
            case .failure(let fault): return Self.fault(fault, grid.names[column])
            case .success(let places):
                // The one that is asked for first.
                let ordered = places.first == 1 ? lines.reversed() : lines
                let parts = ordered.map { line in
                    let row = grid.lines[line].row
                    return TableReply.Part(
                        row: row.span, words: grid.cell(owner, line).flatMap { table.span(of: $0, in: row, of: text) },
                        text: match.told(line, values: [column], owner: owner, besides: []))
                }
                return .told(
                    TableReply(parts: parts, note: Self.note(grid.names[column], areEqual: places.count > 1)))
            }
        }
        return nil
    }

    private static func note(_ name: String, areEqual: Bool) -> String {
        areEqual
            ? "Both are equal in “\(name)”." : "Both were compared by “\(name)”; the one that is asked for comes first."
    }

    private static func fault(_ fault: TableMeasure.Fault, _ name: String) -> TableOutcome {
        switch fault {
        case .units: .fault(note: "Both were not compared: “\(name)” is in two currencies or units.")
        case .unreadable: .fault(note: "Both were not compared: “\(name)” cannot be compared.")
        }
    }
}
