import HearthCore

/// Reads files of values (CSV, TSV and their dialects): a line for each row, with the names of its columns.
enum DelimitedReader {
    /// - Parameters:
    ///   - head: Where these are rows from the middle of a file, the first ones of that file, which name the columns.
    ///   - firstRow: The number of the first row.
    ///   - maximumTextBytes: The most bytes of text; rows beyond it are left out, and counted.
    static func read(
        _ decoded: DecodedText, after head: DecodedText? = nil, firstRow: Int = 1, warnings: [ExtractionWarning],
        maximumTextBytes: Int
    ) throws -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        var writer = RowWriter(room: maximumTextBytes)
        var records: DelimitedRecords
        if let head {
            var first = Self.records(Array(head.text.utf8))
            writer = Self.writer(of: &first, room: maximumTextBytes)
            writer.goOn(at: firstRow)
            records = DelimitedRecords(bytes, separator: first.separator, firstRow: firstRow)
        } else {
            records = Self.records(bytes)
        }
        while let record = records.next() {
            if record.number & 0x3FF == 0 { try Task.checkCancellation() }
            writer.add(record)
        }
        let hasOpenQuote = records.hasOpenQuote
        let (lines, notes) = writer.finish("The table")
        var builder = DocumentBuilder()
        builder.append(.table, lines)
        builder.warnings = warnings + notes
        if hasOpenQuote {
            builder.warnings.append(
                ExtractionWarning(
                    .damaged,
                    "A quotation mark is never closed; from there on, quotation marks were read as characters."))
        }
        return builder.finish(format: .csv)
    }

    /// How a file parts its values, by its beginning.
    static func dialect(of beginning: [UInt8], isWhole: Bool) -> DelimitedDialect {
        DelimitedDialect.detect(beginning, isWhole: isWhole, isNamed: true)
            ?? DelimitedDialect(separator: beginning.contains(tab) ? tab : UInt8(ascii: ","))
    }

    /// What stands before the cells of each column in the rows that follow these, the first of a file.
    static func names(inHead bytes: [UInt8]) -> [String] {
        var records = records(Array(TextDecoder.decode(bytes).text.utf8))
        var writer = writer(of: &records, room: .max)
        writer.goOn(at: 1)
        return writer.columnNames
    }

    private static func records(_ bytes: [UInt8]) -> DelimitedRecords {
        let head = Array(bytes.prefix(FormatDetector.headSize))
        let dialect = dialect(of: head, isWhole: head.count == bytes.count)
        return DelimitedRecords(bytes, separator: dialect.separator, from: dialect.start)
    }

    private static func writer(of records: inout DelimitedRecords, room: Int) -> RowWriter {
        var writer = RowWriter(room: room)
        while let record = records.next() { writer.add(record) }
        return writer
    }
}

extension RowWriter {
    fileprivate mutating func add(_ record: DelimitedRecords.Record) {
        let cells = record.cells.enumerated().map { Cell(column: $0.offset, text: Self.line($0.element)) }
        add(record.number, cells, isCut: record.isCut)
    }
}

/// The records of a file of values with marks between them (RFC 4180, and with other marks).
///
/// Read as spreadsheets read them: a value in quotation marks may hold marks, line ends and doubled quotation marks; a quotation mark elsewhere is
/// a character. What the RFC forbids is read as far as it makes sense, and never refused.
struct DelimitedRecords: Sequence, IteratorProtocol {
    struct Record {
        /// Counts from 1, empty lines included, as spreadsheets do.
        var number: Int
        var cells: [String]
        /// Whether it has more cells than ``RowWriter/mostColumns``, which were passed over.
        var isCut: Bool
    }

    let separator: UInt8
    private let bytes: [UInt8]
    private var position: Int
    private var number: Int
    /// A quotation mark that nothing closes would make one cell of all that follows; from there on they are characters.
    private(set) var hasOpenQuote = false

    init(_ bytes: [UInt8], separator: UInt8, from start: Int = 0, firstRow: Int = 1) {
        self.bytes = bytes
        self.separator = separator
        position = start
        number = firstRow - 1
    }

    mutating func next() -> Record? {
        guard position < bytes.count else { return nil }
        number += 1
        var cells: [String] = []
        var isCut = false
        while true {
            let cell = readCell()
            if cells.count < RowWriter.mostColumns {
                cells.append(cell)
            } else {
                isCut = true
            }
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        if position < bytes.count { position = bytes.line(from: position).next }
        return Record(number: number, cells: cells, isCut: isCut)
    }

    /// Reads up to the next separator or the line's end.
    private mutating func readCell() -> String {
        var start = position
        while start < bytes.count, bytes[start] == space { start += 1 }
        if !hasOpenQuote, start < bytes.count, bytes[start] == Self.quote, let cell = readQuoted(from: start) {
            return cell
        }
        let end = bytes[position...].firstIndex { isEnd($0) } ?? bytes.count
        defer { position = end }
        return bytes.string(bytes.trimmed(position..<end))
    }

    private mutating func readQuoted(from start: Int) -> String? {
        var cell: [UInt8] = []
        var index = start + 1
        while true {
            guard let mark = bytes[index...].firstIndex(of: Self.quote) else {
                hasOpenQuote = true
                return nil
            }
            cell.append(contentsOf: bytes[index..<mark])
            index = mark + 1
            guard index < bytes.count, bytes[index] == Self.quote else { break }
            cell.append(Self.quote)
            index += 1
        }
        // What stands between the mark that closes and the separator belongs to the cell, though it may not be there.
        let end = bytes[index...].firstIndex { isEnd($0) } ?? bytes.count
        cell.append(contentsOf: bytes[bytes.trimmed(index..<end)])
        position = end
        return String(decoding: cell, as: UTF8.self)
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == newline || byte == carriageReturn }

    private static let quote = UInt8(ascii: "\"")
}

/// How a file parts its values.
struct DelimitedDialect: Equatable {
    var separator: UInt8
    /// Where the values begin, behind a line that names the separator ("sep=;"), which Excel writes.
    var start = 0

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), tab, UInt8(ascii: "|")]
    private static let sample = 200

    /// Finds the mark that parts the lines into equally many values.
    ///
    /// - Parameters:
    ///   - text: The beginning of a file, in UTF-8.
    ///   - isWhole: Whether it is all of the file; else the last record is taken to be cut off.
    ///   - isNamed: Whether the file's name says that it holds values. Else only what can be nothing else is taken for it.
    static func detect(_ text: [UInt8], isWhole: Bool, isNamed: Bool) -> DelimitedDialect? {
        if let told = told(text) { return told }
        let found = separators.compactMap { separator in
            consistency(text, separator, isWhole: isWhole, isNamed: isNamed).map { (separator, $0) }
        }
        let best = found.max { ($0.1.share, $0.1.width) < ($1.1.share, $1.1.width) }
        return best.map { DelimitedDialect(separator: $0.0) }
    }

    private static func told(_ text: [UInt8]) -> DelimitedDialect? {
        let line = text.line(from: 0)
        guard line.range.count == 5, text.startsLowercased(with: "sep=") else { return nil }
        return DelimitedDialect(separator: text[4], start: line.next)
    }

    /// The share of records that have the commonest number of values, and that number; `nil` where these are no values.
    private static func consistency(
        _ text: [UInt8], _ separator: UInt8, isWhole: Bool, isNamed: Bool
    ) -> (share: Double, width: Int)? {
        var records: [[String]] = []
        var reader = DelimitedRecords(text, separator: separator)
        while records.count <= sample, let record = reader.next() {
            // The end of the beginning may lie in a quoted value.
            if !isWhole, reader.hasOpenQuote { break }
            if record.cells.contains(where: { !$0.isEmpty }) { records.append(record.cells) }
        }
        if records.count > sample || !isWhole { records = records.dropLast() }
        let counts = Dictionary(grouping: records.map(\.count)) { $0 }.mapValues(\.count)
        guard let (width, _) = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
            let first = records.firstIndex(where: { $0.count == width })
        else { return nil }
        // What stands above the values is no part of them.
        let rows = Array(records[first...])
        let share = Double(rows.count { $0.count == width }) / Double(rows.count)
        let header = HeaderRow.find(in: Array(rows.prefix(HeaderRow.sample)))
        let isProse = separator == UInt8(ascii: ",") && Self.isProse(text)
        if isNamed {
            guard rows.count >= 2, first <= 20, share >= 0.7 else { return nil }
            if isProse, header?.isSure != true { return nil }
        } else {
            guard rows.count >= 3, first == 0, share == 1, header?.isSure == true, !isProse else { return nil }
        }
        return (share, width)
    }

    /// Whether a space stands behind most of the commas, as prose sets them.
    private static func isProse(_ text: [UInt8]) -> Bool {
        var (commas, spaced) = (0, 0)
        for (byte, next) in zip(text, text.dropFirst()) where byte == UInt8(ascii: ",") {
            commas += 1
            if next == space { spaced += 1 }
        }
        return spaced * 2 > commas
    }
}
