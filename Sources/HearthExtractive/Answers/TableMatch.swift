import HearthCore
import HearthText

/// What a table says of a question: its name, its columns, and its cells.
struct TableMatch {
    /// What rows must have in a column to be meant: "Location: Leeds".
    struct Condition: Hashable {
        var term: Int
        var column: Int
        /// Whether the cell has to say nothing else.
        var isWhole: Bool
    }

    let question: TableQuestion
    let grid: TableGrid
    /// What the table itself is called: by its sheet or heading, its caption.
    let names: [String]
    /// What its document is called.
    let titles: [String]
    /// By column, the terms that its name says.
    let columns: [Set<Int>]
    /// By column, the terms that are verbs about it: "joined" of "Start date".
    let related: [Set<Int>]
    private let named: Set<Int>
    private let titled: Set<Int>
    /// By row and column.
    private let cells: [[Int: TableQuestion.Said]]

    /// - Returns: `nil` where a word of the question stands nowhere in the table and its names.
    init?(_ question: TableQuestion, _ grid: TableGrid, names: [String], titles: [String]) {
        (self.question, self.grid, self.names, self.titles) = (question, grid, names, titles)
        columns = grid.names.map { question.said(in: $0).terms }
        let direct = columns.reduce(into: Set<Int>()) { $0.formUnion($1) }
        let verbs = question.terms.indices.filter { !direct.contains($0) }.map { term in
            (term: term, columns: TableColumns.columns(of: question.terms[term].plain))
        }
        related = grid.names.map { name in
            Set(verbs.lazy.filter { !$0.columns.isEmpty && question.has($0.columns, in: name) }.map(\.term))
        }
        named = names.reduce(into: Set<Int>()) { $0.formUnion(question.said(in: $1).terms) }
        titled = titles.reduce(into: Set<Int>()) { $0.formUnion(question.said(in: $1).terms) }
        // Columns have the same few texts again and again.
        var known: [String: TableQuestion.Said] = [:]
        cells = grid.lines.map { line in
            line.cells.mapValues { text in
                if let said = known[text] { return said }
                let said = question.said(in: text)
                known[text] = said
                return said
            }
        }
        var everywhere = direct.union(named).union(titled)
        for terms in related { everywhere.formUnion(terms) }
        for line in cells {
            for said in line.values { everywhere.formUnion(said.terms) }
        }
        let unsaid = question.asked.filter { !everywhere.contains($0) }.map { question.terms[$0].plain }
        guard unsaid.allSatisfy({ TableColumns.people.contains($0) || TableColumns.money.contains($0) }) else {
            return nil
        }
    }

    // MARK: - Names

    /// The columns whose names a term says, or that it is a verb about.
    func columns(of term: Int) -> [Int] {
        let own = columns.indices.filter { columns[$0].contains(term) }
        return own.isEmpty ? related.indices.filter { related[$0].contains(term) } : own
    }

    /// Whether the table or its document is called by a term.
    func isNamed(_ term: Int) -> Bool { named.contains(term) || titled.contains(term) }

    /// Whether each row is what a term names, by what the table is called or by its first column.
    func isKind(_ term: Int) -> Bool {
        // What a text with a table in it is called says little of the rows.
        let names = grid.isSheet ? names + titles : names
        if names.contains(where: { question.isHead(term, of: $0) }) { return true }
        if columns[0].contains(term), question.said(in: grid.names[0]).isWhole { return grid.isDistinct(0) }
        guard TableColumns.people.contains(question.terms[term].plain) else { return false }
        return names.contains { name in
            let words = SearchAnalyzer.unstemmed.terms(in: name).filter {
                !TableColumns.titles.contains($0) && !$0.contains(where: \.isNumber)
            }
            return words.last.map(TableColumns.people.contains) ?? false
        }
    }

    /// How much speaks for the table: what it is called counts for more than what is in it.
    var weight: Int {
        question.asked.reduce(0) { sum, term in
            if named.contains(term) { return sum + 4 }
            if titled.contains(term) { return sum + 3 }
            if !columns(of: term).isEmpty { return sum + 2 }
            return sum + 1
        }
    }

    // MARK: - Conditions

    /// What rows must have, by all terms but those that are used otherwise.
    ///
    /// - Parameter usesColumns: Whether each column that is named must be one of these.
    /// - Returns: `nil` where a term may be meant of several columns, or of none.
    func conditions(besides used: Set<Int>, usesColumns: Bool) -> [Condition]? {
        var found: [Condition] = []
        var bound: Set<Int> = []
        var needed: [(term: Int, columns: [Int])] = []
        let open = question.asked.filter { !used.contains($0) }
        for term in question.terms.indices where !used.contains(term) { bound.formUnion(columns(of: term)) }
        for term in open {
            let isTime = question.terms[term].time != nil
            var places = isTime ? timeColumns(term) : placesOf(term, isWhole: true)
            let isWhole = !isTime && !places.isEmpty
            if places.isEmpty {
                let own = columns(of: term)
                if !own.isEmpty {
                    needed.append((term, own))
                    continue
                }
                if isNamed(term) { continue }
                if !isTime { places = placesOf(term, isWhole: false) }
            }
            if places.count > 1 {
                let own = places.filter(bound.contains)
                let stops = TableWords.stops(of: question.language)
                places = own.isEmpty ? places.filter { !TableColumns.isAside(grid.names[$0], stops: stops) } : own
            }
            guard places.count == 1 else { return nil }
            found.append(Condition(term: term, column: places[0], isWhole: isWhole))
        }
        if usesColumns {
            let columns = Set(found.map(\.column))
            guard needed.allSatisfy({ !columns.isDisjoint(with: $0.columns) }) else { return nil }
        }
        return found
    }

    private func placesOf(_ term: Int, isWhole: Bool) -> [Int] {
        grid.names.indices.filter { column in
            cells.contains { line in
                line[column].map { $0.terms.contains(term) && ($0.isWhole || !isWhole) } ?? false
            }
        }
    }

    /// The columns of dates of which one lies in a time.
    private func timeColumns(_ term: Int) -> [Int] {
        placesOf(term, isWhole: false).filter {
            TableMeasure.areDates(grid.texts($0), language: question.language)
        }
    }

    /// The rows that have all of it.
    func lines(with conditions: [Condition]) -> [Int] {
        grid.lines.indices.filter { line in
            conditions.allSatisfy { condition in
                cells[line][condition.column].map {
                    $0.terms.contains(condition.term) && ($0.isWhole || !condition.isWhole)
                } ?? false
            }
        }
    }

    func said(_ column: Int, _ line: Int) -> TableQuestion.Said { cells[line][column] ?? TableQuestion.Said() }

    /// Conditions as they are told: "Location: Leeds".
    func told(_ conditions: [Condition], like line: Int) -> String {
        var columns: [Int] = []
        for condition in conditions where !columns.contains(condition.column) { columns.append(condition.column) }
        return columns.map { column in
            let own = conditions.filter { $0.column == column }
            let words =
                own.contains(where: \.isWhole)
                ? grid.lines[line].cells[column] ?? ""
                : own.map { question.words(of: $0.term) }.joined(separator: " ")
            return grid.names[column].isEmpty ? words : "\(grid.names[column]): \(words)"
        }.joined(separator: ", ")
    }

    // MARK: - Telling a row

    /// The column that says who or what a row is.
    ///
    /// - Parameter thing: The term for what is asked for, "which ticket".
    /// - Returns: `nil` where it is asked who, and no column says that.
    func owner(_ thing: Int?) -> Int? {
        let words = grid.names.map { SearchAnalyzer.unstemmed.terms(in: $0) }
        func isWord(_ column: Int) -> Bool {
            TableColumns.numbers.isDisjoint(with: words[column]) && !grid.isOfFigures(column)
        }
        func first(of list: [String]) -> Int? {
            list.lazy.compactMap { name in words.indices.first { words[$0].contains(name) && isWord($0) } }.first
        }
        let isOfPeople = thing.map { TableColumns.people.contains(question.terms[$0].plain) } ?? false
        if question.isWho || isOfPeople, let person = first(of: TableColumns.persons) { return person }
        if question.isWho { return nil }
        if let thing, let own = columns.indices.first(where: { columns[$0].contains(thing) && isWord($0) }) {
            return own
        }
        return first(of: TableColumns.names)
            ?? words.indices.first {
                isWord($0) && !TableMeasure.areDates(grid.texts($0), language: question.language)
            } ?? 0
    }

    private static let mostTold = 5
    private static let longestBeside = 80

    /// A row as somebody would say it, who or what it is first: "db-prod-3: 768 (Memory GB; Frankfurt)".
    func told(_ line: Int, values: [Int], owner: Int, besides conditions: [Condition]) -> String {
        let cells = grid.lines[line].cells
        let isWide = cells.count > Self.mostTold
        let asked = Set(conditions.map(\.column))
        let beside = cells.keys.sorted().filter { column in
            guard column != owner, !values.contains(column), let text = cells[column],
                text.utf8.count <= Self.longestBeside
            else { return false }
            if asked.contains(column) { return true }
            let isDate = text.utf8.count > 4 && TableMeasure.areDates([text], language: question.language)
            return (!isWide || column == 0) && (isDate || !TableCell(name: nil, text: text).isFigure)
        }.compactMap { cells[$0] }
        let parts = values.compactMap { column in cells[column].map { (text: $0, name: grid.names[column]) } }
        let told: String
        if parts.count == 1 {
            let around = [parts[0].name] + (beside.isEmpty ? [] : [beside.joined(separator: ", ")])
            told = "\(parts[0].text) (\(around.joined(separator: "; ")))"
        } else {
            told = parts.map { "\($0.text) (\($0.name))" }.joined(separator: ", ")
        }
        guard let name = cells[owner], !values.contains(owner) else { return told }
        return "\(name): \(told)"
    }
}
