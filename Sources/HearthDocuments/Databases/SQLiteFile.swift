import HearthCore

/// Reads the tables of a file of SQLite, and nothing of what such a file could do (https://www.sqlite.org/fileformat2.html).
///
/// The file comes from anywhere, and its schema is a program to whoever opens it with SQLite: views, triggers, virtual tables and
/// functions act when it is queried. Here none of that is run: rows are read from the pages of a table, and of the schema the names
/// of columns. Each page is read once, as a page of a table or as what a row goes on in, so that whatever they refer to the work
/// grows with the file.
struct SQLiteFile {
    /// A table, as the schema describes it.
    struct Table {
        fileprivate var root: Int
        fileprivate var columns: SQLiteColumns

        func holds(_ names: String...) -> Bool { names.allSatisfy { columns.places[$0] != nil } }
    }

    /// The largest row that is read; others are counted as damaged. Larger ones hold pictures.
    private static let mostRowBytes = 32 << 20
    private static let mostSchemaRows = 10_000

    private let bytes: [UInt8]
    private let pageSize: Int
    /// Bytes of a page that are in use.
    private let usable: Int
    private let encoding: SQLiteText.Encoding
    /// Whether what was written last may be in another file, beside it.
    let hasLog: Bool
    /// By their names in lower case.
    private(set) var tables: [String: Table] = [:]

    static func begins(_ head: [UInt8]) -> Bool { head.starts(with: "SQLite format 3\u{0}") }

    /// Whether the head of a file says that what is written goes into a log first.
    static func hasLog(_ head: [UInt8]) -> Bool { head.count >= 20 && (head[18] == 2 || head[19] == 2) }

    /// `nil` for what is no such file, or too damaged to be read.
    init?(_ bytes: [UInt8]) throws {
        guard Self.begins(bytes), bytes.count >= 512 else { return nil }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        pageSize = size == 1 ? 65_536 : size
        usable = pageSize - Int(bytes[20])
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0, usable >= 480, bytes.count >= pageSize
        else { return nil }
        self.bytes = bytes
        hasLog = Self.hasLog(bytes)
        encoding = SQLiteText.Encoding(rawValue: bytes[59]) ?? .utf8
        let schema = Table(root: 1, columns: SQLiteColumns(["type", "name", "tbl_name", "rootpage", "sql"]))
        var found: [String: Table] = [:]
        var count = 0
        _ = try forEachRow(of: schema) { row in
            count += 1
            guard count <= Self.mostSchemaRows, row.text("type") == "table", let name = row.text("name"),
                let root = row.integer("rootpage"), root > 0, root <= Int64(bytes.count / pageSize),
                let sql = row.text("sql"), let columns = SQLiteColumns(sql)
            else { return }
            found[name.lowercased()] = Table(root: Int(root), columns: columns)
        }
        tables = found
    }

    // MARK: Pages

    private func number(_ offset: Int, _ width: Int) -> Int {
        var value = 0
        for index in offset..<(offset + width) { value = value << 8 | Int(bytes[index]) }
        return value
    }

    /// Where a page begins; `nil` for one that the file does not have.
    private func start(ofPage page: Int) -> Int? {
        guard page > 0, page <= bytes.count / pageSize else { return nil }
        return (page - 1) * pageSize
    }

    /// Gives each row of a table, in the order of their numbers.
    ///
    /// - Returns: Rows and pages that could not be read.
    func forEachRow(of table: Table, _ body: (SQLiteRow) throws -> Void) throws -> Int {
        var (damaged, read) = (0, 0)
        // Pages that are read, or will be.
        var seen: Set<Int> = [table.root]
        var waiting = [table.root]
        while let page = waiting.popLast() {
            read += 1
            if read & 0xFF == 0 { try Task.checkCancellation() }
            guard let start = start(ofPage: page), let cells = cells(at: start, page) else {
                damaged += 1
                continue
            }
            guard cells.isLeaf else {
                // The first child is the next to be read.
                for child in [cells.last] + cells.offsets.reversed().map({ number(start + $0, 4) }) {
                    if seen.insert(child).inserted { waiting.append(child) } else { damaged += 1 }
                }
                continue
            }
            // Cells do not overlap: together they are no longer than their page.
            var room = usable
            for offset in cells.offsets {
                guard room > 0, let cell = cell(start, offset, &seen, &room),
                    let row = SQLiteRow(cell.payload, number: cell.number, table.columns, encoding)
                else {
                    damaged += 1
                    continue
                }
                try body(row)
            }
        }
        return damaged
    }

    private struct Cells {
        var isLeaf: Bool
        /// Where cells begin in the page.
        var offsets: [Int]
        /// The child behind all others; 0 where there are none.
        var last: Int
    }

    private func cells(at start: Int, _ page: Int) -> Cells? {
        let header = page == 1 ? 100 : 0
        let kind = bytes[start + header]
        guard kind == 0x0D || kind == 0x05 else { return nil }
        let isLeaf = kind == 0x0D
        let count = number(start + header + 3, 2)
        let list = header + (isLeaf ? 8 : 12)
        guard list + 2 * count <= usable else { return nil }
        let offsets = (0..<count).map { number(start + list + 2 * $0, 2) }
        guard offsets.allSatisfy({ $0 >= list + 2 * count && $0 + 4 <= usable }) else { return nil }
        return Cells(isLeaf: isLeaf, offsets: offsets, last: isLeaf ? 0 : number(start + header + 8, 4))
    }

    /// A row's number and its record.
    ///
    /// - Parameters:
    ///   - seen: Pages that have been read.
    ///   - room: Bytes that the cells of the page may still have.
    private func cell(
        _ start: Int, _ offset: Int, _ seen: inout Set<Int>, _ room: inout Int
    ) -> (number: Int64, payload: [UInt8])? {
        let end = start + usable
        var place = start + offset
        guard let length = SQLiteRow.varint(bytes, &place, end), let number = SQLiteRow.varint(bytes, &place, end),
            length >= 0, length <= Int64(Self.mostRowBytes)
        else { return nil }
        let size = Int(length)
        let local = local(size)
        guard place + local + (local < size ? 4 : 0) <= end else { return nil }
        room -= place + local - start - offset
        guard room >= 0 else { return nil }
        var payload = Array(bytes[place..<(place + local)])
        guard local < size else { return (number, payload) }
        payload.reserveCapacity(size)
        var next = self.number(place + local, 4)
        while payload.count < size {
            guard let page = self.start(ofPage: next), seen.insert(next).inserted else { return nil }
            next = self.number(page, 4)
            payload += bytes[(page + 4)..<(page + min(usable, 4 + size - payload.count))]
        }
        return (number, payload)
    }

    /// How much of a record stands in its page; the rest goes on in others.
    private func local(_ size: Int) -> Int {
        guard size > usable - 35 else { return size }
        let least = (usable - 12) * 32 / 255 - 23
        let most = least + (size - least) % (usable - 4)
        return most <= usable - 35 ? most : least
    }
}
