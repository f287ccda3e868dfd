import HearthCore
import HearthText

/// A table of a text with its columns, for what is told of all of its rows together.
struct TableGrid {
    struct Line {
        var row: TableRows.Row
        /// By column; an empty cell is missing.
        var cells: [Int: String]
    }

    /// Of the columns, in order; the first may be empty.
    private(set) var names: [String]
    /// Those below the head, but for sums.
    private(set) var lines: [Line] = []
    /// Rows that are sums of the others, and what stands below them.
    private(set) var sums = 0
    /// Bytes of the text where it begins.
    let start: Int
    let caption: String?

    private let head: TableRows.Row
    private var isBroken = false

    /// Rows of one table that are read.
    private static let mostRows = 5_000
    /// Lines at the end of a table that may be sums and what belongs to them: "Net total", "VAT", "Total".
    private static let mostSums = 4
    private static let mostSumWords = 3

    private init(head: TableRows.Row, names: [String], caption: String?) {
        (self.head, self.names, self.caption) = (head, names, caption)
        start = head.span.start
    }

    /// The tables of a text whose columns have names, and whose rows can all be read by them.
    static func all(of table: TableRows, in text: String) -> [TableGrid] {
        var grids: [TableGrid] = []
        var open: TableGrid?
        func close() {
            guard var grid = open else { return }
            open = nil
            guard !grid.isBroken, grid.lines.count > 1, grid.lines.count <= mostRows, grid.names.count > 1,
                Set(grid.names).count == grid.names.count, !grid.names.dropFirst().contains("")
            else { return }
            grid.leaveOutSums()
            if grid.lines.count > 1 { grids.append(grid) }
        }
        for row in table.rows {
            if row.isHead {
                close()
                let caption = row.caption.flatMap { text.text(in: $0) }
                open = TableGrid(
                    head: row, names: row.form == .told ? table.toldCells(of: row) : [], caption: caption)
            } else if let head = open?.head, row.table == head.table, row.form == head.form,
                row.form == .told || row.head == head.span
            {
                open?.add(row, of: table)
            } else {
                close()
            }
        }
        close()
        return grids
    }

    private mutating func add(_ row: TableRows.Row, of table: TableRows) {
        guard !isBroken, lines.count <= Self.mostRows else { return }
        if row.form == .told {
            guard let cells = cells(table.toldCells(of: row)) else {
                isBroken = true
                return
            }
            lines.append(Line(row: row, cells: cells))
            return
        }
        guard let (names, cells) = table.columns(of: row, table.cells(of: row)) else {
            isBroken = true
            return
        }
        self.names = names
        let filled = cells.enumerated().filter { !$0.element.isEmpty }.map { ($0.offset, $0.element) }
        // The head again, as where a page begins.
        guard !filled.isEmpty, !filled.allSatisfy({ names[$0.0] == $0.1 }) else { return }
        lines.append(Line(row: row, cells: Dictionary(filled) { first, _ in first }))
    }

    /// The cells of a row that was written with the names of its columns; `nil` where the first of them has none.
    private func cells(_ pieces: [String]) -> [Int: String]? {
        var cells: [Int: String] = [:]
        var last = -1
        for piece in pieces {
            let next = names.indices.dropFirst(last + 1).first { piece.hasPrefix(Self.opening(names[$0])) }
            if let next {
                cells[next] = String(piece.dropFirst(Self.opening(names[next]).count))
                last = next
            } else if let before = cells[last] {
                // A cell with a point of its own, or one without a name: the one before it is not to be trusted as a number then.
                cells[last] = before + TableRows.parting + piece
            } else {
                return nil
            }
        }
        return cells
    }

    /// What stands before a cell of a sheet.
    static func opening(_ name: String) -> String {
        let isMarked = name.unicodeScalars.last.map { [":", "?", "!", "：", "？"].contains($0) } ?? false
        return isMarked ? name + " " : name + ": "
    }

    private mutating func leaveOutSums() {
        let found = lines.indices.filter { Self.isSum(lines[$0]) }
        guard let first = found.first else { return }
        if lines.count - first <= Self.mostSums, found.last == lines.count - 1 {
            sums = lines.count - first
            lines.removeSubrange(first...)
            return
        }
        sums = found.count
        lines = lines.enumerated().filter { !found.contains($0.offset) }.map(\.element)
    }

    private static func isSum(_ line: Line) -> Bool {
        line.cells.sorted { $0.key < $1.key }.prefix(2).contains { _, text in
            text.contains(where: \.isLetter) && text.split(separator: " ").count <= mostSumWords
                && TotalWords.name(text)
        }
    }

    // MARK: - Cells

    func cell(_ column: Int, _ line: Int) -> TableCell? {
        lines[line].cells[column].map { TableCell(name: names[column].isEmpty ? nil : names[column], text: $0) }
    }

    /// Whether it is of a sheet or a file of values, of which a table is all there is.
    var isSheet: Bool { head.form == .told }

    /// The cells of a column that say something.
    func texts(_ column: Int) -> [String] { lines.compactMap { $0.cells[column] } }

    /// Whether most cells of a column are figures.
    func isOfFigures(_ column: Int) -> Bool {
        let texts = texts(column)
        return texts.count { TableCell(name: nil, text: $0).isFigure } * 2 > texts.count
    }

    /// Whether no two rows have the same in a column.
    func isDistinct(_ column: Int) -> Bool {
        let texts = texts(column).map { $0.lowercased() }
        return Set(texts).count == texts.count
    }

    /// Whether a row says so little that it may be a heading among the others.
    var hasHeadingLines: Bool { names.count > 2 && lines.contains { $0.cells.count < 2 } }
}
