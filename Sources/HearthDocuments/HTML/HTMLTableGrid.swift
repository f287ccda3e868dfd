/// Where the cells of a table stand: cells may reach over several columns and rows, and those behind and below them move on
/// (https://html.spec.whatwg.org/multipage/tables.html#forming-a-table, without what only matters for setting it).
struct HTMLTableGrid {
    /// The column of the open cell, from 0; also 0 before the first one of a row.
    private(set) var column = 0
    private var next = 0
    private var row = 0
    /// By column, the first row that no cell above reaches into.
    private var free: [Int] = []

    /// The standard allows 1,000 columns and 65,534 rows; a reader sees no table of more columns than these.
    private static let mostColumns = 200
    private static let mostRows = 65_534

    mutating func beginRow() {
        row += 1
        column = 0
        next = 0
    }

    /// - Parameters:
    ///   - columns: That the cell reaches over; less than one is taken for one.
    ///   - rows: Likewise.
    mutating func beginCell(columns: Int, rows: Int) {
        while next < free.count, free[next] > row { next += 1 }
        column = min(next, Self.mostColumns)
        next = min(column + min(max(columns, 1), Self.mostColumns), Self.mostColumns)
        guard rows > 1 else { return }
        if free.count < next { free += repeatElement(0, count: next - free.count) }
        for place in column..<next { free[place] = row + min(rows, Self.mostRows) }
    }
}
