import HearthCore

/// Reads files of values (CSV, TSV and their dialects): a line for each row, with the names of its columns.
enum DelimitedReader {
    /// - Parameter maximumTextBytes: The most bytes of text; rows beyond it are left out, and counted.
    static func read(
        _ decoded: DecodedText, warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        let head = Array(bytes.prefix(FormatDetector.headSize))
        let dialect =
            DelimitedDialect.detect(head, isWhole: head.count == bytes.count, isNamed: true)
            ?? DelimitedDialect(separator: head.contains(tab) ? tab : UInt8(ascii: ","))
        var records = DelimitedRecords(bytes, separator: dialect.separator, from: dialect.start)
        var writer = RowWriter(room: maximumTextBytes)
        while let record = records.next() {
            if record.number & 0x3FF == 0 { try Task.checkCancellation() }
            let cells = record.cells.enumerated().map {
                RowWriter.Cell(column: $0.offset, text: RowWriter.line($0.element))
            }
            writer.add(record.number, cells, isCut: record.isCut)
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
}
