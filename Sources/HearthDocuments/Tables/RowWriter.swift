import HearthCore

/// Writes the rows of a sheet as lines, each cell with the name of its column: see ``TableRowLine``.
///
/// Rows come one at a time, and none is kept but the first few, which are looked at for the names.
struct RowWriter {
    /// A cell that says something.
    struct Cell {
        /// Counts from 0.
        var column: Int
        /// On one line: see ``RowWriter/line(_:)``.
        var text: String
    }

    /// Of one row; Excel allows 16,384.
    static let mostColumns = 1_000
    /// Bytes of one cell: as many as Excel allows characters.
    static let longestCell = 32_767
    /// Rows of one sheet: as many as Excel allows.
    static let mostRows = 1_048_576
    /// Bytes of the first rows that are looked at together.
    private static let mostWaiting = 4 << 20

    /// The lines of what came so far, but for the first rows that are still looked at.
    private(set) var lines: [UInt8] = []
    private var waiting: [(number: Int, cells: [Cell])] = []
    private var waitingBytes = 0
    private var names: [String]?
    private var lastNames: [String] = []
    private var rows = 0
    /// The row that was written last, and whether what waits stands below an empty one: another table may begin there.
    private var lastNumber = 0
    private var isBelowGap = false
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
    ///   - cells: In the order of their columns; empty ones may be missing.
    ///   - isCut: Whether the row had more cells than are read.
    mutating func add(_ number: Int, _ cells: [Cell], isCut: Bool = false) {
        guard !isFull else {
            rowsLeftOut += 1
            return
        }
        if isCut || cells.last.map({ $0.column >= Self.mostColumns }) ?? false { wideRows += 1 }
        var kept: [Cell] = []
        for cell in cells where cell.column < Self.mostColumns && !cell.text.isEmpty {
            kept.append(Cell(column: cell.column, text: cut(cell.text)))
        }
        guard !kept.isEmpty else { return }
        rows += 1
        // Below an empty row what waits is a table of its own, where its head is sure.
        if let last = waiting.last, number > last.number + 1,
            names != nil || HeaderRow.find(in: waiting.map { Self.texts($0.cells) })?.isSure == true
        {
            settle()
        }
        if names != nil, waiting.isEmpty, number <= lastNumber + 1 || lastNumber == 0 { return write(number, kept) }
        if names != nil, waiting.isEmpty { isBelowGap = true }
        waiting.append((number, kept))
        waitingBytes += kept.reduce(0) { $0 + $1.text.utf8.count }
        if waiting.count >= HeaderRow.sample || waitingBytes >= Self.mostWaiting { settle() }
    }

    /// What stands before the cells of each column; empty for those without a name.
    var columnNames: [String] { names ?? [] }

    /// Forgets the rows that came so far, but for the names that they give to those that come now, as of the middle of a file.
    ///
    /// - Parameter number: The number of the next row.
    mutating func goOn(at number: Int) {
        if names == nil || !waiting.isEmpty { settle() }
        (lines, rows, rowsLeftOut, wideRows, cutCells) = ([], 0, 0, 0, 0)
        (lastNumber, isBelowGap) = (number - 1, false)
    }

    /// Counts rows that were not even gathered, because nothing more is taken.
    mutating func leaveOut(rows: Int) { rowsLeftOut = min(rowsLeftOut + rows, Int.max / 2) }

    /// The lines, and what was left out of them.
    ///
    /// - Parameter place: Where the rows are, for the warnings: "The sheet “2024”".
    consuming func finish(_ place: String) -> (lines: [UInt8], warnings: [ExtractionWarning]) {
        if names == nil || !waiting.isEmpty { settle() }
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
        let texts = waiting.map { Self.texts($0.cells) }
        var head = HeaderRow.find(in: texts)
        // Of a table that goes on below an empty row the names stay; another one opens with names of its own, which figures show to be such.
        if isBelowGap, head?.index != 0 || head?.isSure == false || texts.first == lastNames { head = nil }
        if !isBelowGap || head != nil { names = [] }
        for (index, row) in waiting.enumerated() {
            write(row.number, row.cells)
            guard index == head?.index else { continue }
            let isRightBelow = index > 0 && waiting[index - 1].number + 1 == row.number
            lastNames = texts[index]
            names = HeaderRow.names(texts[index], below: isRightBelow ? texts[index - 1] : nil).map {
                $0.isEmpty ? "" : Self.name($0)
            }
        }
        waiting = []
        waitingBytes = 0
        isBelowGap = false
    }

    /// By their columns, with empty texts for empty cells.
    private static func texts(_ cells: [Cell]) -> [String] {
        var texts = [String](repeating: "", count: (cells.last?.column ?? -1) + 1)
        for cell in cells { texts[cell.column] = cell.text }
        return texts
    }

    private mutating func write(_ number: Int, _ cells: [Cell]) {
        guard lines.count < room else {
            rowsLeftOut += 1
            return
        }
        lastNumber = number
        let names = names ?? []
        if !lines.isEmpty { lines.append(newline) }
        lines.append(contentsOf: TableRowLine.opening(number).utf8)
        var isFirst = true
        for cell in cells {
            if !isFirst { lines.append(contentsOf: TableRowLine.parting.utf8) }
            isFirst = false
            if cell.column < names.count { lines.append(contentsOf: names[cell.column].utf8) }
            lines.append(contentsOf: cell.text.utf8)
        }
    }

    /// A column's name as it stands before a cell; ``HeaderRow`` takes only short ones.
    private static func name(_ cell: String) -> String {
        guard let last = cell.unicodeScalars.last else { return "" }
        return [":", "?", "!", "：", "？"].contains(last) ? cell + " " : cell + ": "
    }

    /// A text that is no longer than one cell may be.
    private mutating func cut(_ text: String) -> String {
        guard text.utf8.count > Self.longestCell else { return text }
        cutCells += 1
        // Marks without end may make one character of all of it.
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: Self.longestCell)
        while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end]) + "…"
    }

    /// A cell's text on one line, without white space at its ends and around what were the ends of its lines.
    ///
    /// Done where a text comes in, and once: one that many cells share may be white space without end.
    static func line(_ text: String) -> String {
        guard text.utf8.contains(where: isSpace) else { return text }
        var line: [UInt8] = []
        var spaces = 0
        var isBroken = false
        for byte in text.utf8 {
            if isSpace(byte) {
                spaces += 1
                isBroken = isBroken || byte != space
                continue
            }
            if !line.isEmpty { line.append(contentsOf: repeatElement(space, count: isBroken ? 1 : spaces)) }
            line.append(byte)
            (spaces, isBroken) = (0, false)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
