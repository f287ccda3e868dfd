import HearthCore

/// Reads the rows of one sheet.
struct SheetScanner: XMLHandler {
    private(set) var writer: RowWriter
    /// Formulas whose result the workbook does not keep, as where a program wrote it that does not calculate.
    private(set) var formulasWithoutResult = 0
    /// Cells that name a shared text which is not there.
    private(set) var missingTexts = 0
    /// Cells over several rows that were read for the first of them alone.
    private(set) var mergesLeftOut = 0

    private let values: CellValues
    /// By the row where they begin, each list in no order; and those that the current row lies in, with what they say.
    private var merged: [Int: [MergedCells.Range]]
    private var open: [(range: MergedCells.Range, text: String)] = []

    /// That a row lies in, of cells over several rows.
    private static let mostMerged = 200

    private var row = 0
    /// Those that say something, in the order of their columns: one far to the right makes no others.
    private var cells: [RowWriter.Cell] = []
    private var isCut = false
    private var column = 0
    private var type = ""
    private var style = 0
    private var hasFormula = false
    private var content: [UInt8] = []
    private var isContent = false
    private var isPhonetic = false

    init(values: CellValues, merged: MergedCells, writer: RowWriter) {
        self.values = values
        self.writer = writer
        self.merged = Dictionary(grouping: merged.ranges) { $0.rows.lowerBound }
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name.local {
        case "row":
            row =
                attributes["r"].flatMap { Int($0) }.flatMap { (1...RowWriter.mostRows).contains($0) ? $0 : nil } ?? row
                + 1
            cells = []
            isCut = false
            column = -1
        case "c":
            column = attributes["r"].flatMap { CellReference($0) }?.column ?? column + 1
            type = attributes["t"] ?? "n"
            style = attributes["s"].flatMap { Int($0) } ?? 0
            hasFormula = false
            content = []
        case "f": hasFormula = true
        case "v", "t": isContent = true
        case "rPh": isPhonetic = true
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isContent, !isPhonetic { content.append(contentsOf: bytes) }
    }

    mutating func end(_ name: XMLName) {
        switch name.local {
        case "v", "t": isContent = false
        case "rPh": isPhonetic = false
        case "c": endCell()
        case "row": endRow()
        default: break
        }
    }

    private mutating func endCell() {
        guard !content.isEmpty else {
            // A formula may give an empty text.
            if hasFormula, type != "str" { formulasWithoutResult += 1 }
            return
        }
        let written = String(decoding: content, as: UTF8.self)
        content = []
        guard let text = values.text(written, type: type, style: style) else {
            missingTexts += 1
            return
        }
        // Shared texts are on one line already.
        let line = type == "s" ? text : RowWriter.line(text)
        if !line.isEmpty { put(line, column) }
    }

    private mutating func put(_ text: String, _ column: Int) {
        guard (0..<RowWriter.mostColumns).contains(column) else {
            isCut = true
            return
        }
        let cell = RowWriter.Cell(column: column, text: text)
        let place = index(of: column)
        if place < cells.count, cells[place].column == column {
            cells[place] = cell
        } else {
            cells.insert(cell, at: place)
        }
    }

    /// Where the cell of a column is, or would be.
    private func index(of column: Int) -> Int {
        guard let last = cells.last, last.column >= column else { return cells.count }
        var (lower, upper) = (0, cells.count - 1)
        while lower < upper {
            let middle = (lower + upper) / 2
            if cells[middle].column < column { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    /// What the cell of a column says; `nil` for an empty one.
    private func said(in column: Int) -> String? {
        let place = index(of: column)
        return place < cells.count && cells[place].column == column ? cells[place].text : nil
    }

    private mutating func endRow() {
        open.removeAll { !$0.range.rows.contains(row) }
        let beginning = merged.removeValue(forKey: row) ?? []
        if !writer.isFull {
            for (range, text) in open where said(in: range.column) == nil { put(text, range.column) }
            for range in beginning {
                guard let text = said(in: range.column) else { continue }
                if open.count < Self.mostMerged { open.append((range, text)) } else { mergesLeftOut += 1 }
            }
        }
        writer.add(row, cells, isCut: isCut)
    }
}

/// What cells say, by their type and their format.
struct CellValues {
    let strings: [String]
    let styles: NumberStyles
    let is1904: Bool

    /// - Parameters:
    ///   - content: As it stands in the sheet.
    ///   - type: ECMA-376, part 1, 18.18.11.
    ///   - style: The number of the cell's format.
    /// - Returns: `nil` for a shared text that the workbook does not have.
    func text(_ content: String, type: String, style: Int) -> String? {
        switch type {
        case "s": return Int(content).flatMap { strings.indices.contains($0) ? strings[$0] : nil }
        case "b": return content == "1" || content == "true" ? "TRUE" : "FALSE"
        case "n":
            guard let number = Double(content), number.isFinite else { return content }
            switch styles.kind(style) {
            case .number:
                let plain = Self.plain(number, content)
                return styles.pattern(style)?.text(number, plain: plain) ?? plain
            case .percent: return Self.plain(number * 100, "") + "%"
            case .date, .time, .moment, .length:
                return SheetDate.text(number, styles.kind(style), is1904: is1904) ?? content
            }
        // Texts, results of formulas, errors ("#DIV/0!") and dates in words stand as they are.
        default: return content
        }
    }

    /// A number with the 15 figures that are shown, of the 17 that are kept: 0.1 + 0.2 is 0.3.
    ///
    /// - Parameter content: As it stands in the sheet; empty where it stands there otherwise.
    static func plain(_ number: Double, _ content: String) -> String {
        if !content.isEmpty, content.utf8.count(where: isDigit) <= 15, content.utf8.allSatisfy({ $0 | 0x20 != 0x65 }) {
            return content
        }
        guard abs(number) < 1e15, abs(number) >= 1e-5 || number == 0 else { return "\(number)" }
        let whole = abs(number).rounded(.down)
        let places = max(0, 15 - max(1, String(UInt64(whole)).utf8.count))
        var power = 1.0
        for _ in 0..<places { power *= 10 }
        let scaled = (abs(number) * power).rounded()
        guard scaled < 9e15 else { return "\(number)" }
        let digits = String(UInt64(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = number < 0 && scaled > 0 ? "-" : ""
        return "\(sign)\(padded.dropLast(places))\(fraction.isEmpty ? "" : ".")\(fraction)"
    }
}
