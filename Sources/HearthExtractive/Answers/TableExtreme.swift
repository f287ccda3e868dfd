import HearthCore
import HearthText

/// The row of a table that has the most or the least of something.
struct TableExtreme {
    private let match: TableMatch
    private let table: TableRows
    private let text: String

    /// Rows that share the first place and are told.
    private static let mostTies = 3

    init(_ match: TableMatch, _ table: TableRows, _ text: String) {
        (self.match, self.table, self.text) = (match, table, text)
    }

    private var question: TableQuestion { match.question }
    private var grid: TableGrid { match.grid }

    /// - Returns: `nil` where it is not clear what is to be compared.
    func outcome(_ degree: TableWords.Degree) -> TableOutcome? {
        guard let chosen = TableValues(match).columns(for: degree) else { return nil }
        // "Which laptop is the cheapest", "the cheapest laptop".
        let thing = question.things.first ?? question.compared.flatMap { chosen.terms.contains($0) ? nil : $0 }
        var used = chosen.terms
        if let thing, isKnown(thing) { used.insert(thing) }
        let isSum = question.compared.map {
            chosen.areOfMoney && TableColumns.money.contains(question.terms[$0].plain)
        }
        if let compared = question.compared, isSum == true { used.insert(compared) }
        guard let conditions = match.conditions(besides: used, usesColumns: true),
            let owner = match.owner(thing)
        else { return nil }
        // Who has the most of what several rows say of one is asked of their sum.
        guard !degree.isBare || grid.isDistinct(owner) else { return nil }
        let isOwnRow = isSum == true || question.compared.map(match.isKind) == true
        if owner > 0, let thing, match.columns[owner].contains(thing), !isOwnRow, !grid.isDistinct(owner) { return nil }
        let meant = match.lines(with: conditions)
        var winners: [Int]?
        for column in chosen.columns {
            let filled = meant.filter { grid.lines[$0].cells[column] != nil }
            guard filled.count > 1 else { return nil }
            switch TableValues(match).extremes(column, filled, chosen, isMost: chosen.isMost) {
            case .failure(let fault): return .fault(note: Self.note(fault, grid.names[column]))
            case .success(let places):
                let lines = places.map { filled[$0] }
                // Two prices of one row may disagree which is the dearest.
                guard winners == nil || winners == lines else { return nil }
                winners = lines
            }
        }
        guard let winners, let column = chosen.columns.first else { return nil }
        guard winners.count <= Self.mostTies else {
            return .fault(
                note: "Of the rows that were compared, \(winners.count) are equal in “\(grid.names[column])”.")
        }
        let parts = winners.map { line in
            TableReply.Part(
                row: grid.lines[line].row.span,
                words: grid.cell(owner, line).flatMap { table.span(of: $0, in: grid.lines[line].row, of: text) },
                text: match.told(line, values: chosen.columns, owner: owner, besides: conditions))
        }
        return .told(TableReply(parts: parts, note: note(column, meant, conditions)))
    }

    /// Whether a term says what each row is, or what a column has.
    private func isKnown(_ thing: Int) -> Bool {
        match.columns.contains { $0.contains(thing) } || match.isKind(thing)
    }

    private func note(_ column: Int, _ meant: [Int], _ conditions: [TableMatch.Condition]) -> String {
        let filled = meant.count { grid.lines[$0].cells[column] != nil }
        let which =
            conditions.isEmpty ? "" : " that say “\(meant.first.map { match.told(conditions, like: $0) } ?? "")”"
        let empty = meant.count - filled
        return "Compared were the \(filled) rows of the table\(which), by “\(grid.names[column])”."
            + (empty == 0 ? "" : " Rows that have nothing there: \(empty).")
            + (grid.sums == 0 ? "" : " Rows that are sums, or below one, were left out: \(grid.sums).")
    }

    private static func note(_ fault: TableMeasure.Fault, _ column: String) -> String {
        switch fault {
        case .units:
            "The rows were not compared: those in “\(column)” are in several currencies or units, or some of them in none."
        case .unreadable: "The rows were not compared: not all in “\(column)” can be compared with one another."
        }
    }
}

/// The columns that hold what is compared.
struct TableValues {
    struct Chosen {
        /// One, or several of which each must lead to the same row.
        var columns: [Int]
        /// The terms of the question by which they were found.
        var terms: Set<Int> = []
        var areDates = false
        var areOfMoney = false
        var isMost: Bool
    }

    private let match: TableMatch

    init(_ match: TableMatch) { self.match = match }

    private var question: TableQuestion { match.question }
    private var grid: TableGrid { match.grid }

    func extremes(
        _ column: Int, _ lines: [Int], _ chosen: Chosen, isMost: Bool
    ) -> Result<[Int], TableMeasure.Fault> {
        let cells = lines.compactMap { grid.lines[$0].cells[column] }
        guard !chosen.areDates else {
            return TableMeasure.extremeDates(of: cells, language: question.language, isMost: isMost)
        }
        return TableMeasure.extremes(
            of: cells, column: grid.texts(column), language: question.language, isMost: isMost)
    }

    /// - Returns: `nil` where no column holds it, or it is not clear which.
    func columns(for degree: TableWords.Degree) -> Chosen? {
        switch degree.measure {
        case .price: money(isMost: degree.isMost)
        case .any: named(isMost: degree.isMost) ?? amounts(isMost: degree.isMost)
        case .weight: listed(TableColumns.weights, isMost: degree.isMost)
        case .length: named(isMost: degree.isMost) ?? listed(TableColumns.lengths, isMost: degree.isMost)
        case .date: moments(isMost: degree.isMost)
        case .age: ages(isOld: degree.isMost)
        }
    }

    private func isNumber(_ column: Int) -> Bool {
        let texts = grid.texts(column)
        return !question.has(TableColumns.numbers, in: grid.names[column])
            && texts.count { $0.contains(where: \.isNumber) } * 2 > texts.count
            && !TableMeasure.areDates(texts, language: question.language)
    }

    private func isDate(_ column: Int) -> Bool {
        TableMeasure.areDates(grid.texts(column), language: question.language)
    }

    private func list(_ columns: [Int], isMost: Bool, areDates: Bool = false) -> Chosen? {
        guard columns.count == 1 else { return nil }
        let terms = match.columns[columns[0]].union(match.related[columns[0]])
        return Chosen(columns: columns, terms: terms, areDates: areDates, isMost: isMost)
    }

    /// The column of numbers that the question names, by most of its words.
    private func named(isMost: Bool) -> Chosen? {
        let thing = question.things.first
        let found = grid.names.indices.compactMap { column -> (column: Int, terms: Int)? in
            let terms = match.columns[column].union(match.related[column]).subtracting([thing].compactMap(\.self))
            guard !terms.isEmpty, isNumber(column) else { return nil }
            return (column, terms.count)
        }
        let most = found.map(\.terms).max() ?? 0
        return list(found.filter { $0.terms == most }.map(\.column), isMost: isMost)
    }

    private func listed(_ words: Set<String>, isMost: Bool) -> Chosen? {
        list(grid.names.indices.filter { question.has(words, in: grid.names[$0]) && isNumber($0) }, isMost: isMost)
    }

    /// The columns of sums of money.
    private var moneyColumns: [Int] {
        grid.names.indices.filter { column in
            let texts = grid.texts(column)
            guard let first = texts.first, isNumber(column) else { return false }
            let hasSign = texts.allSatisfy { text in
                text.contains(where: \.isNumber)
                    && text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
            }
            return hasSign || AmountColumns.isOne(TableCell(name: grid.names[column], text: first))
        }
    }

    private func money(isMost: Bool) -> Chosen? {
        if let own = named(isMost: isMost) { return own }
        let columns = moneyColumns
        guard !columns.isEmpty else { return nil }
        let terms = columns.reduce(into: Set<Int>()) { $0.formUnion(match.columns[$1]) }
        return Chosen(columns: columns, terms: terms, areOfMoney: true, isMost: isMost)
    }

    /// "The largest expense": what each row is costs something, and there is one column that says how much.
    private func amounts(isMost: Bool) -> Chosen? {
        guard let compared = question.compared, TableColumns.money.contains(question.terms[compared].plain),
            match.isKind(compared) || match.isNamed(compared)
        else { return nil }
        let columns = moneyColumns
        // What was spent may be written with a minus, and what came in stand beside it.
        let minus: Set<Character> = ["-", "−", "–", "("]
        let isSigned = columns.contains { column in
            grid.texts(column).contains { $0.contains(where: minus.contains) }
        }
        guard !columns.isEmpty, !isSigned else { return nil }
        return Chosen(columns: columns, areOfMoney: true, isMost: isMost)
    }

    /// The column of dates that the question names or its verb is about; or the only one, where a row itself is asked for: "the last
    /// invoice".
    private func moments(isMost: Bool) -> Chosen? {
        let dates = grid.names.indices.filter(isDate)
        let own = dates.filter { !match.columns[$0].union(match.related[$0]).isEmpty }
        if let own = list(own, isMost: isMost, areDates: true) { return own }
        guard own.isEmpty, dates.count == 1,
            [question.compared, question.things.first].contains(where: { $0.map(match.isKind) ?? false })
        else { return nil }
        return list(dates, isMost: isMost, areDates: true)
    }

    /// Who is the oldest has the greatest age or the earliest birthday; of things it is the earliest day on which they were bought or made.
    private func ages(isOld: Bool) -> Chosen? {
        let ages = grid.names.indices.filter { question.has(TableColumns.ages, in: grid.names[$0]) && isNumber($0) }
        if let own = list(ages, isMost: isOld) { return own }
        let births = grid.names.indices.filter { question.has(TableColumns.births, in: grid.names[$0]) && isDate($0) }
        if let own = list(births, isMost: !isOld, areDates: true) { return own }
        let isOfPeople = question.things.contains { TableColumns.people.contains(question.terms[$0].plain) }
        guard !question.isWho, !isOfPeople else { return nil }
        let dates = grid.names.indices.filter(isDate)
        let made = dates.filter { question.has(TableColumns.beginnings, in: grid.names[$0]) }
        return list(made, isMost: !isOld, areDates: true)
    }
}
