import HearthCore
package import HearthSystem

/// Cuts a file that is too large for one document into pieces, without having more of it in memory than a few megabytes.
package struct FileSplitter {
    /// How large files and their pieces may be.
    package struct Limits: Sendable {
        /// Bytes of a mailbox from which on it is cut, and about how many a piece then has.
        package var mailbox = (whole: 64_000_000, part: 32_000_000)
        /// Bytes of one mail, with what was sent with it, beyond which it is not read to its end.
        package var mail = 100_000_000
        /// Bytes of text, as ``RowWriter`` writes it, from which on a file of values is cut, and about how many a piece then has.
        package var table = (whole: 48_000_000, part: 24_000_000)
        /// Bytes of a file of values by which it is told what its columns are called: as many as are looked at where it is read whole.
        package var head = FormatDetector.headSize
        /// Bytes of a file of values that is not even looked through.
        package var smallTable = 4_000_000
        /// Bytes of one row beyond which a file of values is taken for none.
        package var row = 16_000_000
        /// Bytes of a file.
        package var file = 32_000_000_000

        package init() {}
    }

    let limits: Limits

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// The pieces of a file, two at least; `nil` where it is one document, or is refused for what it is.
    ///
    /// - Throws: `SystemError`, or `CancellationError`.
    package func parts(of file: OpenFile, name: String) throws -> [FilePart]? {
        guard file.size > min(limits.smallTable, limits.mailbox.whole), file.size <= limits.file else { return nil }
        let head = try file.bytes(count: FormatDetector.headSize)
        var cuts: [FilePart]
        switch DocumentReader.format(ofFile: name, head: head) {
        case .mbox where file.size > limits.mailbox.whole: cuts = try mails(of: file)
        case .csv where file.size > limits.smallTable: cuts = try rows(of: file, head)
        default: return nil
        }
        guard cuts.count > 1 else { return nil }
        for index in cuts.indices { cuts[index].count = cuts.count }
        return cuts
    }

    // MARK: Mails

    private func mails(of file: OpenFile) throws -> [FilePart] {
        var parts: [FilePart] = []
        var start = 0
        while start < file.size {
            try Task.checkCancellation()
            let wanted = start + limits.mailbox.part
            let end = wanted < file.size ? try boundary(in: file, from: wanted) ?? file.size : file.size
            // A piece ends with a whole mail, or with what of one is not read.
            let kept = min(end, wanted + limits.mail)
            parts.append(part(parts.count + 1, start..<kept, of: file, leftOut: end - kept))
            start = end
        }
        return parts
    }

    /// Where the first mail begins behind a place.
    private func boundary(in file: OpenFile, from place: Int) throws -> Int? {
        var place = place
        while place < file.size {
            try Task.checkCancellation()
            let window = try file.bytes(from: place, count: Self.window)
            guard !window.isEmpty else { return nil }
            let isLast = place + window.count >= file.size
            // What the line that begins a mail is told by may lie beyond the end.
            if let found = MailboxReader.boundary(in: window), isLast || found + Self.overlap <= window.count {
                return place + found
            }
            guard !isLast else { return nil }
            place += window.count - Self.overlap
        }
        return nil
    }

    private static let window = 4 << 20
    /// More than the empty line, the line that begins a mail, and its first header have.
    private static let overlap = 8 << 10

    // MARK: Rows

    private func rows(of file: OpenFile, _ beginning: [UInt8]) throws -> [FilePart] {
        let form = WideUnicode.form(ofFileBeginning: beginning)
        // In other encodings the bytes of line ends are those of other characters, too.
        guard form != nil || !beginning.contains(0) else { return [] }
        let width = form?.width ?? 1
        let mark =
            form.map { WideUnicode.marked(beginning) == nil ? 0 : $0.width }
            ?? (beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let opening = form.map { Array($0.decode(Array(beginning[mark...])).text.utf8) } ?? Array(beginning[mark...])
        let dialect = DelimitedReader.dialect(of: opening, isWhole: false)
        var scanner = RecordScanner(
            of: file, separator: dialect.separator, from: mark + dialect.start * width, most: limits.row, form: form)
        var parts: [FilePart] = []
        // Each row is told with the names of all columns.
        var (head, names) = (0, 0)
        var (start, firstRow) = (0, 1)
        var (row, text, allText) = (1, 0, 0)
        while let record = try scanner.next() {
            if row & 0x3FFF == 0 { try Task.checkCancellation() }
            if head == 0, row >= HeaderRow.sample, record.upperBound >= limits.head {
                head = record.upperBound
                names = try DelimitedReader.names(inHead: file.bytes(count: head)).reduce(0) { $0 + $1.utf8.count + 4 }
            }
            row += 1
            text += (form == nil ? record.count : scanner.textBytes) + names + 12
            guard text >= limits.table.part, head > 0 else { continue }
            parts.append(
                part(
                    parts.count + 1, start..<record.upperBound, of: file, head: parts.isEmpty ? 0 : head, row: firstRow)
            )
            (start, firstRow, allText, text) = (record.upperBound, row, allText + text, 0)
        }
        guard !scanner.isBeyondLimit, allText + text > limits.table.whole else { return [] }
        if start < file.size {
            parts.append(part(parts.count + 1, start..<file.size, of: file, head: head, row: firstRow))
        }
        return parts
    }

    private func part(
        _ number: Int, _ range: Range<Int>, of file: OpenFile, leftOut: Int = 0, head: Int = 0, row: Int = 1
    ) -> FilePart {
        FilePart(
            number: number, count: 0, range: range, leftOut: leftOut, head: head, firstRow: row, size: file.size,
            modified: file.modified)
    }
}
