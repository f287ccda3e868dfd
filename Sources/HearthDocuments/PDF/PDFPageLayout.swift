import HearthCore

/// Takes the text of a PDF's page apart into paragraphs, list items and tables, and joins words that a line's end has cut.
///
/// A PDF has no paragraphs, only lines: where one ends is told by lines that stop short of the margin.
enum PDFPageLayout {
    struct Piece {
        var kind: Block.Kind
        var text: [UInt8]
    }

    static func blocks(of page: [UInt8]) -> [Piece] {
        let lines = PDFLine.lines(of: page)
        guard !lines.isEmpty else { return [] }
        let tables = tableRuns(lines)
        // The measure is the length that nine in ten lines keep within; a single long line does not set it.
        let lengths = lines.map(\.length).sorted()
        let measure = lengths[(lengths.count - 1) * 9 / 10]
        var pieces: [Piece] = []
        var open: Piece?
        var index = 0
        func close() {
            if let piece = open { pieces.append(piece) }
            open = nil
        }
        while index < lines.count {
            if let run = tables[index] {
                close()
                let rows = lines[index..<run].map(\.bytes)
                pieces.append(Piece(kind: .table, text: Array(rows.joined(separator: [newline]))))
                index = run
                continue
            }
            let line = lines[index]
            let breaks = index == 0 || lines[index - 1].endsParagraph(before: line, measure: measure)
            if open == nil || breaks {
                close()
                open = Piece(kind: line.isItem ? .listItem : .paragraph, text: line.bytes)
            } else {
                open?.text.append(newline)
                open?.text.append(contentsOf: line.bytes)
            }
            index += 1
        }
        close()
        return pieces
    }

    /// Runs of at least three rows of figures, with at most two other lines between one and the next: the index after each
    /// run, by the index of its first line.
    private static func tableRuns(_ lines: [PDFLine]) -> [Int: Int] {
        var runs: [Int: Int] = [:]
        var start: Int?
        var last = 0
        var rows = 0
        func close() {
            if let first = start, rows >= 3 { runs[first] = last + 1 }
            start = nil
            rows = 0
        }
        for (index, line) in lines.enumerated() where line.isRow {
            if start != nil, index - last > 3 { close() }
            if start == nil { start = index }
            last = index
            rows += 1
        }
        close()
        return runs
    }
}
