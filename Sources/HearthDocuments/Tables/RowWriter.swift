import HearthCore

/// Writes the rows of a sheet as lines, each cell with the name of its column: see ``TableRowLine``.
///
/// Rows come one at a time, and none is kept but the first few, which are looked at for the names.
struct RowWriter {
    /// Of one row; Excel allows 16,384.
    static let mostColumns = 1_000
    /// Bytes of one cell: as many as Excel allows characters.
    static let longestCell = 32_767
    /// Rows of one sheet: as many as Excel allows.
    static let mostRows = 1_048_576
    /// Bytes of a column's name, which stands in each row.
    private static let longestName = 120

    /// The lines of what came so far, but for the first rows that are still looked at.
    private(set) var lines: [UInt8] = []
    private var waiting: [(number: Int, cells: [String])] = []
    private var names: [String]?
    private var rows = 0
    private let room: Int
    private var cutCells = 0
    private(set) var rowsLeftOut = 0
    private var wideRows = 0

    /// - Parameter room: Bytes of text that may be written.
    init(room: Int) { self.room = room }

    /// Whether nothing more is taken: rows that come now are only counted.
    var isFull: Bool { lines.count >= room || rows >= Self.mostRows }

    /// - Parameters:
    ///   - number: The row's, counted from 1.
    ///   - cells: Empty texts for empty cells.
    ///   - isCut: Whether the row had more cells than are read.
    mutating func add(_ number: Int, _ cells: [String], isCut: Bool = false) {
        guard !isFull else {
            rowsLeftOut += 1
            return
        }
        if isCut || cells.count > Self.mostColumns { wideRows += 1 }
        let clean = cells.prefix(Self.mostColumns).map { cell($0) }
        guard clean.contains(where: { !$0.isEmpty }) else { return }
        rows += 1
        guard names == nil else { return write(number, clean) }
        waiting.append((number, clean))
        if waiting.count >= HeaderRow.sample { settle() }
    }

    /// The lines, and what was left out of them.
    ///
    /// - Parameter place: Where the rows are, for the warnings: "The sheet “2024”".
    consuming func finish(_ place: String) -> (lines: [UInt8], warnings: [ExtractionWarning]) {
        if names == nil { settle() }
        var warnings: [ExtractionWarning] = []
        func warn(_ count: Int, _ one: String, _ many: String) {
            guard count > 0 else { return }
            let what = count == 1 ? one : "\(count) \(many)"
            warnings.append(ExtractionWarning(.truncated, "\(place): \(what)."))
        }
        warn(
            rowsLeftOut, "the last row was not read, which is beyond what is kept",
            "rows at its end were not read, which are beyond what is kept")
        warn(
            wideRows, "1 row has more columns than the \(Self.mostColumns) that are read",
            "rows have more columns than the \(Self.mostColumns) that are read")
        warn(
            cutCells, "1 cell has more bytes than the \(Self.longestCell) that are read",
            "cells have more bytes than the \(Self.longestCell) that are read")
        return (lines, warnings)
    }

    /// Decides which row names the columns, and writes what waited for it.
    private mutating func settle() {
        let head = HeaderRow.find(in: waiting.map(\.cells))
        names = []
        for (index, row) in waiting.enumerated() {
            write(row.number, row.cells)
            if index == head?.index { names = row.cells.map { Self.name($0) } }
        }
        waiting = []
    }

    private mutating func write(_ number: Int, _ cells: [String]) {
        guard lines.count < room else {
            rowsLeftOut += 1
            return
        }
        let names = names ?? []
        if !lines.isEmpty { lines.append(newline) }
        lines.append(contentsOf: TableRowLine.opening(number).utf8)
        var isFirst = true
        for (column, cell) in cells.enumerated() where !cell.isEmpty {
            if !isFirst { lines.append(contentsOf: TableRowLine.parting.utf8) }
            isFirst = false
            if column < names.count { lines.append(contentsOf: names[column].utf8) }
            lines.append(contentsOf: cell.utf8)
        }
    }

    /// A column's name as it stands before a cell.
    private static func name(_ cell: String) -> String {
        guard let last = cell.unicodeScalars.last else { return "" }
        let short = cell.utf8.count > longestName ? String(cell.prefix(longestName / 4)) + "…" : cell
        return [":", "?", "!", "：", "？"].contains(last) ? short + " " : short + ": "
    }

    /// A cell on one line, without white space at its ends.
    private mutating func cell(_ text: String) -> String {
        var text = text
        if text.utf8.count > Self.longestCell {
            cutCells += 1
            // Marks without end may make one character of all of it.
            var end = text.utf8.index(text.utf8.startIndex, offsetBy: Self.longestCell)
            while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
            text = String(text[..<end]) + "…"
        }
        guard text.utf8.contains(where: isSpace) else { return text }
        let words = text.utf8.split(whereSeparator: { $0 != space && isSpace($0) }).map { Array($0).trimmed() }
        let line = Array(words.filter { !$0.isEmpty }.joined(separator: [space]))
        return String(decoding: line, as: UTF8.self)
    }
}
