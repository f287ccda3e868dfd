import HearthCore

/// Tables of reStructuredText that are drawn with signs.
enum RestructuredTable {
    /// Whether a line is the border of a simple table: `=====  ====`.
    static func isBorder(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "="), line.contains(space) else { return false }
        return line.allSatisfy { $0 == UInt8(ascii: "=") || $0 == space }
    }

    /// The places of the columns, counted in characters: where each run of `=` begins.
    static func columns(_ border: ArraySlice<UInt8>) -> [Int] {
        var found: [Int] = []
        var before = space
        for (column, byte) in border.enumerated() {
            if byte != space, before == space { found.append(column) }
            before = byte
        }
        return Array(found.prefix(1_000))
    }

    /// The cells of a line between columns; the last reaches to its end.
    static func cells(_ line: ArraySlice<UInt8>, _ columns: [Int]) -> [ArraySlice<UInt8>] {
        // Where each character begins: columns are counted in these.
        let starts = line.indices.filter { line[$0] & 0xC0 != 0x80 }
        // What a line does not reach has no cell: a short file would have many.
        let reached = columns.prefix { $0 < starts.count }
        return reached.indices.map { place in
            let from = starts[columns[place]]
            let to =
                place + 1 < columns.count && columns[place + 1] < starts.count
                ? starts[columns[place + 1]] : line.endIndex
            return line[from..<max(from, to)].trimmed()
        }
    }
}

extension RestructuredReader {
    /// `===  ===` above, below the names of the columns, and below all.
    mutating func readSimpleTable(_ body: Body, at place: Int) -> Int {
        let columns = RestructuredTable.columns(bytes[body[place]])
        var rows: [[[UInt8]]] = []
        var end = place + 1
        var borders = 1
        while end < body.count {
            let line = bytes[body[end]]
            end += 1
            if RestructuredTable.isBorder(line) {
                borders += 1
                // The last has nothing below it.
                if end == body.count || body[end].isEmpty { break }
                continue
            }
            guard !line.isEmpty, !line.allSatisfy({ $0 == UInt8(ascii: "-") || $0 == space }) else { continue }
            let cells = RestructuredTable.cells(line, columns).map { inline.plain($0) }
            // A row whose first cell is empty goes on with the one above.
            if cells.first?.isEmpty == true, let last = rows.indices.last {
                Self.join(cells, to: &rows[last])
            } else {
                rows.append(cells)
            }
        }
        // Without an end it is no table.
        guard borders > 1 else { return place + 1 }
        put(rows: rows)
        return end
    }

    /// `+---+---+` around each row.
    mutating func readGrid(_ body: Body, at place: Int) -> Int {
        let edges = [UInt8(ascii: "+"), UInt8(ascii: "|")]
        let end = body[place...].firstIndex { bytes[$0].first.map { !edges.contains($0) } ?? true } ?? body.count
        var rows: [[[UInt8]]] = []
        var row: [[UInt8]] = []
        for line in body[place..<end] {
            let text = bytes[line]
            let isEdge =
                text.first == UInt8(ascii: "+")
                && text.allSatisfy {
                    $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=") || $0 == space
                }
            if isEdge {
                if !row.isEmpty { rows.append(row) }
                row = []
                continue
            }
            let inner = text.dropFirst(text.first == UInt8(ascii: "|") ? 1 : 0)
            var cells = inner.split(separator: UInt8(ascii: "|"), maxSplits: 1_000, omittingEmptySubsequences: false)
            if cells.last?.allSatisfy({ $0 == space }) == true { cells.removeLast() }
            // Where cells reach over several rows, a border stands between others.
            let told = cells.map { cell -> [UInt8] in
                let own = cell.trimmed()
                // "-" and "+" are words.
                let isBorder =
                    own.count > 2
                    && own.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == space }
                return isBorder ? [] : inline.plain(own)
            }
            Self.join(told, to: &row)
        }
        if !row.isEmpty { rows.append(row) }
        put(rows: rows)
        return end
    }

    /// Adds the words of cells to those of the row that they go on with.
    private static func join(_ cells: [[UInt8]], to row: inout [[UInt8]]) {
        for (place, cell) in cells.enumerated() {
            guard place < row.count else {
                row.append(cell)
                continue
            }
            if !row[place].isEmpty, !cell.isEmpty { row[place].append(space) }
            row[place] += cell
        }
    }
}
