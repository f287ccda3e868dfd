import HearthCore

/// Reads plain text: paragraphs are parted by empty lines, lines of values with tabs, commas or semicolons between them are tables, and a written transcript is taken apart into its turns.
///
/// The text stays as it is, so that offsets hold in the file.
enum PlainTextReader {
    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning], isTranscript: Bool) -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        let blocks = WrittenTranscriptParser.utterances(in: bytes, isTranscript: isTranscript) ?? paragraphs(in: bytes)
        return ExtractedDocument(format: .text, text: decoded.text, blocks: blocks, warnings: warnings)
    }

    static func paragraphs(in bytes: [UInt8]) -> [Block] {
        paragraphs(in: bytes, 0..<bytes.count)
    }

    /// The paragraphs of a part of a text.
    static func paragraphs(in bytes: [UInt8], _ part: Range<Int>) -> [Block] {
        var blocks: [Block] = []
        var start: Int?
        var end = part.lowerBound
        var position = part.lowerBound
        while position < part.upperBound {
            let line = bytes.line(from: position)
            let text = bytes.trimmed(line.range.clamped(to: part))
            if text.isEmpty {
                if let first = start { blocks.append(block(bytes, first..<end)) }
                start = nil
            } else {
                if start == nil { start = text.lowerBound }
                end = text.upperBound
            }
            position = line.next
        }
        if let first = start { blocks.append(block(bytes, first..<end)) }
        return blocks
    }

    private static func block(_ bytes: [UInt8], _ range: Range<Int>) -> Block {
        Block(isTable(bytes, range) ? .table : .paragraph, span: TextSpan(range))
    }

    private static let fewestRows = 3

    /// Whether all lines have as many values (RFC 4180, and with other marks), so that each is a row and none goes on in the next. Prose
    /// sets a space behind its commas.
    private static func isTable(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let first = bytes.line(from: range.lowerBound).range.clamped(to: range)
        return [tab, UInt8(ascii: ","), UInt8(ascii: ";")].contains { mark in
            let wanted = values(bytes[first], mark)
            guard wanted > 1 else { return false }
            if mark != tab, zip(bytes[first], bytes[first].dropFirst()).contains(where: { $0 == mark && $1 == space }) {
                return false
            }
            var rows = 0
            var position = range.lowerBound
            while position < range.upperBound {
                let line = bytes.line(from: position)
                guard values(bytes[line.range.clamped(to: range)], mark) == wanted else { return false }
                rows += 1
                position = line.next
            }
            return rows >= fewestRows
        }
    }

    /// How many values stand on a line; a mark in quotation marks parts none.
    private static func values(_ line: ArraySlice<UInt8>, _ mark: UInt8) -> Int {
        var count = 1
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\""), mark != tab { isQuoted.toggle() }
            if byte == mark, !isQuoted { count += 1 }
        }
        return count
    }
}
