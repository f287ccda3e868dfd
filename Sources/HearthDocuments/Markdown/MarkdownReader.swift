import HearthCore

/// Reads Markdown: the text stays byte for byte, and the structure is found in it by ``MarkdownScanner``.
enum MarkdownReader {
    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning], isTranscript: Bool) -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        let scanner = MarkdownScanner(bytes)
        let found = scanner.blocks
        let title = scanner.frontMatter?.title ?? firstHeading(found, bytes)
        let blocks = WrittenTranscriptParser.utterances(in: bytes, isTranscript: isTranscript) ?? found
        return ExtractedDocument(
            format: .markdown, title: title, text: decoded.text, blocks: blocks, warnings: warnings)
    }

    /// The text of the first heading of the highest level, without its marks.
    private static func firstHeading(_ blocks: [Block], _ bytes: [UInt8]) -> String? {
        var best: (level: Int, span: TextSpan)?
        for block in blocks {
            if case .heading(let level) = block.kind, level < best?.level ?? 7 { best = (level, block.span) }
        }
        guard let best else { return nil }
        let line = bytes.line(from: best.span.start).range.clamped(to: best.span.range)
        var text = bytes[line].trimmed()
        while text.first == UInt8(ascii: "#") { text = text.dropFirst() }
        while text.last == UInt8(ascii: "#") { text = text.dropLast() }
        let marks = [UInt8(ascii: "*"), UInt8(ascii: "`")]
        let title = String(decoding: text.trimmed().filter { !marks.contains($0) }, as: UTF8.self)
        return title.isEmpty ? nil : title
    }
}
