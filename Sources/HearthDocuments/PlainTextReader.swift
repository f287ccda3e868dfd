import HearthCore

/// Reads plain text: paragraphs are parted by empty lines, and a written transcript is taken apart into its turns.
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
                if let first = start { blocks.append(Block(.paragraph, span: TextSpan(start: first, end: end))) }
                start = nil
            } else {
                if start == nil { start = text.lowerBound }
                end = text.upperBound
            }
            position = line.next
        }
        if let first = start { blocks.append(Block(.paragraph, span: TextSpan(start: first, end: end))) }
        return blocks
    }
}
