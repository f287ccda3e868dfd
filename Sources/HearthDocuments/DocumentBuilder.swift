import HearthCore

/// Puts a document together from pieces whose source has no text of its own, such as the paragraphs of a Word file.
///
/// It keeps the promise of ``ExtractedDocument``: blocks lie in order, do not overlap, and cover everything but white space.
struct DocumentBuilder {
    private(set) var bytes: [UInt8] = []
    private(set) var blocks: [Block] = []
    private(set) var pages: [Page] = []
    var warnings: [ExtractionWarning] = []
    var title: String?
    private var pageStart: Int?

    init() {}

    /// Adds a block of text; white space at its ends is dropped, and text of nothing else adds no block.
    ///
    /// An empty line stands before it, except between the items of a list, which follow each other line by line.
    mutating func append(
        _ kind: Block.Kind, _ text: some BidirectionalCollection<UInt8>, startTime: Double? = nil,
        endTime: Double? = nil, speaker: String? = nil
    ) {
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return }
        if !bytes.isEmpty, bytes.count > (pageStart ?? 0) || pages.isEmpty {
            let tight = kind == blocks.last?.kind && (kind == .listItem || kind == .utterance)
            bytes.append(contentsOf: tight ? [newline] : [newline, newline])
        }
        let start = bytes.count
        // Indentation is part of preformatted text.
        bytes.append(contentsOf: kind == .code ? text[text.startIndex...last] : text[first...last])
        blocks.append(
            Block(
                kind, span: TextSpan(start: start, end: bytes.count), startTime: startTime, endTime: endTime,
                speaker: speaker))
    }

    mutating func append(_ kind: Block.Kind, _ text: String) {
        var text = text
        text.withUTF8 { append(kind, $0) }
    }

    /// Starts the next page; what stands before the first call belongs to the first page.
    mutating func beginPage() {
        if let start = pageStart {
            pages.append(Page(number: pages.count + 1, span: TextSpan(start: start, end: bytes.count)))
            bytes.append(contentsOf: [newline, newline])
        }
        pageStart = bytes.count
    }

    /// The document. Bytes that are not valid UTF-8 are replaced before blocks are made, so that spans hold.
    consuming func finish(format: DocumentFormat) -> ExtractedDocument {
        if let start = pageStart {
            pages.append(Page(number: pages.count + 1, span: TextSpan(start: start, end: bytes.count)))
        }
        return ExtractedDocument(
            format: format, title: title, text: String(decoding: bytes, as: UTF8.self),
            pages: pages.isEmpty ? nil : pages, blocks: blocks, warnings: warnings)
    }
}
